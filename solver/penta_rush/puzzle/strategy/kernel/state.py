"""The field: a card as the kernel sees it, and what a game has left of it.

placement  a number into the ground, in the documented order: those of a shape stand together
roll       a number into the legal rolls; one more than the last where the symbols make none
alive      of an unused shape, and on free cells
left       the bit set of the unused shapes, and the number of free cells

The ground is narrowed before playouts: what is dead at their start stays so.
"""

from typing import Any, NamedTuple

import numpy as np

from solver.runtime.jit import jit

Ints = np.ndarray[Any, np.dtype[np.int64]]
Small = np.ndarray[Any, np.dtype[np.int16]]
Flags = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

SHAPE_COUNT = 12
EVERY = (1 << SHAPE_COUNT) - 1
SIZE = 5


class Ground(NamedTuple):
    """The P placements on a card of C cells, and the R legal rolls."""

    cells: Ints  # (P, 5), row by row
    shapes: Ints  # (P,)
    rolls: Ints  # (P,), R where the symbols are no legal roll
    points: Floats  # (12,)
    chances: Floats  # (R,), sum 1
    upto: Floats  # (R,), their sums
    by_roll: Ints  # (P,): the placements sorted by roll,
    starts: Ints  # (R + 1,): where those of each roll start
    cover: Ints  # (5 P,): the placements on each cell,
    cover_starts: Ints  # (C + 1,): where those of each cell start
    spans: Ints  # (12, 2): where the placements of a shape start and end


class State(NamedTuple):
    """What a game has left of a ground."""

    alive: Flags  # (P,)
    counts: Small  # (12, R + 1): the placements alive of each shape that match a roll
    fits: Ints  # (12,): the placements alive of each shape
    left: Ints  # (2,)


@jit
def opened(ground: Ground, free: Flags, unused: int) -> State:
    """Return the state with these *free* cells, (C,), and the bit set *unused*."""
    count = len(ground.shapes)
    alive = np.zeros(count, np.uint8)
    counts = np.zeros((SHAPE_COUNT, len(ground.chances) + 1), np.int16)
    fits = np.zeros(SHAPE_COUNT, np.int64)
    for placement in range(count):
        shape = ground.shapes[placement]
        clear = unused >> shape & 1
        for at in range(SIZE):
            clear &= free[ground.cells[placement, at]]
        if clear:
            alive[placement] = 1
            counts[shape, ground.rolls[placement]] += 1
            fits[shape] += 1
    number = 0
    for cell in range(len(free)):
        number += free[cell]
    return State(alive, counts, fits, np.array([unused, number]))


@jit
def copy(source: State, target: State) -> None:
    """Make *target* equal to *source*, of the same ground."""
    target.alive[:] = source.alive
    target.counts[:] = source.counts
    target.fits[:] = source.fits
    target.left[:] = source.left


@jit
def clone(source: State) -> State:
    """Return a state equal to *source*."""
    return State(source.alive.copy(), source.counts.copy(), source.fits.copy(), source.left.copy())


@jit
def use(ground: Ground, state: State, shape: int, placement: int) -> None:
    """Use up *shape*, drawn as *placement*, or not drawn where that is negative."""
    alive, counts, fits = state.alive, state.counts, state.fits
    state.left[0] &= ~(1 << shape)
    for own in range(ground.spans[shape, 0], ground.spans[shape, 1]):
        alive[own] = 0
    counts[shape, :] = 0
    fits[shape] = 0
    if placement < 0:
        return
    state.left[1] -= SIZE
    for at in range(SIZE):
        cell = ground.cells[placement, at]
        for place in range(ground.cover_starts[cell], ground.cover_starts[cell + 1]):
            other = ground.cover[place]
            if alive[other]:
                alive[other] = 0
                counts[ground.shapes[other], ground.rolls[other]] -= 1
                fits[ground.shapes[other]] -= 1


@jit
def anything_fits(state: State) -> bool:
    """Return whether an unused shape fits on the free cells."""
    return bool(state.fits.any())


@jit
def size_of(shapes: int) -> int:
    """Return the number of *shapes*, a bit set."""
    size = 0
    while shapes:
        shapes &= shapes - 1
        size += 1
    return size


@jit
def narrowed(ground: Ground, state: State) -> tuple[Ground, State, Ints]:
    """Return *ground* with only what is alive in *state*; and the old numbers of its placements."""
    names = np.flatnonzero(state.alive)
    count, rolls = len(names), len(ground.chances)
    cells = ground.cells[names]
    shapes = ground.shapes[names]
    roll_of = ground.rolls[names]
    spans = np.zeros((SHAPE_COUNT, 2), np.int64)
    starts = np.zeros(rolls + 2, np.int64)
    cover_starts = np.zeros(len(ground.cover_starts), np.int64)
    for own in range(count):
        shape = shapes[own]
        if spans[shape, 1] == 0:
            spans[shape, 0] = own
        spans[shape, 1] = own + 1
        starts[roll_of[own] + 1] += 1
        for at in range(SIZE):
            cover_starts[cells[own, at] + 1] += 1
    starts = np.cumsum(starts)
    cover_starts = np.cumsum(cover_starts)
    by_roll, cover = np.empty(count, np.int64), np.empty(SIZE * count, np.int64)
    next_of_roll, next_on_cell = starts.copy(), cover_starts.copy()
    for own in range(count):
        by_roll[next_of_roll[roll_of[own]]] = own
        next_of_roll[roll_of[own]] += 1
        for at in range(SIZE):
            cover[next_on_cell[cells[own, at]]] = own
            next_on_cell[cells[own, at]] += 1
    found = Ground(
        cells,
        shapes,
        roll_of,
        ground.points,
        ground.chances,
        ground.upto,
        by_roll,
        starts[: rolls + 1].copy(),
        cover,
        cover_starts,
        spans,
    )
    alive = np.ones(count, np.uint8)
    return found, State(alive, state.counts.copy(), state.fits.copy(), state.left.copy()), names
