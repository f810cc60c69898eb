"""PNG files that are read: their dots, and nothing else of them."""

import warnings
from io import BytesIO

from PIL import Image

from solver.drawing.artwork import Artwork
from solver.errors import SourceError

_MAX_SIDE = 4096  # dots, which take 64 MB
_KEPT_SIDE = 1024  # dots, of an image in a cell: 600 an inch on 43 mm
# What Pillow raises where a file is damaged.
_DAMAGES = (OSError, SyntaxError, ValueError, OverflowError, IndexError, EOFError, MemoryError)


def artwork_of_png(content: bytes, where: str) -> Artwork:
    """Return the art in the PNG file *content*, at most 1024 dots wide; *where* names it.

    Raises `SourceError` when it is not a PNG file, or a damaged or a huge one.
    """
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
    with BytesIO() as file:
        dots.save(file, "PNG")
        return Artwork(float(dots.width), float(dots.height), image=file.getvalue())
