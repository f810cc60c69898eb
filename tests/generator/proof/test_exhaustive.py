"""Which score every roll of a small card can reach at once: the search, and CP-SAT."""

from itertools import product

import pytest

import data
from generator.proof.exhaustive import search, tile_sets
from generator.proof.problem import MinimumValueProblem
from generator.proof.program import search_by_program
from generator.proof.proof import Engine, find_or_refute
from solver.errors import UndecidedError
from solver.geometry.bitset import bits
from solver.geometry.cell import Cell
from solver.geometry.polyomino import pentomino_of
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.survey.card_survey import Survey, survey_many
from tests.support import slow

FLAT = (1,) * 12
RISING = (3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8)


# Of three symbols: a card that is flat at the greatest value that all rolls can have at once.
RICHEST = [
    ("3x3:BCBCAACCB", 4),
    ("3x4:AAABBCACCCBB", 6),
    ("3x5:ACABBCBBCBCBAAC", 7),
    ("3x6:BCABAACABCCBBACBAC", 10),
    ("3x7:ABABCAABCCBBBCAABCACA", 11),
    ("3x8:ABCABABBABACBCCACCBCABCA", 13),
    ("3x9:AABCBAABABCACABCBCCCABCBCAA", 14),
    slow("3x10:ABBCACBACCCBCABCABABBACABAACCB", 16),
    ("3x11:BABBACAACBACACCACBBCABCBACBCBCAAC", 18),
    ("4x4:BAAABBCBACACACBB", 8),
    ("4x5:BBCAAAAABBBBCCCACBAC", 11),
    ("4x6:ABBCACACAACBBCBBACBACABC", 14),
    ("4x7:BCAABBABACBCABCBACBACBCCABAC", 15),
    ("4x8:ABABCBCCCBCBBBAAAACACACBBBCACBCA", 18),
    ("5x6:BABCABCCBCABBABABCAACABCCCBACA", 18),
]


def _least_optimum(card: Card, points: Points, symbols: str) -> int:
    return min(row.optimum for row in Survey(card, points, symbols=symbols))


def _highest_of_all_cards(rows: int, cols: int, symbols: str, points: Points) -> int:
    """Return the greatest least optimum of all cards that begin with the first symbol."""
    cards = [
        Card(tuple("".join(cells)[at : at + cols] for at in range(0, rows * cols, cols)))
        for cells in product(symbols, repeat=rows * cols)
        if cells[0] == symbols[0]
    ]
    figures = survey_many(cards, points, symbols=symbols, max_counted=0)
    return int(figures[:, :, 2].min(axis=1).max())


@pytest.mark.parametrize(("rows", "cols"), [slow(2, 5), (3, 3), (5, 2)])
@pytest.mark.parametrize("values", [default_points().values, slow(FLAT), slow(RISING)])
def test_the_search_agrees_with_the_survey_of_all_cards_of_a_size(
    rows: int, cols: int, values: tuple[int, ...]
) -> None:
    points = Points(values)
    best = _highest_of_all_cards(rows, cols, "ABC", points)
    richer = MinimumValueProblem(rows, cols, "ABC", points, best + 1)
    assert search(richer).card is None
    assert search_by_program(richer) is None
    if best:
        best_problem = MinimumValueProblem(rows, cols, "ABC", points, best)
        for found in (search(best_problem).card, search_by_program(best_problem)):
            assert found is not None
            assert _least_optimum(found, points, "ABC") == best


@pytest.mark.slow
def test_the_search_agrees_with_the_survey_of_all_3x4_cards() -> None:
    best = _highest_of_all_cards(3, 4, "ABC", default_points())
    assert best == 6
    assert search(MinimumValueProblem(3, 4, "ABC", default_points(), 7)).card is None


@pytest.mark.parametrize(
    ("rows", "cols", "symbols", "value"),
    [(3, 5, "ABC", 7), (2, 6, "ABC", 4), (4, 3, "ABC", 6), (4, 5, "ABC", 11), (4, 4, "ABCD", 0)],
)
def test_a_card_that_meets_the_minimum_passes_the_survey(
    rows: int, cols: int, symbols: str, value: int
) -> None:
    found = search(MinimumValueProblem(rows, cols, symbols, default_points(), value)).card
    assert found is not None
    assert _least_optimum(found, default_points(), symbols) >= value


def _score(tile: int, points: Points, *, cols: int) -> int:
    """Return what a *tile*, whose cells are numbered row by row, is worth."""
    shape = pentomino_of(Cell(*divmod(number, cols)) for number in bits(tile))
    assert shape is not None
    return points[shape]


def test_tile_sets_are_minimal_and_different() -> None:
    points = default_points()
    found = list(tile_sets(MinimumValueProblem(4, 5, "ABC", points, 10)))
    assert len(set(map(frozenset, found))) == len(found) > 0
    for tiles in found:
        assert sum(tiles).bit_count() == 5 * len(tiles)
        scores = [_score(tile, points, cols=5) for tile in tiles]
        assert sum(scores) - min(scores) < 10 <= sum(scores)


@pytest.mark.parametrize(("text", "value"), RICHEST)
def test_a_flat_card_of_three_symbols_is_as_rich_as_any_of_its_size(text: str, value: int) -> None:
    card = Card.parse(text)
    assert {row.optimum for row in Survey(card, default_points())} == {value}
    richer = MinimumValueProblem(card.rows, card.cols, "ABC", default_points(), value + 1)
    assert find_or_refute(richer).card is None


@pytest.mark.slow
@pytest.mark.parametrize(("text", "value"), [each for each in RICHEST if "3x10" not in each[0]])
def test_cp_sat_confirms_it(text: str, value: int) -> None:
    """It takes minutes, and of 3x10 cells more than eight."""
    card = Card.parse(text)
    richer = MinimumValueProblem(card.rows, card.cols, "ABC", default_points(), value + 1)
    assert find_or_refute(richer, Engine.CP_SAT).card is None


def test_pocket_is_flat_at_14() -> None:
    card = Card.parse(data.samples("cards")["pocket"].read_text(encoding="utf-8"))
    assert {row.optimum for row in Survey(card, default_points())} == {14}


@pytest.mark.parametrize(("rows", "cols", "value"), [(5, 3, 8), (2, 7, 8)])
def test_the_engines_agree_that_no_card_is_so_rich(rows: int, cols: int, value: int) -> None:
    problem = MinimumValueProblem(rows, cols, "ABC", default_points(), value)
    assert search(problem).card is None
    assert search_by_program(problem) is None


@pytest.mark.slow
def test_no_5x5_card_of_three_symbols_is_richer_than_14() -> None:
    richer = MinimumValueProblem(5, 5, "ABC", default_points(), 15)
    assert search(richer).card is None
    assert search_by_program(richer) is None
    assert search(MinimumValueProblem(5, 5, "ABC", default_points(), 14)).card is not None


def test_tile_sets_that_would_fill_the_memory_are_refused() -> None:
    with pytest.raises(UndecidedError, match="more than 200,000 ways to lay tiles worth 17"):
        search(MinimumValueProblem(9, 9, "ABCDEF", default_points(), 17))
    with pytest.raises(UndecidedError, match="more than 100,000 variables"):
        search_by_program(MinimumValueProblem(9, 9, "ABCDEF", default_points(), 17))
