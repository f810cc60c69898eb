"""The referee and the adviser read a game as it is printed, and one that is still being played."""

import json
from typing import Any

import pytest
from hypothesis import given

import data
from solver.errors import GameError
from solver.penta_rush.dice import Roll
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.penta_rush.puzzle.options import parse_any_puzzle_game
from tests.strategies import sessions
from tests.support import Run, cases

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
            parse_any_puzzle_game(text)
        return
    game = parse_any_puzzle_game(text)
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
    code, out, err = typed("rush", "puzzle", "referee", "-", stdin=text)
    assert (code, out) == (2, "")
    assert "round 1: expected the roll of seed 7, " in err


def test_advice_on_a_saved_game_is_for_the_next_roll(typed: Run) -> None:
    text = json.dumps(SAVED)
    roll = "".join(sorted(Session.parse(text).next_throws()[-1]))
    typed("rush", "puzzle", "advise", "-", "--playouts", "0", stdin=text)  # it may compile
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
    text = data.samples(folder)[name].read_text(encoding="utf-8")
    code, out, err = typed("rush", "puzzle", "referee", "-", stdin=text)
    assert (code, out) == (2, "")
    assert err == f"penta: game -: expected a game of the puzzle variant or a solitaire, {hint}\n"
