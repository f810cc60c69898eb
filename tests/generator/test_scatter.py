"""Scattered cards: the referee, the search, and what a random card is like."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product
from statistics import mean

import pytest

from generator.annealing.kernel.state import is_scattered
from generator.annealing.population import search
from generator.annealing.schedule import AnnealingSchedule
from generator.annealing.tables import search_tables
from generator.constraints import LayoutConstraints
from generator.proposal import propose
from generator.scatter import equal_chance, most_equal_neighbours, moved_pairs, scatter_violations
from generator.spec import CompleteSpec
from penta import sample_cards
from solver.penta_rush.card import Card
from solver.penta_rush.points import default_points
from tests.generator.annealing.objectives import card_objective

SIZES = [(10, 10, 6), (6, 9, 4), (5, 5, 3), (1, 7, 3), (12, 8, 7)]


def _equal(card: Card) -> int:
    """Count the equal neighbours, by the lines and the cols of the card."""
    lines = [*card.lines, *("".join(col) for col in zip(*card.lines, strict=True))]
    return sum(line[at] == line[at + 1] for line in lines for at in range(len(line) - 1))


def _card(rows: int, cols: int, symbols: str, rng: random.Random) -> Card:
    return propose(rows, cols, symbols, LayoutConstraints(), rng)


@pytest.mark.parametrize(("rows", "cols", "symbols"), SIZES)
def test_the_limit_is_by_a_fifth_above_random_cards(rows: int, cols: int, symbols: int) -> None:
    rng, letters = random.Random(rows), "ABCDEFG"[:symbols]
    found = mean(_equal(_card(rows, cols, letters, rng)) for _ in range(400))
    edges = rows * (cols - 1) + cols * (rows - 1)
    assert edges * equal_chance(rows, cols, symbols) == pytest.approx(found, rel=0.1, abs=0.1)
    assert found <= 1 + most_equal_neighbours(rows, cols, symbols) <= 1.2 * found * 1.1 + 1.2


@pytest.mark.parametrize(("rows", "cols", "symbols"), SIZES)
def test_hardly_a_random_card_shows_a_turn_or_flip(rows: int, cols: int, symbols: int) -> None:
    rng, letters = random.Random(cols), "ABCDEFG"[:symbols]
    cards = [_card(rows, cols, letters, rng) for _ in range(200)]
    shown = [
        card for card in cards if any("turn" in each for each in scatter_violations(card, symbols))
    ]
    assert len(shown) <= 2


def test_each_turn_and_flip_is_seen() -> None:
    # A square card has three turns, of which the quarters pair the same cells, and four flips.
    assert sorted(map(len, moved_pairs(4, 4))) == [6, 6, 8, 8, 8, 16]
    assert sorted(map(len, moved_pairs(3, 4))) == [4, 6, 6]
    rng = random.Random(1)
    plain = _card(8, 8, "ABCDEF", rng)
    upper = plain.lines[:4]
    mirrored = Card((*upper, *reversed(upper)))
    turned = Card((*upper, *(line[::-1] for line in reversed(upper))))
    sideways = Card(tuple(line[:4] + line[:4][::-1] for line in plain.lines))
    diagonal = Card(
        tuple("".join(plain.lines[min(at)][max(at)] for at in ((row, col) for col in range(8)))
              for row in range(8))
    )  # fmt: skip
    for card in (mirrored, turned, sideways, diagonal):
        reasons = list(scatter_violations(card, 6))
        assert any(reason.startswith("a turn or flip takes") for reason in reasons), card
    assert not any("turn" in reason for reason in scatter_violations(plain, 6))


def test_many_equal_neighbours_are_told() -> None:
    card = Card(("AABB", "AABB", "CCDD", "CCDD"))
    assert _equal(card) == 16
    first, *_ = scatter_violations(card, 4)
    assert first == f"16 neighbours are equal, more than {most_equal_neighbours(4, 4, 4)}"


@pytest.mark.parametrize(("rows", "cols", "symbols"), [(6, 7, "ABCDEF"), (5, 5, "ABC")])
def test_the_search_and_the_referee_agree(rows: int, cols: int, symbols: str) -> None:
    constraints, verdicts = LayoutConstraints(scatter=True), []
    tables = search_tables(rows, cols, symbols, default_points(), constraints)
    objective = card_objective(rows, cols, symbols, 800, constraints=constraints)
    for seed, copied in product(range(20), range(0, rows * cols // 2, 3)):
        rng = random.Random(seed)
        cells = list("".join(_card(rows, cols, symbols, rng).lines))
        for cell in rng.sample(range(rows * cols // 2), copied):  # so much of a half-turn shows
            cells[-1 - cell] = cells[cell]
        state = objective.state_of("".join(cells))
        card = objective.card("".join(cells))
        assert state.equal[0] == _equal(card)
        verdicts.append(is_scattered(tables, state))
        assert verdicts[-1] == (not list(scatter_violations(card, len(symbols))))
    assert set(verdicts) == {False, True}


def test_a_search_ends_with_a_scattered_card_even_if_it_starts_with_another() -> None:
    like = Card.parse("6x6:AABBCCAABBCCDDEEFFDDEEFFAABBCCAABBCC")
    constraints = LayoutConstraints(scatter=True, even=False)
    spec = CompleteSpec(
        target=Fraction(4), steps=3000, seed=1, rows=6, cols=6, constraints=constraints
    )
    steppe = sample_cards().cards["steppe"]
    for start in (None, like, steppe):
        side = 10 if start is steppe else 6
        changed = replace(spec, like=start, rows=side, cols=side)
        *_, last = search(AnnealingSchedule.for_spec(changed), map)
        assert last.is_feasible
        assert not constraints.violations(last.cards[0], "ABCDEF")
