"""The picture of a pile: a panel for each level, from the table up, and one from above.

All panels show the same frame of cells. Under the tiles of a level, those of the level below are
drawn as pale shadows, so that one sees what supports a tile.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solver.drawing.outline import outline
from solver.drawing.scene import (
    BLACK,
    FAINT,
    THIN,
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
    centred_text,
)
from solver.drawing.svg import svg
from solver.geometry.cell import Cell, col_name, middle_of, row_name
from solver.pent_up.pile_view import Frame, format_counts, frame_around, tiles_on_level
from solver.pent_up.record import Colour, TileMove
from solver.pent_up.rules import Pile, tiles_per_level

_SIDE = 6.0  # mm, of a cell
_MARGIN, _GAP = 8.0, 8.0  # mm: around all panels, and between two of them
_TITLE_RISE = 4.5  # mm, from a panel's upper edge to the baseline of its title
_TITLE, _LETTER, _NUMBER, _NAME = 3.2, 3.4, 2.6, 2.2  # mm, the sizes of texts
_NAME_GAP = 1.2  # mm, from a name to its row or col
_EDGE = 0.3  # mm, the width of a tile's outline
_MIN_WIDTH = 40.0  # mm, of a panel with its title
_PANELS_PER_ROW = 4

_TABLE, _GRID, _SHADOW = "#f4f1ea", "#dcd7cb", "#d2ccbd"
_FILL = {Colour.WHITE: WHITE, Colour.BLACK: "#3c3c3c"}
# The outline of black tiles is grey, so that the edge between two of them is visible.
_OUTLINE = {Colour.WHITE: BLACK, Colour.BLACK: "#a0a0a0"}
_TEXT = {Colour.WHITE: BLACK, Colour.BLACK: WHITE}


class _Panel(NamedTuple):
    """A *frame* drawn with the upper left corner of its first cell *at* a point."""

    frame: Frame
    at: Point

    @property
    def box(self) -> Box:
        """The box of its cells on the paper."""
        return Box(*self.at, self.frame.cols * _SIDE, self.frame.rows * _SIDE)

    @property
    def extent(self) -> Box:
        """The box of its cells, at least as wide as a title needs."""
        return self.box._replace(width=max(self.box.width, _MIN_WIDTH))

    def point(self, cell: Cell) -> Point:
        """Return the upper left corner of *cell*."""
        top, left = self.frame.origin
        return Point(self.at.x + (cell.col - left) * _SIDE, self.at.y + (cell.row - top) * _SIDE)

    def cell_text(self, cell: Cell, text: str, size: float, colour: Colour) -> Text:
        """Return *text* in the middle of *cell*, on a tile of this *colour*."""
        x, y = self.point(cell)
        centre = Point(x + _SIDE / 2, y + _SIDE / 2)
        return centred_text(centre, text, size, colour=_TEXT[colour])

    def table(self, title: str) -> Iterator[Mark]:
        """Yield the empty table under a *title*, with the names of its rows and cols."""
        box, grid, (top, left) = self.box, Paint(stroke=_GRID, width=THIN), self.frame.origin
        yield Text(Point(box.x, box.y - _TITLE_RISE), title, _TITLE)
        yield Polygon(box.corners, Paint(_TABLE, _GRID, THIN))
        for row in range(self.frame.rows):
            y = box.y + row * _SIDE
            yield Line(Point(box.x, y), Point(box.right, y), grid)
            at, name = Point(box.x - _NAME_GAP, y + _SIDE / 2), row_name(top + row)
            text = centred_text(at, name, _NAME, colour=FAINT, bold=False)
            yield text._replace(anchor=Anchor.END)
        for col in range(self.frame.cols):
            x = box.x + col * _SIDE
            yield Line(Point(x, box.y), Point(x, box.bottom), grid)
            at = Point(x + _SIDE / 2, box.y - _NAME_GAP)
            yield Text(at, col_name(left + col), _NAME, Anchor.MIDDLE, FAINT)

    def tiles(self, moves: Sequence[TileMove], *, lettered: bool = True) -> Iterator[Mark]:
        """Yield tiles, the later ones over the earlier ones, and their letters."""
        for move in moves:
            yield self.outline(move, Paint(_FILL[move.colour], _OUTLINE[move.colour], _EDGE))
        for move in moves if lettered else ():
            yield self.cell_text(middle_of(move.cells), move.shape, _LETTER, move.colour)

    def outline(self, move: TileMove, paint: Paint) -> Mark:
        """Return the outline of a tile."""
        return Polygon(outline(move.cells, self.point(Cell(0, 0)), _SIDE), paint)


def pile_svg(pile: Pile, *, title: str) -> bytes:
    """Return the SVG file of *pile*."""
    *levels, above = panels = _panels(frame_around(pile.cells), pile.height + 1)
    marks: list[Mark] = []
    counts_of = enumerate(tiles_per_level(pile.moves), start=1)
    for panel, (level, counts) in zip(levels, counts_of, strict=True):
        below = tiles_on_level(pile, level - 1)
        marks += panel.table(f"Level {level}: {format_counts(counts)}")
        marks += (panel.outline(move, Paint(_SHADOW)) for move in below)
        marks += panel.tiles(tiles_on_level(pile, level))
    marks += above.table("From above: heights")
    marks += above.tiles(pile.moves, lettered=False)
    for cell in sorted(pile.cells):
        colour = pile.moves[pile.top_tile(cell)].colour
        marks.append(above.cell_text(cell, str(pile.height_at(cell)), _NUMBER, colour))
    return svg(Scene(_paper(panels), marks), title=title)


def level_svg(moves: Sequence[TileMove], *, title: str) -> bytes:
    """Return the SVG file of the tiles of *moves*, which lie side by side."""
    (panel,) = _panels(frame_around(cell for move in moves for cell in move.cells), 1)
    marks = [*panel.table(title), *panel.tiles(moves)]
    return svg(Scene(_paper([panel]), marks), title=title)


def _paper(panels: Sequence[_Panel]) -> Box:
    around = bounding_box([panel.extent for panel in panels])
    return Box(0, 0, around.right + _MARGIN, around.bottom + _MARGIN)


def _panels(frame: Frame, count: int) -> list[_Panel]:
    """Return so many panels, row by row, with room for their titles."""
    title_height = _TITLE_RISE + _TITLE
    first = _Panel(frame, Point(_MARGIN, _MARGIN + title_height))
    across, down = first.extent.width + _GAP, first.extent.height + title_height + _GAP
    places = (divmod(number, _PANELS_PER_ROW) for number in range(count))
    return [
        _Panel(frame, Point(first.at.x + col * across, first.at.y + row * down))
        for row, col in places
    ]
