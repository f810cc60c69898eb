"""Art of a user's: any SVG and PNG is drawn as an image, or refused in one line."""

import struct
import zlib
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from PIL import Image

from solver.drawing import artwork
from solver.drawing.artwork import Artwork, artwork_of_png, artwork_of_svg, faded
from solver.errors import SourceError
from tests.solver.drawing.exported import EXPORTED
from tests.support import Patch, cases, slow

XMLNS = '<svg xmlns="http://www.w3.org/2000/svg"'
HEAD = f'{XMLNS} viewBox="0 0 20 10"'


def _svg(inside: str, head: str = HEAD) -> str:
    return f"{head}>{inside}</svg>"


def _read(inside: str, head: str = HEAD) -> Artwork:
    return artwork_of_svg(_svg(inside, head), "art 'A.svg'")


def _colours(art: Artwork, *points: tuple[int, int]) -> list[object]:
    """Return the colours at *points* of a picture of 20 x 10, None where nothing is."""
    with Image.open(BytesIO(art.image)) as image:
        dots = [image.getpixel((x * image.width // 20, y * image.height // 10)) for x, y in points]
    return [dot[:3] if dot[3] else None for dot in dots]  # type: ignore[index]


RED, BLUE = (255, 0, 0), (0, 0, 255)


@cases(
    "inside left right",
    ('<rect width="10mm" height="1cm" fill="red"/>', RED, (255, 0, 0)),
    ('<rect width="10" height="10" fill="red"/>', RED, None),
    ('<g transform="translate(10)"><rect width="10" height="10" fill="red"/></g>', None, RED),
    ("<style>g > .b{fill:#f00}</style><g><path class='b' d='M0 0h10v10H0'/></g>", RED, None),
    ('<g color="blue"><circle cx="5" cy="5" r="4" fill="currentColor"/></g>', BLUE, None),
    ('<defs><path id="a" d="M0 0h9v9H0z" fill="red"/></defs><use href="#a" x="11"/>', None, RED),
    (
        """<clipPath id="c"><path d="M0 0h10v10H0z"/></clipPath>
            <rect width="20" height="10" fill="red" clip-path="url(#c)"/>""",
        RED,
        None,
    ),
    (
        """<linearGradient id="g"><stop offset=".4" stop-color="red"/><stop offset=".6"
            stop-color="#00f"/></linearGradient><rect width="20" height="10" fill="url(#g)"/>""",
        RED,
        BLUE,
    ),
    ('<path fill-rule="evenodd" d="M0 0h20v10H0zM12 2h6v6h-6z" fill="red"/>', RED, None),
    ('<image xmlns="editor" href="file:///x"/><path d="M0 0h9v9H0" fill="red"/>', RED, None),
)
def test_an_svg_is_drawn_as_a_browser_draws_it(inside: str, left: object, right: object) -> None:
    art = _read(inside)
    assert (art.width, art.height) == (1024, 512)
    assert _colours(art, (5, 5), (15, 5)) == [left, right]


@cases(
    "head size",
    ('viewBox="0 0 1.4 0.7"', (1024, 512)),
    ('viewBox="2 2 72.5 36.25"', (1024, 512)),
    ('width="5.6mm" height="2.8mm"', (1024, 512)),
    ('width="2.8mm" viewBox="0 0 10 5"', (1024, 512)),
    ('height="1em" width="100%" viewBox="0 0 10 5"', (1024, 512)),
    (
        'viewBox="0 0 9 9" style="height: 512px; width: 256px;" preserveAspectRatio="none"',
        (512, 1024),
    ),
    ('width="1e9" height="5e8" viewBox="0 0 10 5"', (1024, 512)),
)
def test_sizes_that_are_not_whole_lose_nothing(head: str, size: tuple[int, int]) -> None:
    whole = _read('<rect x="-9" y="-9" width="99" height="99" fill="red"/>', f"{XMLNS} {head}")
    assert (whole.width, whole.height) == size
    assert _colours(whole, (0, 0), (19, 9)) == [RED, RED]
    with Image.open(BytesIO(whole.image)) as image:
        assert image.getpixel((size[0] - 1, size[1] - 1)) == (255, 0, 0, 255)


@pytest.mark.slow
def test_what_designers_programs_export_is_drawn(monkeypatch: Patch) -> None:
    monkeypatch.setattr(artwork, "_KEPT_SIDE", 64)
    with ThreadPoolExecutor(2) as pool:
        drawn = list(pool.map(artwork_of_svg, EXPORTED.values(), EXPORTED))
    assert len(drawn) >= 40
    assert all(max(art.width, art.height) == 64 and not art.is_cut_out for art in drawn)


def test_what_is_empty_or_missing_is_left_out_as_in_a_browser() -> None:
    shapes = '<rect width="0" height="9"/><circle r="0"/><ellipse/><polygon points=""/><path d=""/>'
    art = _read(f"""{shapes}<use href="#no"/><rect width="10" height="10" fill="red"
        clip-path="url(#no)" mask="url(#no)"/>""")
    assert _colours(art, (5, 5), (15, 5)) == [RED, None]


def test_an_svg_with_a_doctype_and_one_without_a_namespace_is_read() -> None:
    doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">'
    art = artwork_of_svg(
        f'{doctype}<svg width="4cm" viewBox="0 0 2 1"><path d="M0 0h1v1H0z"/></svg>', "art"
    )
    assert _colours(art, (5, 5)) == [(0, 0, 0)]


@cases("text message",
 (_svg('<image href="http://a/b.png"/>'), "references to other files, found 'http://a/b.png'"),
        (
            _svg('<use xmlns:l="http://www.w3.org/1999/xlink" l:href="/etc/passwd#a"/>'),
            "references to other files, found '/etc/passwd#a'",
        ),
        (_svg('<filter><feImage href="a.png"/></filter>'), "other files, found 'a.png'"),
        (_svg("<g><text>A</text></g>"), "without texts, found 1 text (turn texts into paths,"),
        (
            _svg('<text>A</text><g><text>B</text></g><image href="a"/><use href="b"/>'),
            "an SVG without texts or references to other files, found 2 texts, 'a', 'b' (turn",
        ),
        (
            _svg('<g style="mix-blend-mode:plus-lighter"><path d="M0 0h1" fill="lab(1 2 3)"/></g>'),
            "drawn, found an error (\"mix-blend-mode value: 'plus-lighter'\", \"fill value: 'lab",
        ),
        (_svg('<g clip-path="circle(9px)"/>'), "(\"clip-path value: 'circle(9px)'\")"),
        (_svg("<style>:root{fill:red}</style>"), "(\"':root' is not supported\")"),
        (_svg(""), "a picture that shows something, found nothing"),
        (_svg('<path d="M30 0h9v9h-9z"/>', HEAD), "a picture that shows something, found nothing"),
        (_svg("<g/>", f'{HEAD} height="0"'), "an SVG that can be drawn, found an error"),
        (_svg("<g>" * 5000 + "</g>" * 5000), "an SVG that can be drawn, found an error"),
        (_svg("<g>" * 500 + "<path/>" + "</g>" * 500), "found an error"),  # resvg ends in a crash
        slow(
            _svg('<rect height="9" width="9" filter="url(#f)"/><filter id="f"><feMorphology '
                 'operator="dilate" radius="900"/><feMorphology radius="900"/></filter>'),
            "an SVG that is drawn within 1 s, found another one"),
        ('<!DOCTYPE svg [<!ENTITY a "&b;&b;">]><svg>&a;</svg>', "an SVG without entities"),
        ('<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]><svg>&a;</svg>', "without entities"),
        ("<svg>", "expected an SVG, found an error (no element found"),
        ("<html/>", "expected an SVG, found <html>"),
        ("", "expected an SVG, found an error")
)  # fmt: skip
def test_an_svg_that_is_not_drawn_is_an_error(text: str, message: str, monkeypatch: Patch) -> None:
    if "1 s" in message:
        monkeypatch.setattr(artwork, "_LIMIT_S", 1)
    with pytest.raises(SourceError) as error:
        artwork_of_svg(text, "art 'A.svg'")
    assert str(error.value).startswith("art 'A.svg': expected ")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def _png(size: tuple[int, int], mode: str = "RGB", colour: Any = 0) -> bytes:
    with BytesIO() as file:
        Image.new(mode, size, colour if mode in {"RGB", "RGBA"} else 0).save(file, "PNG")
        return file.getvalue()


def _header_of(width: int, height: int) -> bytes:
    """Return a PNG file that says it is so large, and holds next to nothing."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = b"IDAT" + zlib.compress(bytes(1000))
    chunks = [
        struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
        for chunk in (header, data, b"IEND")
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "P", "1", "I;16"])
def test_an_image_of_any_kind_keeps_its_aspect(mode: str) -> None:
    art = artwork_of_png(_png((30, 20), mode, "black"), "art 'A.png'")
    assert (art.width, art.height) == (30, 20)
    with Image.open(BytesIO(faded(art).image)) as pale:
        assert pale.getpixel((0, 0)) == (0, 0, 0, 64)


def test_sixteen_bits_become_eight() -> None:
    dots = np.array([[0, 255, 256, 32_768, 65_535]], np.uint16)
    with BytesIO() as file:
        Image.fromarray(dots).save(file, "PNG")
        art = artwork_of_png(file.getvalue(), "art 'A.png'")
    with Image.open(BytesIO(art.image)) as image:
        greys = [image.getpixel((col, 0)) for col in range(5)]
    assert greys == [(grey, grey, grey, 255) for grey in (0, 0, 1, 128, 255)]


@pytest.mark.slow
def test_art_on_a_large_artboard_is_cut_out() -> None:
    page = '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm"'
    speck = _read('<path d="M60 60h40v20h-40z" fill="red"/>', f'{page} viewBox="0 0 210 297"')
    assert speck.is_cut_out
    assert speck.width / speck.height == pytest.approx(2, rel=0.02)
    assert speck.width > 500  # not the hundred dots of the whole artboard's picture
    assert _colours(speck, (1, 1), (18, 8)) == [RED, RED]
    assert not _read('<path d="M0 0h110v20h-110z"/>', f'{page} viewBox="0 0 210 297"').is_cut_out
    with BytesIO() as file:
        image = Image.new("RGBA", (100, 100))
        image.paste((255, 0, 0, 255), (10, 20, 50, 40))
        image.save(file, "PNG")
        cut_out = artwork_of_png(file.getvalue(), "art 'A.png'")
    assert (cut_out.width, cut_out.height, cut_out.is_cut_out) == (40, 20, True)


def test_a_picture_whose_exif_is_damaged_is_taken_as_it_is() -> None:
    with BytesIO() as file:
        Image.new("RGB", (3, 2), "red").save(file, "PNG", exif=b"Exif\0\0II*\0\xff\xff")
        art = artwork_of_png(file.getvalue(), "art 'A.png'")
    assert (art.width, art.height) == (3, 2)


def test_a_large_image_is_made_smaller() -> None:
    art = artwork_of_png(_png((3000, 1500)), "art 'A.png'")
    assert (art.width, art.height) == (1024, 512)


@cases(
    "content message",
    (_header_of(60_000, 60_000), "expected at most 4096 x 4096 dots, found more"),
    (_header_of(5000, 10), "expected at most 4096 x 4096 dots, found more"),
    (_header_of(400, 400), "expected a PNG, found another file, or a damaged one"),
    (_png((30, 20))[:45], "found another file, or a damaged one"),
    (_png((30, 20), "RGBA"), "expected a picture that shows something, found nothing"),
    (_png((30, 20), "RGB", (252,) * 3), "expected a picture that is seen on white, found a white"),
    (b"", "found another file, or a damaged one"),
    (b"GIF89a" + bytes(99), "found another file, or a damaged one"),
)
def test_a_huge_or_damaged_image_is_an_error(content: bytes, message: str) -> None:
    with pytest.raises(SourceError, match=r"^art 'A.png': ") as error:
        artwork_of_png(content, "art 'A.png'")
    assert message in str(error.value)


def test_a_box_beyond_all_numbers_is_refused() -> None:
    svg = f'{XMLNS} width="40" viewBox="0 0 40 4{"9" * 330}"><path d="M0 0h1v1z"/></svg>'
    with pytest.raises(SourceError, match="expected an SVG that can be drawn"):
        artwork_of_svg(svg, "art")
