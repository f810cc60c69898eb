"""A scene as an SVG file: sized in millimetres, and one millimetre is the unit of its drawing."""

from html import escape

from solver.drawing.scene import (
    WHITE,
    Anchor,
    Circle,
    Line,
    Mark,
    Paint,
    Point,
    Polygon,
    Scene,
    Text,
)

_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_DASHES = "1.2 0.8"


def svg(scene: Scene, *, title: str) -> bytes:
    """Return *scene* as a file."""
    width, height = _mm(scene.size.width), _mm(scene.size.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" font-family="{_FONT}" stroke-linejoin="round" fill="none">'
    )
    paper = f'<rect width="{width}" height="{height}" fill="{WHITE}"/>'
    lines = [head, f"<title>{escape(title)}</title>", paper, *map(_element, scene.marks), "</svg>"]
    return ("\n".join(lines) + "\n").encode()


def _element(mark: Mark) -> str:
    match mark:
        case Polygon(points, paint):
            return f'<path d="M{" ".join(map(_xy, points))}z"{_attributes(paint)}/>'
        case Line(start, end, paint):
            return f'<path d="M{_xy(start)} {_xy(end)}"{_attributes(paint)}/>'
        case Circle(centre, radius, paint):
            place = f'cx="{_mm(centre.x)}" cy="{_mm(centre.y)}" r="{_mm(radius)}"'
            return f"<circle {place}{_attributes(paint)}/>"
        case Text(at, text, size, anchor, colour, bold):
            place = f'x="{_mm(at.x)}" y="{_mm(at.y)}" font-size="{_mm(size)}" fill="{colour}"'
            more = "" if anchor is Anchor.START else f' text-anchor="{anchor.value}"'
            more += ' font-weight="bold"' if bold else ""
            return f"<text {place}{more}>{escape(text)}</text>"


def _attributes(paint: Paint) -> str:
    fill = f' fill="{paint.fill}"' if paint.fill else ""
    stroke = f' stroke="{paint.stroke}" stroke-width="{_mm(paint.width)}"' if paint.stroke else ""
    return fill + stroke + (f' stroke-dasharray="{_DASHES}"' if paint.dashed else "")


def _xy(point: Point) -> str:
    return f"{_mm(point.x)},{_mm(point.y)}"


def _mm(length: float) -> str:
    """Return *length* to a ten-thousandth of a millimetre, without trailing zeros."""
    return f"{round(length, 4) + 0.0:.4f}".rstrip("0").rstrip(".")
