"""The record of a game of Pent-Up, perhaps unfinished, and its JSON form.

The table has no bounds, so rows and cols may be less than 0. The first tile must lie near enough to
cell (0, 0) that the other tiles stay within the coordinates that a record may hold. A move here
need only be well-formed; whether it is legal is for the referee to say.
"""

from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any, Self

from solver.errors import RecordError, did_you_mean
from solver.files.json_reader import (
    Fields,
    Json,
    JsonText,
    Optional,
    Table,
    json_quoted,
    list_of,
    read_any,
    read_cells,
)
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES, check_shape
from solver.question import check_fields

MAX_COORDINATE = 999  # of the first tile: its rows and cols lie between -999 and 999
_MAX_REACH = MAX_COORDINATE + 5 * 23  # of the 23 other tiles, each beside an earlier one


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

    def to_json(self) -> dict[str, Any]:
        """Return the move as a JSON object."""
        return {
            "colour": self.colour.value,
            "shape": self.shape,
            "cells": [list(cell) for cell in self.cells],
            "level": self.level,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Record(JsonText):
    """The *moves* of a game so far, and who has *resigned*, if anybody has."""

    json_form = ("record", RecordError)

    moves: tuple[TileMove, ...]
    resigned: Colour | None = None

    def __post_init__(self) -> None:
        check_fields(self, "record")
        for move in self.moves[:1]:
            _check(move.shape, move.cells, move.level, "move 1", MAX_COORDINATE)

    def __repr__(self) -> str:
        return f"<Record: tiles {len(self.moves)}>"

    @classmethod
    def read(cls, json: Json) -> Self:
        """Return the record that *json* describes."""
        fields = Fields(json, _RECORD)
        play = fields["play"]  # how the game is played, which only those who go on with it read
        resigned = play.get("resigned") if isinstance(play, dict) else None
        return cls(fields["moves"], next((each for each in Colour if each.value == resigned), None))

    def to_json(self) -> dict[str, Any]:
        """Return the record as a JSON object."""
        return {"moves": [move.to_json() for move in self.moves]}

    def upto(self, count: int | None) -> "Record":
        """Return the record of the first *count* moves, by default all."""
        return self if count is None else Record(self.moves[:count])


def colour_to_move(moves_made: int) -> Colour:
    """Return the colour that moves after *moves_made* moves."""
    return TURN_ORDER[moves_made % len(TURN_ORDER)]


def _read_moves(json: Json) -> tuple[TileMove, ...]:
    moves: list[TileMove] = []
    for fields in list_of(partial(Fields, table=_MOVE), "a list of moves", each="move")(json):
        move, reach = dict(fields), _MAX_REACH if moves else MAX_COORDINATE
        _check(move["shape"], move["cells"], move["level"], fields.json.where, reach)
        moves.append(TileMove(**move))
    return tuple(moves)


def read_colour(json: Json) -> Colour:
    """Return the colour that *json* names."""
    colours, name = [colour.value for colour in Colour], json.value
    if name in colours:
        return Colour(name)
    hint = did_you_mean(name.lower(), colours) if isinstance(name, str) else ""
    raise json.wrong(" or ".join(colours), hint=hint)


_MOVE: Table = {"colour": read_colour, "shape": read_any, "cells": read_cells, "level": read_any}
_RECORD: Table = {"moves": _read_moves, "play": Optional(read_any)}


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
