"""`penta ... play`, whatever is played, run in this process through the boundary of cli.py."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.solver.console.play.support import CASES, Case, lines_of_persons, played, whole_game
from tests.support import PENTA, ROOT, Patch, Run, refusal, slow

# Records, of which the first is over or of other dice than its seed's, and cannot be resumed.
HERE = {
    "knaster": '{"turns": [{"roll": 5, "write": "a1"}], "play": {"programs": {}, "seed": 1}}',
    "geo": '{"players": ["red", "blue"], "turns": [{"throw": "3D", "moves": ["D3r3", "D3r4"]}], '
    '"play": {"programs": {}, "seed": 1}}',
    "up": '{"moves": [], "play": {"white": "human", "black": "human", "lowest": false, "seed": 1, '
    '"resigned": "white"}}',
}
REFEREES = {
    "knaster": ("referee",),
    "geo": ("referee",),
    "up": ("referee", "draw", "moves", "suggest"),
}


@pytest.fixture
def run(case: Case, typed: Run) -> Run:
    def run(*args: str, lines: Iterator[str] | list[str] = []) -> tuple[int, str, str]:  # noqa: B006
        return typed(case.name, "play", *args, stdin="".join(f"{line}\n" for line in lines))

    return run


def _typed_game(case: Case, steps: int) -> tuple[list[str], Any]:
    """Return what persons type in *steps* and until one is asked again, and the session then."""
    session = played(case, steps)
    while session.is_program:
        session = played(case, 1, session)
    sessions = whole_game(case.name)
    end = next(n for n, one in enumerate(sessions) if str(one) == str(session))
    return lines_of_persons(case, *sessions[:end]), session


def test_a_saved_game_is_read_by_every_command_that_reads_records(
    case: Case, run: Run, typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    lines, session = _typed_game(case, 7)
    code, out, err = run(*case.args, "--save", str(file), lines=lines)
    assert (code, err) == (0, "")
    how = f"To continue: penta {case.name} play --resume {file}\n"
    assert out.endswith(f"You left the game after {session.length}.\n{how}")
    assert file.read_text("utf-8") == str(session)
    for command in REFEREES[case.name]:
        steps = ("--steps", "1") if command == "suggest" else ()
        assert typed(case.name, command, str(file), *steps)[0] == 0


def test_a_game_that_was_left_and_resumed_is_the_uninterrupted_one(
    case: Case, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    lines, session = _typed_game(case, 18)
    at_once = run(*case.args, "--json", lines=lines)[1]
    assert at_once == str(session)
    assert at_once == run(*case.args, "--json", lines=lines)[1]
    run(*case.args, "--save", str(file), lines=lines[:4])
    for start in range(4, len(lines), 3):  # in the middle of a turn, too
        out = run("--resume", str(file), lines=lines[start : start + 3])[1]
    assert ", after " in out.partition("\n")[0]
    assert file.read_text("utf-8") == at_once


def test_a_game_without_a_seed_says_which_one_it_drew(run: Run, monkeypatch: Patch) -> None:
    monkeypatch.setattr("random.SystemRandom.randrange", lambda *_: 11)
    assert json.loads(run("--json")[1])["play"]["seed"] == 11


@pytest.mark.parametrize("case", ["up", slow("knaster"), slow("geo")], indirect=True)
@pytest.mark.usefixtures("short_searches")
def test_a_whole_game_is_judged_and_can_be_judged_again(
    case: Case, run: Run, typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    whole = whole_game(case.name)
    file.write_text(str(whole[-9]), "utf-8")
    code, _, _ = run("--resume", str(file), lines=lines_of_persons(case, *whole[-9:-1]))
    code, out, _ = typed(case.name, "referee", str(file))
    assert code == 0
    assert case.judge(file.read_text("utf-8")) is None
    assert file.read_text("utf-8") == str(whole[-1])
    again = f"To judge it again: penta {case.name} referee {file}\n"
    file.write_text(str(whole[-2]), "utf-8")
    code, out, _ = run("--resume", str(file), lines=lines_of_persons(case, whole[-2]))
    assert code == 0
    assert out.endswith(f"The game is saved in {file}. {again}")
    refusal(typed, case.name, "play", "--resume", str(file))


def test_json_is_what_the_file_would_hold_and_the_rest_goes_to_stderr(
    case: Case, run: Run, tmp_path: Path
) -> None:
    file, lines = tmp_path / "game.json", lines_of_persons(case, case.begun)
    code, out, err = run(*case.args, "--save", str(file), "--json", lines=[*lines, "quit"])
    assert code == 0
    assert out == file.read_text("utf-8")
    assert f"{case.begun.player}> {lines[0]}\n" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_the_json_is_printed_though_nothing_else_can_be(case: Case) -> None:
    command = [*PENTA, case.name, "play", "--seed", "3", "--json"]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            command, cwd=ROOT, input=b"", stdout=subprocess.PIPE, stderr=full, check=False
        )
    assert json.loads(done.stdout)["play"]["seed"] == 3


def test_an_interrupted_game_is_saved_up_to_the_last_step(
    case: Case, run: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    game = getattr(case.game, "func", case.game)
    monkeypatch.setattr(game, "_program_step", interrupted)
    file = tmp_path / "game.json"
    first = next(one for one in whole_game(case.name) if one.is_program)
    before = whole_game(case.name)[: whole_game(case.name).index(first)]
    args = (*case.args, "--save", str(file), "--json")
    code, out, err = run(*args, lines=lines_of_persons(case, *before))
    assert code == 130
    assert out == file.read_text("utf-8") == str(first)
    assert err.endswith("penta: interrupted\n")


@pytest.mark.usefixtures("disk_of_two_files")
def test_a_game_whose_file_cannot_be_written_any_more_is_printed(
    case: Case, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    lines, _ = _typed_game(case, 9)
    code, out, err = run(*case.args, "--save", str(file), lines=lines)
    assert (code, err.count("\n")) == (2, 1)
    assert "No space left on device" in err
    assert "To continue" not in out
    assert out.splitlines()[-1] == str(whole_game(case.name)[2]).strip()
    assert file.read_text("utf-8") == str(whole_game(case.name)[1])


ROWS = {
    "": [
        ("--seed one", "'--seed': expected a whole number from 0 to 4294967295, found 'one'."),
        ("--save here.json", "expected the name of a new file, found an existing one (--resume"),
        ("--save no/game.json", "expected a file that can be written"),
        ("--save -", "expected the name of a file, found '-'"),
        ("--save new.json --resume here.json", "--save "),
        ("--resume nowhere.json", "found no such file"),
        ("--resume -", "expected the name of a file, found '-'"),
        ("--resume broken.json", "expected JSON"),
        ("--resume empty.json", "expected JSON"),
    ],
    "knaster": [
        ("--against me", "'me' is not one of 'random', 'greedy', 'table', 'strong'"),
        ("--player Ann --player Ann", "players: expected each name once, found 'Ann' again"),
        ("--values nowhere.toml", "found no such file"),
        ("--seed 3 --resume here.json", "--seed cannot be changed with --resume"),
        ("--resume here.json", "expected the roll of seed 1, 7, found 5"),
    ],
    "geo": [
        ("--against me", "'me' is not one of 'random', "),
        ("--player pink", "'pink' is not one of 'red', 'yellow', 'green', 'blue'"),
        ("--player red --player red", "players: expected each colour once, found red again"),
        ("--player red" + 4 * " --against random", "players: expected two to four, found 5"),
        ("--svg board.png", "expected the ending .svg, found '.png'"),
        ("--svg no/board.svg", "expected a file that can be written"),
        ("--save new.svg --svg new.svg", "expected a file of its own, found the game"),
        ("--seed 3 --resume here.json", "--seed cannot be changed with --resume"),
        ("--against random --resume here.json", "--against cannot be changed with --resume"),
        ("--random-order --resume here.json", "--random-order cannot be changed with --resume"),
        ("--resume here.json", "turn 1, throw: expected the throw of seed 1, "),
    ],
    "up": [
        ("--white me", "'me' is not one of 'human', 'search', 'random', 'greedy'"),
        ("--seconds 1 --steps 9", "--steps does not go with --seconds."),
        ("--seconds 0", "--seconds"),
        ("--resume here.json", "expected a game that is not over, found White resigned"),
    ],
}


@pytest.mark.parametrize(
    "row", [(name, *row) for name in CASES for row in [*ROWS[""], *ROWS[name]]], ids=" ".join
)
def test_bad_input_prints_one_line_and_exits_2(
    typed: Run, tmp_path: Path, monkeypatch: Patch, row: tuple[str, str, str]
) -> None:
    name, args, words = row
    (tmp_path / "here.json").write_text(HERE[name], "utf-8")
    (tmp_path / "broken.json").write_text("{", "utf-8")
    (tmp_path / "empty.json").touch()
    monkeypatch.chdir(tmp_path)
    assert words in refusal(typed, name, "play", *args.split(), stdin="quit\n")
    assert (tmp_path / "here.json").read_text("utf-8") == HERE[name]
    assert not (tmp_path / "new.json").exists()
