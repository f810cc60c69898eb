"""A scene as an SVG file: sized in millimetres, and one millimetre is the unit of its drawing.

Texts name Helvetica, or whatever is like it, and the viewer's fonts fill in what it lacks. A font
of the user's is put into the file, as a subset; a program that ignores it sets them in Helvetica.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from html import escape

from solver import MARK
from solver.drawing.artwork import Artwork
from solver.drawing.emoji import emoji_outline
from solver.drawing.font import Fonts, default_fonts
from solver.drawing.scene import (
    WHITE,
    Anchor,
    Circle,
    Emoji,
    Line,
    Mark,
    Paint,
    Picture,
    Polygon,
    Scene,
    Text,
)

_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_OWN_FONT = "penta-own"
_DASHES = "1.2 0.8"


def svg(scene: Scene, *, title: str, fonts: Fonts | None = None) -> bytes:
    """Return *scene* as a file, with *fonts* in it if there are any."""
    width, height = _mm(scene.size.width), _mm(scene.size.height)
    family = f"{_OWN_FONT}, {_FONT}" if fonts else _FONT
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" font-family="{family}" stroke-linejoin="round" '
        f'fill="none">'
    )
    paper = f'<rect width="{width}" height="{height}" fill="{WHITE}"/>'
    pictures = (mark.artwork for mark in scene.marks if isinstance(mark, Picture))
    names = {art: f"art{number}" for number, art in enumerate(dict.fromkeys(pictures), start=1)}
    lines = [
        head,
        f"<!-- {MARK} -->",
        f"<title>{escape(title)}</title>",
        *([_font_face(scene, fonts)] if fonts else []),
        *(artwork_symbol(art, name) for art, name in names.items()),
        paper,
        *(_element(mark, names, fonts) for mark in _with_outlines(scene.marks, fonts)),
        "</svg>",
    ]
    return ("\n".join(lines) + "\n").encode()


def elements(marks: Iterable[Mark], names: Mapping[Artwork, str] | None = None) -> list[str]:
    """Return *marks* as elements for an `svg` in another document.

    Their pictures have *names*, by which that document defines them (`artwork_symbol`).

    >>> from solver.drawing.scene import Point
    >>> elements([Circle(Point(1, 2), 3, Paint(fill="#000000"))])
    ['<circle cx="1" cy="2" r="3" fill="#000000"/>']
    """
    return [_element(mark, names or {}, None) for mark in marks]


def artwork_symbol(artwork: Artwork, name: str) -> str:
    """Return the definition of *artwork*, which is drawn by its *name*."""
    file = b64encode(artwork.image).decode()
    return (
        f'<symbol id="{name}" viewBox="0 0 1 1" preserveAspectRatio="none"><image width="1" '
        f'height="1" preserveAspectRatio="none" href="data:image/png;base64,{file}"/></symbol>'
    )


def _with_outlines(marks: Iterable[Mark], fonts: Fonts | None) -> Iterator[Mark]:
    """Yield *marks*, with outlines for texts that are nothing but emoji."""
    for mark in marks:
        if not isinstance(mark, Text) or mark.text.isascii():
            yield mark
            continue
        drawn = (fonts or default_fonts()).printed(mark)
        yield from drawn if all(isinstance(each, Emoji) for each in drawn) else [mark]


def _element(mark: Mark, names: Mapping[Artwork, str], fonts: Fonts | None) -> str:
    match mark:
        case Polygon(points, paint):
            return f'<path d="M{" ".join(map(_xy, points))}z"{_attributes(paint)}/>'
        case Line(start, end, paint):
            return f'<path d="M{_xy(start)} {_xy(end)}"{_attributes(paint)}/>'
        case Circle(centre, radius, paint):
            place = f'cx="{_mm(centre.x)}" cy="{_mm(centre.y)}" r="{_mm(radius)}"'
            return f"<circle {place}{_attributes(paint)}/>"
        case Emoji(at, character, size, colour):
            steps = emoji_outline(character)
            path = "".join(name + " ".join(map(_mm, points)) for name, points in steps)
            place = f"translate({_xy(at)}) scale({_mm(size)})"
            return f'<path transform="{place}" fill="{colour}" d="{path}"/>'
        case Picture(artwork, (x, y, width, height)):
            place = f'x="{_mm(x)}" y="{_mm(y)}" width="{_mm(width)}" height="{_mm(height)}"'
            return f'<use href="#{names[artwork]}" {place}/>'
        case Text(at, text, size, anchor, colour, bold):
            size = fonts.of(mark).fitted_size(text, size) if fonts else size
            place = f'x="{_mm(at.x)}" y="{_mm(at.y)}" font-size="{_mm(size)}" fill="{colour}"'
            more = "" if anchor is Anchor.START else f' text-anchor="{anchor.value}"'
            more += ' font-weight="bold"' if bold else ""
            return f"<text {place}{more}>{escape(text)}</text>"


def _font_face(scene: Scene, fonts: Fonts) -> str:
    texts = [mark.text for mark in scene.marks if isinstance(mark, Text)]
    file = b64encode(fonts.regular.subset(texts)).decode()
    source = f"url(data:font/ttf;base64,{file})"
    # Of all weights, or viewers would embolden it.
    face = f"font-family:{_OWN_FONT};font-weight:1 1000;src:{source}"
    return f"<style>@font-face{{{face}}}</style>"


def _attributes(paint: Paint) -> str:
    fill = f' fill="{paint.fill}"' if paint.fill else ""
    stroke = f' stroke="{paint.stroke}" stroke-width="{_mm(paint.width)}"' if paint.stroke else ""
    return fill + stroke + (f' stroke-dasharray="{_DASHES}"' if paint.dashed else "")


def _xy(point: tuple[float, float]) -> str:
    return f"{_mm(point[0])},{_mm(point[1])}"


def _mm(length: float) -> str:
    """Return *length* to a ten-thousandth of a millimetre, without trailing zeros."""
    return f"{round(length, 4) + 0.0:.4f}".rstrip("0").rstrip(".")
