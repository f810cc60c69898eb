"""Grids of marked cells, some of them outlined, as lines of styled text.

Cells are named as people name them: ``c4`` is the third col of the fourth row.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from solver.drawing.glyph import Glyph
from solver.drawing.styled_text import StyledLine, StyledText, display_width, side_by_side
from solver.geometry.cell import Cell, col_name, neighbours, row_name

# Okabe and Ito's colours, told apart by the colour-blind; the blue is too dark for a terminal.
PALETTE = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#d55e00", "#cc79a7")
ORIGIN = Cell(0, 0)
_DIM = "dim"  # the margins, and cells of no patch
_EDGE_OF_FILLED = "#808080"  # seen on a dark screen and on a light one
_CELL_WIDTH = 3  # characters, between its edges

# By the sum of the arms of a corner, up 1, right 2, down 4, left 8; no corner has a single arm.
_CORNERS = " ??└?│┌├?┘─┴┐┤┬┼"

Grid = Sequence[Sequence[str]]  # rows of texts, one per cell; a string has one character a cell


class Patch(NamedTuple):
    """Cells drawn as one, with a *label* of one character; *hue* is an index of PALETTE.

    Patches without a *hue* take the colours in turn. One with a *fill*, a style with a background,
    is filled with it in text.
    """

    label: str
    cells: Iterable[Cell]
    hue: int | None = None
    fill: str = ""


def draw_grid(
    grid: Grid, patches: Sequence[Patch], *, drawn: bool, origin: Cell = ORIGIN
) -> list[StyledLine]:
    """Return *grid* with *patches* outlined if lines can be *drawn*, else lettered.

    Its upper left cell is *origin*, here and below.
    """
    return (outlined_grid if drawn else lettered_grid)(grid, patches, origin=origin)


def lettered_grid(
    grid: Grid, patches: Sequence[Patch], *, origin: Cell = ORIGIN
) -> list[StyledLine]:
    """Return *grid*, and beside it the labels of *patches*, for output that shows letters only.

    Where both are too wide for a line, the labels stand below.

    >>> patch = Patch("I", [Cell(0, col) for col in range(5)])
    >>> for line in lettered_grid(["ABCDEF", "FEDCBA"], [patch]):
    ...     print("".join(text for text, _ in line))
       a b c d e f      a b c d e f
     1 A B C D E F    1 I I I I I .
     2 F E D C B A    2 . . . . . .
    """
    owner = _owners(patches)
    labels: Grid = [
        "".join(
            patches[owner[cell].number].label if (cell := Cell(row, col)) in owner else "."
            for col, _ in enumerate(line, start=origin.col)
        )
        for row, line in enumerate(grid, start=origin.row)
    ]
    styles = {cell: owner[cell].style for cell in owner}
    return side_by_side(plain_grid(grid, origin=origin), _named(labels, origin, styles))


def plain_grid(grid: Grid, *, origin: Cell = ORIGIN) -> list[StyledLine]:
    """Return *grid* alone, with the names of its rows and cols."""
    return _named(grid, origin, {})


def coloured_grid(grid: Grid) -> list[StyledLine]:
    """Return *grid* as `plain_grid` does, each text in a colour of its own as far as there are.

    A text that a terminal may show as another character keeps its form, in the colour of that.
    """
    texts = sorted({text for line in grid for text in line})
    style_of = {text: PALETTE[number % len(PALETTE)] for number, text in enumerate(texts)}
    for text in texts:
        if isinstance(text, Glyph) and (look := text.look()):
            style_of[text] = look[-1][1]
    cells = (
        (Cell(row, col), text) for row, line in enumerate(grid) for col, text in enumerate(line)
    )
    letters = [list(map(str, line)) for line in grid]
    return _named(letters, ORIGIN, {cell: style_of[text] for cell, text in cells})


def outlined_grid(
    grid: Grid, patches: Sequence[Patch], *, named: bool = True, origin: Cell = ORIGIN
) -> list[StyledLine]:
    """Return *grid* with a coloured line around each of *patches*.

    Rows and cols have their names if they are to be *named*.
    """
    owner = _owners(patches)
    top, left = origin
    bottom, right = top + len(grid), left + len(grid[0])
    names = _row_names(grid, top) if named else [""] * len(grid)
    margin = " " * len(names[0])
    cell_width = max(_CELL_WIDTH, *(display_width(text) for line in grid for text in line))
    head = margin + "".join(f" {name:^{cell_width}}" for name in _col_names(grid, left))
    lines: list[StyledLine] = [[(head, _DIM)]] if named else []
    for row in range(top, bottom + 1):
        lines.append([(margin, "")])
        for col in range(left, right + 1):
            lines[-1].append(_corner(owner, row, col))
            if col < right:
                line = "─" * cell_width
                lines[-1].append(_edge(owner, Cell(row - 1, col), Cell(row, col), line))
        if row == bottom:
            break
        lines.append([(names[row - top], _DIM)])
        for col in range(left, right + 1):
            lines[-1].append(_edge(owner, Cell(row, col - 1), Cell(row, col), "│"))
            if col < right:
                style = owner[cell].style if (cell := Cell(row, col)) in owner else _DIM
                lines[-1] += _centred(grid[row - top][col - left], cell_width, style)
    return lines


def patch_style(patch: int) -> str:
    """Return the style of the patch of this number, for text about it elsewhere."""
    return f"bold {PALETTE[patch % len(PALETTE)]}"


def colour_adjacent(patches: Sequence[Patch]) -> list[Patch]:
    """Return *patches* with hues that differ where two touch, as far as there are hues."""
    hue_of: dict[Cell, int] = {}
    coloured = []
    for label, cells, *_ in patches:
        taken = {hue_of.get(neighbour) for cell in cells for neighbour in neighbours(cell)}
        hue = next((hue for hue in range(len(PALETTE)) if hue not in taken), None)
        coloured.append(Patch(label, cells, hue))
        hue_of |= {cell: hue for cell in cells if hue is not None}
    return coloured


class _Owner(NamedTuple):
    """The *number* of a patch, its *hue*, an index of PALETTE, and its *fill* if it has one."""

    number: int
    hue: int
    fill: str

    @property
    def style(self) -> str:
        """The style of what stands in its cells."""
        return f"bold {self.fill or PALETTE[self.hue]}"


def _owners(patches: Sequence[Patch]) -> dict[Cell, _Owner]:
    """Return the patch that each cell belongs to; the last one drawn is on top."""
    return {
        cell: _Owner(number, number % len(PALETTE) if patch.hue is None else patch.hue, patch.fill)
        for number, patch in enumerate(patches)
        for cell in patch.cells
    }


def _named(grid: Grid, origin: Cell, styles: Mapping[Cell, str]) -> list[StyledLine]:
    """Return *grid* with the names of its rows and cols, its cells in their *styles*."""
    names, cols = _row_names(grid, origin.row), _col_names(grid, origin.col)
    width = max(display_width(text) for line in (cols, *grid) for text in line)
    lines: list[StyledLine] = [[(" " * len(names[0]), "")], *([(name, "")] for name in names)]
    for row, texts in enumerate((cols, *grid), start=origin.row - 1):
        for col, text in enumerate(texts, start=origin.col):
            gap = " " * (width - display_width(text) + (col > origin.col))
            style = "" if row < origin.row else styles.get(Cell(row, col), "")
            lines[row - origin.row + 1] += [(gap, ""), (text, style)] if gap else [(text, style)]
    return lines


def _centred(text: str, width: int, style: str) -> StyledLine:
    space = width - display_width(text)
    left, right = " " * (space // 2), " " * (space - space // 2)
    if isinstance(text, Glyph):
        return [(left, style), (text, style), (right, style)]
    return [(f"{left}{text}{right}", style)]


def _edge(owner: Mapping[Cell, _Owner], first: Cell, second: Cell, line: str) -> StyledText:
    """Return *line* if the two cells belong to different patches, else blanks."""
    sides = owner.get(first), owner.get(second)
    if sides[0] == sides[1]:
        return " " * len(line), sides[0].fill if sides[0] else ""
    return line, _edge_style(max(side for side in sides if side is not None))


def _corner(owner: Mapping[Cell, _Owner], row: int, col: int) -> StyledText:
    """Return the corner at the upper left of a cell, which joins the edges that meet there."""
    nw, ne = Cell(row - 1, col - 1), Cell(row - 1, col)
    sw, se = Cell(row, col - 1), Cell(row, col)
    edges = [_edge(owner, *pair, "x") for pair in ((nw, ne), (ne, se), (sw, se), (nw, sw))]
    arms = sum(1 << arm for arm, (line, _) in enumerate(edges) if line != " ")
    owners = [owner[cell] for cell in (nw, ne, sw, se) if cell in owner]
    if not arms:
        return " ", owners[0].fill if owners else ""
    return _CORNERS[arms], _edge_style(max(owners))


def _edge_style(owner: _Owner) -> str:
    return _EDGE_OF_FILLED if owner.fill else PALETTE[owner.hue]


def _col_names(grid: Grid, left: int) -> list[str]:
    return [col_name(col) for col, _ in enumerate(grid[0], start=left)]


def _row_names(grid: Grid, top: int) -> list[str]:
    """Return the names of the rows, each followed by a blank, all at least two characters wide."""
    names = [row_name(row) for row, _ in enumerate(grid, start=top)]
    width = max(2, *map(len, names))
    return [f"{name:>{width}} " for name in names]
