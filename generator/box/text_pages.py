"""Pages of text: blocks one below the other in columns, which no block is broken between."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from solver.drawing.scene import BLACK, FAINT, Box, Line, Mark, Paint, Point, Text, text_width
from solver.errors import PaperError
from solver.files.texts import Texts

TEXT, NOTE = 3.3, 2.7  # mm, the sizes of texts
_HEADING, _TITLE = 4.2, 9.0
_LINE = 1.38  # of a text's size, from one line to the next
_CAPITAL = 0.73
_AFTER, _BEFORE_HEADING = 1.5, 3.2  # mm, kept free after a block; before a heading
_BULLET = 3.4  # mm, from the bullet to its text
_GUTTER = 8.0  # mm, between two columns
_RULE = 0.25
_NARROW = 120.0  # mm: a page that has one column


class Block(NamedTuple):
    """What is *height* mm high and drawn from its upper left corner; it may *lead* to the next.

    *before* is kept free above it, unless it is the first of its column.
    """

    height: float
    draw: Callable[[Point], list[Mark]]
    leads: bool = False
    before: float = 0.0


def column_width(room: Box, columns: int) -> float:
    """Return the width of one of *columns* in *room*."""
    return (room.width - (columns - 1) * _GUTTER) / columns


def set_pages(blocks: Sequence[Block], room: Box, columns: int = 1) -> list[list[Mark]]:
    """Return the marks of the pages that *blocks* fill, column by column.

    Raises `PaperError` when one is higher than *room*.
    """
    step = column_width(room, columns) + _GUTTER
    pages: list[list[Mark]] = [[]]
    column, y = 0, 0.0
    for number, block in enumerate(blocks):
        if block.height > room.height:
            expected, found = f"{block.height:.0f} mm for a paragraph", f"{room.height:.0f} mm"
            raise PaperError("paper", expected=expected, found=found)
        before = block.before if y else 0.0
        needed = before + block.height
        for after in range(number + 1, len(blocks)):  # what leads stays with what it leads to
            if not blocks[after - 1].leads:
                break
            needed += blocks[after].height
        if y and y + needed > room.height:
            column, y = column + 1, 0.0
        if column == columns:
            pages.append([])
            column = 0
        y += before if y else 0.0
        pages[-1] += block.draw(Point(room.x + column * step, room.y + y))
        y += block.height
    return pages


def rules_pages(
    game: str, title: str, room: Box, figures: Mapping[str, Callable[[float], Block]], text: Texts
) -> list[list[Mark]]:
    """Return the pages of the rules of *game* in two columns, under the *title* of the box.

    *figures* draw those of the rules as wide as a column.
    """
    columns = 2 if room.width > _NARROW else 1
    width = column_width(room, columns)
    blocks: list[Block] = []
    for kind, content in text.rules(game):
        if kind == "heading":
            blocks.append(heading(content))
        elif kind == "figure":
            blocks.append(figures[content](width))
        else:
            blocks.append(paragraph(content, width, is_item=kind == "item"))
    head = title_block(title, text("printed.rules"), room.width)
    below = Box(room.x, room.y + head.height, room.width, room.height - head.height)
    top = Point(room.x, room.y)
    return [[*head.draw(top), *marks] for marks in set_pages(blocks, below, columns)]


def title_block(text: str, note: str, width: float) -> Block:
    """Return a large *text* with a *note* below it and a rule."""
    size = min(_TITLE, _TITLE * width / max(1.0, text_width(text, _TITLE)))
    lines = wrap(note, TEXT, width)

    def draw(at: Point) -> list[Mark]:
        y = at.y + _CAPITAL * size
        under = y + 2.4 + _LINE * TEXT * len(lines)
        return [
            Text(Point(at.x, y), text, size, bold=True),
            *_texts(lines, Point(at.x, y + 2.4), TEXT, colour=FAINT),
            Line(Point(at.x, under + 1.6), Point(at.x + width, under + 1.6), _rule()),
        ]

    return Block(_CAPITAL * size + 2.4 + _LINE * TEXT * len(lines) + 4.5, draw)


def heading(text: str) -> Block:
    """Return a heading."""
    baseline = _CAPITAL * _HEADING

    def draw(at: Point) -> list[Mark]:
        return [Text(Point(at.x, at.y + baseline), text, _HEADING, bold=True)]

    return Block(baseline + _AFTER + 0.6, draw, leads=True, before=_BEFORE_HEADING)


def paragraph(text: str, width: float, *, is_item: bool = False) -> Block:
    """Return a paragraph, or an item of a list, *width* mm wide."""
    indent = _BULLET if is_item else 0.0
    lines = wrap(text, TEXT, width - indent)

    def draw(at: Point) -> list[Mark]:
        bullet = _texts(["•"], at, TEXT) if is_item else []
        return [*bullet, *_texts(lines, Point(at.x + indent, at.y), TEXT)]

    return Block(_LINE * TEXT * len(lines) + _AFTER, draw)


def nothing(_width: float) -> Block:
    """Return what stands for a paragraph that does not concern this box."""
    return Block(0.0, lambda _: [])


def row(cells: Sequence[str], widths: Sequence[float], *, is_head: bool = False) -> Block:
    """Return a row of a table, with a rule below it; its columns have *widths*."""
    size = NOTE if is_head else TEXT
    wrapped = [wrap(cell, size, wide - 2.5) for cell, wide in zip(cells, widths, strict=True)]
    height = _LINE * size * max(map(len, wrapped)) + 1.6

    def draw(at: Point) -> list[Mark]:
        marks: list[Mark] = []
        x = at.x
        for lines, wide in zip(wrapped, widths, strict=True):
            marks += _texts(lines, Point(x, at.y + 0.6), size, colour=FAINT if is_head else BLACK)
            x += wide
        y = at.y + height
        return [*marks, Line(Point(at.x, y), Point(x, y), _rule(is_head=is_head))]

    return Block(height, draw, leads=is_head)


def wrap(text: str, size: float, width: float) -> list[str]:
    """Return the lines of *text* in this *size* that are at most *width* wide, if words are not.

    >>> wrap("five dice, twelve tiles", 3.0, 20.0)
    ['five dice,', 'twelve tiles']
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _texts(lines: Sequence[str], at: Point, size: float, *, colour: str = BLACK) -> Iterator[Text]:
    """Yield *lines* from the upper left corner *at*."""
    for number, line in enumerate(lines):
        yield Text(Point(at.x, at.y + (number * _LINE + 1.0) * size), line, size, colour=colour)


def _rule(*, is_head: bool = True) -> Paint:
    return Paint(stroke=BLACK if is_head else "#c4c4c4", width=_RULE if is_head else _RULE / 2)
