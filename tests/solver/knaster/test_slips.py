"""What is typed for something else of Knaster is read for what it is, or named."""

from pathlib import Path

import pytest

from tests.support import Run, cases

LETTERS, POINTS = "the letters of the columns", "the points of the lines, which --values sets"
HEADER, ROWS = "a b c d e 10\n", "".join(f"{row} . 7 . . 2\n" for row in range(1, 6))


@pytest.mark.parametrize("dice", [["4", "3"], ["4+3"], ["4", "+", "3"], ["4,3"]])
def test_two_dice_are_advised_on_as_their_sum_and_said_to_be_two(
    dice: list[str], typed: Run
) -> None:
    args = ("knaster", "advise", "half", "--plies", "1", "--json")
    code, out, err = typed(*args, *dice)
    assert (code, err) == (0, "4 + 3 is taken as two dice, roll 7\n")
    assert typed(*args, "7") == (0, out, "")


@pytest.mark.parametrize("roll", [["4", "7"], ["7", "3"], ["4", "3", "2"], ["4+"], ["43"], ["0+3"]])
def test_what_two_dice_do_not_show_is_no_roll(roll: list[str], typed: Run) -> None:
    code, out, err = typed("knaster", "advise", "half", *roll)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"found {' '.join(roll)!r}" in err


@pytest.mark.parametrize("command", ["review", "referee"])
def test_a_sheet_where_a_record_belongs_is_named_as_one(
    command: str, typed: Run, tmp_path: Path
) -> None:
    csv = tmp_path / "mine.csv"
    csv.write_text("6,5,,7,4\n" * 5)
    for name in ("half", str(csv)):
        code, out, err = typed("knaster", command, name)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "expected the record of a game, turn by turn, found a sheet" in err
    assert "'nope': expected a text file" in typed("knaster", command, "nope")[2]
    csv.write_text("no sheet")
    assert "found a sheet" not in typed("knaster", command, str(csv))[2]


def test_lines_of_a_number_and_a_cell_are_said_to_be_taken_as_a_sheet(typed: Run) -> None:
    code, out, err = typed("knaster", "score", "-", "--json", stdin="7 c3\n(8) d4\n")
    assert (code, err) == (0, "sheet -: taken as a sheet, a number and its cell on each line\n")
    assert out == '{"score": 1, "lines": [], "circled": 1}\n'


@cases(
    "text left_out",
    ("a b c d e\n" + 5 * ". . . . 7\n", LETTERS),
    (
        "a,b,c,d,e\n" + "".join(f"{row},.,.,.,.,7,3\n" for row in range(1, 6)) + "0,0,0\n",
        f"{LETTERS}, the numbers of the rows, {POINTS}",
    ),
)
def test_the_margins_of_a_sheet_are_left_out_with_a_line_that_says_so(
    typed: Run, text: str, left_out: str
) -> None:
    code, _, err = typed("knaster", "score", "-", stdin=text)
    assert (code, err) == (0, f"sheet -: left out as margins: {left_out}\n")


@cases(
    "text found",
    (f"{HEADER}{ROWS}{HEADER}{ROWS}", "below the rows: expected 5 rows and their points, found 11"),
    (f"{HEADER}{ROWS}2 2 2 2 2\n(9) (9) (9) (9) (9)\n", "5 rows and their points, found 7"),
    (f"{HEADER}{ROWS}2 2 . 2 2\n", "below the rows: expected the points of at most 6 lines"),
    (
        f"{ROWS.replace('2 . 7 . . 2', '2 . 7 . . 2 foo')}",
        "behind row 2: expected the points of a line",
    ),
    (f"a b c d e 10 f\n{ROWS}", "above the rows: expected the points of a line, found '10 f'"),
)
def test_what_is_no_margin_of_a_sheet_is_refused(typed: Run, text: str, found: str) -> None:
    code, out, err = typed("knaster", "score", "-", stdin=text)
    assert (code, out) == (2, "")
    assert found in err


def test_a_sheet_without_margins_is_read_without_a_line(typed: Run) -> None:
    assert typed("knaster", "score", "-", stdin=5 * "7 . . . .  # 2\n#x\n")[2] == ""


def test_a_record_among_the_samples_gives_its_rolls(typed: Run) -> None:
    assert "rolls alone, 38 in all" in typed("knaster", "best", "alone")[1]
