"""Steps: how a card may change, within the wishes.

step   one cell takes another symbol, or two cells swap theirs, and on a symmetric card their images
       with them
trial  room for what a step would change
"""

from typing import NamedTuple

import numpy as np

from generator.annealing.kernel.arrays import Array, Costs, Ground, Standing, Wish, Word
from solver.runtime.jit import jit

_0, _1, _2, _4 = (np.uint64(n) for n in (0, 1, 2, 4))
NONE = np.uint64(2**63)  # no placement
_FRACTION = 1 / 2**53


class Trial(NamedTuple):
    """Room for what one step would change."""

    cells: Array  # (2 * order,)
    symbols: Array  # (2 * order,): what the cells take
    rolls: Array  # (R,): the rolls it touches,
    gains: Costs  # (R,): and what each may win
    order: Array  # (R,): their positions, the most telling first
    seen: Array  # (R,)
    lost: Array  # (R,): the slots that a roll loses
    first: Array  # (R,): the first placement that a roll gains,
    following: Array  # (P,): and the next after each
    moved: Array  # (P,): the placements that change their rolls
    roll_of: Array  # (P,)
    slot_of: Array  # (P,)
    optimum: Array  # (R,): as they were
    witness: Array  # (R,)
    active: Array  # (R,)


@jit
def trial_on(ground: Ground) -> Trial:
    """Return the room for steps of the cards of *ground*."""
    rolls, placements = ground.rolls.total[0], len(ground.ranks)
    most = 2 * ground.images.shape[1]
    return Trial(
        np.empty(most, np.uint64),
        np.empty(most, np.uint64),
        np.empty(rolls, np.uint64),
        np.empty(rolls, np.int64),
        np.empty(rolls, np.uint64),
        np.zeros(rolls, np.uint64),
        np.zeros(rolls, np.uint64),
        np.full(rolls, NONE),
        np.empty(placements, np.uint64),
        np.empty(placements, np.uint64),
        np.empty(placements, np.uint64),
        np.empty(placements, np.uint64),
        np.empty(rolls, np.uint64),
        np.empty(rolls, np.uint64),
        np.empty(rolls, np.uint64),
    )


@jit
def _random(rng: Array) -> Word:
    """Return a random word: xorshift64*, Vigna, ACM Trans. Math. Softw. 42 (2016), 30."""
    word = rng[0]
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    word ^= word >> np.uint64(27)
    rng[0] = word
    found: Word = word * np.uint64(2685821657736338717)
    return found


@jit
def _below(rng: Array, limit: Word) -> Word:
    found: Word = (_random(rng) >> np.uint64(32)) * limit >> np.uint64(32)
    return found


@jit
def uniform(rng: Array) -> float:
    """Return a random number above 0, at most 1."""
    return (np.float64(_random(rng) >> np.uint64(11)) + 1.0) * _FRACTION


@jit
def propose(ground: Ground, standing: Standing, wish: Wish, rng: Array, trial: Trial) -> Word:
    """Think of a step that obeys the wishes; return how many cells it changes, 0 if it does not."""
    count = _think(ground, standing.card, rng, trial)
    if count == _0 or (wish.even[0] and not _evens(standing, trial, count)):
        return _0
    if wish.most_touching[0] or wish.no_blocks[0] or wish.every_line[0]:
        write(ground, standing, trial, count)
        obeyed = _obeys(ground, standing, wish, trial, count)
        write(ground, standing, trial, count)
        if not obeyed:
            return _0
    return count


@jit
def _think(ground: Ground, card: Array, rng: Array, trial: Trial) -> Word:
    """Think of any step; return how many cells it changes, 0 if it changes nothing."""
    cells, symbols = np.uint64(len(card)), ground.symbols[0]
    images, renamings = ground.images, ground.renamings
    order = np.uint64(images.shape[1])
    one, count = _below(rng, cells), order
    if _below(rng, _4):  # one cell changes half as much as two, and is taken more often
        other, symbol = one, _below(rng, symbols)
    else:
        other = _below(rng, cells)
        symbol, count = card[other], _2 * order
    if symbol == card[one]:
        return _0
    # A cell that is its own image keeps its symbol: there is but one that is renamed to itself.
    if order > _1 and (images[one, 1] == one or images[other, 1] == other):
        return _0
    for number in range(order):
        trial.cells[number], trial.symbols[number] = images[one, number], renamings[number, symbol]
        if count > order:
            if images[one, number] == other:
                return _0
            trial.cells[order + number] = images[other, number]
            trial.symbols[order + number] = renamings[number, card[one]]
    return count


@jit
def _evens(standing: Standing, trial: Trial, count: Word) -> bool:
    """Return whether the step leaves symbol counts that are equal to within one."""
    card, counts = standing.card, standing.counts
    for number in range(count):
        counts[card[trial.cells[number]]] -= _1
        counts[trial.symbols[number]] += _1
    least, most = counts.min(), counts.max()
    for number in range(count):
        counts[card[trial.cells[number]]] += _1
        counts[trial.symbols[number]] -= _1
    return bool(least + _1 >= most)


@jit
def write(ground: Ground, standing: Standing, trial: Trial, count: Word) -> None:
    """Give the cells of *trial* their symbols; done twice, they have what they had."""
    rows, cols = ground.rows[0], np.uint64(len(standing.card)) // ground.rows[0]
    for number in range(count):
        cell, symbol = trial.cells[number], trial.symbols[number]
        old = standing.card[cell]
        for line in (cell // cols, rows + cell % cols):
            standing.lines[line, old] -= _1
            standing.lines[line, symbol] += _1
        standing.counts[old] -= _1
        standing.counts[symbol] += _1
        standing.card[cell], trial.symbols[number] = symbol, old


@jit
def _obeys(ground: Ground, standing: Standing, wish: Wish, trial: Trial, count: Word) -> bool:
    """Return whether the card, as the step left it, has no fault at the cells of *trial*."""
    rows, cols = ground.rows[0], np.uint64(len(standing.card)) // ground.rows[0]
    for number in range(count):
        cell, old = trial.cells[number], trial.symbols[number]
        row, col = cell // cols, cell % cols
        if wish.every_line[0] and (
            standing.lines[row, old] == _0 or standing.lines[rows + col, old] == _0
        ):
            return False
        if wish.no_blocks[0] and _in_block(standing.card, rows, cols, row, col):
            return False
        if wish.most_touching[0] and _patch(standing.card, cols, cell) > wish.most_touching[0]:
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
def _patch(card: Array, cols: Word, cell: Word) -> Word:
    """Return the size of the patch of one symbol that *cell* lies in."""
    cells = np.uint64(len(card))
    patch, seen = np.empty(cells, np.uint64), np.zeros(cells, np.uint64)
    patch[0], seen[cell] = cell, _1
    done, size = _0, _1
    while done < size:
        at = patch[done]
        done += _1
        for side in range(_4):
            if side == _0:
                there, inside = at - cols, at >= cols
            elif side == _1:
                there, inside = at + cols, at + cols < cells
            elif side == _2:
                there, inside = at - _1, at % cols > _0
            else:
                there, inside = at + _1, at % cols + _1 < cols
            if inside and not seen[there] and card[there] == card[cell]:
                seen[there] = _1
                patch[size] = there
                size += _1
    return size
