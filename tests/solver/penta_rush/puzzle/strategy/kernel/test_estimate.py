"""The estimate: exact in the last round, and its gradient beside finite differences."""

import numpy as np
import pytest

from solver.geometry.polyomino import SHAPES
from solver.penta_rush.dice import chance, rolls
from solver.penta_rush.points import default_points
from solver.penta_rush.puzzle.strategy.kernel.estimate import (
    backpropagate,
    blank_estimate,
    fill_estimate,
    solve_values,
)
from solver.penta_rush.puzzle.strategy.kernel.state import build_state
from solver.penta_rush.puzzle.strategy.tables import solitaire_tables
from tests.oracles import LETTERS, canonical, connected_sets
from tests.solver.penta_rush.puzzle.strategy.cards import random_card


def test_the_estimate_of_the_last_round_is_exact() -> None:
    card = random_card(6, 7, 9)
    tables = solitaire_tables(card, default_points())
    state = build_state(tables, np.ones(42, np.uint8), 1 << SHAPES.index("Y"))
    estimate = blank_estimate(tables)
    fill_estimate(state, 42, 1, estimate)
    shown = "".join(card.lines)
    matched = {
        "".join(sorted(shown[row * 7 + col] for row, col in cells))
        for cells in connected_sets(card.cells, 5)
        if LETTERS[canonical(frozenset(cells))] == "Y"
    }
    expected = sum(float(chance(roll)) for roll in rolls("ABCDEF") if str(roll) in matched)
    assert estimate.value[1 << SHAPES.index("Y")] == pytest.approx(2 * expected * 7776 / 6120)


def test_the_gradient_is_how_the_value_grows_with_a_match_probability() -> None:
    card, unused, stages = random_card(6, 7, 9), 0b11010010110, 6
    tables = solitaire_tables(card, default_points())
    state = build_state(tables, np.ones(42, np.uint8), unused)
    estimate = blank_estimate(tables)
    fill_estimate(state, 42, stages, estimate)
    backpropagate(tables.points, unused, stages, estimate)
    gradient, before, step = estimate.gradient.copy(), estimate.value[unused], 1e-6
    assert (gradient > 0).sum() > stages
    for shape, stage in zip(*np.nonzero(gradient), strict=True):
        estimate.match_probability[shape, stage] += step
        solve_values(tables.points, unused, stages, estimate)
        growth = (estimate.value[unused] - before) / step
        estimate.match_probability[shape, stage] -= step
        assert growth == pytest.approx(gradient[shape, stage], abs=1e-6)
