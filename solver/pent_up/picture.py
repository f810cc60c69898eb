"""Pictures of a pile in panels of one frame; what supports a tile is drawn as a pale shadow."""

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
from solver.drawing.styled_text import plural
from solver.geometry.cell import Cell, col_name, middle_of, row_name
from solver.pent_up.pile_view import GAME_OVER, Frame, format_counts, frame_around, tiles_on_level
from solver.pent_up.record import Colour, TileMove
from solver.pent_up.rules import Pile, tiles_per_level

_SIDE = 6.0  # mm, of a cell
_MARGIN, _GAP = 8.0, 8.0  # mm: around all panels, and between two of them
_TITLE_RISE = 4.5  # mm, from a panel's upper edge to the baseline of its title
_TITLE, _LETTER, _NUMBER, _NAME = 3.2, 3.4, 2.6, 2.2  # mm, the sizes of texts
_NAME_GAP = 1.2  # mm, from a name to its row or col
_EDGE = 0.3  # mm, the width of a tile's outline
_INSET = 0.4  # mm, from the edge of a cell to its mark, which leaves outlines as they are
_MIN_WIDTH = 40.0  # mm, of a panel with its title
_PANELS_PER_ROW = 4

_THICK = 0.9  # mm, the outline of the tile that a picture is about
_ACCENT, _MARKED = "#d55e00", "#f3c98b"  # that outline; cells that a tile may cover
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
            yield centred_text(at, name, _NAME, colour=FAINT, bold=False, anchor=Anchor.END)
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

    def heights(self, pile: Pile) -> Iterator[Mark]:
        """Yield the tiles of *pile* from above, and the height of each cell."""
        yield from self.tiles(pile.moves, lettered=False)
        for cell in sorted(pile.cells):
            colour = pile.moves[pile.top_tile(cell)].colour
            yield self.cell_text(cell, str(pile.height_at(cell)), _NUMBER, colour)

    def marked_cell(self, cell: Cell, height: int) -> Iterator[Mark]:
        """Yield *cell* as one that a tile may cover, with its *height* where that is not 0."""
        (x, y), side = self.point(cell), _SIDE - 2 * _INSET
        yield Polygon(Box(x + _INSET, y + _INSET, side, side).corners, Paint(_MARKED))
        if height:
            yield self.cell_text(cell, str(height), _NUMBER, Colour.WHITE)

    def outline(self, move: TileMove, paint: Paint) -> Mark:
        """Return the outline of a tile."""
        return Polygon(outline(move.cells, self.point(Cell(0, 0)), _SIDE), paint)


def pile_scene(pile: Pile) -> Scene:
    """Return the picture of *pile*: a panel for each level, from the table up, and from above."""
    *levels, above = panels = _panels(frame_around(pile.cells), pile.height + 1)
    marks: list[Mark] = []
    counts_of = enumerate(tiles_per_level(pile.moves), start=1)
    for panel, (level, counts) in zip(levels, counts_of, strict=True):
        below = tiles_on_level(pile, level - 1)
        marks += panel.table(f"Level {level}: {format_counts(counts)}")
        marks += (panel.outline(move, Paint(_SHADOW)) for move in below)
        marks += panel.tiles(tiles_on_level(pile, level))
    marks += above.table("From above: heights")
    marks += above.heights(pile)
    return Scene(_paper(panels), marks)


def level_scene(moves: Sequence[TileMove], *, title: str) -> Scene:
    """Return the picture of the tiles of *moves*, which lie side by side, under a *title*."""
    (panel,) = _panels(frame_around(cell for move in moves for cell in move.cells), 1)
    return Scene(_paper([panel]), [*panel.table(title), *panel.tiles(moves)])


def move_scene(pile: Pile, move: TileMove) -> Scene:
    """Return the picture of *move*: the pile from above before it and after it."""
    frame = frame_around([*pile.cells, *move.cells])
    before, after = panels = _panels(frame, 2)
    marks = [*before.table("Before: heights"), *before.heights(pile)]
    marks += after.table(f"{move.colour} lays {move.shape} on level {move.level}")
    marks += after.heights(Pile([*pile.moves, move]))
    marks.append(after.outline(move, Paint(stroke=_ACCENT, width=_THICK)))
    return Scene(_paper(panels), marks)


def moves_scene(pile: Pile, moves: Sequence[TileMove]) -> Scene:
    """Return the picture of legal *moves*: for each level the heights, and the cells they cover."""
    levels = sorted({move.level for move in moves}, reverse=True)
    frame = frame_around([*pile.cells, *(cell for move in moves for cell in move.cells)])
    panels = _panels(frame, max(1, len(levels)))
    marks: list[Mark] = [] if levels else [*panels[0].table(GAME_OVER), *panels[0].heights(pile)]
    for panel, level in zip(panels, levels, strict=False):
        on_level = [move for move in moves if move.level == level]
        marks += panel.table(f"Level {level}: {plural(len(on_level), 'move')}")
        marks += panel.heights(pile)
        for cell in sorted({cell for move in on_level for cell in move.cells}):
            marks += panel.marked_cell(cell, pile.height_at(cell))
    return Scene(_paper(panels), marks)


def _paper(panels: Sequence[_Panel]) -> Box:
    around = bounding_box([panel.extent for panel in panels])
    return Box(0, 0, around.right + _MARGIN, around.bottom + _MARGIN)


def _panels(frame: Frame, count: int) -> list[_Panel]:
    """Return *count* panels, row by row, with space for their titles."""
    title_height = _TITLE_RISE + _TITLE
    first = _Panel(frame, Point(_MARGIN, _MARGIN + title_height))
    across, down = first.extent.width + _GAP, first.extent.height + title_height + _GAP
    places = (divmod(number, _PANELS_PER_ROW) for number in range(count))
    return [
        _Panel(frame, Point(first.at.x + col * across, first.at.y + row * down))
        for row, col in places
    ]
