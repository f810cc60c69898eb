"""`penta up suggest` and `penta up match`, run in this process through cli.py."""

import json
import re
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from solver.pent_up.record import Record
from solver.pent_up.rules import Pile, first_violation
from solver.pent_up.strategy import answer
from solver.pent_up.strategy.answer import Pairing, PlayedGame
from tests.solver.pent_up.test_commands import TEXT
from tests.support import PENTA, ROOT, Patch, Run, cases


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "up")


def test_a_suggestion_continues_the_record(run: Run) -> None:
    answer = json.loads(run("suggest", "duel", "--upto", "12", "--steps", "9", "--json")[1])
    moves = json.loads(TEXT)["moves"][:12]
    pile = Pile(Record.parse(json.dumps({"moves": moves})).moves)
    (move,) = Record.parse(json.dumps({"moves": [answer["move"]]})).moves
    assert first_violation(pile, move) is None
    assert sum(answer["expected"].values()) == pytest.approx(1, abs=1e-3)
    assert (answer["proved"], answer["playouts"]) == (False, 9)
    out = run("suggest", "duel", "--upto", "12", "--steps", "9")[1]
    assert out.startswith(f"White lays {move.shape} on level {move.level}:\n")
    assert re.search(r"Expected: White wins \d+%, draws \d+%, loses \d+% \(\d of 9 playouts\)", out)


def test_a_proved_result_is_printed(run: Run) -> None:
    args = ("suggest", "duel", "--upto", "23", "--steps", "99")
    assert "Proved: Black loses when both play best\n" in run(*args)[1]
    assert "Proved: Black wins when both play best\n" in run(*args, "--lowest")[1]
    answer = json.loads(run(*args, "--json")[1])
    assert answer["expected"] == {"win": 0, "draw": 0, "lose": 1}
    assert (answer["proved"], answer["visits"], answer["playouts"]) == (True, 0, 0)


def test_the_games_of_a_match_are_legal_records(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    args = ("match", "--games", "2", "--steps", "1", "--jobs", "1", "--against", "greedy")
    answer = json.loads(run(*args, "--records", str(file), "--json")[1])
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2
    winners = []
    for line in lines:
        code, out, _ = run("referee", "-", "--json", stdin=line)
        verdict = json.loads(out)
        assert (code, verdict["over"]) == (0, True)
        winners.append(verdict["result"]["winner"])
    won = [winner == colour for winner, colour in zip(winners, ("white", "black"), strict=True)]
    assert sum(won) == answer["greedy"]["won"]


def test_for_a_game_that_is_over_suggest_and_moves_print_the_same(run: Run) -> None:
    assert run("suggest", "duel") == run("moves", "duel") == (0, "All tiles are laid.\n", "")
    assert json.loads(run("suggest", "duel", "--json")[1]) == {"move": None}


@cases(
    "args words",
    ("suggest slip", "move 9: expected a legal move"),
    ("suggest duel --upto 2 --seconds 0", "--seconds"),
    ("match --games 0", "--games"),
    ("suggest duel --upto 2 --seconds 1 --steps 9", "--steps does not go with --seconds."),
    ("match --games 1 --seconds 1 --steps 9", "--steps does not go with --seconds."),
    ("match --records .", "records '.': expected a file that can be written"),
    ("match --against me", "'me' is not one of 'random', 'greedy'"),
)
def test_bad_input_prints_one_line_and_exits_2(run: Run, args: str, words: str) -> None:
    code, out, err = run(*args.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_records_replace_what_was_there_unless_no_game_was_played(
    typed: Run, monkeypatch: Patch, tmp_path: Path
) -> None:
    def interrupted(*_: object, **__: object) -> Iterator[PlayedGame]:
        raise KeyboardInterrupt

    file = tmp_path / "games.ndjson"
    yesterday = '{"moves": [{"colour": "white", "shape": "of yesterday"\n'
    file.write_text(yesterday, encoding="utf-8")
    args = ["up", "match", "--against", "random", "--games", "1", "--steps", "1", "--jobs", "1"]
    with monkeypatch.context() as patched:
        patched.setattr(answer, "play_games", interrupted)
        code, out, err = typed(*args, "--records", str(file))
        assert (code, out) == (130, "")
        assert err == "penta: interrupted\n"
    assert file.read_text(encoding="utf-8") == yesterday
    assert typed(*args, "--records", str(file))[0] == 0
    assert json.loads(file.read_text(encoding="utf-8"))["moves"]


def test_an_interrupted_match_keeps_the_games_played(
    typed: Run, monkeypatch: Patch, tmp_path: Path
) -> None:
    play_games = answer.play_games

    def interrupted(pairings: Sequence[Pairing], *, jobs: int) -> Iterator[PlayedGame]:
        yield from islice(play_games(pairings, jobs=jobs), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(answer, "play_games", interrupted)
    file = tmp_path / "games.ndjson"
    args = ("--games", "4", "--steps", "1", "--jobs", "1", "--records", str(file), "--json")
    code, out, _ = typed("up", "match", "--against", "random", *args)
    assert code == 130
    assert len(file.read_text(encoding="utf-8").splitlines()) == 2
    score = json.loads(out)["random"]
    assert score["won"] + score["drawn"] + score["lost"] == 2


@pytest.mark.slow
def test_ctrl_c_ends_a_match_within_a_second_and_tells_the_games_played() -> None:
    command = [*PENTA, "up", "match", "--games", "999", "--steps", "3", "--jobs", "2", "--json"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as played:
        time.sleep(3)
        start = time.monotonic()
        played.send_signal(signal.SIGINT)
        out, err = played.communicate(timeout=20)
    assert time.monotonic() - start < 2  # a busy machine takes its time
    assert played.returncode == 130
    counted = re.search(r"with ([\d,]+) games so far", err)
    assert counted
    score = json.loads(out)["random"]
    assert score["won"] + score["drawn"] + score["lost"] == int(counted[1].replace(",", ""))
