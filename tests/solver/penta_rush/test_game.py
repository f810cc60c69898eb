"""Sheets and games: read back from their JSON, and refused where they are wrong."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import CardError, GameError, PentaError, RollError, SheetError
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.game import Game, Player, Sheet
from solver.penta_rush.timing import Timing
from tests.fuzz import attempt
from tests.strategies import any_json, games, sheets
from tests.support import cases, error_text

SHEET: dict[str, Any] = {
    "card": "3x4:ABCDABCDEFEF",
    "roll": "AABCD",
    "round": 2,
    "timer": True,
    "outlines": [[[0, 0], [1, 0], [1, 1], [1, 2], [1, 3]]],
}
_JSON = any_json([*SHEET, "players", "name", "rounds"])


@given(games())
def test_a_game_is_read_back_from_its_json(game: Game) -> None:
    assert Game.parse(str(game)) == game


@given(
    st.text(max_size=20)
    | st.fixed_dictionaries(
        {"players": st.lists(st.fixed_dictionaries({"name": _JSON, "rounds": _JSON}) | _JSON)}
    ).map(json.dumps)
)
def test_any_text_is_a_game_or_our_error(text: str) -> None:
    game = attempt(Game.parse, text)
    assert game is None or Game.parse(str(game)) == game


def _game(*players: dict[str, Any]) -> str:
    return json.dumps({"players": players})


def _ann(*rounds: Any) -> str:
    return _game({"name": "Ann", "rounds": rounds})


def _sheet_of_words(letters: dict[str, str], roll: str) -> dict[str, Any]:
    return {"card": "2x3:ABCCBA", "legend": letters, "roll": roll, "outlines": []}


def test_a_roll_is_the_same_on_cards_whose_letters_differ_if_its_symbols_are() -> None:
    ann = _sheet_of_words({"A": "sun", "B": "moon", "C": "star"}, "AABBC")
    ben = _sheet_of_words({"A": "star", "B": "moon", "C": "sun"}, "ABBCC")
    rounds = {name: [sheet, 2, 3, 4, 5] for name, sheet in (("Ann", ann), ("Ben", ben))}
    players = [{"name": name, "rounds": entries} for name, entries in rounds.items()]
    assert [player.name for player in Game.parse(_game(*players)).players] == ["Ann", "Ben"]
    ben["roll"] = "AABBC"
    with pytest.raises(GameError, match="expected one roll, sun,sun,moon,moon,star of Ann, found"):
        Game.parse(_game(*players))


def _players(second: dict[str, Any]) -> str:
    sheets = {"Ann": SHEET, "Bob": {**SHEET, **second}}
    return _game(*({"name": name, "rounds": [1, sheets[name], 3, 4, 5]} for name in sheets))


@cases(
    "text message",
    (_game(), ": expected at least one player, found none"),
    (_ann(1, 2, 3, 4), ", Ann: expected 5 rounds, found 4"),
    (
        _ann(1, 2, 3, 4, -1),
        ", player 1, round 5: expected points from 0 to 20000000, or a sheet, found -1",
    ),
    (
        _ann(1, 2, 3, 4, 5.0),
        ", player 1, round 5: expected points from 0 to 20000000, or a sheet, found 5.0",
    ),
    (_ann(1, 2, 3, SHEET, 5), ", Ann, round 4: expected a sheet of round 4, found one of round 2"),
    (
        _game(*[{"name": "Ann", "rounds": [1] * 5}] * 2),
        ": expected each name once, found 'Ann' again",
    ),
    (_game({"name": "A\nB", "rounds": [1] * 5}), ": expected a printable name, found 'A\\nB'"),
    (_players({}), ", round 2: expected one player to turn the timer, found Ann and Bob"),
    (
        _players({"roll": "ABCDE", "timer": False}),
        ", round 2: expected one roll, AABCD of Ann, found ABCDE of Bob",
    ),
)
def test_a_bad_game_says_who_when_and_what_was_expected(text: str, message: str) -> None:
    assert error_text(GameError, Game.parse, text) == f"game{message}"


def test_what_is_not_a_player_cannot_be_built() -> None:
    with pytest.raises(GameError):
        Player("", (1,) * 5)


CARD = Card(("ABCD", "ABCD", "EFEF"))


@given(sheets())
def test_a_sheet_is_read_back_from_its_json(sheet: Sheet) -> None:
    assert Sheet.parse(str(sheet)) == sheet


def test_round_and_timer_may_be_left_out() -> None:
    sheet = Sheet.parse('{"card": "1x5:AABCD", "roll": "AABCD", "outlines": []}')
    assert sheet == Sheet(Card(("AABCD",)), Roll("AABCD"), (), round=1, timer=False)


KEYS = "card, roll, round, timer, outlines, legend, points, time"


@cases(
    "outlines message",
    ([[[3, 0]]], "outline 1: expected cells on the 3x4 card, found [3, 0] (a4)"),
    ([[], [[0, 4]]], "outline 2: expected cells on the 3x4 card, found [0, 4] (e1)"),
    ([[[0, -1]]], "outline 1: expected cells on the 3x4 card, found [0, -1] (-a1)"),
    ([["c4"]], "outline 1: expected cells on the 3x4 card, found [3, 2] (c4)"),
    ([[[0, 1], [0, 0], [0, 1]]], "outline 1: expected each cell once, found [0, 1] again"),
    ([["a1", [0, 0]]], "outline 1: expected each cell once, found [0, 0] again"),
    ([[[0, 1.0]]], 'outline 1: expected cells [row, col] or "c4", found [0, 1.0]'),
    ([[[0, True]]], 'outline 1: expected cells [row, col] or "c4", found [0, true]'),
    ([["4c"]], "outline 1: expected cells [row, col] or \"c4\", found '4c'"),
    ([7], 'outline 1: expected a list of cells [row, col] or "c4", found 7'),
    (None, "outlines: expected a list of outlines, found null"),
)
def test_a_bad_outline_is_reported_with_its_number(outlines: Any, message: str) -> None:
    text = json.dumps({**SHEET, "outlines": outlines})
    assert error_text(PentaError, Sheet.parse, text) == f"sheet, {message}"


@cases(
    "change message",
    ({"round": 0}, "sheet, round: expected 1 to 5, found 0"),
    ({"round": 6}, "sheet, round: expected 1 to 5, found 6"),
    ({"round": "5"}, "sheet, round: expected 1 to 5, found '5' (without the quotes)"),
    ({"round": True}, "sheet, round: expected 1 to 5, found true"),
    ({"timer": 1}, "sheet, timer: expected true or false, found 1"),
    ({"card": 5}, "sheet, card: expected a string, found 5"),
    ({"roll": ["A"]}, 'sheet, roll: expected a string, found ["A"]'),
    ({"tmer": True}, f"sheet: expected keys {KEYS}, found 'tmer' (did you mean 'timer'?)"),
)
def test_a_bad_sheet_says_where_and_what_was_expected(change: dict[str, Any], message: str) -> None:
    assert error_text(PentaError, Sheet.parse, json.dumps({**SHEET, **change})) == message


@pytest.mark.parametrize("key", ["card", "roll", "outlines"])
def test_a_sheet_needs_card_roll_and_outlines(key: str) -> None:
    text = json.dumps({name: value for name, value in SHEET.items() if name != key})
    with pytest.raises(SheetError, match=f"expected a key '{key}', found none"):
        Sheet.parse(text)


def test_the_card_and_the_roll_of_a_sheet_have_their_own_errors() -> None:
    for kind, change, message in (
        (CardError, {"card": "3x4:AB"}, "sheet, card, id '3x4:AB': expected 12 symbols"),
        (RollError, {"roll": "AAABC"}, "roll again"),
        (RollError, {"roll": "ABCDG"}, "symbols of the card"),
    ):
        assert message in error_text(kind, Sheet.parse, json.dumps({**SHEET, **change}))


@cases(
    "text message",
    ("[1, 2]", f"expected an object with {KEYS}, found [1, 2]"),
    ('{"card": }', "sheet, line 1, column 10: expected JSON, found '}' (Expecting value)"),
    ("", "sheet, line 1, column 1: expected JSON, found '' (Expecting value)"),
    ("9" * 5000, "expected JSON"),
    ("[" * 100_000, "expected JSON"),
)
def test_what_is_not_a_sheet_at_all_is_our_error(text: str, message: str) -> None:
    found = error_text(SheetError, Sheet.parse, text)
    assert message in found
    assert "\n" not in found


@given(_JSON | st.fixed_dictionaries({key: st.just(value) | _JSON for key, value in SHEET.items()}))
def test_any_json_is_a_sheet_or_our_error(value: Any) -> None:
    sheet = attempt(Sheet.parse, json.dumps(value))
    assert sheet is None or Sheet.parse(str(sheet)) == sheet


def test_what_is_not_a_sheet_cannot_be_built() -> None:
    with pytest.raises(SheetError):
        Sheet(CARD, Roll("AABCD"), ((Cell(9, 9),),))
    with pytest.raises(SheetError):
        Sheet(CARD, Roll("AABCD"), (), round=6)


TIME = {"seconds": 20.5, "drawn": [3], "sand": 30, "hurried": True, "hints": 0}


@cases(
    "change message",
    ({"seconds": -1}, "seconds: expected seconds from 0 to 1000000, found -1"),
    ({"seconds": float("nan")}, "seconds: expected seconds from 0 to 1000000, found NaN"),
    ({"seconds": True}, "seconds: expected seconds from 0 to 1000000, found true"),
    ({"seconds": "9"}, "seconds: expected seconds from 0 to 1000000, found '9'"),
    ({"seconds": 30.01}, "seconds: expected at most 30, as the sand ran, found 30.01"),
    ({"sand": None}, "sand: expected the seconds of the sand that ran, found null"),
    ({"sand": 0}, "sand: expected 1 to 3600 seconds, or null, found 0"),
    ({"drawn": [-0.1]}, "outline 1: expected seconds from 0 to 1000000, found -0.1"),
    ({"drawn": [21]}, "outline 1: expected at most 20.5 seconds, those of the turn, found 21.0"),
    (
        {"drawn": [3, 2]},
        "outline 2: expected no less than 3, the second of the outline before, found 2.0",
    ),
    ({"drawn": []}, "drawn: expected 1, one for each outline, found 0"),
    ({"drawn": 3}, "drawn: expected a list of seconds, one for each outline, found 3"),
    ({"hints": -1}, "hints: expected 0 to 1000000, found -1"),
    ({"hinted": 3}, "hints: expected 1 or more, as one was given, found 0"),
    (
        {"hints": 1, "hinted": 21},
        "hinted: expected at most 20.5 seconds, those of the turn, found 21.0",
    ),
)
def test_times_that_cannot_be_are_refused(change: dict[str, Any], message: str) -> None:
    text = json.dumps({**SHEET, "time": {**TIME, **change}})
    assert error_text(SheetError, Sheet.parse, text) == f"sheet, time, {message}"


def test_times_are_kept_in_a_game() -> None:
    sheet = Sheet.parse(json.dumps({**SHEET, "time": {"seconds": 40, "drawn": [3]}}))
    assert sheet.time == Timing(40, (3,))
    game = Game((Player("Ann", (1, sheet, 3, 4, 5)),), simulated=True)
    assert Game.parse(str(game)) == game
    with pytest.raises(SheetError):
        Timing(10, (11,))
    with pytest.raises(SheetError, match="sheet, time, drawn: expected 0, one for each outline"):
        Sheet(CARD, Roll("AABCD"), (), time=Timing(10, (3,)))
