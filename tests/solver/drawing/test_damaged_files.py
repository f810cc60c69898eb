"""Fonts and art that are damaged at random: they are read, or refused by our own error."""

import random
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from solver.drawing.art.image_file import artwork_of_png
from solver.drawing.art.svg_file import artwork_of_svg
from solver.drawing.font import default_fonts, read_fonts
from solver.drawing.pdf import pdf
from solver.drawing.png import png
from solver.drawing.scene import Box, Page, Point, Text
from solver.errors import SourceError

SVG = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12">
<style>.a{fill:#c00;stroke:red}
</style><g transform="translate(12 6) scale(.9)"><path class="a" d="M-10,0 A10 5 0 1110,0z"/>
<rect x="-3" y="-2" width="6px" height="4" rx="1" style="fill:gold;stroke-width:2"/></g>
<path fill-rule="evenodd" fill="teal" d="M2 2h16v16H2z M6 6h8v8H6z" opacity=".5"/></svg>"""
PAPER = Box(0, 0, 60, 30)
PAGE = Page(PAPER, [Text(Point(1, 9), "10x10:ABC meadow", 3.0)], PAPER, PAPER)


def _image() -> bytes:
    with BytesIO() as file:
        Image.radial_gradient("L").resize((30, 20)).save(file, "PNG")
        return file.getvalue()


def _font() -> bytes:
    return default_fonts().regular.subset(
        ["abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ01:"]
    )


def _use_font(content: bytes, folder: Path) -> None:
    (folder / "a.ttf").write_bytes(content)
    fonts = read_fonts(str(folder / "a.ttf"))
    pdf([PAGE], title="", fonts=fonts)
    png(PAGE, dpi=30, fonts=fonts)


READERS: dict[str, tuple[Callable[[], bytes], Callable[[bytes, Path], object]]] = {
    "svg": (lambda: SVG, lambda content, _: artwork_of_svg(content.decode("latin-1"), "art")),
    "png": (_image, lambda content, _: artwork_of_png(content, "art")),
    "font": (_font, _use_font),
}


def _damaged(content: bytes, rng: random.Random) -> bytes:
    damaged = bytearray(content)
    for _ in range(rng.choice([1, 1, 2, 5, 30])):
        at = rng.randrange(len(damaged))
        kind = rng.randrange(10)
        if kind < 6:
            damaged[at] = rng.randrange(256)
        elif kind < 8:
            del damaged[at : at + rng.choice([1, 4, 50])]
        elif kind == 8:
            damaged[at:at] = rng.randbytes(rng.choice([1, 8]))
        else:
            del damaged[at + 1 :]
        if len(damaged) < 9:
            break
    return bytes(damaged)


def _check(form: str, count: int, seed: int, folder: Path) -> None:
    whole, read = READERS[form]
    content, rng = whole(), random.Random(seed)
    read(content, folder)
    for _ in range(count):
        try:
            read(_damaged(content, rng), folder)
        except SourceError as error:
            assert "\n" not in str(error)  # noqa: PT017 - most are refused, some are read


@pytest.mark.parametrize(("form", "count"), [("svg", 500), ("png", 500), ("font", 40)])
def test_damaged_art_and_fonts_are_refused_in_one_line(
    form: str, count: int, tmp_path: Path
) -> None:
    _check(form, count, 1, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(("form", "count"), [("svg", 10_000), ("png", 10_000), ("font", 1000)])
def test_more_damaged_art_and_fonts_are_refused_in_one_line(
    form: str, count: int, tmp_path: Path
) -> None:
    _check(form, count, 2, tmp_path)
