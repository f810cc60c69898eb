"""Records and their JSON: what is read, and every way in which a text is none."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import data
from solver.errors import RecordError
from solver.geocinco.board import BOARDS, HEXAGONS, Board
from solver.geocinco.contest import die_value
from solver.geocinco.record import Contest, GameTurn, Lay, LayBridge, Record
from solver.geocinco.throw import THROWS, Throw, throws
from tests.fuzz import attempt
from tests.solver.geocinco.games import random_game
from tests.strategies import any_json
from tests.support import cases, error_text

SLOT = "a slot, as C3r2: letter A-E, digit 1-5, colour r y g b, side 1-5"
THROW = "1-5 or '*', then A-E or '+', as in 3C, *B, 4+, *+"
MOVE = 'a slot, {"contest": ...} or {"bridge": [...]}'
FACES = 'the faces of both, 1-5 or *, as in "5*"'

# What is no move, and how the message about it ends.
MOVES: list[tuple[Any, str]] = [
    (7, f": expected {MOVE}, found 7"),
    ("C9r2", f": expected {SLOT}, found 'C9r2'"),
    ({}, ": expected a key 'contest', found none"),
    ({"lay": "C3r2"}, ": expected keys contest, dice, extra, found 'lay'"),
    ({"contest": "C3r2"}, ": expected a key 'dice', found none"),
    ({"contest": 7, "dice": []}, ", contest: expected a string, found 7"),
    ({"contest": "C9", "dice": []}, f", contest: expected {SLOT}, found 'C9'"),
    ({"contest": "C3r2", "dice": "52"}, """, dice: expected throws like "52", found '52'"""),
    ({"contest": "C3r2", "dice": [52]}, f", dice: expected {FACES}, found 52"),
    ({"contest": "C3r2", "dice": ["56"]}, f", dice: expected {FACES}, found '56'"),
    ({"contest": "C3r2", "dice": ["52"], "extra": 7}, ", extra: expected a string, found 7"),
    ({"contest": "C3r2", "dice": ["52"], "extra": "x"}, f", extra: expected {SLOT}, found 'x'"),
    ({"bridge": "A1r4"}, ", bridge: expected two slots, found 'A1r4'"),
    ({"bridge": ["A1r4"]}, ', bridge: expected two slots, found ["A1r4"]'),
    ({"bridge": ["A1r4", 7]}, ", bridge: expected a string, found 7"),
    ({"bridge": ["A1r4", "x"]}, f", bridge: expected {SLOT}, found 'x'"),
    ({"bridge": ["A1r4", "B2r4"], "dice": []}, ": expected keys bridge, found 'dice'"),
]


@given(
    seed=st.integers(0, 10**6),
    players=st.integers(2, 4),
    board=st.sampled_from(BOARDS),
    tokens=st.integers(1, 2),
    turns=st.integers(1, 40),
)
def test_a_record_is_read_back_from_its_json(
    seed: int, players: int, board: str, tokens: int, turns: int
) -> None:
    record = random_game(seed, players=players, board=board, tokens=tokens, turns=turns)
    assert Record.parse(str(record)) == record
    assert list(record.to_json()) == ["board", "players", "tokens", "turns"]


def test_the_record_of_the_formats_page_is_read() -> None:
    turns = [
        {"throw": "3c", "moves": ["c3r2", "C2b1"]},
        {
            "throw": "*+",
            "moves": [
                {"bridge": ["A1r4", "B2r4"]},
                {"contest": "C3r2", "dice": ["44", "*2"], "extra": "A1r1"},
                {"contest": "A1r1", "dice": []},
            ],
        },
    ]
    record = Record.parse(json.dumps({"players": ["red", "blue"], "turns": turns}))
    assert record == Record(
        Board.named("whole"),
        ("red", "blue"),
        (
            GameTurn(Throw("3", "C"), (Lay("C2b1"), Lay("C2b1"))),
            GameTurn(
                Throw("*", "+"),
                (
                    LayBridge("A1r4", "B2r4"),
                    Contest("C2b1", ("44", "*2"), "A1r1"),
                    Contest("A1r1", ()),
                ),
            ),
        ),
        tokens=2,
    )


def test_what_a_saved_game_has_beside_its_turns_is_not_read() -> None:
    record = Record(Board.named("whole"), ("red", "blue"))
    saved = {**record.to_json(), "play": {"seed": 7, "x": []}}
    assert Record.parse(json.dumps(saved)) == record


@cases(
    "changed message",
    ({"board": "round"}, "board: expected whole or strait, found 'round'"),
    (
        {"players": ["red"]},
        'players: expected two to four of red, yellow, green, blue, found ["red"]',
    ),
    ({"tokens": 0}, "tokens: expected 1 or 2 tokens a turn, found 0"),
    ({"tokens": 3}, "tokens: expected 1 or 2 tokens a turn, found 3"),
    ({"turns": {}}, "turns: expected a list of turns, found an object"),
    ({"turns": [7]}, "turn 1: expected an object with throw, moves, found 7"),
    ({"turns": [{"throw": "3C"}]}, "turn 1: expected a key 'moves', found none"),
    (
        {"turns": [{"throw": "3C", "move": []}]},
        "turn 1: expected keys throw, moves, found 'move' (did you mean 'moves'?)",
    ),
    (
        {"turns": [{"throw": "3C", "moves": []}, {"throw": "C3", "moves": []}]},
        f"turn 2, throw: expected {THROW}, found 'C3' (did you mean '3C'?)",
    ),
    ({"turns": [{"throw": 3, "moves": []}]}, "turn 1, throw: expected a string, found 3"),
    (
        {"turns": [{"throw": "3C", "moves": "C3r2"}]},
        f"turn 1, moves: expected a list, each {MOVE}, found 'C3r2'",
    ),
    *(
        ({"turns": [{"throw": "3C", "moves": ["C3r2", move]}]}, f"turn 1, move 2{message}")
        for move, message in MOVES
    ),
)
def test_what_is_no_record_is_refused_with_its_place(changed: dict[str, Any], message: str) -> None:
    value = {"players": ["red", "blue"], "turns": [], **changed}
    assert error_text(
        RecordError, Record.parse, json.dumps(value), source="record mine"
    ).startswith(f"record mine, {message}")


@given(st.text() | st.text('{}[]":,01turnsplaye'))
def test_any_text_is_a_record_or_our_error(text: str) -> None:
    attempt(Record.parse, text)


@given(any_json(["contest", "dice", "extra", "bridge", "throw", "moves", "A1r1"]))
def test_any_json_is_a_record_or_our_error(value: Any) -> None:
    good = {"players": ["red", "blue"], "turns": []}
    for key in ("board", "players", "tokens", "turns", "play"):
        attempt(Record.parse, json.dumps({**good, key: value}))
    for moves in (value, [value], [{"contest": "A1r1", "dice": value}], [{"bridge": value}]):
        turns = [{"throw": "3C", "moves": moves}]
        attempt(Record.parse, json.dumps({**good, "turns": turns}))


def test_every_sample_is_a_record() -> None:
    for path in data.samples("geocinco/records").values():
        text = path.read_text("utf-8")
        assert Record.parse(text).to_json() == json.loads(text)


def test_moves_in_words() -> None:
    assert str(Lay("C3r2")) == "C3r2"
    assert str(LayBridge("A1r4", "B2r4")) == "bridge A1r4 B2r4"
    assert str(Contest("C3r2", ("*5",))) == "contest C3r2, dice *-5"
    both = Contest("C3r2", ("44", "*2"), "A1r1")
    assert str(both) == "contest C3r2, dice 4-4 *-2, extra A1r1"


def test_there_are_36_throws_and_each_is_read_as_it_is_written() -> None:
    assert len(set(THROWS)) == 36
    for throw in THROWS:
        assert Throw.parse(str(throw)) == throw
        assert Throw.parse(f" {str(throw).lower()}\n") == throw


@cases(
    "text hexagons has_plus",
    ("3C", ["C3"], False),
    ("*B", ["B1", "B2", "B3", "B4", "B5"], False),
    ("4+", ["A4", "B4", "C4", "D4", "E4"], True),
    ("*+", list(map(str, HEXAGONS)), True),
)
def test_a_throw_allows_coordinates(text: str, hexagons: list[str], has_plus: bool) -> None:  # noqa: FBT001
    throw = Throw.parse(text)
    assert [str(hexagon) for hexagon in throw.hexagons] == hexagons
    assert throw.has_plus == has_plus
    assert throw.is_anywhere == (text == "*+")


@cases(
    "text hint",
    ("C3", " (did you mean '3C'?)"),
    ("+4", " (did you mean '4+'?)"),
    ("6C", ""),
    ("3F", ""),
    ("33C", ""),
    ("3 C", " (did you mean '3C'?)"),
    ("5,E", " (did you mean '5E'?)"),
    ("E 5", " (did you mean '5E'?)"),
    ("", ""),
    ("\u0663C", ""),
)
def test_what_is_no_throw_is_refused(text: str, hint: str) -> None:
    with pytest.raises(RecordError) as caught:
        Throw.parse(text, where="record, turn 2, throw")
    expected = "1-5 or '*', then A-E or '+', as in 3C, *B, 4+, *+"
    message = f"record, turn 2, throw: expected {expected}, found {text!r}{hint}"
    assert str(caught.value) == message


@given(st.text())
def test_any_text_is_a_throw_or_our_error(text: str) -> None:
    attempt(Throw.parse, text)


def test_all_throws_are_equally_likely() -> None:
    thrown = throws(random.Random(1))
    counts = Counter(next(thrown) for _ in range(36_000))
    assert len(counts) == 36
    assert 850 < min(counts.values()) <= max(counts.values()) < 1150


def test_in_a_contest_the_star_counts_six() -> None:
    assert [die_value(face) for face in "12345*"] == [1, 2, 3, 4, 5, 6]
