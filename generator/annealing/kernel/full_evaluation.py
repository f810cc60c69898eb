"""What a card costs, by its survey: each roll searched anew.

cost  the square of what a roll's optimum is off its aim, summed over its throws
dead  a cell through which there is no placement of a legal roll
"""

import numpy as np

from generator.annealing.kernel.arrays import Array, Ground, Price, Standing, Wish, Word
from generator.annealing.kernel.move import Trial, write
from generator.annealing.kernel.packing import roll_number
from solver.penta_rush.survey.kernel import survey
from solver.runtime.jit import jit

_0, _1, _2, _5 = (np.uint64(n) for n in (0, 1, 2, 5))


@jit
def cost(price: Price, roll: Word, optimum: Word) -> np.int64:
    """Return what a *roll* of this *optimum* costs."""
    off = abs(np.int64(optimum) * price.scale[0] - price.aims[roll])
    beyond = 4 * max(off - price.reach[0], 0)
    extra = price.dud[0] if optimum == _0 else 0
    found: np.int64 = price.ways[roll] * (off * off + beyond * beyond + extra)
    return found


@jit
def cost_of(ground: Ground, price: Price, card: Array) -> np.int64:
    """Return what *card*, (cells,), costs, by its survey."""
    found, total = optima(ground, card), np.int64(0)
    for roll in range(ground.rolls.total[0]):
        total += cost(price, np.uint64(roll), found[roll])
    return total


@jit
def optima(ground: Ground, card: Array) -> Array:
    """Return, (R,), the optima of the rolls on *card*, (cells,), by its survey."""
    figures = np.empty((1, ground.rolls.total[0], 5), np.uint64)
    survey(card.reshape((1, len(card))), ground.layout, ground.rolls, _0, figures)
    found: Array = figures[0, :, 2].copy()
    return found


@jit
def judge_whole(
    ground: Ground,
    price: Price,
    wish: Wish,
    standing: Standing,
    trial: Trial,
    count: Word,
    most: np.int64,
    energy: np.int64,
) -> np.int64:
    """Do as `judge`, by a survey of the whole card: a roll has more placements than slots."""
    write(ground, standing, trial, count)
    more = cost_of(ground, price, standing.card) - energy
    if more <= most and wish.no_dead_cell[0] and has_dead_cell(ground, standing.card):
        more = most + np.int64(1)
    if more > most:
        write(ground, standing, trial, count)
    return more


@jit
def has_dead_cell(ground: Ground, card: Array) -> bool:
    """Return whether through some cell of *card* there is no placement of a legal roll."""
    lively, rolls = np.zeros(len(card), np.uint64), ground.rolls
    for placement in range(np.uint64(len(ground.ranks))):
        signature = _0
        for number in range(_5):
            signature += _1 << _2 * card[ground.layout.cells[placement, number]]
        roll = roll_number(rolls.keys, rolls.numbers, rolls.shift[0], rolls.total[0], signature)
        if roll < rolls.total[0]:
            for number in range(_5):
                lively[ground.layout.cells[placement, number]] = _1
    return some_dead(ground, lively)


@jit
def some_dead(ground: Ground, lively: Array) -> bool:
    """Return whether a cell and all its images are without a placement of the rolls."""
    for cell in range(np.uint64(len(lively))):
        alive = _0
        for number in range(np.uint64(ground.images.shape[1])):
            alive += lively[ground.images[cell, number]]
        if alive == _0:
            return True
    return False
