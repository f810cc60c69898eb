"""Pages as one PDF file, with the boxes that a print shop cuts by.

reportlab writes it without a date and without a number that is new every time.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from solver.drawing.scene import Anchor, Box, Circle, Line, Mark, Page, Paint, Point, Polygon, Text

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

_MM = 72 / 25.4  # typographic points
_DASHES = (1.2 * _MM, 0.8 * _MM)
_ROUND = 1


def pdf(pages: Sequence[Page], *, title: str) -> bytes:
    """Return *pages* as a file; its TrimBox and BleedBox are those of each page."""
    from reportlab.pdfgen.canvas import Canvas

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


def _draw(canvas: "Canvas", mark: Mark, height: float) -> None:
    match mark:
        case Polygon(points, paint):
            path = canvas.beginPath()
            first, *others = (_xy(point, height) for point in points)
            path.moveTo(*first)
            for point in others:
                path.lineTo(*point)
            path.close()
            canvas.drawPath(path, **_use(canvas, paint))
        case Line(start, end, paint):
            _use(canvas, paint)
            canvas.line(*_xy(start, height), *_xy(end, height))
        case Circle(centre, radius, paint):
            canvas.circle(*_xy(centre, height), radius * _MM, **_use(canvas, paint))
        case Text(at, text, size, anchor, colour, bold):
            canvas.setFillColor(colour)
            canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size * _MM)
            writers = {
                Anchor.START: canvas.drawString,
                Anchor.MIDDLE: canvas.drawCentredString,
                Anchor.END: canvas.drawRightString,
            }
            writers[anchor](*_xy(at, height), _latin(text))


def _use(canvas: "Canvas", paint: Paint) -> dict[str, int]:
    """Set the colours and the line of *paint*, and return which of fill and stroke to draw."""
    if paint.fill:
        canvas.setFillColor(paint.fill)
    if paint.stroke:
        canvas.setStrokeColor(paint.stroke)
        canvas.setLineWidth(paint.width * _MM)
        canvas.setDash(_DASHES if paint.dashed else ())
    return {"fill": int(bool(paint.fill)), "stroke": int(bool(paint.stroke))}


def _xy(point: Point, height: float) -> tuple[float, float]:
    """Return *point* in the units of the file, whose y counts up from the lower edge."""
    return point.x * _MM, (height - point.y) * _MM


def _corners(box: Box, height: float) -> tuple[float, ...]:
    left, bottom = _xy(box.corners[3], height)
    right, top = _xy(box.corners[1], height)
    return tuple(round(length, 4) for length in (left, bottom, right, top))


def _latin(text: str) -> str:
    """Return *text* with a question mark for each character that the PDF's own fonts lack."""
    return text.encode("cp1252", "replace").decode("cp1252")
