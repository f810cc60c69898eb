"""Moves: how a card may change within the constraints.

A move gives one cell another symbol or swaps the symbols of two cells; on a symmetric card their
images change with them.
"""

from typing import NamedTuple

import numpy as np

from generator.annealing.kernel.arrays import (
    Array,
    CardState,
    ConstraintFlags,
    Energies,
    SearchTables,
    Word,
)
from solver.runtime.jit import borrowing_jit, jit

_0, _1, _2, _4 = (np.uint64(n) for n in (0, 1, 2, 4))
NO_PLACEMENT = KEPT = np.uint64(2**63)
_FRACTION = 1 / 2**53


class MoveBuffer(NamedTuple):
    """Working memory for what one move changes."""

    sources: Array  # (2,): the cells that were drawn;
    source_count: Array  # (1,)
    cells: Array  # (2 * order,): they and their images,
    symbols: Array  # (2 * order,): and what they become
    changes: Array  # (cells,): by what each changes the signatures of its placements
    is_moved: Array  # (P,): 1 for those in *moved_placements*
    rolls: Array  # (R,): the rolls that the move touches
    max_gains: Energies  # (R,): how much energy each of them may save at most
    order: Array  # (R,): their positions in the order of evaluation
    next_at: Array  # (4,): where in the order the next roll of each priority goes
    priority: Array  # (R,): 0 if untouched, then 1 to 3, the most decisive first
    lost_slots: Array  # (R,)
    first_gained: Array  # (R,): the first placement that a roll gains,
    next_gained: Array  # (P,): and the next after each
    moved_placements: Array  # (P,): those that change their rolls
    new_roll_of: Array  # (P,)
    new_slot_of: Array  # (P,)
    old_optimum: Array  # (R,)
    old_example: Array  # (R,)
    old_active: Array  # (R,)
    new_optimum: Array  # (R,)
    new_example: Array  # (R, 5)
    new_example_size: Array  # (R,): KEPT where the old one still lies there


@jit
def new_move_buffer(tables: SearchTables) -> MoveBuffer:
    """Return working memory for moves on cards of *tables*."""
    rolls, placements, cells = tables.orbit_count, len(tables.ranks), len(tables.images)
    max_cells = 2 * tables.images.shape[1]
    return MoveBuffer(
        np.empty(2, np.uint64),
        np.empty(1, np.uint64),
        np.empty(max_cells, np.uint64),
        np.empty(max_cells, np.uint64),
        np.zeros(cells, np.uint64),
        np.zeros(placements, np.uint64),
        np.empty(rolls, np.uint64),
        np.empty(rolls, np.int64),
        np.empty(rolls, np.uint64),
        np.empty(4, np.uint64),
        np.zeros(rolls, np.uint64),
        np.zeros(rolls, np.uint64),
        np.full(rolls, NO_PLACEMENT),
        np.empty(placements, np.uint64),
        np.empty(placements, np.uint64),
        np.empty(placements, np.uint64),
        np.empty(placements, np.uint64),
        np.empty(rolls, np.uint64),
        np.empty(rolls, np.uint64),
        np.empty(rolls, np.uint64),
        np.empty(rolls, np.uint64),
        np.empty((rolls, 5), np.uint64),
        np.empty(rolls, np.uint64),
    )


@borrowing_jit
def _random_word(rng: Array) -> Word:
    """Return a random word: xorshift64*, Vigna, ACM Trans. Math. Softw. 42 (2016), 30."""
    word = rng[0]
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    word ^= word >> np.uint64(27)
    rng[0] = word
    scrambled: Word = word * np.uint64(2685821657736338717)
    return scrambled


@borrowing_jit
def _random_below(rng: Array, bound: Word) -> Word:
    number: Word = (_random_word(rng) >> np.uint64(32)) * bound >> np.uint64(32)
    return number


@borrowing_jit
def uniform(rng: Array) -> float:
    """Return a random number above 0, at most 1."""
    return (np.float64(_random_word(rng) >> np.uint64(11)) + 1.0) * _FRACTION


@jit
def propose_move(
    tables: SearchTables,
    state: CardState,
    constraints: ConstraintFlags,
    rng: Array,
    move: MoveBuffer,
) -> Word:
    """Draw a move; return how many cells it changes, 0 if it breaks the constraints."""
    count = _random_move(tables, state.card, rng, move)
    if count == _0 or (constraints.even and not _keeps_counts_even(state, move, count)):
        return _0
    if constraints.most_touching or constraints.no_blocks or constraints.every_line:
        swap_symbols(tables, state, move, count)
        keeps = _keeps_constraints(tables, state, constraints, move, count)
        swap_symbols(tables, state, move, count)
        if not keeps:
            return _0
    return count


@borrowing_jit
def _random_move(tables: SearchTables, card: Array, rng: Array, move: MoveBuffer) -> Word:
    """Draw any move; return how many cells it changes, 0 if it changes nothing."""
    cell = move.sources[0] = _random_below(rng, np.uint64(len(card)))
    if _random_below(rng, _4):  # one cell changes half as much as two, and is taken more often
        symbol = _random_below(rng, tables.symbol_count)
        move.source_count[0] = _1
    else:
        other = move.sources[1] = _random_below(rng, np.uint64(len(card)))
        symbol = card[other]
        move.source_count[0] = _2
    if symbol == card[cell] or not _may_show(tables, cell, symbol):
        return _0
    count = _add_images(tables, move, cell, symbol, _0)
    if move.source_count[0] == _2:
        for number in range(count):
            if move.cells[number] == other:
                return _0
        if not _may_show(tables, other, card[cell]):
            return _0
        count = _add_images(tables, move, other, card[cell], count)
    return count


@borrowing_jit
def _may_show(tables: SearchTables, cell: Word, symbol: Word) -> bool:
    """Return whether every symmetry that fixes *cell* maps *symbol* to itself."""
    for number in range(_1, np.uint64(tables.images.shape[1])):
        if tables.images[cell, number] == cell and tables.relabellings[number, symbol] != symbol:
            return False
    return True


@borrowing_jit
def _add_images(
    tables: SearchTables, move: MoveBuffer, cell: Word, symbol: Word, count: Word
) -> Word:
    """Add *cell* and its images to the *count* cells of *move*; return how many they are now."""
    start = count
    for number in range(np.uint64(tables.images.shape[1])):
        image, is_new = tables.images[cell, number], True
        for earlier in range(start, count):
            is_new = is_new and move.cells[earlier] != image
        if is_new:
            move.cells[count] = image
            move.symbols[count] = tables.relabellings[number, symbol]
            count += _1
    return count


@borrowing_jit
def _keeps_counts_even(state: CardState, move: MoveBuffer, count: Word) -> bool:
    """Return whether the move leaves symbol counts that are equal to within one."""
    card, counts = state.card, state.counts
    for number in range(count):
        counts[card[move.cells[number]]] -= _1
        counts[move.symbols[number]] += _1
    least = most = counts[0]
    for symbol in range(np.uint64(len(counts))):
        least, most = min(least, counts[symbol]), max(most, counts[symbol])
    for number in range(count):
        counts[card[move.cells[number]]] += _1
        counts[move.symbols[number]] -= _1
    return bool(least + _1 >= most)


@borrowing_jit
def swap_symbols(tables: SearchTables, state: CardState, move: MoveBuffer, count: Word) -> None:
    """Swap the symbols of the cells with those in *move*; done twice, all is as before."""
    rows, cols = tables.rows, np.uint64(len(state.card)) // tables.rows
    for number in range(count):
        cell, symbol = move.cells[number], move.symbols[number]
        old = state.card[cell]
        for line in (cell // cols, rows + cell % cols):
            state.line_counts[line, old] -= _1
            state.line_counts[line, symbol] += _1
        state.counts[old] -= _1
        state.counts[symbol] += _1
        state.card[cell], move.symbols[number] = symbol, old


@jit
def _keeps_constraints(
    tables: SearchTables,
    state: CardState,
    constraints: ConstraintFlags,
    move: MoveBuffer,
    count: Word,
) -> bool:
    """Return whether the card after the move breaks no constraint at the cells that changed."""
    rows, cols = tables.rows, np.uint64(len(state.card)) // tables.rows
    for number in range(count):
        cell, old = move.cells[number], move.symbols[number]
        row, col = cell // cols, cell % cols
        if constraints.every_line and (
            state.line_counts[row, old] == _0 or state.line_counts[rows + col, old] == _0
        ):
            return False
        if constraints.no_blocks and _in_block(state.card, rows, cols, row, col):
            return False
        if (
            constraints.most_touching
            and _component_size(state.card, cols, cell) > constraints.most_touching
        ):
            return False
    return True


@borrowing_jit
def _in_block(card: Array, rows: Word, cols: Word, row: Word, col: Word) -> bool:
    symbol = card[row * cols + col]
    for top in range(row - _1 if row else _0, min(row + _1, rows - _1)):
        for left in range(col - _1 if col else _0, min(col + _1, cols - _1)):
            at = top * cols + left
            if (
                card[at] == symbol
                and card[at + _1] == symbol
                and card[at + cols] == symbol
                and card[at + cols + _1] == symbol
            ):
                return True
    return False


@jit
def _component_size(card: Array, cols: Word, start: Word) -> Word:
    """Return how many cells of one symbol are joined to *start*, itself included."""
    cells = np.uint64(len(card))
    component, seen = np.empty(cells, np.uint64), np.zeros(cells, np.uint64)
    component[0], seen[start] = start, _1
    done, size = _0, _1
    while done < size:
        cell = component[done]
        done += _1
        for side in range(_4):
            if side == _0:
                near, inside = cell - cols, cell >= cols
            elif side == _1:
                near, inside = cell + cols, cell + cols < cells
            elif side == _2:
                near, inside = cell - _1, cell % cols > _0
            else:
                near, inside = cell + _1, cell % cols + _1 < cols
            if inside and not seen[near] and card[near] == card[start]:
                seen[near] = _1
                component[size] = near
                size += _1
    return size
