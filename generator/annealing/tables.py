"""Build the arrays that the annealing kernels take."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, count
from typing import Any, NamedTuple

from generator.annealing.kernel.arrays import (
    SHAPE_COUNT,
    SLOTS,
    Array,
    ConstraintFlags,
    PeopleTables,
    SearchTables,
)
from generator.card_symmetry import roll_orbits, symmetry
from generator.constraints import LayoutConstraints
from generator.scatter import most_equal_neighbours, most_equal_pairs, moved_pairs
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.dice import rolls, ways
from solver.penta_rush.points import Points
from solver.penta_rush.rules import MAX_PLACEMENTS
from solver.penta_rush.survey.kernel import PlacementTable
from solver.penta_rush.survey.tables import placement_table, roll_table
from solver.runtime.arrays import np

_ROOM = 1.3  # placements of a shape for each roll; 15x15 cells have 1.34 of X for six symbols
_MANY_ROLLS = 50  # five symbols make 51


@lru_cache(maxsize=8)
def search_tables(  # noqa: PLR0913 - what varies comes first
    rows: int,
    cols: int,
    symbols: str,
    points: Points,
    constraints: LayoutConstraints,
    *,
    only_most: bool = False,
    people: "PeopleTarget | None" = None,
) -> SearchTables:
    """Return what all cards of a size share that keep the *constraints*.

    Where *only_most* counts that a roll can be worth, the shapes that cannot earn it are left out,
    and all rolls count alike: each has the mean of their ways, rounded down.
    """
    placements = placement_table(rows, cols, points)
    if only_most:
        fifth = sorted(points.values)[-MAX_PLACEMENTS]
        kept = [number for number, value in enumerate(placements.points) if value >= fifth]
        lists = (map(array.tolist().__getitem__, kept) for array in placements)
        placements = PlacementTable(*(np.array([*each], np.uint64) for each in lists))
    images, relabellings, _ = symmetry(constraints.symmetry, rows, cols, len(symbols))
    # Of two shapes worth the same, the one with fewer placements comes first: so a search sees
    # early that a packing lacks it.
    totals = Counter(placements.shapes.tolist())
    by_rank = sorted(range(SHAPE_COUNT), key=lambda shape: (-points[SHAPES[shape]], totals[shape]))
    rank_of = [by_rank.index(shape) for shape in range(SHAPE_COUNT)]
    rank_points = [points[SHAPES[shape]] for shape in by_rank]
    max_points = _max_points(rank_points)
    most_points = max_points[MAX_PLACEMENTS][-1]
    unit_bits = next(bits for bits in count() if -(-most_points >> bits) < 1 << 8)
    max_units = [[-(-most >> unit_bits) for most in row] for row in max_points]
    placement_images = _placement_images(placements.cells.tolist(), images)
    shape = len(placement_images), len(relabellings)
    firsts = [min(moved) for moved in placement_images]
    through: list[set[int]] = [set() for _ in images]
    for cells, first in zip(placements.cells.tolist(), firsts, strict=True):
        for cell in cells:
            through[cell].add(first)
    orbits = roll_orbits(symbols, relabellings)
    orbit_of, to_first, to_first_counts = _paths_to_first(symbols, orbits, relabellings)
    ways_of = roll_ways(symbols)
    if only_most:
        ways_of = (sum(ways_of) // len(ways_of),) * len(ways_of)
    return SearchTables(
        people=_people_tables(people, rank_points),
        constraints=ConstraintFlags(
            even=constraints.even,
            most_touching=np.uint64(constraints.most_touching or 0),
            no_blocks=constraints.no_blocks,
            every_line=constraints.every_line,
            no_dead_cell=constraints.no_dead_cell,
            **_scatter_limits(rows, cols, len(symbols), is_on=constraints.scatter),
        ),
        placements=placements,
        rolls=roll_table(symbols),
        orbit_count=np.uint64(len(orbits)),
        orbit_of=orbit_of,
        to_first=to_first,
        to_first_counts=to_first_counts,
        ways=np.array([sum(ways_of[roll] for roll in orbit) for orbit in orbits], np.int64),
        ranks=np.array([rank_of[shape] for shape in placements.shapes.tolist()], np.uint64),
        rank_points=np.array(rank_points, np.uint64),
        max_points=np.array(max_units, np.uint8),
        unit_bits=np.uint64(unit_bits),
        first_placements=np.array(sorted(set(firsts)), np.uint64),
        most_points=np.uint64(most_points if only_most else 0),
        shortages=np.array(_shortages(max_points), np.uint64),
        placements_through=np.array([n for numbers in through for n in sorted(numbers)], np.uint64),
        through_starts=np.array([*accumulate(map(len, through), initial=0)], np.uint64),
        placement_images=np.array(placement_images, np.uint64).reshape(*shape),
        rows=np.uint64(rows),
        symbol_count=np.uint64(len(symbols)),
        images=np.array(images, np.uint64),
        relabellings=np.array(relabellings, np.uint64),
    )


class PeopleTarget(NamedTuple):
    """What each roll is to bring people: *points*, in hundredths, at the *chance* of a placement.

    An error counts *weight* times as much as one of the best score.
    """

    chance: float
    points: int
    weight: int


def _scatter_limits(rows: int, cols: int, symbols: int, *, is_on: bool) -> dict[str, Any]:
    turned = moved_pairs(rows, cols) if is_on else ()
    pairs_in_order = [pair for pairs in turned for pair in sorted(pairs)]
    most = most_equal_neighbours(rows, cols, symbols) if is_on else 2 * rows * cols
    return {
        "most_equal": np.uint64(most),
        "turned_pairs": np.array(pairs_in_order, np.uint64).reshape(len(pairs_in_order), 2),
        "turned_starts": np.array([*accumulate(map(len, turned), initial=0)], np.uint64),
        "most_turned": np.array(
            [most_equal_pairs(pairs, rows, cols, symbols) for pairs in turned], np.uint64
        ),
    }


def _people_tables(people: PeopleTarget | None, rank_points: Sequence[int]) -> PeopleTables:
    chance, points, weight = people or PeopleTarget(0.0, 0, 0)
    numbers = range(3 * SLOTS + 1)
    return PeopleTables(
        weight=np.int64(weight),
        target=np.int64(points),
        none=(1 - chance) ** np.array([number / 3 for number in numbers], np.float64),
        inverse=np.array([1 / number if number else 0.0 for number in numbers], np.float64),
        value_bits=np.int64(max(rank_points).bit_length()),
    )


def has_room_for_most(rows: int, cols: int, symbols: str, points: Points) -> bool:
    """Return whether there may well be a card on which every one of many rolls is worth the most.

    That takes a placement for every roll of each shape that is in all packings worth as much. Few
    rolls soon have these, and it is their overlaps that matter.
    """
    sixth = sorted(points.values)[-MAX_PLACEMENTS - 1]
    needed = [number for number, shape in enumerate(SHAPES) if points[shape] > sixth]
    totals = Counter(placement_table(rows, cols, points).shapes.tolist())
    counts = [totals[number] for number in needed]
    count = len(roll_ways(symbols))
    return count >= _MANY_ROLLS and bool(counts) and bool(min(counts) >= _ROOM * count)


def _max_points(rank_points: Sequence[int]) -> list[list[int]]:
    """Return the most that 0 to 5 shapes of each set of ranks can score."""
    max_points = [[0] * (1 << SHAPE_COUNT)]
    for _ in range(MAX_PLACEMENTS):
        fewer, row = max_points[-1], [0]
        for ranks in range(1, 1 << SHAPE_COUNT):
            highest = (ranks & -ranks).bit_length() - 1
            row.append(rank_points[highest] + fewer[ranks & ranks - 1])
        max_points.append(row)
    return max_points


def _shortages(max_points: Sequence[Sequence[int]]) -> list[int]:
    """Return how many shapes, of all others, each set of ranks lacks for the most points."""
    most = max_points[MAX_PLACEMENTS][-1]

    def shortage(own: Sequence[int], others: Sequence[int]) -> int:
        return next(n for n, other in enumerate(others) if own[MAX_PLACEMENTS - n] + other >= most)

    by_set = [*zip(*max_points, strict=True)]
    return [*map(shortage, by_set, reversed(by_set))]


def _placement_images(
    placements: Sequence[Sequence[int]], images: Sequence[Sequence[int]]
) -> list[list[int]]:
    """Return where each element of the symmetry takes each of the *placements*, given by cells.

    *images*, (cells, order), are where they take each cell.
    """
    number_of = {frozenset(cells): number for number, cells in enumerate(placements)}
    return [
        [number_of[frozenset(moved)] for moved in zip(*map(images.__getitem__, cells), strict=True)]
        for cells in placements
    ]


def _paths_to_first(
    symbols: str, orbits: Sequence[Sequence[int]], relabellings: Sequence[Sequence[int]]
) -> tuple[Array, Array, Array]:
    """Return the orbit of each roll; the relabellings that take it to the first; and their number.

    They are numbered by their positions in *relabellings*.
    """
    all_rolls = [roll.symbols for roll in rolls(symbols)]
    orbit_of = np.empty(len(all_rolls), np.uint64)
    to_first = np.zeros((len(all_rolls), len(relabellings)), np.uint64)
    counts = [0] * len(all_rolls)
    for orbit, numbers in enumerate(orbits):
        for number in numbers:
            orbit_of[number] = orbit
            for element, labels in enumerate(relabellings):
                table = str.maketrans(symbols, "".join(symbols[label] for label in labels))
                if "".join(sorted(all_rolls[number].translate(table))) == all_rolls[numbers[0]]:
                    to_first[number, counts[number]] = element
                    counts[number] += 1
    return orbit_of, to_first, np.array(counts, np.uint64)


@lru_cache(maxsize=8)
def roll_ways(symbols: str) -> tuple[int, ...]:
    """Return the ways of every roll, in alphabetical order."""
    return tuple(ways(roll) for roll in rolls(symbols))
