"""A solitaire as the kernels see it: the placements on a card, and the state of a game.

A placement is a row of the tables, in the documented order, so that those of a shape are
contiguous. A roll is its index among the legal rolls; R, one past the last, stands for symbols
that form no legal roll. A placement is *alive* while its shape is unused and its cells are free.
"""

from typing import Any, NamedTuple

import numpy as np

from solver.geometry.polyomino import PENTOMINO_SIZE
from solver.runtime.jit import jit

Ints = np.ndarray[Any, np.dtype[np.int64]]
Int16s = np.ndarray[Any, np.dtype[np.int16]]
Flags = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

SHAPE_COUNT = 12
ALL_SHAPES = (1 << SHAPE_COUNT) - 1


class PlacementTables(NamedTuple):
    """The P placements on a card of C cells, and the R legal rolls."""

    cells: Ints  # (P, 5), row by row
    shapes: Ints  # (P,)
    rolls: Ints  # (P,), R where the symbols form no legal roll
    points: Floats  # (12,)
    chances: Floats  # (R,), sum 1
    cumulative_chances: Floats  # (R,)
    by_roll: Ints  # (P,): the placements sorted by roll
    roll_starts: Ints  # (R + 1,): where those of each roll start in by_roll
    by_cell: Ints  # (5 P,): the placements that cover each cell
    cell_starts: Ints  # (C + 1,): where those of each cell start in by_cell
    shape_spans: Ints  # (12, 2): the first placement of each shape, and one past its last


class KernelState(NamedTuple):
    """What a game has left: the placements alive, unused shapes and free cells."""

    alive: Flags  # (P,)
    counts: Int16s  # (12, R + 1): the placements alive by shape and roll
    shape_counts: Ints  # (12,): the placements alive by shape
    left: Ints  # (2,): the bit set of the unused shapes, and the number of free cells


@jit
def build_state(tables: PlacementTables, free: Flags, unused: int) -> KernelState:
    """Return the state with these *free* cells, (C,), and the bit set *unused*."""
    count = len(tables.shapes)
    alive = np.zeros(count, np.uint8)
    counts = np.zeros((SHAPE_COUNT, len(tables.chances) + 1), np.int16)
    shape_counts = np.zeros(SHAPE_COUNT, np.int64)
    for placement in range(count):
        shape = tables.shapes[placement]
        is_alive = unused >> shape & 1
        for at in range(PENTOMINO_SIZE):
            is_alive &= free[tables.cells[placement, at]]
        if is_alive:
            alive[placement] = 1
            counts[shape, tables.rolls[placement]] += 1
            shape_counts[shape] += 1
    free_count = 0
    for cell in range(len(free)):
        free_count += free[cell]
    return KernelState(alive, counts, shape_counts, np.array([unused, free_count]))


@jit
def copy_state(source: KernelState, target: KernelState) -> None:
    """Make *target* equal to *source*, which has the same tables."""
    target.alive[:] = source.alive
    target.counts[:] = source.counts
    target.shape_counts[:] = source.shape_counts
    target.left[:] = source.left


@jit
def clone_state(source: KernelState) -> KernelState:
    """Return a new state equal to *source*."""
    return KernelState(
        source.alive.copy(), source.counts.copy(), source.shape_counts.copy(), source.left.copy()
    )


@jit
def use_shape(tables: PlacementTables, state: KernelState, shape: int, placement: int) -> None:
    """Use up *shape*, drawn as *placement*, or not drawn if that is negative."""
    alive, counts, shape_counts = state.alive, state.counts, state.shape_counts
    state.left[0] &= ~(1 << shape)
    for same_shape in range(tables.shape_spans[shape, 0], tables.shape_spans[shape, 1]):
        alive[same_shape] = 0
    counts[shape, :] = 0
    shape_counts[shape] = 0
    if placement < 0:
        return
    state.left[1] -= PENTOMINO_SIZE
    for at in range(PENTOMINO_SIZE):
        cell = tables.cells[placement, at]
        for index in range(tables.cell_starts[cell], tables.cell_starts[cell + 1]):
            other = tables.by_cell[index]
            if alive[other]:
                alive[other] = 0
                counts[tables.shapes[other], tables.rolls[other]] -= 1
                shape_counts[tables.shapes[other]] -= 1


@jit
def anything_fits(state: KernelState) -> bool:
    """Return whether an unused shape fits on the free cells."""
    return bool(state.shape_counts.any())


@jit
def count_shapes(shapes: int) -> int:
    """Return the number of *shapes*, a bit set."""
    count = 0
    while shapes:
        shapes &= shapes - 1
        count += 1
    return count


@jit
def restrict(
    tables: PlacementTables, state: KernelState
) -> tuple[PlacementTables, KernelState, Ints]:
    """Return tables and state of the placements alive in *state* alone, and their old indices.

    Playouts run on these: what is dead at their start stays dead, and they need not look at it.
    """
    indices = np.flatnonzero(state.alive)
    count, roll_count = len(indices), len(tables.chances)
    cells = tables.cells[indices]
    shapes = tables.shapes[indices]
    rolls = tables.rolls[indices]
    shape_spans = np.zeros((SHAPE_COUNT, 2), np.int64)
    roll_starts = np.zeros(roll_count + 2, np.int64)
    cell_starts = np.zeros(len(tables.cell_starts), np.int64)
    for placement in range(count):
        shape = shapes[placement]
        if shape_spans[shape, 1] == 0:
            shape_spans[shape, 0] = placement
        shape_spans[shape, 1] = placement + 1
        roll_starts[rolls[placement] + 1] += 1
        for at in range(PENTOMINO_SIZE):
            cell_starts[cells[placement, at] + 1] += 1
    roll_starts = np.cumsum(roll_starts)
    cell_starts = np.cumsum(cell_starts)
    by_roll, by_cell = np.empty(count, np.int64), np.empty(PENTOMINO_SIZE * count, np.int64)
    next_of_roll, next_of_cell = roll_starts.copy(), cell_starts.copy()
    for placement in range(count):
        by_roll[next_of_roll[rolls[placement]]] = placement
        next_of_roll[rolls[placement]] += 1
        for at in range(PENTOMINO_SIZE):
            by_cell[next_of_cell[cells[placement, at]]] = placement
            next_of_cell[cells[placement, at]] += 1
    restricted = PlacementTables(
        cells,
        shapes,
        rolls,
        tables.points,
        tables.chances,
        tables.cumulative_chances,
        by_roll,
        roll_starts[: roll_count + 1].copy(),
        by_cell,
        cell_starts,
        shape_spans,
    )
    alive = np.ones(count, np.uint8)
    left = KernelState(alive, state.counts.copy(), state.shape_counts.copy(), state.left.copy())
    return restricted, left, indices
