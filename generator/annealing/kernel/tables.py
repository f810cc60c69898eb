"""The arrays that a search for a flat card is handed, made of what is asked."""

from functools import lru_cache

import numpy as np

from generator.annealing.kernel.arrays import SHAPES, SLOTS, Array, Ground, Price, Standing, Wish
from generator.card_symmetry import kinds, symmetry
from generator.constraints import Wishes
from solver.geometry.polyomino import SHAPES as LETTERS
from solver.penta_rush.dice import rolls, ways
from solver.penta_rush.points import Points
from solver.penta_rush.rules import MOST
from solver.penta_rush.survey.tables import known_rolls, layout

SCALE = 100  # hundredths of a point
DUD = 4  # points: a dud costs their square beyond its own
_REACH = 3  # points: an optimum farther off its aim costs more than the square


@lru_cache(maxsize=8)
def ground_of(rows: int, cols: int, symbols: str, points: Points, motion: str | None) -> Ground:
    """Return what is the same for all cards of a size, of this symmetry."""
    placements = layout(rows, cols, points)
    every, (images, renamings) = tuple(rolls(symbols)), symmetry(motion, rows, cols, len(symbols))
    rank_of = [points.dearest_first.index(shape) for shape in LETTERS]
    worths = [points[shape] for shape in points.dearest_first]
    through: list[list[int]] = [[] for _ in range(rows * cols)]
    for number, cells in enumerate(placements.cells.tolist()):
        for cell in cells:
            through[cell].append(number)
    starts = np.cumsum([0, *map(len, through)])
    bounds = [
        [
            sum([worth for rank, worth in enumerate(worths) if presence >> rank & 1][:size])
            for presence in range(1 << SHAPES)
        ]
        for size in range(MOST + 1)
    ]
    small = sum(worths[:MOST]) < 1 << 8
    return Ground(
        layout=placements,
        rolls=known_rolls(symbols, tuple(every[one] for one, *_ in kinds(symbols, motion))),
        ranks=np.array(rank_of, np.uint64)[placements.shapes.astype(np.int64)],
        worths=np.array(worths, np.uint64),
        bounds=np.array(bounds, np.uint8 if small else np.uint64),
        through=np.array([number for some in through for number in some], np.uint64),
        starts=starts.astype(np.uint64),
        rows=np.array([rows], np.uint64),
        symbols=np.array([len(symbols)], np.uint64),
        images=np.array(images, np.uint64),
        renamings=np.array(renamings, np.uint64),
    )


def standing_of(ground: Ground, card: Array) -> Standing:
    """Return a standing of *card*, to be built."""

    def words(*shape: int) -> Array:
        return np.zeros(shape, np.uint64)

    placements, marks = ground.layout.marks.shape
    count, rows = int(ground.rolls.total[0]), int(ground.rows[0])
    symbols = int(ground.symbols[0])
    return Standing(
        card=card,
        counts=words(symbols),
        lines=words(rows + len(card) // rows, symbols),
        signatures=words(placements),
        roll_of=words(placements),
        slot_of=words(placements),
        lively=words(len(card)),
        marks=words(count, marks, SLOTS),
        fits=words(count, SLOTS),
        alike=words(count, SHAPES),
        active=words(count),
        optimum=words(count),
        witness=words(count),
    )


@lru_cache(maxsize=8)
def price_of(symbols: str, aims: tuple[int, ...], motion: str | None) -> Price:
    """Return what rolls cost that have *aims*, in hundredths: those worth the same as one."""
    chances = [ways(roll) for roll in rolls(symbols)]
    alike = kinds(symbols, motion)
    every = [sum(chances[number] for number in kind) for kind in alike]
    wanted = [aims[kind[0]] for kind in alike]
    least = [
        way * min(aim % SCALE, -aim % SCALE) ** 2 for way, aim in zip(every, wanted, strict=True)
    ]
    return Price(
        ways=np.array(every, np.int64),
        aims=np.array(wanted, np.int64),
        least=np.array(least, np.int64),
        scale=np.array([SCALE], np.int64),
        reach=np.array([SCALE * _REACH], np.int64),
        dud=np.array([(SCALE * DUD) ** 2], np.int64),
    )


def wish_of(wishes: Wishes) -> Wish:
    """Return the *wishes* as a search is handed them."""

    def word(number: int | None) -> Array:
        return np.array([number or 0], np.uint64)

    return Wish(
        even=word(wishes.even),
        most_touching=word(wishes.most_touching),
        no_blocks=word(wishes.no_blocks),
        every_line=word(wishes.every_line),
        no_dead_cell=word(wishes.no_dead_cell),
    )
