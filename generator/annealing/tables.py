"""Build the arrays that the annealing kernels take."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple

import numpy as np

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
        placements = PlacementTable(*(array[placements.points >= fifth] for array in placements))
    images, relabellings, _ = symmetry(constraints.symmetry, rows, cols, len(symbols))
    # Of two shapes worth the same, the one with fewer placements comes first: so a search sees
    # early that a packing lacks it.
    totals = np.bincount(placements.shapes.astype(np.int64), minlength=SHAPE_COUNT).tolist()
    by_rank = sorted(range(SHAPE_COUNT), key=lambda shape: (-points[SHAPES[shape]], totals[shape]))
    rank_of = [by_rank.index(shape) for shape in range(SHAPE_COUNT)]
    rank_points = [points[SHAPES[shape]] for shape in by_rank]
    masks = np.arange(1 << SHAPE_COUNT)
    has_rank = masks[:, None] >> np.arange(SHAPE_COUNT) & 1  # (masks, ranks)
    taken = np.cumsum(has_rank, axis=1)  # of each mask up to a rank
    max_points = np.array(
        [(has_rank * (taken <= size)) @ rank_points for size in range(MAX_PLACEMENTS + 1)]
    )
    most_points = int(max_points[MAX_PLACEMENTS, -1])
    # By the shapes that lack, of all others, for a packing that is worth the most.
    reached = max_points[::-1] + max_points[:, ::-1] >= most_points
    shortages = reached.argmax(axis=0)
    unit_bits = next(bits for bits in count() if -(-most_points >> bits) < 1 << 8)
    placement_images = _placement_images(placements.cells, images)
    firsts = placement_images.min(axis=1).tolist()
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
        ranks=np.array(rank_of, np.uint64)[placements.shapes.astype(np.int64)],
        rank_points=np.array(rank_points, np.uint64),
        max_points=(-(-max_points >> unit_bits)).astype(np.uint8),
        unit_bits=np.uint64(unit_bits),
        # np.unique would import numpy.ma.
        first_placements=np.array(sorted(set(firsts)), np.uint64),
        most_points=np.uint64(most_points if only_most else 0),
        shortages=shortages.astype(np.uint64),
        placements_through=np.array([n for numbers in through for n in sorted(numbers)], np.uint64),
        through_starts=np.cumsum([0, *map(len, through)]).astype(np.uint64),
        placement_images=placement_images,
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
    most = most_equal_neighbours(rows, cols, symbols) if is_on else 2 * rows * cols
    return {
        "most_equal": np.uint64(most),
        "turned_pairs": np.array(
            [pair for pairs in turned for pair in sorted(pairs)], np.uint64
        ).reshape(-1, 2),
        "turned_starts": np.cumsum([0, *map(len, turned)]).astype(np.uint64),
        "most_turned": np.array(
            [most_equal_pairs(pairs, rows, cols, symbols) for pairs in turned], np.uint64
        ),
    }


def _people_tables(people: PeopleTarget | None, rank_points: Sequence[int]) -> PeopleTables:
    chance, points, weight = people or PeopleTarget(0.0, 0, 0)
    numbers = np.arange(3 * SLOTS + 1)
    return PeopleTables(
        weight=np.int64(weight),
        target=np.int64(points),
        none=(1 - chance) ** (numbers / 3),
        inverse=np.divide(1, numbers, out=np.zeros(len(numbers)), where=numbers > 0),
        value_bits=np.int64(max(rank_points).bit_length()),
    )


def has_room_for_most(rows: int, cols: int, symbols: str, points: Points) -> bool:
    """Return whether there may well be a card on which every one of many rolls is worth the most.

    That takes a placement for every roll of each shape that is in all packings worth as much. Few
    rolls soon have these, and it is their overlaps that matter.
    """
    sixth = sorted(points.values)[-MAX_PLACEMENTS - 1]
    needed = [number for number, shape in enumerate(SHAPES) if points[shape] > sixth]
    shapes = placement_table(rows, cols, points).shapes
    counts = [np.count_nonzero(shapes == number) for number in needed]
    count = len(roll_ways(symbols))
    return count >= _MANY_ROLLS and bool(counts) and bool(min(counts) >= _ROOM * count)


def _placement_images(cells: Array, images: tuple[tuple[int, ...], ...]) -> Array:
    """Return, (P, order), where the symmetry takes each of the placements with these *cells*.

    *images*, (cells, order), are where it takes each cell.
    """
    moved = np.sort(np.array(images, np.uint64)[cells.astype(np.int64)], axis=1)  # (P, 5, order)
    number_of = {tuple(placed): number for number, placed in enumerate(moved[:, :, 0].tolist())}
    per_element = np.moveaxis(moved, 2, 1).tolist()
    numbers = [[number_of[tuple(placed)] for placed in placement] for placement in per_element]
    return np.array(numbers, np.uint64).reshape(len(cells), len(images[0]))


def _paths_to_first(
    symbols: str, orbits: Sequence[Sequence[int]], relabellings: Sequence[Sequence[int]]
) -> tuple[Array, Array, Array]:
    """Return the orbit of each roll; the relabellings that take it to the first; and their number.

    They are numbered by their positions in *relabellings*.
    """
    all_rolls = [roll.symbols for roll in rolls(symbols)]
    orbit_of = np.empty(len(all_rolls), np.uint64)
    to_first = np.zeros((len(all_rolls), len(relabellings)), np.uint64)
    counts = np.zeros(len(all_rolls), np.uint64)
    for orbit, numbers in enumerate(orbits):
        for number in numbers:
            orbit_of[number] = orbit
            for element, labels in enumerate(relabellings):
                table = str.maketrans(symbols, "".join(symbols[label] for label in labels))
                if "".join(sorted(all_rolls[number].translate(table))) == all_rolls[numbers[0]]:
                    to_first[number, int(counts[number])] = element
                    counts[number] += np.uint64(1)
    return orbit_of, to_first, counts


@lru_cache(maxsize=8)
def roll_ways(symbols: str) -> tuple[int, ...]:
    """Return the ways of every roll, in alphabetical order."""
    return tuple(ways(roll) for roll in rolls(symbols))
