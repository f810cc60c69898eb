"""The record of a game of Pent-Up, and its JSON form.

Each colour has the twelve pentominoes once: these are its tiles. A move lays one of them on five
cells, on a level: level 1 is the table. A record lists the moves of a game, perhaps unfinished.

The table has no bounds, so rows and cols may be less than 0. The first tile must lie near enough to
cell (0, 0) that the other tiles stay within the coordinates that a record may hold. Whether a move
is legal is for the referee to say; a move here need only be well-formed. What `up play` saves has a
second key beside the moves, ``play``, which is not read here.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from solver.errors import RecordError, did_you_mean
from solver.files.json_reader import as_cells, as_list, as_object, json_quoted, parse_json
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES, check_shape

MAX_COORDINATE = 999  # of the first tile: its rows and cols lie between -999 and 999
_MAX_REACH = MAX_COORDINATE + 5 * 23  # of the 23 other tiles, each beside an earlier one

_KEYS = {"moves": True, "play": False}
_MOVE_KEYS = {"colour": True, "shape": True, "cells": True, "level": True}


class Colour(Enum):
    """The two sides, each with tiles of its colour."""

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
        _check(self.shape, self.cells, self.level, "move", _MAX_REACH)


@dataclass(frozen=True, slots=True)
class Record:
    """The *moves* of a game so far, and who has *resigned*, if anybody has."""

    moves: tuple[TileMove, ...]
    resigned: Colour | None = None

    def __post_init__(self) -> None:
        for move in self.moves[:1]:
            _check(move.shape, move.cells, move.level, "move 1", MAX_COORDINATE)

    def upto(self, count: int | None) -> "Record":
        """Return the record of the first *count* moves, by default all."""
        return self if count is None else Record(self.moves[:count])


def colour_to_move(moves_made: int) -> Colour:
    """Return the colour that moves after *moves_made* moves."""
    return TURN_ORDER[moves_made % len(TURN_ORDER)]


def parse_record(text: str, *, source: str = "record") -> Record:
    """Return the record in *text*, the JSON of what `record_json` returns; *source* names it.

    The letters of shapes are capitals. Raises `RecordError` where the text is no record.
    """
    return record_from_json(parse_json(text, source, RecordError), source)


def record_from_json(value: Any, source: str) -> Record:
    """Return the record that a JSON *value* is, which `parse_record` reads."""
    fields = as_object(value, source, RecordError, _KEYS)
    moves = as_list(fields["moves"], f"{source}, moves", RecordError, "a list of moves")
    play = fields.get("play")  # how the game is played, which only those who go on with it read
    resigned = play.get("resigned") if isinstance(play, dict) else None
    return Record(
        tuple(
            _parse_move(move, number, f"{source}, move {number}")
            for number, move in enumerate(moves, start=1)
        ),
        next((colour for colour in Colour if colour.value == resigned), None),
    )


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


def _parse_move(value: Any, number: int, where: str) -> TileMove:
    move = as_object(value, where, RecordError, _MOVE_KEYS)
    name, shape, level = move["colour"], move["shape"], move["level"]
    try:
        colour = Colour(name)
    except ValueError:
        colours = [colour.value for colour in Colour]
        raise RecordError(
            f"{where}, colour",
            expected=" or ".join(colours),
            found=json_quoted(name),
            hint=did_you_mean(name.lower(), colours) if isinstance(name, str) else "",
        ) from None
    cells = as_cells(move["cells"], f"{where}, cells", RecordError)
    _check(shape, cells, level, where, MAX_COORDINATE if number == 1 else _MAX_REACH)
    return TileMove(colour, shape, cells, level)


def _check(shape: Any, cells: tuple[Cell, ...], level: Any, where: str, reach: int) -> None:
    """Raise `RecordError` unless these make a move whose coordinates lie within *reach*."""
    check_shape(shape, f"{where}, shape", RecordError, found=json_quoted(shape))
    if type(level) is not int or not 1 <= level <= TILE_COUNT:
        expected = f"1 to {TILE_COUNT}"
        raise RecordError(f"{where}, level", expected=expected, found=json_quoted(level))
    for cell in cells:
        if max(map(abs, cell)) > reach:
            expected = f"rows and cols from {-reach} to {reach}"
            raise RecordError(f"{where}, cells", expected=expected, found=json_quoted(list(cell)))
    if len(set(cells)) < len(cells):
        repeated = next(cell for cell in cells if cells.count(cell) > 1)
        raise RecordError(
            f"{where}, cells", expected="each cell once", found=f"{list(repeated)} again"
        )
