"""Fonts: what they can show, how wide it is, and files that are no fonts."""

import re
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from string import ascii_letters, digits

import pytest
import reportlab
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from solver.drawing.font import default_fonts, read_fonts
from solver.drawing.pdf import pdf
from solver.drawing.png import png
from solver.drawing.scene import Box, Page, Point, Text, text_width
from solver.drawing.svg import svg
from solver.errors import SourceError
from tests.fuzz import Reader, check_reader
from tests.support import Patch, cases, slow

ITALIC = Path(reportlab.__file__).parent / "fonts" / "VeraIt.ttf"
PAPER = Box(0, 0, 60, 30)


def _page(*texts: str) -> Page:
    marks = [Text(Point(5, 5 + 4 * row), text, 3.0) for row, text in enumerate(texts)]
    return Page(PAPER, marks, PAPER, PAPER)


def _opentype(*, licence: int = 0) -> bytes:
    """Return an OpenType font of cubic curves with the letters of Bitstream Vera Sans Oblique."""
    source = TTFont(ITALIC)
    outlines = source.getGlyphSet()
    glyph_of = {code: glyph for code, glyph in source.getBestCmap().items() if 32 <= code < 127}
    names = [".notdef", *sorted(set(glyph_of.values()))]
    curves = {}
    for name in names:
        pen = T2CharStringPen(outlines[name].width, outlines)
        outlines[name].draw(pen)
        curves[name] = pen.getCharString()
    builder = FontBuilder(source["head"].unitsPerEm, isTTF=False)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(glyph_of)
    builder.setupCFF("Cubic", {"FullName": "Cubic"}, curves, {})
    builder.setupHorizontalMetrics({name: (outlines[name].width, 0) for name in names})
    builder.setupHorizontalHeader(ascent=1900, descent=-500)
    builder.setupNameTable({"familyName": "Cubic", "styleName": "Regular", "psName": "Cubic"})
    builder.setupOS2(fsType=licence)
    builder.setupPost()
    with BytesIO() as file:
        builder.save(file)
        return file.getvalue()


@cases("text", "10x10:ABCDEFABCD", "meadow", "red circle, blue star", "WWW", "iii")
def test_no_text_is_wider_than_its_room(text: str) -> None:
    for font in default_fonts():
        size = font.fitted_size(text, 2.0)
        assert 1.4 < size <= 2.0
        assert sum(font.advances[letter] for letter in text) * size <= text_width(text, 2.0) + 1e-9


def test_a_font_shows_greek_and_cyrillic_but_no_chinese_and_nothing_from_the_right() -> None:
    font = default_fonts().regular
    assert font.printable("\u0394\u043e\u043c \u8349 \u05d0") == "\u0394\u043e\u043c ? ?"
    assert font.missing("\u8349a\u05d0\u8349") == "\u8349\u05d0"
    # A letter and its accent are one, and a variation selector leaves no trace.
    assert font.printable("e\u0301\ufe0f") == "\u00e9"


@pytest.mark.parametrize("form", ["ttf", "otf"])
def test_a_font_of_the_users_is_embedded_as_a_subset_in_a_pdf(form: str, tmp_path: Path) -> None:
    file = tmp_path / f"own.{form}"
    file.write_bytes(ITALIC.read_bytes() if form == "ttf" else _opentype())
    page = _page("10x10:ABCD", "meadow")
    content = pdf([page], title="", fonts=read_fonts(str(file)))
    (written,) = PdfReader(BytesIO(content)).pages
    assert written.extract_text().split() == ["10x10:ABCD", "meadow"]
    fonts = written["/Resources"]["/Font"].values()  # type: ignore[index]
    (name,) = {font.get_object()["/BaseFont"] for font in fonts}
    assert re.fullmatch(r"/[A-Z]{6}\+.*(Cubic|BitstreamVeraSans-Oblique).*", name)
    assert len(content) < 20_000


def test_a_font_of_the_users_draws_a_png_and_is_put_into_an_svg(tmp_path: Path) -> None:
    file = tmp_path / "own.otf"
    file.write_bytes(_opentype())
    fonts, page = read_fonts(str(file)), _page("meadow", "3x4")
    assert png(page, dpi=72, fonts=fonts) != png(page, dpi=72)
    text = svg(page, title="", fonts=fonts).decode()
    (subset,) = re.findall(r"data:font/ttf;base64,([^)]+)\)", text)
    characters = TTFont(BytesIO(b64decode(subset))).getBestCmap()
    assert {chr(code) for code in characters} == {*"meadow3x4? "}
    assert svg(page, title="", fonts=fonts).decode() == text


@cases(
    "content message",
    (b"", "expected a TrueType or OpenType font, found an empty file"),
    (b"%PDF-1.4", "expected a TrueType or OpenType font, found another kind of file"),
    (b"wOFF" + bytes(60), "found another kind of file"),
    (b"\0\1\0\0" + bytes(200), "found a damaged one"),
    (b"ttcf" + b"\xff" * 60, "found a damaged one"),
    (ITALIC.read_bytes()[:3000], "found a damaged one"),
    (_opentype()[:5000], "found a damaged one"),
    (_opentype(licence=2), "a font whose licence lets it be embedded, found fsType 0x0002"),
)
def test_a_file_that_is_no_usable_font_is_an_error(
    content: bytes, message: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.ttf").write_bytes(content)
    with pytest.raises(SourceError, match=r"^font 'a.ttf': ") as error:
        read_fonts("a.ttf")
    assert message in str(error.value)


def test_a_font_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    for name, found in (("none.ttf", "no such file"), ("", "no file"), ("a\0", "an error")):
        with pytest.raises(SourceError, match=f"found {found}"):
            read_fonts(str(tmp_path / name))


@pytest.mark.parametrize("count", [40, slow(1000)])
def test_a_damaged_font_prints_pages_or_is_refused_in_one_line(count: int, tmp_path: Path) -> None:
    def print_page(name: str) -> None:
        fonts = read_fonts(name)
        pdf([_page("10x10:ABC meadow")], title="", fonts=fonts)
        png(_page("10x10:ABC meadow"), dpi=30, fonts=fonts)

    font = default_fonts().regular.subset([ascii_letters, digits, ":"])
    check_reader(Reader(print_page, [font], limit_s=10.0), tmp_path / "a.ttf", count=count)
