"""The annealing of a card, compiled: one step after another, at one heat."""

import numpy as np

from generator.annealing.kernel.arrays import Array, Costs, Ground, Price, Standing, Wish, Word
from generator.annealing.kernel.delta_evaluation import judge
from generator.annealing.kernel.full_evaluation import judge_whole
from generator.annealing.kernel.move import propose, trial_on, uniform
from generator.annealing.kernel.packing import build
from solver.runtime.jit import jit

_0, _1 = (np.uint64(n) for n in (0, 1))


@jit
def anneal(
    ground: Ground,
    price: Price,
    wish: Wish,
    standing: Standing,
    heat: float,
    steps: Word,
    rng: Array,
    best: Array,
    energies: Costs,
) -> Word:
    """Do *steps* steps at *heat*, in units of cost; return how many cards were judged.

    A step that costs more is taken with the probability exp(-more / heat). *rng*, (1,), is the
    state of the generator of random numbers. *best*, (cells,), is the best card so far, and
    *energies*, (2,), the costs of the card of *standing* and of the best.
    """
    trial = trial_on(ground)
    stack = np.empty((5, 8), np.uint64)
    judged = _0
    compact = build(ground, standing, stack)
    for _ in range(steps):
        count = propose(ground, standing, wish, rng, trial)
        if count == _0:
            continue
        judged += _1
        most = np.int64(min(-heat * np.log(uniform(rng)), 1e15))
        if compact:
            more = judge(ground, price, wish, standing, trial, count, most, stack)
        else:
            more = judge_whole(ground, price, wish, standing, trial, count, most, energies[0])
        if more <= most:
            energies[0] += more
            if energies[0] < energies[1]:
                energies[1] = energies[0]
                # To set a slice compiles its error message too, for some seconds.
                for cell in range(np.uint64(len(best))):
                    best[cell] = standing.card[cell]
            if not compact:
                compact = build(ground, standing, stack)
    return judged
