"""The arrays of the annealing kernels: what is fixed for a search, and what is known of a card.

orbit  rolls, cells or placements that the symmetry of the card takes to each other: of each, the
       first stands for all. Without a symmetry each is an orbit of its own
slot   the place of a placement among those of its roll: one bit of a word
rank   the place of a shape when all twelve are sorted by value, the highest first
"""

from typing import Any, NamedTuple

import numpy as np

from solver.penta_rush.survey.kernel import PlacementTable, RollTable

Word = np.uint64
Array = np.ndarray[Any, np.dtype[Word]]
Energies = np.ndarray[Any, np.dtype[np.int64]]

SLOTS = 64  # a card with more placements of a roll than this keeps lists of them
SHAPE_COUNT = 12


class SearchTables(NamedTuple):
    """What all cards of a size share, with P placements, R orbits of rolls and W words a mask."""

    placements: PlacementTable
    rolls: RollTable  # all of them
    orbit_count: Word  # R
    orbit_of: Array  # (rolls,): the orbit of each roll
    to_first: Array  # (rolls, order): the elements of the symmetry that take it to the first,
    to_first_counts: Array  # (rolls,): and how many there are
    ranks: Array  # (P,)
    rank_points: Array  # (12,)
    max_points: np.ndarray[Any, Any]  # (6, 4096): the most that 0 to 5 shapes of a set can score
    most_points: Word  # the most that a roll can be worth, if only that counts; else 0
    shortages: Array  # (4096,): how many shapes a set of them lacks for it
    first_placements: Array  # the first placement of each orbit
    placements_through: Array  # those whose orbits go through cell 0, through cell 1, and so on
    through_starts: Array  # (cells + 1,): where those of each cell start
    placement_images: Array  # (P, order): where the elements of the symmetry take each placement
    rows: Word
    symbol_count: Word
    images: Array  # (cells, order): where they take each cell; the identity comes first
    relabellings: Array  # (order, symbols): what the symbols become there


class EnergyWeights(NamedTuple):
    """The energy of a roll: the squared error of its optimum, times its ways.

    The part of an error beyond *far_limit* counts four times as much, squared once more.
    """

    ways: Energies  # (R,)
    targets: Energies  # (R,): the optimum wanted, times *scale*
    min_energy: Energies  # (R,): that of the whole number nearest to the target
    scale: np.int64
    far_limit: np.int64  # times *scale*
    dud_penalty: np.int64  # more for a dud, a roll worth nothing, for each of its ways


class ConstraintFlags(NamedTuple):
    """The layout constraints that every move keeps."""

    even: bool
    most_touching: Word  # 0 for no bound
    no_blocks: bool
    every_line: bool
    no_dead_cell: bool


class CardState(NamedTuple):
    """What is known of a card; every accepted move updates it.

    It is compact while no roll has more placements than slots. Otherwise the placements of a roll
    stand in lists, one for each shape, and only those of its example have slots.
    """

    card: Array  # (cells,): symbols by number
    is_compact: Array  # (1,)
    counts: Array  # (symbols,): the cells of each
    line_counts: Array  # (rows + cols, symbols): the cells of each in every row and col
    signatures: Array  # (P,): of the first placement of each orbit
    roll_of: Array  # (P,): likewise; the number of rolls if none
    placements_per_cell: Array  # (cells,): the first placements of legal rolls that cover each
    slot_of: Array  # (P,)
    optimum: Array  # (R,): or what stands for it, where only the most possible counts
    example: Array  # (R,): the slots of a packing that scores the optimum
    # Of a compact card:
    masks: Array  # (R, W, SLOTS)
    compatible: Array  # (R, SLOTS): the slots that do not overlap with each
    slots_of_rank: Array  # (R, 12)
    active: Array  # (R,): the slots in use
    # Of any other:
    heads: Array  # (R, 12): the first in the list of each rank,
    next_in_list: Array  # (P,)
    previous_in_list: Array  # (P,)
    shapes: Array  # (R,): the ranks whose lists are not empty, a bit each
    list_lengths: Array  # (R,): the placements of each roll
    dense: Array  # (1,): how many rolls have more placements than slots
    example_placements: Array  # (R, 5)
