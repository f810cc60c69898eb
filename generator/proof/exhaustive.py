"""Proofs by exhaustive search: which score every roll of a small card can reach at once.

On a card that meets the minimum, every roll has a packing worth that much. So the search chooses
for one roll after another where the tiles of such a packing lie, a tile set, and backtracks when no
symbols on the cells let all tiles chosen so far show their rolls. Only minimal tile sets are tried:
those that are not worth enough without one of their tiles.

Two rolls can use tiles that share cells only where the rolls share symbols. This alone leaves few
tile sets to most rolls, and the roll that has the fewest is next.

Tile sets that are the same up to turns and flips of the card form a class, and of a class one is
tried for the first roll. The first roll is as good as any other with as many pairs, by relabelling:
so it may be taken for the one of them whose tile set has the lowest class.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from generator.proof.problem import MinimumValueProblem
from solver.errors import UndecidedError
from solver.geometry.bitset import bits
from solver.geometry.cell import rectangle
from solver.geometry.symmetry import isometries
from solver.penta_rush.card import Card
from solver.penta_rush.dice import DICE, Roll
from solver.penta_rush.matching import fixed_placements
from solver.penta_rush.rules import MAX_PLACEMENTS

Tile = int  # its cells as a bit set, numbered row by row
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
            other: [
                candidate
                for candidate in tile_sets
                if _go_together(tile_set, candidate, _common(roll, other))
            ]
            for other, tile_sets in candidates.items()
            if other != roll
        }
        chosen = {**chosen, roll: tile_set}
        symbols = self._symbols_for(chosen) if all(left.values()) else None
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

    def _symbols_for(self, chosen: Mapping[Roll, TileSet]) -> dict[int, str] | None:
        """Return symbols for the cells of the *chosen* tiles by which each shows its roll."""
        through: dict[int, list[dict[str, int]]] = {}  # by cell: what its tiles still lack
        for roll, tile_set in chosen.items():
            for tile in tile_set:
                lacking = {symbol: roll.symbols.count(symbol) for symbol in self._problem.symbols}
                for cell in bits(tile):
                    through.setdefault(cell, []).append(lacking)
        cells = sorted(through, key=lambda cell: (-len(through[cell]), cell))
        return _assign({cell: through[cell] for cell in cells}, {}, self._problem.symbols)

    def _card(self, symbols: Mapping[int, str]) -> Card:
        cells = range(self._problem.rows * self._problem.cols)
        return self._problem.card([symbols.get(cell, self._problem.symbols[0]) for cell in cells])


def _pairs(roll: Roll) -> int:
    """Return how many symbols *roll* shows twice."""
    return DICE - len(set(roll.symbols))


def _common(roll: Roll, other: Roll) -> int:
    """Return how many cells two tiles can share that show *roll* and *other*."""
    return (Counter(roll.symbols) & Counter(other.symbols)).total()


def _go_together(tile_set: TileSet, other: TileSet, common: int) -> bool:
    """Return whether no two tiles of these share more than *common* cells."""
    return all(
        (tile & tile_of_other).bit_count() <= common for tile in tile_set for tile_of_other in other
    )


def _assign(
    through: dict[int, list[dict[str, int]]], assigned: dict[int, str], symbols: str
) -> dict[int, str] | None:
    """Return *assigned* with symbols for the other cells of *through*; None if impossible.

    Both are changed on the way, and as before at the end.
    """
    open_cells = [cell for cell in through if cell not in assigned]
    if not open_cells:
        return dict(assigned)

    def choices(cell: int) -> list[str]:
        return [symbol for symbol in symbols if all(lacking[symbol] for lacking in through[cell])]

    cell = min(open_cells, key=lambda cell: len(choices(cell)))
    for symbol in choices(cell):
        assigned[cell] = symbol
        for lacking in through[cell]:
            lacking[symbol] -= 1
        completed = _assign(through, assigned, symbols)
        for lacking in through[cell]:
            lacking[symbol] += 1
        del assigned[cell]
        if completed is not None:
            return completed
    return None
