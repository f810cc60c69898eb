"""Sheets by chance that are almost full, and their values by brute force from the rules alone."""

import signal
import subprocess
import sys
import threading
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import chain
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.errors import PentaError, SheetError
from solver.knaster.dice import ROLLS, chance
from solver.knaster.ending import kernel
from solver.knaster.ending.exact import (
    MAX_FREE,
    MAX_UNCIRCLED,
    QUICK_UNCIRCLED,
    Ending,
    has_exact_value,
)
from solver.knaster.ending.recursion import Recursion
from solver.knaster.ending.tables import Layout, Tables
from solver.knaster.line import CELLS, LineValues, default_line_values
from solver.knaster.record import RatedMove, Turn
from solver.knaster.rules import after_turn, legal_moves
from solver.knaster.sheet import Sheet
from tests.solver.knaster import oracle
from tests.solver.knaster.oracle import UNEQUAL, random_sheet, sheet_of
from tests.support import ROOT, cases, slow

DEFAULT = default_line_values()
NOTHING = LineValues((0,) * 12)
MOST = LineValues((1000,) * 12)
VALUES = (DEFAULT, UNEQUAL, NOTHING, MOST)


def exact(move: RatedMove) -> Fraction:
    assert move.exact is not None
    return move.exact


def brute_force(sheet: Sheet, values: LineValues, turns: int | None = None) -> Fraction:
    """Return the expected final score of *sheet* before a roll, with *turns* rolls left."""

    @cache
    def mean(sheet: Sheet, turns: int | None) -> Fraction:
        is_last = turns == 1 or None not in sum(sheet.numbers, ())
        left = None if turns is None else turns - 1
        total = Fraction(0)
        for roll, throws in Counter(oracle.ROLLS).items():
            afters = {
                oracle.play(sheet, turn) for turn in oracle.turns(sheet, roll, is_last=is_last)
            }
            total += throws * max(
                oracle.score(after, values.points) if is_last else mean(after, left)
                for after in afters
            )
        return total / len(oracle.ROLLS)

    return mean(sheet, turns)


def test_a_full_sheet_has_one_roll_left_whatever_turns_are_said() -> None:
    rng = Random(1)
    for uncircled in (0, 1, 3, 8, 25):
        sheet = random_sheet(rng, free=0, uncircled=uncircled)
        expected = brute_force(sheet, UNEQUAL)
        assert [Ending(sheet, UNEQUAL, turns).mean for turns in (None, 1, 7)] == 3 * [expected]


@cases("number", *range(16), *map(slow, range(16, 240)))
def test_a_sheet_is_worth_what_brute_force_says(number: int) -> None:
    rng, free = Random(number), number % 3
    most = (26, 6, 4) if number >= 16 else (26, 4, 2)
    sheet = random_sheet(rng, free=free, uncircled=rng.randrange(most[free]))
    values, turns = VALUES[number % 4], rng.choice((None, 1, 2, 3, 4, 5))
    assert Ending(sheet, values, turns).mean == brute_force(sheet, values, turns)


@pytest.mark.parametrize("uncircled", [2, 7])  # by recursion, by tables
@pytest.mark.parametrize("turns", [None, 1, 2, 4])
def test_the_mean_is_that_of_the_best_moves(uncircled: int, turns: int | None) -> None:
    for free in (0, 1, 2):
        sheet = random_sheet(Random(uncircled), free=free, uncircled=uncircled)
        ending = Ending(sheet, UNEQUAL, turns)
        assert ending.mean == sum(chance(roll) * exact(ending.moves(roll)[0]) for roll in ROLLS)


@pytest.mark.parametrize("uncircled", [3, slow(8)])  # by recursion, by tables
def test_a_move_is_worth_what_the_sheet_after_it_is(uncircled: int) -> None:
    sheet = random_sheet(Random(uncircled), free=2, uncircled=uncircled)
    for turns in (None, 4):
        ending = Ending(sheet, DEFAULT, turns)
        for roll in (6, 7):
            for move in ending.moves(roll):
                left = None if turns is None else turns - 1
                after = Ending(after_turn(sheet, move.turn), DEFAULT, left)
                assert (move.exact, move.mean) == (after.mean, float(after.mean))


def test_equal_moves_come_in_the_order_that_is_promised() -> None:
    rows = ["7 (2) (3) (7) 7", "(2) (2) (4) (7) (9)", "(2) (2) (5) (7) (8)"]
    rows += ["(2) (2) (7) (6) (4)", "(2) (3) (7) (9) ."]
    ending = Ending(Sheet.parse("\n".join(rows)), LineValues(12 * (0,)), 1)
    # With one roll left a circle is worth a point, whichever it is; 7 in e5 makes no hand.
    assert [str(move.exact) for move in ending.moves(7)] == ["23", "23", "22", "22"]
    assert [(str(turn.circle), str(turn.write)) for turn, *_ in ending.moves(7)] == [
        ("a1", "None"),
        ("e1", "None"),
        ("None", "None"),
        ("None", "e5"),
    ]


def test_the_last_roll_is_exact_on_any_sheet_and_a_pass_comes_before_what_gains_nothing() -> None:
    sheet = random_sheet(Random(3), free=9, uncircled=12)
    assert has_exact_value(sheet, 1)
    assert not has_exact_value(sheet, 2)
    ending = Ending(sheet, DEFAULT, 1)
    best = {}
    for roll in ROLLS:
        moves = ending.moves(roll)
        turns = [move.turn for move in moves]
        scores = {turn: after_turn(sheet, turn).score(DEFAULT) for turn in turns}
        assert [move.exact for move in moves] == [scores[turn] for turn in turns]
        passed = turns.index(Turn(roll))
        assert all(scores[turn] > sheet.score(DEFAULT) for turn in turns[:passed])
        assert all(scores[turn] == sheet.score(DEFAULT) for turn in turns[passed:])
        best[roll] = scores[turns[0]]
    assert ending.mean == sum(chance(roll) * score for roll, score in best.items())


def test_what_is_too_large_is_refused_before_anything_is_done() -> None:
    rng = Random(1)
    for free, most in enumerate(MAX_UNCIRCLED):
        assert free <= MAX_FREE
        if most + free == len(CELLS):
            continue
        sheet = random_sheet(rng, free=free, uncircled=most + 1)
        assert not has_exact_value(sheet)
        with pytest.raises(SheetError, match=f"at most {most} numbers not circled"):
            Ending(sheet, DEFAULT)
        assert has_exact_value(random_sheet(rng, free=free, uncircled=most))
    sheet = random_sheet(rng, free=3, uncircled=2)
    assert not has_exact_value(sheet)
    with pytest.raises(SheetError, match="expected at most 2 free cells, found 3"):
        Ending(sheet, DEFAULT)


def test_quick_endings_are_fewer_and_stay_quick_when_a_number_is_written() -> None:
    rng = Random(2)
    for free, most in enumerate(QUICK_UNCIRCLED[1:], start=1):
        assert most < MAX_UNCIRCLED[free]
        assert most + 1 <= QUICK_UNCIRCLED[free - 1]
        for uncircled, is_quick in ((most, True), (most + 1, False)):
            sheet = random_sheet(rng, free=free, uncircled=uncircled)
            assert has_exact_value(sheet, max_uncircled=QUICK_UNCIRCLED) == is_quick


def test_a_game_that_is_over_has_no_ending() -> None:
    with pytest.raises(PentaError, match="expected a roll that is left, found 0"):
        Ending(random_sheet(Random(1), free=1, uncircled=2), DEFAULT, 0)


def test_small_endings_load_no_compiled_code() -> None:
    program = (
        "import sys\n"
        "from solver.knaster.ending.exact import Ending\n"
        "from solver.knaster.line import default_line_values\n"
        "from solver.knaster.sheet import Sheet\n"
        "rows = '7 7 7 7 .\\n. (7) (7) (7) (7)\\n' + 3 * '(7) (7) (7) (7) (7)\\n'\n"
        "Ending(Sheet.parse(rows), default_line_values()).moves(7)\n"
        "assert not {'numpy', 'numba'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)


def test_ctrl_c_does_not_wait_for_the_tables() -> None:
    is_heard = threading.Event()

    def progress(done: int, _total: int, _count: int, _note: str = "", /) -> None:
        if done == 1:
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            assert is_heard.wait(20)

    sheet = random_sheet(Random(1), free=2, uncircled=6)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            Ending(sheet, DEFAULT, progress=progress)
    finally:
        is_heard.set()
        signal.signal(signal.SIGINT, before)


@cases("number", *range(8), *map(slow, range(8, 240)))
def test_tables_and_recursion_agree_on_every_move(number: int) -> None:
    rng, free = Random(number), 1 + number % 2
    most = (12, 8) if number >= 8 else (5, 5)
    sheet = random_sheet(rng, free=free, uncircled=rng.randrange(most[free - 1]))
    values, turns = VALUES[number % 4], rng.choice((None, *range(1, 14 if number >= 8 else 7)))
    recursion, tables = Recursion(sheet, values, turns), Tables(sheet, values, turns, None)
    assert tables.mean == recursion.mean
    for turn in chain.from_iterable(legal_moves(sheet, roll) for roll in ROLLS):
        assert tables.after(turn) == recursion.after(turn)


@pytest.mark.parametrize("limbs", [1, 2, 3])
def test_the_average_of_rows_of_limbs_is_exact(limbs: int) -> None:
    rng = Random(limbs)
    written = np.array(
        [[[rng.randrange(kernel.LIMB) for _ in range(limbs)] for _ in range(50)] for _ in ROLLS]
    )
    written[:, 0] = kernel.LIMB - 1
    last = written[:, :, -1]
    last -= last % 36  # so nothing is left over
    values = np.zeros((50, limbs), np.int64)
    rolls = Layout.of(random_sheet(rng, free=1, uncircled=0), UNEQUAL).rolls
    sweep = kernel.Sweep(0, 50, is_last=False, is_upwards=True)
    assert kernel.before_roll(values, written, rolls, sweep) == 0
    for state in range(50):
        rows = zip(ROLLS, written[:, state], strict=True)
        assert _number(values[state]) == sum(chance(roll) * _number(row) for roll, row in rows)
        assert all(0 <= limb < kernel.LIMB for limb in values[state].tolist())
    written[0, 7, -1] += 1  # which 36 does not divide
    assert kernel.before_roll(values, written, rolls, sweep) == 1


def _number(limbs: NDArray[np.int64]) -> int:
    number = 0
    for limb in limbs.tolist():
        number = number * kernel.LIMB + limb
    return number


@pytest.mark.slow
@pytest.mark.parametrize(("free", "uncircled"), [(1, 21), (2, 17)])
def test_values_of_three_limbs_are_the_means_of_the_best_moves(free: int, uncircled: int) -> None:
    cells = Random(0).sample(CELLS, len(CELLS))
    kinds = [2, 12, 3, 11, 2, 12, 3, 11, 4]  # rare ones, in which few lines make hands
    numbers = {cell: kinds[index % len(kinds)] for index, cell in enumerate(cells[free:])}
    ending = Ending(sheet_of(numbers, frozenset(cells[free + uncircled :])), DEFAULT)
    assert ending.mean == sum(chance(roll) * exact(ending.moves(roll)[0]) for roll in ROLLS)
    assert 36**19 % ending.mean.denominator  # it has more digits than two limbs


@pytest.mark.parametrize("free", [1, 2])
@pytest.mark.parametrize("turns", [None, 1, 2, 3, 4, 5])
def test_all_steps_are_told_as_progress(free: int, turns: int | None) -> None:
    told = []

    def progress(done: int, total: int, _count: int, _note: str = "", /) -> None:
        told.append((done, total))

    sheet = random_sheet(Random(1), free=free, uncircled=2)
    Tables(sheet, UNEQUAL, turns, progress)
    steps = len(told)
    assert told == [(done, steps) for done in range(1, steps + 1)]
    assert bool(steps) == ((free, turns) != (2, 1))  # then what is written is scored at once
