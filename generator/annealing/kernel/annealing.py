"""The annealing of a card, compiled: one move after another at one temperature."""

import numpy as np

from generator.annealing.kernel.arrays import (
    Array,
    CardState,
    Energies,
    MoveBuffer,
    SearchTables,
    Word,
)
from generator.annealing.kernel.evaluation import build_state, is_dense, try_move
from generator.annealing.kernel.move import propose_move, uniform
from solver.runtime.jit import jit

_0, _1 = (np.uint64(n) for n in (0, 1))


@jit
def anneal(
    tables: SearchTables,
    targets: Energies,
    state: CardState,
    move: MoveBuffer,
    temperature: float,
    steps: Word,
    rng: Array,
    best: Array,
    energies: Energies,
) -> None:
    """Do *steps* steps at *temperature*, in units of energy.

    Metropolis: a move that raises the energy is accepted with the probability exp(-increase /
    temperature). *rng*, (1,), is the state of the random number generator. *best*, (cells,), is the
    best card so far, and *energies*, (2,), those of the card of *state* and of the best.
    """
    for _ in range(steps):
        count = propose_move(tables, state, rng, move)
        if count == _0:
            continue
        limit = np.int64(min(-temperature * np.log(uniform(rng)), 1e15))
        increase = try_move(tables, targets, state, move, count, limit)
        if increase <= limit:
            energies[0] += increase
            if energies[0] < energies[1]:
                energies[1] = energies[0]
                # To set a slice compiles its error message too, for some seconds.
                for cell in range(np.uint64(len(best))):
                    best[cell] = state.card[cell]
            if not (state.is_compact[0] or is_dense(state)):
                build_state(tables, state, move)
