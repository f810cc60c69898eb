"""The annealing of a card, compiled: one move after another at one temperature."""

import numpy as np

from generator.annealing.kernel.arrays import (
    Array,
    CardState,
    ConstraintFlags,
    Energies,
    EnergyWeights,
    SearchTables,
    Word,
)
from generator.annealing.kernel.delta_evaluation import try_move
from generator.annealing.kernel.list_evaluation import try_listed_move
from generator.annealing.kernel.lists import new_list_search
from generator.annealing.kernel.move import new_move_buffer, propose_move, uniform
from generator.annealing.kernel.state import build_state
from solver.runtime.jit import jit

_0, _1 = (np.uint64(n) for n in (0, 1))


@jit
def anneal(
    tables: SearchTables,
    weights: EnergyWeights,
    constraints: ConstraintFlags,
    state: CardState,
    temperature: float,
    steps: Word,
    rng: Array,
    best: Array,
    energies: Energies,
) -> Word:
    """Do *steps* steps at *temperature*, in units of energy; return how many moves were evaluated.

    Metropolis: a move that raises the energy is accepted with the probability exp(-increase /
    temperature). *rng*, (1,), is the state of the random number generator. *best*, (cells,), is the
    best card so far, and *energies*, (2,), those of the card of *state* and of the best.
    """
    move = new_move_buffer(tables)
    stack, search = np.empty((5, 8), np.uint64), new_list_search(tables)
    evaluated = _0
    if not state.is_compact[0]:
        build_state(tables, state, stack, search)
    for _ in range(steps):
        count = propose_move(tables, state, constraints, rng, move)
        if count == _0:
            continue
        evaluated += _1
        limit = np.int64(min(-temperature * np.log(uniform(rng)), 1e15))
        if state.is_compact[0]:
            increase = try_move(tables, weights, constraints, state, move, count, limit, stack)
        else:
            increase = try_listed_move(
                tables, weights, constraints, state, move, count, limit, search
            )
        if increase <= limit:
            energies[0] += increase
            if energies[0] < energies[1]:
                energies[1] = energies[0]
                # To set a slice compiles its error message too, for some seconds.
                for cell in range(np.uint64(len(best))):
                    best[cell] = state.card[cell]
            if not state.is_compact[0] and state.dense[0] == _0:
                build_state(tables, state, stack, search)
    return evaluated
