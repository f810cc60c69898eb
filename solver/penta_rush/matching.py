"""The placements whose symbols are exactly the roll, found for all rolls of a card at once.

The signature of a multiset of symbols is a number of three bits a symbol. Those of all cells stand
side by side in one int, which, shifted and added five times, holds those of an orientation.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from struct import iter_unpack
from typing import NamedTuple, overload

from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES, fixed_pentominoes
from solver.penta_rush.card import Card
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.rules import Placement


class FixedPlacement(NamedTuple):
    """A placement on any card of one size, whose cells are numbered row by row.

    Its own are *corner*, the top left of its bounding box, plus *offsets*. *mask* has its cells and
    its shape as bits: two placements fit together if their masks are disjoint.
    """

    shape: str
    mask: int
    corner: int
    offsets: tuple[int, ...]

    @property
    def cells(self) -> list[int]:
        """The numbers of its cells, ascending."""
        return [self.corner + offset for offset in self.offsets]


class MatchingPlacements(Sequence[Placement]):
    """The placements that match a roll on a card, numbered in the documented order.

    A `Placement` is made only when it is asked for: a search for the best packing needs five.
    """

    def __init__(self, problem: RollProblem) -> None:
        self._cols = problem.card.cols
        self._points = problem.points
        by_signature = _by_signature(problem.card, problem.points.highest_first)
        signature = _signature(problem.roll.symbols, problem.card.symbols)
        self.fixed = by_signature.get(signature, ())

    def __len__(self) -> int:
        return len(self.fixed)

    @overload
    def __getitem__(self, number: int) -> Placement: ...
    @overload
    def __getitem__(self, number: slice) -> list[Placement]: ...
    def __getitem__(self, number: int | slice) -> Placement | list[Placement]:
        if isinstance(number, slice):
            return [self[index] for index in range(len(self))[number]]
        shape, _, corner, offsets = self.fixed[number]
        cells = (Cell(*divmod(corner + offset, self._cols)) for offset in offsets)
        return Placement(shape, self._points[shape], tuple(cells))


@lru_cache(maxsize=16)
def _by_signature(card: Card, order: str) -> Mapping[bytes, Sequence[FixedPlacement]]:
    """Return all placements on *card* by the signature of their cells, in the documented order."""
    symbols = card.symbols
    signature_of = {symbol: _signature(symbol, symbols) for symbol in symbols}
    size = len(_signature("", symbols))
    all_cells = b"".join(signature_of[symbol] for line in card.lines for symbol in line)
    cells = int.from_bytes(all_cells, "little")
    by_signature: defaultdict[bytes, list[FixedPlacement]] = defaultdict(list)
    for translates in fixed_placements(card.rows, card.cols, order):
        at_all_corners = sum([cells >> 8 * size * offset for offset in translates[0].offsets])
        bytes_at_corners = at_all_corners.to_bytes(len(all_cells), "little")
        signatures = list(iter_unpack(f"{size}s", bytes_at_corners))
        for placement in translates:
            by_signature[signatures[placement.corner][0]].append(placement)
    return by_signature


@lru_cache(maxsize=16)
def fixed_placements(rows: int, cols: int, order: str) -> list[list[FixedPlacement]]:
    """Return the placements on any card of a size, a list per orientation, in *order* of shape."""
    by_orientation = []
    for shape in order:
        shape_bit = 1 << rows * cols + SHAPES.index(shape)
        for cells in fixed_pentominoes()[shape]:
            offsets = tuple(row * cols + col for row, col in sorted(cells))
            mask = sum(1 << offset for offset in offsets)
            height, width = max(row for row, _ in cells) + 1, max(col for _, col in cells) + 1
            translates = [
                FixedPlacement(shape, mask << corner | shape_bit, corner, offsets)
                for row in range(rows - height + 1)
                for corner in range(row * cols, row * cols + cols - width + 1)
            ]
            if translates:
                by_orientation.append(translates)
    return by_orientation


def _signature(symbols: str, known: str) -> bytes:
    """Return the signature of at most five *symbols*, all of them *known*."""
    counts = sum([1 << 3 * known.index(symbol) for symbol in symbols])
    return counts.to_bytes(3 * len(known) // 8 + 1, "little")
