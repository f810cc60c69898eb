import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import RecordError
from solver.geometry.cell import Cell
from solver.pent_up.record import Colour, Record, TileMove, colour_to_move
from tests.fuzz import attempt
from tests.strategies import records
from tests.support import Run, cases, error_text

GOOD: dict[str, Any] = {
    "colour": "white",
    "shape": "L",
    "cells": [[0, 0], [0, 1], [0, 2], [0, 3], [1, 0]],
    "level": 1,
}


@given(records())
def test_a_record_is_read_back_from_its_json(record: Record) -> None:
    assert Record.parse(json.dumps(record.to_json())) == record


def test_a_record_may_be_empty_and_lie_anywhere_on_the_table() -> None:
    assert Record.parse('{"moves": []}') == Record(())
    cells = tuple(Cell(row, -999) for row in range(-2, 3))
    record = Record((TileMove(Colour.WHITE, "I", cells, 1),))
    assert Record.parse(json.dumps(record.to_json())) == record


def test_white_begins_and_then_they_take_turns() -> None:
    assert [str(colour_to_move(count)) for count in range(4)] == ["White", "Black"] * 2
    assert [colour.value for colour in Colour] == ["white", "black"]


def test_the_first_moves_of_a_record_are_a_record() -> None:
    record = Record.parse(json.dumps({"moves": [GOOD, GOOD]}))
    assert record.upto(1).moves == record.moves[:1]
    assert record.upto(0) == Record(())


@cases(
    "key value message",
    ("colour", "red", "expected white or black, found 'red'"),
    ("colour", ["white"], 'expected white or black, found ["white"]'),
    ("colour", "White", "expected white or black, found 'White' (did you mean 'white'?)"),
    ("shape", "f", "expected a letter of FILNPTUVWXYZ, found 'f' (did you mean 'F'?)"),
    ("shape", "Q", "expected a letter of FILNPTUVWXYZ, found 'Q'"),
    ("level", 0, "expected 1 to 24, found 0"),
    ("level", True, "expected 1 to 24, found true"),
    ("cells", {"a": 1}, 'expected a list of cells [row, col] or "c4", found an object'),
    ("cells", [[0, 1.0]], 'expected cells [row, col] or "c4", found [0, 1.0]'),
    ("cells", [[0, 1], [0, 1]], "expected each cell once, found [0, 1] again"),
    ("cells", [[0, -1000]], "expected rows and cols from -999 to 999, found [0, -1000]"),
)
def test_a_malformed_move_is_reported_with_its_key(key: str, value: Any, message: str) -> None:
    text = json.dumps({"moves": [{**GOOD, key: value}]})
    assert error_text(RecordError, Record.parse, text) == f"record, move 1, {key}: {message}"


def test_a_game_can_go_on_wherever_its_first_tile_may_lie(typed: Run) -> None:
    edge = {"colour": "white", "shape": "I", "cells": [[n, 999] for n in range(995, 1000)]}
    text = json.dumps({"moves": [{**edge, "level": 1}]})
    assert typed("up", "referee", "-", stdin=text)[0] == 0
    code, out, _ = typed("up", "moves", "-", "--json", stdin=text)
    moves = json.loads(out)["moves"]
    assert code == 0
    assert max(cell[0] for move in moves for cell in move["cells"]) == 999 + 5
    for move in moves:
        both = json.dumps({"moves": [{**edge, "level": 1}, move]})
        assert len(Record.parse(both).moves) == 2
    assert typed("up", "suggest", "-", "--steps", "1", stdin=text)[0] == 0
    with pytest.raises(RecordError, match="move 2, cells: expected rows and cols from -1114"):
        Record.parse(json.dumps({"moves": [GOOD, {**GOOD, "cells": [[1115, 0]]}]}))
    with pytest.raises(RecordError, match="move 1, cells"):
        Record((TileMove(Colour.WHITE, "I", (Cell(1000, 0),), 1),))


@cases(
    "text message",
    ('{"moves": [], "moves": []}', "expected each key of an object once, found 'moves' again"),
    ('{"moves": [{"level": 1, "level": 2}]}', "found 'level' again"),
    ("[" * 9000, "expected JSON, found too many brackets in brackets"),
    (f'{{"moves": {"[" * 300}{"]" * 300}}}', "expected an object with colour"),
    (f'{{"moves": {"[[]," * 600}{"]" * 600}}}', "expected JSON, found too many brackets"),
    (json.dumps({"moves": ["[" * 600]}), "expected an object with colour"),
    ('{"moves": null}', "moves: expected a list of moves, found null"),
    ('[{"moves": []}]', "expected an object with moves, play, found [{"),
)
def test_a_malformed_record_is_reported_in_the_words_of_json(text: str, message: str) -> None:
    assert message in error_text(RecordError, Record.parse, text)


def test_a_nesting_that_just_can_be_read_is_our_error() -> None:
    for depth in range(800, 1000, 3):
        attempt(Record.parse, f'{{"moves": {"[" * depth}{"]" * depth}}}')


def test_a_move_needs_all_of_its_keys_and_no_others() -> None:
    more = json.dumps({"moves": [{**GOOD, "paint": 1}]})
    message = "record, move 1: expected keys colour, shape, cells, level, found 'paint'"
    assert error_text(RecordError, Record.parse, more) == message
    for key in GOOD:
        rest = {other: value for other, value in GOOD.items() if other != key}
        with pytest.raises(RecordError, match=f"move 1: expected a key '{key}', found none"):
            Record.parse(json.dumps({"moves": [rest]}))


def test_a_malformed_move_cannot_be_built() -> None:
    for cells, level in (((Cell(0, 0), Cell(0, 0)), 1), ((), 0)):
        with pytest.raises(RecordError):
            TileMove(Colour.WHITE, "I", cells, level)


@given(st.text() | st.text('{}[]":,01movescelu '))
def test_any_text_is_a_record_or_our_error(text: str) -> None:
    attempt(Record.parse, text)


@given(st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_any_value_in_a_move_is_right_or_our_error(value: Any) -> None:
    for key in GOOD:
        attempt(Record.parse, json.dumps({"moves": [{**GOOD, key: value}]}))
