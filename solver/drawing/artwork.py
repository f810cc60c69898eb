"""Art that a user brings: an SVG or a PNG file from anywhere, drawn from then on as an image.

resvg draws the SVG files, in a process of its own: a file that is made to crash it, or to keep it
busy for ever, ends that process alone. It is given no text, since its fonts would differ from
machine to machine, and nothing that names another file.
"""

import re
import subprocess
import sys
import warnings
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from solver.errors import SourceError, quoted

if TYPE_CHECKING:
    from PIL.Image import Image as Dots

FADED = 0.75  # how much white takes the place of a colour
_MAX_SIDE = 4096  # dots, which take 64 MB
_KEPT_SIDE = 1024  # dots, of an image in a cell: 600 an inch on 43 mm
_WHOLE_SIDE = 3072  # dots, of an image that fills a card: 600 an inch on 130 mm
_SMALL_PART = 0.5  # of the width and the height of an artboard: art that takes less is cut out
_LIMIT_S = 10.0  # to draw an SVG of 1024 dots; of more, three times as long
_SVG = "{http://www.w3.org/2000/svg}"
_HINT = "turn texts into paths, or export a PNG"
# Illustrator has entities that stand for addresses; others may grow.
_PLAIN_ENTITY = re.compile(r"""<!ENTITY\s+[\w.:-]+\s+("[^"&%]{0,200}"|'[^'&%]{0,200}')\s*>""")
_EMBEDDED = re.compile(r"data:image/(png|jpe?g|gif|webp)[;,]", re.IGNORECASE)
_DRAW = (
    "import sys, resvg_py\n"
    "side = int(sys.argv[1])\n"
    "sys.stdout.buffer.write(resvg_py.svg_to_bytes(sys.stdin.buffer.read().decode(), "
    "width=side, height=side, dpi=96, skip_system_fonts=True))"
)
# What Pillow raises where a file is damaged.
_DAMAGES = (OSError, SyntaxError, ValueError, OverflowError, IndexError, EOFError, MemoryError)


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
    from PIL import Image

    try:
        with warnings.catch_warnings(), Image.open(BytesIO(content), formats=["PNG"]) as image:
            warnings.simplefilter("ignore")  # sizes are judged here
            # The dots are unpacked by convert, and not before.
            dots = _dots(image) if max(image.size) <= _MAX_SIDE else None
    except Image.DecompressionBombError:
        dots = None
    except _DAMAGES:
        raise SourceError(where, expected="a PNG", found="another file, or a damaged one") from None
    if dots is None:
        expected = f"at most {_MAX_SIDE} x {_MAX_SIDE} dots"
        raise SourceError(where, expected=expected, found="more")
    shown = dots.getbbox()
    if shown is None:
        raise SourceError(where, expected="a picture that shows something", found="nothing")
    is_cut_out = not is_whole and _part(shown, dots) < _SMALL_PART
    dots = dots.crop(shown) if is_cut_out else dots
    dots.thumbnail((_WHOLE_SIDE, _WHOLE_SIDE) if is_whole else (_KEPT_SIDE, _KEPT_SIDE))
    return _artwork(dots, is_cut_out=is_cut_out)


def artwork_of_svg(text: str, where: str, *, is_whole: bool = False) -> Artwork:
    """Return the art in the SVG file *text*, 1024 dots wide or high; *where* names it.

    Art that takes less than half of the width and the height is cut out, unless it *is_whole* and
    has 3072 dots. Raises `SourceError` when it is not an SVG file, has texts, links or entities
    that may grow, shows nothing, or cannot be drawn in ten seconds; in thirty, if it has more dots.
    """
    if "<!ENTITY" in _PLAIN_ENTITY.sub("", text):
        raise SourceError(where, expected="an SVG without entities", found="<!ENTITY")
    try:
        root = ET.fromstring(text)  # noqa: S314 - its entities do not grow
    except ET.ParseError as error:
        found = f"an error ({quoted(str(error))[1:-1]})"
        raise SourceError(where, expected="an SVG", found=found) from None
    _check_self_contained(root, where)
    if is_whole:
        return artwork_of_png(_drawn(root, where, side=_WHOLE_SIDE), where, is_whole=True)
    drawn = _drawn(root, where)
    from PIL import Image

    with Image.open(BytesIO(drawn)) as image:
        shown = image.getbbox()
        part = _part(shown, image) if shown else 1.0
    if part < _SMALL_PART:  # larger, since it will be cut out
        drawn = _drawn(root, where, side=min(_MAX_SIDE, int(_KEPT_SIDE / part)))
    return artwork_of_png(drawn, where)


def _drawn(root: ET.Element, where: str, *, side: int = _KEPT_SIDE) -> bytes:
    """Return the SVG of *root* as a PNG file, *side* dots wide or high."""
    limit_s = _LIMIT_S if side <= _KEPT_SIDE else 3 * _LIMIT_S
    try:
        # Written anew, so that nothing is drawn but what was looked at.
        command = [sys.executable, "-c", _DRAW, str(side)]
        return subprocess.run(  # noqa: S603 - our own program
            command, input=ET.tostring(root), capture_output=True, check=True, timeout=limit_s
        ).stdout
    except subprocess.TimeoutExpired:
        expected = f"an SVG that is drawn within {limit_s:g} s"
        raise SourceError(where, expected=expected, found="another one", hint=_HINT) from None
    except (subprocess.CalledProcessError, RecursionError) as error:
        said = getattr(error, "stderr", b"").decode(errors="replace").strip().rpartition("\n")[2]
        found = f"an error ({quoted(said or 'it is too deep')[1:-1]})"
        raise SourceError(where, expected="an SVG that can be drawn", found=found) from None


def _check_self_contained(root: ET.Element, where: str) -> None:
    """Raise `SourceError` unless *root* is an SVG that needs no fonts and no other files.

    Elements without a namespace are put into that of SVG.
    """
    if root.tag not in {"svg", f"{_SVG}svg"}:
        raise SourceError(where, expected="an SVG", found=f"<{quoted(root.tag)[1:-1]}>")
    texts, links = 0, dict[str, None]()
    for element in root.iter():
        if "{" not in element.tag:  # written by hand, without the namespace that resvg insists on
            element.tag = f"{_SVG}{element.tag}"
        texts += element.tag == f"{_SVG}text"
        for name, value in element.attrib.items():
            # Elements of an editor's own are not drawn.
            is_link = name.rpartition("}")[2] == "href" and element.tag.startswith(_SVG)
            if is_link and not (value.startswith("#") or _EMBEDDED.match(value)):
                links[quoted(value)] = None
    faults = {"<text>": f"{texts} of them"} if texts else {}
    if links:
        faults["references to other files"] = ", ".join(links)
    if faults:
        expected, found = f"an SVG without {' and '.join(faults)}", ", ".join(faults.values())
        raise SourceError(where, expected=expected, found=found, hint=_HINT)


def _dots(image: "Dots") -> "Dots":
    """Return *image* in eight bits a colour; Pillow itself would cut off what is brighter."""
    import numpy as np
    from PIL import Image

    if image.mode.startswith("I"):
        return Image.fromarray((np.asarray(image) >> 8).astype(np.uint8)).convert("RGBA")
    return image.convert("RGBA")


def _part(shown: tuple[int, int, int, int], image: "Dots") -> float:
    """Return which part of the width or the height of *image* the box *shown* takes, at most."""
    left, top, right, bottom = shown
    return max((right - left) / image.width, (bottom - top) / image.height)


def _artwork(dots: "Dots", *, is_cut_out: bool = False) -> Artwork:
    with BytesIO() as file:
        dots.save(file, "PNG")
        return Artwork(dots.width, dots.height, file.getvalue(), is_cut_out)
