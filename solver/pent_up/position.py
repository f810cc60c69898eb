"""The legal moves of Pent-Up, found fast: a pile as bit sets over a window of the table.

This module shares no code with the referee, which the tests check it against.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from solver.geometry.bitset import bits
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES
from solver.pent_up.bitboard import (
    DEFAULT_SIDE,
    Window,
    all_orientations,
    cell_offsets,
    corner_of,
    full_mask,
    margin_mask,
    neighbour_mask,
    orientation_numbers,
    window_around,
)
from solver.pent_up.record import TURN_ORDER, TileMove, colour_to_move


class PlacementSet(NamedTuple):
    """All *corners* (a bit set) where an *orientation* may legally be laid, all on one *level*."""

    orientation: int
    level: int
    corners: int


class PilePlacement(NamedTuple):
    """An *orientation* laid on a *level*, its *corner* on this bit of a position's window."""

    orientation: int
    level: int
    corner: int

    @property
    def shape(self) -> str:
        """The letter of the tile."""
        return all_orientations()[self.orientation][0]


@dataclass(frozen=True, slots=True)
class Position:
    """A pile: the tiles that White and Black in turn have *placed* in a *window*.

    *height_masks* holds, by height from 0, the cells with at least so many tiles: the first is the
    whole window. Nothing here checks that the placements are legal: that is for the referee.
    """

    window: Window
    placed: tuple[PilePlacement, ...]
    height_masks: tuple[int, ...]

    @classmethod
    def from_moves(cls, moves: Sequence[TileMove] = (), *, side: int = DEFAULT_SIDE) -> "Position":
        """Return the position after *moves*, in a window of this *side* or a larger one."""
        middle = corner_of(moves[0].cells) if moves else Cell(0, 0)
        position = cls(window_around(middle, side), (), (full_mask(side),))
        for move in moves:
            placement = position.as_placement(move)
            if position._is_in_margin(placement):
                return cls.from_moves(moves, side=2 * side)
            position = position._with(placement)
        return position

    @property
    def height(self) -> int:
        """The height of the pile."""
        return len(self.height_masks) - 1

    @property
    def tiles_left(self) -> str:
        """The letters of the tiles left to the side to move."""
        placed = self.placed[len(self.placed) % len(TURN_ORDER) :: len(TURN_ORDER)]
        used = {placement.shape for placement in placed}
        return "".join(shape for shape in SHAPES if shape not in used)

    def moves(self) -> Iterator[TileMove]:
        """Yield the moves so far."""
        for number, placement in enumerate(self.placed):
            yield self._move(placement, number)

    def as_move(self, placement: PilePlacement) -> TileMove:
        """Return *placement* as the next move of a record."""
        return self._move(placement, len(self.placed))

    def as_placement(self, move: TileMove) -> PilePlacement:
        """Return *move* as a placement in this window."""
        corner = corner_of(move.cells)
        cells = frozenset(Cell(row - corner.row, col - corner.col) for row, col in move.cells)
        orientation = all_orientations().index((move.shape, cells))
        return PilePlacement(orientation, move.level, self.window.bit(corner))

    def play(self, placement: PilePlacement) -> "Position":
        """Return the position after the side to move has laid *placement*.

        If the tile lies in the margin of the window, the new position has a window twice as wide.
        """
        if self._is_in_margin(placement):
            moves = [*self.moves(), self.as_move(placement)]
            return self.from_moves(moves, side=2 * self.window.side)
        return self._with(placement)

    def placements(self, shapes: Iterable[str] | None = None) -> Iterator[PilePlacement]:
        """Yield each legal placement of *shapes*, by default those left to the side to move.

        They come in the order of `placement_sets`, then by corner, row by row. On an empty table
        there is one per orientation, since all places are alike.
        """
        for orientation, level, corners in self.placement_sets(shapes):
            for corner in bits(corners):
                yield PilePlacement(orientation, level, corner)

    def placement_sets(self, shapes: Iterable[str] | None = None) -> Iterator[PlacementSet]:
        """Yield the legal placements of *shapes* (those left), by shape and by orientation."""
        offsets_of = cell_offsets(self.window.side)
        supports = self._supports()
        for shape in self.tiles_left if shapes is None else shapes:
            for level in range(len(supports), 0, -1):
                support = supports[level - 1]
                on_level = [
                    PlacementSet(orientation, level, corners)
                    for orientation in orientation_numbers()[shape]
                    if (corners := support.corners(orientation, offsets_of[orientation]))
                ]
                yield from on_level
                if on_level:  # a tile goes to the highest level that it can reach
                    break

    def _is_in_margin(self, placement: PilePlacement) -> bool:
        return bool(self._cells(placement) & margin_mask(self.window.side))

    def _with(self, placement: PilePlacement) -> "Position":
        masks, level = [*self.height_masks], placement.level
        if level == len(masks):
            masks.append(0)
        masks[level] |= self._cells(placement)
        return Position(self.window, (*self.placed, placement), tuple(masks))

    def _cells(self, placement: PilePlacement) -> int:
        offsets = cell_offsets(self.window.side)[placement.orientation]
        return sum(1 << placement.corner + offset for offset in offsets)

    def _move(self, placement: PilePlacement, number: int) -> TileMove:
        offsets = cell_offsets(self.window.side)[placement.orientation]
        cells = tuple(self.window.cell(placement.corner + offset) for offset in offsets)
        return TileMove(colour_to_move(number), placement.shape, cells, placement.level)

    def _supports(self) -> list["_Support"]:
        """Return what a tile of each level may lie on, from level 1 up."""
        if not self.placed:
            return [_EmptyTable(self.window.middle)]
        corners: list[dict[int, int]] = [{} for _ in self.height_masks]
        for orientation, level, corner in self.placed:
            corners[level][orientation] = corners[level].get(orientation, 0) | 1 << corner
        uncovered = [
            low & ~high
            for low, high in zip(self.height_masks, (*self.height_masks[1:], 0), strict=True)
        ]
        table = _Table(uncovered[0], neighbour_mask(self.height_masks[1], self.window.side))
        return [table, *map(_TileTops, uncovered[1:], corners[1:])]


class _Support(Protocol):
    """What the tiles of a level lie on."""

    def corners(self, orientation: int, offsets: Sequence[int], /) -> int:
        """Return where an *orientation*, whose cells have these *offsets*, may be laid."""


class _EmptyTable(NamedTuple):
    """The empty table: a tile may lie anywhere, so one *corner* stands for all."""

    corner: int

    def corners(self, _orientation: int, _offsets: Sequence[int]) -> int:
        return 1 << self.corner


class _Table(NamedTuple):
    """The table: a tile may lie on *uncovered* cells, one of them at least *beside* a tile."""

    uncovered: int
    beside: int

    def corners(self, _orientation: int, offsets: Sequence[int]) -> int:
        (a, b, c, d, e), beside = offsets, self.beside
        touching = beside >> a | beside >> b | beside >> c | beside >> d | beside >> e
        return _corners_within(self.uncovered, offsets) & touching


class _TileTops(NamedTuple):
    """The *uncovered* cells on top of the tiles of a level, and where these tiles lie.

    *occupied* are the corners of these tiles by orientation: a tile of the same orientation on the
    same corner would lie on one tile only, which is illegal.
    """

    uncovered: int
    occupied: dict[int, int]

    def corners(self, orientation: int, offsets: Sequence[int]) -> int:
        return _corners_within(self.uncovered, offsets) & ~self.occupied.get(orientation, 0)


def _corners_within(cells: int, offsets: Sequence[int]) -> int:
    """Return the corners from which all *offsets* lead to *cells*."""
    a, b, c, d, e = offsets
    return cells >> a & cells >> b & cells >> c & cells >> d & cells >> e
