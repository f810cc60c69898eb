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
from solver.runtime.jit import jit

_0, _1, _2, _4 = (np.uint64(n) for n in (0, 1, 2, 4))
NO_PLACEMENT = np.uint64(2**63)
_FRACTION = 1 / 2**53


class MoveBuffer(NamedTuple):
    """Working memory for what one move changes."""

    cells: Array  # (2 * order,)
    symbols: Array  # (2 * order,): what the cells become
    rolls: Array  # (R,): the rolls that the move touches
    max_gains: Energies  # (R,): how much energy each of them may save at most
    order: Array  # (R,): their positions in the order of evaluation
    priority: Array  # (R,): 0 if untouched, then 1 to 3, the most decisive first
    lost_slots: Array  # (R,)
    first_gained: Array  # (R,): the first placement that a roll gains,
    next_gained: Array  # (P,): and the next after each
    moved_placements: Array  # (P,): those that change their rolls
    new_roll_of: Array  # (P,)
    new_slot_of: Array  # (P,)
    old_optimum: Array  # (R,)
    old_witness: Array  # (R,)
    old_active: Array  # (R,)


@jit
def new_move_buffer(tables: SearchTables) -> MoveBuffer:
    """Return working memory for moves on cards of *tables*."""
    rolls, placements = tables.rolls.total, len(tables.ranks)
    max_cells = 2 * tables.images.shape[1]
    return MoveBuffer(
        np.empty(max_cells, np.uint64),
        np.empty(max_cells, np.uint64),
        np.empty(rolls, np.uint64),
        np.empty(rolls, np.int64),
        np.empty(rolls, np.uint64),
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
    )


@jit
def _random_word(rng: Array) -> Word:
    """Return a random word: xorshift64*, Vigna, ACM Trans. Math. Softw. 42 (2016), 30."""
    word = rng[0]
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    word ^= word >> np.uint64(27)
    rng[0] = word
    scrambled: Word = word * np.uint64(2685821657736338717)
    return scrambled


@jit
def _random_below(rng: Array, bound: Word) -> Word:
    number: Word = (_random_word(rng) >> np.uint64(32)) * bound >> np.uint64(32)
    return number


@jit
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


@jit
def _random_move(tables: SearchTables, card: Array, rng: Array, move: MoveBuffer) -> Word:
    """Draw any move; return how many cells it changes, 0 if it changes nothing."""
    cells, symbols = np.uint64(len(card)), tables.symbol_count
    images, relabellings = tables.images, tables.relabellings
    order = np.uint64(images.shape[1])
    cell, count = _random_below(rng, cells), order
    if _random_below(rng, _4):  # one cell changes half as much as two, and is taken more often
        other, symbol = cell, _random_below(rng, symbols)
    else:
        other = _random_below(rng, cells)
        symbol, count = card[other], _2 * order
    if symbol == card[cell]:
        return _0
    # A cell that is its own image keeps its symbol: only one symbol is relabelled to itself.
    if order > _1 and (images[cell, 1] == cell or images[other, 1] == other):
        return _0
    for number in range(order):
        move.cells[number] = images[cell, number]
        move.symbols[number] = relabellings[number, symbol]
        if count > order:
            if images[cell, number] == other:
                return _0
            move.cells[order + number] = images[other, number]
            move.symbols[order + number] = relabellings[number, card[cell]]
    return count


@jit
def _keeps_counts_even(state: CardState, move: MoveBuffer, count: Word) -> bool:
    """Return whether the move leaves symbol counts that are equal to within one."""
    card, counts = state.card, state.counts
    for number in range(count):
        counts[card[move.cells[number]]] -= _1
        counts[move.symbols[number]] += _1
    least, most = counts.min(), counts.max()
    for number in range(count):
        counts[card[move.cells[number]]] += _1
        counts[move.symbols[number]] -= _1
    return bool(least + _1 >= most)


@jit
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


@jit
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
