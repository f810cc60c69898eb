"""Art that a user brings: an SVG or a PNG file from anywhere, drawn from then on as an image.

resvg draws the SVG files, in a process of its own: a file that is made to crash it, or to keep it
busy for ever, ends that process alone. It is given no text, since its fonts would differ from
machine to machine, and nothing that names another file.
"""

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

_FADED = 0.75  # how much white takes the place of a colour
_MAX_SIDE = 4096  # dots, which take 64 MB
_KEPT_SIDE = 1024  # dots, of an image in a cell: 600 an inch on 43 mm
_LIMIT_S = 10.0  # to draw an SVG
_SVG = "{http://www.w3.org/2000/svg}"
_HINT = "turn texts into paths, or export a PNG"
_DRAW = (
    "import sys, resvg_py\n"
    "sys.stdout.buffer.write(resvg_py.svg_to_bytes("
    f"sys.stdin.buffer.read().decode(), width={_KEPT_SIDE}, height={_KEPT_SIDE}, "
    "dpi=96, skip_system_fonts=True))"
)
# What Pillow raises where a file is damaged.
_DAMAGES = (OSError, SyntaxError, ValueError, OverflowError, IndexError, EOFError, MemoryError)


@dataclass(frozen=True, slots=True, eq=False)
class Artwork:
    """The *image*, a PNG file of *width* x *height* pixels."""

    width: int
    height: int
    image: bytes


@lru_cache(maxsize=256)
def faded(artwork: Artwork) -> Artwork:
    """Return *artwork* in pale colours."""
    from PIL import Image

    with Image.open(BytesIO(artwork.image)) as image:
        pale = image.convert("RGBA")
    pale.putalpha(pale.getchannel("A").point([round(a * (1 - _FADED)) for a in range(256)]))
    return _artwork(pale)


def artwork_of_png(content: bytes, where: str) -> Artwork:
    """Return the art in the PNG file *content*, at most 1024 dots wide and high.

    *where* names it. Raises `SourceError` when it is not a PNG file, or a damaged or a huge one.
    """
    from PIL import Image

    try:
        with warnings.catch_warnings(), Image.open(BytesIO(content), formats=["PNG"]) as image:
            warnings.simplefilter("ignore")  # sizes are judged here
            # The dots are unpacked by convert, and not before.
            dots = image.convert("RGBA") if max(image.size) <= _MAX_SIDE else None
    except Image.DecompressionBombError:
        dots = None
    except _DAMAGES:
        raise SourceError(where, expected="a PNG", found="another file, or a damaged one") from None
    if dots is None:
        expected = f"at most {_MAX_SIDE} x {_MAX_SIDE} dots"
        raise SourceError(where, expected=expected, found="more")
    dots.thumbnail((_KEPT_SIDE, _KEPT_SIDE))
    return _artwork(dots)


def artwork_of_svg(text: str, where: str) -> Artwork:
    """Return the art in the SVG file *text*, 1024 dots wide or high; *where* names it.

    Raises `SourceError` when it is not an SVG file, has texts, entities or links, shows nothing, or
    cannot be drawn in ten seconds.
    """
    if "<!ENTITY" in text:  # which grow
        raise SourceError(where, expected="an SVG without entities", found="<!ENTITY")
    try:
        root = ET.fromstring(text)  # noqa: S314 - without entities
        _check_self_contained(root, where)
        # Written anew, so that nothing is drawn but what was looked at.
        command = [sys.executable, "-c", _DRAW]
        drawn = subprocess.run(  # noqa: S603 - our own program
            command, input=ET.tostring(root), capture_output=True, check=True, timeout=_LIMIT_S
        ).stdout
    except ET.ParseError as error:
        found = f"an error ({quoted(str(error))[1:-1]})"
        raise SourceError(where, expected="an SVG", found=found) from None
    except subprocess.TimeoutExpired:
        expected = f"an SVG that is drawn within {_LIMIT_S:g} s"
        raise SourceError(where, expected=expected, found="another one", hint=_HINT) from None
    except (subprocess.CalledProcessError, RecursionError) as error:
        said = getattr(error, "stderr", b"").decode(errors="replace").strip().rpartition("\n")[2]
        found = f"an error ({quoted(said or 'it is too deep')[1:-1]})"
        raise SourceError(where, expected="an SVG that can be drawn", found=found) from None
    art = artwork_of_png(drawn, where)
    from PIL import Image

    with Image.open(BytesIO(drawn)) as image:
        if image.getbbox() is None:
            raise SourceError(where, expected="an SVG that shows something", found="nothing")
    return art


def _check_self_contained(root: ET.Element, where: str) -> None:
    """Raise `SourceError` unless *root* is an SVG that needs no fonts and no other files.

    Elements without a namespace are put into that of SVG.
    """
    if root.tag not in {"svg", f"{_SVG}svg"}:
        raise SourceError(where, expected="an SVG", found=f"<{quoted(root.tag)[1:-1]}>")
    for element in root.iter():
        if "{" not in element.tag:  # written by hand, without the namespace that resvg insists on
            element.tag = f"{_SVG}{element.tag}"
        if element.tag == f"{_SVG}text":
            raise SourceError(where, expected="an SVG without <text>", found="one", hint=_HINT)
        for name, value in element.attrib.items():
            # Elements of an editor's own are not drawn.
            is_link = name.rpartition("}")[2] == "href" and element.tag.startswith(_SVG)
            if is_link and not value.startswith("#"):
                expected = "an SVG without references to files and images"
                raise SourceError(where, expected=expected, found=quoted(value), hint=_HINT)


def _artwork(dots: "Dots") -> Artwork:
    with BytesIO() as file:
        dots.save(file, "PNG")
        return Artwork(dots.width, dots.height, file.getvalue())
