"""The legal moves of Pent-Up, found fast: a pile as bit sets over a window of the table.

This module shares no code with the referee, which the tests check it against.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solver.geometry.bitset import bits
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES
from solver.geometry.symmetry import at_origin
from solver.pent_up.bitboard import (
    DEFAULT_SIDE,
    Window,
    all_orientations,
    cell_offsets,
    corner_of,
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

    *height_masks* holds, by height from 0, the cells with at least that many tiles: the first is
    the whole window. Nothing here checks that the placements are legal: that is for the referee.
    """

    window: Window
    placed: tuple[PilePlacement, ...]
    height_masks: tuple[int, ...]

    @classmethod
    def from_moves(
        cls,
        moves: Sequence[TileMove] = (),
        *,
        side: int = DEFAULT_SIDE,
        start: Cell = Cell(0, 0),  # noqa: B008 - it cannot be changed
    ) -> "Position":
        """Return the position after *moves*, in a window of this *side* or a larger one.

        On an empty table, the placements of the first tile have their corners at *start*.
        """
        middle = corner_of(moves[0].cells) if moves else start
        position = cls(window_around(middle, side), (), ((1 << side * side) - 1,))
        for move in moves:
            position = position.play(position.as_placement(move))
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
        orientation = all_orientations().index((move.shape, at_origin(move.cells)))
        return PilePlacement(orientation, move.level, self.window.bit(corner_of(move.cells)))

    def play(self, placement: PilePlacement) -> "Position":
        """Return the position after *placement*; reaching the margin doubles the window."""
        offsets = cell_offsets(self.window.side)[placement.orientation]
        cells = sum(1 << placement.corner + offset for offset in offsets)
        if cells & margin_mask(self.window.side):
            moves = [*self.moves(), self.as_move(placement)]
            return self.from_moves(moves, side=2 * self.window.side)
        masks, level = [*self.height_masks], placement.level
        if level == len(masks):
            masks.append(0)
        masks[level] |= cells
        return Position(self.window, (*self.placed, placement), tuple(masks))

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
        masks, offsets_of = self.height_masks, cell_offsets(self.window.side)
        # By height: the cells of exactly that height, and where the tiles on that level lie.
        of_height = [low & ~high for low, high in zip(masks, (*masks[1:], 0), strict=True)]
        occupied: list[dict[int, int]] = [{} for _ in masks]
        for orientation, level, corner in self.placed:
            occupied[level][orientation] = occupied[level].get(orientation, 0) | 1 << corner
        beside = neighbour_mask(masks[1], self.window.side) if self.placed else 0

        def corners_of(orientation: int, level: int) -> int:
            a, b, c, d, e = offsets_of[orientation]
            cells = of_height[level - 1]
            corners = cells >> a & cells >> b & cells >> c & cells >> d & cells >> e
            if level > 1:  # on the corner of a tile of this orientation, it would cover that alone
                return corners & ~occupied[level - 1].get(orientation, 0)
            if not self.placed:
                return 1 << self.window.middle
            return corners & (beside >> a | beside >> b | beside >> c | beside >> d | beside >> e)

        for shape in self.tiles_left if shapes is None else shapes:
            for level in range(len(masks), 0, -1):
                on_level = [
                    PlacementSet(orientation, level, corners)
                    for orientation in orientation_numbers()[shape]
                    if (corners := corners_of(orientation, level))
                ]
                yield from on_level
                if on_level:  # a tile goes to the highest level that it can reach
                    break

    def _move(self, placement: PilePlacement, number: int) -> TileMove:
        offsets = cell_offsets(self.window.side)[placement.orientation]
        cells = tuple(self.window.cell(placement.corner + offset) for offset in offsets)
        return TileMove(colour_to_move(number), placement.shape, cells, placement.level)
