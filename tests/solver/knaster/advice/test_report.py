"""Advice as text and JSON."""

from collections.abc import Iterable
from fractions import Fraction

import pytest

from solver.drawing.text_grid import StyledLine, display_width, plain_text
from solver.knaster.advice.report import advice_json, all_rolls_text, roll_text
from solver.knaster.advice.sheet_advice import SheetAdvice, advise_rolls
from solver.knaster.dice import ROLLS
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.record import Turn
from solver.knaster.sheet import Sheet
from tests.solver.knaster import oracle
from tests.solver.knaster.advice.test_sheet_advice import advice_on, full_sheet, sheet_after
from tests.solver.knaster.stub_advisor import stub_advisor

VALUES = default_line_values()


def _text(lines: Iterable[StyledLine]) -> list[str]:
    return [plain_text(line).rstrip() for line in lines]


def test_json_lists_every_legal_move_of_each_roll_the_best_first() -> None:
    sheet = sheet_after(20)
    answer = advice_json(advice_on(sheet))
    assert answer.keys() == {"score", "mean", "exact", "rolls"}
    assert answer["score"] == sheet.score(VALUES)
    assert answer["exact"] is None
    assert list(answer["rolls"]) == [str(roll) for roll in ROLLS]
    for roll, moves in answer["rolls"].items():
        listed = [
            {key: move[key] for key in ("write", "bonus", "circle") if key in move}
            for move in moves
        ]
        legal = [_move_json(turn) for turn in oracle.turns(sheet, int(roll))]
        assert sorted(map(str, listed)) == sorted(map(str, legal))
        means = [move["mean"] for move in moves]
        assert means == sorted(means, reverse=True)


def _move_json(turn: Turn) -> dict[str, object]:
    if turn.circle is not None:
        return {"circle": str(turn.circle)}
    return {"write": str(turn.write), "bonus": [str(cell) for cell in turn.bonus]}


def test_json_gives_exact_values_as_fractions() -> None:
    answer = advice_json(advice_on(full_sheet(), 7))
    assert answer["exact"] == f"{round(answer['mean'])}/1"
    assert all("/" in move["exact"] for move in answer["rolls"]["7"])


def test_the_text_shows_the_ten_best_moves_or_all() -> None:
    advice = advice_on(sheet_after(8), 7)
    count = len(advice.moves[7])
    assert count > 10
    some = _text(roll_text(advice, 7, VALUES, shows_all=False))
    every = _text(roll_text(advice, 7, VALUES, shows_all=True))
    head = some.index("expected    loss  move")
    assert some[: head + 11] == every[: head + 11]
    assert some[head + 11 :] == [f"and {count - 10} more moves; --all shows them"]
    assert len(every[head + 1 :]) == count


def test_what_each_cell_loses_stands_beside_the_sheet() -> None:
    advice = advice_on(Sheet.parse("7 7 . . .\n" + 4 * ". . . . .\n"), 7)
    lines = _text(roll_text(advice, 7, VALUES, shows_all=False))
    names = ["1", "2", "3", "4", "5"]
    rows = [words for line in lines if (words := line.split()[-6:])[:1] and words[0] in names]
    assert len(rows) == 5
    shown = {text for row in rows for text in row[1:]}
    assert "best" in shown
    assert all(text == "best" or float(text) < 0 for text in shown - {"."})


@pytest.mark.parametrize("points", [default_line_values().points, (1000,) * 12])
def test_no_line_is_wider_than_80_characters(points: tuple[int, ...]) -> None:
    values = LineValues(points)
    for most in (0, 15, 25, 32):
        sheet = sheet_after(most, seed=9)
        moves = advise_rolls(sheet, ROLLS, advisor=stub_advisor(values), plies=2, turns=None)
        advice = SheetAdvice(sheet, sheet.score(values), dict(moves))
        lines = _text(all_rolls_text(advice, values))
        for roll in (2, 7, 8):
            lines += _text(roll_text(advice, roll, values, shows_all=True))
        assert max(map(display_width, lines)) <= 80


def test_a_roll_that_earns_nothing_is_told_so() -> None:
    numbers = Sheet.parse("(6) (5) (7) (7) (4)\n" * 5)
    (line, *_) = _text(roll_text(advice_on(numbers, 7), 7, VALUES, shows_all=False))
    assert line == "Roll 7: there is nothing to gain. Final score 115."
    head = _text(all_rolls_text(advice_on(numbers), VALUES))[0]
    assert head == "Expected final score 115.00, exactly 115; 115 so far."


def test_a_long_fraction_is_left_to_json() -> None:
    long = advice_on(sheet_after(15), 7)
    (best, *_) = long.moves[7]
    exact = best._replace(exact=Fraction(7**30, 36**12))
    advice = SheetAdvice(long.sheet, long.score, {7: [exact]})
    head = _text(roll_text(advice, 7, VALUES, shows_all=False))[1]
    assert head.startswith("Expected final score ")
    assert "(exact)" in head
