"""What was read from a photo, as text and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.drawing.text_grid import plural
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card
from solver.penta_rush.card_json import card_json
from solver.penta_rush.photo.image_file import Floats
from solver.penta_rush.photo.read_card import UNSURE, CardReading, CodeCheck

_SHOWN = 10  # cells


def unsure_text(reading: CardReading) -> str:
    """Return which cells a person should look at; empty if there are none."""
    names = [str(cell) for cell in _unsure_cells(reading)]
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
    names = [str(cell) for cell in _cells(different)]
    return f"printed code: taken, though {count} look different: {_shown(names)}"


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
        **card_json(card),
        "rows": card.rows,
        "cols": card.cols,
        "symbols": card.symbols,
        "confidence": [[round(float(each), 2) for each in row] for row in confidence],
        "unsure": [str(cell) for cell in _cells(confidence < UNSURE)],
        "doubts": list(doubts),
        "corners": corners,
        "code": code and _code_json(code),
    }


def _code_json(code: CodeCheck) -> dict[str, Any]:
    different = None if code.different is None else [str(cell) for cell in _cells(code.different)]
    return {"card": str(code.card), "taken": code.is_taken, "different": different}


def _unsure_cells(reading: CardReading) -> Iterator[Cell]:
    yield from _cells(reading.confidence < UNSURE)


def _cells(marked: NDArray[np.bool_]) -> Iterator[Cell]:
    for row, col in np.argwhere(marked).tolist():
        yield Cell(row, col)


def _shown(names: list[str]) -> str:
    return ", ".join(names[:_SHOWN]) + (", ..." if len(names) > _SHOWN else "")
