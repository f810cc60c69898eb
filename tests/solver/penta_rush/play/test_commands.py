"""`penta rush play`: whole games, saved, resumed and interrupted, and impossible options."""

import json
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import cli
from solver.errors import SourceError
from solver.geometry.cell import Cell, names_of
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.puzzle.game import PuzzleGame
from solver.penta_rush.puzzle.rules import PuzzleState
from solver.penta_rush.sheet import Sheet
from tests.solver.penta_rush.play.conversation import POINTS, matching_cells, next_roll
from tests.support import PENTA, ROOT, Patch, Run, cases, error_text, refusal

MEADOW = Session(
    GameKind.STANDARD, (Card.parse((ROOT / "data/cards/meadow.txt").read_text()),), ("P",), 1
)


def _best_lines(session: Session) -> Iterator[str]:
    """Yield what is typed to earn every possible point in five rounds."""
    card, rolls = session.cards[0], _rolls(session)
    for roll in rolls[:5]:
        engine = BitsetEngine(RollProblem(card, roll, POINTS))
        packing = engine.packing(engine.best() or ())
        yield from (names_of(placement.cells) for placement in packing)
        yield "done"


def _rolls(session: Session) -> list[Roll]:
    """Return the rolls of five rounds."""
    rolls = []
    for number in range(1, 6):
        rolls.append(next_roll(session))
        sheet = Sheet(session.cards[0], rolls[-1], (), round=number)
        session = session.with_round((sheet,) * len(session.players))
    return rolls


def test_typing_the_best_packings_earns_every_possible_point(typed: Run) -> None:
    code, out, err = typed("rush", "play", "--seed", "1", stdin="\n".join(_best_lines(MEADOW)))
    assert (code, err) == (0, "")
    totals = [line for line in out.splitlines() if " in this round, " in line]
    earned = [line.split()[1:4] for line in totals]
    assert len(earned) == 5
    assert all(points == best for points, _, best in earned)
    assert f" in this round, {sum(int(points) for points, _, _ in earned)} in total" in totals[-1]


@pytest.mark.usefixtures("disk_of_two_files")
def test_a_game_whose_file_cannot_be_written_any_more_is_printed(
    typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    args = ("rush", "play", "--seed", "1", "--save", str(file))
    code, out, err = typed(*args, stdin="\n".join(_best_lines(MEADOW)))
    assert (code, err.count("\n")) == (2, 1)
    assert "No space left on device" in err
    assert "To continue" not in out
    assert len(Session.parse(out.splitlines()[-1]).rounds) == 2
    assert len(Session.parse(file.read_text("utf-8")).rounds) == 1


def test_the_referee_judges_a_finished_game_the_same(typed: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    lines = "\n".join(_best_lines(MEADOW))
    code, out, _ = typed("rush", "play", "--seed", "1", "--save", file, stdin=lines)
    assert code == 0
    assert out.endswith(
        f"The game is saved in {file}. To judge it again: penta rush total {file}\n"
    )
    code, judged, _ = typed("rush", "total", file)
    assert code == 0
    assert judged in out


def test_the_best_plan_played_is_the_best_in_hindsight(typed: Run, tmp_path: Path) -> None:
    _, best, _ = typed("rush", "puzzle", "best", "meadow", "--seed", "7", "--json")
    plan = json.loads(best)
    lines = []
    for played in plan["rounds"]:
        cells = names_of(Cell(*cell) for cell in played["cells"])
        lines.append(cells if played["circled"] else f"cross {played['shape']} {cells}")
        lines.append("done")
    file = str(tmp_path / "alone.json")
    args = ("rush", "play", "--game", "solitaire", "--seed", "7", "--save", file)
    code, out, err = typed(*args, stdin="\n".join(lines))
    assert (code, err) == (0, "")
    assert f"The game: legal. Solitaire: {plan['score']} points.\n" in out
    assert f"Score {plan['score']} of 30, proven best\n" in out
    code, judged, _ = typed("rush", "puzzle", "referee", file)
    assert code == 0
    assert f"legal. Solitaire: {plan['score']} points.\n" in judged


def test_a_typing_mistake_is_explained_and_the_game_continues(typed: Run) -> None:
    lines = "a1\nz9\nundo\nhelp\nturn\n\na1 a2 a3 a4 a5\nundo\nquit\na1 a2 a3 a4 a5\n"
    code, out, err = typed("rush", "play", "--seed", "1", stdin=lines)
    assert (code, err) == (0, "")
    assert "> a1\n  typed: expected 5 cells, found 1\n" in out
    assert "> z9\n  typed: expected cells from a1 to j10, found 'z9'\n" in out
    assert "> undo\n  you have not outlined anything\n" in out
    assert "> help\n  cells like c4 c5 d5 e5 e6  outline these five cells\n" in out
    assert "> turn\n  typed: expected 'done', found 'turn' (this game has no timer)\n" in out
    assert "> a1 a2 a3 a4 a5\n  1  I  a1 a2 a3 a4 a5\n" in out
    assert "  taken back: 1  I  a1 a2 a3 a4 a5\n" in out
    assert out.endswith("> quit\n\nYou left the game after 0 rounds.\n")


def _resumed(typed: Run, file: Path, lines: str) -> str:
    """Return what is printed when a saved game is resumed."""
    code, out, err = typed("rush", "play", "--resume", str(file), stdin=lines)
    assert (code, err) == (0, "")
    return out


def test_a_game_left_after_any_round_resumes_with_the_same_rolls(
    typed: Run, tmp_path: Path
) -> None:
    lines = [f"{line}\n" for line in _best_lines(MEADOW)]
    whole, resumed = tmp_path / "whole.json", tmp_path / "resumed.json"
    args = ("rush", "play", "--seed", "1", "--save")
    typed(*args, str(whole), stdin="".join(lines))
    code, out, _ = typed(*args, str(resumed), stdin="a1 a2 a3 a4 a5\n")
    assert code == 0
    assert out.endswith(
        f"You left the game after 0 rounds.\nTo continue: penta rush play --resume {resumed}\n"
    )
    ends = [number for number, line in enumerate(lines, start=1) if line == "done\n"]
    for number, (start, end) in enumerate(zip([0, *ends], ends, strict=False)):
        again = _resumed(typed, resumed, "".join(lines[start:end]) + "a1 a2 a3 a4 a5\n")
        assert f", seed 1, after {number} round" in again.partition("\n")[0]
    assert resumed.read_bytes() == whole.read_bytes()


def test_a_default_card_does_not_change_a_resumed_game(
    typed: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    file = tmp_path / "game.json"
    typed("rush", "play", "--card", "pocket", "--seed", "1", "--save", str(file))
    monkeypatch.setenv("PENTA_CARD", "orchard")
    assert "\n 5 C B A C B\n" in _resumed(typed, file, "")


def test_a_puzzle_game_resumes_where_it_was_left(typed: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    session = Session(GameKind.PUZZLE, MEADOW.cards, ("Ann", "Ben"), 3, 9)
    right = matching_cells(session)
    args = ("--game", "puzzle", "--player", "Ann", "--player", "Ben", "--timer", "9", "--seed", "3")
    lines = f"\n{right}\nturn\n\n{right}\ndone\n"
    typed("rush", "play", *args, "--save", str(file), stdin=lines)
    left = Session.parse(file.read_text())
    ann = left.puzzle_game.players[0]
    assert ann.rounds[0].timer
    fits = PuzzleState(left.card_of("Ann"), ann.rounds).first_fit()
    assert fits
    again = _resumed(typed, file, f"\ncross {names_of(fits[1])}\ndone\n" * 2)
    assert again.startswith(
        "Penta-Rush, puzzle variant: Ann, Ben, timer 9 s, seed 3, after 1 round\n"
    )
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


def test_the_card_cannot_come_from_standard_input(typed: Run) -> None:
    assert "the players type on standard input; give a file instead of" in refusal(
        typed, "rush", "play", "--card", "-", stdin="quit\n"
    )


@pytest.mark.parametrize("content", ["", "a diary\n", '{"players": []}'])
def test_a_new_game_never_overwrites_a_file(content: str, typed: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(content)
    code, out, err = typed("rush", "play", "--save", str(file))
    assert (code, out, file.read_text()) == (2, "", content)
    hint = "--resume continues a game" if "{" in content else "it is no saved game"
    assert f"expected the name of a new file, found an existing one ({hint})" in err


@pytest.mark.parametrize("content", ["", "a diary\n", '{"players": []}'])
def test_a_file_that_cannot_be_resumed_is_left_unchanged(
    content: str, typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(content)
    code, out, err = typed("rush", "play", "--resume", str(file))
    assert (code, out, err.count("\n"), file.read_text()) == (2, "", 1, content)


def test_a_saved_game_in_which_the_last_player_turned_the_timer_is_refused(
    typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    args = ("--player", "Ann", "--player", "Ben", "--timer", "9", "--save", str(file))
    outline = "a1 b1 c1 d1 e1"
    typed("rush", "play", *args, stdin=f"\n{outline}\nturn\n\n{outline}\ndone\n")
    saved = json.loads(file.read_text())
    file.write_text(json.dumps(saved | {"rounds": [saved["rounds"][0][::-1]]}))
    assert (
        "round 1: expected the timer turned by a player whom others follow, found Ben, who"
        in refusal(typed, "rush", "play", "--resume", str(file))
    )


def test_json_prints_what_the_file_holds_and_the_game_runs_on_stderr(
    typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    args = ("rush", "play", "--seed", "1", "--json", "--save", str(file))
    code, out, err = typed(*args, stdin="a1 a2 a3 a4 a5\ndone\n")
    assert (code, out) == (0, file.read_text())
    assert json.loads(out)["seed"] == 1
    assert "Roll AABCE, round 1 of 5" in err


def test_a_random_seed_is_printed_and_throws_the_same_dice_again(typed: Run) -> None:
    _, out, _ = typed("rush", "play")
    seed = out.partition("\n")[0].rpartition(" ")[2]
    assert typed("rush", "play", "--seed", seed)[1] == out


@pytest.mark.parametrize("word", ["quit", "q", "exit"])
@pytest.mark.parametrize("played", ["", "\na1 b1 c1 d1 e1\n"], ids=["before a turn", "in a turn"])
def test_every_way_to_quit_says_how_to_continue(
    word: str, played: str, typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    args = ("rush", "play", "--player", "Ann", "--player", "Ben", "--save", str(file))
    code, out, err = typed(*args, stdin=f"{played}{word}\na1 b1 c1 d1 e1\n")
    assert (code, err) == (0, "")
    how = f"To continue: penta rush play --resume {file}"
    assert out.endswith(f" {word}\n\nYou left the game after 0 rounds.\n{how}\n")
    assert Session.parse(file.read_text()).rounds == ()


def _read_until(read: Callable[[], str], text: str) -> None:
    output = ""
    while text not in output:
        more = read()
        assert more, output
        output += more


def test_an_interrupted_game_keeps_its_rounds_and_exits_130(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    process = subprocess.Popen(
        [*PENTA, "rush", "play", "--seed", "1", "--save", str(file)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("a1 a2 a3 a4 a5\ndone\na1 a2 a3 a4 a5\n")
    process.stdin.flush()
    stdout = process.stdout
    _read_until(stdout.readline, "round 2 of 5")
    _read_until(stdout.readline, "1  I  a1 a2 a3 a4 a5")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "penta: interrupted\n")
    assert (
        f"You left the game after 1 round.\nTo continue: penta rush play --resume {file}\n" in out
    )
    assert len(json.loads(file.read_text())["rounds"]) == 1


def test_closed_standard_input_is_an_error(typed: Run, monkeypatch: Patch) -> None:
    assert typed("rush", "play", "--seed", "1")[0] == 0
    monkeypatch.setattr("sys.stdin", None)
    assert (
        error_text(
            SourceError, cli.penta.main, ["rush", "play", "--seed", "1"], standalone_mode=False
        )
        == "standard input: expected it open, found it closed"
    )
