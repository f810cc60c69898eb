"""`penta rush play`: whole games, saved, resumed and interrupted, and impossible options."""

import json
import signal
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import cli
from solver.errors import SourceError
from solver.geometry.cell import Cell, names_of
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.game import Sheet
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.puzzle.game import PuzzleGame
from solver.penta_rush.puzzle.rules import PuzzleState
from tests.solver.penta_rush.play.conversation import POINTS, matching_cells, next_roll
from tests.support import PENTA, ROOT, Patch, Run, answer, cases, error_text, refusal

CARD = Card.parse((ROOT / "data/cards/meadow.txt").read_text())
PLAY = ("rush", "play", "--seed", "1")
I_TILE = "a1 a2 a3 a4 a5\n"
TO_CONTINUE = "To continue: penta rush play --resume game.json\n"
PAIR = ("--player", "Ann", "--player", "Ben")


@pytest.fixture
def file(folder: Path) -> Path:
    return folder / "game.json"


@cache
def _best_lines() -> list[str]:
    """Return what is typed to earn every possible point in five rounds on meadow with seed 1."""
    lines, session = [], Session(GameKind.STANDARD, (CARD,), ("P",), 1)
    while not session.is_over:
        roll = next_roll(session)
        engine = BitsetEngine(RollProblem(CARD, roll, POINTS))
        packing = engine.packing(engine.best() or ())
        lines += [*(f"{names_of(placement.cells)}\n" for placement in packing), "done\n"]
        session = session.with_round((Sheet(CARD, roll, (), round=session.next_round),))
    return lines


def test_typing_the_best_packings_earns_every_possible_point(typed: Run) -> None:
    code, out, err = typed(*PLAY, stdin="".join(_best_lines()))
    assert (code, err) == (0, "")
    totals = [line for line in out.splitlines() if " in this round, " in line]
    earned = [line.split()[1:4] for line in totals]
    assert len(earned) == 5
    assert all(points == best for points, _, best in earned)
    assert f" in this round, {sum(int(points) for points, _, _ in earned)} in total" in totals[-1]


@pytest.mark.usefixtures("disk_of_two_files")
def test_a_game_whose_file_cannot_be_written_any_more_is_printed(typed: Run, file: Path) -> None:
    code, out, err = typed(*PLAY, "--save", "game.json", stdin="".join(_best_lines()))
    assert (code, err.count("\n")) == (2, 1)
    assert "No space left on device" in err
    assert "To continue" not in out
    assert len(Session.parse(out.splitlines()[-1]).rounds) == 2
    assert len(Session.parse(file.read_text("utf-8")).rounds) == 1


@pytest.mark.usefixtures("file")
def test_the_referee_judges_a_finished_game_the_same(typed: Run) -> None:
    code, out, _ = typed(*PLAY, "--save", "game.json", stdin="".join(_best_lines()))
    assert code == 0
    again = "To judge it again: penta rush total game.json\n"
    assert out.endswith(f"The game is saved in game.json. {again}")
    code, judged, _ = typed("rush", "total", "game.json")
    assert code == 0
    assert judged in out


@pytest.mark.usefixtures("file")
def test_the_best_plan_played_is_the_best_in_hindsight(typed: Run) -> None:
    plan = answer(typed, "rush", "puzzle", "best", "meadow", "--seed", "7")
    lines = []
    for played in plan["rounds"]:
        cells = names_of(Cell(*cell) for cell in played["cells"])
        lines.append(cells if played["circled"] else f"cross {played['shape']} {cells}")
        lines.append("done")
    args = ("rush", "play", "--game", "solitaire", "--seed", "7", "--save", "game.json")
    code, out, err = typed(*args, stdin="\n".join(lines))
    assert (code, err) == (0, "")
    assert f"The game: legal. Solitaire: {plan['score']} points.\n" in out
    assert f"Score {plan['score']} of 30, proven best\n" in out
    code, judged, _ = typed("rush", "puzzle", "referee", "game.json")
    assert code == 0
    assert f"legal. Solitaire: {plan['score']} points.\n" in judged


def test_a_typing_mistake_is_explained_and_the_game_continues(typed: Run) -> None:
    lines = "a1\nz9\nundo\nhelp\nturn\n\na1 a2 a3 a4 a5\nundo\nquit\na1 a2 a3 a4 a5\n"
    code, out, err = typed(*PLAY, stdin=lines)
    assert (code, err) == (0, "")
    assert "> a1\n  typed: expected 5 cells, found 1\n" in out
    assert "> z9\n  typed: expected cells from a1 to j10, found 'z9'\n" in out
    assert "> undo\n  you have not outlined anything\n" in out
    assert "> help\n  cells like c4 c5 d5 e5 e6  outline these five cells\n" in out
    assert "> turn\n  typed: expected 'done', found 'turn' (this game has no timer)\n" in out
    assert "> a1 a2 a3 a4 a5\n  1  I  a1 a2 a3 a4 a5\n" in out
    assert "  taken back: 1  I  a1 a2 a3 a4 a5\n" in out
    assert out.endswith("> quit\n\nYou left the game after 0 rounds.\n")


def _resumed(typed: Run, lines: str) -> str:
    """Return what is printed when the saved game is resumed."""
    code, out, err = typed("rush", "play", "--resume", "game.json", stdin=lines)
    assert (code, err) == (0, "")
    return out


def test_a_game_left_after_any_round_resumes_with_the_same_rolls(typed: Run, file: Path) -> None:
    typed(*PLAY, "--save", "whole.json", stdin="".join(_best_lines()))
    code, out, _ = typed(*PLAY, "--save", "game.json", stdin=I_TILE)
    assert code == 0
    assert out.endswith(f"You left the game after 0 rounds.\n{TO_CONTINUE}")
    *rounds, after = "".join(_best_lines()).split("done\n")
    assert (len(rounds), after) == (5, "")
    for number, lines in enumerate(rounds):
        again = _resumed(typed, f"{lines}done\n{I_TILE}")
        assert f", seed 1, after {number} round" in again.partition("\n")[0]
    assert file.read_bytes() == file.with_name("whole.json").read_bytes()


@pytest.mark.usefixtures("file")
def test_a_default_card_does_not_change_a_resumed_game(typed: Run, monkeypatch: Patch) -> None:
    typed(*PLAY, "--card", "pocket", "--save", "game.json")
    monkeypatch.setenv("PENTA_CARD", "orchard")
    assert "\n 5 C B A C B\n" in _resumed(typed, "")


def test_a_puzzle_game_resumes_where_it_was_left(typed: Run, file: Path) -> None:
    right = matching_cells(Session(GameKind.PUZZLE, (CARD,), ("Ann", "Ben"), 3, 9))
    args = ("--game", "puzzle", *PAIR, "--timer", "9", "--seed", "3", "--save", "game.json")
    typed("rush", "play", *args, stdin=f"\n{right}\nturn\n\n{right}\ndone\n")
    left = Session.parse(file.read_text())
    ann = left.puzzle_game.players[0]
    assert ann.rounds[0].timer
    fits = PuzzleState(left.card_of("Ann"), ann.rounds).first_fit()
    assert fits
    again = _resumed(typed, f"\ncross {names_of(fits[1])}\ndone\n" * 2)
    title = "Penta-Rush, puzzle variant: Ann, Ben, timer 9 s, seed 3, after 1 round\n"
    assert again.startswith(title)
    assert "Ben, press Enter when you are ready: \nthrown: " in again
    assert "The game is over: nobody circled a shape in round 2.\n" in again
    game = PuzzleGame.parse(file.read_text())
    assert [len(player.rounds) for player in game.players] == [2, 2]
    assert game.players[0].rounds[0] == ann.rounds[0]


@cases(
    "args message",
    (("--game", "puzzle"), "puzzle game: expected 2 to 4 players, found 1"),
    (("--game", "solitaire", "--timer", "9"), "solitaire game: expected no timer, found 9 s"),
    (("--player", "A", "--player", "A"), "game: expected each name once, found 'A' again"),
    (("--player", ""), "game: expected a printable name, found ''"),
    (("--timer", "0"), "'--timer': expected a whole number from 1 to 3600, found '0'."),
    (("--card", "1x5:AABBA"), "dice: expected at least 3 symbols to throw, found 2"),
    (("--card", "-"), "the players type on standard input; give a file instead of"),
    (("--resume", "-"), "game '-': expected the name of a file, found '-'"),
    (("--resume", "none.json"), "game 'none.json': expected a text file"),
    (("--save", "-"), "game '-': expected the name of a file, found '-'"),
    (("--resume", "x", "--seed", "1"), "--seed cannot be changed with --resume."),
    (("--resume", "x", "--save", "y"), "--save cannot be changed with --resume."),
)
def test_impossible_options_are_refused_with_a_reason(
    args: tuple[str, ...], message: str, typed: Run
) -> None:
    assert message in refusal(typed, "rush", "play", *args)


@cases("content", "", "a diary\n", '{"players": []}')
def test_a_file_that_is_no_game_is_neither_overwritten_nor_resumed(
    content: str, typed: Run, file: Path
) -> None:
    file.write_text(content)
    hint = "--resume continues a game" if "{" in content else "it is no saved game"
    message = f"expected the name of a new file, found an existing one ({hint})"
    assert message in refusal(typed, "rush", "play", "--save", "game.json")
    refusal(typed, "rush", "play", "--resume", "game.json")
    assert file.read_text() == content


def test_a_saved_game_in_which_the_last_player_turned_the_timer_is_refused(
    typed: Run, file: Path
) -> None:
    args, outline = (*PAIR, "--timer", "9", "--save", "game.json"), "a1 b1 c1 d1 e1"
    typed("rush", "play", *args, stdin=f"\n{outline}\nturn\n\n{outline}\ndone\n")
    saved = json.loads(file.read_text())
    file.write_text(json.dumps(saved | {"rounds": [saved["rounds"][0][::-1]]}))
    message = "round 1: expected the timer turned by a player whom others follow, found Ben, who"
    assert message in refusal(typed, "rush", "play", "--resume", "game.json")


def test_json_prints_what_the_file_holds_and_the_game_runs_on_stderr(
    typed: Run, file: Path
) -> None:
    code, out, err = typed(*PLAY, "--json", "--save", "game.json", stdin=f"{I_TILE}done\n")
    assert (code, out) == (0, file.read_text())
    assert json.loads(out)["seed"] == 1
    assert "Roll AABCE, round 1 of 5" in err


def test_a_random_seed_is_printed_and_throws_the_same_dice_again(typed: Run) -> None:
    _, out, _ = typed("rush", "play")
    seed = out.partition("\n")[0].rpartition(" ")[2]
    assert typed("rush", "play", "--seed", seed)[1] == out


@cases("word", "quit", "q", "exit")
@cases("played", "", "\na1 b1 c1 d1 e1\n", ids=["before a turn", "in a turn"])
def test_every_way_to_quit_says_how_to_continue(
    word: str, played: str, typed: Run, file: Path
) -> None:
    args = ("rush", "play", *PAIR, "--save", "game.json")
    code, out, err = typed(*args, stdin=f"{played}{word}\na1 b1 c1 d1 e1\n")
    assert (code, err) == (0, "")
    assert out.endswith(f" {word}\n\nYou left the game after 0 rounds.\n{TO_CONTINUE}")
    assert Session.parse(file.read_text()).rounds == ()


def _read_until(read: Callable[[], str], text: str) -> None:
    output = ""
    while text not in output:
        more = read()
        assert more, output
        output += more


def test_an_interrupted_game_keeps_its_rounds_and_exits_130(tmp_path: Path) -> None:
    file, pipe = tmp_path / "game.json", subprocess.PIPE
    command = [*PENTA, *PLAY, "--save", str(file)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{I_TILE}done\n{I_TILE}")
    process.stdin.flush()
    _read_until(process.stdout.readline, "round 2 of 5")
    _read_until(process.stdout.readline, "1  I  a1 a2 a3 a4 a5")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "penta: interrupted\n")
    how = f"To continue: penta rush play --resume {file}"
    assert f"You left the game after 1 round.\n{how}\n" in out
    assert len(json.loads(file.read_text())["rounds"]) == 1


def test_closed_standard_input_is_an_error(typed: Run, monkeypatch: Patch) -> None:
    assert typed(*PLAY)[0] == 0
    monkeypatch.setattr("sys.stdin", None)
    error = error_text(SourceError, cli.penta.main, [*PLAY], standalone_mode=False)
    assert error == "standard input: expected it open, found it closed"
