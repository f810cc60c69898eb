"""The arrays of the annealing kernels: what is fixed for a search, and what is known of a card.

slot  the place of a placement among those of its roll: one bit of a word
rank  the place of a shape when all twelve are sorted by value, the highest first
"""

from typing import Any, NamedTuple

import numpy as np

from solver.penta_rush.survey.kernel import PlacementTable, RollTable

Word = np.uint64
Array = np.ndarray[Any, np.dtype[Word]]
Energies = np.ndarray[Any, np.dtype[np.int64]]

SLOTS = 64  # a roll with more placements than this is evaluated by a survey of the whole card
SHAPE_COUNT = 12


class SearchTables(NamedTuple):
    """What all cards of a size share, with P placements, R rolls and W words a mask.

    With a symmetry, there is one roll for each orbit of rolls.
    """

    placements: PlacementTable
    rolls: RollTable
    ranks: Array  # (P,)
    rank_points: Array  # (12,)
    max_points: np.ndarray[Any, Any]  # (6, 4096): the most that 0 to 5 shapes of a set can score
    placements_through: Array  # the placements through cell 0, through cell 1, and so on
    through_starts: Array  # (cells + 1,): where those of each cell start
    rows: Word
    symbol_count: Word
    images: Array  # (cells, order): where a symmetry takes each cell; order 1 without one
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
    """What is known of a card; every accepted move updates it."""

    card: Array  # (cells,): symbols by number
    is_compact: Array  # (1,): 1 when all below is up to date and every roll has slots enough
    counts: Array  # (symbols,): the cells of each
    line_counts: Array  # (rows + cols, symbols): the cells of each in every row and col
    signatures: Array  # (P,)
    roll_of: Array  # (P,): R if none
    slot_of: Array  # (P,)
    placements_per_cell: Array  # (cells,): placements of legal rolls through each
    masks: Array  # (R, W, SLOTS)
    compatible: Array  # (R, SLOTS): the slots that do not overlap with each
    slots_of_rank: Array  # (R, 12)
    active: Array  # (R,): the slots in use
    optimum: Array  # (R,)
    witness: Array  # (R,): the slots of a packing that scores the optimum
