"""The measures of a card against sums over all throws, dice by dice; players; the predicate."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from statistics import pstdev

import pytest
from hypothesis import given

import data
from solver.geometry.cell import Cell
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, is_legal
from solver.penta_rush.fairness.card_fairness import MAX_PLACEMENTS_IN_TRIPLES, CardFairness
from solver.penta_rush.fairness.card_limits import FairnessLimits
from solver.penta_rush.fairness.player_model import (
    PLAYERS,
    best_of_2,
    best_of_3,
    greedy,
    row_scanner,
)
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.survey.card_survey import Survey
from tests.strategies import cards, points, roll_problems
from tests.support import cases

CARD = Card.parse("AABCD\nDCBAA\nABCDA")


def _fairness(card: Card, points: Points | None = None, symbols: str = "") -> CardFairness:
    return CardFairness(Survey(card, points or default_points(), symbols=symbols))


def _thrown(fairness: CardFairness) -> list[int]:
    """Return the optimum of every legal throw, dice by dice."""
    optimum = {row.roll.symbols: row.optimum for row in fairness.survey}
    throws = product(fairness.survey.symbols, repeat=5)
    return [optimum["".join(sorted(throw))] for throw in throws if is_legal(throw)]


@given(cards(largest=5, symbols=4, cells=20), points())
def test_the_distribution_of_the_optimum_is_that_of_all_throws(card: Card, points: Points) -> None:
    fairness = _fairness(card, points, "ABCD")
    values = _thrown(fairness)
    assert fairness.throws == len(values)
    assert fairness.optimum.mean == Fraction(sum(values), len(values))
    assert fairness.optimum.sd == pytest.approx(pstdev(values))
    assert (fairness.optimum.least, fairness.optimum.greatest) == (min(values), max(values))
    assert fairness.dud_chance == Fraction(values.count(0), len(values))
    counts = Counter(values)
    assert fairness.optimum.chances == {
        value: Fraction(count, len(values)) for value, count in sorted(counts.items())
    }
    for share in (Fraction(1, 20), Fraction(1, 2), Fraction(1)):
        below = sum(value <= fairness.optimum.quantile(share) for value in values)
        assert Fraction(below, len(values)) >= share


def test_symbols_are_counted_with_their_pairs_and_largest_component() -> None:
    counts = {
        symbol.symbol: (symbol.cells, symbol.pairs, symbol.largest_component)
        for symbol in _fairness(CARD).symbols
    }
    # A A B C D
    # D C B A A
    # A B C D A
    assert counts["A"] == (6, 3, 3)
    assert counts["B"] == (3, 1, 2)
    assert counts["C"] == (3, 0, 1)


def test_the_mean_of_a_symbol_is_over_the_throws_that_hold_it() -> None:
    fairness = _fairness(CARD)
    optimum = {row.roll.symbols: row.optimum for row in fairness.survey}
    for symbol in fairness.symbols:
        values = [
            optimum["".join(sorted(throw))]
            for throw in product("ABCD", repeat=5)
            if is_legal(throw) and symbol.symbol in throw
        ]
        assert symbol.mean == Fraction(sum(values), len(values))


@given(cards(largest=5, symbols=4, cells=20))
def test_every_placement_is_counted_by_its_cells_and_its_shape(card: Card) -> None:
    fairness = _fairness(card, symbols="ABCD")
    placements = sum(row.placements for row in fairness.survey)
    assert sum(fairness.placements_per_cell.values()) == 5 * placements
    assert sum(shape.placements for shape in fairness.shapes) == placements
    assert set(fairness.placements_per_cell) == card.cells
    assert fairness.dead_cells == [
        cell for cell, count in fairness.placements_per_cell.items() if not count
    ]


def test_the_chance_of_a_shape_is_its_share_of_the_best_packings() -> None:
    fairness = _fairness(CARD)
    chances: Counter[str] = Counter()
    for row in fairness.survey:
        if row.optimum:
            engine = BitsetEngine(RollProblem(CARD, row.roll, default_points()))
            best = [
                packing for packing in engine.packings() if engine.score(packing) == row.optimum
            ]
            assert len(best) == row.optimal
            for packing in best:
                for placement in engine.packing(packing):
                    chances[placement.shape] += Fraction(row.ways, fairness.throws * len(best))  # type: ignore[assignment]
    for shape in fairness.shapes:
        assert shape.in_best == chances[shape.shape]


@given(roll_problems(largest=5, cells=20, planted=3))
def test_the_best_of_2_or_3_is_the_mean_over_all_sets_of_placements(problem: RollProblem) -> None:
    engine = BitsetEngine(problem)
    count = len(engine.placements)
    for size, mean_score in ((2, best_of_2), (3, best_of_3)):
        sets = list(combinations(range(count), min(size, count)))
        total = sum(_best_score(engine, numbers) for numbers in sets)
        assert mean_score(engine) == Fraction(total, len(sets))


def _best_score(engine: BitsetEngine, numbers: tuple[int, ...]) -> int:
    packings = [
        packing
        for size in range(len(numbers) + 1)
        for packing in combinations(numbers, size)
        if all(engine.compatible[a] >> b & 1 for a, b in combinations(packing, 2))
    ]
    return max(engine.score(packing) for packing in packings)


@given(roll_problems(largest=6, cells=30, planted=4))
def test_no_player_beats_the_optimum_or_misses_the_only_placement(problem: RollProblem) -> None:
    engine = BitsetEngine(problem)
    optimum = engine.score(engine.unchecked_best())
    for score in PLAYERS.values():
        assert 0 <= score(engine) <= optimum
    for score in (greedy, row_scanner):
        assert bool(score(engine)) == bool(len(engine.placements))


def test_two_placements_of_one_shape_score_once() -> None:
    engine = BitsetEngine(RollProblem(Card.parse("ABCDE\nABCDE"), Roll("ABCDE"), default_points()))
    assert len(engine.placements) == 2
    assert [score(engine) for score in PLAYERS.values()] == [4, 4, 4, 4]


def test_the_row_scanner_takes_the_first_placement_and_the_greedy_player_a_better_one() -> None:
    card = Card.parse(data.samples("cards")["meadow"].read_text())
    engine = BitsetEngine(RollProblem(card, Roll("AABCD"), default_points()))
    assert greedy(engine) == 13  # one less than the optimum
    first = min(engine.placements, key=lambda placement: placement.cells[0])
    assert row_scanner(engine) >= first.points
    assert row_scanner(engine) < greedy(engine)


def test_relabelling_symbols_leaves_the_distribution_of_the_optimum() -> None:
    card = Card.parse(data.samples("cards")["meadow"].read_text())
    expected = _fairness(card).optimum
    for letters in list(permutations("ABCDEF"))[239::239]:
        relabelled = Card(
            tuple(line.translate(str.maketrans("ABCDEF", "".join(letters))) for line in card.lines)
        )
        assert _fairness(relabelled).optimum == expected


def test_the_sample_cards_are_fair_and_a_poor_one_is_not() -> None:
    for path in data.samples("cards").values():
        assert not FairnessLimits().reasons(_fairness(Card.parse(path.read_text())))
    assert FairnessLimits().reasons(_fairness(Card.parse("5x5:ABCDEFEFBDBACCAFAACFEBBDE")))


@cases(
    "limits reason",
    (
        FairnessLimits(max_sd=Fraction(3)),
        "the standard deviation of the best score is 3.30, more than 3",
    ),
    (FairnessLimits(min_mean=Fraction(13)), "the mean best score is 12.14, less than 13"),
    (FairnessLimits(min_mean=Fraction("12.14")), "the mean best score is 12.137, less than 12.14"),
    (FairnessLimits(min_optimum=Fraction(3)), "the lowest best score is 2, less than 3"),
    (
        FairnessLimits(min_five_chance=Fraction(9, 10)),
        "the chance of five shapes is 0.51, less than 0.9",
    ),
    (
        FairnessLimits(max_symbol_gap=Fraction("0.5")),
        "the gap between symbols is 0.65, more than 0.5",
    ),
)
def test_each_limit_is_a_reason_of_its_own(limits: FairnessLimits, reason: str) -> None:
    meadow = Card.parse(data.samples("cards")["meadow"].read_text())
    assert limits.reasons(_fairness(meadow)) == [reason]


def test_dead_cells_and_duds_are_reasons() -> None:
    card = Card.parse("ABCDE\nEEEEE\nEEEEE\nEEEEE")
    fairness = _fairness(card)
    assert Cell(3, 4) in fairness.dead_cells
    reasons = " ".join(FairnessLimits().reasons(fairness))
    assert "dead cells" in reasons
    assert "chance of a dud" in reasons


def test_a_value_equal_to_its_limit_keeps_it() -> None:
    # 2.6 and 0.2 are no binary fractions: limits are taken as typed.
    fairness = _fairness(Card.parse("ABCD\nBCDA\nCDAB"))
    limits = FairnessLimits(
        max_sd=Fraction(9),
        min_mean=fairness.optimum.mean,
        min_optimum=Fraction(0),
        max_dud_chance=fairness.dud_chance,
        max_symbol_gap=fairness.symbol_gap,
        min_five_chance=fairness.five_chance,
        max_dead_cells=Fraction(len(fairness.dead_cells)),
    )
    assert not limits.reasons(fairness)
    tighter = replace(limits, min_mean=fairness.optimum.mean + Fraction(1, 10**9))
    assert len(tighter.reasons(fairness)) == 1


def test_statistics_of_too_many_placements_are_left_out() -> None:
    lines = tuple("".join("ABC"[(row * row + col) % 3] for col in range(20)) for row in range(12))
    fairness = _fairness(Card(lines))
    assert max(row.placements for row in fairness.survey) > MAX_PLACEMENTS_IN_TRIPLES
    assert fairness.player_means["finder of 3"] is None
    assert fairness.player_means["greedy"] is not None
    assert all(shape.in_best is None for shape in fairness.shapes)
