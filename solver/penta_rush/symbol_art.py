"""The symbols of a card as vector shapes, which differ by form and by colour.

A to M are thirteen forms; N to Z are the same forms with a hole, the eye. The colours are those of
Okabe and Ito without yellow. No form is another one turned by a quarter: cards lie any way round.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import cos, pi, sin
from string import ascii_uppercase
from typing import NamedTuple

from solver.drawing.artwork import Artwork, faded
from solver.drawing.colour import COLOURS
from solver.drawing.scene import (
    WHITE,
    Box,
    Circle,
    Mark,
    Paint,
    Picture,
    Point,
    Polygon,
    regular_polygon,
    transformed,
)

_COLOURS = {
    COLOURS[name]: name
    for name in ("blue", "orange", "green", "red", "pink", "light blue", "black")
}
_FORM_NAMES = (
    "circle", "square", "triangle", "star", "diamond", "cross", "heart", "crescent", "hexagon",
    "X", "hourglass", "arrow", "drop",
)  # fmt: skip
_ARC_STEPS = 24  # lines that half a curved outline is made of
_STROKE = 0.055  # of a cell's side: the line where nothing is filled
_ART = 0.8  # of a cell's side: the longer side of art


class _Form(NamedTuple):
    """A *polygon* or a circle of this *radius* for a cell of side 1, and its hole, the eye."""

    polygon: tuple[Point, ...] = ()
    radius: float = 0.0
    eye: Point = Point(0, 0)
    eye_radius: float = 0.12


@dataclass(frozen=True, slots=True)
class SymbolStyle:
    """How symbols are drawn: with *low_ink* in outline; *art* by letters, instead of ours."""

    low_ink: bool = False
    art: Mapping[str, Artwork] = field(default_factory=dict)


OUR_SYMBOLS = SymbolStyle()


def symbol(
    letter: str, centre: Point, side: float, style: SymbolStyle = OUR_SYMBOLS, *, colour: str = ""
) -> list[Mark]:
    """Return the marks of the symbol *letter* in a cell; where it has a *colour*, art is pale."""
    if letter in style.art:
        return [_fitted(style.art[letter], centre, side, is_faint=bool(colour))]
    number = ascii_uppercase.index(letter)
    form, colour = _FORMS[number % len(_FORMS)], colour or symbol_colour(letter)
    paint = Paint(stroke=colour, width=_STROKE * side) if style.low_ink else Paint(fill=colour)
    marks: list[Mark] = [
        Polygon(transformed(form.polygon, centre, side), paint)
        if form.polygon
        else Circle(centre, side * form.radius, paint)
    ]
    if number >= len(_FORMS):
        (eye,) = transformed([form.eye], centre, side)
        hole = paint if style.low_ink else Paint(fill=WHITE)
        marks.append(Circle(eye, side * form.eye_radius, hole))
    return marks


def symbol_name(letter: str) -> str:
    """Return what the symbol *letter* looks like."""
    number = ascii_uppercase.index(letter)
    colour = _COLOURS[symbol_colour(letter)]
    hole = " with a hole" if number >= len(_FORMS) else ""
    return f"{colour} {_FORM_NAMES[number % len(_FORMS)]}{hole}"


def symbol_colour(letter: str) -> str:
    """Return the colour of the symbol *letter*."""
    number = ascii_uppercase.index(letter)
    # Shifted by two, so that a form with an eye has another colour than the same form without one.
    return tuple(_COLOURS)[(number + number // len(_FORMS) * 2) % len(_COLOURS)]


def _fitted(artwork: Artwork, centre: Point, side: float, *, is_faint: bool) -> Picture:
    scale = _ART * side / max(artwork.width, artwork.height)
    width, height = artwork.width * scale, artwork.height * scale
    frame = Box(centre.x - width / 2, centre.y - height / 2, width, height)
    return Picture(faded(artwork) if is_faint else artwork, frame)


def _cross(arm: float, half_width: float, *, angle: float = 0.0) -> tuple[Point, ...]:
    half = half_width
    corners = [(-half, -arm), (half, -arm), (half, -half), (arm, -half)]
    corners += [(arm, half), (half, half), (half, arm), (-half, arm)]
    corners += [(-half, half), (-arm, half), (-arm, -half), (-half, -half)]
    return tuple(
        Point(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)) for x, y in corners
    )


def _arc(middle: Point, radius: float, start: float, end: float) -> list[Point]:
    """Return the points of an arc between two angles in degrees, clockwise from the right."""
    angles = (start + (end - start) * step / _ARC_STEPS for step in range(_ARC_STEPS + 1))
    return [
        Point(middle.x + radius * cos(pi * angle / 180), middle.y + radius * sin(pi * angle / 180))
        for angle in angles
    ]


_FORMS = (
    _Form(radius=0.35),
    _Form((Point(-0.31, -0.31), Point(0.31, -0.31), Point(0.31, 0.31), Point(-0.31, 0.31))),
    _Form(transformed(regular_polygon(3, 0.43), Point(0, 0.085), 1), eye=Point(0, 0.085)),
    _Form(transformed(regular_polygon(5, 0.43, inner=0.19), Point(0, 0.03), 1),
          eye=Point(0, 0.03), eye_radius=0.1),
    _Form((Point(0, -0.43), Point(0.28, 0), Point(0, 0.43), Point(-0.28, 0)), eye_radius=0.11),
    _Form(_cross(0.37, 0.125), eye_radius=0.09),
    # A heart and a crescent.
    _Form((*_arc(Point(-0.17, -0.12), 0.19, 140, 333), *_arc(Point(0.17, -0.12), 0.19, 207, 400),
           Point(0, 0.36)), eye=Point(0, -0.01)),
    _Form((*_arc(Point(0.06, 0), 0.37, 45, 315), *_arc(Point(0.2, 0), 0.2886, 295, 65)),
          eye=Point(-0.2, 0), eye_radius=0.065),
    _Form(tuple(regular_polygon(6, 0.38))),
    _Form(_cross(0.42, 0.1, angle=pi / 4), eye_radius=0.08),
    _Form((Point(-0.32, -0.36), Point(0.32, -0.36), Point(-0.32, 0.36), Point(0.32, 0.36)),
          eye=Point(0, -0.24), eye_radius=0.07),
    _Form((Point(0, -0.4), Point(0.36, -0.02), Point(0.14, -0.02), Point(0.14, 0.38),
           Point(-0.14, 0.38), Point(-0.14, -0.02), Point(-0.36, -0.02)),
          eye=Point(0, -0.1), eye_radius=0.09),
    # A drop.
    _Form((*_arc(Point(0, 0.12), 0.25, -28, 208), Point(0, -0.42)), eye=Point(0, 0.12)),
)  # fmt: skip
