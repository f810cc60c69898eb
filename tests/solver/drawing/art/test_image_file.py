import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image

from solver.drawing.art.image_file import artwork_of_png
from solver.drawing.artwork import faded
from solver.errors import SourceError


def _png(size: tuple[int, int], mode: str = "RGB") -> bytes:
    with BytesIO() as file:
        Image.new(mode, size).save(file, "PNG")
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
    art = artwork_of_png(_png((30, 20), mode), "art 'A.png'")
    assert (art.width, art.height) == (30, 20)
    with Image.open(BytesIO(faded(art).image)) as pale:
        assert pale.getpixel((0, 0)) == (0, 0, 0, 0 if mode == "RGBA" else 64)


def test_a_large_image_is_made_smaller() -> None:
    art = artwork_of_png(_png((3000, 1500)), "art 'A.png'")
    assert (art.width, art.height) == (1024, 512)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (_header_of(60_000, 60_000), "expected at most 4096 x 4096 dots, found more"),
        (_header_of(5000, 10), "expected at most 4096 x 4096 dots, found more"),
        (_header_of(400, 400), "expected a PNG, found another file, or a damaged one"),
        (_png((30, 20))[:45], "found another file, or a damaged one"),
        (b"", "found another file, or a damaged one"),
        (b"GIF89a" + bytes(99), "found another file, or a damaged one"),
    ],
)
def test_a_huge_or_damaged_image_is_an_error(content: bytes, message: str) -> None:
    with pytest.raises(SourceError, match=r"^art 'A.png': ") as error:
        artwork_of_png(content, "art 'A.png'")
    assert message in str(error.value)
