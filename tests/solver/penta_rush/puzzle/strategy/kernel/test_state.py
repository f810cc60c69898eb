"""The tables of a card, and the placements that a state has left, checked by brute force."""

from random import Random

import numpy as np
import pytest

from solver.penta_rush.dice import chance, rolls
from solver.penta_rush.points import default_points
from solver.penta_rush.puzzle.strategy.kernel.state import (
    ALL_SHAPES,
    build_state,
    live_state,
    use_shape,
)
from solver.penta_rush.puzzle.strategy.tables import solitaire_tables
from tests.oracles import connected_sets
from tests.solver.penta_rush.puzzle.strategy.cards import random_card


def test_the_tables_have_every_placement_and_its_roll() -> None:
    card = random_card(4, 7, 3)
    tables, legal = solitaire_tables(card, default_points()), list(rolls(card.symbols))
    total = sum(chance(roll, sides=len(card.symbols)) for roll in legal)
    assert tables.chances == pytest.approx([float(chance(roll) / total) for roll in legal])
    shown = "".join(card.lines)
    assert len(tables.shapes) == sum(1 for _ in connected_sets(card.cells, 5))
    for cells, roll in zip(tables.cells.tolist(), tables.rolls.tolist(), strict=True):
        symbols = "".join(sorted(shown[cell] for cell in cells))
        if roll < len(legal):
            assert legal[roll].symbols == symbols
        else:
            assert symbols not in map(str, legal)


def test_what_is_alive_is_what_brute_force_leaves() -> None:
    card, rng = random_card(5, 8, 4), Random(1)
    tables = solitaire_tables(card, default_points())
    state = build_state(tables, np.ones(40, np.uint8), ALL_SHAPES)
    free, unused = set(range(40)), set(range(12))
    while state.alive.any():
        placement = rng.choice(np.flatnonzero(state.alive).tolist())
        same, indices = live_state(state)
        assert indices.tolist() == np.flatnonzero(state.alive).tolist()
        use_shape(same, tables.shapes[placement], indices.tolist().index(placement))
        use_shape(state, tables.shapes[placement], placement)
        free -= set(tables.cells[placement].tolist())
        unused.discard(int(tables.shapes[placement]))
        alive = [
            shape in unused and free.issuperset(cells)
            for shape, cells in zip(tables.shapes.tolist(), tables.cells.tolist(), strict=True)
        ]
        assert state.alive.tolist() == alive
        assert same.alive.tolist() == [alive[index] for index in indices]
        assert (same.counts == state.counts).all()
        assert state.unused.tolist() == [sum(1 << shape for shape in unused)]
        assert state.free_count.tolist() == [len(free)]
        assert state.shape_counts.sum() == sum(alive)
