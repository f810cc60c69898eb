"""The search for a flat card: what is asked, and an island that looks for it.

quest    a size, dice, points and wishes, and for every roll an aim
aim      the optimum that a roll should have
energy   how far the optimum is off its aim, squared, summed over all throws; more for what is
         far off, and for duds
heat     how many rolls a step may take a point off their aims: by chance, about so many
island   a card on its way, with random numbers of its own, and the best card it has seen

To go on with an island depends on nothing but the quest, the island, the heat and the steps: where
and when it is done makes no difference.
"""

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from generator import kernel
from generator.kernel import Ground, Price, Standing, Wish
from generator.propose import propose
from generator.symmetry import symmetry
from generator.wishes import Wishes
from solver.dice import rolls, ways
from solver.errors import PointsError
from solver.penta_rush.batch import known_rolls, layout
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points
from solver.polyomino import SHAPES

_SLOTS = 5
SCALE = 100  # hundredths of a point
_REACH = 3  # points: an optimum farther off its aim costs more than the square
_FAR = 5  # for energies to be exact: the square of this is more than what can be added to a square
_DUD = 4  # points: a dud costs their square beyond its own
UNWISHED = 2**62  # the energy of what is not as wished; no other comes near


@dataclass(frozen=True)
class Quest:
    """What is looked for: a card of *rows* x *cols* on which every roll of *symbols* has its aim.

    *aims* are those of the rolls, in alphabetical order, in hundredths of a point. Raises
    `PointsError` when the *points* are too high for the energy of a card to be an exact number.
    """

    rows: int
    cols: int
    symbols: str
    points: Points
    wishes: Wishes
    aims: tuple[int, ...]

    def __post_init__(self) -> None:
        most = sum(sorted(self.points.values)[-_SLOTS:])
        if self.throws * (SCALE * _FAR * (most + _DUD)) ** 2 >= UNWISHED:
            raise PointsError(
                "points", expected="tiles worth less, for a search", found=str(self.points)
            )

    @property
    def throws(self) -> int:
        """The number of legal throws of the dice."""
        return sum(ways(roll) for roll in rolls(self.symbols))

    def mean(self, energy: int) -> float:
        """Return *energy* as a mean over the throws, in points squared."""
        return energy / (SCALE**2 * self.throws)

    @property
    def unit(self) -> float:
        """The energy of heat 1: one roll, and those worth the same, a point off their aims."""
        return SCALE**2 * self.throws / len(_kinds(self.symbols, self.wishes.symmetry))

    @property
    def warm(self) -> float:
        """The share of the cooling at which a given card is not lost at once."""
        return 0.5

    def begin(self, rng: random.Random, like: Card | None) -> "Island":
        """Return an island with a card that keeps the wishes, near *like* if there is one.

        Raises `WishError` when there is none.
        """
        card = propose(self.rows, self.cols, self.symbols, self.wishes, rng, like=like)
        return settle(self, card, rng.getrandbits(63))

    def advance(self, island: "Island", heat: float, steps: int) -> "Island":
        """Return *island* after *steps* more steps at *heat*."""
        return advance(self, island, heat, steps)

    def cards_of(self, island: "Island") -> tuple[Card, ...]:
        """Return the best card of *island*."""
        return (self.card(island.best),)

    def restore(self, record: list[Any]) -> "Island":
        """Return the island whose fields JSON has kept."""
        return Island(*record)

    def card(self, cells: str) -> Card:
        """Return the card whose symbols, row by row, are *cells*."""
        lines = range(0, self.rows * self.cols, self.cols)
        return Card(tuple(cells[at : at + self.cols] for at in lines))


class Island(NamedTuple):
    """A card on its way and the best so far, as symbols row by row, with their energies."""

    cells: str
    energy: int
    best: str
    best_energy: int
    rng: int

    def home(self) -> "Island":
        """Return the island, back at its best card."""
        return self._replace(cells=self.best, energy=self.best_energy)

    def reseeded(self, seed: int) -> "Island":
        """Return the island with other random numbers."""
        return self._replace(rng=seed | 1)


def settle(quest: Quest, card: Card, seed: int) -> Island:
    """Return the island on which a search begins with *card*.

    A card with a dead cell against the wish is no best one: the first without is better.
    """
    cells = "".join(card.lines)
    ground, numbers = _ground(quest), _numbers(quest, cells)
    energy = int(kernel.price_of(ground, _price(quest), numbers))
    unwished = quest.wishes.no_dead_cell and kernel.has_dead_cell(ground, numbers)
    best_energy = UNWISHED if unwished else energy
    return Island(cells, energy, cells, best_energy, random.Random(seed).getrandbits(63) | 1)


def optima(quest: Quest, cells: str) -> list[int]:
    """Return the optimum of every roll on the card of *cells*, in alphabetical order."""
    found: list[int] = kernel.optima(_ground(quest), _numbers(quest, cells)).tolist()
    return found


def advance(quest: Quest, island: Island, heat: float, steps: int) -> Island:
    """Return *island* after *steps* more steps at *heat*."""
    ground = _ground(quest, quest.wishes.symmetry)
    standing = _standing(ground, _numbers(quest, island.cells))
    best = _numbers(quest, island.best)
    rng = np.array([island.rng], np.uint64)
    energies = np.array([island.energy, island.best_energy], np.int64)
    kernel.anneal(
        ground,
        _price(quest, quest.wishes.symmetry),
        _wish(quest.wishes),
        standing,
        heat * quest.unit,
        np.uint64(steps),
        rng,
        best,
        energies,
    )
    return Island(
        _letters(quest, standing.card),
        int(energies[0]),
        _letters(quest, best),
        int(energies[1]),
        int(rng[0]),
    )


def _numbers(quest: Quest, cells: str) -> kernel.Array:
    return np.array([quest.symbols.index(symbol) for symbol in cells], np.uint64)


def _letters(quest: Quest, card: kernel.Array) -> str:
    return "".join(quest.symbols[number] for number in card.tolist())


@lru_cache(maxsize=4)
def _kinds(symbols: str, motion: str | None) -> tuple[tuple[int, ...], ...]:
    """Return the rolls, by their numbers, that are worth the same on a card of this symmetry."""
    numbers = {roll.symbols: number for number, roll in enumerate(rolls(symbols))}
    kinds = {
        tuple(sorted({numbers["".join(sorted(map(to.__getitem__, roll)))] for to in tables}))
        for tables in [_tables(symbols, motion)]
        for roll in numbers
    }
    return tuple(sorted(kinds))


def _tables(symbols: str, motion: str | None) -> list[dict[str, str]]:
    """Return the renamings of a symmetry, by the symbols."""
    renamings = symmetry(motion, 1, 1, len(symbols)).renamings
    return [
        {symbol: symbols[number] for symbol, number in zip(symbols, to, strict=True)}
        for to in renamings
    ]


@lru_cache(maxsize=8)
def _price(quest: Quest, motion: str | None = None) -> Price:
    chances = [ways(roll) for roll in rolls(quest.symbols)]
    kinds = _kinds(quest.symbols, motion)
    every = [sum(chances[number] for number in kind) for kind in kinds]
    aims = [quest.aims[kind[0]] for kind in kinds]
    least = [
        way * min(aim % SCALE, -aim % SCALE) ** 2 for way, aim in zip(every, aims, strict=True)
    ]
    return Price(
        ways=np.array(every, np.int64),
        aims=np.array(aims, np.int64),
        least=np.array(least, np.int64),
        scale=np.array([SCALE], np.int64),
        reach=np.array([SCALE * _REACH], np.int64),
        dud=np.array([(SCALE * _DUD) ** 2], np.int64),
    )


def _wish(wishes: Wishes) -> Wish:
    def word(number: int | None) -> kernel.Array:
        return np.array([number or 0], np.uint64)

    return Wish(
        even=word(wishes.even),
        most_touching=word(wishes.most_touching),
        no_blocks=word(wishes.no_blocks),
        every_line=word(wishes.every_line),
        no_dead_cell=word(wishes.no_dead_cell),
    )


def _ground(quest: Quest, motion: str | None = None) -> Ground:
    return _ground_of(quest.rows, quest.cols, quest.symbols, quest.points, motion)


@lru_cache(maxsize=4)
def _ground_of(rows: int, cols: int, symbols: str, points: Points, motion: str | None) -> Ground:
    placements = layout(rows, cols, points)
    every, (images, renamings) = tuple(rolls(symbols)), symmetry(motion, rows, cols, len(symbols))
    rank_of = [points.dearest_first.index(shape) for shape in SHAPES]
    worths = [points[shape] for shape in points.dearest_first]
    through: list[list[int]] = [[] for _ in range(rows * cols)]
    for number, cells in enumerate(placements.cells.tolist()):
        for cell in cells:
            through[cell].append(number)
    starts = np.cumsum([0, *map(len, through)])
    bounds = [
        [
            sum([worth for rank, worth in enumerate(worths) if presence >> rank & 1][:size])
            for presence in range(1 << len(SHAPES))
        ]
        for size in range(_SLOTS + 1)
    ]
    small = sum(worths[:_SLOTS]) < 1 << 8
    return Ground(
        layout=placements,
        rolls=known_rolls(symbols, tuple(every[one] for one, *_ in _kinds(symbols, motion))),
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


def _standing(ground: Ground, card: kernel.Array) -> Standing:
    """Return a standing of *card*, to be built."""

    def words(*shape: int) -> kernel.Array:
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
        marks=words(count, marks, kernel.SLOTS),
        fits=words(count, kernel.SLOTS),
        alike=words(count, kernel.SHAPES),
        active=words(count),
        optimum=words(count),
        witness=words(count),
    )
