"""How a card's face is laid out: its grid, and in the border around it what the card is called.

Above the grid stand the card's name and the legend, which letter each symbol is, below it the card
id, row by row, so that the card can be typed from the print, and the code, so that a photo of the
card can be read. Where the border is too narrow for them, it grows: the grid shrinks, or a wide
card becomes higher; the card grows where the side of its cells is given. Nothing of all this is
nearer to the trim line than the safety margin.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import product
from math import isclose
from typing import NamedTuple

from generator.printing.card_code import code_side
from solver.drawing.scene import Box, Mark, Point, Text, text_width
from solver.penta_rush.card import Card
from solver.penta_rush.card_picture import (
    FRAME,
    LegendLines,
    cell_side,
    legend_height,
    legend_lines,
    legend_marks,
)
from solver.penta_rush.printed_code import QUIET
from solver.penta_rush.symbol_art import SymbolStyle

LEAST_TEXT = 1.65  # mm: its capitals are 1 mm high, or more

_BORDER_SHARE = 24  # the size of a card divided by its border
_TEXT_SHARE, _MOST_TEXT = 0.38, 3.5  # of the border's width; mm
_FRAME = 0.5  # mm, from a text to the grid
_LEAST_STEP = 0.01  # mm, that a line is narrowed by
_NARROW = 30.0  # mm: above and below a narrower grid, texts are as wide as the card
_LEAST_CELL = 0.75  # of what a cell's side is without legend; where it is less, texts are left out
# Of a text's size: a capital, what hangs below the line, and from one line to the next.
_CAPITAL, _DESCENT, _LINE = 0.73, 0.22, 1.25
_CODE_SHARE = 8  # the size of a card divided by what its code takes, as far as modules allow
_LEAST_MODULE, _MOST_MODULE = 0.33, 0.5  # mm
_BESIDE = 3  # times as wide as its code has to be a grid below which the id stands beside it


class LegendPart(Enum):
    """What of its legend a card has room for."""

    WHOLE = "whole"
    WITHOUT_ID = "without id"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class FaceLayout:
    """The *width* and *height* of a card with its border; the *side* of a cell, all in mm.

    *field* is the grid, from the card's upper left corner, *code* that of the code with its light
    margin, None without one. Texts have the size *text_size* and begin at *left*; *above* are the
    lines of name and legend, *below* those of the id; *part* is what of them there is room for.
    All of it is *safe* mm inside the card, or more.
    """

    width: float
    height: float
    side: float
    field: Box
    safe: float
    part: LegendPart = LegendPart.NOTHING
    text_size: float = LEAST_TEXT
    left: float = 0.0
    above: LegendLines = ()
    below: tuple[str, ...] = ()
    code: Box | None = None

    @property
    def has_code_beside(self) -> bool:
        """Whether the id stands beside the code, not below it."""
        return self.code is not None and self.field.width >= _BESIDE * self.code.width


class Extent(NamedTuple):
    """The longer side *size* of a card with its border, and the margin *safe* in it, in mm.

    Where the side *cell* of its cells is given, the card grows beyond that *size* as it needs.
    """

    size: float
    safe: float
    cell: float | None = None

    @classmethod
    def around(cls, card: Card, cell: float, safe: float) -> "Extent":
        """Return the extent of *card*, whose cells have the side *cell*, without a legend."""
        grid = max(card.rows, card.cols) * cell
        margins = 2 * (safe + FRAME / 2)
        return cls(max(grid / (1 - 2 / _BORDER_SHARE), grid + margins), safe, cell)

    @property
    def border(self) -> float:
        """The width of the border, without a legend that needs more."""
        return max(self.size / _BORDER_SHARE, self.safe + FRAME / 2)


class _Depths(NamedTuple):
    """What is needed *above*, *below* and *beside* a grid, in mm."""

    above: float = 0.0
    below: float = 0.0
    beside: float = 0.0


_NOTHING_AROUND = _Depths()


class _Choice(NamedTuple):
    """A *part* of the legend in texts of *text_size*, and a code, to be tried.

    The modules of the code have the side *module*, 0 without one; the card *may_grow* or not.
    """

    part: LegendPart
    text_size: float
    module: float
    may_grow: bool


@lru_cache(maxsize=1024)
def face_layout(
    name: str, card: Card, extent: Extent, *, has_legend: bool, has_code: bool
) -> FaceLayout:
    """Return how *card* of this *name* is laid out on a card of this *extent*.

    The legend stands in letters as large as the border allows, or in smaller ones; then the grid
    shrinks, or a wide card becomes higher. Where legend and code would take too much of the card,
    the code is left out, then the id, then all.
    """
    usual = max(LEAST_TEXT, min(_MOST_TEXT, _TEXT_SHARE * extent.border))
    parts = tuple(LegendPart) if has_legend else (LegendPart.NOTHING,)
    modules = (_module(card, extent.size), 0.0) if has_code else (0.0,)
    for part, module, may_grow in product(parts, modules, (False, True)):
        choices = [_Choice(part, text, module, may_grow) for text in (usual, LEAST_TEXT)]
        layouts = [_with_legend(name, card, extent, choice) for choice in choices]
        fitting = [layout for layout in layouts if layout]
        if fitting:
            return max(fitting, key=lambda layout: (layout.side, layout.text_size))
    return _laid_out(card, extent)


def face_texts(layout: FaceLayout, trim: Box, style: SymbolStyle) -> Iterator[Mark]:
    """Yield the name, the legend and the id of a card at *trim*, whose symbols have a *style*."""
    size, field, left = layout.text_size, layout.field, trim.x + layout.left
    above = max(layout.safe, (field.y - legend_height(layout.above, size)) / 2)
    yield from legend_marks(layout.above, Point(left, trim.y + above), size, style)
    is_below_code = layout.code and not layout.has_code_beside
    start = layout.code.bottom if layout.code and is_below_code else field.bottom
    room = layout.height - start
    block = _height_below(layout.below, size) - _FRAME
    top = trim.y + start + min(room - block - layout.safe, (room - block) / 2)
    for number, text in enumerate(layout.below):
        baseline = top + (_CAPITAL + number * _LINE) * size
        yield Text(Point(left, baseline), text, size)


def _module(card: Card, size: float) -> float:
    """Return the side of a module of the code of *card* on a card of this *size*."""
    modules = code_side(card) + 2 * QUIET
    return max(_LEAST_MODULE, min(_MOST_MODULE, size / _CODE_SHARE / modules))


def _laid_out(
    card: Card, extent: Extent, depths: _Depths = _NOTHING_AROUND, *, may_grow: bool = False
) -> FaceLayout:
    """Return the layout of *card* with at least *depths* around its grid.

    The card stays as large as it is without a legend, unless a wide one *may_grow* higher, or its
    cells have a side that is given; then a square grid stays on a square card.
    """
    size, border = extent.size, extent.border
    top, bottom, sides = (max(depth, border) for depth in depths)
    usual = extent.cell or cell_side(card, size - 2 * border)
    width = size if card.cols >= card.rows else card.cols * usual + 2 * border
    height = size if card.rows >= card.cols else card.rows * usual + 2 * border
    if extent.cell:
        width = max(width, card.cols * usual + 2 * sides)
        height = max(height, card.rows * usual + top + bottom)
        if card.cols == card.rows:
            width = height = max(width, height)
    elif may_grow:
        height = max(height, min(size, card.rows * usual + top + bottom))
    left_over = min((height - top - bottom) / card.rows, (width - 2 * sides) / card.cols)
    # By a rounding error alone no grid shrinks, so that none is larger than one without legend.
    side = usual if isclose(left_over, usual) else min(usual, left_over)
    grid_width = card.cols * side
    field = Box((width - grid_width) / 2, top, grid_width, card.rows * side)
    left = extent.safe if field.width < _NARROW else field.x
    return FaceLayout(width, height, side, field, extent.safe, left=left)


def _with_legend(name: str, card: Card, extent: Extent, choice: _Choice) -> FaceLayout | None:
    """Return the layout of *card* with a legend as in *choice*; None if there is no room for it.

    The smaller the grid becomes, the more lines the texts take, until it need not shrink any more.
    """
    part, text_size, module, may_grow = choice
    safe, beside = extent.safe, extent.safe + QUIET * module
    layout = plain = _laid_out(card, extent)
    if module and extent.cell:  # the card grows until a code wider than its grid is inside
        beside = max(beside, safe - _code_box(card, layout.field, module).x + layout.field.x)
        layout = plain = _laid_out(card, extent, _Depths(beside=beside))
    while layout.side >= _LEAST_CELL * plain.side:
        layout = replace(layout, code=_code_box(card, layout.field, module) if module else None)
        room = layout.width - 2 * layout.left
        above: LegendLines | None = ()
        below: tuple[str, ...] | None = ()
        if part is not LegendPart.NOTHING:
            above = legend_lines(card, room, text_size, title=name)
        if part is LegendPart.WHOLE:
            if layout.code and layout.has_code_beside:
                room = layout.code.x - _FRAME - layout.left
            below = _id_lines(card, room, text_size)
        if above is None or below is None or (layout.code and layout.code.x < safe):
            return None
        over = safe + legend_height(above, text_size) + _FRAME if above else 0.0
        depths = _Depths(over, safe + _depth_below(layout, below, text_size), beside)
        smaller = _laid_out(card, extent, depths, may_grow=may_grow)
        if smaller.side >= layout.side:  # beside a narrow grid, fewer lines take the texts
            smaller = layout if smaller.side > layout.side else smaller
            code = _code_box(card, smaller.field, module) if module else None
            return replace(
                smaller, part=part, text_size=text_size, above=above, below=below, code=code
            )
        layout = smaller
    return None


def _code_box(card: Card, field: Box, module: float) -> Box:
    """Return where the code of *card* stands with its margin, below the grid *field*.

    Its last dark col is below the end of the last col, so that who sees the code knows the grid.
    """
    side = (code_side(card) + 2 * QUIET) * module
    return Box(field.right + QUIET * module - side, field.bottom, side, side)


def _depth_below(layout: FaceLayout, lines: Sequence[str], size: float) -> float:
    """Return the room that *lines* of an id and the code need below the grid."""
    texts = _height_below(lines, size)
    if layout.code is None:
        return texts
    code = layout.code.height
    return max(texts, code) if layout.has_code_beside else code + texts


def _id_lines(card: Card, width: float, size: float) -> tuple[str, ...] | None:
    """Return the id of *card* in few lines at most *width* wide, about as long as each other.

    None if *width* is too little for its size or a letter.
    """
    lines = _filled_lines(card, width, size)
    if max(text_width(line, size) for line in lines) > width:
        return None
    while True:
        longest = max(text_width(line, size) for line in lines)
        narrower = _filled_lines(card, longest - _LEAST_STEP, size)
        if len(narrower) > len(lines) or narrower == lines:
            return lines
        lines = narrower


def _filled_lines(card: Card, width: float, size: float) -> tuple[str, ...]:
    """Return the id of *card* in lines at most *width* wide, broken between rows if they fit."""
    start, _, _ = str(card).partition(":")
    lines = [f"{start}:"]
    for number, row in enumerate(card.lines):
        longer = f"{lines[-1]} {row}" if number else lines[-1] + row
        if text_width(longer, size) <= width:
            lines[-1] = longer
            continue
        if text_width(row, size) <= width:
            lines.append(row)
            continue
        lines[-1] += " " if number else ""
        for letter in row:
            if text_width(lines[-1] + letter, size) > width:
                lines.append("")
            lines[-1] += letter
    return tuple(line.strip() for line in lines)


def _height_below(lines: Sequence[object], size: float) -> float:
    """Return the height in mm that the *lines* of an id need below the grid."""
    return _FRAME + (_CAPITAL + (len(lines) - 1) * _LINE + _DESCENT) * size if lines else 0.0
