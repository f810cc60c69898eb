"""`penta knaster play`, run in this process through the boundary of cli.py."""

import json
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from solver.knaster.line_values import default_line_values
from solver.knaster.play.session import new_session
from solver.knaster.record import Record
from solver.knaster.strategy.player import LEVELS
from tests.solver.knaster.play.support import greedily
from tests.solver.knaster.play.support import typed as typed_turn
from tests.support import PENTA, ROOT, Run

SEED = ("--seed", "3")  # the first rolls are 7 and 7


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "knaster", "play")


def _saved(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def test_a_saved_game_is_read_by_the_commands_that_read_records(typed: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code, out, err = typed("knaster", "play", *SEED, "--save", str(file), stdin="c3\nc3\n")
    assert (code, err) == (0, "")
    assert out.endswith(
        f"You left the game after 2 turns.\nTo continue: penta knaster play --resume {file}\n"
    )
    assert len(Record.parse(file.read_text(encoding="utf-8")).rolls) == 2
    for command in ("referee", "score"):
        assert typed("knaster", command, str(file))[0] == 0


def test_a_game_that_was_left_and_resumed_is_the_uninterrupted_one(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    args = (*SEED, "--player", "Ann", "--player", "Ben", "--against", "random")
    whole = greedily(new_session(("Ann", "Ben"), (), 3))  # whose turns are legal with any rival
    lines = [f"{typed_turn(turn)}\n" for turn in whole.turns[:9]]
    at_once = run(*args, "--json", stdin="".join(lines))[1]
    run(*args, "--save", str(file), stdin="".join(lines[:4]))
    for line in lines[4:]:  # in the middle of a turn, too
        out = run("--resume", str(file), stdin=line)[1]
    assert out.startswith("Knaster: Ann, Ben, random (a program), seed 3, after 4 turns\n")
    assert file.read_text(encoding="utf-8") == at_once
    assert [len(player["turns"]) for player in _saved(file)["players"].values()] == [4, 4, 4]
    assert len(_saved(file)["play"]["pending"]) == 1


def test_the_same_seed_throws_the_same_dice(run: Run) -> None:
    args = ("--player", "Ann", "--against", "greedy", "--against", "random", "--seed", "5")
    lines = "".join(f"{cell}\n" for cell in ("a1", "b2", "c3", "d4", "e5"))
    game = run(*args, "--json", stdin=lines)[1]
    assert game == run(*args, "--json", stdin=lines)[1]
    alone = run("--seed", "5", "--json", stdin=lines)[1]
    rolls = [turn["roll"] for turn in json.loads(alone)["turns"]]
    assert [turn["roll"] for turn in json.loads(game)["players"]["Ann"]["turns"]] == rolls
    assert len(rolls) == 5


def test_a_game_without_a_seed_says_which_one_it_drew(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.knaster.play.commands.new_seed", lambda: 11)
    out = run("--json", stdin="a1\n")[1]
    assert json.loads(out)["play"]["seed"] == 11


@pytest.mark.usefixtures("compiled", "short_searches")
def test_a_whole_game_is_judged_and_can_be_judged_again(
    run: Run, typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    whole = greedily(new_session(("Ann", "Ben"), (), 3))
    lines = "".join(f"{typed_turn(turn)}\n" for turn in whole.turns)
    args = ("--player", "Ann", "--player", "Ben", *SEED, "--save", str(file))
    code, out, _ = run(*args, stdin=lines)
    assert code == 0
    assert "\nAnn and Ben tie with " in out
    assert out.count("\nExpected at the start ") == 2
    assert out.endswith(
        f"The game is saved in {file}. To judge it again: penta knaster referee {file}\n"
    )
    assert typed("knaster", "referee", str(file))[0] == 0
    code, _, err = run("--resume", str(file))
    assert (code, err.count("\n")) == (2, 1)
    assert "expected an unfinished game, found a finished one" in err


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


def test_json_is_what_the_file_would_hold_and_the_rest_goes_to_stderr(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    code, out, err = run(*SEED, "--save", str(file), "--json", stdin="c3\nquit\n")
    assert code == 0
    assert out == file.read_text(encoding="utf-8")
    assert "you: write c3" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_the_json_is_printed_though_nothing_else_can_be() -> None:
    command = [*PENTA, "knaster", "play", "--seed", "3", "--json"]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            command, cwd=ROOT, input=b"", stdout=subprocess.PIPE, stderr=full, check=False
        )
    assert json.loads(done.stdout)["play"]["seed"] == 3


def test_an_interrupted_game_is_saved_up_to_the_last_turn(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("solver.knaster.play.session.LEVELS", {**LEVELS, "greedy": interrupted})
    file = tmp_path / "game.json"
    args = ("--player", "Ann", "--player", "Ben", "--against", "greedy")
    code, out, err = run(*args, *SEED, "--save", str(file), "--json", stdin="c3\na1\n")
    assert code == 130
    assert len(json.loads(out)["play"]["pending"]) == 2
    assert out == file.read_text(encoding="utf-8")
    assert err.endswith("penta: interrupted\n")


@pytest.mark.usefixtures("disk_of_two_files")
def test_a_game_whose_file_cannot_be_written_any_more_is_printed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code, out, err = run(*SEED, "--save", str(file), stdin="c3\nc3\nd4\n")
    assert (code, err.count("\n")) == (2, 1)
    assert "No space left on device" in err
    assert len(json.loads(out.splitlines()[-1])["turns"]) == 2
    assert len(_saved(file)["turns"]) == 1


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("--against me", "'me' is not one of 'random', 'greedy', 'table', 'strong'"),
        ("--player Ann --player Ann", "players: expected each name once, found 'Ann' again"),
        ("--seed one", "'--seed': expected a whole number from 0 to 4294967295, found 'one'."),
        ("--values nowhere.toml", "found no such file"),
        ("--save here.json", "expected the name of a new file, found an existing one (--resume"),
        ("--save no/game.json", "expected a file that can be written"),
        ("--save -", "expected the name of a file, found '-'"),
        ("--save new.json --resume here.json", "--save cannot be changed with --resume"),
        ("--seed 3 --resume here.json", "--seed cannot be changed with --resume"),
        ("--player Ann --resume here.json", "--player cannot be changed with --resume"),
        ("--against table --resume here.json", "--against cannot be changed with --resume"),
        ("--resume nowhere.json", "found no such file"),
        ("--resume -", "expected the name of a file, found '-'"),
        ("--resume here.json", "expected the roll of seed 1, 7, found 5"),
        ("--resume broken.json", "expected JSON"),
        ("--resume empty.json", "expected JSON"),
    ],
)
def test_bad_input_prints_one_line_and_exits_2(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: str, words: str
) -> None:
    here = '{"turns": [{"roll": 5, "write": "a1"}], "play": {"programs": {}, "seed": 1}}'
    (tmp_path / "here.json").write_text(here, encoding="utf-8")
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    (tmp_path / "empty.json").touch()
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*args.split(), stdin="quit\n")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err
    assert (tmp_path / "here.json").read_text(encoding="utf-8") == here
    assert not (tmp_path / "new.json").exists()
