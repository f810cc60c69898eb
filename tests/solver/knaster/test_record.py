import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import RecordError
from solver.geometry.cell import Cell
from solver.knaster.record import Player, Record, Turn
from tests.fuzz import attempt
from tests.solver.knaster import oracle
from tests.strategies import any_json
from tests.support import cases, error_text

GOOD = {"roll": 7, "write": "a1", "bonus": ["b2", "c3"]}
ROLL = "the sum of two dice, 2 to 12"
NAME = "a printable name of at most 40 characters"
CELLS = 'cells [row, col] or "c4"'


@given(st.integers(0, 2**32 - 1), st.integers(1, 3))
def test_a_record_is_read_back_from_its_json(seed: int, players: int) -> None:
    record = oracle.random_game(seed, players=players)
    assert Record.parse(str(record)) == record
    assert ("turns" in record.to_json()) == (players == 1)


def test_the_record_of_the_formats_page_is_read() -> None:
    turns: list[dict[str, Any]] = [
        {"roll": 9, "write": "c3"},
        {"roll": 9, "circle": "c3"},
        GOOD,
        {"roll": 4},
    ]
    record = Record.parse(json.dumps({"turns": turns}))
    assert record.to_json() == {"turns": turns}
    assert record.rolls == [9, 9, 7, 4]
    assert [turn for (turn,) in record.turns()] == [
        Turn(9, write=Cell(2, 2)),
        Turn(9, circle=Cell(2, 2)),
        Turn(7, Cell(0, 0), (Cell(1, 1), Cell(2, 2))),
        Turn(4),
    ]
    cells = [{"roll": 9, "write": [2, 2]}, {"roll": 9, "circle": [2, 2]}, *turns[2:]]
    assert Record.parse(json.dumps({"turns": cells})) == record
    named = Record.parse(json.dumps({"players": {"Ann": {"turns": turns}}}))
    assert named.players[0] == Player("Ann", record.players[0].turns)
    assert Record.parse(str(named)) == named


def test_what_a_saved_game_has_beside_its_turns_is_not_read() -> None:
    assert Record.parse('{"turns": [], "play": {"seed": 7}}') == Record.of_solitaire(())


@cases(
    "turn message",
    (7, "turn 2: expected an object with roll, write, bonus, circle, found 7"),
    ({}, "turn 2: expected a key 'roll', found none"),
    ({"roll": 1}, f"turn 2, roll: expected {ROLL}, found 1"),
    ({"roll": 13}, f"turn 2, roll: expected {ROLL}, found 13"),
    ({"roll": 7.0}, f"turn 2, roll: expected {ROLL}, found 7.0"),
    ({"roll": True}, f"turn 2, roll: expected {ROLL}, found true"),
    ({"roll": "7"}, f"turn 2, roll: expected {ROLL}, found '7'"),
    ({"roll": {}}, f"turn 2, roll: expected {ROLL}, found an object"),
    ({"roll": 7, "kind": "a1"}, "turn 2: expected keys roll, write, bonus, circle, found 'kind'"),
    *(
        ({"roll": 7, key: cell}, f"turn 2, {key}: expected {expected}, found {found}")
        for key in ("write", "circle")
        for cell, expected, found in [
            ("f1", "a cell from a1 to e5", "f1"),
            ("a6", "a cell from a1 to e5", "a6"),
            ([0, 5], "a cell from a1 to e5", "f1"),
            ([-1, 0], "a cell from a1 to e5", "a0"),
            ("1a", CELLS, "'1a'"),
            (None, CELLS, "null"),
            ([0, 1, 2], CELLS, "[0, 1, 2]"),
        ]
    ),
    ({**GOOD, "bonus": "b2"}, f"turn 2, bonus: expected a list of {CELLS}, found 'b2'"),
    ({**GOOD, "bonus": ["b2", "b0"]}, "turn 2, bonus: expected a cell from a1 to e5, found b0"),
)
def test_a_bad_turn_says_where_and_what_was_expected(turn: Any, message: str) -> None:
    turns = [GOOD, turn]
    text = error_text(RecordError, Record.parse, json.dumps({"turns": turns}))
    assert text == f"record, {message}"
    named = json.dumps({"players": {"Ann": {"turns": turns}}})
    text = error_text(RecordError, Record.parse, named, source="record mine")
    assert text == f"record mine, Ann, {message}"


@cases(
    "value message",
    ([], ": expected an object with turns, players, play, found []"),
    ({}, ": expected a key 'turns', or 'players', found neither"),
    ({"turns": [], "players": {}}, ": expected a key 'turns', or 'players', found both"),
    ({"turn": []}, ": expected keys turns, players, play, found 'turn' (did you mean 'turns'?)"),
    ({"turns": {}}, ", turns: expected a list of turns, found an object"),
    ({"players": []}, ", players: expected an object with one player per name, found []"),
    ({"players": {}}, ", players: expected 1 to 100 of them, found 0"),
    (
        {"players": {str(name): {"turns": []} for name in range(101)}},
        ", players: expected 1 to 100 of them, found 101",
    ),
    ({"players": {"Ann": []}}, ", Ann: expected an object with turns, found []"),
    ({"players": {"": {"turns": []}}}, f", player: expected {NAME}, found ''"),
    ({"players": {"a\nb": {"turns": []}}}, f", player: expected {NAME}, found 'a\\nb'"),
    ({"players": {41 * "a": {"turns": []}}}, f", player: expected {NAME}, found '{35 * 'a'}...'"),
    (
        {"players": {"Ann": {"turns": [GOOD]}, "Ben": {"turns": []}}},
        ", Ben: expected as many turns as Ann has, 1, found 0",
    ),
    (
        {"players": {"Ann": {"turns": [GOOD]}, "Ben": {"turns": [{"roll": 8}]}}},
        ", Ben, turn 1, roll: expected the roll of Ann, 7, found 8",
    ),
)
def test_a_bad_record_says_where_and_what_was_expected(value: Any, message: str) -> None:
    assert error_text(RecordError, Record.parse, json.dumps(value)) == f"record{message}"


def test_a_player_who_is_named_twice_is_our_error() -> None:
    text = '{"players": {"Ann": {"turns": []}, "Ann": {"turns": []}}}'
    with pytest.raises(RecordError, match="found 'Ann' again"):
        Record.parse(text)
    with pytest.raises(RecordError, match="players: expected each name once"):
        Record((Player("Ann"), Player("Ann")))


@given(any_json(["turns", "players", "roll", "write", "bonus", "circle"]))
def test_any_json_is_a_record_or_our_error(value: Any) -> None:
    for key in ("turns", "players"):
        attempt(Record.parse, json.dumps({key: value}))
    for key in ("roll", "write", "bonus", "circle"):
        attempt(Record.parse, json.dumps({"turns": [{**GOOD, key: value}]}))
    attempt(Record.parse, json.dumps({"players": {"Ann": value}}))
