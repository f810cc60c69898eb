"""Drawing: a grid of marked cells, some of them outlined, as lines of styled text.

grid     the characters to show in the cells, one string a row
patch    cells drawn as one: a label, and its cells
segment  a piece of text with a style; a line is a list of them

Cells are named as people name them: ``c4`` is the third col of the fourth row.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from solver.geometry.cell import Cell, col_name, neighbours, row_name

# Okabe and Ito's colours, told apart by the colour-blind; the blue is too dark for a terminal.
PALETTE = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#d55e00", "#cc79a7")
ORIGIN = Cell(0, 0)
_MARGIN = "dim"
_FREE = "dim"
_GAP = "   "
_WIDE = 3  # characters a cell, between its edges

# By the arms of a corner, up 1, right 2, down 4, left 8; one arm alone never comes.
_CORNERS = " ??└?│┌├?┘─┴┐┤┬┼"

Segment = tuple[str, str]
Line = list[Segment]


def plain_line(text: str) -> Line:
    """Return *text* as a line without a style."""
    return [(text, "")]


def text_of(line: Line) -> str:
    """Return *line* without its styles."""
    return "".join(text for text, _ in line)


def plural(count: int, noun: str) -> str:
    """Return so many of a *noun* in words.

    >>> plural(1, "packing"), plural(2104, "packing")
    ('1 packing', '2,104 packings')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


class Patch(NamedTuple):
    """Cells drawn as one, under a *label* of one character; *hue* is its place in PALETTE.

    Without a *hue* the colours come in turn.
    """

    label: str
    cells: Iterable[Cell]
    hue: int | None = None


def picture(
    grid: Sequence[str], patches: Sequence[Patch], *, drawn: bool, origin: Cell = ORIGIN
) -> list[Line]:
    """Return *grid* with *patches* outlined if they can be *drawn*, else lettered.

    *origin* is the cell at the upper left of *grid*, here and below.
    """
    return (outlines if drawn else letters)(grid, patches, origin=origin)


def letters(grid: Sequence[str], patches: Sequence[Patch], *, origin: Cell = ORIGIN) -> list[Line]:
    """Return *grid*, and beside it the labels of *patches*, for where only letters show.

    >>> patch = Patch("I", [Cell(0, col) for col in range(5)])
    >>> for line in letters(["ABCDEF", "FEDCBA"], [patch]):
    ...     print("".join(text for text, _ in line))
       a b c d e f      a b c d e f
     1 A B C D E F    1 I I I I I .
     2 F E D C B A    2 . . . . . .
    """
    owner = _owners(patches)
    labels = [
        "".join(
            patches[owner[cell].number].label if (cell := Cell(row, col)) in owner else "."
            for col, _ in enumerate(line, start=origin.col)
        )
        for row, line in enumerate(grid, start=origin.row)
    ]
    left, right = _lettered(grid, origin), _lettered(labels, origin)
    return [[(f"{one}{_GAP}{other}", "")] for one, other in zip(left, right, strict=True)]


def plain(grid: Sequence[str], *, origin: Cell = ORIGIN) -> list[Line]:
    """Return *grid* alone, with the names of its rows and cols."""
    return [[(line, "")] for line in _lettered(grid, origin)]


def outlines(
    grid: Sequence[str], patches: Sequence[Patch], *, named: bool = True, origin: Cell = ORIGIN
) -> list[Line]:
    """Return *grid* with a line around each of *patches*, in colour; *named* are rows and cols."""
    owner = _owners(patches)
    top, left = origin
    bottom, right = top + len(grid), left + len(grid[0])
    names = _row_names(grid, top) if named else [""] * len(grid)
    margin = " " * len(names[0])
    head = margin + "".join(f" {name:^{_WIDE}}" for name in _col_names(grid, left))
    lines: list[Line] = [[(head, _MARGIN)]] if named else []
    for row in range(top, bottom + 1):
        lines.append([(margin, "")])
        for col in range(left, right + 1):
            lines[-1].append(_corner(owner, row, col))
            if col < right:
                lines[-1].append(_edge(owner, Cell(row - 1, col), Cell(row, col), "─" * _WIDE))
        if row == bottom:
            break
        lines.append([(names[row - top], _MARGIN)])
        for col in range(left, right + 1):
            lines[-1].append(_edge(owner, Cell(row, col - 1), Cell(row, col), "│"))
            if col < right:
                style = _style(owner.get(Cell(row, col)))
                shown = f"{grid[row - top][col - left]:^{_WIDE}}"
                lines[-1].append((shown, f"bold {style}" if style else _FREE))
    return lines


def colour(patch: int) -> str:
    """Return the style of the patch of this number, for what is said of it elsewhere."""
    return f"bold {PALETTE[patch % len(PALETTE)]}"


def colour_adjacent(patches: Sequence[Patch]) -> list[Patch]:
    """Return *patches* with hues such that those that touch differ, as far as there are hues."""
    hue_of: dict[Cell, int] = {}
    hued = []
    for label, cells, _ in patches:
        taken = {hue_of.get(beside) for cell in cells for beside in neighbours(cell)}
        hue = next((hue for hue in range(len(PALETTE)) if hue not in taken), None)
        hued.append(Patch(label, cells, hue))
        hue_of |= {cell: hue for cell in cells if hue is not None}
    return hued


class _Owner(NamedTuple):
    """A patch: its number, and its place in PALETTE."""

    number: int
    hue: int


def _owners(patches: Sequence[Patch]) -> dict[Cell, _Owner]:
    """Return the patch that each cell belongs to; the last one drawn is on top."""
    return {
        cell: _Owner(number, number % len(PALETTE) if patch.hue is None else patch.hue)
        for number, patch in enumerate(patches)
        for cell in patch.cells
    }


def _lettered(grid: Sequence[str], origin: Cell) -> list[str]:
    names, cols = _row_names(grid, origin.row), _col_names(grid, origin.col)
    width = max(map(len, cols))
    lines = [" ".join(f"{mark:>{width}}" for mark in line) for line in (cols, *grid)]
    return [
        f"{name}{line}" for name, line in zip([" " * len(names[0]), *names], lines, strict=True)
    ]


def _edge(owner: Mapping[Cell, _Owner], one: Cell, other: Cell, drawn: str) -> Segment:
    """Return the edge between two cells: drawn where they belong to different patches."""
    sides = owner.get(one), owner.get(other)
    if sides[0] == sides[1]:
        return " " * len(drawn), ""
    return drawn, _style(max(side for side in sides if side is not None))


def _corner(owner: Mapping[Cell, _Owner], row: int, col: int) -> Segment:
    """Return the corner to the upper left of a cell: it joins the edges that end in it."""
    nw, ne = Cell(row - 1, col - 1), Cell(row - 1, col)
    sw, se = Cell(row, col - 1), Cell(row, col)
    edges = [_edge(owner, *pair, "x") for pair in ((nw, ne), (ne, se), (sw, se), (nw, sw))]
    arms = sum(1 << arm for arm, (drawn, _) in enumerate(edges) if drawn != " ")
    owners = [owner[cell] for cell in (nw, ne, sw, se) if cell in owner]
    return _CORNERS[arms], _style(max(owners)) if arms else ""


def _style(owner: _Owner | None) -> str:
    return "" if owner is None else PALETTE[owner.hue]


def _col_names(grid: Sequence[str], left: int) -> list[str]:
    return [col_name(col) for col, _ in enumerate(grid[0], start=left)]


def _row_names(grid: Sequence[str], top: int) -> list[str]:
    """Return the names of the rows with a blank behind, all as wide, two figures at the least."""
    names = [row_name(row) for row, _ in enumerate(grid, start=top)]
    width = max(2, *map(len, names))
    return [f"{name:>{width}} " for name in names]
