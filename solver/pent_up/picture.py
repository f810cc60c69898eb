"""The picture of a pile: a panel a level, from the table up, and one from above.

panel   a frame of cells on the paper; the same frame for all levels
shadow  the tiles of the level below, pale, so that it is seen what carries a tile
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from solver.drawing.outline import outline
from solver.drawing.scene import (
    BLACK,
    WHITE,
    Anchor,
    Box,
    Line,
    Mark,
    Paint,
    Point,
    Polygon,
    Scene,
    Text,
    bounding_box,
)
from solver.drawing.svg import svg
from solver.geometry.cell import Cell, col_name, middle_of, row_name
from solver.pent_up.pile_view import Frame, format_counts, frame_around, tiles_on_level
from solver.pent_up.record import Colour, TileMove
from solver.pent_up.rules import Pile, tiles_per_level

_SIDE = 6.0  # mm, of a cell
_MARGIN, _GAP, _HEAD = 8.0, 8.0, 4.5
_TITLE, _LETTER, _NUMBER, _NAME = 3.2, 3.4, 2.6, 2.2  # ems
_NEAR = 1.2  # from a name to its row or col
_RISE = 0.36  # em, from the baseline to the middle of a letter
_EDGE, _THIN = 0.3, 0.1
_LEAST = 40.0  # of a title
_ACROSS = 4  # panels in a row

_TABLE, _GRID, _SHADOW, _FAINT = "#f4f1ea", "#dcd7cb", "#d2ccbd", "#6e6e6e"
_FILL = {Colour.WHITE: WHITE, Colour.BLACK: "#3c3c3c"}
# Of two black tiles side by side the edge is seen as well.
_OUTLINE = {Colour.WHITE: BLACK, Colour.BLACK: "#a0a0a0"}
_TEXT = {Colour.WHITE: BLACK, Colour.BLACK: WHITE}


class _Panel(NamedTuple):
    """A *frame* drawn with the upper left corner of its first cell *at* a point."""

    frame: Frame
    at: Point

    @property
    def box(self) -> Box:
        """Its cells on the paper."""
        return Box(*self.at, self.frame.cols * _SIDE, self.frame.rows * _SIDE)

    @property
    def room(self) -> Box:
        """What it takes of the paper below its title, which may be wider."""
        return self.box._replace(width=max(self.box.width, _LEAST))

    def point(self, cell: Cell) -> Point:
        """Return the upper left corner of *cell*."""
        top, left = self.frame.origin
        return Point(self.at.x + (cell.col - left) * _SIDE, self.at.y + (cell.row - top) * _SIDE)

    def text(self, cell: Cell, told: str, size: float, colour: str) -> Text:
        """Return a text in the middle of *cell*."""
        x, y = self.point(cell)
        at = Point(x + _SIDE / 2, y + _SIDE / 2 + _RISE * size)
        return Text(at, told, size, Anchor.MIDDLE, colour, bold=True)

    def table(self, title: str) -> Iterator[Mark]:
        """Yield the bare table under a *title*, with the names of its rows and cols."""
        box, ink, (top, left) = self.box, Paint(stroke=_GRID, width=_THIN), self.frame.origin
        yield Text(Point(box.x, box.y - _HEAD), title, _TITLE)
        yield Polygon(box.corners, Paint(_TABLE, _GRID, _THIN))
        for row in range(self.frame.rows):
            y = box.y + row * _SIDE
            yield Line(Point(box.x, y), Point(box.right, y), ink)
            at = Point(box.x - _NEAR, y + _SIDE / 2 + _RISE * _NAME)
            yield Text(at, row_name(top + row), _NAME, Anchor.END, _FAINT)
        for col in range(self.frame.cols):
            x = box.x + col * _SIDE
            yield Line(Point(x, box.y), Point(x, box.bottom), ink)
            at = Point(x + _SIDE / 2, box.y - _NEAR)
            yield Text(at, col_name(left + col), _NAME, Anchor.MIDDLE, _FAINT)

    def tiles(self, moves: Iterable[TileMove], *, pale: bool = False) -> Iterator[Mark]:
        """Yield tiles, the later ones over the earlier ones."""
        for move in moves:
            ink = (
                Paint(_SHADOW) if pale else Paint(_FILL[move.colour], _OUTLINE[move.colour], _EDGE)
            )
            yield Polygon(outline(move.cells, self.point(Cell(0, 0)), _SIDE), ink)

    def letters(self, moves: Iterable[TileMove]) -> Iterator[Mark]:
        """Yield the letters of tiles."""
        for move in moves:
            cell = middle_of(move.cells)
            yield self.text(cell, move.shape, _LETTER, _TEXT[move.colour])


def pile_svg(pile: Pile, *, title: str) -> bytes:
    """Return the SVG file of *pile*."""
    *levels, above = panels = _panels(frame_around(pile.cells), pile.height + 1)
    marks: list[Mark] = []
    for panel, (level, counts) in zip(
        levels, enumerate(tiles_per_level(pile.moves), start=1), strict=True
    ):
        tiles = tiles_on_level(pile, level)
        marks += panel.table(f"Level {level}: {format_counts(counts)}")
        marks += panel.tiles(tiles_on_level(pile, level - 1), pale=True)
        marks += panel.tiles(tiles)
        marks += panel.letters(tiles)
    marks += above.table("From above: heights")
    marks += above.tiles(pile.moves)
    for cell in sorted(pile.cells):
        colour = _TEXT[pile.moves[pile.top_tile(cell)].colour]
        marks.append(above.text(cell, str(pile.height_at(cell)), _NUMBER, colour))
    return svg(Scene(_paper(panels), marks), title=title)


def level_svg(moves: Sequence[TileMove], *, title: str) -> bytes:
    """Return the SVG file of the tiles of *moves*, which lie side by side."""
    (panel,) = _panels(frame_around(cell for move in moves for cell in move.cells), 1)
    marks = [*panel.table(title), *panel.tiles(moves), *panel.letters(moves)]
    return svg(Scene(_paper([panel]), marks), title=title)


def _paper(panels: Sequence[_Panel]) -> Box:
    around = bounding_box([panel.room for panel in panels])
    return Box(0, 0, around.right + _MARGIN, around.bottom + _MARGIN)


def _panels(frame: Frame, count: int) -> list[_Panel]:
    """Return so many panels, row by row, with room for their titles."""
    high = _HEAD + _TITLE
    first = _Panel(frame, Point(_MARGIN, _MARGIN + high))
    across, down = first.room.width + _GAP, first.room.height + high + _GAP
    places = (divmod(number, _ACROSS) for number in range(count))
    return [
        _Panel(frame, Point(first.at.x + col * across, first.at.y + row * down))
        for row, col in places
    ]
