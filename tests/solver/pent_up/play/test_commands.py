"""`penta up play`, run in this process through the boundary of cli.py."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.solver.pent_up.test_commands import TEXT
from tests.support import Run

STEPS = ("--steps", "5", "--seed", "3")


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "up", "play")


def _saved(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def test_a_resumed_game_is_played_as_before(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    args = ("--white", "greedy", "--black", "human", "--lowest", *STEPS)
    at_once = json.loads(run(*args, "--json", stdin="X 9\nI 1\n")[1])
    run(*args, "--save", str(file), stdin="X 9\n")
    out = run("--resume", str(file), stdin="I 1\n")[1]
    assert "Pent-Up, after 3 moves\nWhite: the greedy player, seed 3\nBlack: a person\n" in out
    assert "More tiles on the lowest level win.\n" in out
    assert _saved(file) == at_once
    assert len(at_once["moves"]) == 5


def test_an_option_that_is_given_again_changes_a_resumed_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run(*STEPS, "--save", str(file), stdin="F 3\n")
    out = run("--resume", str(file), "--black", "human", "--seconds", "2")[1]
    assert "Black: a person\n" in out
    play = _saved(file)["play"]
    assert (play["black"], play["seed"], play["seconds"]) == ("human", 3, 2)
    assert "steps" not in play


def test_a_record_from_elsewhere_is_resumed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"moves": json.loads(TEXT)["moves"][:23]}), encoding="utf-8")
    out = run("--resume", str(file), "--black", "greedy")[1]
    assert "White wins on level 6, 1 to 0\n" in out
    assert f"To judge it again: penta up referee {file}\n" in out
    assert len(_saved(file)["moves"]) == 24


def test_the_same_seed_and_steps_play_the_same_game(run: Run) -> None:
    args = ("--white", "search", "--black", "random", *STEPS, "--json")
    game = run(*args)[1]
    assert game == run(*args)[1]
    assert len(json.loads(game)["moves"]) == 24
