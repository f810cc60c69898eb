"""Matching: the placements whose symbols are exactly the roll, for all rolls of a card at once.

index      a cell as one int, row by row
corner     the index of an orientation's least row and col; its cells are corner + offsets
mark       the cells and the shape of a placement as bits: two fit if their marks are disjoint
signature  a multiset of symbols, as many bytes as three bits a symbol take
lanes      the signatures of all cells side by side in one int: shifted and added five times, it
           holds those of an orientation at every corner
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from struct import iter_unpack
from typing import NamedTuple, overload

from solver.geometry.polyomino import SHAPES, Cell, fixed_pentominoes
from solver.penta_rush.card import Card
from solver.penta_rush.engine import Deal
from solver.penta_rush.rules import Placement


class Spot(NamedTuple):
    """A placement on any card of one size: its shape, its mark, its cells row by row."""

    shape: str
    mark: int
    corner: int
    offsets: tuple[int, ...]


class Matching(Sequence[Placement]):
    """The placements that match a deal, numbered in the documented order.

    *spots* has them raw; a placement proper is made only when it is asked for, since a search for
    the best needs five of them.
    """

    def __init__(self, deal: Deal) -> None:
        self._cols = deal.card.cols
        self._points = deal.points
        by_signature = _by_signature(deal.card, deal.points.dearest_first)
        self.spots = by_signature.get(_signature(deal.roll.symbols, deal.card.symbols), ())

    def __len__(self) -> int:
        return len(self.spots)

    @overload
    def __getitem__(self, number: int) -> Placement: ...
    @overload
    def __getitem__(self, number: slice) -> list[Placement]: ...
    def __getitem__(self, number: int | slice) -> Placement | list[Placement]:
        if isinstance(number, slice):
            return [self[one] for one in range(len(self))[number]]
        shape, _, corner, offsets = self.spots[number]
        cells = (Cell(*divmod(corner + offset, self._cols)) for offset in offsets)
        return Placement(shape, self._points[shape], tuple(cells))


@lru_cache(maxsize=16)
def _by_signature(card: Card, order: str) -> Mapping[bytes, Sequence[Spot]]:
    """Return all placements on *card* by the signature of their cells, in the documented order."""
    known = card.symbols
    single = {symbol: _signature(symbol, known) for symbol in known}
    size = len(_signature("", known))
    lanes = b"".join(single[symbol] for line in card.lines for symbol in line)
    cells = int.from_bytes(lanes, "little")
    by_signature: defaultdict[bytes, list[Spot]] = defaultdict(list)
    for together in spots(card.rows, card.cols, order):
        met = sum([cells >> 8 * size * offset for offset in together[0].offsets])
        signatures = list(iter_unpack(f"{size}s", met.to_bytes(len(lanes), "little")))
        for spot in together:
            by_signature[signatures[spot.corner][0]].append(spot)
    return by_signature


@lru_cache(maxsize=16)
def spots(rows: int, cols: int, order: str) -> list[list[Spot]]:
    """Return the placements on any card of a size, a list an orientation, in *order* of shape."""
    found = []
    for shape in order:
        shape_bit = 1 << rows * cols + SHAPES.index(shape)
        for cells in fixed_pentominoes()[shape]:
            offsets = tuple(row * cols + col for row, col in sorted(cells))
            mark = sum(1 << offset for offset in offsets)
            deepest, widest = max(row for row, _ in cells), max(col for _, col in cells)
            corners = [
                row * cols + col for row in range(rows - deepest) for col in range(cols - widest)
            ]
            if corners:
                found.append([Spot(shape, mark << at | shape_bit, at, offsets) for at in corners])
    return found


def _signature(symbols: str, known: str) -> bytes:
    """Return a multiset of at most five symbols, all *known*: three bits count each of them."""
    counts = sum([1 << 3 * known.index(symbol) for symbol in symbols])
    return counts.to_bytes(3 * len(known) // 8 + 1, "little")
