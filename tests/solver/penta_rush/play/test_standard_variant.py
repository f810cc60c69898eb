"""The standard game at the keyboard: outlines are drawn as typed, and judged at the end."""

import pytest

from solver.geometry.cell import names_of
from solver.penta_rush.play.session import GameKind
from solver.penta_rush.sheet import Sheet
from tests.solver.penta_rush.play.conversation import (
    Script,
    Transcript,
    last_entries,
    matching_cells,
    new_session,
    play_script,
)


def test_a_sheet_is_judged_as_it_was_drawn() -> None:
    session = new_session(GameKind.STANDARD)
    right, transcript = matching_cells(session), Transcript()
    lines = [right, "a1 b1 c1 d1 e1", right, "undo", "a1 b1 c1 d1 f3", "show", "done"]
    (sheet,) = last_entries(play_script(session, Script(*lines), transcript))
    assert isinstance(sheet, Sheet)
    assert [names_of(cells) for cells in sheet.outlines] == [right, lines[1], lines[4]]
    assert "unfinished: its cells are not joined edge to edge" in transcript.text()
    assert "3 outlines\n" in transcript.text()


@pytest.mark.parametrize("word", ["done", "turn"])
def test_an_empty_turn_must_be_ended_twice_in_a_row(word: str) -> None:
    session, transcript = new_session(GameKind.STANDARD, "Ann", "Ben", timer_s=9), Transcript()
    ann = ["", word, "show", word, "a1 b1 c1", word, "a1 b1 c1 d1 e1", "undo", word, word]
    played, _ = last_entries(play_script(session, Script(*ann, "", "done", "done"), transcript))
    assert isinstance(played, Sheet)
    assert (played.outlines, played.timer) == ((), word == "turn")
    again = f"Ann> {word}\n  you have not outlined anything; type '{word}' again to end your turn\n"
    assert transcript.text().count(again) == 4
