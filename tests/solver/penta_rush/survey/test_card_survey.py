"""Surveys: plain and compiled, against each other, CP-SAT and the known counts; heavy cards."""

import json
import random
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given

import data
from solver.errors import CardError, RollError, UndecidedError
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.cover_engine import CpSatEngine
from solver.penta_rush.dice import Roll, rolls, ways
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.survey import kernel, tables
from solver.penta_rush.survey.card_survey import (
    MAX_BEST_PACKINGS,
    MAX_COUNTED,
    RollSurvey,
    Survey,
    survey_many,
)
from solver.penta_rush.survey.kernel import UNCOUNTED
from solver.penta_rush.survey.tables import count_rolls, placement_table, roll_table
from tests import oracles
from tests.strategies import cards, points
from tests.support import ROOT, Patch, cases, slow

KNOWN = json.loads((ROOT / "tests" / "counts" / "rush.json").read_text("utf-8"))
SIX = "ABCDEF"


def _balanced(rng: random.Random, rows: int = 10, cols: int = 10) -> Card:
    symbols = [SIX[number % 6] for number in range(rows * cols)]
    rng.shuffle(symbols)
    starts = range(0, rows * cols, cols)
    return Card(tuple("".join(symbols[start : start + cols]) for start in starts))


def _of(seed: int, symbols: str, rows: int, cols: int) -> Card:
    """Return a card of *symbols* by chance."""
    rng = random.Random(seed)
    return Card(tuple("".join(rng.choice(symbols) for _ in range(cols)) for _ in range(rows)))


def _clumpy(rng: random.Random) -> Card:
    """Return a card on which a symbol is often that of its neighbour."""
    lines = [[rng.choice(SIX) for _ in range(9)] for _ in range(8)]
    for _ in range(150):
        row, col = rng.randrange(8), rng.randrange(8)
        lines[row][col] = lines[row][col + 1]
    return Card(tuple(map("".join, lines)))


def _results(rows: Sequence[RollSurvey]) -> list[list[int | None]]:
    """Return *rows* as the kernel has them: with no size where packings are not counted."""
    no = int(UNCOUNTED)
    return [
        [row.placements, no, row.optimum, no, no]
        if row.packings is None
        else [row.placements, row.packings, row.optimum, row.optimal, row.max_size]
        for row in rows
    ]


@pytest.mark.parametrize("name", list(KNOWN["cards"]))
def test_the_sample_cards_have_the_known_sums(name: str) -> None:
    rows = Survey(Card.parse(data.samples("cards")[name].read_text()), default_points()).rows
    known = KNOWN["cards"][name]
    assert sum(row.optimum for row in rows) == known["optima"]
    assert sum(row.packings or 0 for row in rows) == known["packings"]
    assert [row.roll for row in rows] == list(rolls(SIX))
    assert sum(row.ways for row in rows) == 6120


@given(cards(largest=6, symbols=5, cells=20), points())
def test_a_survey_is_what_brute_force_finds(card: Card, points: Points) -> None:
    for row in Survey(card, points, symbols="ABCDE"):
        if not set(row.roll.symbols) <= set(card.symbols):
            assert _results([row]) == [[0, 0, 0, 0, 0]]
            continue
        packings = [*oracles.packings(RollProblem(card, row.roll, points))]
        scores = [sum(points[letter] for letter, _ in packing) for packing in packings]
        best = max(scores, default=0)
        assert (row.ways, row.packings) == (ways(row.roll), len(packings))
        assert (row.optimum, row.optimal) == (best, scores.count(best))
        assert row.max_size == max(map(len, packings), default=0)


@given(cards(largest=12, symbols=6, cells=60), points(most=9))
@example(
    Card.parse("7x8:AAAAAAAAABCBCCBCAACAAAAAACACBCBCABCBACACAAAAAAABAAAAAAAA"), Points((1,) * 12)
)
def test_the_kernel_agrees_with_plain_python(card: Card, points: Points) -> None:
    results = survey_many([card], points, symbols=SIX)
    assert results[0].tolist() == _results(Survey(card, points, symbols=SIX).rows)


def test_cards_surveyed_together_are_those_surveyed_alone_whatever_the_jobs() -> None:
    rng = random.Random(3)
    many = [_balanced(rng, 7, 9) for _ in range(150)]
    together = survey_many(many, default_points(), jobs=3)
    assert together.tolist() == [survey_many([card], default_points())[0].tolist() for card in many]


def test_without_counting_only_placements_and_optima_are_known() -> None:
    card = _balanced(random.Random(4))
    full = survey_many([card], default_points())[0]
    quick = survey_many([card], default_points(), max_counted=0)[0]
    assert (quick[:, [0, 2]] == full[:, [0, 2]]).all()
    assert (quick[full[:, 0] > 0][:, [1, 3, 4]] == UNCOUNTED).all()


@cases("card", _of(5, "AABBC", 6, 7), slow(_balanced(random.Random(12), 7, 20)))
def test_placements_or_cells_that_need_more_words_are_counted_alike(card: Card) -> None:
    rows = Survey(card, default_points()).rows
    assert max(row.placements for row in rows) > 64 or len(card.cells) > 128
    assert survey_many([card], default_points())[0].tolist() == _results(rows)


def test_a_heavy_roll_has_its_optimum_and_no_wrong_count() -> None:
    card = _of(6, "AAAABBBBC", 20, 20)
    rows = Survey(card, default_points()).rows
    heavy = [row for row in rows if row.placements > MAX_COUNTED]
    assert heavy
    for row in heavy:
        assert (row.packings, row.optimal, row.max_size) == (None, None, 5)
        assert row.optimum == 18  # 4 + 4 + 4 + 3 + 3: no packing is worth more
    found = survey_many([card], default_points())[0].tolist()
    results = dict(zip(rolls("ABC"), found, strict=True))
    for row in heavy:
        assert results[row.roll] == [row.placements, UNCOUNTED, 18, UNCOUNTED, UNCOUNTED]


def test_two_symbols_alone_allow_no_roll_and_dice_of_six_only_duds() -> None:
    card = _of(7, "AAAAAAABBB", 10, 10)
    with pytest.raises(RollError, match="at least 3 symbols"):
        Survey(card, default_points())
    rows = Survey(card, default_points(), symbols=SIX).rows
    assert len(rows) == 126
    assert not any(row.optimum for row in rows)


def test_cards_and_dice_must_go_together() -> None:
    card = _balanced(random.Random(8))
    with pytest.raises(CardError, match="expected symbols of the dice"):
        Survey(card, default_points(), symbols="ABCDE")
    with pytest.raises(CardError, match="expected all 10x10, found 9x10"):
        survey_many([card, Card(card.lines[:9])], default_points())
    for many, jobs in ((list[Card](), 1), ([card], 0)):
        with pytest.raises(CardError, match="expected at least one card and one job"):
            survey_many(many, default_points(), symbols=SIX, jobs=jobs)


@pytest.mark.slow
def test_26_symbols_have_their_rolls() -> None:
    card = Card(("ABCDEFGHIJKLM", "NOPQRSTUVWXYZ"))
    results = survey_many([card], default_points())[0]
    all_rolls = list(rolls(card.symbols))
    assert len(results) == len(all_rolls)
    for roll in ("ABCDE", "ABCNO", "BCDOP"):
        problem = RollProblem(card, Roll(roll), default_points())
        assert results[all_rolls.index(problem.roll)][2] == BitsetEngine(problem).score(
            BitsetEngine(problem).unchecked_best
        )


@pytest.mark.slow
def test_flat_points_make_no_list_of_millions_of_best_packings() -> None:
    card = _of(9, "AABBCD", 8, 8)
    flat = Points((1,) * 12)
    rows = Survey(card, flat).rows
    assert max(row.optimal or 0 for row in rows) > 10**5
    for row in rows:
        if row.max_size == 5:  # all packings of five are best, and only they
            engine = BitsetEngine(RollProblem(card, row.roll, flat))
            assert row.optimal == engine.count_by_size()[4]


@given(cards(largest=8, symbols=4, cells=40), points(most=3))
@example(_of(9, "AABBCD", 8, 8), Points((1,) * 12))
def test_without_counting_all_packings_the_best_are_known_unless_they_are_many(
    card: Card, points: Points
) -> None:
    quick = Survey(card, points, symbols="ABCDEF")
    quick.search(counts_packings=False)
    for row, full in zip(quick, Survey(card, points, symbols="ABCDEF"), strict=True):
        are_few = full.optimal is not None and full.optimal <= MAX_BEST_PACKINGS
        assert row.optimal == (full.optimal if are_few else None)
        assert row.packings == (None if full.placements else 0)
        assert row == full._replace(packings=row.packings, optimal=row.optimal)


def test_a_symbol_given_twice_is_one() -> None:
    card = _balanced(random.Random(10), 6, 7)
    for symbols in ("AABCDEF", "FEDCBA"):
        results = survey_many([card], default_points(), symbols=symbols)
        assert results.tolist() == survey_many([card], default_points()).tolist()
        assert Survey(card, default_points(), symbols=symbols).rows == (
            Survey(card, default_points()).rows
        )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_kernel_and_plain_python_agree_on_random_cards(seed: int) -> None:
    rng = random.Random(seed)
    many = [_clumpy(rng) for _ in range(25)] + [_balanced(rng, 8, 9) for _ in range(25)]
    results = survey_many(many, default_points(), symbols=SIX, jobs=2).tolist()
    for card, rows in zip(many, results, strict=True):
        assert rows == _results(Survey(card, default_points(), symbols=SIX).rows)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_kernel_plain_and_cp_sat_agree_on_small_clumpy_cards(seed: int) -> None:
    rng = random.Random(2000 + seed)
    points = Points(tuple(rng.choice([1, 1, 2, 3, 7]) for _ in range(12)))
    many = [Card(tuple(line[:6] for line in _clumpy(rng).lines[:5])) for _ in range(50)]
    results = survey_many(many, points, symbols=SIX).tolist()
    for card, rows in zip(many, results, strict=True):
        assert rows == _results(Survey(card, points, symbols=SIX).rows)
        for roll, row in zip(rolls(SIX), rows, strict=True):
            if row[0] > 1:  # of none or one there is nothing to choose
                assert CpSatEngine(RollProblem(card, roll, points)).optimum() == row[2]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_kernel_and_cp_sat_agree_on_optima(seed: int) -> None:
    rng = random.Random(1000 + seed)
    card = _clumpy(rng) if seed % 2 else _balanced(rng)
    results = survey_many([card], default_points(), symbols=SIX)[0].tolist()
    for roll, row in zip(rolls(SIX), results, strict=True):
        if set(roll.symbols) <= set(card.symbols):
            assert CpSatEngine(RollProblem(card, roll, default_points())).optimum() == row[2]


def _heavy_card() -> Card:
    """Return a card on which counting the packings takes ten seconds and more."""
    return _of(5, "ABCDE", 20, 19)


def test_after_the_deadline_no_roll_is_counted() -> None:
    card, five = _heavy_card(), list(rolls("ABCDE"))
    counted = count_rolls(card, default_points(), "ABCDE", five, deadline=time.monotonic() - 1)
    assert list(counted) == [None] * len(five)


def test_when_time_is_up_optima_are_known_and_packings_are_not_counted(monkeypatch: Patch) -> None:
    def too_late(*args: Any, deadline: float | None) -> Iterator[None]:
        assert deadline is not None
        yield from (None for _ in args[-1])

    monkeypatch.setattr(tables, "count_rolls", too_late)
    survey = Survey(_heavy_card(), default_points())
    survey.search(deadline=time.monotonic() + 3600)
    assert [row.roll for row in survey.rows] == list(rolls("ABCDE"))
    uncounted = [row for row in survey.rows if row.packings is None]
    assert any(row.placements <= MAX_COUNTED for row in uncounted)
    quick = survey_many([survey.card], default_points(), max_counted=0)[0].tolist()
    assert [row.optimum for row in survey.rows] == [row[2] for row in quick]
    assert {(row.optimal, row.max_size) for row in uncounted} == {(None, 5)}


def test_a_deadline_that_is_over_leaves_a_search_undecided() -> None:
    survey = Survey(_balanced(random.Random(13), 5, 6), default_points())
    with pytest.raises(UndecidedError, match="0 of 126 rolls surveyed"):
        survey.search(deadline=time.monotonic() - 1)
    assert survey.known == []
    assert len(survey.rows) == len(survey.known) == 126  # a new search, to the end


def test_a_deadline_that_does_not_come_changes_nothing() -> None:
    card = _balanced(random.Random(14), 12, 14)
    patient = Survey(card, default_points())
    done: list[tuple[int, int]] = []
    patient.search(
        deadline=time.monotonic() + 3600,
        progress=lambda number, total, _count, _note="": done.append((number, total)),
    )
    assert patient.rows == Survey(card, default_points()).rows
    assert done[:126] == [(number, 126) for number in range(1, 127)]


def test_the_kernel_stops_when_it_is_told_to() -> None:
    stop, cells = np.zeros(1, np.uint64), np.zeros((1, 380), np.uint64)
    cells[0] = [ord(symbol) - ord("A") for line in _heavy_card().lines for symbol in line]
    tables = placement_table(20, 19, default_points()), roll_table("ABCDE")
    results = np.empty((1, 51, kernel.COLUMNS), np.uint64)
    stopped: list[float] = []

    def press() -> None:
        stopped.append(time.monotonic())
        stop.fill(1)

    threading.Timer(0.2, press).start()
    kernel.survey(cells, *tables, np.uint64(10**6), results, stop)
    assert stopped  # to the end, it takes ten seconds and more
    assert time.monotonic() - stopped[0] < 1
