"""Playouts: fair rolls, a control variate of mean 0, and no better than best play."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from math import fsum, sqrt
from operator import mul
from random import Random

import numpy as np
import pytest

from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.points import default_points
from solver.penta_rush.puzzle.strategy.kernel.estimate import blank_estimate
from solver.penta_rush.puzzle.strategy.kernel.moves import rank_moves
from solver.penta_rush.puzzle.strategy.kernel.playout import (
    build_plan,
    control_variate,
    playout_roll,
    run_playouts,
)
from solver.penta_rush.puzzle.strategy.kernel.state import (
    ALL_SHAPES,
    SolitaireTables,
    build_state,
    use_shape,
)
from solver.penta_rush.puzzle.strategy.tables import solitaire_tables
from solver.runtime.jit import splitmix64
from tests.solver.penta_rush.puzzle.strategy.cards import meadow, random_card


def test_playouts_throw_each_roll_as_often_as_dice_do() -> None:
    tables, count = solitaire_tables(random_card(4, 7, 3), default_points()), 60_000
    seeds = [np.uint64(splitmix64(np.uint64(number))) for number in range(1, count // 12 + 1)]
    seen = Counter(playout_roll(tables, seed, turn) for seed in seeds for turn in range(12))
    chi_square = sum(
        (seen[roll] - count * chance) ** 2 / (count * chance)
        for roll, chance in enumerate(tables.chances.tolist())
    )
    freedom = len(tables.chances) - 1
    assert abs(chi_square - freedom) < 4 * sqrt(2 * freedom)  # four standard deviations


def test_the_control_variate_has_mean_0_so_that_playouts_are_unbiased() -> None:
    tables = solitaire_tables(meadow(), default_points())
    state = build_state(tables, np.ones(100, np.uint8), ALL_SHAPES)
    plan = build_plan(state, blank_estimate(tables))
    rng = Random(5)
    while state.unused[0]:
        lucks = [control_variate(state, plan, roll) for roll in range(len(tables.chances))]
        assert tables.chances @ lucks == pytest.approx(0, abs=1e-9)
        assert max(lucks) > 0 or not state.counts[:, :-1].any()
        placement = rng.choice([*np.flatnonzero(state.alive).tolist(), -1])
        unused = [shape for shape in range(12) if state.unused[0] >> shape & 1]
        shape = tables.shapes[placement] if placement >= 0 else rng.choice(unused)
        use_shape(state, shape, placement)


def _best_play(tables: SolitaireTables) -> Callable[[int, int], float]:
    """Return what best play without foresight expects, of free cells and unused shapes.

    Both are bit sets; every roll, every match and every cross is looked at.
    """
    masks = [sum(1 << cell for cell in cells) for cells in tables.cells.tolist()]
    shapes, rolls = tables.shapes.tolist(), tables.rolls.tolist()
    points, chances = tables.points.tolist(), tables.chances.tolist()

    @cache
    def expected(free: int, unused: int) -> float:
        left = [shape for shape in range(12) if unused >> shape & 1]
        alive = [at for at, mask in enumerate(masks) if shapes[at] in left and not mask & ~free]
        after = {at: expected(free & ~masks[at], unused ^ 1 << shapes[at]) for at in alive}
        undrawn = [] if alive else [expected(free, unused ^ 1 << shape) for shape in left]
        best = [max([*after.values(), *undrawn], default=0.0)] * (len(chances) + 1)
        for at in alive:
            best[rolls[at]] = max(best[rolls[at]], points[shapes[at]] + after[at])
        return fsum(map(mul, chances, best))

    return expected


def test_no_playout_beats_best_play_and_the_estimate_chooses_nearly_as_well() -> None:
    card = Card(("ABCDA", "BDCAB", "CADBD", "DBACC"))
    tables, free = solitaire_tables(card, default_points()), (1 << 20) - 1
    expected, playouts, regrets = _best_play(tables), 400, []
    unused = sum(1 << SHAPES.index(shape) for shape in "LNY")
    state = build_state(tables, np.ones(20, np.uint8), unused)
    for roll in range(len(tables.chances)):
        moves, values = np.empty((8, 3), np.int64), np.empty(8)
        count = rank_moves(state, roll, blank_estimate(tables), moves, values)
        exact = [
            tables.points[shape] * circled
            + expected(
                free & ~sum(1 << cell for cell in tables.cells[placement].tolist()),
                unused ^ 1 << shape,
            )
            for shape, placement, circled in moves[:count].tolist()
        ]
        regrets.append(max(exact) - exact[0])
        sums, squares = np.zeros(count), np.zeros(count)
        run_playouts(state, moves[:count], np.uint64(1), 0, playouts, sums, squares)
        means = sums / playouts
        errors = np.sqrt(np.maximum(squares / playouts - means**2, 0.0) / playouts)
        assert (means <= exact + 5 * errors + 1e-9).all()
    assert tables.chances @ regrets < 0.01 * expected(free, unused)
