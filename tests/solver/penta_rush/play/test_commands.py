"""Penta-Rush played at the keyboard: conversations, the sand, games kept and resumed."""

import io
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import cli
from solver.errors import SourceError
from solver.geometry.cell import Cell, names_of
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card, parse_card
from solver.penta_rush.dice import Roll, parse_roll
from solver.penta_rush.matching import MatchingPlacements
from solver.penta_rush.play.console import Console, QuitGameError
from solver.penta_rush.play.keyboard import Keyboard
from solver.penta_rush.play.session import GameKind, RoundEntry, Session, parse_session
from solver.penta_rush.play.terminal_game import TerminalGame
from solver.penta_rush.points import default_points
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.puzzle.game import PuzzleRound, parse_puzzle_game
from solver.penta_rush.puzzle.rules import PuzzleState
from solver.penta_rush.sheet import Sheet
from tests.support import PENTA, ROOT, Run

POINTS = default_points()
CARD = Card(("ABCDEF", "BCDEFA", "CDEFAB"))
MATCHED = 9  # a seed whose first roll some cells of CARD match
SAND_RAN = None  # in a script: nothing was typed in time


class Script(Keyboard):
    """Lines typed by nobody; it keeps whether each was waited for without an end."""

    def __init__(self, *lines: str | None) -> None:
        super().__init__(io.TextIOWrapper(io.BytesIO()))
        self._lines = list(lines)
        self.unhurried: list[bool] = []

    def line(self, deadline: float | None = None) -> str | None:
        if not self._lines:
            raise EOFError
        self.unhurried.append(deadline is None)
        return self._lines.pop(0)


class Talk(io.TextIOWrapper):
    """What is said, on a terminal or not."""

    def __init__(self, *, terminal: bool = False) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8")
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def said(self) -> str:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode()


def _played(session: Session, keyboard: Keyboard, talk: Talk | None = None) -> Session:
    """Return what *session* has come to when the lines of a script are used up."""
    match = TerminalGame(session, Console(keyboard, talk or Talk()), POINTS, lambda _: None)
    with pytest.raises(QuitGameError):
        match.play()
    return match.session


def _session(kind: GameKind, *players: str, timer_s: int | None = None) -> Session:
    return Session(kind, CARD, players or ("Ann",), MATCHED, timer_s)


def _roll(session: Session) -> Roll:
    return parse_roll("".join(session.next_throws()[-1]))


def _right(session: Session) -> str:
    """Return the cells of the first placement that matches the next roll."""
    return names_of(MatchingPlacements(RollProblem(session.card, _roll(session), POINTS))[0].cells)


def _best_lines(session: Session) -> Iterator[str]:
    """Yield what is typed to earn all there is in five rounds."""
    card, rolls = session.card, _rolls(session)
    for roll in rolls[:5]:
        solver = BitsetEngine(RollProblem(card, roll, POINTS))
        yield from (names_of(one.cells) for one in solver.packing(solver.best() or ()))
        yield "done"


def _rolls(session: Session) -> list[Roll]:
    """Return the rolls of five rounds."""
    found = []
    for number in range(1, 6):
        found.append(_roll(session))
        sheet = Sheet(session.card, found[-1], (), round=number)
        session = session.with_round((sheet,) * len(session.players))
    return found


def _entries(session: Session) -> tuple[RoundEntry, ...]:
    return session.rounds[-1]


MEADOW = Session(
    GameKind.STANDARD, parse_card((ROOT / "data/cards/meadow.txt").read_text()), ("P",), 1
)


def test_who_types_the_best_packings_earns_all_that_was_possible(typed: Run) -> None:
    code, out, err = typed("rush", "play", "--seed", "1", stdin="\n".join(_best_lines(MEADOW)))
    assert (code, err) == (0, "")
    told = [line for line in out.splitlines() if " in this round, " in line]
    earned = [line.split()[1:4] for line in told]
    assert len(earned) == 5
    assert all(points == best for points, _, best in earned)
    assert f" in this round, {sum(int(points) for points, _, _ in earned)} in total" in told[-1]


def test_a_finished_game_is_judged_alike_by_the_referee(typed: Run, tmp_path: Path) -> None:
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


def test_a_perfect_solitaire_is_the_best_in_hindsight(typed: Run, tmp_path: Path) -> None:
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


def test_what_is_typed_wrong_is_told_and_the_game_goes_on(typed: Run) -> None:
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


def test_a_sheet_is_judged_as_it_was_drawn() -> None:
    session = _session(GameKind.STANDARD)
    right, talk = _right(session), Talk()
    lines = [right, "a1 b1 c1 d1 e1", right, "undo", "a1 b1 c1 d1 f3", "show", "done"]
    (sheet,) = _entries(_played(session, Script(*lines), talk))
    assert isinstance(sheet, Sheet)
    assert [names_of(cells) for cells in sheet.outlines] == [right, lines[1], lines[4]]
    assert "unfinished: its cells are not joined edge to edge" in talk.said()
    assert "3 outlines\n" in talk.said()


def test_the_first_turns_the_timer_and_the_others_are_in_a_hurry() -> None:
    session = _session(GameKind.STANDARD, "Ann", "Ben", "Eve", timer_s=9)
    right = _right(session)
    keyboard = Script("", right, "turn", "", right, "turn", "done", "", right, SAND_RAN)
    entries = _entries(_played(session, keyboard))
    assert [entry.timer for entry in entries] == [True, False, False]
    assert all(isinstance(one, Sheet) and len(one.outlines) == 1 for one in entries)
    assert keyboard.unhurried == [True] * 4 + [False] * 3 + [True] + [False] * 2


def test_if_the_first_does_not_turn_it_the_next_may_but_not_the_last() -> None:
    session = _session(GameKind.STANDARD, "Ann", "Ben", "Eve", timer_s=9)
    keyboard = Script("", *["done"] * 2, "", *["turn"] * 2, "", *["done"] * 2)
    entries = _entries(_played(session, keyboard))
    assert [entry.timer for entry in entries] == [False, True, False]
    keyboard = Script("", *["done"] * 2, "", *["done"] * 2, "", "turn", *["done"] * 2)
    entries = _entries(_played(session, keyboard))
    assert [entry.timer for entry in entries] == [False, False, False]


def test_who_may_not_turn_the_timer_is_told_why_and_what_he_may() -> None:
    may_not = "  typed: expected 'done', found 'turn' ({})\n"
    session, talk = _session(GameKind.STANDARD, "Ann", "Ben", "Eve", timer_s=9), Talk()
    _played(session, Script("", "a1 b1 c1 d1 e1", "turn", "", "turn", SAND_RAN, ""), talk)
    assert f"Ben> turn\n{may_not.format('the sand timer is already running')}" in talk.said()
    talk = Talk()
    keyboard = Script("", "done", "done", "", "done", "done", "", "turn", "done", "done")
    _played(session, keyboard, talk)
    assert (
        f"Eve> turn\n{may_not.format('you play last, so there is nobody left to hurry')}"
        in talk.said()
    )
    session, talk = _session(GameKind.PUZZLE, "Ann", "Ben", timer_s=9), Talk()
    _played(session, Script("", "a1 c1 e1 a3 c3", "done", "TURN"), talk)
    assert (
        f"Ann> TURN\n{may_not.format('your turn is over, only a cross is left to make')}"
        in talk.said()
    )
    talk = Talk()
    _played(session, Script("", _right(session), "turn", "", SAND_RAN, "turn"), talk)
    assert (
        f"Ben> turn\n{may_not.format('your turn is over, only a cross is left to make')}"
        in talk.said()
    )


def test_who_plays_alone_has_the_seconds_and_no_point_for_them() -> None:
    session = _session(GameKind.STANDARD, timer_s=9)
    keyboard, talk = Script("", _right(session), "turn", SAND_RAN), Talk()
    (entry,) = _entries(_played(session, keyboard, talk))
    assert isinstance(entry, Sheet)
    assert (len(entry.outlines), entry.timer) == (1, False)
    assert keyboard.unhurried == [True, False, False, False]
    assert "The sand timer runs: you have 9 seconds.\n" in talk.said()
    assert "The sand timer has run out.\n" in talk.said()


def test_the_sand_runs_in_seconds() -> None:
    session = _session(GameKind.STANDARD, timer_s=1)
    reading, writing = os.pipe()
    os.write(writing, b"\na1 b1")
    with os.fdopen(reading) as stdin:
        match = TerminalGame(
            session, Console(Keyboard(stdin), Talk()), POINTS, lambda _: os.close(writing)
        )
        before = time.monotonic()
        with pytest.raises(QuitGameError):
            match.play()
    assert 1 <= time.monotonic() - before < 30
    assert match.session.next_round == 2


@pytest.mark.parametrize("kind", [GameKind.STANDARD, GameKind.PUZZLE])
def test_on_a_terminal_none_sees_what_another_has_outlined(
    kind: GameKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    session = _session(kind, "Ann", "Ben")
    right, talk = _right(session), Talk(terminal=True)
    _played(session, Script("", right, "done", "", right, "done"), talk)
    cleared, seen = talk.said().split("\x1b[H\x1b[2J\x1b[3J")  # the screen and the scrollback
    assert f"Ann> {right}\n" in cleared
    assert f"Ben> {right}\n" in seen
    assert right not in seen.partition("Ben> ")[0]


def test_on_a_terminal_nothing_is_cleared_for_who_plays_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    session, talk = _session(GameKind.STANDARD, timer_s=9), Talk(terminal=True)
    _played(session, Script("", _right(session), "done", ""), talk)
    assert "The sand timer runs: you have 9 seconds.\n" in talk.said()
    assert "\x1b" not in talk.said()


def test_who_is_first_changes_and_each_keeps_what_is_his() -> None:
    session = _session(GameKind.STANDARD, "Ann", "Ben")
    lines = ["", "a1 b1 c1 d1 e1", "done", "", "a2 b2 c2 d2 e2", "done"]
    ben_first = ["", "a2 b2 c2 d2 e2", "done", "", "a1 b1 c1 d1 e1", "done"]
    after = _played(session, Script(*lines, *ben_first))
    for together in after.rounds:
        drawn = [one.outlines[0][0] for one in together if isinstance(one, Sheet)]
        assert drawn == [Cell(0, 0), Cell(1, 0)]
    assert len(after.rounds) == 2


def test_a_find_is_replaced_and_taken_back_and_what_it_is_by_the_end_counts() -> None:
    session = _session(GameKind.SOLITAIRE)
    right = _right(session)
    (circled,) = _entries(_played(session, Script("a1 b1 c1 d1 e2", right, "show", "done")))
    assert isinstance(circled, PuzzleRound)
    assert (circled.circled, names_of(circled.cells)) == (True, right)
    (crossed,) = _entries(_played(session, Script(right, "undo", f"cross {right}", "done")))
    assert isinstance(crossed, PuzzleRound)
    assert not crossed.circled


def test_a_find_and_a_cross_are_taken_back_one_by_one() -> None:
    session = _session(GameKind.SOLITAIRE)
    right, talk = _right(session), Talk()
    lines = [right, "a1 b1 c1 d1 a2", "cross a1 b1 c1 d1 e1", "undo", "undo", "done"]
    (circled,) = _entries(_played(session, Script(*lines), talk))
    assert isinstance(circled, PuzzleRound)
    assert (circled.circled, names_of(circled.cells)) == (True, right)
    told = talk.said().partition("> undo\n")[2].split("Ann> ")
    assert told[0].splitlines() == [
        "  taken back: I  a1 b1 c1 d1 e1",
        "  outlined: L  a1 b1 c1 d1 a2",
    ]
    assert told[1].splitlines()[1] == "  taken back: L  a1 b1 c1 d1 a2"
    talk = Talk()
    _played(session, Script(right, "undo", "undo"), talk)
    assert "> undo\n  you have not outlined or crossed a shape yet\n" in talk.said()


@pytest.mark.parametrize("word", ["done", "turn"])
def test_a_turn_of_the_puzzle_does_not_end_before_a_find_or_a_cross(word: str) -> None:
    session, talk = _session(GameKind.PUZZLE, "Ann", "Ben", timer_s=9), Talk()
    ann = ["", word, word, _right(session), word]
    played, _ = _entries(_played(session, Script(*ann, "", "cross a1 b1 c1 d1 e1", "done"), talk))
    assert isinstance(played, PuzzleRound)
    assert (played.circled, played.timer) == (True, word == "turn")
    assert (
        talk.said().count(
            f"> {word}\n  you have not outlined or crossed a shape yet\nCross a shape"
        )
        == 2
    )


@pytest.mark.parametrize("word", ["done", "turn"])
def test_a_turn_of_the_standard_game_without_an_outline_is_ended_twice(word: str) -> None:
    session, talk = _session(GameKind.STANDARD, "Ann", "Ben", timer_s=9), Talk()
    ann = ["", word, "show", word, "a1 b1 c1", word, "a1 b1 c1 d1 e1", "undo", word, word]
    played, _ = _entries(_played(session, Script(*ann, "", "done", "done"), talk))
    assert isinstance(played, Sheet)
    assert (played.outlines, played.timer) == ((), word == "turn")
    again = f"Ann> {word}\n  you have not outlined anything; type '{word}' again to end your turn\n"
    assert talk.said().count(again) == 4


def test_a_cross_counts_when_the_sand_has_run() -> None:
    session = _session(GameKind.PUZZLE, "Ann", "Ben", timer_s=9)
    lines = ["", _right(session), "turn", "", "cross a1 b1 c1 d1 e1", SAND_RAN]
    _, ben = _entries(_played(session, Script(*lines)))
    assert isinstance(ben, PuzzleRound)
    assert (ben.shape, ben.circled) == ("I", False)


def test_a_wrong_find_is_told_and_a_cross_is_due() -> None:
    session = _session(GameKind.SOLITAIRE)
    wrong = next(
        cells
        for cells in ("a1 b1 c1 d1 e1", "b1 c1 d1 e1 f1")
        if sorted(CARD[Cell(0, ord(one[0]) - ord("a"))] for one in cells.split())
        != list(_roll(session).symbols)
    )
    talk = Talk()
    script = Script(wrong, "done", "done", wrong, "show", "cross F", f"cross {wrong}", "done")
    (crossed,) = _entries(_played(session, script, talk))
    assert isinstance(crossed, PuzzleRound)
    assert (crossed.shape, crossed.circled) == ("I", False)
    assert "so it cannot be circled\nCross a shape and draw it, for example: cross F" in talk.said()
    assert "> done\n  you have not outlined or crossed a shape yet\nCross a shape" in talk.said()
    assert "typed: expected undo, done, cross, show, help, quit, found '" in talk.said()
    assert "F is crossed without drawing, but " in talk.said()
    script = Script("a1 c1 e1 a3 c3", "done", f"cross {wrong}", "done")
    talk = Talk()
    _played(session, script, talk)
    assert "a1 c1 e1 a3 c3 is no pentomino\n" in talk.said()


def test_a_ring_is_kept_where_a_cross_was_due() -> None:
    session = _session(GameKind.PUZZLE, "Ann", "Ben", timer_s=9)
    crossed = ["a1 c1 e1 a3 c3", "turn", "cross a1 b1 c1 d1 e1", "done"]
    keyboard = Script("", *crossed, "", _right(session), SAND_RAN)
    ann, ben = _entries(_played(session, keyboard))
    assert isinstance(ann, PuzzleRound)
    assert isinstance(ben, PuzzleRound)
    assert (ann.circled, ann.timer, ben.circled, ben.timer) == (False, True, True, False)


def test_there_is_no_hurry_with_a_cross() -> None:
    session = _session(GameKind.PUZZLE, "Ann", "Ben", timer_s=9)
    crossed = ["cross a1 b1 c1 d1 e1", "done"]
    keyboard = Script("", "a1 c1 e1 a3 c3", "turn", *crossed, "", SAND_RAN, *crossed)
    game = TerminalGame(session, Console(keyboard, Talk()), POINTS, lambda _: None)
    game.play()
    assert keyboard.unhurried == [True] * 6 + [False] + [True] * 2


def test_a_puzzle_ends_with_a_round_in_which_nobody_found_one() -> None:
    talk = Talk()
    lines = ["", "cross a1 b1 c1 d1 e1", "done"] * 2
    session = _session(GameKind.PUZZLE, "Ann", "Ben")
    TerminalGame(session, Console(Script(*lines), talk), POINTS, lambda _: None).play()
    assert "The game is over: nobody circled a shape in round 1.\n" in talk.said()
    assert (
        "The game: legal. Ann and Ben win with 0 each, with equally many circled shapes.\n"
        in talk.said()
    )
    assert "known rolls" not in talk.said()


def test_where_nothing_fits_any_shape_is_crossed_without_drawing() -> None:
    talk = Talk()
    session = Session(GameKind.SOLITAIRE, Card(("ABC",)), ("Ann",), 1)
    (crossed,) = _entries(_played(session, Script("done", "cross X", "done"), talk))
    assert isinstance(crossed, PuzzleRound)
    assert crossed.cells == ()
    assert (
        "No shape fits any more. Cross one without drawing, for example: cross F; then type 'done'\n"
        in talk.said()
    )
    assert "Nothing could have been circled\n" in talk.said()


def test_what_could_have_been_circled_is_a_place_for_each_shape_that_was_left() -> None:
    card = parse_card((ROOT / "data/cards/pocket.txt").read_text())
    session, talk = Session(GameKind.SOLITAIRE, card, ("Ann",), 3), Talk()
    lines = ["a1 a2 a3 a4 a5", "done", "e2 d3 e3 c4 d4", "done", "b3 b4 b5 c5 d5", "done"]
    state = PuzzleState(session.card)
    after = _played(session, Script(*lines), talk)
    texts = talk.said().split("could have circled:\n")[1:]
    for text, (played,) in zip(texts, after.rounds, strict=True):
        assert isinstance(played, PuzzleRound)
        told = [line.split() for line in text.partition("\n\n")[0].splitlines()]
        found = {
            one.shape
            for one in MatchingPlacements(RollProblem(session.card, played.roll, POINTS))
            if one.shape in state.unused and state.free.issuperset(one.cells)
        }
        assert {shape for shape, *_ in told} == found
        free = {str(cell) for cell in state.free}
        assert all(free.issuperset(named) for _, _, *named in told)
        assert [int(points) for _, points, *_ in told] == sorted(
            (POINTS[shape] for shape in found), reverse=True
        )
        state = state.with_round(played)


def _resumed(typed: Run, file: Path, lines: str) -> str:
    """Return what is said when a kept game is gone on with."""
    code, out, err = typed("rush", "play", "--resume", str(file), stdin=lines)
    assert (code, err) == (0, "")
    return out


def test_a_game_that_is_left_after_any_round_goes_on_with_the_same_rolls(
    typed: Run, tmp_path: Path
) -> None:
    lines = [f"{line}\n" for line in _best_lines(MEADOW)]
    whole, parted = tmp_path / "whole.json", tmp_path / "parted.json"
    args = ("rush", "play", "--seed", "1", "--save")
    typed(*args, str(whole), stdin="".join(lines))
    code, out, _ = typed(*args, str(parted), stdin="a1 a2 a3 a4 a5\n")
    assert code == 0
    assert out.endswith(
        f"You left the game after 0 rounds.\nTo continue: penta rush play --resume {parted}\n"
    )
    ends = [number for number, line in enumerate(lines, start=1) if line == "done\n"]
    for number, (start, end) in enumerate(zip([0, *ends], ends, strict=False)):
        again = _resumed(typed, parted, "".join(lines[start:end]) + "a1 a2 a3 a4 a5\n")
        assert f", seed 1, after {number} round" in again.partition("\n")[0]
    assert parted.read_bytes() == whole.read_bytes()


def test_a_puzzle_goes_on_where_it_was_left(typed: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    session = Session(GameKind.PUZZLE, MEADOW.card, ("Ann", "Ben"), 3, 9)
    right = _right(session)
    args = ("--game", "puzzle", "--player", "Ann", "--player", "Ben", "--timer", "9", "--seed", "3")
    lines = f"\n{right}\nturn\n\n{right}\ndone\n"
    typed("rush", "play", *args, "--save", str(file), stdin=lines)
    left = parse_session(file.read_text())
    ann = left.puzzle_game.players[0]
    assert ann.rounds[0].timer
    fits = PuzzleState(left.card, ann.rounds).first_fit()
    assert fits
    again = _resumed(typed, file, f"\ncross {names_of(fits[1])}\ndone\n" * 2)
    assert again.startswith(
        "Penta-Rush, puzzle variant: Ann, Ben, timer 9 s, seed 3, after 1 round\n"
    )
    assert "Ben, press Enter when you are ready: \nthrown: " in again
    assert "The game is over: nobody circled a shape in round 2.\n" in again
    game = parse_puzzle_game(file.read_text())
    assert [len(player.rounds) for player in game.players] == [2, 2]
    assert game.players[0].rounds[0] == ann.rounds[0]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--game", "puzzle"), "puzzle game: expected 2 to 4 players, found 1"),
        (("--game", "solitaire", "--timer", "9"), "solitaire game: expected no timer, found 9 s"),
        (("--player", "A", "--player", "A"), "game: expected each name once, found 'A' again"),
        (("--player", ""), "game: expected a printable name, found ''"),
        (("--timer", "0"), "Invalid value for '--timer': 0 is not in the range 1<=x<=3600."),
        (("--card", "1x5:AABBA"), "dice: expected at least 3 symbols to throw, found 2"),
        (("--resume", "-"), "game '-': expected the name of a file, found '-'"),
        (("--resume", "none.json"), "game 'none.json': expected a text file"),
        (("--save", "-"), "game '-': expected the name of a file, found '-'"),
        (("--resume", "x", "--seed", "1"), "--seed cannot be changed with --resume."),
        (("--resume", "x", "--save", "y"), "--save cannot be changed with --resume."),
    ],
)
def test_what_cannot_be_played_is_told(args: tuple[str, ...], message: str, typed: Run) -> None:
    code, out, err = typed("rush", "play", *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_a_card_cannot_be_read_from_where_the_players_type(typed: Run) -> None:
    code, out, err = typed("rush", "play", "--card", "-", stdin="ABCDE\n")
    assert (code, out) == (2, "")
    assert "the players type on standard input; give a file instead of" in err


@pytest.mark.parametrize("content", ["", "a diary\n", '{"players": []}'])
def test_no_file_is_lost_to_a_new_game(content: str, typed: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(content)
    code, out, err = typed("rush", "play", "--save", str(file))
    assert (code, out, file.read_text()) == (2, "", content)
    assert (
        "expected the name of a new file, found an existing one (--resume continues a game)" in err
    )


@pytest.mark.parametrize("content", ["", "a diary\n", '{"players": []}'])
def test_what_is_no_game_to_go_on_with_is_left_as_it_is(
    content: str, typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(content)
    code, out, err = typed("rush", "play", "--resume", str(file))
    assert (code, out, err.count("\n"), file.read_text()) == (2, "", 1, content)


def test_a_kept_game_is_refused_in_which_the_last_turned_the_timer(
    typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    args = ("--player", "Ann", "--player", "Ben", "--timer", "9", "--save", str(file))
    outline = "a1 b1 c1 d1 e1"
    typed("rush", "play", *args, stdin=f"\n{outline}\nturn\n\n{outline}\ndone\n")
    kept = json.loads(file.read_text())
    file.write_text(json.dumps(kept | {"rounds": [kept["rounds"][0][::-1]]}))
    code, out, err = typed("rush", "play", "--resume", str(file))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert (
        "round 1: expected the timer turned by a player whom others follow, found Ben, who" in err
    )


def test_json_is_what_the_file_holds_and_the_talk_goes_to_stderr(
    typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    args = ("rush", "play", "--seed", "1", "--json", "--save", str(file))
    code, out, err = typed(*args, stdin="a1 a2 a3 a4 a5\ndone\n")
    assert (code, out) == (0, file.read_text())
    assert json.loads(out)["seed"] == 1
    assert "Roll AABCE, round 1 of 5" in err


def test_without_a_seed_the_one_taken_is_told_and_throws_the_same_dice(typed: Run) -> None:
    _, out, _ = typed("rush", "play")
    seed = out.partition("\n")[0].rpartition(" ")[2]
    assert typed("rush", "play", "--seed", seed)[1] == out


@pytest.mark.parametrize("word", ["quit", "q", "exit"])
@pytest.mark.parametrize("played", ["", "\na1 b1 c1 d1 e1\n"], ids=["before a turn", "in a turn"])
def test_who_leaves_by_any_word_is_told_how_to_go_on(
    word: str, played: str, typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    args = ("rush", "play", "--player", "Ann", "--player", "Ben", "--save", str(file))
    code, out, err = typed(*args, stdin=f"{played}{word}\na1 b1 c1 d1 e1\n")
    assert (code, err) == (0, "")
    end = f" {word}\n\nYou left the game after 0 rounds.\nTo continue: penta rush play --resume {file}\n"
    assert out.endswith(end)
    assert parse_session(file.read_text()).rounds == ()


def _until(told: Callable[[], str], text: str) -> None:
    said = ""
    while text not in said:
        more = told()
        assert more, said
        said += more


def test_interrupted_a_game_keeps_its_rounds_and_exits_130(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    found = subprocess.Popen(
        [*PENTA, "rush", "play", "--seed", "1", "--save", str(file)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert found.stdin is not None
    assert found.stdout is not None
    found.stdin.write("a1 a2 a3 a4 a5\ndone\na1 a2 a3 a4 a5\n")
    found.stdin.flush()
    stdout = found.stdout
    _until(stdout.readline, "round 2 of 5")
    _until(stdout.readline, "1  I  a1 a2 a3 a4 a5")
    found.send_signal(signal.SIGINT)
    out, err = found.communicate(timeout=60)
    assert (found.returncode, err) == (130, "penta: interrupted\n")
    assert (
        f"You left the game after 1 round.\nTo continue: penta rush play --resume {file}\n" in out
    )
    assert len(json.loads(file.read_text())["rounds"]) == 1


def test_a_closed_keyboard_is_told(typed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert typed("rush", "play", "--seed", "1")[0] == 0
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(SourceError) as error:
        cli.penta.main(["rush", "play", "--seed", "1"], standalone_mode=False)
    assert str(error.value) == "standard input: expected it open, found it closed"
