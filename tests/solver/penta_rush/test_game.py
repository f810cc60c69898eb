import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import GameError
from solver.penta_rush.game import Game, Player
from tests.fuzz import attempt
from tests.strategies import any_json, games
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
