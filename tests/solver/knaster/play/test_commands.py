"""`penta knaster play`, run in this process through the boundary of cli.py."""

import json
from functools import partial
from pathlib import Path

import pytest

from solver.knaster.line import default_line_values
from solver.knaster.play.session import new_session
from tests.solver.console.play.support import typed_turn
from tests.solver.knaster.play.support import greedily
from tests.support import Run

SEED = ("--seed", "3")  # the first rolls are 7 and 7


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "knaster", "play")


def test_the_same_seed_throws_the_same_dice(run: Run) -> None:
    args = ("--player", "Ann", "--against", "greedy", "--against", "random", "--seed", "5")
    lines = "".join(f"{cell}\n" for cell in ("a1", "b2", "c3", "d4", "e5"))
    game = run(*args, "--json", stdin=lines)[1]
    assert game == run(*args, "--json", stdin=lines)[1]
    alone = run("--seed", "5", "--json", stdin=lines)[1]
    rolls = [turn["roll"] for turn in json.loads(alone)["turns"]]
    assert [turn["roll"] for turn in json.loads(game)["players"]["Ann"]["turns"]] == rolls
    assert len(rolls) == 5


@pytest.mark.usefixtures("compiled", "short_searches")
def test_a_whole_game_is_reviewed_at_its_end(run: Run) -> None:
    whole = greedily(new_session(("Ann", "Ben"), (), 3))
    lines = "".join(f"{typed_turn(turn)}\n" for turn in whole.turns)
    code, out, _ = run("--player", "Ann", "--player", "Ben", *SEED, stdin=lines)
    assert code == 0
    assert "\nAnn and Ben tie with " in out
    assert out.count("\nExpected at the start ") == 2


@pytest.mark.usefixtures("compiled", "short_searches")
def test_what_programs_did_is_not_reviewed(run: Run) -> None:
    whole = greedily(new_session((), ("greedy",), 3))
    lines = "".join(f"{typed_turn(turn)}\n" for turn in whole.turns[::2])
    code, out, _ = run("--against", "greedy", *SEED, stdin=lines)
    assert code == 0
    assert out.count("\nExpected at the start ") == 1


def test_line_values_count_in_the_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "values.toml"
    file.write_text(
        "rows = [1, 2, 3, 4, 5]\ncols = [77, 1, 1, 1, 1]\ndiagonals = [1, 1]\n", encoding="utf-8"
    )
    assert "77" in run(*SEED, "--values", str(file))[1]
    game = tmp_path / "game.json"
    out = run(*SEED, "--values", str(file), "--save", str(game))[1]
    assert out.endswith(f"\nTo continue: penta knaster play --values {file} --resume {game}\n")
    assert "77" in run("--values", str(file), "--resume", str(game))[1]


def test_line_values_cannot_be_typed_where_the_players_type(run: Run) -> None:
    code, out, err = run("--values", "-", stdin=str(default_line_values()))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "the players type on standard input; give a file instead of '-'" in err
