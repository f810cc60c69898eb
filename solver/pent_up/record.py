"""The record of a game of Pent-Up, and its JSON form.

colour  White or Black; each has the twelve pentominoes once, which are his tiles
move    a tile of one colour laid on five cells, and the level on which it lies; 1 is the table
record  the moves of a game in their order, from the first on; it may end before the game does

The table has no bounds, so rows and cols may be less than 0; the first tile lies near enough to 0
that no legal game leaves the numbers there are. Whether a move is legal is the
referee's business; here it need only be one that can be told.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from solver.errors import RecordError
from solver.files.json_reader import as_cells, as_list, as_object, json_quoted, parse_json
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES

MAX_COORDINATE = 999  # of a row or a col of the first tile from 0
_BEYOND = MAX_COORDINATE + 5 * 23  # of the others, each beside another one

_MOVE_KEYS = {"colour": True, "shape": True, "cells": True, "level": True}


class Colour(Enum):
    """Whose a tile is."""

    WHITE = "white"
    BLACK = "black"

    def __str__(self) -> str:
        return self.value.capitalize()


TURN_ORDER = (Colour.WHITE, Colour.BLACK)  # White lays the first tile, then they take turns
TILE_COUNT = len(TURN_ORDER) * len(SHAPES)  # the game ends when all of them are laid


@dataclass(frozen=True, slots=True)
class TileMove:
    """A tile laid: its *colour*, its *shape*'s letter, its *cells*, its *level* from 1."""

    colour: Colour
    shape: str
    cells: tuple[Cell, ...]
    level: int

    def __post_init__(self) -> None:
        _check(self.shape, self.cells, self.level, "move", _BEYOND)


@dataclass(frozen=True, slots=True)
class Record:
    """The *moves* of a game so far."""

    moves: tuple[TileMove, ...]

    def __post_init__(self) -> None:
        for move in self.moves[:1]:
            _check(move.shape, move.cells, move.level, "move 1", MAX_COORDINATE)

    def upto(self, number: int) -> "Record":
        """Return the record of the first *number* moves."""
        return Record(self.moves[:number])


def colour_to_move(laid: int) -> Colour:
    """Return who moves when so many tiles are *laid*."""
    return TURN_ORDER[laid % len(TURN_ORDER)]


def parse_record(text: str, *, source: str = "record") -> Record:
    """Return the record in *text*, JSON as `format_record` writes it; *source* names it.

    Raises `RecordError` where the text is no record.
    """
    value = parse_json(text, source, RecordError)
    found = as_object(value, source, RecordError, {"moves": True})["moves"]
    moves = as_list(found, f"{source}, moves", RecordError, "a list of moves")
    return Record(
        tuple(
            _move(move, number, f"{source}, move {number}")
            for number, move in enumerate(moves, start=1)
        )
    )


def format_record(record: Record) -> str:
    """Return *record* as JSON, a line a move."""
    moves = ",\n".join(f"  {json.dumps(move_json(move))}" for move in record.moves)
    return f'{{"moves": [\n{moves}\n]}}\n'


def record_json(record: Record) -> dict[str, Any]:
    """Return *record* as a JSON object."""
    return {"moves": [move_json(move) for move in record.moves]}


def move_json(move: TileMove) -> dict[str, Any]:
    """Return *move* as a JSON object."""
    return {
        "colour": move.colour.value,
        "shape": move.shape,
        "cells": [list(cell) for cell in move.cells],
        "level": move.level,
    }


def _move(value: Any, number: int, where: str) -> TileMove:
    found = as_object(value, where, RecordError, _MOVE_KEYS)
    colours = {colour.value: colour for colour in Colour}
    colour, shape, level = found["colour"], found["shape"], found["level"]
    if not isinstance(colour, str) or colour not in colours:
        raise RecordError(
            f"{where}, colour",
            expected=" or ".join(colours),
            found=json_quoted(colour),
            hint=_small_or_capital(colour, colours),
        )
    cells = as_cells(found["cells"], f"{where}, cells", RecordError)
    _check(shape, cells, level, where, MAX_COORDINATE if number == 1 else _BEYOND)
    return TileMove(colours[colour], shape, cells, level)


def _check(shape: Any, cells: tuple[Cell, ...], level: Any, where: str, farthest: int) -> None:
    if not isinstance(shape, str) or len(shape) != 1 or shape not in SHAPES:
        raise RecordError(
            f"{where}, shape",
            expected=f"a letter of {SHAPES}",
            found=json_quoted(shape),
            hint=_small_or_capital(shape, SHAPES),
        )
    if type(level) is not int or not 1 <= level <= TILE_COUNT:
        raise RecordError(
            f"{where}, level", expected=f"1 to {TILE_COUNT}", found=json_quoted(level)
        )
    for cell in cells:
        if max(map(abs, cell)) > farthest:
            expected = f"rows and cols from {-farthest} to {farthest}"
            raise RecordError(f"{where}, cells", expected=expected, found=json_quoted(list(cell)))
    if len(set(cells)) < len(cells):
        twice = next(cell for cell in cells if cells.count(cell) > 1)
        raise RecordError(
            f"{where}, cells", expected="each cell once", found=f"{list(twice)} again"
        )


def _small_or_capital(found: Any, known: Iterable[str]) -> str:
    """Return the question for the word of *known* that is written so, but for its case."""
    meant = [word for word in known if isinstance(found, str) and word.lower() == found.lower()]
    return f"did you mean {meant[0]!r}?" if meant else ""
