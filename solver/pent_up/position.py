"""The legal moves of Pent-Up, found fast: a pile as bit sets over a window of the table.

placement  an orientation laid on a level, its corner on a bit of the position's window
fit        all placements of one orientation, which lie on one level: a bit set of corners
bare       of a level: the cells of its tiles' tops on which nothing lies

It shares no code with the referee, which the tests check it against.
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
    """The *corners* (a bit set) where an *orientation* may legally be laid, all on one *level*."""

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
    """A pile: the placements *laid* by White and Black in turn, in a *window*.

    *reached* holds, by height from 0, the cells with so many tiles or more: the first is the
    whole window. What is laid must be legal: that is the referee's business.
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
            if position._is_beyond(placement):
                return cls.from_moves(moves, side=2 * side)
            position = position._with(placement)
        return position

    @property
    def height(self) -> int:
        """The height of the pile."""
        return len(self.height_masks) - 1

    @property
    def tiles_left(self) -> str:
        """The tiles left to the side that moves."""
        own = self.placed[len(self.placed) % len(TURN_ORDER) :: len(TURN_ORDER)]
        used = {placement.shape for placement in own}
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
        """Return the position once the side to move has laid *placement*.

        Where the margin of the window is reached, the new position has a window twice as wide.
        """
        if self._is_beyond(placement):
            return self.from_moves([*self.moves(), self.as_move(placement)], side=2 * self.window.side)
        return self._with(placement)

    def placements(self, shapes: Iterable[str] | None = None) -> Iterator[PilePlacement]:
        """Yield the legal placements of *shapes* (those left), in the order of `fits`, row by row.

        On an empty table it is one for each orientation: where it lies makes no difference.
        """
        for orientation, level, corners in self.placement_sets(shapes):
            for corner in bits(corners):
                yield PilePlacement(orientation, level, corner)

    def placement_sets(self, shapes: Iterable[str] | None = None) -> Iterator[PlacementSet]:
        """Yield where *shapes* (those left) may legally be laid, by shape and by orientation."""
        steps_of = cell_offsets(self.window.side)
        floors = self._floors()
        for shape in self.tiles_left if shapes is None else shapes:
            for level in range(len(floors), 0, -1):
                fits = [
                    PlacementSet(orientation, level, corners)
                    for orientation in orientation_numbers()[shape]
                    if (corners := floors[level - 1].corners(orientation, steps_of[orientation]))
                ]
                yield from fits
                if fits:  # rule d: what can go here can go no lower
                    break

    def _is_beyond(self, placement: PilePlacement) -> bool:
        """Return whether *placement* lies in the margin of the window."""
        return bool(self._cells(placement) & margin_mask(self.window.side))

    def _with(self, placement: PilePlacement) -> "Position":
        cells, level = self._cells(placement), placement.level
        reached = [*self.height_masks, 0] if level == len(self.height_masks) else [*self.height_masks]
        reached[level] |= cells
        return Position(self.window, (*self.placed, placement), tuple(reached))

    def _cells(self, placement: PilePlacement) -> int:
        steps = cell_offsets(self.window.side)[placement.orientation]
        return sum(1 << placement.corner + step for step in steps)

    def _move(self, placement: PilePlacement, number: int) -> TileMove:
        steps = cell_offsets(self.window.side)[placement.orientation]
        cells = tuple(self.window.cell(placement.corner + step) for step in steps)
        return TileMove(colour_to_move(number), placement.shape, cells, placement.level)

    def _floors(self) -> list["_Support"]:
        """Return what a tile of each level may lie on, from level 1 up."""
        if not self.placed:
            return [_Start(self.window.middle)]
        own: list[dict[int, int]] = [{} for _ in self.height_masks]
        for orientation, level, corner in self.placed:
            own[level][orientation] = own[level].get(orientation, 0) | 1 << corner
        bare = [low & ~high for low, high in zip(self.height_masks, (*self.height_masks[1:], 0), strict=True)]
        table = _Table(bare[0], neighbour_mask(self.height_masks[1], self.window.side))
        return [table, *map(_Tops, bare[1:], own[1:])]


class _Support(Protocol):
    """What the tiles of a level lie on."""

    def corners(self, orientation: int, steps: Sequence[int], /) -> int:
        """Return where an orientation may be laid, whose cells are *steps* behind its corner."""


class _Start(NamedTuple):
    """The empty table: a tile lies anywhere, so that one *corner* stands for all."""

    corner: int

    def corners(self, _orientation: int, _steps: Sequence[int]) -> int:
        return 1 << self.corner


class _Table(NamedTuple):
    """The table: *bare* cells, of which one at least must be *beside* a tile."""

    bare: int
    beside: int

    def corners(self, _orientation: int, steps: Sequence[int]) -> int:
        (a, b, c, d, e), near = steps, self.beside
        touching = near >> a | near >> b | near >> c | near >> d | near >> e
        return _common(self.bare, steps) & touching


class _Tops(NamedTuple):
    """The tops of the tiles of a level: *bare* cells; *own* are those tiles' corners.

    A tile lies on one of them alone where it has the same orientation and the same corner.
    """

    bare: int
    own: dict[int, int]

    def corners(self, orientation: int, steps: Sequence[int]) -> int:
        return _common(self.bare, steps) & ~self.own.get(orientation, 0)


def _common(cells: int, steps: Sequence[int]) -> int:
    """Return the corners from which all *steps* lead to *cells*."""
    a, b, c, d, e = steps
    return cells >> a & cells >> b & cells >> c & cells >> d & cells >> e
