"""The measures of a card against sums over all throws, dice by dice; players; the predicate."""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations, product
from pathlib import Path
from statistics import pstdev
from typing import Any

import pytest
from hypothesis import given

import data
import penta
from solver.errors import UndecidedError
from solver.geometry.cell import Cell
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, is_legal
from solver.penta_rush.fairness.card_fairness import MAX_PLACEMENTS_IN_TRIPLES, CardFairness
from solver.penta_rush.fairness.distribution import Distribution
from solver.penta_rush.fairness.limits import FairnessLimits, usual_limits
from solver.penta_rush.fairness.player_model import (
    PLAYERS,
    best_of_2,
    best_of_3,
    greedy,
    row_scanner,
)
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.survey.card_survey import Survey
from tests.strategies import cards, points, roll_problems
from tests.support import Run, cases, slow

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
        symbol.symbol: (symbol.cells, symbol.pairs, symbol.patch)
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
    optimum = engine.score(engine.unchecked_best)
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
    slow(
        FairnessLimits(min_mean=Fraction("12.14")), "the mean best score is 12.137, less than 12.14"
    ),
    (FairnessLimits(min_optimum=Fraction(3)), "the lowest best score is 2, less than 3"),
    slow(
        FairnessLimits(min_five_chance=Fraction(9, 10)),
        "the chance of five shapes is 0.51, less than 0.9",
    ),
    slow(
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


BENCHMARK = Path(__file__).parents[4] / "benchmarks" / "baseline.py"
SMALL = "5x6:ABCDEFFEDCBAABCDEFAACCEEBDFBDF"
UNKNOWN = "3x4:ABCDBCDACDAB"
LINES = [
    line
    for line in data.read("fair_limits.txt").splitlines()
    if not line.startswith("#") and not line.startswith("size")
]


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "rush", "check")


def _limits(answer: dict[str, Any]) -> dict[str, float | None]:
    return {each["measure"]: each["limit"] for each in answer["limits"]}


def test_10x10_cards_of_six_symbols_keep_the_limits_that_they_had(run: Run) -> None:
    answer = json.loads(run("meadow", "--json")[1])
    assert list(_limits(answer).values()) == [10.8, 1, None, 3.75, 0, 1.75, 0]
    assert "random 10x10 cards with 6 symbols; 6.9 % of them" in answer["limits_from"]


@pytest.mark.parametrize("size", [("4x5", "4"), slow(("5x4", "4")), slow(("5x6", "6"))])
def test_the_file_has_what_its_command_finds_for_a_size(size: tuple[str, str]) -> None:
    command = [sys.executable, str(BENCHMARK), *size]
    ended = subprocess.run(command, check=True, capture_output=True, text=True)
    assert ended.stdout.splitlines()[0] in LINES


@pytest.mark.slow
def test_a_size_that_the_file_leaves_out_is_one_with_too_many_duds() -> None:
    command = [sys.executable, str(BENCHMARK), "4x4", "8"]
    ended = subprocess.run(command, check=True, capture_output=True, text=True)
    assert ended.stdout == "no limits\n"
    assert not any(line.split()[:2] == ["4x4", "8"] for line in LINES)


def test_every_line_has_limits_that_some_random_cards_keep_and_not_one_is_there_twice() -> None:
    rows = [line.split() for line in LINES]
    assert len({(size, symbols) for size, symbols, *_ in rows}) == len(rows) == 361
    for size, _, *limits in rows:
        low, high = map(int, size.split("x"))
        assert 4 <= low <= high <= 14
        assert len(limits) == 6
        assert Fraction(limits[-1]) > Fraction("0.02")


def test_a_small_card_is_judged_by_the_limits_of_its_size_however_it_lies(run: Run) -> None:
    lying = json.loads(run(SMALL, "--json")[1])
    card = Card.parse(SMALL)
    turned = "6x5:" + "".join("".join(column) for column in zip(*card.lines, strict=True))
    standing = json.loads(run(turned, "--json")[1])
    assert _limits(lying) == _limits(standing)
    assert _limits(lying)["mean best score"] == 3.04
    assert lying["reasons"] == standing["reasons"]
    assert not any("10.8" in reason for reason in lying["reasons"])


def test_the_number_of_symbols_is_that_of_the_dice(run: Run) -> None:
    _, out, _ = run("8x8:" + "ABCDABDCBCDACDBA" * 4, "--symbols", "ABCDE", "--json")
    answer = json.loads(out)
    assert "8x8 cards with 5 symbols" in answer["limits_from"]


def test_given_limits_win_over_those_of_the_size(run: Run) -> None:
    _, out, _ = run(SMALL, "--max-sd", "9", "--min-optimum", "0", "--json")
    answer = json.loads(out)
    assert _limits(answer)["standard deviation of the best score"] == 9
    assert _limits(answer)["mean best score"] == 3.04
    assert answer["limits_from"].startswith("the limits that are not given are taken from random")


def test_a_size_without_limits_is_undecided_and_says_so(run: Run) -> None:
    code, out, _ = run(UNKNOWN)
    assert code == 3
    assert out.startswith(
        "a 3x4 card: undecided\n  there are no limits for 3x4 cards with 4 symbols\n"
    )
    code, out, _ = run(UNKNOWN, "--json")
    answer = json.loads(out)
    assert code == 3
    assert answer["fair"] is None
    assert answer["reasons"] == [answer["limits_from"]]
    assert {*_limits(answer).values()} == {None}
    assert answer["mean"] == pytest.approx(2.6)


def test_without_limits_of_the_size_the_given_ones_decide(run: Run) -> None:
    code, out, _ = run(UNKNOWN, "--min-mean", "2")
    assert code == 0
    assert "There are no other limits for 3x4 cards with 4 symbols.\n" in out
    assert run(UNKNOWN, "--min-mean", "3")[0] == 1


def test_other_points_have_no_limits(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "points.toml"
    file.write_text(str(Points((1,) * 12)), encoding="utf-8")
    code, out, _ = run("meadow", "--points", str(file))
    assert code == 3
    assert "there are no limits for tiles worth F1 I1 L1 N1" in " ".join(out.split())


def test_a_set_is_judged_by_its_own_limits_whatever_its_cards_have(run: Run) -> None:
    code, out, _ = run(UNKNOWN, UNKNOWN)
    assert code == 0
    assert out.startswith("set of 2 cards: fair\n")
    assert out.count("a 3x4 card: undecided\n") == 2


def test_the_library_decides_only_where_there_are_limits() -> None:
    fairness = penta.fairness(Card.parse(UNKNOWN))
    assert usual_limits(fairness) is None
    with pytest.raises(UndecidedError, match="no limits for 3x4 cards with 4 symbols"):
        FairnessLimits().reasons(fairness)
    assert FairnessLimits(min_mean=Fraction(3)).reasons(fairness)
    assert not FairnessLimits(None, None, None, None, None, None, None).reasons(fairness)


def test_a_generated_card_is_judged_by_the_limits_of_its_size(typed: Run) -> None:
    args = ["--rows", "4", "--cols", "5", "--symbols", "4", "--steps", "9", "--seed", "1"]
    _, out, _ = typed("generate", "grey", *args, "--json")
    made = json.loads(out)
    checked = json.loads(typed("rush", "check", made["card"], "--json")[1])
    assert made["limits"] == checked["limits"]
    assert "4x5 cards with 4 symbols" in made["limits_from"]


@pytest.mark.parametrize("values", [[0], [0, 29], [7, 37], [0, 30, 31, 5_000_000]])
def test_bars_hold_every_chance_and_are_of_one_width_and_at_most_thirty(values: list[int]) -> None:
    distribution = Distribution(dict.fromkeys(values, Fraction(1, len(values))))
    bars = distribution.histogram()
    assert sum(bar.chance for bar in bars) == 1
    assert len(bars) <= 30
    assert len({bar.last - bar.first for bar in bars}) == 1
    assert bars[0].first == values[0]
    assert bars[-1].first <= values[-1] <= bars[-1].last


def test_a_quantile_is_the_least_value_that_reaches_the_share() -> None:
    distribution = Distribution({1: Fraction(1, 4), 5: Fraction(1, 4), 9: Fraction(1, 2)})
    assert [distribution.quantile(Fraction(n, 4)) for n in range(5)] == [1, 1, 5, 9, 9]
