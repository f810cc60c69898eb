"""Proofs by exhaustive search: which score every roll of a small card can reach at once.

On a card that meets the minimum, every roll has a packing worth that much. So the search chooses
for one roll after another where the tiles of such a packing lie, a tile set, and backtracks when no
symbols on the cells let all tiles chosen so far show their rolls. Only minimal tile sets are tried:
those that are not worth enough without one of their tiles.

Tiles of two rolls can share cells only as far as the rolls share symbols. This alone leaves few
tile sets to most rolls, and the roll that has the fewest is next.

Tile sets that are the same up to turns and flips of the card form a class, and of a class one is
tried for the first roll. The first roll is as good as any other with as many pairs, by relabelling:
so it may be taken for the one of them whose tile set has the lowest class.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from generator.proof.assignment import Tile, assigned_symbols
from generator.proof.problem import MinimumValueProblem
from solver.errors import UndecidedError
from solver.geometry.bitset import bits
from solver.geometry.cell import rectangle
from solver.geometry.symmetry import isometries
from solver.penta_rush.card import Card
from solver.penta_rush.dice import DICE, Roll
from solver.penta_rush.matching import fixed_placements
from solver.penta_rush.rules import MAX_PLACEMENTS

TileSet = tuple[Tile, ...]  # none of which overlap

_MAX_TILE_SETS = 200_000  # they take some 100 MB, and a search among more would not end


class SearchResult(NamedTuple):
    """A *card* that meets the minimum, or None; the number of tile sets, and of *cases* tried."""

    card: Card | None
    tile_sets: int
    cases: int


def search(problem: MinimumValueProblem) -> SearchResult:
    """Search until a card is found, or all cases have been tried.

    Raises `UndecidedError` if there are too many tile sets to be kept.
    """
    exhaustion = _Exhaustion(problem)
    return SearchResult(exhaustion.card(), len(exhaustion.tile_sets), exhaustion.cases)


def tile_sets(problem: MinimumValueProblem) -> Iterator[TileSet]:
    """Yield the minimal tile sets that are worth the minimum, the highest tiles first."""
    points, minimum = problem.points, problem.minimum
    shapes = points.highest_first
    tiles: dict[str, list[Tile]] = {shape: [] for shape in shapes}
    for placements in fixed_placements(problem.rows, problem.cols, shapes):
        for shape, _, corner, offsets in placements:
            tiles[shape].append(sum(1 << corner + offset for offset in offsets))

    def extend(chosen: TileSet, used: int, start: int, score: int) -> Iterator[TileSet]:
        if score >= minimum:
            yield chosen
            return
        remaining = MAX_PLACEMENTS - len(chosen)
        for number in range(start, len(shapes)):
            best_rest = shapes[number : number + remaining]
            if score + sum(points[shape] for shape in best_rest) < minimum:
                return
            for tile in tiles[shapes[number]]:
                if not used & tile:
                    gained = score + points[shapes[number]]
                    yield from extend((*chosen, tile), used | tile, number + 1, gained)

    return extend((), 0, 0, 0)


class _Exhaustion:
    """The search for a card of one *problem*, and how many cases it has tried."""

    def __init__(self, problem: MinimumValueProblem) -> None:
        self.tile_sets = list(islice(tile_sets(problem), _MAX_TILE_SETS + 1))
        if len(self.tile_sets) > _MAX_TILE_SETS:
            many = f"more than {_MAX_TILE_SETS:,} ways to lay tiles worth {problem.minimum}"
            raise UndecidedError(f"there are {many}, too many for exhaustion")
        self.cases = 0
        self._problem = problem

    def card(self) -> Card | None:
        """Return a card that meets the minimum; None if there is none."""
        every_roll = self._problem.rolls
        if not every_roll:
            return self._card({})
        first = every_roll[0]
        classes = list(self._classes())
        for number, (representative, *_) in enumerate(classes):
            later = [tile_set for tile_sets in classes[number:] for tile_set in tile_sets]
            candidates = {
                roll: later if _pairs(roll) == _pairs(first) else self.tile_sets
                for roll in every_roll
            }
            card = self._choose(first, representative, {}, candidates)
            if card:
                return card
        return None

    def _classes(self) -> Iterator[list[TileSet]]:
        """Yield the tile sets in lists of those that are the same up to turns and flips."""
        rows, cols = self._problem.rows, self._problem.cols
        cells = sorted(rectangle(rows, cols))
        symmetries = [  # where each cell goes
            [row * cols + col for row, col in map(isometry.image, cells)]
            for isometry in isometries(frozenset(cells))
        ]
        open_sets = {frozenset(tile_set): tile_set for tile_set in self.tile_sets}
        for tile_set in self.tile_sets:
            if frozenset(tile_set) in open_sets:
                images = (
                    frozenset(sum(1 << image[cell] for cell in bits(tile)) for tile in tile_set)
                    for image in symmetries
                )
                yield [open_sets.pop(image) for image in dict.fromkeys(images)]

    def _choose(
        self,
        roll: Roll,
        tile_set: TileSet,
        chosen: Mapping[Roll, TileSet],
        candidates: Mapping[Roll, list[TileSet]],
    ) -> Card | None:
        """Return a card on which *roll* has this *tile_set*, if any.

        The rolls before it have the *chosen* ones, and each other roll one of its *candidates*.
        """
        self.cases += 1
        left = {
            other: _compatible(tile_set, roll, tile_sets, other)
            for other, tile_sets in candidates.items()
            if other != roll
        }
        chosen = {**chosen, roll: tile_set}
        if not all(left.values()):
            return None
        tiles = [(each, tile) for each, tile_set in chosen.items() for tile in tile_set]
        symbols = assigned_symbols(self._problem.symbols, tiles)
        if symbols is None:
            return None
        if not left:
            return self._card(symbols)
        roll = min(left, key=lambda other: len(left[other]))
        for candidate in left[roll]:
            card = self._choose(roll, candidate, chosen, left)
            if card:
                return card
        return None

    def _card(self, symbols: Mapping[int, str]) -> Card:
        cells = range(self._problem.rows * self._problem.cols)
        return self._problem.card([symbols.get(cell, self._problem.symbols[0]) for cell in cells])


def _pairs(roll: Roll) -> int:
    """Return how many symbols *roll* shows twice."""
    return DICE - len(set(roll.symbols))


def _compatible(
    tile_set: TileSet, roll: Roll, candidates: Sequence[TileSet], other: Roll
) -> list[TileSet]:
    """Return the *candidates* for the *other* roll that agree with the *tile_set* of *roll*.

    Two tiles share at most as many cells as the rolls share symbols, and all tiles of the one and
    the other at most as many as that allows for each symbol.
    """
    one, two = Counter(roll.symbols), Counter(other.symbols)
    common, covered, tiles = (one & two).total(), sum(tile_set), len(tile_set)
    shared = [  # by the number of tiles of a candidate
        sum(min(tiles * one[symbol], number * two[symbol]) for symbol in one)
        for number in range(MAX_PLACEMENTS + 1)
    ]
    return [
        candidate
        for candidate in candidates
        if (covered & sum(candidate)).bit_count() <= shared[len(candidate)]
        and all((a & b).bit_count() <= common for a in tile_set for b in candidate)
    ]
