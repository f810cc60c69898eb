"""Art that a user brings: an SVG or a PNG file from anywhere, drawn from then on as an image.

resvg draws the SVG files, in a process of its own: a file that is made to crash it, or to keep it
busy for ever, ends that process alone. It is given no text, since its fonts would differ from
machine to machine, and nothing that names another file.
"""

import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from solver.drawing.pixels import DAMAGES, MAX_SIDE, opened
from solver.drawing.plain_svg import HINT, plain_svg
from solver.errors import SourceError, quoted

if TYPE_CHECKING:
    from PIL.Image import Image as Dots

FADED = 0.75  # how much white takes the place of a colour
_KEPT_SIDE = 1024  # dots, of an image in a cell: 600 an inch on 43 mm
_WHOLE_SIDE = 3072  # dots, of an image that fills a card: 600 an inch on 130 mm
_SMALL_PART = 0.5  # of the width and the height of an artboard: art that takes less is cut out
_WHITE = 250  # of 255, of a colour that nobody sees on white
_LIMIT_S = 10  # of a processor's time, to draw an SVG of 1024 dots; of more, three times as long
_PATIENCE = 6  # times the limit, on a machine that has much else to do
# What resvg says of what browsers do not draw either.
_HARMLESS = re.compile(r"(Rect|Circle|Ellipse|Polyline|Polygon) '|(clip-path|mask) value: 'url\(#")
_WARNING = re.compile(
    r"^Warning \(.*?\): (?:Failed to parse )?(.*?)(?:\.? (?:Fallback|Skipp|Selector s).*|\.)?$",
    re.MULTILINE,
)
# resvg tells of what it cannot draw on standard output, which the picture is to have alone.
_DRAW = """
import os, sys, resvg_py
side, limit, picture = int(sys.argv[1]), int(sys.argv[2]), os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
try:
    from resource import RLIMIT_CPU, getrlimit, setrlimit
    setrlimit(RLIMIT_CPU, (limit, getrlimit(RLIMIT_CPU)[1]))
except ImportError:  # Windows
    pass
picture.write(resvg_py.svg_to_bytes(sys.stdin.buffer.read().decode(), width=side, height=side,
    dpi=96, skip_system_fonts=True, log_information=True))
"""


@dataclass(frozen=True, slots=True, eq=False)
class Artwork:
    """The *image*, a PNG file of *width* x *height* pixels; *is_cut_out* of a large artboard."""

    width: int
    height: int
    image: bytes
    is_cut_out: bool = False


@lru_cache(maxsize=256)
def faded(artwork: Artwork) -> Artwork:
    """Return *artwork* in pale colours."""
    from PIL import Image

    with Image.open(BytesIO(artwork.image)) as image:
        pale = image.convert("RGBA")
    pale.putalpha(pale.getchannel("A").point([round(a * (1 - FADED)) for a in range(256)]))
    return _artwork(pale)


def reduced(artwork: Artwork, side: int) -> Artwork:
    """Return *artwork*, at most *side* dots wide and high."""
    from PIL import Image

    with Image.open(BytesIO(artwork.image)) as image:
        image.thumbnail((side, side))
        return _artwork(image, is_cut_out=artwork.is_cut_out)


@lru_cache(maxsize=64)
def covering(artwork: Artwork, aspect: float) -> Artwork:
    """Return the middle of *artwork* with this *aspect*, its width by its height, to a dot.

    It is *artwork* itself where nothing is to be cut off.
    """
    from PIL import Image

    width = max(1, min(artwork.width, round(artwork.height * aspect)))
    height = max(1, min(artwork.height, round(artwork.width / aspect)))
    if (width, height) == (artwork.width, artwork.height):
        return artwork
    left, top = (artwork.width - width) // 2, (artwork.height - height) // 2
    with Image.open(BytesIO(artwork.image)) as image:
        return _artwork(image.crop((left, top, left + width, top + height)))


def artwork_of_png(content: bytes, where: str, *, is_whole: bool = False) -> Artwork:
    """Return the art in the PNG file *content*, at most 1024 dots wide and high.

    *where* names it. Art that takes less than half of the width and the height is cut out, unless
    it *is_whole* and has 3072 dots: the picture of a whole card. Raises `SourceError` when it is
    not a PNG file, a damaged or a huge one, or one that shows nothing.
    """
    try:
        dots = opened(content, "PNG")
    except DAMAGES:
        raise SourceError(where, expected="a PNG", found="another file, or a damaged one") from None
    if dots is None:
        expected = f"at most {MAX_SIDE} x {MAX_SIDE} dots"
        raise SourceError(where, expected=expected, found="more")
    shown = dots.getbbox()
    if shown is None:
        raise SourceError(where, expected="a picture that shows something", found="nothing")
    if not is_whole and _is_white(dots):
        raise SourceError(where, expected="a picture that is seen on white", found="a white one")
    is_cut_out = not is_whole and _part(shown, dots) < _SMALL_PART
    dots = dots.crop(shown) if is_cut_out else dots
    dots.thumbnail((_WHOLE_SIDE, _WHOLE_SIDE) if is_whole else (_KEPT_SIDE, _KEPT_SIDE))
    return _artwork(dots, is_cut_out=is_cut_out)


def artwork_of_svg(text: str, where: str, *, is_whole: bool = False) -> Artwork:
    """Return the art in the SVG file *text*, 1024 dots wide or high; *where* names it.

    Art that takes less than half of the width and the height is cut out, unless it *is_whole* and
    has 3072 dots. Raises `SourceError` when it is not an SVG file, has texts, links, entities that
    may grow or what resvg does not draw as a browser does, shows nothing, or cannot be drawn in ten
    seconds; in thirty, if it has more dots.
    """
    plain = plain_svg(text, where)
    if is_whole:
        return artwork_of_png(_drawn(plain, where, side=_WHOLE_SIDE), where, is_whole=True)
    drawn = _drawn(plain, where, side=_KEPT_SIDE)
    from PIL import Image

    with Image.open(BytesIO(drawn)) as image:
        shown = image.getbbox()
        part = _part(shown, image) if shown else 1.0
    if part < _SMALL_PART:  # larger, since it will be cut out
        drawn = _drawn(plain, where, side=min(MAX_SIDE, int(_KEPT_SIDE / part)))
    return artwork_of_png(drawn, where)


def _drawn(plain: bytes, where: str, *, side: int) -> bytes:
    """Return the SVG file *plain* as a PNG file, *side* dots wide or high."""
    limit_s = _LIMIT_S if side <= _KEPT_SIDE else 3 * _LIMIT_S
    command = [sys.executable, "-c", _DRAW, str(side), str(limit_s)]
    try:
        run = subprocess.run(  # noqa: S603 - our own program
            command, input=plain, capture_output=True, check=True, timeout=_PATIENCE * limit_s
        )
    except subprocess.TimeoutExpired:
        raise _too_slow(where, limit_s) from None
    except subprocess.CalledProcessError as error:
        if error.returncode == -getattr(signal, "SIGXCPU", 0):
            raise _too_slow(where, limit_s) from None
        said = error.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        found = f"an error ({quoted(said or 'it crashes')[1:-1]})"
        raise SourceError(where, expected="an SVG that can be drawn", found=found) from None
    said = _WARNING.findall(run.stderr.decode(errors="replace"))
    undrawn = dict.fromkeys(quoted(line) for line in said if not _HARMLESS.match(line))
    if undrawn:
        expected, found = "an SVG that can be drawn", f"an error ({', '.join(undrawn)})"
        raise SourceError(where, expected=expected, found=found, hint=HINT)
    return run.stdout


def _too_slow(where: str, limit_s: int) -> SourceError:
    expected = f"an SVG that is drawn within {limit_s} s"
    return SourceError(where, expected=expected, found="another one", hint=HINT)


def _is_white(dots: "Dots") -> bool:
    """Return whether *dots* cannot be told from the paper."""
    from PIL import Image

    paper = Image.new("RGBA", dots.size, "white")
    paper.alpha_composite(dots)
    dark = [int(level < _WHITE) for level in range(256)]
    return all(one.point(dark).getbbox() is None for one in paper.convert("RGB").split())


def _part(shown: tuple[int, int, int, int], image: "Dots") -> float:
    """Return which part of the width or the height of *image* the box *shown* takes, at most."""
    left, top, right, bottom = shown
    return max((right - left) / image.width, (bottom - top) / image.height)


def _artwork(dots: "Dots", *, is_cut_out: bool = False) -> Artwork:
    with BytesIO() as file:
        dots.save(file, "PNG")
        return Artwork(dots.width, dots.height, file.getvalue(), is_cut_out)
