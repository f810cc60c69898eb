"""Proofs by exhaustive search: which score every roll of a small card can reach at once.

On a card that meets the minimum, every roll has a packing worth that much. So the search chooses
for one roll after another where the tiles of such a packing lie, a tile set, and backtracks when no
symbols on the cells let all tiles chosen so far show their rolls. Only minimal tile sets are tried:
those that are not worth enough without one of their tiles. For the first roll, tile sets that are
the same up to turns and flips of the card are tried once.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solver.geometry.cell import rectangle
from solver.geometry.symmetry import isometries
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, rolls
from solver.penta_rush.matching import fixed_placements
from solver.penta_rush.points import Points
from solver.penta_rush.rules import MAX_PLACEMENTS

TileCells = frozenset[int]  # numbered row by row
TileSet = tuple[TileCells, ...]  # none of which overlap


class ProofResult(NamedTuple):
    """A *card* that meets the minimum, or None; the number of tile sets, and of *cases* tried."""

    card: Card | None
    tile_sets: int
    cases: int


@dataclass(frozen=True)
class MinimumValueProblem:
    """To find a card of *rows* x *cols* on which every roll of *symbols* is worth *minimum*."""

    rows: int
    cols: int
    symbols: str
    points: Points
    minimum: int

    def solve(self) -> ProofResult:
        """Search until a card is found, or all cases have been tried."""
        tile_sets, all_rolls = list(self.tile_sets()), list(rolls(self.symbols))
        first = list(self._distinct(tile_sets))
        cases = 0

        def extend(chosen: list[TileSet]) -> Card | None:
            """Return a card on which the first rolls have the *chosen* tile sets, if any."""
            nonlocal cases
            symbols = self._symbols_for(zip(all_rolls, chosen, strict=False))
            if symbols is None:
                return None
            if len(chosen) == len(all_rolls):
                return self._card(symbols)
            for tile_set in tile_sets if chosen else first:
                cases += 1
                card = extend([*chosen, tile_set])
                if card:
                    return card
            return None

        card = extend([])
        return ProofResult(card, len(tile_sets), cases)

    def tile_sets(self) -> Iterator[TileSet]:
        """Yield the minimal tile sets that are worth the minimum, the highest tiles first."""
        shapes = self.points.highest_first
        tiles: dict[str, list[TileCells]] = {shape: [] for shape in shapes}
        for placements in fixed_placements(self.rows, self.cols, shapes):
            for shape, _, corner, offsets in placements:
                tiles[shape].append(frozenset(corner + offset for offset in offsets))

        def extend(chosen: TileSet, used: TileCells, start: int, score: int) -> Iterator[TileSet]:
            if score >= self.minimum:
                yield chosen
                return
            remaining = MAX_PLACEMENTS - len(chosen)
            for number in range(start, len(shapes)):
                best_rest = shapes[number : number + remaining]
                if score + sum(self.points[shape] for shape in best_rest) < self.minimum:
                    return
                for tile in tiles[shapes[number]]:
                    if not used & tile:
                        gained = score + self.points[shapes[number]]
                        yield from extend((*chosen, tile), used | tile, number + 1, gained)

        return extend((), frozenset(), 0, 0)

    def _distinct(self, tile_sets: Sequence[TileSet]) -> Iterator[TileSet]:
        """Yield the first of all *tile_sets* that are the same up to turns and flips."""
        card = sorted(rectangle(self.rows, self.cols))
        symmetries = [  # where each cell goes
            [row * self.cols + col for row, col in map(isometry.image, card)]
            for isometry in isometries(frozenset(card))
        ]
        seen: set[frozenset[TileCells]] = set()
        for tile_set in tile_sets:
            if frozenset(tile_set) not in seen:
                seen.update(
                    frozenset(frozenset(images[cell] for cell in tile) for tile in tile_set)
                    for images in symmetries
                )
                yield tile_set

    def _symbols_for(self, chosen: Iterable[tuple[Roll, TileSet]]) -> dict[int, str] | None:
        """Return symbols for the cells of the *chosen* tiles by which each shows its roll."""
        through: dict[int, list[dict[str, int]]] = {}  # by cell: what its tiles still lack
        for roll, tile_set in chosen:
            for tile in tile_set:
                lacking = {symbol: roll.symbols.count(symbol) for symbol in self.symbols}
                for cell in tile:
                    through.setdefault(cell, []).append(lacking)
        cells = sorted(through, key=lambda cell: (-len(through[cell]), cell))
        return _assign({cell: through[cell] for cell in cells}, {}, self.symbols)

    def _card(self, symbols: dict[int, str]) -> Card:
        cells = [symbols.get(cell, self.symbols[0]) for cell in range(self.rows * self.cols)]
        starts = range(0, len(cells), self.cols)
        return Card(tuple("".join(cells[start : start + self.cols]) for start in starts))


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


def prove_unimprovable(
    rows: int, cols: int, symbols: str, points: Points, value: int
) -> ProofResult:
    """Search for a card on which every roll is worth more than *value*; finding none is a proof."""
    return MinimumValueProblem(rows, cols, symbols, points, value + 1).solve()


def claim_text(value: int) -> str:
    """Return what is proved of a card on which every roll is worth *value*."""
    return f"flat at {value}; on no card of its size is every roll worth {value + 1} or more"
