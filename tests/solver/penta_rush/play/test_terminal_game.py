"""A game at the keyboard: who plays when, who may turn the sand timer, who sees what."""

import os
import time

import pytest

from solver.console.keyboard import Keyboard
from solver.console.play.console import Console, QuitGameError
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.sheet import Sheet
from tests.solver.penta_rush.play.conversation import (
    TIME_IS_UP,
    Script,
    Transcript,
    last_entries,
    matching_cells,
    new_session,
    next_roll,
    play_script,
    terminal_game,
)
from tests.support import Patch


def test_after_the_timer_is_turned_the_others_have_a_deadline() -> None:
    session = new_session(GameKind.STANDARD, "Ann", "Ben", "Eve", timer_s=9)
    right = matching_cells(session)
    keyboard = Script("", right, "turn", "", right, "turn", "done", "", right, TIME_IS_UP)
    entries = last_entries(play_script(session, keyboard))
    assert [entry.timer for entry in entries] == [True, False, False]
    assert all(isinstance(entry, Sheet) and len(entry.outlines) == 1 for entry in entries)
    assert keyboard.without_deadline == [True] * 4 + [False] * 3 + [True] + [False] * 2


def test_any_player_but_the_last_may_turn_the_timer() -> None:
    session = new_session(GameKind.STANDARD, "Ann", "Ben", "Eve", timer_s=9)
    keyboard = Script("", *["done"] * 2, "", *["turn"] * 2, "", *["done"] * 2)
    entries = last_entries(play_script(session, keyboard))
    assert [entry.timer for entry in entries] == [False, True, False]
    keyboard = Script("", *["done"] * 2, "", *["done"] * 2, "", "turn", *["done"] * 2)
    entries = last_entries(play_script(session, keyboard))
    assert [entry.timer for entry in entries] == [False, False, False]


def test_a_refused_timer_comes_with_the_reason() -> None:
    refusal = "  typed: expected 'done', found 'turn' ({})\n"
    session = new_session(GameKind.STANDARD, "Ann", "Ben", "Eve", timer_s=9)
    transcript = Transcript()
    play_script(
        session, Script("", "a1 b1 c1 d1 e1", "turn", "", "turn", TIME_IS_UP, ""), transcript
    )
    assert f"Ben> turn\n{refusal.format('the sand timer is already running')}" in transcript.text()
    transcript = Transcript()
    keyboard = Script("", "done", "done", "", "done", "done", "", "turn", "done", "done")
    play_script(session, keyboard, transcript)
    why = "you play last, so there is nobody left to hurry"
    assert f"Eve> turn\n{refusal.format(why)}" in transcript.text()
    session, transcript = new_session(GameKind.PUZZLE, "Ann", "Ben", timer_s=9), Transcript()
    play_script(session, Script("", "a1 c1 e1 a3 c3", "done", "TURN"), transcript)
    why = "your turn is over, only a cross is left to make"
    assert f"Ann> TURN\n{refusal.format(why)}" in transcript.text()
    transcript = Transcript()
    play_script(
        session, Script("", matching_cells(session), "turn", "", TIME_IS_UP, "turn"), transcript
    )
    assert f"Ben> turn\n{refusal.format(why)}" in transcript.text()


def test_a_single_player_has_a_deadline_but_no_point_for_the_timer() -> None:
    session = new_session(GameKind.STANDARD, timer_s=9)
    keyboard, transcript = Script("", matching_cells(session), "turn", TIME_IS_UP), Transcript()
    (entry,) = last_entries(play_script(session, keyboard, transcript))
    assert isinstance(entry, Sheet)
    assert (len(entry.outlines), entry.timer) == (1, False)
    assert keyboard.without_deadline == [True, False, False, False]
    assert "The sand timer runs: you have 9 seconds.\n" in transcript.text()
    assert "The sand timer has run out.\n" in transcript.text()


def test_the_sand_timer_runs_for_its_seconds() -> None:
    session = new_session(GameKind.STANDARD, timer_s=1)
    reading, writing = os.pipe()
    os.write(writing, b"\na1 b1")
    with os.fdopen(reading) as stdin:
        game = terminal_game(
            session, Console(Keyboard(stdin), Transcript()), lambda _: os.close(writing)
        )
        before = time.monotonic()
        with pytest.raises(QuitGameError):
            game.play()
    assert 1 <= time.monotonic() - before < 30
    assert game.session.next_round == 2


@pytest.mark.parametrize("kind", [GameKind.STANDARD, GameKind.PUZZLE])
def test_the_screen_is_cleared_between_players(kind: GameKind, monkeypatch: Patch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    session = new_session(kind, "Ann", "Ben")
    right, transcript = matching_cells(session), Transcript(terminal=True)
    play_script(session, Script("", right, "done", "", right, "done"), transcript)
    cleared, seen = transcript.text().split("\x1b[H\x1b[2J\x1b[3J")  # the screen and the scrollback
    assert f"Ann> {right}\n" in cleared
    assert f"Ben> {right}\n" in seen
    assert right not in seen.partition("Ben> ")[0]


def test_the_screen_is_not_cleared_for_a_single_player(monkeypatch: Patch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    session, transcript = new_session(GameKind.STANDARD, timer_s=9), Transcript(terminal=True)
    play_script(session, Script("", matching_cells(session), "done", ""), transcript)
    assert "The sand timer runs: you have 9 seconds.\n" in transcript.text()
    assert "\x1b" not in transcript.text()


def test_a_new_player_begins_each_round_and_entries_stay_with_their_players() -> None:
    session = new_session(GameKind.STANDARD, "Ann", "Ben")
    lines = ["", "a1 b1 c1 d1 e1", "done", "", "a2 b2 c2 d2 e2", "done"]
    ben_first = ["", "a2 b2 c2 d2 e2", "done", "", "a1 b1 c1 d1 e1", "done"]
    after = play_script(session, Script(*lines, *ben_first))
    for entries in after.rounds:
        drawn = [sheet.outlines[0][0] for sheet in entries if isinstance(sheet, Sheet)]
        assert drawn == [Cell(0, 0), Cell(1, 0)]
    assert len(after.rounds) == 2


@pytest.mark.parametrize("kind", [GameKind.STANDARD, GameKind.SOLITAIRE])
def test_rolls_and_boards_speak_the_names_of_the_card(kind: GameKind) -> None:
    card = Card.parse("red,sun,star,sun,red\nstar,star,sun,red,dark blue")
    session, transcript = Session(kind, (card,), ("Ann",), 7), Transcript()
    play_script(session, Script("show"), transcript)
    (throw,) = session.next_throws()
    shown = transcript.text()
    assert f"thrown: {','.join(map(card.legend.name, throw))}\n" in shown
    assert f"Roll {card.legend.roll_text(next_roll(session))}, round 1" in shown
    assert "\n 2 star star  sun  red dark\n\ndark = dark blue\n" in shown
