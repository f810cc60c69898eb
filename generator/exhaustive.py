"""Proofs by exhaustion: how much every roll of a small card can be worth at once.

demand   every roll is worth so many points or more
layout   cells that a packing outlines, tile by tile, without symbols; it meets the demand if its
         tiles are worth that much, and is minimal if none of its tiles can be spared
fit      an outlined tile is to show a roll: of each symbol so many

A card meets the demand if every roll has a minimal layout that meets it and whose tiles the symbols
fit. So the layouts are tried for one roll after another, and the symbols of the cells for the
layouts of all rolls so far. For the first roll, layouts that turns and flips of the card take into
each other are tried once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, rolls
from solver.penta_rush.matching import spots
from solver.penta_rush.points import Points
from solver.penta_rush.rules import MOST

Tile = frozenset[int]
Layout = tuple[Tile, ...]


class Exhaustion(NamedTuple):
    """What came of it: a *card* that meets the demand, or None; *cases* were gone through."""

    card: Card | None
    layouts: int
    cases: int


@dataclass(frozen=True)
class Demand:
    """That on a card of *rows* x *cols* every roll of *symbols* is worth *value* or more."""

    rows: int
    cols: int
    symbols: str
    points: Points
    value: int

    def exhaust(self) -> Exhaustion:
        """Go through all there is, until a card is found that meets the demand."""
        layouts = list(self.layouts())
        first = list(self._distinct(layouts))
        search = _Search(self, list(rolls(self.symbols)), layouts, first)
        found = search.card([])
        return Exhaustion(found, len(layouts), search.cases)

    def layouts(self) -> Iterator[Layout]:
        """Yield the minimal layouts that meet the demand, the dearest tiles first."""
        shapes = self.points.dearest_first
        tiles: dict[str, list[Tile]] = {shape: [] for shape in shapes}
        for alike in spots(self.rows, self.cols, shapes):
            for spot in alike:
                tiles[spot.shape].append(frozenset(spot.corner + at for at in spot.offsets))

        def extend(chosen: Layout, used: Tile, start: int, score: int) -> Iterator[Layout]:
            if score >= self.value:
                yield chosen
                return
            left = MOST - len(chosen)
            for number in range(start, len(shapes)):
                rest = shapes[number : number + left]
                if score + sum(self.points[shape] for shape in rest) < self.value:
                    return
                for tile in tiles[shapes[number]]:
                    if not used & tile:
                        gained = score + self.points[shapes[number]]
                        yield from extend((*chosen, tile), used | tile, number + 1, gained)

        return extend((), frozenset(), 0, 0)

    def _distinct(self, layouts: Sequence[Layout]) -> Iterator[Layout]:
        """Yield the first of all layouts that turns and flips take into each other."""
        seen: set[frozenset[Tile]] = set()
        for layout in layouts:
            if frozenset(layout) not in seen:
                seen.update(
                    frozenset(frozenset(motion[cell] for cell in tile) for tile in layout)
                    for motion in self._motions()
                )
                yield layout

    def _motions(self) -> Iterator[list[int]]:
        """Yield where each cell goes by the turns and flips that keep the rectangle."""
        cells = [(row, col) for row in range(self.rows) for col in range(self.cols)]
        down, right = self.rows - 1, self.cols - 1
        for flip_rows in (False, True):
            for flip_cols in (False, True):
                turned = [
                    (down - row if flip_rows else row, right - col if flip_cols else col)
                    for row, col in cells
                ]
                yield [row * self.cols + col for row, col in turned]
                if self.rows == self.cols:
                    yield [col * self.cols + row for row, col in turned]


class _Search:
    """The layouts of the rolls, tried one after another; *cases* counts what is tried."""

    def __init__(
        self, demand: Demand, every: list[Roll], layouts: list[Layout], first: list[Layout]
    ) -> None:
        self._demand, self._rolls = demand, every
        self._layouts, self._first = layouts, first
        self.cases = 0

    def card(self, chosen: list[Layout]) -> Card | None:
        """Return a card on which the first rolls have the *chosen* layouts, and the others some."""
        symbols = self._symbols(chosen)
        if symbols is None:
            return None
        if len(chosen) == len(self._rolls):
            return self._written(symbols)
        for layout in self._layouts if chosen else self._first:
            self.cases += 1
            found = self.card([*chosen, layout])
            if found:
                return found
        return None

    def _symbols(self, chosen: Sequence[Layout]) -> dict[int, str] | None:
        """Return symbols of the cells that fit the tiles of all *chosen* layouts; None if none."""
        fits = [
            (tile, {symbol: roll.symbols.count(symbol) for symbol in self._demand.symbols})
            for roll, layout in zip(self._rolls, chosen, strict=False)
            for tile in layout
        ]
        through: dict[int, list[dict[str, int]]] = {}
        for tile, wanted in fits:
            for cell in tile:
                through.setdefault(cell, []).append(wanted)
        cells = sorted(through, key=lambda cell: (-len(through[cell]), cell))
        return _fitted(cells, through, {}, self._demand.symbols)

    def _written(self, symbols: dict[int, str]) -> Card:
        rows, cols = self._demand.rows, self._demand.cols
        cells = [symbols.get(cell, self._demand.symbols[0]) for cell in range(rows * cols)]
        return Card(tuple("".join(cells[at : at + cols]) for at in range(0, rows * cols, cols)))


def _fitted(
    cells: list[int],
    through: dict[int, list[dict[str, int]]],
    given: dict[int, str],
    symbols: str,
) -> dict[int, str] | None:
    """Return *given* with symbols for the other *cells*; None if they cannot fit.

    What the tiles through a cell still want is counted down, and up again.
    """
    open_cells = [cell for cell in cells if cell not in given]
    if not open_cells:
        return dict(given)

    def choices(cell: int) -> list[str]:
        return [symbol for symbol in symbols if all(wanted[symbol] for wanted in through[cell])]

    cell = min(open_cells, key=lambda cell: len(choices(cell)))
    for symbol in choices(cell):
        given[cell] = symbol
        for wanted in through[cell]:
            wanted[symbol] -= 1
        found = _fitted(cells, through, given, symbols)
        for wanted in through[cell]:
            wanted[symbol] += 1
        del given[cell]
        if found is not None:
            return found
    return None


def unbeaten(rows: int, cols: int, symbols: str, points: Points, value: int) -> Exhaustion:
    """Return what comes of looking for a card on which every roll is worth more than *value*."""
    return Demand(rows, cols, symbols, points, value + 1).exhaust()


def claim(value: int) -> str:
    """Return what is proved of a card on which every roll is worth *value*."""
    return f"flat at {value}; on no card of its size is every roll worth {value + 1} or more"
