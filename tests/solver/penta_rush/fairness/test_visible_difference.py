"""In how many cells cards differ: as they lie, and with one of them turned on the table."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import CardError
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.visible_difference import (
    VisibleDifference,
    differing_cells,
    differing_cells_turned,
    visible_differences,
)

LINE_PAIRS = st.sampled_from([(1, 4), (2, 3), (3, 3), (4, 2), (5, 5)]).flatmap(
    lambda size: st.tuples(
        *[
            st.lists(
                st.text("ABC", min_size=size[1], max_size=size[1]),
                min_size=size[0],
                max_size=size[0],
            )
        ]
        * 3
    )
)


def _by_cell(first: Card, second: Card, quarters: int) -> int:
    """Count cell by cell, the first card turned right by *quarters*; all if it sticks out."""
    differing = 0
    for row, col in first.cells:
        at, size = (row, col), (first.rows, first.cols)
        for _ in range(quarters):
            at, size = (at[1], size[0] - 1 - at[0]), (size[1], size[0])
        if size != (second.rows, second.cols):
            return len(first.cells)
        differing += first[Cell(row, col)] != second[Cell(*at)]
    return differing


@given(LINE_PAIRS)
def test_the_figures_are_those_of_a_count_cell_by_cell(lines: tuple[list[str], ...]) -> None:
    cards = [Card(tuple(rows)) for rows in lines]
    pairs = list(combinations(cards, 2))
    turns = (0, 1, 2, 3)
    for pair in pairs:
        assert differing_cells(*pair) == _by_cell(*pair, 0)
        assert differing_cells_turned(*pair) == min(_by_cell(*pair, turn) for turn in turns)
        assert differing_cells_turned(*pair) == differing_cells_turned(*pair[::-1])
    assert VisibleDifference.of_cards(cards) == (
        min(_by_cell(*pair, 0) for pair in pairs),
        min(_by_cell(*pair, turn) for pair in pairs for turn in turns),
        len(cards[0].cells),
    )


def test_a_card_turned_on_the_table_is_not_another_card() -> None:
    card, turned, flipped = Card(("AB", "CD")), Card(("CA", "DB")), Card(("BA", "DC"))
    assert VisibleDifference.of_cards([card, turned]) == (4, 0, 4)
    assert VisibleDifference.of_cards([card, flipped]) == (4, 2, 4)


def test_a_quarter_turn_does_not_lay_one_oblong_card_on_another() -> None:
    assert differing_cells_turned(Card(("ABC",)), Card(("CBA",))) == 0
    assert differing_cells_turned(Card(("ABC", "DEF")), Card(("DAB", "EFC"))) == 6


def test_cards_of_two_sizes_are_an_error_of_one_line() -> None:
    with pytest.raises(CardError) as caught:
        VisibleDifference.of_cards([Card(("ABC", "DEF")), Card(("AD", "BE", "CF"))])
    assert "expected a card of 2x3" in str(caught.value)
    assert "found 3x2" in str(caught.value)


def test_every_two_cards_of_one_size_are_compared() -> None:
    cards = [Card(("AAB", "CCB")), Card(("AB", "CD", "EF")), Card(("BCC", "BBA"))]
    assert visible_differences(cards) == {(0, 2): (6, 1, 6)}


def test_the_text_and_the_json_have_all_figures() -> None:
    difference = VisibleDifference.of_cards([Card(("AAB", "CCB")), Card(("BCC", "BBA"))])
    assert str(difference) == (
        "any two cards differ in at least 6 of 6 cells as they lie, and in 1 when one is turned"
    )
    assert difference.to_json() == {"cells": 6, "in_place": 6, "turned": 1}
