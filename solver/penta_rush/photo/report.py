"""What was read from a photo: as text, as JSON, and drawn over the photo."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import cv2
import numpy as np
from PIL import Image as Pillow

from solver import MARK
from solver.drawing.text_grid import plural
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card
from solver.penta_rush.photo.image_file import Flags, Floats, Image, Photo
from solver.penta_rush.photo.lattice import mapped
from solver.penta_rush.photo.read_card import CardReading, CodeCheck
from solver.penta_rush.photo.read_grid import UNSURE

_SHOWN = 10  # cells
_FORMATS = {".jpg": "JPEG", ".jpeg": "JPEG", ".png": "PNG", ".webp": "WEBP"}
_DESCRIPTION = 0x010E  # the number of Exif's field
_GRID, _UNSURE, _INK, _PAPER = (60, 190, 60), (30, 30, 230), (0, 0, 0), (255, 255, 255)
_LETTER = 0.34  # of a cell
_FINE = 4  # bits of a dot, in coordinates


def unsure_text(reading: CardReading) -> str:
    """Return which cells a person should look at; empty if there are none."""
    names = _cells(reading.confidence < UNSURE)
    return f"unsure of {plural(len(names), 'cell')}: {_shown(names)}" if names else ""


def code_text(reading: CardReading) -> str:
    """Return what the printed code of a card says, and how it compares; empty without a code."""
    if reading.code is None:
        return ""
    card, different, is_taken = reading.code
    if different is None:
        return f"printed code: {card}, which fits no grid that was found; what is seen was taken"
    count = f"{different.sum()} of {plural(different.size, 'cell')}"
    if not is_taken and different.sum() * 2 <= different.size:
        has = f"{card.rows}x{card.cols} cells of {plural(len(card.symbols), 'symbol')}"
        return f"printed code: {card}, {has}, not as asked for; what is seen was taken"
    if not is_taken:
        return f"printed code: {card}, but {count} look different; what is seen was taken"
    if not different.any():
        return f"printed code: taken; all {different.size} cells look like it"
    return f"printed code: taken, though {count} look different: {_shown(_cells(different))}"


def code_alone_text(card: Card) -> str:
    """Return what is to be said where no grid was found but a code, that of *card*."""
    return f"printed code: taken; the grid was not found, so no cell of {card} was compared"


def reading_json(reading: CardReading) -> dict[str, Any]:
    """Return the JSON of a reading: the card, its size, legend, confidences, corners and code."""
    corners = [[round(float(x), 1), round(float(y), 1)] for x, y in reading.lattice.corners]
    return _json(reading.card, reading.confidence, corners, reading.code, reading.doubts)


def code_alone_json(card: Card) -> dict[str, Any]:
    """Return the JSON of a *card* of which only the code was found; its corners are null."""
    check = CodeCheck(card, None, is_taken=True)
    return _json(card, np.ones((card.rows, card.cols)), None, check)


def _json(
    card: Card,
    confidence: Floats,
    corners: list[list[float]] | None,
    code: CodeCheck | None,
    doubts: Sequence[str] = (),
) -> dict[str, Any]:
    return {
        **card.to_json(),
        "rows": card.rows,
        "cols": card.cols,
        "symbols": card.symbols,
        "confidence": [[round(float(each), 2) for each in row] for row in confidence],
        "unsure": _cells(confidence < UNSURE),
        "doubts": list(doubts),
        "corners": corners,
        "code": code
        and {
            "card": str(code.card),
            "taken": code.is_taken,
            "different": code.different if code.different is None else _cells(code.different),
        },
    }


def _cells(marked: Flags) -> list[str]:
    """Return the names of the cells that are *marked*."""
    return [str(Cell(row, col)) for row, col in np.argwhere(marked).tolist()]


def _shown(names: list[str]) -> str:
    return ", ".join(names[:_SHOWN]) + (", ..." if len(names) > _SHOWN else "")


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
    """Write *letter* on a light disc whose middle is *at*."""
    centre = round(float(at[0])), round(float(at[1]))
    cv2.circle(image, centre, max(3, round(0.62 * height)), _PAPER, cv2.FILLED, cv2.LINE_AA)
    font, scale = cv2.FONT_HERSHEY_SIMPLEX, height / 30
    thick = max(1, round(height / 10))
    (width, tall), _ = cv2.getTextSize(letter, font, scale, thick)
    corner = centre[0] - width // 2, centre[1] + tall // 2
    cv2.putText(image, letter, corner, font, scale, _INK, thick, cv2.LINE_AA)
