"""Build the arrays that the annealing kernels take."""

from functools import lru_cache

import numpy as np

from generator.annealing.kernel.arrays import (
    SHAPE_COUNT,
    SLOTS,
    Array,
    CardState,
    ConstraintFlags,
    EnergyWeights,
    SearchTables,
)
from generator.card_symmetry import roll_orbits, symmetry
from generator.constraints import LayoutConstraints
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.dice import rolls, ways
from solver.penta_rush.points import Points
from solver.penta_rush.rules import MAX_PLACEMENTS
from solver.penta_rush.survey.tables import placement_table, roll_table

SCALE = 100  # hundredths of a point
DUD_ERROR = 4  # points: the square of this is added to the squared error of a dud
_FAR_LIMIT = 3  # points: an optimum farther off its target costs more than the square


@lru_cache(maxsize=8)
def search_tables(
    rows: int, cols: int, symbols: str, points: Points, symmetry_name: str | None
) -> SearchTables:
    """Return what all cards of a size share that have this symmetry."""
    placements = placement_table(rows, cols, points)
    all_rolls = tuple(rolls(symbols))
    images, relabellings = symmetry(symmetry_name, rows, cols, len(symbols))
    rank_of = [points.highest_first.index(shape) for shape in SHAPES]
    rank_points = [points[shape] for shape in points.highest_first]
    through: list[list[int]] = [[] for _ in range(rows * cols)]
    for number, cells in enumerate(placements.cells.tolist()):
        for cell in cells:
            through[cell].append(number)
    max_points = [
        [
            sum([value for rank, value in enumerate(rank_points) if mask >> rank & 1][:size])
            for mask in range(1 << SHAPE_COUNT)
        ]
        for size in range(MAX_PLACEMENTS + 1)
    ]
    fits_in_byte = sum(rank_points[:MAX_PLACEMENTS]) < 1 << 8
    return SearchTables(
        placements=placements,
        rolls=roll_table(
            symbols, tuple(all_rolls[first] for first, *_ in roll_orbits(symbols, symmetry_name))
        ),
        ranks=np.array(rank_of, np.uint64)[placements.shapes.astype(np.int64)],
        rank_points=np.array(rank_points, np.uint64),
        max_points=np.array(max_points, np.uint8 if fits_in_byte else np.uint64),
        placements_through=np.array([number for cell in through for number in cell], np.uint64),
        through_starts=np.cumsum([0, *map(len, through)]).astype(np.uint64),
        rows=np.uint64(rows),
        symbol_count=np.uint64(len(symbols)),
        images=np.array(images, np.uint64),
        relabellings=np.array(relabellings, np.uint64),
    )


def new_state(tables: SearchTables, card: Array) -> CardState:
    """Return the state of *card*, which the kernel fills in when it needs it."""

    def words(*shape: int) -> Array:
        return np.zeros(shape, np.uint64)

    placements, mask_words = tables.placements.masks.shape
    count, rows, symbols = int(tables.rolls.total), int(tables.rows), int(tables.symbol_count)
    return CardState(
        card=card,
        is_compact=words(1),
        counts=words(symbols),
        line_counts=words(rows + len(card) // rows, symbols),
        signatures=words(placements),
        roll_of=words(placements),
        slot_of=words(placements),
        placements_per_cell=words(len(card)),
        masks=words(count, mask_words, SLOTS),
        compatible=words(count, SLOTS),
        slots_of_rank=words(count, SHAPE_COUNT),
        active=words(count),
        optimum=words(count),
        witness=words(count),
    )


@lru_cache(maxsize=8)
def roll_ways(symbols: str) -> tuple[int, ...]:
    """Return the ways of every roll, in alphabetical order."""
    return tuple(ways(roll) for roll in rolls(symbols))


@lru_cache(maxsize=8)
def energy_weights(
    symbols: str, target_optima: tuple[int, ...], symmetry_name: str | None
) -> EnergyWeights:
    """Return the weights for rolls with these *target_optima*, in hundredths of a point."""
    orbits = roll_orbits(symbols, symmetry_name)
    orbit_ways = [sum(roll_ways(symbols)[number] for number in orbit) for orbit in orbits]
    targets = [target_optima[orbit[0]] for orbit in orbits]
    min_energy = [
        way * min(target % SCALE, -target % SCALE) ** 2
        for way, target in zip(orbit_ways, targets, strict=True)
    ]
    return EnergyWeights(
        ways=np.array(orbit_ways, np.int64),
        targets=np.array(targets, np.int64),
        min_energy=np.array(min_energy, np.int64),
        scale=np.int64(SCALE),
        far_limit=np.int64(SCALE * _FAR_LIMIT),
        dud_penalty=np.int64((SCALE * DUD_ERROR) ** 2),
    )


def constraint_flags(constraints: LayoutConstraints) -> ConstraintFlags:
    """Return the *constraints* in the form that the kernel takes."""
    return ConstraintFlags(
        even=constraints.even,
        most_touching=np.uint64(constraints.most_touching or 0),
        no_blocks=constraints.no_blocks,
        every_line=constraints.every_line,
        no_dead_cell=constraints.no_dead_cell,
    )
