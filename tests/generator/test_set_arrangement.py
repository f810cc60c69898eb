"""Cards of a set are laid out, and chosen, so that no two of them look alike."""

import random
from itertools import product

import pytest

from generator.constraints import LayoutConstraints
from generator.set_arrangement import first_apart, lay_out, relabelled
from solver.geometry.symmetry import grid_orientations
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.likeness import VisibleDifference


def _card(rows: int, cols: int, symbols: str, seed: int) -> Card:
    rng = random.Random(seed)
    return Card(tuple("".join(rng.choices(symbols, k=cols)) for _ in range(rows)))


def _all(_: Card) -> bool:
    return True


@pytest.mark.parametrize(("rows", "cols"), [(3, 5), (4, 4), (1, 6), (5, 2)])
def test_no_way_to_lay_the_cards_makes_them_differ_more(rows: int, cols: int) -> None:
    cards = [_card(rows, cols, "ABC", seed) for seed in range(3)]
    laid = lay_out(cards, 0, _all)
    ways = [
        [Card(lines) for _, lines in grid_orientations(card.lines) if len(lines) == rows]
        for card in cards
    ]
    assert laid[0] == cards[0]
    assert all(card in choice for card, choice in zip(laid, ways, strict=True))
    figures = (VisibleDifference.of_cards([cards[0], *rest]) for rest in product(*ways[1:]))
    most = max((figure.turned, figure.in_place) for figure in figures)
    found = VisibleDifference.of_cards(laid)
    assert (found.turned, found.in_place) == most


def test_one_card_for_two_players_differs_in_most_cells_flipped_but_not_for_three() -> None:
    card = _card(9, 9, "ABCDEF", 5)
    assert VisibleDifference.of_cards(lay_out([card] * 2, 0, _all)).turned >= 50
    three = VisibleDifference.of_cards(lay_out([card] * 3, 0, _all))
    assert three.turned == 0
    assert three.in_place >= 50


def test_a_card_is_only_laid_as_it_keeps_its_constraints() -> None:
    card = Card(("AABB", "ACDB", "CABD", "CCDD"))
    mirror = LayoutConstraints(symmetry="mirror")
    assert not mirror.violations(card, "ABCD")
    laid = lay_out([card] * 2, 0, lambda one: not mirror.violations(one, "ABCD"))
    assert not mirror.violations(laid[1], "ABCD")
    assert laid[1] != card


def test_the_first_set_that_is_apart_is_taken_else_the_one_that_differs_most() -> None:
    card = _card(4, 5, "ABCD", 1)
    swap = {"A": "B", "B": "A", "C": "C", "D": "D"}
    identity = {symbol: symbol for symbol in "ABCD"}
    sets = [
        relabelled(card, [identity] * 3),
        relabelled(card, [identity, swap, {**swap, "C": "D", "D": "C"}]),
        relabelled(
            card, [dict(zip("ABCD", labels, strict=True)) for labels in ("ABCD", "BCDA", "CDAB")]
        ),
    ]
    turned = [VisibleDifference.of_cards(lay_out(cards, 0, _all)).turned for cards in sets]
    assert turned[0] < turned[1] < turned[2]
    for least, number in ((0, 0), (turned[1], 1), (turned[2], 2), (20, 2)):
        laid = lay_out(sets[number], least, _all)
        assert first_apart(sets, least, _all, turned=True) == laid
    in_place = VisibleDifference.of_cards(lay_out(sets[0], 20, _all)).in_place
    assert in_place > turned[0]
    assert first_apart(sets, in_place, _all, turned=False) == lay_out(sets[0], in_place, _all)


@pytest.mark.parametrize("least", [0, 9, 12])
def test_the_cells_asked_for_as_the_cards_lie_come_first(least: int) -> None:
    cards = [_card(4, 4, "ABC", seed) for seed in (0, 0, 7)]
    laid = VisibleDifference.of_cards(lay_out(cards, least, _all))
    assert laid.in_place >= min(least, 9)
    assert laid.turned <= VisibleDifference.of_cards(lay_out(cards, 0, _all)).turned
