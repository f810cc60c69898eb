"""Image files, read into dots of eight bits a colour."""

import struct
import warnings
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image as Dots

MAX_SIDE = 4096  # dots, which take 64 MB
# What Pillow raises where a file is damaged.
DAMAGES = (
    OSError,
    SyntaxError,
    ValueError,
    OverflowError,
    IndexError,
    EOFError,
    MemoryError,
    struct.error,
)
# By the number that a camera writes: how the image is turned or mirrored to be upright.
_ROTATIONS = {
    2: "FLIP_LEFT_RIGHT",
    3: "ROTATE_180",
    4: "FLIP_TOP_BOTTOM",
    5: "TRANSPOSE",
    6: "ROTATE_270",
    7: "TRANSVERSE",
    8: "ROTATE_90",
}


def opened(content: bytes, *formats: str) -> "Dots | None":
    """Return the image in the file *content*, upright, or None if it is a huge one.

    Raises one of `DAMAGES` when it is damaged, or of none of *formats*.
    """
    from PIL import Image

    try:
        with warnings.catch_warnings(), Image.open(BytesIO(content), formats=formats) as image:
            warnings.simplefilter("ignore")  # sizes are judged here
            # The dots are unpacked by what follows, and not before.
            return _dots(upright(image)) if max(image.size) <= MAX_SIDE else None
    except Image.DecompressionBombError:
        return None


def upright(image: "Dots") -> "Dots":
    """Return *image* turned as its camera says; one whose EXIF is damaged as it is."""
    from PIL import ExifTags, Image

    image.load()
    try:
        rotation = _ROTATIONS.get(image.getexif().get(ExifTags.Base.Orientation, 1))
    except Exception:  # noqa: BLE001 - Pillow raises what its parser of EXIF happens to meet
        rotation = None
    return image if rotation is None else image.transpose(Image.Transpose[rotation])


def _dots(image: "Dots") -> "Dots":
    """Return *image* in eight bits a colour; Pillow itself would cut off what is brighter."""
    import numpy as np
    from PIL import Image

    if image.mode.startswith("I"):
        return Image.fromarray((np.asarray(image) >> 8).astype(np.uint8)).convert("RGBA")
    return image.convert("RGBA")
