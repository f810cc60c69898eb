"""A scene as an SVG file: its size in millimetres, and a millimetre the unit of its drawing."""

from collections.abc import Iterable
from html import escape

from solver.drawing.scene import WHITE, Anchor, Box, Circle, Line, Mark, Paint, Point, Polygon, Text

_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_DASHES = "1.2 0.8"


def svg(size: Box, marks: Iterable[Mark], *, title: str) -> bytes:
    """Return the file of *marks* on white paper of this *size*."""
    wide, high = _mm(size.width), _mm(size.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" '
        f'viewBox="0 0 {wide} {high}" font-family="{_FONT}" stroke-linejoin="round" fill="none">'
    )
    paper = f'<rect width="{wide}" height="{high}" fill="{WHITE}"/>'
    title = f"<title>{escape(title)}</title>"
    lines = [head, title, paper, *map(_drawn, marks), "</svg>"]
    return ("\n".join(lines) + "\n").encode()


def _drawn(mark: Mark) -> str:
    match mark:
        case Polygon(points, ink):
            return f'<path d="M{" ".join(map(_at, points))}z"{_ink(ink)}/>'
        case Line(start, end, ink):
            return f'<path d="M{_at(start)} {_at(end)}"{_ink(ink)}/>'
        case Circle(centre, radius, ink):
            at = f'cx="{_mm(centre.x)}" cy="{_mm(centre.y)}" r="{_mm(radius)}"'
            return f"<circle {at}{_ink(ink)}/>"
        case Text(at, text, size, anchor, colour, bold):
            place = f'x="{_mm(at.x)}" y="{_mm(at.y)}" font-size="{_mm(size)}" fill="{colour}"'
            more = "" if anchor is Anchor.START else f' text-anchor="{anchor.value}"'
            more += ' font-weight="bold"' if bold else ""
            return f"<text {place}{more}>{escape(text)}</text>"


def _ink(ink: Paint) -> str:
    fill = f' fill="{ink.fill}"' if ink.fill else ""
    stroke = f' stroke="{ink.stroke}" stroke-width="{_mm(ink.width)}"' if ink.stroke else ""
    return fill + stroke + (f' stroke-dasharray="{_DASHES}"' if ink.dashed else "")


def _at(point: Point) -> str:
    return f"{_mm(point.x)},{_mm(point.y)}"


def _mm(length: float) -> str:
    """Return *length* to a ten-thousandth of a millimetre, without zeros that tell nothing."""
    return f"{round(length, 4) + 0.0:.4f}".rstrip("0").rstrip(".")
