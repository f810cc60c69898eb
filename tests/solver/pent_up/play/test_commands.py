"""`penta up play`, run in this process through the boundary of cli.py."""

import json
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from solver.pent_up.record import parse_record
from solver.pent_up.strategy import mcts
from tests.solver.pent_up.test_commands import TEXT
from tests.support import PENTA, ROOT, Run

STEPS = ("--steps", "5", "--seed", "3")


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "up", "play")


def _saved(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def test_a_saved_game_is_read_by_every_command_that_reads_records(
    typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    code, out, err = typed("up", "play", *STEPS, "--save", str(file), stdin="F 3\nmoves\n")
    assert (code, err) == (0, "")
    assert out.endswith(
        f"You left the game after 2 moves.\nTo continue: penta up play --resume {file}\n"
    )
    assert len(parse_record(file.read_text(encoding="utf-8")).moves) == 2
    for command in ("referee", "draw", "moves"):
        assert typed("up", command, str(file))[0] == 0
    assert typed("up", "suggest", str(file), "--steps", "1")[0] == 0
    assert "White to move" in typed("up", "referee", str(file))[1]


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


def test_a_resignation_is_saved(run: Run, typed: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    out = run(*STEPS, "--save", str(file), stdin="resign\n")[1]
    assert "White resigns: Black wins\n" in out
    assert _saved(file)["play"]["resigned"] == "white"
    code, _, err = typed("up", "play", "--resume", str(file))
    assert (code, err.count("\n")) == (2, 1)
    assert "expected a game that is not over, found White resigned" in err


def test_json_is_what_the_file_would_hold_and_the_rest_goes_to_stderr(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    code, out, err = run(*STEPS, "--save", str(file), "--json", stdin="F 3\nquit\n")
    assert code == 0
    assert out == file.read_text(encoding="utf-8")
    assert "White lays F on level 1" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_the_json_is_printed_though_nothing_else_can_be() -> None:
    command = [*PENTA, "up", "play", "--white", "greedy", "--black", "random", "--json"]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=full, check=True)
    assert len(json.loads(done.stdout)["moves"]) == 24


def test_an_interrupted_game_is_saved_up_to_the_last_move(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(mcts, "playout", interrupted)
    file = tmp_path / "game.json"
    code, out, err = run(*STEPS, "--save", str(file), "--json", stdin="F 3\n")
    assert (code, len(json.loads(out)["moves"])) == (130, 1)
    assert out == file.read_text(encoding="utf-8")
    assert err.endswith("penta: interrupted\n")


@pytest.mark.usefixtures("disk_of_two_files")
def test_a_game_whose_file_cannot_be_written_any_more_is_printed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    args = ("--black", "human", "--save", str(file))
    code, out, err = run(*args, stdin="F 3\nX j9 j8 i8 k8 j7\nI 1\n")
    assert (code, err.count("\n")) == (2, 1)
    assert "No space left on device" in err
    assert len(json.loads(out.splitlines()[-1])["moves"]) == 2
    assert len(_saved(file)["moves"]) == 1


def test_the_same_seed_and_steps_play_the_same_game(run: Run) -> None:
    args = ("--white", "search", "--black", "random", *STEPS, "--json")
    game = run(*args)[1]
    assert game == run(*args)[1]
    assert len(json.loads(game)["moves"]) == 24


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("--white me", "'me' is not one of 'human', 'search', 'random', 'greedy'"),
        ("--seconds 1 --steps 9", "--steps does not go with --seconds."),
        ("--seconds 0", "--seconds"),
        ("--save here.json", "expected the name of a new file, found an existing one (--resume"),
        ("--save no/game.json", "expected a file that can be written"),
        ("--save -", "expected the name of a file, found '-'"),
        ("--save new.json --resume here.json", "--save does not go with --resume"),
        ("--resume nowhere.json", "found no such file"),
        ("--resume -", "expected the name of a file, found '-'"),
        ("--resume here.json", "expected a game that is not over, found all tiles laid"),
        ("--resume broken.json", "expected JSON"),
    ],
)
def test_bad_input_prints_one_line_and_exits_2(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: str, words: str
) -> None:
    (tmp_path / "here.json").write_text(TEXT, encoding="utf-8")
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*args.split(), stdin="quit\n")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err
    assert (tmp_path / "here.json").read_text(encoding="utf-8") == TEXT
    assert not (tmp_path / "new.json").exists()
