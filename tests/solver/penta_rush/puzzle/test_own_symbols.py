"""The commands of the puzzle variant on a card with symbols of its own: they read and say names."""

import json
from pathlib import Path
from typing import Any

import pytest

from solver.errors import GameError
from solver.penta_rush.card import Card
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.puzzle.game import PuzzleGame, PuzzlePlayer
from tests.support import Patch, Run

NAMES = ("black cat", "blue moon", "green star", "red circle", "yellow sun")
WORDS = dict(zip("ABCDE", NAMES, strict=True))
LINES = ("DCBEDCB", "CBEDABE", "BADCBED", "EDCBADC")
PICTURE = "\n".join(",".join(WORDS[letter] for letter in line) for line in LINES)
CROSSED = {"roll": "red,green,blue,black,yellow", "shape": "I", "circled": False}
GAME: dict[str, Any] = {
    "card": f"4x7:{''.join(LINES)}",
    "legend": WORDS,
    "players": {"Ann": {"rounds": [CROSSED | {"cells": ["a1", "b1", "c1", "d1", "e1"]}]}},
    "roll": "red,red,green,blue,yellow",
}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: Patch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("card.csv").write_text(PICTURE, encoding="utf-8")
    return "card.csv"


def _fits(text: str) -> bool:
    return all(len(line) <= 80 for line in text.splitlines())


def test_a_game_is_read_in_names_and_written_with_its_legend() -> None:
    game = PuzzleGame.parse(json.dumps(GAME))
    assert (game.cards[0].legend.to_json(), str(game.roll)) == (WORDS, "BCDDE")
    assert str(game.players[0].rounds[0].roll) == "ABCDE"
    text = str(game)
    assert json.loads(text)["legend"] == WORDS
    assert PuzzleGame.parse(text).cards[0].legend == game.cards[0].legend


def test_a_card_of_a_game_may_be_its_picture_in_names() -> None:
    value = {key: GAME[key] for key in GAME if key != "legend"} | {"card": PICTURE}
    game = PuzzleGame.parse(json.dumps(value))
    assert (game.cards[0].lines, game.cards[0].legend.to_json()) == (LINES, WORDS)


def test_a_saved_game_keeps_its_names_when_it_is_read_and_when_it_is_over() -> None:
    card = Card.parse(PICTURE)
    over = PuzzleGame((card,), (PuzzlePlayer("Ann", ()),))
    assert json.loads(str(over))["legend"] == WORDS
    saved = str(Session(GameKind.SOLITAIRE, (card,), ("Ann",), 7))
    assert json.loads(saved)["legend"] == WORDS


def test_the_referee_says_names(typed: Run) -> None:
    wrong = {"roll": "red,red,green,black,black", "shape": "L", "circled": True}
    rounds = [*GAME["players"]["Ann"]["rounds"], wrong | {"cells": ["a2", "b2", "c2", "d2", "a3"]}]
    text = json.dumps(GAME | {"players": {"Ann": {"rounds": rounds}}})
    code, out, err = typed("rush", "puzzle", "referee", "-", stdin=text)
    assert (code, err) == (1, "")
    assert _fits(out)
    assert "  1  black cat, blue moon, green star, red circle, yellow sun\n     I crossed  -" in out
    reason = "not black cat,black cat,green star,red circle,red circle, so it cannot be circled"
    assert reason in " ".join(out.split())
    assert "black = black cat, blue = blue moon" in out


def test_a_shared_roll_that_differs_is_told_in_names(typed: Run) -> None:
    other = GAME["players"]["Ann"]["rounds"][0] | {"roll": "red,red,green,black,black"}
    players = GAME["players"] | {"Ben": {"rounds": [other]}}
    code, out, err = typed(
        "rush", "puzzle", "referee", "-", stdin=json.dumps(GAME | {"players": players})
    )
    assert (code, out) == (2, "")
    assert "expected one roll, black cat,blue moon,green star,red circle,yellow sun of Ann" in err


def test_advice_is_given_for_a_roll_in_beginnings_of_names(typed: Run) -> None:
    args = ("rush", "puzzle", "advise", "-", "--playouts", "0", "--roll", "r,g,blu,bla,y")
    typed(*args, stdin=json.dumps(GAME))  # it may compile
    code, out, err = typed(*args, stdin=json.dumps(GAME))
    assert (code, err) == (0, "")
    assert out.startswith("Round 2, roll black cat,blue moon,green star,red circle,yellow sun.\n")
    assert _fits(out)
    code, out, _ = typed(*args, "--json", stdin=json.dumps(GAME))
    assert json.loads(out)["legend"] == WORDS
    assert json.loads(out)["options"][0]["roll"] == "ABCDE"


def test_rolls_from_a_file_may_be_names(typed: Run, file: str) -> None:
    best = ("rush", "puzzle", "best", file, "-")
    twelve = "red,green,blue,black,yellow\n" * 12
    code, out, err = typed(*best, stdin=twelve)
    assert (code, err) == (0, "")
    assert _fits(out)
    code, out, _ = typed(*best, "--json", stdin=twelve)
    assert json.loads(out)["legend"] == WORDS
    assert json.loads(out)["rounds"][0]["roll"] == "ABCDE"
    code, out, err = typed(*best, stdin=twelve.replace("red", "purple"))
    assert (code, out) == (2, "")
    assert "rolls -, line 1, roll 'purple,green,blue,black,yellow', symbol 1: expected" in err


def test_a_simulation_has_the_legend_in_its_json(typed: Run, file: str) -> None:
    args = ("rush", "puzzle", "simulate", file, "--games", "1", "--policy", "first", "--json")
    code, out, _ = typed(*args)
    assert (code, json.loads(out)["legend"]) == (0, WORDS)


def test_a_name_that_cannot_be_printed_stays_within_its_line() -> None:
    rounds = [{"roll": "AABCD", "circledolltimer": True}]
    with pytest.raises(GameError) as error:
        PuzzleGame.parse(json.dumps({**GAME, "players": {"\ud800\n": {"rounds": rounds}}}))
    assert str(error.value).isprintable()
