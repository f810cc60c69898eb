"""Pages as one PDF file, with the boxes that a print shop cuts by, and all fonts embedded.

reportlab writes it without a date and without a number that is new every time.
"""

from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING

from solver import MARK
from solver.drawing.artwork import Artwork
from solver.drawing.colour import inks
from solver.drawing.font import Font, Fonts, default_fonts, refusing_damage
from solver.drawing.scene import (
    MM_PER_INCH,
    Anchor,
    Box,
    Circle,
    Line,
    Mark,
    Page,
    Paint,
    Picture,
    Point,
    Polygon,
    Text,
)

if TYPE_CHECKING:
    from reportlab.lib.colors import Color
    from reportlab.pdfgen.canvas import Canvas

_MM = 72 / MM_PER_INCH  # typographic points
_DASHES = (1.2 * _MM, 0.8 * _MM)
_ROUND = 1


def pdf(
    pages: Sequence[Page], *, title: str, fonts: Fonts | None = None, is_cmyk: bool = False
) -> bytes:
    """Return *pages* as a file; its TrimBox and BleedBox are those of each page.

    Its colours are red, green and blue, or the inks of *is_cmyk*, which art does not have.
    *fonts* are by default DejaVu Sans. A character that they do not have is a question mark.
    Raises `SourceError` when they are damaged where it was not seen before.
    """
    from reportlab.pdfgen.canvas import Canvas

    file, names = BytesIO(), _register(pages, fonts or default_fonts())
    canvas = Canvas(
        file, invariant=1, pageCompression=1, initialFontName=next(iter(names.values()))
    )
    canvas.setTitle(title)
    canvas.setAuthor("penta")
    canvas.setCreator("penta")
    canvas.setSubject(MARK)
    writer = _Writer(canvas, fonts or default_fonts(), names, is_cmyk=is_cmyk)
    for page in pages:
        writer.add(page)
    canvas.save()
    return file.getvalue()


class _Writer:
    """The marks of pages, drawn on a *canvas* in *fonts*; *names* are those that it knows them by.

    Each artwork is held by the file once.
    """

    def __init__(
        self, canvas: "Canvas", fonts: Fonts, names: dict[Font, str], *, is_cmyk: bool
    ) -> None:
        self._canvas, self._fonts, self._names, self._is_cmyk = canvas, fonts, names, is_cmyk
        self._forms: dict[Artwork, str] = {}
        self._height = 0.0  # of the page, in mm

    def add(self, page: Page) -> None:
        """Draw *page*."""
        canvas, self._height = self._canvas, page.size.height
        for mark in page.marks:
            if isinstance(mark, Picture):
                self._define(mark.artwork)
        canvas.setPageSize((page.size.width * _MM, page.size.height * _MM))
        canvas.setTrimBox(self._corners(page.trim))
        canvas.setBleedBox(self._corners(page.bleed))
        canvas.setLineJoin(_ROUND)
        for mark in page.marks:
            self._draw(mark)
        canvas.showPage()

    def _draw(self, mark: Mark) -> None:
        canvas = self._canvas
        match mark:
            case Polygon(points, paint):
                path = canvas.beginPath()
                first, *others = (self._xy(point) for point in points)
                path.moveTo(*first)
                for point in others:
                    path.lineTo(*point)
                path.close()
                canvas.drawPath(path, **self._use(paint))
            case Line(start, end, paint):
                self._use(paint)
                canvas.line(*self._xy(start), *self._xy(end))
            case Circle(centre, radius, paint):
                canvas.circle(*self._xy(centre), radius * _MM, **self._use(paint))
            case Text():
                self._write(mark)
            case Picture(artwork, place):
                canvas.saveState()
                canvas.translate(*self._xy(place.corners[3]))
                canvas.scale(place.width * _MM, place.height * _MM)
                canvas.doForm(self._forms[artwork])
                canvas.restoreState()

    def _write(self, mark: Text) -> None:
        canvas, (at, text, size, anchor, colour, _) = self._canvas, self._fonts.printed(mark)
        canvas.setFillColor(self._colour(colour))
        canvas.setFont(self._names[self._fonts.of(mark)], size * _MM)
        writers = {
            Anchor.START: canvas.drawString,
            Anchor.MIDDLE: canvas.drawCentredString,
            Anchor.END: canvas.drawRightString,
        }
        writers[anchor](*self._xy(at), text)

    def _define(self, artwork: Artwork) -> None:
        """Put *artwork* into the file, unless it is there, to be drawn by name."""
        from reportlab.lib.utils import ImageReader

        if artwork in self._forms:
            return
        canvas, name = self._canvas, f"art{len(self._forms) + 1}"
        self._forms[artwork] = name
        canvas.beginForm(name, 0, 0, 1, 1)
        canvas.drawImage(ImageReader(BytesIO(artwork.image)), 0, 0, 1, 1, mask="auto")
        canvas.endForm()

    def _use(self, paint: Paint) -> dict[str, int]:
        """Set the colours and the line of *paint*, and return which of fill and stroke to draw."""
        canvas = self._canvas
        if paint.fill:
            canvas.setFillColor(self._colour(paint.fill))
        if paint.stroke:
            canvas.setStrokeColor(self._colour(paint.stroke))
            canvas.setLineWidth(paint.width * _MM)
            canvas.setDash(_DASHES if paint.dashed else ())
        return {"fill": int(bool(paint.fill)), "stroke": int(bool(paint.stroke))}

    def _colour(self, colour: str) -> "Color | str":
        """Return *colour* as reportlab takes it."""
        if not self._is_cmyk:
            return colour
        from reportlab.lib.colors import CMYKColor

        return CMYKColor(*inks(colour))

    def _xy(self, point: Point) -> tuple[float, float]:
        """Return *point* in the units of the file, whose y counts up from the lower edge."""
        return point.x * _MM, (self._height - point.y) * _MM

    def _corners(self, box: Box) -> tuple[float, ...]:
        left, bottom = self._xy(box.corners[3])
        right, top = self._xy(box.corners[1])
        return tuple(round(length, 4) for length in (left, bottom, right, top))


def _register(pages: Sequence[Page], fonts: Fonts) -> dict[Font, str]:
    """Tell reportlab the letters of *fonts* that *pages* need, and return the fonts' names."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    texts: dict[Font, list[str]] = {fonts.regular: []}
    for page in pages:
        for mark in page.marks:
            if isinstance(mark, Text):
                font = fonts.of(mark)
                texts.setdefault(font, []).append(font.printable(mark.text))
    names = {}
    for font, needed in texts.items():
        subset = font.subset(needed)
        names[font] = f"penta-{sha256(subset).hexdigest()[:16]}"
        with refusing_damage(font.name, TTFError, ArithmeticError, AttributeError, LookupError):
            letters = TTFont(names[font], BytesIO(subset))
        # reportlab takes fonts whose faces have one name for one font.
        letters.face.name += names[font].encode().removeprefix(b"penta")
        pdfmetrics.registerFont(letters)
    return names
