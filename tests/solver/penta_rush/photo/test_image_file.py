"""Photos as files: formats, turns, sizes, and what is no photo."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from PIL import Image

import data
from solver.errors import SourceError
from solver.penta_rush.photo import image_file
from solver.penta_rush.photo.image_file import KEPT_SIDE, photo_of, read_photo
from tests.support import Patch, cases

# Tags of EXIF.
ORIENTATION = 0x0112
_MAKER, _RESOLUTION, _PLACE = 0x010F, 0x011A, 0x8825
RED = (200, 30, 20)


def _file(ending: str, size: tuple[int, int] = (40, 30), **options: Any) -> bytes:
    """Return a photo that is white, but red in its upper left quarter."""
    image = Image.new("RGB", size, "white")
    image.paste(RED, (0, 0, size[0] // 2, size[1] // 2))
    with BytesIO() as file:
        image.save(file, ending, **options)
        return file.getvalue()


@cases("ending", "JPEG", "PNG", "WEBP", "HEIF")
def test_each_format_is_read_as_blue_green_and_red(ending: str) -> None:
    if ending == "HEIF":
        pytest.importorskip("pillow_heif").register_heif_opener()
    photo = photo_of(_file(ending), "photo")
    assert photo.image.shape == (30, 40, 3)
    assert photo.size == (40, 30)
    assert np.abs(photo.image[5, 5].astype(int) - RED[::-1]).max() < 30
    assert photo.image[25, 35].min() > 230


@cases("ending", "PNG", "JPEG")
@pytest.mark.parametrize("number", range(1, 9))
def test_a_photo_that_is_turned_or_mirrored_is_made_upright(number: int, ending: str) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = number
    photo = photo_of(_file(ending, exif=exif), "photo")
    upper, left = number in {1, 2, 5, 6}, number in {1, 4, 5, 8}
    assert photo.size == ((40, 30) if number < 5 else (30, 40))
    rows, cols, _ = photo.image.shape
    red = photo.image[5 if upper else rows - 5, 5 if left else cols - 5]
    assert np.abs(red.astype(int) - RED[::-1]).max() < (30 if ending == "JPEG" else 1)


@cases("ending", "JPEG", "PNG", "WEBP", "HEIF")
def test_a_photo_whose_exif_is_damaged_is_read_as_it_is_or_refused(ending: str) -> None:
    if ending == "HEIF":
        pytest.importorskip("pillow_heif").register_heif_opener()
    for exif in _damaged_exif(60):
        try:
            photo = photo_of(_file(ending, (16, 10), exif=exif), "photo")
        except SourceError as error:
            assert str(error).startswith("photo: expected a photo as JPEG")  # noqa: PT017
        else:
            assert sorted(photo.size) == [10, 16]


def _damaged_exif(count: int) -> Iterator[bytes]:
    """Yield EXIF blocks that are cut off, and *count* in which some bytes are wrong."""
    for start in (b"", b"I", b"II*\0", b"II*\0\x08\0", b"MM\0*\0\0\0\x08", b"II*\0\x08\0\0\0\1\0"):
        yield b"Exif\0\0" + start
    exif = Image.Exif()
    exif[ORIENTATION], exif[_MAKER], exif[_RESOLUTION] = 6, "maker", 72.0
    exif[_PLACE] = {1: "N", 2: (1.0, 2.0, 3.0)}
    whole = exif.tobytes()
    rng = Random(1)
    for _ in range(count):
        damaged = bytearray(whole)
        for _ in range(rng.choice((1, 2, 4))):
            damaged[rng.randrange(6, len(damaged))] = rng.choice((*range(13), 255))
        yield bytes(damaged)


def test_a_large_photo_is_reduced_and_says_by_how_much() -> None:
    for ending in ("JPEG", "PNG"):
        photo = photo_of(_file(ending, (5000, 2500)), "photo")
        assert max(photo.image.shape) <= KEPT_SIDE
        assert photo.size == (5000, 2500)
        assert photo.scale == pytest.approx(photo.image.shape[1] / 5000)


def test_what_is_transparent_or_grey_is_read_as_on_white_paper() -> None:
    with BytesIO() as file:
        Image.new("RGBA", (8, 8), (0, 0, 0, 0)).save(file, "PNG")
        assert photo_of(file.getvalue(), "photo").image.min() == 255
    with BytesIO() as file:
        Image.new("L", (8, 8), 90).save(file, "PNG")
        assert set(photo_of(file.getvalue(), "photo").image.ravel().tolist()) == {90}


@cases("content", b"", b"no photo", _file("PNG")[:60], _file("JPEG")[:200], _file("GIF"))
def test_what_is_no_photo_is_said_on_one_line(content: bytes) -> None:
    with pytest.raises(
        SourceError, match=r"^photo: expected a photo as JPEG, .*found another file"
    ):
        photo_of(content, "photo")


def test_too_many_dots_are_refused_before_they_are_unpacked(monkeypatch: Patch) -> None:
    for most in (1199, 400):  # beyond twice of Pillow's own limit, too
        monkeypatch.setattr(image_file, "_MAX_DOTS", most)
        monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", most)
        with pytest.raises(SourceError, match="million dots, found more"):
            photo_of(_file("PNG"), "photo")


def test_too_large_a_file_is_refused(tmp_path: Path, monkeypatch: Patch) -> None:
    path = tmp_path / "photo.png"
    path.write_bytes(_file("PNG"))
    monkeypatch.setattr(image_file, "_MAX_BYTES", 50)
    with pytest.raises(SourceError, match="found more"):
        read_photo(str(path))


@cases(
    "name found",
    ("", "an empty one"),
    ("nosuch.jpg", "no such file"),
    ("medow", r"did you mean 'meadow'"),
    (".", "a folder"),
    ("a\0b", "null byte"),
)
def test_what_cannot_be_opened_is_said(name: str, found: str) -> None:
    with pytest.raises(SourceError, match=found):
        read_photo(name)


def test_the_sample_is_small() -> None:
    assert data.samples("photos")["meadow"].stat().st_size < 60_000
