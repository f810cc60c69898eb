"""Pages as one PDF file, with the boxes that a print shop cuts by.

MediaBox  the paper
TrimBox   where it is cut: around all cards of a page; the paper, on a page without cards
BleedBox  the same and the bleed

reportlab writes it, without a date or a number that is new every time.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from generator.printing.page import Page
from solver.drawing.scene import Anchor, Box, Circle, Line, Mark, Paint, Point, Polygon, Text
from solver.errors import SourceError

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

_MM = 72 / 25.4  # typographic points
_DASHES = (1.2 * _MM, 0.8 * _MM)
_ROUND = 1


def pdf(pages: Sequence[Page], *, title: str) -> bytes:
    """Return the file of *pages*.

    Raises `SourceError` when reportlab is not installed.
    """
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ModuleNotFoundError:
        found, hint = "it is not installed", "pip install 'penta[pdf]'"
        raise SourceError("sheet", expected="reportlab", found=found, hint=hint) from None
    file = BytesIO()
    canvas = Canvas(file, invariant=1, pageCompression=1)
    canvas.setTitle(_latin(title))
    canvas.setAuthor("penta")
    canvas.setCreator("penta")
    for page in pages:
        canvas.setPageSize((page.size.width * _MM, page.size.height * _MM))
        canvas.setTrimBox(_corners(page.trim, page.size.height))
        canvas.setBleedBox(_corners(page.bleed, page.size.height))
        canvas.setLineJoin(_ROUND)
        for mark in page.marks:
            _draw(canvas, mark, page.size.height)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _draw(canvas: "Canvas", mark: Mark, high: float) -> None:
    match mark:
        case Polygon(points, ink):
            path = canvas.beginPath()
            first, *others = (_at(point, high) for point in points)
            path.moveTo(*first)
            for point in others:
                path.lineTo(*point)
            path.close()
            canvas.drawPath(path, **_inked(canvas, ink))
        case Line(start, end, ink):
            _inked(canvas, ink)
            canvas.line(*_at(start, high), *_at(end, high))
        case Circle(centre, radius, ink):
            canvas.circle(*_at(centre, high), radius * _MM, **_inked(canvas, ink))
        case Text(at, text, size, anchor, colour, bold):
            canvas.setFillColor(colour)
            canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size * _MM)
            writers = {
                Anchor.START: canvas.drawString,
                Anchor.MIDDLE: canvas.drawCentredString,
                Anchor.END: canvas.drawRightString,
            }
            writers[anchor](*_at(at, high), _latin(text))


def _inked(canvas: "Canvas", ink: Paint) -> dict[str, int]:
    """Take up *ink*, and return what of it is to be painted."""
    if ink.fill:
        canvas.setFillColor(ink.fill)
    if ink.stroke:
        canvas.setStrokeColor(ink.stroke)
        canvas.setLineWidth(ink.width * _MM)
        canvas.setDash(_DASHES if ink.dashed else ())
    return {"fill": int(bool(ink.fill)), "stroke": int(bool(ink.stroke))}


def _at(point: Point, high: float) -> tuple[float, float]:
    """Return *point* in the units of the file, which count from the lower left."""
    return point.x * _MM, (high - point.y) * _MM


def _corners(box: Box, high: float) -> tuple[float, ...]:
    (left, low), (right, top) = (_at(box.corners[3], high), _at(box.corners[1], high))
    return tuple(round(one, 4) for one in (left, low, right, top))


def _latin(text: str) -> str:
    """Return *text* with a question mark for what the file's own fonts lack."""
    return text.encode("cp1252", "replace").decode("cp1252")
