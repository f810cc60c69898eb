"""A page as SVG, PDF and PNG, measured in each."""

import re
import struct
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image
from pypdf import PageObject, PdfReader

from generator.printing.card_art import CardStyle
from generator.printing.document import PrintJob, printed_pages
from generator.printing.page_layout import DuplexEdge
from generator.printing.pieces import PrintedCard
from solver.drawing import scene
from solver.drawing.artwork import Artwork
from solver.drawing.font import default_fonts
from solver.drawing.pdf import pdf
from solver.drawing.png import png
from solver.drawing.svg import svg
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import default_points

CARD = Card(("ABCDEF", "BCDEFA", "CDEFAB", "DEFABC"))
PAGES = printed_pages(
    PrintJob(
        cards=(PrintedCard('<b>&"\N{GREEK SMALL LETTER ALPHA}', CARD),),
        points=default_points(),
        style=CardStyle(size=75.0, bleed=2.5),
        paper="Letter",
        copies=2,
        duplex=DuplexEdge.SHORT,
        rolls=(Roll.parse("ABCDE"),),
        die_edge=16.0,
    )
)
PAPER = scene.Box(0.0, 0.0, 120.5, 80.25)
BLACK = scene.Paint(stroke="#000000", width=0.2)
PLAIN = scene.Scene(
    PAPER,
    (
        scene.Polygon(scene.Box(10, 10, 20, 30).corners, scene.Paint(fill="#ff0000")),
        scene.Circle(
            scene.Point(60, 25), 10, scene.Paint(fill="#0000ff", stroke="#000000", width=0.5)
        ),
        scene.Line(scene.Point(10, 70), scene.Point(110, 70), BLACK),
        scene.Line(
            scene.Point(10, 75),
            scene.Point(110, 75),
            scene.Paint(stroke="#777777", width=0.2, dashed=True),
        ),
        scene.Text(scene.Point(60, 60), "a<b & c", 4.0, scene.Anchor.MIDDLE, bold=True),
    ),
)
POINT = 25.4 / 72
SVG = "{http://www.w3.org/2000/svg}"
WRITERS: dict[str, Callable[[], bytes]] = {
    "svg": lambda: b"".join(svg(page, title="cards") for page in PAGES),
    "pdf": lambda: pdf(PAGES, title="cards"),
    "png": lambda: png(PAGES[0], dpi=72),
}


def _chunks(file: bytes) -> dict[bytes, bytes]:
    chunks: dict[bytes, bytes] = {}
    at = 8
    while at < len(file):
        length, name = struct.unpack(">I4s", file[at : at + 8])
        chunks.setdefault(name, file[at + 8 : at + 8 + length])
        at += 12 + length
    return chunks


@pytest.mark.parametrize("form", WRITERS)
def test_the_same_pages_are_the_same_bytes(form: str) -> None:
    assert WRITERS[form]() == WRITERS[form]()


def _svg(page: "scene.Scene", title: str) -> ET.Element:
    return ET.fromstring(svg(page, title=title))  # noqa: S314 - our own


def test_an_svg_is_measured_in_millimetres() -> None:
    for page in PAGES:
        root = _svg(page, "a<b")
        assert (root.get("width"), root.get("height")) == ("215.9mm", "279.4mm")
        assert root.get("viewBox") == "0 0 215.9 279.4"
        lines = [path.get("d") for path in root.iter(f"{SVG}path")]
        assert page.scale_bar == pytest.approx(scene.Box(57.95, 271.9, 100.0, 0.0))
        assert "M57.95,271.9 157.95,271.9" in lines


def test_an_svg_has_white_paper_under_its_marks() -> None:
    _, paper, *_ = _svg(PLAIN, "")
    assert paper.attrib == {"width": "120.5", "height": "80.25", "fill": "#ffffff"}


def test_the_texts_of_an_svg_are_escaped() -> None:
    root = _svg(PAGES[0], "a<b")
    texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert f'<b>&"\N{GREEK SMALL LETTER ALPHA}, {CARD}' in texts
    assert root.findtext(f"{SVG}title") == "a<b"


def _pdf_pages(pages: "Sequence[scene.Page]", title: str = "") -> list[PageObject]:
    return list(PdfReader(BytesIO(pdf(pages, title=title))).pages)


def _millimetres(box: "list[float]", high: float) -> scene.Box:
    left, low, right, top = (float(length) * POINT for length in box)
    return scene.Box(left, high - top, right - left, top - low)


def test_the_boxes_of_a_pdf_are_those_of_its_cards() -> None:
    for page, written in zip(PAGES, _pdf_pages(PAGES), strict=True):
        high = page.size.height
        for name, box in (("media", page.size), ("trim", page.trim), ("bleed", page.bleed)):
            measured = _millimetres(getattr(written, f"{name}box"), high)
            assert measured == pytest.approx(box, abs=1e-4), name
    (first,) = _pdf_pages(PAGES[:1])
    trim = _millimetres(first.trimbox, 279.4)
    assert trim.grown(2.5) == pytest.approx(PAGES[0].bleed, abs=1e-4)


def test_the_bar_of_a_pdf_is_100_mm_long() -> None:
    for written, page in zip(_pdf_pages(PAGES), PAGES, strict=True):
        content = written.get_contents()
        assert content is not None
        lines = re.findall(rb"n (\S+) (\S+) m (\S+) (\S+) l S", content.get_data())
        spans = [[float(length) * POINT for length in line] for line in lines]
        across = [b - a for a, y, b, low in spans if y == low and abs(y - 7.5) < 1e-3]
        assert across == [pytest.approx(100.0, abs=1e-4)], page.component


def test_a_pdf_holds_no_time_and_no_version_of_its_maker() -> None:
    information = PdfReader(BytesIO(pdf(PAGES, title="cards"))).metadata
    assert information is not None
    assert information.title == "cards"
    assert str(information.get("/CreationDate")).startswith("D:2000")


def test_a_pdf_prints_greek_and_has_question_marks_for_what_its_font_lacks() -> None:
    text = _pdf_pages(PAGES, "\N{GREEK SMALL LETTER ALPHA}")[0].extract_text()
    assert '<b>&"\N{GREEK SMALL LETTER ALPHA}, ' in text
    lacking = scene.Page(PAPER, (scene.Text(scene.Point(9, 9), "a\u8349b", 4.0),), PAPER, PAPER)
    assert _pdf_pages([lacking])[0].extract_text().strip() == "a?b"
    assert default_fonts().missing([lacking]) == "\u8349"


def test_every_font_of_a_pdf_is_embedded_as_a_subset() -> None:
    assert {*_embedded(_pdf_pages(PAGES))} == {True}
    empty = scene.Page(PAPER, (), PAPER, PAPER)
    assert all(_embedded(_pdf_pages([empty])))


def _embedded(pages: "Iterable[PageObject]") -> "Iterator[bool]":
    """Yield of every font of *pages* whether the file holds its letters, and no more of them."""
    for page in pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            description = font.get_object()["/FontDescriptor"].get_object()
            yield "/FontFile2" in description and "+" in description["/FontName"]


@pytest.mark.parametrize("dpi", [72, 254])
def test_a_png_says_its_dots_per_inch_and_its_bar_is_100_mm_long(dpi: int) -> None:
    file = png(PLAIN, dpi=dpi)
    chunks = _chunks(file)
    wide, high = struct.unpack(">II", chunks[b"IHDR"][:8])
    assert (wide, high) == (round(120.5 / 25.4 * dpi), round(80.25 / 25.4 * dpi + 1e-9))
    assert struct.unpack(">IIB", chunks[b"pHYs"]) == (round(dpi / 0.0254), round(dpi / 0.0254), 1)
    assert chunks[b"tEXt"] == b"Description\0Made by penta"  # and no version, no date
    with Image.open(BytesIO(file)) as picture:
        image = np.asarray(picture.convert("RGB")) / 255
    dots = dpi / 25.4
    row = image[round(70 * dots) - 1 : round(70 * dots) + 2].min(axis=(0, 2))
    (dark,) = (row < 0.95).nonzero()
    assert dark[-1] + 1 - dark[0] == pytest.approx(100 * dots, abs=2)
    for x, colour in ((20, [1, 0, 0]), (60, [0, 0, 1]), (45, [1, 1, 1])):
        assert image[round(25 * dots), round(x * dots)] == pytest.approx(colour)
    assert zlib.decompress(chunks[b"IDAT"])


def test_art_is_drawn_upright_and_translucent_in_every_format() -> None:
    with BytesIO() as file:
        image = Image.new("RGBA", (20, 40))
        image.paste((255, 0, 0, 128), (0, 0, 20, 20))  # the upper half
        image.save(file, "PNG")
        art = Artwork(20, 40, file.getvalue())
    page = scene.Page(PAPER, 2 * (scene.Picture(art, scene.Box(10, 10, 20, 40)),), PAPER, PAPER)
    with Image.open(BytesIO(png(page, dpi=254))) as image:
        dots = [image.convert("RGB").getpixel((200, y)) for y in (90, 200, 400)]
    assert dots == [(255, 255, 255), pytest.approx((255, 63, 63), abs=1), (255, 255, 255)]
    assert svg(page, title="").count(b64encode(art.image)) == 1  # held once, drawn twice
    (written,) = _pdf_pages([page])
    (form,) = written["/Resources"]["/XObject"].values()  # type: ignore[index]
    (drawn,) = form["/Resources"]["/XObject"].values()
    assert (drawn["/Width"], drawn["/Height"], drawn["/SMask"]["/Width"]) == (20, 40, 20)
    content = written.get_contents()
    assert content is not None
    assert content.get_data().count(b"\n56.69291 0 0 113.3858 28.34646 ") == 2
