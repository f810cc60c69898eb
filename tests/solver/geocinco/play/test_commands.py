"""`penta geo play`, run in this process through the boundary of cli.py."""

import json
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from solver.geocinco.play.saved_game import parse_saved_game, saved_game_json
from solver.geocinco.record import Record
from tests.solver.geocinco.play.support import BUILDER, begun, lines_of_persons, played, sessions
from tests.solver.geocinco.play.support import typed as typed_step
from tests.support import PENTA, ROOT, Run

PAIR = ("--player", "red", "--player", "blue", "--seed", "3")  # the first throws are 3D and *E


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "geo", "play")


def _saved(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def test_a_saved_game_is_read_by_the_commands_that_read_records(typed: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    lines = "D3r3 D3r4\nE3b1\n"
    code, out, err = typed("geo", "play", *PAIR, "--save", str(file), stdin=lines)
    assert (code, err) == (0, "")
    assert out.endswith(
        f"You left the game after 1 turn.\nTo continue: penta geo play --resume {file}\n"
    )
    assert len(Record.parse(file.read_text(encoding="utf-8")).turns) == 1
    code, out, _ = typed("geo", "referee", str(file))
    assert code == 0
    assert "legal: 1 turn, not over yet, and it is the turn of blue" in out


@pytest.mark.usefixtures("builders")
def test_a_game_that_was_left_and_resumed_is_the_uninterrupted_one(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    args = ("--player", "blue", "--player", "red", "--against", "random", "--seed", "5")
    whole = played(begun(("blue", "red"), ("random",), 5), 40)
    while whole.is_program:  # which would go on by itself
        whole = played(whole, 1)
    lines = [f"{line}\n" for line in lines_of_persons(whole)]
    at_once = run(*args, "--json", stdin="".join(lines))[1]
    assert json.loads(at_once) == saved_game_json(whole)
    run(*args, "--save", str(file), stdin="".join(lines[:4]))
    for start in range(4, len(lines), 3):  # in the middle of a turn, too
        out = run("--resume", str(file), stdin="".join(lines[start : start + 3]))[1]
    assert out.startswith("Geocinco: blue, red, yellow (random, a program), seed 5, after ")
    assert file.read_text(encoding="utf-8") == at_once


def test_a_game_without_a_seed_says_which_one_it_drew(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.geocinco.play.commands.new_seed", lambda: 11)
    out = run("--json")[1]
    assert json.loads(out)["play"]["seed"] == 11


def test_who_plays_and_how_is_as_it_was_typed(run: Run) -> None:
    args = ("--against", "random", "--against", "random", "--player", "yellow", "--json")
    out = run(*args, "--seed", "3", "--tokens", "1", "--board", "strait")[1]
    value = json.loads(out)
    assert (value["board"], value["tokens"]) == ("strait", 1)
    assert value["players"] == ["yellow", "red", "green"]
    assert value["play"]["programs"] == {"red": "random", "green": "random"}
    orders = {
        json.loads(run(*args, "--seed", str(seed), "--random-order")[1])["players"][0]
        for seed in range(9)
    }
    assert len(orders) == 3


@pytest.mark.usefixtures("builders")
def test_a_whole_game_is_judged_and_can_be_judged_again(
    run: Run, typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    whole = played(begun(("red", "blue"), (), 0))
    last = sessions(whole)[-9:-1]
    file.write_text(json.dumps(saved_game_json(last[0])), encoding="utf-8")
    lines = "".join(f"{typed_step(one.choice(BUILDER))}\n" for one in last)
    code, out, _ = run("--resume", str(file), stdin=lines)
    assert code == 0
    assert (
        f"\n{whole.current.winner} wins in turn {whole.number}: 5 towers in one network.\n" in out
    )
    assert out.endswith(
        f"The game is saved in {file}. To judge it again: penta geo referee {file}\n"
    )
    code, out, _ = typed("geo", "referee", str(file), "--json")
    assert code == 0
    assert json.loads(out)["winner"] == whole.current.winner
    code, _, err = run("--resume", str(file))
    assert (code, err.count("\n")) == (2, 1)
    assert "expected an unfinished game, found a finished one" in err


def test_the_board_is_drawn_in_a_picture_after_every_move(run: Run, tmp_path: Path) -> None:
    file, earlier = tmp_path / "board.svg", b""
    for lines in ("", "D3r3\n", "D3r3\nD3r4\n"):
        assert run(*PAIR, "--svg", str(file), stdin=lines)[0] == 0
        assert file.read_bytes() != earlier
        earlier = file.read_bytes()
    assert b"<title>turn 2</title>" in earlier


def test_json_is_what_the_file_would_hold_and_the_rest_goes_to_stderr(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    code, out, err = run(*PAIR, "--save", str(file), "--json", stdin="D3r3\nquit\n")
    assert code == 0
    assert out == file.read_text(encoding="utf-8")
    assert json.loads(out)["play"]["pending"] == {"throw": "3D", "moves": ["D3r3"]}
    assert "red: D3r3" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_the_json_is_printed_though_nothing_else_can_be() -> None:
    command = [*PENTA, "geo", "play", "--seed", "3", "--json"]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            command, cwd=ROOT, input=b"", stdout=subprocess.PIPE, stderr=full, check=False
        )
    assert json.loads(done.stdout)["play"]["seed"] == 3


def test_an_interrupted_game_is_saved_up_to_the_last_move(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted:
        def next_move(self, *_: object) -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr("solver.geocinco.play.session.PROGRAMS", {"random": Interrupted()})
    file = tmp_path / "game.json"
    args = ("--player", "red", "--against", "random", "--seed", "3", "--save", str(file))
    code, out, err = run(*args, "--json", stdin="D3r3\nD3r4\n")
    assert code == 130
    assert len(json.loads(out)["turns"]) == 1
    assert out == file.read_text(encoding="utf-8")
    assert err.endswith("penta: interrupted\n")


@pytest.mark.usefixtures("disk_of_two_files")
def test_a_game_whose_file_cannot_be_written_any_more_is_printed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code, out, err = run(*PAIR, "--save", str(file), stdin="D3r3\nD3r4\nE3b1\n")
    assert (code, err.count("\n")) == (2, 1)
    assert "No space left on device" in err
    last = json.loads(out.splitlines()[-1])
    assert len(sessions(parse_saved_game(json.dumps(last)))) == 3
    assert _saved(file)["play"]["pending"]["moves"] == ["D3r3"]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("--against me", "'me' is not one of 'random', "),
        ("--player pink", "'pink' is not one of 'red', 'yellow', 'green', 'blue'"),
        ("--player red --player red", "players: expected each colour once, found red again"),
        ("--player red" + 4 * " --against random", "players: expected two to four, found 5"),
        ("--tokens 3", "'--tokens': expected a whole number from 1 to 2, found '3'."),
        ("--board half", "'half' is not one of 'whole', 'strait'"),
        ("--seed one", "'--seed': expected a whole number from 0 to 4294967295, found 'one'."),
        ("--save here.json", "expected the name of a new file, found an existing one (--resume"),
        ("--save no/game.json", "expected a file that can be written"),
        ("--save -", "expected the name of a file, found '-'"),
        ("--svg board.png", "expected the ending .svg, found '.png'"),
        ("--svg no/board.svg", "expected a file that can be written"),
        ("--save new.svg --svg new.svg", "expected a file of its own, found the game"),
        ("--save new.json --resume here.json", "--save cannot be changed with --resume"),
        ("--seed 3 --resume here.json", "--seed cannot be changed with --resume"),
        ("--player red --resume here.json", "--player cannot be changed with --resume"),
        ("--against random --resume here.json", "--against cannot be changed with --resume"),
        ("--tokens 1 --resume here.json", "--tokens cannot be changed with --resume"),
        ("--board whole --resume here.json", "--board cannot be changed with --resume"),
        ("--random-order --resume here.json", "--random-order cannot be changed with --resume"),
        ("--resume nowhere.json", "found no such file"),
        ("--resume -", "expected the name of a file, found '-'"),
        ("--resume here.json", "turn 1, throw: expected the throw of seed 1, "),
        ("--resume broken.json", "expected JSON"),
        ("--resume empty.json", "expected JSON"),
    ],
)
def test_bad_input_prints_one_line_and_exits_2(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: str, words: str
) -> None:
    turns = '[{"throw": "3D", "moves": ["D3r3", "D3r4"]}]'
    play = '{"programs": {}, "seed": 1}'
    here = f'{{"players": ["red", "blue"], "turns": {turns}, "play": {play}}}'
    (tmp_path / "here.json").write_text(here, encoding="utf-8")
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    (tmp_path / "empty.json").touch()
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*args.split(), stdin="quit\n")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err
    assert (tmp_path / "here.json").read_text(encoding="utf-8") == here
    assert not (tmp_path / "new.json").exists()
