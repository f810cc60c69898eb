"""The arrays of the annealing kernels: what is fixed for a search, and what is known of a card.

orbit  rolls, cells or placements that the symmetry of the card takes to each other: of each, the
       first stands for all. Without a symmetry each is an orbit of its own
slot   the number of a placement among those of its roll: one bit of a word
rank   the position of a shape when all twelve are sorted by value, the highest first
"""

from typing import Any, NamedTuple

from solver.penta_rush.survey.kernel import PlacementTable, RollTable
from solver.runtime.arrays import np
from solver.runtime.kernel import Array2, Array3, Floats, Ints, Words

Word = np.uint64
Array = np.ndarray[Any, np.dtype[Word]]
Energies = np.ndarray[Any, np.dtype[np.int64]]

SCALE = 100  # hundredths of a point
SLOTS = 64  # a card with more placements of a roll than this keeps lists of them
SHAPE_COUNT = 12
NO_PLACEMENT = SAME_ROLL = np.uint64(2**63)


class ConstraintFlags(NamedTuple):
    """The layout constraints that every move keeps."""

    even: bool
    most_touching: Word  # 0 for no bound
    no_blocks: bool
    every_line: bool
    no_dead_cell: bool
    most_equal: Word  # neighbours; more than any card has for no bound
    turned_pairs: Array2[np.uint64]  # (pairs, 2): cells that turns and flips take to each other,
    turned_starts: Words  # (T + 1,): where those of each of T turns and flips start,
    most_turned: Words  # (T,): and how many of them may be equal


class PeopleTables(NamedTuple):
    """What a roll is to bring people who meet each placement with one chance while the sand runs.

    The tables are by numbers of placements, in thirds.
    """

    weight: np.int64  # of an error beside the same one of the best score; 0 if only that counts
    target: np.int64  # hundredths of a point
    none: Floats  # (3 * SLOTS + 1,): the chance to meet none of them,
    inverse: Floats  # (3 * SLOTS + 1,): and one divided by the number, 0 for none
    value_bits: np.int64  # of the highest value of a shape


class SearchTables(NamedTuple):
    """What all cards of a size share, with P placements, R orbits of rolls and W words a mask."""

    constraints: ConstraintFlags
    people: PeopleTables
    placements: PlacementTable
    rolls: RollTable  # all of them
    orbit_count: Word  # R
    orbit_of: Words  # (rolls,): the orbit of each roll
    # (rolls, order): the elements of the symmetry that take it to the first,
    to_first: Array2[np.uint64]
    to_first_counts: Words  # (rolls,): and how many there are
    ways: Ints  # (R,): of all rolls of an orbit
    ranks: Words  # (P,)
    rank_points: Words  # (12,)
    # (6, 4096): the most that 0 to 5 shapes of a set can score, in units of 2**unit_bits points,
    # rounded up: bytes stay in the cache
    max_points: Array2[np.uint8]
    unit_bits: Word
    most_points: Word  # the most that a roll can be worth, if only that counts; else 0
    shortages: Words  # (4096,): how many shapes a set of them lacks for it
    first_placements: Words  # the first placement of each orbit
    # those whose orbits go through cell 0, through cell 1, and so on
    placements_through: Words
    through_starts: Words  # (cells + 1,): where those of each cell start
    # (P, order): where the elements of the symmetry take each placement
    placement_images: Array2[np.uint64]
    rows: Word
    symbol_count: Word
    images: Array2[np.uint64]  # (cells, order): where they take each cell; the identity comes first
    relabellings: Array2[np.uint64]  # (order, symbols): what the symbols become there


class Slots(NamedTuple):
    """The placements of each roll of a compact card, a bit each."""

    masks: Array3[np.uint64]  # (R, W, SLOTS)
    compatible: Array2[np.uint64]  # (R, SLOTS): the slots that do not overlap with each
    of_rank: Array2[np.uint64]  # (R, 12)
    active: Words  # (R,): the slots in use
    of_placement: Words  # (P,)


class Lists(NamedTuple):
    """The placements of each roll of any card: a doubly linked list for each rank, in any order."""

    heads: Array2[np.uint64]  # (R, 12)
    after: Words  # (P,)
    before: Words  # (P,)
    ranks: Words  # (R,): those whose lists are not empty, a bit each
    lengths: Words  # (R,): of the lists of all ranks together
    example: Array2[np.uint64]  # (R, 5): the placements of the example, whose slots are 0 to 4


class CardState(NamedTuple):
    """What is known of a card; every accepted move updates it.

    It is compact while no roll has more placements than slots: then they have slots, and the lists
    are those of an earlier card.
    """

    card: Words  # (cells,): symbols by number
    is_compact: Words  # (1,)
    counts: Words  # (symbols,): the cells of each
    equal: Words  # (1,): neighbours that show the same symbol
    line_counts: Array2[np.uint64]  # (rows + cols, symbols): the cells of each in every row and col
    signatures: Words  # (P,): of the first placement of each orbit
    roll_of: Words  # (P,): likewise; the number of rolls if none
    optimum: Words  # (R,): or what stands for it, where only the most possible counts
    people: Ints  # (R,): the expected points of people, in hundredths, if they count,
    values: Ints  # (R,): and what all placements of the roll would earn together
    example: Words  # (R,): the slots of a packing that scores the optimum
    slots: Slots
    lists: Lists


class PeopleBuffer(NamedTuple):
    """Working memory for what a roll brings people."""

    free: Words  # (SLOTS,): the slots that are free beside each,
    planes: Words  # (value_bits,): and those whose shapes' values have each bit
    # As of `Slots`, for the placements in the lists of a roll, or some that stand for them,
    placements: Words  # (SLOTS,)
    compatible: Words  # (SLOTS,)
    of_rank: Words  # (12,)
    none: Floats  # (3 * SLOTS + 1,): and as of `PeopleTables`, where each stands for more than one


class MoveBuffer(NamedTuple):
    """Working memory for what one move changes."""

    # (2,): the cells that were drawn; the second is NO_CELL if it is one
    sources: Words
    cells: Words  # (2 * order,): they and their images,
    symbols: Words  # (2 * order,): and what they become
    component: Words  # (cells,): those of one symbol that are joined
    changes: Words  # (cells,): by what each changes the signatures of its placements
    moved: Words  # (P,): the placements that change their rolls,
    new_roll_of: Words  # (P,): and what they become; SAME_ROLL for all others
    rolls: Words  # (R,): the rolls that the move touches, in the order of evaluation
    max_gains: Ints  # (R,): how much energy each roll may save at most
    lost_slots: Words  # (R,)
    first_gained: Words  # (R,): the first placement that a roll gains,
    next_gained: Words  # (P,): and the next after each
    slot_of_gained: Words  # (P,)
    active: Words  # (R,): the slots in use after the move
    optimum: Words  # (R,)
    people: Ints  # (R,)
    gained_values: Ints  # (R,): what all that a roll gains would earn, less what it loses
    example: Words  # (R,)
    listed_example: Array2[np.uint64]  # (R, 5)
    stack: Array2[np.uint64]  # (6, 7 + W): of the search for a packing
    people_buffer: PeopleBuffer


def new_move_buffer(tables: SearchTables) -> MoveBuffer:
    """Return working memory for moves on cards of *tables*."""
    (placements, words), (cells, order) = tables.placements.masks.shape, tables.images.shape
    rolls = int(tables.orbit_count)
    return MoveBuffer(
        sources=np.empty(2, Word),
        cells=np.empty(2 * order, Word),
        symbols=np.empty(2 * order, Word),
        component=np.empty(cells, Word),
        changes=np.zeros(cells, Word),
        moved=np.empty(placements, Word),
        new_roll_of=np.full(placements, SAME_ROLL, Word),
        rolls=np.empty(rolls, Word),
        max_gains=np.empty(rolls, np.int64),
        lost_slots=np.zeros(rolls, Word),
        first_gained=np.full(rolls, NO_PLACEMENT, Word),
        next_gained=np.empty(placements, Word),
        slot_of_gained=np.empty(placements, Word),
        active=np.empty(rolls, Word),
        optimum=np.empty(rolls, Word),
        example=np.empty(rolls, Word),
        listed_example=np.zeros((rolls, 5), Word),
        stack=np.zeros((6, 7 + words), Word),
        people=np.zeros(rolls, np.int64),
        gained_values=np.zeros(rolls, np.int64),
        people_buffer=PeopleBuffer(
            free=np.empty(SLOTS, Word),
            planes=np.empty(int(tables.people.value_bits), Word),
            placements=np.empty(SLOTS, Word),
            compatible=np.empty(SLOTS, Word),
            of_rank=np.empty(SHAPE_COUNT, Word),
            none=np.empty(3 * SLOTS + 1),
        ),
    )


def empty_state(tables: SearchTables, card: Array) -> CardState:
    """Return the state of *card*, (cells,), which `build_state` fills in."""

    def words(*shape: int) -> Array:
        return np.zeros(shape, Word)

    placements, mask_words = tables.placements.masks.shape
    count, rows, symbols = int(tables.orbit_count), int(tables.rows), int(tables.symbol_count)
    return CardState(
        card=card,
        is_compact=words(1),
        counts=words(symbols),
        equal=words(1),
        line_counts=words(rows + len(card) // rows, symbols),
        signatures=words(placements),
        roll_of=words(placements),
        optimum=words(count),
        people=np.zeros(count, np.int64),
        values=np.zeros(count, np.int64),
        example=words(count),
        slots=Slots(
            masks=words(count, mask_words, SLOTS),
            compatible=words(count, SLOTS),
            of_rank=words(count, SHAPE_COUNT),
            active=words(count),
            of_placement=words(placements),
        ),
        lists=Lists(
            heads=words(count, SHAPE_COUNT),
            after=words(placements),
            before=words(placements),
            ranks=words(count),
            lengths=words(count),
            example=words(count, 5),
        ),
    )
