"""The referee and the adviser read a game as it is printed, and one that is still being played."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import data
from solver.errors import GameError
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.puzzle.game import PuzzleGame, PuzzlePlayer, PuzzleRound
from solver.penta_rush.typed import parse_puzzle_game
from tests.strategies import sessions
from tests.support import Run, answer, cases, error_text, refusal

SAVED: dict[str, Any] = {
    "game": "solitaire",
    "card": "2x6:ABCDEFBCDEFA",
    "players": ["Ann"],
    "seed": 7,
    "timer": None,
    "rounds": [],
}


def _with_rounds(*rounds: dict[str, Any], cells: list[Any]) -> str:
    """Return a saved solitaire of these rounds, each on *cells*, with the rolls of its seed."""
    session = Session.parse(json.dumps(SAVED))
    entries = []
    for fields in rounds:
        roll = Roll("".join(sorted(session.next_throws()[-1])))
        entries.append([{"roll": str(roll), "cells": cells, **fields}])
        session = session.with_round((PuzzleRound(roll, fields["shape"], (), circled=False),))
    return json.dumps(SAVED | {"rounds": entries})


@given(sessions())
def test_a_saved_game_is_read_with_the_next_roll_of_its_dice_on_the_table(session: Session) -> None:
    text = str(session)
    if session.kind is GameKind.STANDARD:
        with pytest.raises(GameError, match=r"found an? (unfinished )?standard game \(penta rush"):
            parse_puzzle_game(text)
        return
    game = parse_puzzle_game(text)
    assert (game.cards, game.players) == (session.cards, session.puzzle_game.players)
    assert game.roll == (
        None if session.is_over else Roll("".join(sorted(session.next_throws()[-1])))
    )


def test_the_referee_judges_a_game_that_is_still_being_played(typed: Run) -> None:
    text = _with_rounds({"shape": "I", "circled": False}, cells=["a1", "B1", [0, 2], "d1", "e1"])
    code, out, err = typed("rush", "puzzle", "referee", "-", stdin=text)
    assert (code, err) == (0, "")
    assert out.endswith("game -: legal, not over yet\n")
    code, out, _ = typed("rush", "puzzle", "referee", "-", "--json", stdin=text)
    assert (code, json.loads(out)["over"]) == (0, False)


def test_a_saved_round_that_breaks_a_rule_is_judged_as_any_other(typed: Run) -> None:
    cross = {"shape": "I", "circled": False}
    text = _with_rounds(cross, cross, cells=["a1", "b1", "c1", "d1", "e1"])
    code, out, err = typed("rush", "puzzle", "referee", "-", stdin=text)
    assert (code, err) == (1, "")
    assert "Ann, round 2: illegal: shape used twice: I was crossed in round 1" in out


def test_rolls_that_are_not_those_of_the_seed_are_refused(typed: Run) -> None:
    text = _with_rounds({"shape": "I", "circled": False, "roll": "AABBC"}, cells=[])
    message = refusal(typed, "rush", "puzzle", "referee", "-", stdin=text)
    assert "round 1: expected the roll of seed 7, " in message


def test_advice_on_a_saved_game_is_for_the_next_roll(typed: Run) -> None:
    text = json.dumps(SAVED)
    roll = "".join(sorted(Session.parse(text).next_throws()[-1]))
    code, out, err = typed("rush", "puzzle", "advise", "-", "--playouts", "0", stdin=text)
    assert (code, err) == (0, "")
    assert out.startswith(f"Round 1, roll {roll}. ")


@cases(
    "folder name hint",
    ("games", "friends", "found a standard game (penta rush total judges it)"),
    ("sheets", "anna", "found a sheet (penta rush score judges it)"),
)
def test_what_is_of_the_standard_game_is_sent_to_its_own_referee(
    typed: Run, folder: str, name: str, hint: str
) -> None:
    text = data.samples(folder)[name].read_text("utf-8")
    code, out, err = typed("rush", "puzzle", "referee", "-", stdin=text)
    assert (code, out) == (2, "")
    assert err == f"penta: game -: expected a game of the puzzle variant or a solitaire, {hint}\n"


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
def file(folder: Path) -> str:
    (folder / "card.csv").write_text(PICTURE, "utf-8")
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
    game = json.dumps(GAME | {"players": GAME["players"] | {"Ben": {"rounds": [other]}}})
    message = refusal(typed, "rush", "puzzle", "referee", "-", stdin=game)
    expected = "black cat,blue moon,green star,red circle,yellow sun of Ann"
    assert f"expected one roll, {expected}" in message


def test_advice_is_given_for_a_roll_in_beginnings_of_names(typed: Run) -> None:
    args = ("rush", "puzzle", "advise", "-", "--playouts", "0", "--roll", "r,g,blu,bla,y")
    code, out, err = typed(*args, stdin=json.dumps(GAME))
    assert (code, err) == (0, "")
    assert out.startswith("Round 2, roll black cat,blue moon,green star,red circle,yellow sun.\n")
    assert _fits(out)
    code, out, _ = typed(*args, "--json", stdin=json.dumps(GAME))
    assert json.loads(out)["legend"] == WORDS
    assert json.loads(out)["options"][0]["roll"] == "ABCDE"


def test_rolls_from_a_file_may_be_names(typed: Run, file: str) -> None:
    best, twelve = ("rush", "puzzle", "best", file, "-"), "red,green,blue,black,yellow\n" * 12
    code, out, err = typed(*best, stdin=twelve)
    assert (code, err, _fits(out)) == (0, "", True)
    given = answer(typed, *best, stdin=twelve)
    assert (given["legend"], given["rounds"][0]["roll"]) == (WORDS, "ABCDE")
    message = refusal(typed, *best, stdin=twelve.replace("red", "purple"))
    assert "rolls -, line 1, roll 'purple,green,blue,black,yellow', symbol 1: expected" in message


def test_a_simulation_has_the_legend_in_its_json(typed: Run, file: str) -> None:
    args = ("rush", "puzzle", "simulate", file, "--games", "1", "--program", "first")
    assert answer(typed, *args)["legend"] == WORDS


def test_a_name_that_cannot_be_printed_stays_within_its_line() -> None:
    rounds = [{"roll": "AABCD", "circledolltimer": True}]
    assert error_text(
        GameError,
        PuzzleGame.parse,
        json.dumps({**GAME, "players": {"\ud800\n": {"rounds": rounds}}}),
    ).isprintable()
