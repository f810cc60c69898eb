"""The symbols of a card as vector shapes, which differ by form and by colour.

form    a polygon or a circle in a unit square around the origin; one for each of A to M
eye     a hole in a form: N to Z are the forms of A to M once more, each with an eye
colour  one of Okabe and Ito's eight without yellow, told apart by the colour-blind

No form is another one turned by a quarter, as a card may lie any way round on the table.
"""

from math import cos, pi, sin
from string import ascii_uppercase
from typing import NamedTuple

from solver.drawing.scene import WHITE, Circle, Mark, Paint, Point, Polygon, ring, shifted

BLUE, ORANGE, GREEN = "#0072b2", "#e69f00", "#009e73"
VERMILLION, PURPLE, SKY, BLACK = "#d55e00", "#cc79a7", "#56b4e9", "#000000"
_COLOURS = (BLUE, ORANGE, GREEN, VERMILLION, PURPLE, SKY, BLACK)
_SMOOTH = 24  # corners of half a curved outline
_OUTLINE = 0.055  # of a side: the stroke where nothing is filled


class _Form(NamedTuple):
    """A *polygon*, or a circle of this *radius*; the *eye* is where its hole may be."""

    polygon: tuple[Point, ...] = ()
    radius: float = 0.0
    eye: Point = Point(0, 0)
    hole: float = 0.12


def symbol(
    letter: str, centre: Point, side: float, *, low_ink: bool = False, colour: str = ""
) -> list[Mark]:
    """Return the marks of the symbol *letter*, A to Z, for a cell of this *side*.

    It has its own *colour*, unless another one is given.
    """
    number = ascii_uppercase.index(letter)
    form, colour = _FORMS[number % len(_FORMS)], colour or colour_of(letter)
    ink = Paint(stroke=colour, width=_OUTLINE * side) if low_ink else Paint(fill=colour)
    marks: list[Mark] = [
        Polygon(shifted(form.polygon, centre, side), ink)
        if form.polygon
        else Circle(centre, side * form.radius, ink)
    ]
    if number >= len(_FORMS):
        (eye,) = shifted([form.eye], centre, side)
        marks.append(Circle(eye, side * form.hole, ink if low_ink else Paint(fill=WHITE)))
    return marks


def colour_of(letter: str) -> str:
    """Return the colour of the symbol *letter*.

    >>> colour_of("A")
    '#0072b2'
    """
    number = ascii_uppercase.index(letter)
    # With an eye, the same form has the colour after its own.
    return _COLOURS[(number + number // len(_FORMS) * 2) % len(_COLOURS)]


def _cross(arm: float, half: float, *, turn: float = 0.0) -> tuple[Point, ...]:
    corner = [(-half, -arm), (half, -arm), (half, -half), (arm, -half)]
    corner += [(arm, half), (half, half), (half, arm), (-half, arm)]
    corner += [(-half, half), (-arm, half), (-arm, -half), (-half, -half)]
    return tuple(
        Point(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for x, y in corner
    )


def _arc(middle: Point, radius: float, start: float, end: float) -> list[Point]:
    """Return the points of an arc between two angles in degrees, clockwise from the right."""
    angles = (start + (end - start) * step / _SMOOTH for step in range(_SMOOTH + 1))
    return [
        Point(middle.x + radius * cos(pi * turn / 180), middle.y + radius * sin(pi * turn / 180))
        for turn in angles
    ]


def _moved(points: list[Point], down: float) -> tuple[Point, ...]:
    return tuple(Point(x, y + down) for x, y in points)


def _heart() -> tuple[Point, ...]:
    left, right = Point(-0.17, -0.12), Point(0.17, -0.12)
    return (*_arc(left, 0.19, 140, 333), *_arc(right, 0.19, 207, 400), Point(0, 0.36))


def _crescent() -> tuple[Point, ...]:
    outer, inner = _arc(Point(0.06, 0), 0.37, 45, 315), _arc(Point(0.2, 0), 0.2886, 295, 65)
    return (*outer, *inner)


def _drop() -> tuple[Point, ...]:
    return (*_arc(Point(0, 0.12), 0.25, -28, 208), Point(0, -0.42))


_FORMS = (
    _Form(radius=0.35),
    _Form((Point(-0.31, -0.31), Point(0.31, -0.31), Point(0.31, 0.31), Point(-0.31, 0.31))),
    _Form(_moved(ring(3, 0.43), 0.085), eye=Point(0, 0.085)),
    _Form(_moved(ring(5, 0.43, inner=0.19), 0.03), eye=Point(0, 0.03), hole=0.1),
    _Form((Point(0, -0.43), Point(0.28, 0), Point(0, 0.43), Point(-0.28, 0)), hole=0.11),
    _Form(_cross(0.37, 0.125), hole=0.09),
    _Form(_heart(), eye=Point(0, -0.01)),
    _Form(_crescent(), eye=Point(-0.2, 0), hole=0.065),
    _Form(tuple(ring(6, 0.38))),
    _Form(_cross(0.42, 0.1, turn=pi / 4), hole=0.08),
    _Form((Point(-0.32, -0.36), Point(0.32, -0.36), Point(-0.32, 0.36), Point(0.32, 0.36)),
          eye=Point(0, -0.24), hole=0.07),
    _Form((Point(0, -0.4), Point(0.36, -0.02), Point(0.14, -0.02), Point(0.14, 0.38),
           Point(-0.14, 0.38), Point(-0.14, -0.02), Point(-0.36, -0.02)),
          eye=Point(0, -0.1), hole=0.09),
    _Form(_drop(), eye=Point(0, 0.12)),
)  # fmt: skip
