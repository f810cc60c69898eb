"""What was read from a photo, as text and as JSON."""

from collections.abc import Iterator
from typing import Any

from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.geometry.cell import Cell
from solver.penta_rush.card import card_json, format_card
from solver.penta_rush.photo.read_card import UNSURE, CardReading

_SHOWN = 10  # cells


def reading_text(reading: CardReading) -> Iterator[StyledLine]:
    """Yield the lines of a card file: its legend, then its rows."""
    yield from map(plain_line, format_card(reading.card).splitlines())


def unsure_text(reading: CardReading) -> str:
    """Return which cells a person should look at; empty if there are none."""
    if not reading.unsure:
        return ""
    names = [str(cell) for cell in _unsure_cells(reading)]
    shown = ", ".join(names[:_SHOWN]) + (", ..." if len(names) > _SHOWN else "")
    return f"unsure of {plural(len(names), 'cell')}: {shown}"


def reading_json(reading: CardReading) -> dict[str, Any]:
    """Return the JSON of a reading: the card, its size, legend, confidences and corners."""
    return {
        **card_json(reading.card),
        "rows": reading.card.rows,
        "cols": reading.card.cols,
        "symbols": reading.card.symbols,
        "confidence": [[round(float(each), 2) for each in row] for row in reading.confidence],
        "unsure": [str(cell) for cell in _unsure_cells(reading)],
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in reading.lattice.corners],
    }


def _unsure_cells(reading: CardReading) -> Iterator[Cell]:
    for row, line in enumerate(reading.confidence):
        for col, confidence in enumerate(line):
            if confidence < UNSURE:
                yield Cell(row, col)
