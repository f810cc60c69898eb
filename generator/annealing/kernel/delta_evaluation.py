"""Steps judged by what they touch, exactly, and taken or taken back.

A step touches only the placements through its cells. A roll whose witness stands and that gained no
placement keeps its optimum; one that lost its witness is searched for its old optimum first; and a
new placement is searched only for packings that are better with it. The most that the rolls still
to be searched could win is known, so that nearly every step is given up after a few of them.
"""

import numpy as np

from generator.annealing.kernel.arrays import Array, Ground, Price, Standing, Wish, Word
from generator.annealing.kernel.full_evaluation import cost, some_dead
from generator.annealing.kernel.move import NONE, Trial, write
from generator.annealing.kernel.packing import FOUND, best_packing, insert, roll_number
from solver.runtime.jit import jit, trailing_zeros

_0, _1, _2, _4, _5, _6, _63 = (np.uint64(n) for n in (0, 1, 2, 4, 5, 6, 63))
_ALL = np.uint64(2**64 - 1)


@jit
def judge(
    ground: Ground,
    price: Price,
    wish: Wish,
    standing: Standing,
    trial: Trial,
    count: Word,
    most: np.int64,
    stack: Array,
) -> np.int64:
    """Return what the step costs more, and take it; if more than *most*, take it back."""
    moved, touched = _gather(ground, price, standing, trial, count)
    more, done = _update(ground, price, standing, trial, touched, most, stack)
    if more <= most and not (wish.no_dead_cell[0] and _kills(ground, standing, trial, moved)):
        write(ground, standing, trial, count)
        _settle(ground, standing, trial, moved)
    else:
        more = max(more, most + np.int64(1))
        for position in range(done):
            roll = trial.rolls[trial.order[position]]
            standing.optimum[roll] = trial.optimum[roll]
            standing.witness[roll] = trial.witness[roll]
            standing.active[roll] = trial.active[roll]
    for number in range(touched):
        roll = trial.rolls[number]
        trial.seen[roll], trial.lost[roll], trial.first[roll] = _0, _0, NONE
    return more


@jit
def _gather(
    ground: Ground, price: Price, standing: Standing, trial: Trial, count: Word
) -> tuple[Word, Word]:
    """Find the placements that move to other rolls, and the rolls; return how many of each."""
    keys, numbers, shift = ground.rolls.keys, ground.rolls.numbers, ground.rolls.shift[0]
    none, marks, through = ground.rolls.total[0], ground.layout.marks, ground.through
    signatures, roll_of, slot_of = standing.signatures, standing.roll_of, standing.slot_of
    rolls, seen, lost, first = trial.rolls, trial.seen, trial.lost, trial.first
    following, moves, new_rolls = trial.following, trial.moved, trial.roll_of
    moved, touched = _0, _0
    for number in range(count):
        cell = trial.cells[number]
        for at in range(ground.starts[cell], ground.starts[cell + _1]):
            placement = through[at]
            change, first_met = _0, True
            for other in range(count):
                there = trial.cells[other]
                if marks[placement, there >> _6] >> (there & _63) & _1:
                    first_met = first_met and other >= number
                    change += _1 << _2 * trial.symbols[other]
                    change -= _1 << _2 * standing.card[there]
            if change == _0 or not first_met:
                continue
            old = roll_of[placement]
            new = roll_number(keys, numbers, shift, none, signatures[placement] + change)
            new_rolls[placement] = new
            moves[moved] = placement
            moved += _1
            if old < none:
                lost[old] |= _1 << slot_of[placement]
                if not seen[old]:
                    seen[old] = _1
                    rolls[touched] = old
                    touched += _1
            if new < none:
                following[placement] = first[new]
                first[new] = placement
                if not seen[new]:
                    seen[new] = _1
                    rolls[touched] = new
                    touched += _1
    _sort(price, standing, trial, touched)
    return moved, touched


@jit
def _sort(price: Price, standing: Standing, trial: Trial, touched: Word) -> None:
    """Order the rolls: those that can only get worse go first, and of them those that will."""
    kinds = np.zeros(4, np.uint64)
    for number in range(touched):
        roll = trial.rolls[number]
        optimum, gain = standing.optimum[roll], np.int64(0)
        hit = standing.witness[roll] & trial.lost[roll] != _0
        high = np.int64(optimum) * price.scale[0] > price.aims[roll]
        if (hit and high) or (trial.first[roll] != NONE and not high):
            gain = cost(price, roll, optimum) - price.least[roll]
        trial.gains[number] = gain
        kind = _2 if gain else _1 - np.uint64(hit and trial.first[roll] == NONE)
        trial.seen[roll] = kind + _1
        kinds[kind + _1] += _1
    kinds[2] += kinds[1]
    for number in range(touched):
        kind = trial.seen[trial.rolls[number]] - _1
        trial.order[kinds[kind]] = number
        kinds[kind] += _1


@jit
def _update(
    ground: Ground,
    price: Price,
    standing: Standing,
    trial: Trial,
    touched: Word,
    most: np.int64,
    stack: Array,
) -> tuple[np.int64, Word]:
    """Find the optima of the rolls after the step, until it is sure to cost more than *most*.

    Return what it costs more, and how many of the rolls were searched.
    """
    fits, alike, marks = standing.fits, standing.alike, standing.marks
    worths, bounds, masks, ranks = ground.worths, ground.bounds, ground.layout.marks, ground.ranks
    open_ = np.int64(0)  # what the rolls still to be searched may win
    for number in range(touched):
        open_ += trial.gains[number]
    more, done = np.int64(0), _0
    while done < touched and more - open_ <= most:
        number = trial.order[done]
        done += _1
        roll = trial.rolls[number]
        open_ -= trial.gains[number]
        before, used, witness = (
            standing.optimum[roll],
            standing.active[roll],
            standing.witness[roll],
        )
        trial.optimum[roll], trial.witness[roll], trial.active[roll] = before, witness, used
        best, rest = before, used & ~trial.lost[roll]
        if witness & trial.lost[roll]:
            best = best_packing(
                fits, alike, worths, bounds, roll, rest, _5, before - _1, before, stack
            )
            if best < before:
                best = best_packing(
                    fits, alike, worths, bounds, roll, rest, _5, _0, before - _1, stack
                )
            witness = stack[0, FOUND]
        placement = trial.first[roll]
        while placement != NONE:
            if used == _ALL:  # no slot is left: the step is not taken
                return most + np.int64(1), done
            slot = trial.slot_of[placement] = trailing_zeros(~used)
            used |= _1 << slot
            insert(masks, ranks, marks, fits, alike, roll, placement, slot)
            worth = worths[ranks[placement]]
            floor = best - worth if best > worth else _0
            inner = rest & fits[roll, slot]
            gained = best_packing(fits, alike, worths, bounds, roll, inner, _4, floor, _ALL, stack)
            if worth + gained > best:
                best, witness = worth + gained, stack[0, FOUND] | _1 << slot
            rest |= _1 << slot
            placement = trial.following[placement]
        standing.optimum[roll], standing.witness[roll], standing.active[roll] = best, witness, rest
        more += cost(price, roll, best) - cost(price, roll, before)
    return more, done


@jit
def _kills(ground: Ground, standing: Standing, trial: Trial, moved: Word) -> bool:
    """Return whether the step leaves a cell without a placement of a legal roll."""
    _enliven(ground, standing, trial, moved, _1)
    dead = some_dead(ground, standing.lively)
    _enliven(ground, standing, trial, moved, _ALL)
    return dead


@jit
def _enliven(ground: Ground, standing: Standing, trial: Trial, moved: Word, sign: Word) -> None:
    """Count the placements through the cells anew; with *sign* -1 as before."""
    none = ground.rolls.total[0]
    for at in range(moved):
        placement = trial.moved[at]
        change = np.uint64(trial.roll_of[placement] < none) * sign
        change -= np.uint64(standing.roll_of[placement] < none) * sign
        if change:
            for number in range(_5):
                standing.lively[ground.layout.cells[placement, number]] += change


@jit
def _settle(ground: Ground, standing: Standing, trial: Trial, moved: Word) -> None:
    """Keep what a step that is taken changes in the placements; its symbols are written."""
    _enliven(ground, standing, trial, moved, _1)
    for at in range(moved):
        placement = trial.moved[at]
        standing.roll_of[placement] = trial.roll_of[placement]
        standing.slot_of[placement] = trial.slot_of[placement]
        signature = _0
        for number in range(_5):
            signature += _1 << _2 * standing.card[ground.layout.cells[placement, number]]
        standing.signatures[placement] = signature
