"""Pages as one PDF file, with the boxes that a print shop cuts by, and all fonts embedded.

reportlab writes it without a date and without a number that is new every time. With an output
profile it is a PDF/X-4 file (ISO 15930-7): all colours are inks, and it says of which press.
"""

from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING
from uuid import UUID
from xml.sax.saxutils import escape

from solver import MARK
from solver.drawing.artwork import Artwork
from solver.drawing.emoji import emoji_outline
from solver.drawing.font import Font, Fonts, default_fonts, refusing_damage
from solver.drawing.output_profile import OutputProfile, separation
from solver.drawing.scene import (
    MM_PER_INCH,
    Anchor,
    Box,
    Circle,
    Emoji,
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
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.pdfgen.pathobject import PDFPathObject

_MM = 72 / MM_PER_INCH  # typographic points
_DASHES = (1.2 * _MM, 0.8 * _MM)
_ROUND = 1
_NON_ZERO = 1  # what an outline goes around is filled

_NO_ID = UUID(bytes=sha256(b"no id").digest()[:16])  # stands where that of a PDF/X file will be
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<pdf:Producer>{producer}</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
<xmp:CreatorTool>{creator}</xmp:CreatorTool><xmp:CreateDate>{date}</xmp:CreateDate>
<xmp:ModifyDate>{date}</xmp:ModifyDate><xmp:MetadataDate>{date}</xmp:MetadataDate>
<xmpMM:DocumentID>uuid:{number}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:InstanceID>uuid:{number}</xmpMM:InstanceID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>
"""
_DATE = "2000-01-01T00:00:00+00:00"  # of every file of ours, as reportlab has it


def pdf(
    pages: Sequence[Page],
    *,
    title: str,
    fonts: Fonts | None = None,
    profile: OutputProfile | None = None,
) -> bytes:
    """Return *pages* as a file; its TrimBox and BleedBox are those of each page.

    Its colours are red, green and blue, or the inks of *profile*, and then it is a PDF/X-4 file.
    *fonts* are by default DejaVu Sans. A character that they do not have is a question mark.
    Raises `SourceError` when they are damaged where it was not seen before.
    """
    from reportlab.pdfgen.canvas import Canvas

    file, names = BytesIO(), _register(pages, fonts or default_fonts())
    canvas = Canvas(
        file,
        invariant=1,
        pageCompression=1,
        initialFontName=next(iter(names.values())),
        pdfVersion=(1, 6) if profile else None,
    )
    canvas.setTitle(title)
    canvas.setAuthor("penta")
    canvas.setCreator("penta")
    canvas.setSubject(MARK)
    writer = _Writer(canvas, fonts or default_fonts(), names, profile)
    for page in pages:
        writer.add(page)
    if profile:
        _declare_pdfx(canvas, profile)
    canvas.save()
    content = file.getvalue()
    if profile:
        number = UUID(bytes=sha256(content).digest()[:16])
        content = content.replace(_NO_ID.hex.encode(), number.hex.encode())
        content = content.replace(str(_NO_ID).encode(), str(number).encode())
    return content


def _declare_pdfx(canvas: "Canvas", profile: OutputProfile) -> None:
    """Add what PDF/X-4 asks for beside the pages: its mark, the output intent, and an id."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream, PDFString, PDFZCompress

    document = canvas._doc  # noqa: SLF001 - reportlab has no other way to an output intent
    info = document.info
    texts = {name: getattr(info, name) for name in ("title", "author", "subject", "creator")}
    texts |= {"producer": info.producer, "date": _DATE, "number": str(_NO_ID)}
    xmp = _XMP.format(**{name: escape(text) for name, text in texts.items()})
    intent = {
        "Type": PDFName("OutputIntent"),
        "S": PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": PDFString(profile.condition or "Custom"),
        "Info": PDFString(profile.name),
        "DestOutputProfile": PDFStream(PDFDictionary({"N": 4}), profile.content, [PDFZCompress]),
    }
    if profile.condition:
        intent["RegistryName"] = PDFString("http://www.color.org")
    kind = PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")})
    canvas.setCatalogEntry("Metadata", PDFStream(kind, xmp.encode()))
    canvas.setCatalogEntry("OutputIntents", [PDFDictionary(intent)])
    document.Catalog.__NoDefault__ = [*document.Catalog.__NoDefault__, "OutputIntents"]
    document._ID = b"[<%b><%b>]\n" % ((_NO_ID.hex.encode(),) * 2)  # noqa: SLF001


class _Writer:
    """The marks of pages, drawn on a *canvas* in *fonts*; *names* are those that it knows them by.

    Each artwork is held by the file once.
    """

    def __init__(
        self, canvas: "Canvas", fonts: Fonts, names: dict[Font, str], profile: OutputProfile | None
    ) -> None:
        self._canvas, self._fonts, self._names, self._profile = canvas, fonts, names, profile
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
            case Emoji(at, character, size, colour):
                canvas.saveState()
                canvas.translate(*self._xy(at))
                canvas.scale(size * _MM, -size * _MM)
                canvas.setFillColor(self._colour(colour))
                canvas.drawPath(_path(canvas, character), stroke=0, fill=1, fillMode=_NON_ZERO)
                canvas.restoreState()
            case Picture(artwork, place):
                canvas.saveState()
                canvas.translate(*self._xy(place.corners[3]))
                canvas.scale(place.width * _MM, place.height * _MM)
                canvas.doForm(self._forms[artwork])
                canvas.restoreState()

    def _write(self, text: Text) -> None:
        canvas = self._canvas
        for mark in self._fonts.printed(text):
            if isinstance(mark, Emoji):
                self._draw(mark)
                continue
            canvas.setFillColor(self._colour(mark.colour))
            canvas.setFont(self._names[self._fonts.of(mark)], mark.size * _MM)
            writers = {
                Anchor.START: canvas.drawString,
                Anchor.MIDDLE: canvas.drawCentredString,
                Anchor.END: canvas.drawRightString,
            }
            writers[mark.anchor](*self._xy(mark.at), mark.text)

    def _define(self, artwork: Artwork) -> None:
        """Put *artwork* into the file, unless it is there, to be drawn by name."""
        if artwork in self._forms:
            return
        canvas, name = self._canvas, f"art{len(self._forms) + 1}"
        self._forms[artwork] = name
        canvas.beginForm(name, 0, 0, 1, 1)
        canvas.drawImage(self._image(artwork), 0, 0, 1, 1, mask="auto")
        canvas.endForm()

    def _image(self, artwork: Artwork) -> "ImageReader":
        """Return *artwork* as reportlab takes it; what is transparent in it becomes a soft mask."""
        from reportlab.lib.utils import ImageReader

        if not self._profile:
            return ImageReader(BytesIO(artwork.image))
        inks, opaque = separation(artwork, self._profile)
        reader = ImageReader(inks)
        reader.getRGBData()  # before the mask, of which reportlab knows none beside inks
        reader._dataA = opaque and ImageReader(opaque)  # noqa: SLF001
        return reader

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
        if not self._profile:
            return colour
        from reportlab.lib.colors import CMYKColor

        return CMYKColor(*self._profile.inks(colour))

    def _xy(self, point: Point) -> tuple[float, float]:
        """Return *point* in the units of the file, whose y counts up from the lower edge."""
        return point.x * _MM, (self._height - point.y) * _MM

    def _corners(self, box: Box) -> tuple[float, ...]:
        left, bottom = self._xy(box.corners[3])
        right, top = self._xy(box.corners[1])
        return tuple(round(length, 4) for length in (left, bottom, right, top))


def _path(canvas: "Canvas", emoji: str) -> "PDFPathObject":
    """Return the outline of an *emoji*, of size 1, y down."""
    path = canvas.beginPath()
    add = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
    for name, points in emoji_outline(emoji):
        add[name](*points)
    return path


def _register(pages: Sequence[Page], fonts: Fonts) -> dict[Font, str]:
    """Tell reportlab the letters of *fonts* that *pages* need, and return the fonts' names."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    texts: dict[Font, list[str]] = {fonts.regular: []}
    for page in pages:
        for mark in page.marks:
            if isinstance(mark, Text):
                font = fonts.of(mark)
                shown = (part for part, is_emoji in font.parts(mark.text) if not is_emoji)
                texts.setdefault(font, []).extend(map(font.printable, shown))
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
