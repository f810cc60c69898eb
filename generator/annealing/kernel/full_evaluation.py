"""The energy of a card by a survey of it: the best packing of every roll is searched anew.

dead cell  a cell through which there is no placement of a legal roll
"""

import numpy as np

from generator.annealing.kernel.arrays import (
    Array,
    EnergyWeights,
    SearchTables,
    Word,
)
from solver.penta_rush.survey.kernel import COLUMNS, OPTIMUM, lookup_roll, survey
from solver.runtime.jit import borrowing_jit, jit

_0, _1, _2, _5 = (np.uint64(n) for n in (0, 1, 2, 5))


@borrowing_jit
def roll_energy(weights: EnergyWeights, roll: Word, optimum: Word) -> np.int64:
    """Return the energy of a *roll* of this *optimum*."""
    error = abs(np.int64(optimum) * weights.scale - weights.targets[roll])
    beyond = 4 * max(error - weights.far_limit, 0)
    penalty = weights.dud_penalty if optimum == _0 else 0
    energy: np.int64 = weights.ways[roll] * (error * error + beyond * beyond + penalty)
    return energy


@jit
def card_energy(tables: SearchTables, weights: EnergyWeights, card: Array) -> np.int64:
    """Return the energy of *card*, (cells,)."""
    optima, energy = card_optima(tables, card), np.int64(0)
    for roll in range(tables.rolls.total):
        energy += roll_energy(weights, np.uint64(roll), optima[roll])
    return energy


@jit
def card_optima(tables: SearchTables, card: Array) -> Array:
    """Return, (R,), the optima of the rolls on *card*, (cells,)."""
    figures = np.empty((1, tables.rolls.total, COLUMNS), np.uint64)
    survey(card.reshape((1, len(card))), tables.placements, tables.rolls, _0, figures)
    optima: Array = figures[0, :, OPTIMUM].copy()
    return optima


@jit
def has_dead_cell(tables: SearchTables, card: Array) -> bool:
    """Return whether *card* has a dead cell."""
    placements_per_cell, rolls = np.zeros(len(card), np.uint64), tables.rolls
    for placement in range(np.uint64(len(tables.ranks))):
        signature = placement_signature(tables.placements.cells, card, np.uint64(placement))
        roll = lookup_roll(rolls.keys, rolls.numbers, rolls.shift, rolls.total, signature)
        if roll < rolls.total:
            for number in range(_5):
                placements_per_cell[tables.placements.cells[placement, number]] += _1
    return any_dead_cell(tables, placements_per_cell)


@borrowing_jit
def any_dead_cell(tables: SearchTables, placements_per_cell: Array) -> bool:
    """Return whether neither a cell nor any of its images has a placement of the rolls."""
    for cell in range(np.uint64(len(placements_per_cell))):
        total = _0
        for number in range(np.uint64(tables.images.shape[1])):
            total += placements_per_cell[tables.images[cell, number]]
        if total == _0:
            return True
    return False


@borrowing_jit
def placement_signature(cells: Array, card: Array, placement: Word) -> Word:
    """Return the signature of the symbols that *card* shows on the cells of a placement."""
    signature = _0
    for number in range(_5):
        signature += _1 << _2 * card[cells[placement, number]]
    return signature
