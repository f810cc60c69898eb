"""The part of the board on a small screen: numbers on its slots, and as many of them as can be."""

import re

from solver.drawing.styled_text import plain_text
from solver.geocinco.board_view import board_lines, board_window, text_layout
from tests.solver.geocinco.play.support import whole_game
from tests.support import cases

_NAMES = 2  # columns: the digits of hexagons


@cases("rows", 9, 13, 20)
def test_each_number_stands_on_its_slot_or_beside_it_and_as_many_are_seen_as_can_be(
    rows: int,
) -> None:
    extra = next(session for session in whole_game() if session.current.extra)
    for session in (extra, *whole_game()[:-1:60]):
        state, marked = session.state, session.places
        lines, numbered = board_window(state, rows=rows, marked=marked)
        texts, whole = ([plain_text(line) for line in each] for each in (lines, board_lines(state)))
        assert len(texts) == rows
        assert texts[0] == whole[0]
        digit_row, digit = next(
            (row, text[0]) for row, text in enumerate(texts) if text[0] in "12345"
        )
        top = next(row for row, text in enumerate(whole) if text[0] == digit) - digit_row
        found = {
            int(match[0]): (top + row, range(match.start() - 1, match.end() + 1))
            for row, text in enumerate(texts[1:], start=1)
            for match in re.finditer(r"\d+", text)
            if match.start() >= _NAMES
        }
        assert sorted(found) == [*range(1, len(numbered) + 1)]
        strokes = text_layout(state.board).strokes
        places = [place for stroke in strokes.values() for place in stroke.places]
        first, left = (min(at) for at in zip(*places, strict=True))
        stars = {
            slot: [(at.row - first + 1, at.col - left + _NAMES) for at in strokes[slot].places]
            for slot in marked
        }
        for number, slot in enumerate(numbered, start=1):
            row, cols = found[number]
            assert any(row == at and col in cols for at, col in stars[slot])
        seen = [
            sum(all(first <= row < first + rows - 1 for row, _ in stars[slot]) for slot in marked)
            for first in range(1, len(whole) - rows + 2)
        ]
        assert len(numbered) == max(seen)
