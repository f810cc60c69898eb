"""States and their JSON: what is read, and every way in which a text is none."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import data
from solver.errors import PentaError, RecordError, StateError
from solver.geocinco import (
    Contest,
    IllegalMoveError,
    Record,
    Session,
    Settings,
    Throw,
    TurnInProgress,
    fewest,
    legal_moves,
)
from solver.geocinco.board import BOARDS, COLOURS, Board
from solver.geocinco.state import Bridge, State
from tests.fuzz import attempt
from tests.solver.geocinco.games import random_game, states_of
from tests.strategies import any_json
from tests.support import cases, error_text

WHOLE = Board.named("whole")
PLAYERS = "two to four of red, yellow, green, blue"
PLAYS = "a colour that plays, red or blue"
SLOT = "a slot, as C3r2: letter A-E, digit 1-5, colour r y g b, side 1-5"
NO_BRIDGE = "two slots that a bridge can join: parallel, face to face, not too far"
ONCE = "expected each slot once"
ENDS, *_, FAR = sorted(map(sorted, WHOLE.bridge_places))
TOKENS = dict.fromkeys(ENDS, "red")


@given(
    seed=st.integers(0, 10**6),
    players=st.integers(2, 4),
    board=st.sampled_from(BOARDS),
    turns=st.integers(0, 40),
)
def test_a_state_is_read_from_its_json(seed: int, players: int, board: str, turns: int) -> None:
    state = states_of(random_game(seed, players=players, board=board, turns=turns + 1))[-1].state
    assert State.parse(str(state)) == state
    assert list(state.to_json()) == ["board", "players", "turn", "tokens", "bridges", "held"]


def test_the_state_of_the_formats_page_is_read() -> None:
    text = {
        "board": "whole",
        "players": ["red", "blue"],
        "turn": "blue",
        "tokens": {"c3R2": "red", **TOKENS},
        "bridges": [["red", *reversed(ENDS)]],
        "held": {"red": 1},
    }
    state = State.parse(json.dumps(text))
    assert (state.players, state.turn) == (("red", "blue"), "blue")
    assert state.tokens_of("red") == {"C2b1", *ENDS}
    assert state.bridges_of("red") == {Bridge("red", *ENDS)} == {Bridge.between("red", *ENDS[::-1])}
    assert state.held == {"red": 1, "blue": 0}
    assert not state.tokens_of("blue")
    assert not state.bridges_of("blue")


def test_only_players_and_tokens_are_needed() -> None:
    state = State.parse('{"players": ["blue", "red"], "tokens": {}}')
    assert state == State.start(WHOLE, ("blue", "red"))
    assert state.turn == "blue"
    assert State.parse('{"board": "strait", "players": ["blue", "red"], "tokens": {}}').board == (
        Board.named("strait")
    )


@cases(
    "key value message",
    ("board", "round", ": expected whole or strait, found 'round'"),
    ("board", "wole", ": expected whole or strait, found 'wole' (did you mean 'whole'?)"),
    ("players", "red", f": expected {PLAYERS}, found 'red'"),
    ("players", ["red"], f': expected {PLAYERS}, found ["red"]'),
    ("players", ["red", "red"], ": expected each colour once, found red again"),
    ("players", ["red", "pink"], f": expected {PLAYERS}, found 'pink'"),
    ("players", ["red", "bleu"], f": expected {PLAYERS}, found 'bleu' (did you mean 'blue'?)"),
    ("turn", "green", f": expected {PLAYS}, found 'green'"),
    ("turn", "bleu", f": expected {PLAYS}, found 'bleu' (did you mean 'blue'?)"),
    ("turn", None, f": expected {PLAYS}, found null"),
    ("tokens", [], ": expected an object of slots and their colours, found []"),
    ("tokens", {"F3r2": "red"}, f": expected {SLOT}, found 'F3r2'"),
    ("tokens", {"C3r2": "green"}, f", C3r2: expected {PLAYS}, found 'green'"),
    ("tokens", {"C2b1": "red", "C3r2": "red"}, f": {ONCE}, found C3r2, which is C2b1 too"),
    ("tokens", {"C3r2": "red", "c3r2": "blue"}, f": {ONCE}, found c3r2, which is C3r2 too"),
    ("bridges", {}, ": expected a list, found an object"),
    ("bridge 1", 7, ": expected a colour and two slots, found 7"),
    ("bridge 1", ["red", "A1r4"], ': expected a colour and two slots, found ["red", "A1r4"]'),
    ("bridge 1", ["red", 1, 2], ": expected a string, found 1"),
    ("bridge 1", ["green", *ENDS], f": expected {PLAYS}, found 'green'"),
    ("bridge 1", ["red", "A1r4", "Z1r4"], f": expected {SLOT}, found 'Z1r4'"),
    ("bridge 1", ["red", "A1r1", "E5r1"], f": expected {NO_BRIDGE}, found A1r1 and E5r1"),
    ("bridge 1", ["red", ENDS[0], ENDS[0]], f": expected {NO_BRIDGE}, found {ENDS[0]} and"),
    ("bridge 1", ["red", *FAR], f": expected a red token on {FAR[0]}, found none"),
    ("bridge 1", ["blue", *ENDS], f": expected a blue token on {ENDS[0]}, found red there"),
    ("held", [], ": expected an object of colours and their bridges not yet laid, found []"),
    ("held", {"green": 1}, f": expected {PLAYS}, found 'green'"),
    ("held", {"red": 3}, ", red: expected 0 to 2 bridges not yet laid, found 3"),
)
def test_what_is_no_state_is_refused_with_its_place(key: str, value: Any, message: str) -> None:
    changed = {"bridges": [value]} if key == "bridge 1" else {key: value}
    text = json.dumps({"players": ["red", "blue"], "tokens": TOKENS, **changed})
    found = error_text(StateError, State.parse, text, source="state mine")
    assert found.startswith(f"state mine, {key}{message}")


def test_a_bridge_is_laid_once() -> None:
    bridges = [["red", *ENDS], ["red", *ENDS[::-1]]]
    text = json.dumps({"players": ["red", "blue"], "tokens": TOKENS, "bridges": bridges})
    message = "state, bridge 2: expected each bridge once, found "
    assert error_text(StateError, State.parse, text).startswith(message)


@cases(
    "text message",
    ("", "state, line 1, column 1: expected JSON, found ''"),
    ("7", "state: expected an object with board, players, turn, tokens, bridges, held, found 7"),
    ('{"players": ["red", "blue"]}', "state: expected a key 'tokens', found none"),
    (
        '{"players": ["red", "blue"], "token": {}}',
        "state: expected keys board, players, turn, tokens, bridges, held, found 'token' (did",
    ),
)
def test_what_is_no_object_of_a_state_is_refused(text: str, message: str) -> None:
    assert error_text(StateError, State.parse, text).startswith(message)


@given(st.text() | st.text('{}[]":,01playerstokn'))
def test_any_text_is_a_state_or_our_error(text: str) -> None:
    attempt(State.parse, text)


@given(any_json(["players", "tokens", "bridges", "held", "A1r1", *COLOURS]))
def test_any_json_is_a_state_or_our_error(value: Any) -> None:
    good = {"players": ["red", "blue"], "tokens": TOKENS}
    for key in ("board", "players", "turn", "tokens", "bridges", "held"):
        attempt(State.parse, json.dumps({**good, key: value}))
    attempt(State.parse, json.dumps({**good, "bridges": [value]}))
    attempt(State.parse, json.dumps(value))


def test_every_sample_is_a_state() -> None:
    for path in data.samples("geocinco/states").values():
        text = path.read_text("utf-8")
        assert State.parse(text).to_json() == json.loads(text)


def test_bridges_fall_with_a_support_that_another_takes_and_with_no_other() -> None:
    state = State.start(WHOLE, ("red", "blue"))
    for slot in ENDS:
        state = state.with_token(slot, "red")
    state = state.with_held("red").with_bridge(Bridge.between("red", *ENDS))
    assert state.held == {"red": 0, "blue": 0}
    beside = WHOLE.adjacent[ENDS[0]][0]
    assert state.with_token(beside, "blue").bridges == state.bridges
    assert state.with_token(beside, "red").bridges == state.bridges
    for slot in ENDS:
        fallen = state.with_token(slot, "blue")
        assert fallen.bridges == frozenset()
        assert fallen.held == {"red": 0, "blue": 0}


@cases("players", ("pink", "red"), ("red",), ("red", "red"), (), "red", None)
def test_a_game_begins_with_two_to_four_colours(players: Any) -> None:
    with pytest.raises((StateError, TypeError), match="expected"):
        State.start(WHOLE, players)


@cases(
    "change",
    {"players": ("pink", "red"), "turn": "pink"},
    {"turn": "pink"},
    {"tokens": {"A1r1": "pink"}},
    {"tokens": {"Z9r1": "red"}},
    {"tokens": None},
    {"bridges": frozenset({Bridge("red", "C3r1", "C3r2")})},
    {"held": {"red": 3, "blue": 0}},
)
def test_no_question_is_asked_of_a_state_that_is_none(change: dict[str, Any]) -> None:
    state = replace(State.start(WHOLE, ("red", "blue")), **change)
    with pytest.raises((StateError, TypeError), match=r"^state"):
        fewest(state)
    with pytest.raises((StateError, TypeError), match=r"^state"):
        legal_moves(state, "3C")


@cases(
    "change",
    {"players": ("pink", "red"), "turn": "pink"},
    {"turn": "pink"},
    {"tokens": {"A1r1": "pink"}},
)
def test_no_turn_is_played_in_a_state_that_is_none(change: dict[str, Any]) -> None:
    state = replace(State.start(WHOLE, ("red", "blue")), **change)
    with pytest.raises(StateError, match=r"^state, "):
        TurnInProgress(state, Throw("3", "C"), 2)


def test_dice_and_tokens_that_there_are_not_are_refused() -> None:
    state, wrong = State.start(WHOLE, ("red", "blue")), Throw("9", "Z")
    with pytest.raises(RecordError, match=r"^throw: expected 1-5 .*, found '9Z'"):
        legal_moves(state, wrong)
    with pytest.raises(RecordError, match=r"^throw: expected 1-5 .*, found '9Z'"):
        TurnInProgress(state, wrong, 2)
    for tokens in (0, 3):
        with pytest.raises(PentaError, match=f"tokens: expected 1 to 2, found {tokens}"):
            TurnInProgress(state, Throw("3", "C"), tokens)
        with pytest.raises(PentaError, match=f"tokens: expected 1 to 2, found {tokens}"):
            Record(WHOLE, ("red", "blue"), (), tokens)
    turn = TurnInProgress(state.with_token("C3r3", "blue"), Throw("3", "C"), 2)
    for dice in ("zz", "1", "z1"):
        with pytest.raises(IllegalMoveError, match="wrong dice"):
            turn.play(Contest("C3r3", (dice,)))


def test_values_are_shown_in_a_line() -> None:
    state = State.start(WHOLE, ("red", "blue"))
    session = Session.start(Settings(WHOLE, ("red", "blue"), 2, {}, 1))
    turn = session.current
    assert max(len(repr(value)) for value in (WHOLE, state, session, turn)) < 100
    with pytest.raises(TypeError, match=r"^step: expected Lay or .*, found str 'C3r3'"):
        turn.play("C3r3")  # type: ignore[arg-type]
