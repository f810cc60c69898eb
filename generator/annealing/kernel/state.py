"""The state of a card, built from its cells."""

import numpy as np

from generator.annealing.kernel.arrays import SLOTS, Array, CardState, EnergyWeights, SearchTables
from generator.annealing.kernel.full_evaluation import placement_signature, roll_energy
from generator.annealing.kernel.images import image_of
from generator.annealing.kernel.lists import (
    ListSearch,
    append_placement,
    best_listed_packing,
    new_list_search,
    occupy,
    record_example,
)
from generator.annealing.kernel.move import NO_PLACEMENT
from generator.annealing.kernel.packing import FOUND, best_packing, insert_placement
from generator.annealing.kernel.richest import rate_lists, rate_slots
from solver.penta_rush.survey.kernel import lookup_roll
from solver.runtime.jit import jit, trailing_zeros

_0, _1, _5 = (np.uint64(n) for n in (0, 1, 5))
_ALL, _SLOTS = np.uint64(2**64 - 1), np.uint64(SLOTS)


@jit
def build_state(tables: SearchTables, state: CardState, stack: Array, search: ListSearch) -> None:
    """Fill in all of *state* from its card."""
    _count_symbols(tables, state)
    _match_placements(tables, state)
    state.is_compact[0] = np.uint64(state.dense[0] == _0)
    if state.is_compact[0]:
        _fill_slots(tables, state, stack)
    else:
        _fill_lists(tables, state, search)


@jit
def built_energy(tables: SearchTables, weights: EnergyWeights, state: CardState) -> np.int64:
    """Fill in *state* from its card; return the energy of the card."""
    build_state(tables, state, np.empty((5, 8), np.uint64), new_list_search(tables))
    energy = np.int64(0)
    for number in range(tables.orbit_count):
        orbit = np.uint64(number)
        energy += roll_energy(weights, orbit, state.optimum[orbit])
    return energy


@jit
def _count_symbols(tables: SearchTables, state: CardState) -> None:
    rows, cells = tables.rows, np.uint64(len(state.card))
    cols = cells // rows
    state.counts[:] = _0
    state.line_counts[:] = _0
    for cell in range(cells):
        symbol = state.card[cell]
        state.counts[symbol] += _1
        state.line_counts[cell // cols, symbol] += _1
        state.line_counts[rows + cell % cols, symbol] += _1


@jit
def _match_placements(tables: SearchTables, state: CardState) -> None:
    """Find the roll of every placement, and whether the lists of some are longer than slots go."""
    cells, rolls = tables.placements.cells, tables.rolls
    state.placements_per_cell[:] = _0
    state.list_lengths[:] = _0
    for placement in tables.first_placements:
        signature = placement_signature(cells, state.card, placement)
        roll = lookup_roll(rolls.keys, rolls.numbers, rolls.shift, rolls.total, signature)
        state.signatures[placement], state.roll_of[placement] = signature, roll
        if roll == rolls.total:
            continue
        for number in range(_5):
            state.placements_per_cell[cells[placement, number]] += _1
        for turn in range(tables.to_first_counts[roll]):
            if image_of(tables, placement, roll, turn) != NO_PLACEMENT:
                state.list_lengths[tables.orbit_of[roll]] += _1
    state.dense[0] = _0
    for orbit in range(tables.orbit_count):
        state.dense[0] += np.uint64(state.list_lengths[orbit] > _SLOTS)


@jit
def _fill_slots(tables: SearchTables, state: CardState, stack: Array) -> None:
    masks, compatible, slots_of_rank = state.masks, state.compatible, state.slots_of_rank
    masks[:] = _0
    compatible[:] = _0
    slots_of_rank[:] = _0
    state.active[:] = _0
    for first in tables.first_placements:
        roll = state.roll_of[first]
        if roll == tables.rolls.total:
            continue
        orbit = tables.orbit_of[roll]
        for turn in range(tables.to_first_counts[roll]):
            placement = image_of(tables, first, roll, turn)
            if placement == NO_PLACEMENT:
                continue
            slot = state.slot_of[placement] = trailing_zeros(~state.active[orbit])
            state.active[orbit] |= _1 << slot
            insert_placement(
                tables.placements.masks, tables.ranks, masks, compatible, slots_of_rank,
                orbit, placement, slot,
            )  # fmt: skip
    for number in range(tables.orbit_count):
        orbit = np.uint64(number)
        if tables.most_points:
            state.optimum[orbit] = rate_slots(tables, state, orbit, state.active[orbit], _0, stack)
        else:
            state.optimum[orbit] = best_packing(
                compatible, slots_of_rank, tables.rank_points, tables.max_points,
                orbit, state.active[orbit], _5, _0, _ALL, stack,
            )  # fmt: skip
        state.example[orbit] = stack[0, FOUND]


@jit
def _fill_lists(tables: SearchTables, state: CardState, search: ListSearch) -> None:
    state.heads[:] = NO_PLACEMENT
    state.shapes[:] = _0
    for first in tables.first_placements:
        roll = state.roll_of[first]
        if roll == tables.rolls.total:
            continue
        orbit = tables.orbit_of[roll]
        for turn in range(tables.to_first_counts[roll]):
            placement = image_of(tables, first, roll, turn)
            if placement != NO_PLACEMENT:
                append_placement(state, orbit, tables.ranks[placement], placement)
    for number in range(tables.orbit_count):
        orbit = np.uint64(number)
        if tables.most_points:
            state.optimum[orbit] = rate_lists(tables, state, orbit, search)
        else:
            occupy(search, tables.placements.masks, NO_PLACEMENT)
            state.optimum[orbit] = best_listed_packing(
                tables, state, search, orbit, state.shapes[orbit], _5, _0, _ALL
            )
        record_example(state, orbit, search.found, search.found_size[0])
