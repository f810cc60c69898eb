"""A turn of the puzzle variant: what may be chosen, taken back, and has to be crossed."""

import pytest

from solver.console.play.console import Console
from solver.geometry.cell import Cell, names_of
from solver.penta_rush.card import Card
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.puzzle.game import PuzzleRound
from tests.solver.penta_rush.play.conversation import (
    CARD,
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


def test_the_last_choice_of_a_turn_counts() -> None:
    session = new_session(GameKind.SOLITAIRE)
    right = matching_cells(session)
    (circled,) = last_entries(play_script(session, Script("a1 b1 c1 d1 e2", right, "show", "done")))
    assert isinstance(circled, PuzzleRound)
    assert (circled.circled, names_of(circled.cells)) == (True, right)
    (crossed,) = last_entries(play_script(session, Script(right, "undo", f"cross {right}", "done")))
    assert isinstance(crossed, PuzzleRound)
    assert not crossed.circled


def test_undo_takes_back_one_choice_at_a_time() -> None:
    session = new_session(GameKind.SOLITAIRE)
    right, transcript = matching_cells(session), Transcript()
    lines = [right, "a1 b1 c1 d1 a2", "cross a1 b1 c1 d1 e1", "undo", "undo", "done"]
    (circled,) = last_entries(play_script(session, Script(*lines), transcript))
    assert isinstance(circled, PuzzleRound)
    assert (circled.circled, names_of(circled.cells)) == (True, right)
    replies = transcript.text().partition("> undo\n")[2].split("Ann> ")
    assert replies[0].splitlines() == [
        "  taken back: I  a1 b1 c1 d1 e1",
        "  outlined: L  a1 b1 c1 d1 a2",
    ]
    assert replies[1].splitlines()[1] == "  taken back: L  a1 b1 c1 d1 a2"
    transcript = Transcript()
    play_script(session, Script(right, "undo", "undo"), transcript)
    assert "> undo\n  you have not outlined or crossed a shape yet\n" in transcript.text()


@pytest.mark.parametrize("word", ["done", "turn"])
def test_a_turn_does_not_end_before_a_choice(word: str) -> None:
    session, transcript = new_session(GameKind.PUZZLE, "Ann", "Ben", timer_s=9), Transcript()
    ann = ["", word, word, matching_cells(session), word]
    played, _ = last_entries(
        play_script(session, Script(*ann, "", "cross a1 b1 c1 d1 e1", "done"), transcript)
    )
    assert isinstance(played, PuzzleRound)
    assert (played.circled, played.timer) == (True, word == "turn")
    reply = "  you have not outlined or crossed a shape yet\nCross a shape"
    assert transcript.text().count(f"> {word}\n{reply}") == 2


def test_a_cross_counts_when_the_sand_timer_has_run_out() -> None:
    session = new_session(GameKind.PUZZLE, "Ann", "Ben", timer_s=9)
    lines = ["", matching_cells(session), "turn", "", "cross a1 b1 c1 d1 e1", TIME_IS_UP]
    _, ben = last_entries(play_script(session, Script(*lines)))
    assert isinstance(ben, PuzzleRound)
    assert (ben.shape, ben.circled) == ("I", False)


def test_a_wrong_outline_is_explained_and_replaced_by_a_cross() -> None:
    session = new_session(GameKind.SOLITAIRE)
    wrong = next(
        cells
        for cells in ("a1 b1 c1 d1 e1", "b1 c1 d1 e1 f1")
        if sorted(CARD[Cell(0, ord(name[0]) - ord("a"))] for name in cells.split())
        != list(next_roll(session).symbols)
    )
    transcript = Transcript()
    script = Script(wrong, "done", "done", wrong, "show", "cross F", f"cross {wrong}", "done")
    (crossed,) = last_entries(play_script(session, script, transcript))
    assert isinstance(crossed, PuzzleRound)
    assert (crossed.shape, crossed.circled) == ("I", False)
    text = transcript.text()
    assert "so it cannot be circled\nCross a shape and draw it, for example: cross F" in text
    assert "> done\n  you have not outlined or crossed a shape yet\nCross a shape" in text
    assert "typed: expected undo, done, cross, show, hint, help, quit, found '" in text
    assert "F is crossed without drawing, but " in text
    script = Script("a1 c1 e1 a3 c3", "done", f"cross {wrong}", "done")
    transcript = Transcript()
    play_script(session, script, transcript)
    assert "a1 c1 e1 a3 c3 is no pentomino\n" in transcript.text()


def test_the_timer_still_earns_its_ring_after_a_wrong_outline() -> None:
    session = new_session(GameKind.PUZZLE, "Ann", "Ben", timer_s=9)
    crossed = ["a1 c1 e1 a3 c3", "turn", "cross a1 b1 c1 d1 e1", "done"]
    keyboard = Script("", *crossed, "", matching_cells(session), TIME_IS_UP)
    ann, ben = last_entries(play_script(session, keyboard))
    assert isinstance(ann, PuzzleRound)
    assert isinstance(ben, PuzzleRound)
    assert (ann.circled, ann.timer, ben.circled, ben.timer) == (False, True, True, False)


def test_a_cross_after_the_turn_has_no_deadline() -> None:
    session = new_session(GameKind.PUZZLE, "Ann", "Ben", timer_s=9)
    crossed = ["cross a1 b1 c1 d1 e1", "done"]
    keyboard = Script("", "a1 c1 e1 a3 c3", "turn", *crossed, "", TIME_IS_UP, *crossed)
    game = terminal_game(session, Console(keyboard, Transcript()))
    game.play()
    assert keyboard.without_deadline == [True] * 6 + [False] + [True] * 2


def test_where_nothing_fits_any_shape_is_crossed_without_drawing() -> None:
    transcript = Transcript()
    session = Session(GameKind.SOLITAIRE, (Card(("ABC",)),), ("Ann",), 1)
    (crossed,) = last_entries(play_script(session, Script("done", "cross X", "done"), transcript))
    assert isinstance(crossed, PuzzleRound)
    assert crossed.cells == ()
    how = "Cross one without drawing, for example: cross F; then type 'done'"
    assert f"No shape fits any more. {how}\n" in transcript.text()
    assert "Nothing could have been circled\n" in transcript.text()
