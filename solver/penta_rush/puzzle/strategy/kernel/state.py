"""A solitaire as the kernels see it: the placements on a card, and the state of a game.

A placement is a row of the tables, in the documented order, so that those of a shape are
contiguous. A roll is its index among the legal rolls; R, one past the last, stands for symbols
that form no legal roll. A placement is *alive* while its shape is unused and its cells are free.
"""

from typing import Any, NamedTuple

from solver.geometry.polyomino import PENTOMINO_SIZE
from solver.runtime.arrays import np
from solver.runtime.kernel import Array1, Array2, Ints, borrowing, compiled
from solver.runtime.word import ones

Floats = np.ndarray[Any, np.dtype[np.float64]]

SHAPE_COUNT = 12
ALL_SHAPES = (1 << SHAPE_COUNT) - 1


class SolitaireTables(NamedTuple):
    """The P placements on a card of C cells, and the R legal rolls."""

    cells: Array2[np.int64]  # (P, 5), row by row
    shapes: Ints  # (P,)
    rolls: Ints  # (P,), R where the symbols form no legal roll
    points: Array1[np.float64]  # (12,)
    chances: Array1[np.float64]  # (R,), sum 1
    cumulative_chances: Array1[np.float64]  # (R,)
    by_roll: Ints  # (P,): the placements sorted by roll
    roll_starts: Ints  # (R + 2,): where those of each roll start in by_roll
    by_cell: Ints  # (5 P,): the placements that cover each cell
    cell_starts: Ints  # (C + 1,): where those of each cell start in by_cell
    # (12, 2): the first placement of each shape, and one past its last
    shape_spans: Array2[np.int64]


class KernelState(NamedTuple):
    """What a game has left: the placements alive, unused shapes and free cells."""

    tables: SolitaireTables
    alive: Array1[np.uint8]  # (P,)
    counts: Array2[np.int16]  # (12, R + 1): the placements alive by shape and roll
    shape_counts: Ints  # (12,): the placements alive by shape
    unused: Ints  # (1,): the bit set of the unused shapes
    free_count: Ints  # (1,): the number of free cells


@compiled
def build_tables(
    cells: Array2[np.int64],
    shapes: Ints,
    rolls: Ints,
    points: Array1[np.float64],
    chances: Array1[np.float64],
    cell_count: int,
) -> SolitaireTables:
    """Return the tables of these placements, (P, 5) and (P,), on a card of *cell_count* cells."""
    by_roll, roll_starts = _group(rolls, len(chances) + 1)
    by_cell, cell_starts = _group(cells.ravel(), cell_count)
    shape_spans = np.zeros((SHAPE_COUNT, 2), np.int64)
    for placement in range(len(shapes)):
        shape = shapes[placement]
        if shape_spans[shape, 1] == 0:
            shape_spans[shape, 0] = placement
        shape_spans[shape, 1] = placement + 1
    return SolitaireTables(
        cells,
        shapes,
        rolls,
        points,
        chances,
        np.cumsum(chances),
        by_roll,
        roll_starts,
        by_cell // PENTOMINO_SIZE,
        cell_starts,
        shape_spans,
    )


@compiled
def _group(keys: Ints, count: int) -> tuple[Ints, Ints]:
    """Return the indices of *keys*, below *count*, sorted by key; and where each key starts."""
    starts = np.zeros(count + 1, np.int64)
    for key in keys:
        starts[key + 1] += 1
    starts = np.cumsum(starts)
    indices, next_at = np.empty(len(keys), np.int64), starts.copy()
    for index in range(len(keys)):
        indices[next_at[keys[index]]] = index
        next_at[keys[index]] += 1
    return indices, starts


@compiled
def build_state(tables: SolitaireTables, free: Array1[np.uint8], unused: int) -> KernelState:
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
    free_count = np.array([np.count_nonzero(free)])
    return KernelState(tables, alive, counts, shape_counts, np.array([unused]), free_count)


@borrowing
def copy_state(source: KernelState, target: KernelState) -> None:
    """Make *target* equal to *source*, which has the same tables."""
    for placement in range(len(source.alive)):
        target.alive[placement] = source.alive[placement]
    for shape in range(SHAPE_COUNT):
        target.shape_counts[shape] = source.shape_counts[shape]
        for roll in range(source.counts.shape[1]):
            target.counts[shape, roll] = source.counts[shape, roll]
    target.unused[0] = source.unused[0]
    target.free_count[0] = source.free_count[0]


@compiled
def clone_state(state: KernelState) -> KernelState:
    """Return a new state equal to *state*."""
    return KernelState(
        state.tables,
        state.alive.copy(),
        state.counts.copy(),
        state.shape_counts.copy(),
        state.unused.copy(),
        state.free_count.copy(),
    )


@compiled
def live_state(state: KernelState) -> tuple[KernelState, Ints]:
    """Return a copy of *state* whose tables have the placements alive alone; their old indices.

    Playouts run on it: what is dead at their start stays dead, and they need not look at it.
    """
    tables, indices = state.tables, np.flatnonzero(state.alive)
    live_tables = build_tables(
        tables.cells[indices],
        np.take(tables.shapes, indices),
        np.take(tables.rolls, indices),
        tables.points,
        tables.chances,
        len(tables.cell_starts) - 1,
    )
    alive = np.ones(len(indices), np.uint8)
    _, _, counts, shape_counts, unused, free_count = clone_state(state)
    return KernelState(live_tables, alive, counts, shape_counts, unused, free_count), indices


@borrowing
def use_shape(state: KernelState, shape: int, placement: int) -> None:
    """Use up *shape*, drawn as *placement*, or not drawn if that is negative."""
    tables, alive, counts, shape_counts, unused, free_count = state
    unused[0] &= ~(1 << shape)
    for same_shape in range(tables.shape_spans[shape, 0], tables.shape_spans[shape, 1]):
        alive[same_shape] = 0
    counts[shape, :] = 0
    shape_counts[shape] = 0
    if placement < 0:
        return
    free_count[0] -= PENTOMINO_SIZE
    for at in range(PENTOMINO_SIZE):
        cell = tables.cells[placement, at]
        for index in range(tables.cell_starts[cell], tables.cell_starts[cell + 1]):
            other = tables.by_cell[index]
            if alive[other]:
                alive[other] = 0
                counts[tables.shapes[other], tables.rolls[other]] -= 1
                shape_counts[tables.shapes[other]] -= 1


@compiled
def count_shapes(shapes: int) -> int:
    """Return the number of *shapes*, a bit set."""
    return int(np.int64(ones(np.uint64(shapes))))
