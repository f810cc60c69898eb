"""A game at the keyboard: who plays when, who may turn the sand timer, who sees what."""

import os
import time
from contextlib import suppress
from dataclasses import replace
from itertools import count

import pytest

from solver.console.keyboard import Keyboard
from solver.console.play.console import Console, QuitGameError
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card
from solver.penta_rush.game import Sheet
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.play.standard import StandardTurn
from solver.penta_rush.timing import Timing
from tests.solver.console.play.support import unwrapped
from tests.solver.penta_rush.play import conversation
from tests.solver.penta_rush.play.conversation import (
    CARD,
    SEED,
    TIME_IS_UP,
    Script,
    new_session,
    play_script,
)
from tests.support import Patch, cases

THREE = new_session(GameKind.STANDARD, "Ann", "Ben", "Eve", timer_s=9)
RIGHT = conversation.matching_cells(THREE)  # of the first roll, in every game of the seed
EMPTY = ("", "done", "done")


def test_after_the_timer_is_turned_the_others_have_a_deadline() -> None:
    ann, ben, eve = ["", RIGHT, "turn"], ["", RIGHT, "turn", "done"], ["", RIGHT, TIME_IS_UP]
    played = play_script(THREE, *ann, *ben, *eve)
    assert [(sheet.timer, len(sheet.outlines)) for sheet in played.sheets] == [
        *((True, 1), (False, 1), (False, 1))
    ]
    expected = [True] * 4 + [False] * 3 + [True] + [False] * 2
    assert played.keyboard.without_deadline == expected


@cases(
    "lines timers",
    ((*EMPTY, "", "turn", "turn", *EMPTY), [False, True, False]),
    ((*EMPTY, *EMPTY, "", "turn", "done", "done"), [False, False, False]),
)
def test_any_player_but_the_last_may_turn_the_timer(lines: list[str], timers: list[bool]) -> None:
    assert [sheet.timer for sheet in play_script(THREE, *lines).sheets] == timers


RUNS = "the sand timer is already running"
LAST = "you play last, so there is nobody left to hurry"
OVER = "your turn is over, only a cross is left to make"


@cases(
    "kind lines who why",
    ("standard", (RIGHT, "turn", "", "turn", TIME_IS_UP, ""), "Ben> turn", RUNS),
    ("standard", ("done", "done", *EMPTY, "", "turn", "done", "done"), "Eve> turn", LAST),
    ("puzzle", ("a1 c1 e1 a3 c3", "done", "TURN"), "Ann> TURN", OVER),
    ("puzzle", (RIGHT, "turn", "", TIME_IS_UP, "turn"), "Ben> turn", OVER),
)
def test_a_refused_timer_comes_with_the_reason(
    kind: str, lines: tuple[str | None, ...], who: str, why: str
) -> None:
    pair = new_session(GameKind.PUZZLE, "Ann", "Ben", timer_s=9)
    text = unwrapped(play_script(pair if kind == "puzzle" else THREE, "", *lines).text)
    assert f"{who}\n  typed: expected 'done', found 'turn' ({why})\n" in text


def test_a_single_player_has_a_deadline_but_no_point_for_the_timer() -> None:
    session = new_session(GameKind.STANDARD, timer_s=9)
    played = play_script(session, "", RIGHT, "turn", TIME_IS_UP)
    (sheet,) = played.sheets
    assert (len(sheet.outlines), sheet.timer) == (1, False)
    assert played.keyboard.without_deadline == [True, False, False, False]
    assert "The sand timer runs: you have 9 seconds.\n" in played.text
    assert "The sand timer has run out.\n" in played.text


def test_the_sand_timer_runs_for_its_seconds() -> None:
    session = new_session(GameKind.STANDARD, timer_s=1)
    reading, writing = os.pipe()
    os.write(writing, b"\na1 b1")
    with os.fdopen(reading) as stdin:
        console = Console(Keyboard(stdin), conversation.Transcript())
        game = conversation.terminal_game(session, console, lambda _: os.close(writing))
        before = time.monotonic()
        with pytest.raises(QuitGameError):
            game.play()
    assert 1 <= time.monotonic() - before < 30
    assert game.session.next_round == 2


@pytest.fixture
def _screen(monkeypatch: Patch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.mark.usefixtures("_screen")
@cases("kind", GameKind.STANDARD, GameKind.PUZZLE)
def test_the_screen_is_cleared_between_players(kind: GameKind) -> None:
    session = new_session(kind, "Ann", "Ben")
    text = play_script(session, "", RIGHT, "done", "", RIGHT, "done", terminal=True).text
    cleared, seen = text.split("\x1b[H\x1b[2J\x1b[3J")  # the screen and the scrollback
    assert f"Ann> {RIGHT}\n" in cleared
    assert f"Ben> {RIGHT}\n" in seen
    assert RIGHT not in seen.partition("Ben> ")[0]


@pytest.mark.usefixtures("_screen")
def test_the_screen_is_not_cleared_for_a_single_player() -> None:
    session = new_session(GameKind.STANDARD, timer_s=9)
    text = play_script(session, "", RIGHT, "done", "", terminal=True).text
    assert "The sand timer runs: you have 9 seconds.\n" in text
    assert "\x1b" not in text


def test_a_new_player_begins_each_round_and_entries_stay_with_their_players() -> None:
    ann, ben = ["", "a1 b1 c1 d1 e1", "done"], ["", "a2 b2 c2 d2 e2", "done"]
    after = play_script(new_session(GameKind.STANDARD, "Ann", "Ben"), *ann, *ben, *ben, *ann)
    assert len(after.session.rounds) == 2
    for entries in after.session.rounds:
        drawn = [sheet.outlines[0][0] for sheet in entries if isinstance(sheet, Sheet)]
        assert drawn == [Cell(0, 0), Cell(1, 0)]


@cases("kind", GameKind.STANDARD, GameKind.SOLITAIRE)
def test_rolls_and_boards_speak_the_names_of_the_card(kind: GameKind) -> None:
    card = Card.parse("red,sun,star,sun,red\nstar,star,sun,red,dark blue")
    session = Session(kind, (card,), ("Ann",), 7)
    (throw,), shown = session.next_throws(), play_script(session, "show").text
    assert f"thrown: {','.join(map(card.legend.name, throw))}\n" in shown
    roll = card.legend.roll_text(conversation.next_roll(session))
    assert f"Roll {roll}, round 1" in shown
    assert "\n 2 star star  sun  red dark\n\ndark = dark blue\n" in shown


@pytest.fixture
def _clock(monkeypatch: Patch) -> None:
    """Let a person type, each line ten seconds after the one before."""
    seconds = count(1000, 10)
    monkeypatch.setattr(StandardTurn, "clock", staticmethod(lambda: next(seconds)))
    monkeypatch.setattr(Console, "is_interactive", True)


@pytest.mark.usefixtures("_clock")
def test_a_sheet_keeps_when_each_outline_was_drawn() -> None:
    others = ("a1 b1 c1 d1 e1", "a2 b2 c2 d2 e2")
    ann = ["", RIGHT, others[0], "undo", others[1], "hint", "turn"]
    played = play_script(replace(THREE, timer_s=25), *ann, "", RIGHT, TIME_IS_UP, *EMPTY)
    assert [sheet.time for sheet in played.sheets] == [
        Timing(50, (10, 30), 25, hints=1, hinted=40),  # what was taken back is on no sheet
        Timing(20, (10,), 25, hurried=True),
        Timing(10, (), 25, hurried=True),
    ]


@pytest.mark.usefixtures("_clock")
def test_no_time_goes_on_after_the_sand_and_none_passes_between_rounds() -> None:
    session = new_session(GameKind.STANDARD, timer_s=15)
    played = play_script(session, "", RIGHT, TIME_IS_UP)
    assert [sheet.time for sheet in played.sheets] == [Timing(15, (10,), 15, hurried=True)]
    resumed = play_script(Session.parse(str(played.session)), "", "done", "done")
    kept, new = (entries[0] for entries in resumed.session.rounds)
    assert kept == played.sheets[0]
    assert isinstance(new, Sheet)
    assert new.time == Timing(10, (), 15, hurried=True)


def test_lines_from_a_pipe_have_no_times() -> None:
    (sheet,) = play_script(new_session(GameKind.STANDARD), RIGHT, "done").sheets
    assert sheet.time is None


NAMED = Card.parse(
    "\n".join(
        ",".join(f"dark green emerald {number}" for number in row)
        for row in ("12345612345", "23456123456", "34561234561", "45612345612", "56123456123")
    )
)
LONG_NAME = "the second princess of the northern seas"
TYPED = (
    "hint", "zz", "nonsense " * 12, "c4 c9", "a1 b1 c1 d1 z9", "a1 a1 b1 b2 b3", "turn now", "turn",
    "cross", "cross Q", "cross F", "cross a1 a2 a3 b1 c4", "cross F a1 b1 c1 d1 e1", "undo", "done",
    "?", "show", "a1 c3 e5 g1 i3", "j5 j4 j3 j2 j1", "undo", "a1 b1 c1 d1 e1", "a2 b2 c2 d2 e2",
    "a3 b3 c3 d3 e3", "a1 b1 a2 b2 c2", "hint", "hint", "done", "cross I a1 b1 c1 d1 e1", "done",
)  # fmt: skip


@cases(
    "kind players card",
    (GameKind.STANDARD, ("Ann", LONG_NAME), NAMED),
    (GameKind.STANDARD, (LONG_NAME,), CARD),
    (GameKind.PUZZLE, ("Ann", LONG_NAME), NAMED),
    (GameKind.SOLITAIRE, ("Ann",), CARD),
)
def test_no_message_is_wider_than_80_columns(
    kind: GameKind, players: tuple[str, ...], card: Card
) -> None:
    timer_s = None if kind is GameKind.SOLITAIRE else 9
    session = Session(kind, (card,), players, SEED, timer_s)
    keyboard = Script(*["now?", "", *TYPED] * 3 * len(players))
    transcript = conversation.Transcript()
    game = conversation.terminal_game(session, Console(keyboard, transcript))
    with suppress(QuitGameError):
        game.play()
    assert game.session.rounds
    lines = [*"\n".join(game.greeting()).splitlines(), *transcript.text().splitlines()]
    typed = ("> ", "ready: ")  # what a pipe types is not ours
    assert [line for line in lines if len(line) > 80 and not any(map(line.count, typed))] == []
    told = " ".join(transcript.text().split())
    assert "found 'zz'" in told
    assert "found 'turn now'" in told
