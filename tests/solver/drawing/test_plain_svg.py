"""What resvg would draw otherwise than a browser is mended or refused, before it is drawn."""

from base64 import b64encode
from io import BytesIO

import pytest
from PIL import Image

from solver.drawing import plain_svg as plain_svg_room
from solver.drawing.plain_svg import plain_svg
from solver.errors import SourceError
from tests.solver.drawing.exported import EXPORTED
from tests.support import Patch, cases, error_text


def _svg(inside: str, head: str = "") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"{head}>{inside}</svg>'


def _picture(size: tuple[int, int], kind: str = "PNG") -> str:
    with BytesIO() as file:
        Image.new("L", size).save(file, kind)
        return b64encode(file.getvalue()).decode()


SHADOW = """<filter id="s"><feOffset dx="1"/></filter><filter id="b"><feGaussianBlur
    stdDeviation="1"/></filter>"""


@cases("inside found",
    ("<rect><animate/></rect><set/>",
        "without parts that are not drawn as in a browser, found <animate>, <set> (export a PNG)"),
    ("<g><foreignObject/></g>", "found <foreignObject>"),
    ("<flowRoot/>", "without texts, found 1 text (turn texts into paths, or export a PNG)"),
    ("<filter><feTile/></filter>", "found <feTile>"),
    ('<path vector-effect="non-scaling-stroke"/>', "found vector-effect"),
    ('<g style="vector-effect: non-scaling-stroke"/>', "found the style vector-effect"),
    ('<linearGradient color-interpolation="linearRGB"/>', "found color-interpolation"),
    ('<path pathLength="9" stroke-dasharray="1"/>', "found pathLength"),
    ('<g style="transform:scale(2);FILL:red;fill:red"/>',
        "found the style transform, the style FILL"),
    ("<style>.a{background : red}</style>", "found the style background"),
    ("<style>@media print{.a{fill:red}}</style>", "found a rule within a rule"),
    ('<style media="print">.a{fill:red}</style>', "found a style for other media"),
    ("<style>@import 'a.css'; .a{fill:red}</style>", "files, found \"@import 'a.css'\""),
    ("<style>.a{fill:url( 'b.svg#c')}</style>", "found 'b.svg#c'"),
    ('<path fill="url(b.svg#c)" style="filter:url(d)"/>', "found 'b.svg#c', 'd' ("),
    ('<image href="data:image/svg+xml,x"/>', "other files, found 'data:image/svg+xml,x'"),
    ('<image href="data:image/png;base64,AAAA"/>', "cannot be read, found a damaged one"),
    ("<g filter='url(#none)'/>", "found a missing filter '#none'"),
    (SHADOW + '<g transform="rotate(9)"><g filter="url(#s)"/></g>', "a shadow that is turned"),
    (SHADOW + '<g id="g" style="filter:url(#s)"/><use href="#g" transform="scale(-1)"/>', "shadow"),
    (SHADOW + '<style>.a{filter:url(#s)}</style><g class="a" transform="skewX(9)"/>', "a shadow"),
    ('<g transform="matrix(1 1 -1 1 0 0)" style="filter:drop-shadow(1px 1px red)"/>', "a shadow"),
    ('<text/><script/><image href="a.png"/>',
        "texts, references to other files or parts that are not drawn as in a browser, found 1"),
)  # fmt: skip
def test_what_is_drawn_otherwise_is_refused(inside: str, found: str) -> None:
    message = error_text(SourceError, plain_svg, _svg(inside), "art 'A.svg'")
    assert message.startswith("art 'A.svg': expected an SVG without ")
    assert found in message
    assert "\n" not in message


@cases("inside",
    SHADOW + '<g transform="rotate(9)"><g filter="url(#b)"/></g><g filter="url(#s)"/>',
    SHADOW + '<g transform="matrix(2 0 0 2 5 5) translate(-1)" filter="url(#s)"/>',
    SHADOW + '<style>.a{filter:url(#s)}</style><g class="a"/><g class="b" transform="scale(-1)"/>',
    '<switch><foreignObject requiredExtensions="a"/><g/></switch>',
    '<a href="https://example.org/"><path/></a>',
    '<path pathLength="9" style="transform:none;-inkscape-stroke:none;vector-effect:none"/>',
    '<path style="color-interpolation:sRGB;color-interpolation-filters:linearRGB"/>',
)  # fmt: skip
def test_what_is_drawn_alike_is_left(inside: str) -> None:
    assert b"path" in plain_svg(_svg(inside + "<path/>"), "art")


@cases("inside mended",
    ('<path fill="#cd853f icc-color(acme, 0.1, 0.5)"/>', 'fill="#cd853f"'),
    ('<path style="fill:#D00;fill:color(display-p3 1 0 0);fill-opacity:1"/>',
        '="fill:#D00;fill-opacity:1"'),
    ('<path fill="var(--a, rgb(1, 2, 3))"/>', 'fill="rgb(1, 2, 3)"'),
    ('<path stroke="currentcolor"/>', 'stroke="currentColor"'),
    ("<style>/* a; */@font-face{src:url(a)} @charset 'x';.a{fill:red}</style>", "> .a{fill:red}<"),
    ('<filter><feMorphology radius="2 3" in="a" result="b"/></filter>', '="2 1e-6" in="a" />'),
    ('<filter><feMorphology radius="2" in="a" result="b"/></filter>', '="1e-6 2" result="b" />'),
)  # fmt: skip
def test_what_a_browser_reads_otherwise_is_mended(inside: str, mended: str) -> None:
    assert mended in plain_svg(_svg(inside), "art").decode()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_an_embedded_picture_becomes_a_png_whatever_it_is_called(kind: str) -> None:
    image = f'<image href="data:image/jpg;base64,{_picture((3, 2), kind)}&#10;"/>'
    href = plain_svg(_svg(image), "art").decode().partition('href="')[2].partition('"')[0]
    assert href.startswith("data:image/png;base64,iVBOR")


def test_embedded_pictures_together_are_no_larger_than_a_file_may_be(monkeypatch: Patch) -> None:
    monkeypatch.setattr(plain_svg_room, "MAX_SIDE", 20)
    image = f'<image href="data:image/png;base64,{_picture((20, 10))}"/>'
    assert plain_svg(_svg(image * 2), "art")
    message = error_text(SourceError, plain_svg, _svg(image * 3), "art")
    assert "pictures that cannot be read, found more than 20 x 20 dots (" in message


def test_every_exported_file_keeps_its_elements() -> None:
    for name, text in EXPORTED.items():
        assert plain_svg(text, name).count(b"path ") >= text.count("<path "), name
