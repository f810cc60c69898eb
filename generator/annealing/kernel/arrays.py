"""What a search for a flat card stands on, as arrays: what is given, and what is known of a card.

ground     the placements of a size and the rolls of some dice
price      what the optima of the rolls cost
wish       the structural wishes that every step obeys
standing   what is known of the card as it is: of each roll its placements, which of them fit
           together, its optimum and the best packing that was found, its witness
slot       a placement's place among those of its roll: a bit of a word
"""

from typing import Any, NamedTuple

import numpy as np

from solver.penta_rush.survey.kernel import Layout, Rolls

Word = np.uint64
Array = np.ndarray[Any, np.dtype[Word]]
Costs = np.ndarray[Any, np.dtype[np.int64]]

SLOTS = 64  # placements of a roll, at most, for the steps to be judged by what they touch
SHAPES = 12


class Ground(NamedTuple):
    """What is the same for all cards of a size, with P placements, R rolls and W words a mark.

    With a symmetry, the rolls are some of which all others are images.
    """

    layout: Layout
    rolls: Rolls
    ranks: Array  # (P,): the shape, the dearest first
    worths: Array  # (12,): the points of each rank
    bounds: np.ndarray[Any, Any]  # (6, 4096): what so many shapes of a presence can gain
    through: Array  # the placements through each cell,
    starts: Array  # (cells + 1,): from here to there
    rows: Array  # (1,)
    symbols: Array  # (1,): how many the dice bear
    images: Array  # (cells, order): of a symmetry, of order 1 if there is none,
    renamings: Array  # (order, symbols): and what the symbols are renamed to


class Price(NamedTuple):
    """What the optima of the rolls cost: the square of how far they are off, times the ways.

    How far they are off beyond the reach counts four times as much, once more.
    """

    ways: Costs  # (R,)
    aims: Costs  # (R,): the value wanted, times the scale
    least: Costs  # (R,): what the nearest whole number costs
    scale: Costs  # (1,)
    reach: Costs  # (1,): times the scale
    dud: Costs  # (1,): what a roll worth nothing costs beyond that, by each of its ways


class Wish(NamedTuple):
    """The structural wishes that every step obeys: 1 or 0, or how many; 0 for any number."""

    even: Array  # (1,): symbol counts equal to within one
    most_touching: Array  # (1,): cells of a patch of one symbol
    no_blocks: Array  # (1,): no 2x2 of one symbol
    every_line: Array  # (1,): each symbol in every row and col
    no_dead_cell: Array  # (1,): through each cell a placement of a legal roll


class Standing(NamedTuple):
    """What is known of a card: it changes with every step that is taken."""

    card: Array  # (cells,): symbols by number
    counts: Array  # (symbols,): the cells of each
    lines: Array  # (rows + cols, symbols): the cells of each in every row and col
    signatures: Array  # (P,)
    roll_of: Array  # (P,): R if none
    slot_of: Array  # (P,)
    lively: Array  # (cells,): the placements of legal rolls through each
    marks: Array  # (R, W, SLOTS)
    fits: Array  # (R, SLOTS): the slots that go together with each
    alike: Array  # (R, 12): the slots of each rank
    active: Array  # (R,): the slots in use
    optimum: Array  # (R,)
    witness: Array  # (R,): slots
