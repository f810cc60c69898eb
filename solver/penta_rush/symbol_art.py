"""The symbols of a card as vector shapes, which differ by form and by colour.

A to M are thirteen forms; N to Z are the same forms with a hole. The colours are those of Okabe and
Ito without yellow. No form is another one turned by a quarter: cards lie any way round. Symbols
that have names look as these say, or stand as words in their cells.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from solver.drawing.artwork import Artwork, faded
from solver.drawing.colour import lightened
from solver.drawing.scene import (
    BLACK,
    FAINT,
    WHITE,
    Box,
    Circle,
    Mark,
    Paint,
    Picture,
    Point,
    Polygon,
    centred_text,
    text_width,
    transformed,
)
from solver.penta_rush.legend import PLAIN_LEGEND, Legend
from solver.penta_rush.named_symbols import Look, look_table, shares_form, symbol_looks

if TYPE_CHECKING:
    from solver.drawing.font import Fonts

LEAST_TEXT = 1.42  # mm: four typographic points

_ARC_STEPS = 8  # lines that a curve is made of
_STROKE, _FINE = 0.055, 0.03  # of a cell's side: the lines where nothing is filled; the inner ones
_EDGE = 0.025  # of a cell's side: the line around a pale colour
_PALE = ("white", "yellow")
_FADED = 0.65  # white in a pale colour, of a form that others have too
_ART = 0.8  # of a cell's side: the longer side of art
_EMOJI, _WORD, _CHARACTER = 0.84, 0.36, 0.6  # of a cell's side: an emoji; the sizes of texts
_ROOM = 0.9  # of a cell's side, for a text
_LINE = 1.15  # from one line of a text to the next
_LEAST_BEGINNING = 2  # characters of a word that is cut short
_STEP = re.compile(r"([MLCZ])([^MLCZ]*)")


@dataclass(frozen=True, slots=True)
class SymbolStyle:
    """How symbols are drawn: with *low_ink* in outline; *art* by letters, instead of ours.

    Ours look as the *legend* says. Words are set in *fonts*, by default DejaVu Sans, and not
    smaller than *least_text*.
    """

    low_ink: bool = False
    art: Mapping[str, Artwork] = field(default_factory=dict)
    legend: Legend = PLAIN_LEGEND
    fonts: "Fonts | None" = None
    least_text: float = LEAST_TEXT

    def naming(self, legend: Legend) -> "SymbolStyle":
        """Return this style for a card with this *legend*."""
        return replace(self, legend=legend)

    def text(self, letter: str) -> str:
        """Return what stands for the symbol *letter* in its cells; empty where it is drawn."""
        is_written = letter not in self.art and symbol_looks(self.legend)[letter].text
        return _cell_texts(self.legend, self.fonts)[letter] if is_written else ""

    def is_word(self, letter: str) -> bool:
        """Return whether the symbol *letter* is a word in its cells, no picture or emoji."""
        text = self.text(letter)
        return bool(text) and not _emoji(text, self.fonts)


OUR_SYMBOLS = SymbolStyle()


def symbol(
    letter: str, centre: Point, side: float, style: SymbolStyle = OUR_SYMBOLS, *, colour: str = ""
) -> list[Mark]:
    """Return the marks of the symbol *letter* in a cell; where it has a *colour*, art is pale.

    A form that other symbols have too, in other colours, is in a pale one of its own then.
    """
    if letter in style.art:
        return [_fitted(style.art[letter], centre, side, is_faint=bool(colour))]
    if text := style.text(letter):
        return list(_written(text, letter, centre, side, style, colour or BLACK))
    look = symbol_looks(style.legend)[letter]
    if colour and shares_form(letter, style.legend):
        colour = lightened(_colour_code(look), _FADED)
    return list(_drawn(look, centre, side, colour, low_ink=style.low_ink))


def symbol_name(letter: str) -> str:
    """Return what our symbol *letter* looks like, without a name of its own."""
    form, colour, has_hole, _ = symbol_looks()[letter]
    return f"{colour} {form}{' with a hole' if has_hole else ''}"


def symbol_colour(letter: str) -> str:
    """Return the colour of our symbol *letter*, without a name of its own."""
    return _colour_code(symbol_looks()[letter])


def form_marks(form: str, centre: Point, side: float, paint: Paint) -> list[Mark]:
    """Return a *form* of the table without what is cut out of it."""
    entry = look_table()["forms"][form]
    if radius := entry.get("radius"):
        return [Circle(centre, side * radius, paint)]
    return [
        Polygon(transformed(points, centre, side), paint) for points in _polygons(entry["path"])
    ]


def cut_short(style: SymbolStyle, side: float) -> str:
    """Return the letters of the symbols whose names do not stand in cells of this *side* whole."""
    names = [(letter, style.text(letter)) for letter, _ in style.legend.names]
    return "".join(
        letter
        for letter, text in names
        if text
        and "".join(_fitted_lines(text, letter, side, style)[0]).replace(" ", "")
        != text.replace(" ", "")
    )


def _drawn(look: Look, centre: Point, side: float, colour: str, *, low_ink: bool) -> Iterator[Mark]:
    """Yield the marks of a *look*, in another *colour* if there is one."""
    is_pale, code = look.colour in _PALE and not colour, colour or _colour_code(look)
    fine = Paint(stroke=FAINT if is_pale else code, width=_FINE * side)
    if low_ink:
        edge = Paint(stroke=FAINT if is_pale else code, width=_STROKE * side)
        yield from form_marks(look.form, centre, side, edge)
        if is_pale:  # a line of its colour within a darker one
            fine = fine._replace(stroke=code)
            yield from form_marks(look.form, centre, side, fine)
    elif is_pale:
        edge = Paint(code, FAINT, _EDGE * side)
        yield from form_marks(look.form, centre, side, edge)
    else:
        yield from form_marks(look.form, centre, side, Paint(fill=code))
    entry = look_table()["forms"][look.form]
    paint = fine if low_ink else Paint(fill=WHITE)
    for points in _polygons(entry.get("cut", "")):
        yield Polygon(transformed(points, centre, side), paint)
    if look.has_hole:
        x, y, radius = entry["eye"]
        (eye,) = transformed([Point(x, y)], centre, side)
        paint = edge if low_ink else paint
        yield Circle(eye, side * radius, paint)


def _written(  # noqa: PLR0913, PLR0917 - of a symbol
    text: str, letter: str, centre: Point, side: float, style: SymbolStyle, colour: str
) -> Iterator[Mark]:
    """Yield *text* in the cell of *letter*, fitted."""
    lines, size = _fitted_lines(text, letter, side, style)
    for number, line in enumerate(lines):
        y = centre.y + (number - (len(lines) - 1) / 2) * _LINE * size
        yield centred_text(Point(centre.x, y), line, size, colour=colour, bold=False)


def _fitted_lines(
    text: str, letter: str, side: float, style: SymbolStyle
) -> tuple[list[str], float]:
    """Return the lines of *text* that fit into a cell, and their size.

    Where it would be too small, they are its beginning, if no other symbol begins like that; where
    that is too long as well, they are the letter of the symbol.
    """
    if emoji := _emoji(text, style.fonts):
        return ["".join(emoji)], _EMOJI * side / len(emoji)
    room = _ROOM * side

    def size_of(lines: list[str]) -> float:
        width = max(text_width(line, 1.0) for line in lines)
        most = _WORD if len("".join(lines)) > 1 else _CHARACTER
        return min(most * side, room / width, room / _LINE / len(lines))

    lines = max([text], text.split(), key=size_of)
    if size_of(lines) >= style.least_text or text == letter:
        return lines, size_of(lines)
    texts = _cell_texts(style.legend, style.fonts)
    others = [other.casefold() for each, other in texts.items() if each != letter]
    for length in range(len(text) - 1, _LEAST_BEGINNING - 1, -1):
        beginning = text[:length].strip()
        is_one = not any(other.startswith(beginning.casefold()) for other in others)
        if is_one and size_of([beginning]) >= style.least_text:
            return [beginning], size_of([beginning])
    return [letter], size_of([letter])


@lru_cache(maxsize=64)
def _cell_texts(legend: Legend, fonts: "Fonts | None") -> Mapping[str, str]:
    """Return the texts that stand for symbols: their names, as far as they can be set.

    Emoji stand for themselves, and beside words the words do. Where two would look the same, and
    where the font lacks a character, the letter of the symbol stands for it.
    """
    texts, seen = dict[str, str](), set[object]()
    for letter, look in symbol_looks(legend).items():
        if not look.text:
            continue
        text: str = look.text
        key: object = text.casefold()
        if emoji := _emoji(text, fonts):
            from solver.drawing.emoji import emoji_outline

            key = tuple(map(emoji_outline, emoji))
        elif not text.isascii():
            font = _fonts(fonts).regular
            parts = (part for part, is_emoji in font.parts(text) if not is_emoji)
            text = " ".join("".join(parts).split())
            text = letter if font.missing(text) else text
            key = text.casefold()
        texts[letter] = letter if key in seen else text
        seen.add(key)
    return texts


def _emoji(text: str, fonts: "Fonts | None") -> list[str]:
    """Return the emoji that *text* is made of; none if there is anything else in it."""
    if text.isascii():
        return []
    parts = [part for part in _fonts(fonts).regular.parts(text) if part[0].strip()]
    return [part for part, _ in parts] if all(is_emoji for _, is_emoji in parts) else []


def _fonts(fonts: "Fonts | None") -> "Fonts":
    from solver.drawing.font import default_fonts

    return fonts or default_fonts()


def _colour_code(look: Look) -> str:
    code: str = look_table()["colours"][look.colour]["hex"]
    return code


def _fitted(artwork: Artwork, centre: Point, side: float, *, is_faint: bool) -> Picture:
    scale = _ART * side / max(artwork.width, artwork.height)
    width, height = artwork.width * scale, artwork.height * scale
    frame = Box(centre.x - width / 2, centre.y - height / 2, width, height)
    return Picture(faded(artwork) if is_faint else artwork, frame)


@cache
def _polygons(path: str) -> tuple[tuple[Point, ...], ...]:
    """Return the closed lines of a *path* of the table, its curves as lines."""
    polygons: list[list[Point]] = []
    for name, numbers in _STEP.findall(path):
        lengths = list(map(float, numbers.split()))
        points = list(map(Point, lengths[::2], lengths[1::2]))
        if name == "M":
            polygons.append([])
        elif name == "C":
            points = _curve(polygons[-1][-1], *points)
        if points:
            polygons[-1] += points
    return tuple(map(tuple, polygons))


def _curve(*points: Point) -> list[Point]:
    """Return points of the curve of Bezier after the first of the four *points* that it has."""
    curve = []
    for step in range(1, _ARC_STEPS + 1):
        t = step / _ARC_STEPS
        shares = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x, y = (sum(map(float.__mul__, shares, axis)) for axis in zip(*points, strict=True))
        curve.append(Point(x, y))
    return curve
