"""Matching: the placements whose symbols are exactly the roll, for all rolls of a card at once.

index      a cell as one int; a row is four longer than the card, so that what sticks out on the
           right, or below, meets no symbol
corner     the index of an orientation's least row and col; its cells are corner + offsets
mark       the cells and the shape of a placement as bits: two fit if their marks are disjoint
signature  a multiset of symbols, as many bytes as three bits a symbol take
board      the signatures of all cells in one int: shifted and added five times, it holds those
           of all corners of an orientation
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from struct import iter_unpack
from typing import NamedTuple, overload

from solver.penta_rush.card import Card
from solver.penta_rush.engine import Deal
from solver.penta_rush.rules import Placement
from solver.polyomino import SHAPES, Cell, fixed_pentominoes

_PADDING = 4  # the I-pentomino reaches four cells beyond the one it starts in


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
        self._width = deal.card.cols + _PADDING
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
        cells = (Cell(*divmod(corner + offset, self._width)) for offset in offsets)
        return Placement(shape, self._points[shape], tuple(cells))


@lru_cache(maxsize=16)
def _by_signature(card: Card, order: str) -> Mapping[bytes, Sequence[Spot]]:
    """Return all placements on *card* by the signature of their cells, in the documented order."""
    width = card.cols + _PADDING
    known = card.symbols
    single = {symbol: _signature(symbol, known) for symbol in known}
    size = len(_signature("", known))
    padding = bytes(size * _PADDING)
    rows = (b"".join(map(single.__getitem__, line)) + padding for line in card.lines)
    board = int.from_bytes(b"".join(rows), "little")
    length = size * card.rows * width
    by_signature: defaultdict[bytes, list[Spot]] = defaultdict(list)
    for spots in _spots(card.rows, card.cols, order):
        met = sum([board >> 8 * size * offset for offset in spots[0].offsets])
        signatures = list(iter_unpack(f"{size}s", met.to_bytes(length, "little")))
        for spot in spots:
            by_signature[signatures[spot.corner][0]].append(spot)
    return by_signature


@lru_cache(maxsize=16)
def _spots(rows: int, cols: int, order: str) -> list[list[Spot]]:
    """Return the placements on any card of a size, a list an orientation, in *order* of shape."""
    width = cols + _PADDING
    spots = []
    for shape in order:
        shape_bit = 1 << rows * width + SHAPES.index(shape)
        for cells in fixed_pentominoes()[shape]:
            offsets = tuple(row * width + col for row, col in sorted(cells))
            mark = sum(1 << offset for offset in offsets)
            deepest, widest = max(row for row, _ in cells), max(col for _, col in cells)
            corners = [
                row * width + col for row in range(rows - deepest) for col in range(cols - widest)
            ]
            if corners:
                spots.append([Spot(shape, mark << at | shape_bit, at, offsets) for at in corners])
    return spots


def _signature(symbols: str, known: str) -> bytes:
    """Return a multiset of at most five symbols, all *known*: three bits count each of them."""
    counts = sum([1 << 3 * known.index(symbol) for symbol in symbols])
    return counts.to_bytes(3 * len(known) // 8 + 1, "little")
