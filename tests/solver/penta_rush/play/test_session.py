"""A game at one keyboard as text: read back, refused where wrong, a referee's game at the end."""

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solver.errors import GameError, PentaError
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, roll_dice, throws
from solver.penta_rush.game import Game, Sheet
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.puzzle import rules
from solver.penta_rush.puzzle.game import PuzzleGame, PuzzleRound
from solver.penta_rush.puzzle.rules import judge
from tests.fuzz import attempt
from tests.strategies import sessions
from tests.support import Patch, cases, error_text

CARD = Card(("ABCDEF", "BCDEFA", "CDEFAB"))
GOOD: dict[str, Any] = {
    "game": "standard",
    "card": str(CARD),
    "players": ["Ann"],
    "seed": 7,
    "timer": None,
    "rounds": [],
}


@given(sessions())
def test_an_unfinished_game_is_read_back_from_its_json(session: Session) -> None:
    assume(not session.is_over)
    assert Session.parse(str(session)) == session


@given(sessions())
def test_a_finished_game_is_saved_as_its_referee_reads_it(session: Session) -> None:
    assume(session.is_over)
    text = str(session)
    if session.kind is GameKind.STANDARD:
        assert Game.parse(text) == session.standard_game
    else:
        assert PuzzleGame.parse(text) == session.puzzle_game
        assert judge(session.puzzle_game, default_points()).over
    with pytest.raises(GameError, match="found a finished one, or another file"):
        Session.parse(text)


@given(st.text('{}[]",:aegmprstx0123456789', max_size=30))
def test_any_text_is_a_game_or_a_named_error(text: str) -> None:
    attempt(Session.parse, text)


_json = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 5000) | st.sampled_from(["puzzle", "Ann", "3x2:A"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.just("roll"), inner),
)


@given(st.sampled_from(list(GOOD)), _json)
def test_any_value_of_a_key_is_right_or_a_named_error(key: str, value: Any) -> None:
    attempt(Session.parse, json.dumps(GOOD | {key: value}))


@cases(
    "change message",
    ({"game": "chess"}, "game, game: expected standard or puzzle or solitaire, found 'chess'"),
    ({"game": "puzzle"}, "puzzle game: expected 2 to 4 players, found 1"),
    ({"game": "solitaire", "timer": 9}, "solitaire game: expected no timer, found 9 s"),
    ({"game": "solitaire", "players": ["A", "B"]}, "solitaire game: expected one player, found 2"),
    ({"game": "puzzle", "players": list("ABCDE")}, "expected 1 to 4 players, found 5"),
    ({"players": []}, "game: expected at least one player, found none"),
    ({"players": ["A", "A"]}, "game: expected each name once, found 'A' again"),
    ({"timer": 0}, "game, timer: expected 1 to 3600 seconds, or null, found 0"),
    ({"timer": True}, "game, timer: expected 1 to 3600 seconds, or null, found true"),
    ({"seed": "7"}, "game, seed: expected a whole number, found '7'"),
    ({"card": "1x5:AAABB"}, "dice: expected at least 3 symbols to throw, found 2"),
    ({"rounds": [[]]}, "game, round 1: expected an entry for each of 1 players, found 0"),
    ({"rounds": 3}, "game, rounds: expected a list of rounds, found 3"),
)
def test_a_wrong_value_is_refused_with_a_reason(change: dict[str, Any], message: str) -> None:
    assert message in error_text(PentaError, Session.parse, json.dumps(GOOD | change))


def test_a_saved_round_must_keep_the_rules() -> None:
    cells = [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]]
    wrong = {"roll": "ABCDF", "shape": "I", "cells": cells, "circled": True, "timer": False}
    text = json.dumps(GOOD | {"game": "solitaire", "rounds": [[wrong]]})
    with pytest.raises(GameError) as error:
        Session.parse(text, source="game x")
    reason = "a1 b1 c1 d1 e1 shows ABCDE, not ABCDF, so it cannot be circled"
    assert str(error.value) == f"game x, Ann, round 1: expected a legal round, found {reason}"


def test_a_finished_game_is_not_resumed() -> None:
    sheet = {"card": str(CARD), "timer": False, "outlines": []}
    rng = Random(GOOD["seed"])
    rounds = [
        [sheet | {"round": number, "roll": str(roll_dice(CARD.symbols, rng))}]
        for number in range(1, 6)
    ]
    assert Session.parse(json.dumps(GOOD | {"rounds": rounds[:4]})).next_round == 5
    with pytest.raises(GameError, match="expected an unfinished game, found a finished one"):
        Session.parse(json.dumps(GOOD | {"rounds": rounds}))


def test_saved_rolls_must_be_those_of_the_seed_and_a_timer_that_of_the_game() -> None:
    roll = str(roll_dice(CARD.symbols, Random(GOOD["seed"])))
    sheet = {"card": str(CARD), "roll": roll, "round": 1, "timer": False, "outlines": []}
    assert Session.parse(json.dumps(GOOD | {"rounds": [[sheet]]})).next_round == 2
    with pytest.raises(GameError, match=r"round 1: expected the roll of seed 99, .* found"):
        Session.parse(json.dumps(GOOD | {"seed": 99, "rounds": [[sheet]]}))
    untimed = GOOD | {"timer": None, "rounds": [[sheet | {"timer": True}]]}
    with pytest.raises(GameError, match="round 1: expected no timer in this game"):
        Session.parse(json.dumps(untimed))


@pytest.mark.parametrize("turned", [["Ann", "Ben", "Eve"], ["Ben", "Eve", "Ann"]])
def test_any_player_but_the_last_of_a_round_may_have_turned_the_timer(turned: list[str]) -> None:
    assert Session.parse(_timed("Ann", "Ben", "Eve", turned=turned)).next_round == 4


@cases(
    "players turned message",
    (("Ann", "Ben", "Eve"), ["Eve"], "round 1: {}, found Eve, who played last"),
    (("Ann", "Ben", "Eve"), ["Ann", "Ann"], "round 2: {}, found Ann, who played last"),
    (("Ann", "Ben"), ["Ann", "Ben", "Ben"], "round 3: {}, found Ben, who played last"),
    (("Ann",), ["Ann"], "round 1: {}, found Ann, who played last"),
)
def test_the_last_player_of_a_round_may_not_have_turned_the_timer(
    players: tuple[str, ...], turned: list[str], message: str
) -> None:
    with pytest.raises(GameError) as error:
        Session.parse(_timed(*players, turned=turned), source="game x")
    expected = "expected the timer turned by a player whom others follow"
    assert str(error.value) == f"game x, {message.format(expected)}"


def _timed(*players: str, turned: Sequence[str]) -> str:
    """Return the JSON of a game with a timer, and in each round who has *turned* it."""
    session = Session(GameKind.STANDARD, (CARD,), players, GOOD["seed"], 30)
    for first in turned:
        roll = Roll("".join(sorted(session.next_throws()[-1])))
        empty = Sheet(CARD, roll, (), round=session.next_round)
        session = session.with_round(tuple(replace(empty, timer=name == first) for name in players))
    return str(session)


def test_a_round_must_belong_to_the_game_and_its_card() -> None:
    session = Session(GameKind.STANDARD, (CARD,), ("Ann",), 7)
    roll = Roll("ABCDE")
    with pytest.raises(GameError, match="expected a sheet, found a round of the puzzle"):
        session.with_round((PuzzleRound(roll, "F", (), circled=False),))
    with pytest.raises(GameError, match=r"round 1: expected the card 3x6:ABC.*, found 1x5:ABCDE"):
        session.with_round((Sheet(Card(("ABCDE",)), roll, ()),))
    with pytest.raises(GameError, match="expected a sheet of round 1, found one of round 2"):
        session.with_round((Sheet(CARD, roll, (), round=2),))


def test_the_rolls_are_those_of_the_seed_one_after_the_other() -> None:
    session, rng = Session(GameKind.STANDARD, (CARD,), ("Ann",), 7), Random(7)
    assert session.next_throws() == list(throws("ABCDEF", Random(7)))
    for number in range(1, 6):
        roll = roll_dice("ABCDEF", rng)
        assert "".join(sorted(session.next_throws()[-1])) == str(roll)
        session = session.with_round((Sheet(CARD, roll, (), round=number),))
    assert session.is_over


def test_players_take_turns_to_begin_a_round() -> None:
    session, firsts = Session(GameKind.STANDARD, (CARD,), ("Ann", "Ben", "Eve"), 7), []
    for number in range(1, 6):
        firsts.append("".join(name[0] for name in session.turn_order(session.next_round)))
        sheet = Sheet(CARD, Roll("ABCDE"), (), round=number)
        session = session.with_round((sheet,) * 3)
    assert firsts == ["ABE", "BEA", "EAB", "ABE", "BEA"]


def test_whether_a_game_is_over_is_known_without_judging_it(monkeypatch: Patch) -> None:
    def judging(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(rules, "judge", judging)
    session = Session(GameKind.PUZZLE, (CARD,), ("Ann", "Ben"), GOOD["seed"])
    cells = tuple(Cell(0, col) for col in range(5))
    for circled in (True, False):
        assert not session.is_over
        roll = Roll("".join(sorted(session.next_throws()[-1])))
        session = session.with_round((PuzzleRound(roll, "I", cells, circled),) * 2)
    assert session.is_over


def test_a_saved_game_keeps_the_names_of_the_symbols() -> None:
    card = Card.parse("red,sun,star,sun,red\nstar,star,sun,red,blue")
    for kind in GameKind:
        players = ("Ann", "Ben") if kind is GameKind.PUZZLE else ("Ann",)
        text = str(Session(kind, (card,), players, 7))
        assert json.loads(text)["legend"] == {"A": "blue", "B": "red", "C": "star", "D": "sun"}
        assert Session.parse(text).cards[0].legend == card.legend
    assert "legend" not in json.loads(str(Session(GameKind.STANDARD, (CARD,), ("Ann",), 7)))


def test_a_saved_game_may_name_its_card_in_words() -> None:
    words = {**GOOD, "card": "red,sun,star,sun,red\nstar,star,sun,red,blue", "rounds": []}
    (card,) = Session.parse(json.dumps(words)).cards
    assert (str(card), card.legend.name("B")) == ("2x5:BDCDBCCDBA", "red")


OWN_POINTS = Points((9, *default_points().values[1:]))
SHEET_OF_ROUND_1 = {
    "card": str(CARD),
    "roll": str(roll_dice(CARD.symbols, Random(GOOD["seed"]))),
    "outlines": [],
}


@cases(
    "of_game of_sheet",
    (default_points(), None),
    (None, default_points()),
    (default_points(), default_points()),
    (OWN_POINTS, OWN_POINTS),
    (OWN_POINTS, None),
)
def test_a_sheet_counts_by_the_points_of_its_game_if_it_says_none(
    of_game: Points | None, of_sheet: Points | None
) -> None:
    sheet = SHEET_OF_ROUND_1 | ({"points": of_sheet.line} if of_sheet else {})
    game = GOOD | ({"points": of_game.line} if of_game else {}) | {"rounds": [[sheet]]}
    session = Session.parse(json.dumps(game))
    ((entry,),) = session.rounds
    assert isinstance(entry, Sheet)
    assert entry.card.tile_points == (of_game or default_points())
    assert Session.parse(str(session)).rounds == session.rounds


@cases("of_game of_sheet", (None, OWN_POINTS), (OWN_POINTS, default_points()))
def test_a_sheet_for_other_points_than_those_of_its_game_is_refused_with_both(
    of_game: Points | None, of_sheet: Points
) -> None:
    game = GOOD | ({"points": of_game.line} if of_game else {})
    game["rounds"] = [[SHEET_OF_ROUND_1 | {"points": of_sheet.line}]]
    with pytest.raises(GameError) as error:
        Session.parse(json.dumps(game))
    line = (of_game or default_points()).line
    expected = f"a sheet for the points of the game, {line}"
    assert str(error.value) == f"game, round 1: expected {expected}, found {of_sheet.line}"
