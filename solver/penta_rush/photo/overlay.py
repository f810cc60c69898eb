"""What was read from a photo, drawn over the photo."""

from io import BytesIO

import cv2
import numpy as np
from PIL import Image as Pillow

from solver import MARK
from solver.penta_rush.photo.image_file import Floats, Image, Photo
from solver.penta_rush.photo.lattice import mapped
from solver.penta_rush.photo.read_card import CardReading
from solver.penta_rush.photo.read_grid import UNSURE

_FORMATS = {".jpg": "JPEG", ".jpeg": "JPEG", ".png": "PNG", ".webp": "WEBP"}
_DESCRIPTION = 0x010E  # the number of Exif's field
_GRID, _UNSURE, _INK, _PAPER = (60, 190, 60), (30, 30, 230), (0, 0, 0), (255, 255, 255)
_LETTER = 0.34  # of a cell
_FINE = 4  # bits of a dot, in coordinates


def overlay_file(photo: Photo, reading: CardReading, ending: str) -> bytes:
    """Return the picture of *reading* over its *photo*, a file with this *ending*."""
    drawn, metadata = _drawn(photo, reading), Pillow.Exif()
    metadata[_DESCRIPTION] = MARK
    with BytesIO() as file:
        Pillow.fromarray(np.ascontiguousarray(drawn[..., ::-1])).save(
            file, _FORMATS[ending], quality=85, exif=metadata
        )
        return file.getvalue()


def _drawn(photo: Photo, reading: CardReading) -> Image:
    image = photo.image.copy()
    lattice = reading.lattice.scaled(photo.scale)
    matrix, rows, cols = lattice.matrix, lattice.rows, lattice.cols
    side = float((cv2.contourArea(lattice.corners.astype(np.float32)) / (rows * cols)) ** 0.5)
    thick = max(1, round(side / 24))
    ends = [((0, row), (cols, row)) for row in range(rows + 1)]
    ends += [((col, 0), (col, rows)) for col in range(cols + 1)]
    for start, end in ends:
        _lines(image, mapped(np.array([start, end], np.float64), matrix), _GRID, thick)
    for row, line in enumerate(reading.card.lines):
        for col, letter in enumerate(line):
            if reading.confidence[row, col] < UNSURE:
                corners = [(0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94), (0.06, 0.06)]
                outline = np.array(corners) + np.array((col, row))
                _lines(image, mapped(outline, matrix), _UNSURE, 2 * thick)
            (at,) = mapped(np.array([(col + 0.2, row + 0.22)], np.float64), matrix)
            _write(image, letter, at, _LETTER * side)
    return image


def _lines(image: Image, points: Floats, colour: tuple[int, int, int], thick: int) -> None:
    fine = np.round(points * 2**_FINE).astype(np.int32)
    cv2.polylines(image, [fine], isClosed=False, color=colour, thickness=thick,
                  lineType=cv2.LINE_AA, shift=_FINE)  # fmt: skip


def _write(image: Image, letter: str, at: Floats, height: float) -> None:
    centre = round(float(at[0])), round(float(at[1]))
    cv2.circle(image, centre, max(3, round(0.62 * height)), _PAPER, cv2.FILLED, cv2.LINE_AA)
    font, scale = cv2.FONT_HERSHEY_SIMPLEX, height / 30
    thick = max(1, round(height / 10))
    (width, tall), _ = cv2.getTextSize(letter, font, scale, thick)
    corner = centre[0] - width // 2, centre[1] + tall // 2
    cv2.putText(image, letter, corner, font, scale, _INK, thick, cv2.LINE_AA)
