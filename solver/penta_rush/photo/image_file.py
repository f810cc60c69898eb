"""Photos that are read: JPEG, PNG, WebP, and HEIC where pillow-heif is installed.

A photo is turned as its camera says it has to be (EXIF), and reduced if it is large. Sizes are
judged before anything is unpacked, so that a small file cannot claim all memory.
"""

import sys
import warnings
from contextlib import suppress
from io import BytesIO
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

import data
from solver.drawing.pixels import DAMAGES, upright
from solver.errors import SourceError, error_text, quoted
from solver.files.input_text import STDIN, file_bytes

Image = NDArray[np.uint8]  # rows, cols, and blue, green and red
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

KEPT_SIDE = 2400  # dots: a cell of a 20x20 card still has a hundred
_MAX_BYTES = 40_000_000
_MAX_DOTS = 64_000_000
_FORMATS = ["JPEG", "PNG", "WEBP"]
_KINDS = "a photo as JPEG, PNG, WebP or HEIC"


class Photo(NamedTuple):
    """The dots of a photo as it is held upright, *scale* times as wide as *size* says.

    *size* is the width and height in the file, after its rotation.
    """

    image: Image
    scale: float
    size: tuple[int, int]


def read_photo(name: str) -> Photo:
    """Return the photo that *name* stands for: a sample, a file, or '-' for standard input.

    Raises `SourceError` when there is none, or it is no photo, a damaged or a huge one.
    """
    where = f"photo {quoted(name)}"
    content = _content(name, where)
    if len(content) > _MAX_BYTES:
        raise SourceError(where, expected=f"at most {_MAX_BYTES // 10**6} MB", found="more")
    return photo_of(content, where)


def photo_of(content: bytes, where: str) -> Photo:
    """Return the photo whose file has this *content*; *where* names it in messages.

    Raises `SourceError` when it is no photo, or a damaged or a huge one.
    """
    formats = [*_FORMATS, *_heif()]
    dots: Pillow.Image | None = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # sizes are judged here
            with Pillow.open(BytesIO(content), formats=formats) as image:
                size = image.size
                if size[0] * size[1] <= _MAX_DOTS:
                    image.draft("RGB", (KEPT_SIDE, KEPT_SIDE))
                    dots = _on_white(upright(image))
    except Pillow.DecompressionBombError:
        dots = None
    except DAMAGES:
        found = "another file, or a damaged one"
        raise SourceError(where, expected=_KINDS, found=found) from None
    if dots is None:
        expected = f"at most {_MAX_DOTS // 10**6} million dots"
        raise SourceError(where, expected=expected, found="more")
    if (dots.width > dots.height) != (size[0] > size[1]):
        size = size[1], size[0]
    if max(dots.size) > KEPT_SIDE:
        dots.thumbnail((KEPT_SIDE, KEPT_SIDE), Pillow.Resampling.BOX)
    array = np.ascontiguousarray(np.asarray(dots, np.uint8)[..., ::-1])
    return Photo(array, dots.width / size[0], size)


def _content(name: str, where: str) -> bytes:
    if not name:
        raise SourceError(where, expected="a name", found="an empty one")
    if name != STDIN:
        known = data.samples("photos")
        expected = f"{_KINDS}, '-' for standard input or a sample ({', '.join(known)})"
        return file_bytes(name, where, expected, known, most=_MAX_BYTES)
    if sys.stdin is None:
        raise SourceError(where, expected=_KINDS, found="standard input is closed")
    try:
        return sys.stdin.buffer.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: it is closed
        raise SourceError(where, expected=_KINDS, found=error_text(error)) from None


def _heif() -> list[str]:
    """Return the names of further formats that can be read here."""
    with suppress(ImportError):
        import pillow_heif

        pillow_heif.register_heif_opener(thumbnails=False)
        return ["HEIF"]
    return []


def _on_white(image: Pillow.Image) -> Pillow.Image:
    """Return *image* in red, green and blue; what is transparent is white."""
    if image.has_transparency_data:
        paper = Pillow.new("RGBA", image.size, "white")
        paper.alpha_composite(image.convert("RGBA"))
        image = paper
    return image.convert("RGB")
