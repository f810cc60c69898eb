import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import data
from solver.drawing.styled_text import plain_text
from solver.errors import PointsError, SheetError
from solver.geometry.cell import Cell, names_of
from solver.knaster.line import CELLS, LINES, LineValues, default_line_values
from solver.knaster.sheet import Sheet
from solver.knaster.sheet_view import sheet_lines
from tests.fuzz import attempt
from tests.solver.knaster import oracle
from tests.strategies import any_json
from tests.support import cases, error_text

GOOD = ["rows = [9, 8, 7, 6, 5]", "cols = [9, 8, 7, 6, 5]", "diagonals = [10, 10]"]


def line_values() -> st.SearchStrategy[LineValues]:
    points = st.lists(st.integers(0, 1000), min_size=12, max_size=12)
    return points.map(lambda values: LineValues(tuple(values)))


def test_the_bundled_values_are_those_of_the_rules() -> None:
    values = dict(zip((line.name for line in LINES), default_line_values().points, strict=True))
    assert [values[f"row {number}"] for number in range(1, 6)] == [9, 8, 7, 6, 5]
    assert [values[f"col {letter}"] for letter in "abcde"] == [9, 8, 7, 6, 5]
    assert values["diagonal a1-e5"] == values["diagonal a5-e1"] == 10
    assert default_line_values().max_score == 115
    assert LineValues.parse(data.read("line_values.toml")) == default_line_values()


@given(line_values())
def test_line_values_are_read_back_from_their_file(values: LineValues) -> None:
    assert LineValues.parse(str(values)) == values


@cases(
    "number line message",
    (0, "", "line values: expected a key 'rows', found none"),
    (2, "", "line values: expected a key 'diagonals', found none"),
    (0, "rows = 9", "line values, rows: expected a list of 5 numbers, found 9"),
    (0, "rows = 'nine'", "line values, rows: expected a list of 5 numbers, found 'nine'"),
    (0, "rows = [9, 8]", "line values, rows: expected a list of 5 numbers, found 2"),
    (2, "diagonals = [1, 2, 3]", "line values, diagonals: expected a list of 2 numbers, found 3"),
    *(
        (
            1,
            f"cols = [9, 8, {value}, 6, 5]",
            f"line values, cols, number 3: expected a whole number from 0 to 1000, found {value}",
        )
        for value in ("-1", "1001", "7.5", "true", "'7'", "[7]")
    ),
    (
        0,
        "row = [9, 8, 7, 6, 5]",
        "line values: expected keys rows, cols, diagonals, found 'row' (did you mean 'rows'?)",
    ),
    (0, "rows = [9,", "line values, line 2, column 1: expected lines like 'rows = [9, 8, 7,"),
)
def test_a_bad_file_says_where_and_what_was_expected(number: int, line: str, message: str) -> None:
    lines = [*GOOD[:number], line, *GOOD[number + 1 :]]
    assert error_text(PointsError, LineValues.parse, "\n".join(lines)).startswith(message)


@pytest.mark.parametrize("text", ["rows = " + "9" * 5000, "rows = " + "[" * 100_000])
def test_a_file_that_overwhelms_its_parser_is_our_error(text: str) -> None:
    with pytest.raises(PointsError):
        LineValues.parse(text)


TIM = data.samples("knaster/sheets")["tim"].read_text("utf-8")
ROW = "(6) 5 . (7) 4\n"
BAD_CELL = "cell c1: expected a number from 2 to 12, one in brackets, or '.', found "
FREE_ROWS = 4 * ". . . . .\n"
MARKDOWN = """
|   |  a  |  b  |  c  |  d  |  e  |
|---|:---:|-----|-----|-----|-----|
| 1 | (6) |  5  |     | (7) |  4  |
| 2 |     |     |     |     |     |
| 3 |     |     |     |     |     |
| 4 |     |     |     |     |     |
| 5 |     |     |     |     |     |
"""
NUMBERS: list[list[Any]] = [[6, 5, None, 7, 4], *([None] * 5 for _ in range(4))]
NUMBERED = {"numbers": NUMBERS}


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    cell = st.none() | st.integers(2, 12)
    row = st.lists(cell, min_size=5, max_size=5).map(tuple)
    numbers = tuple(draw(st.lists(row, min_size=5, max_size=5)))
    written = [cell for cell in CELLS if numbers[cell.row][cell.col] is not None]
    circled = draw(st.sets(st.sampled_from(written))) if written else set()
    return Sheet(numbers, frozenset(circled))


@given(sheets())
def test_a_sheet_is_read_back_from_its_text_and_its_json(sheet: Sheet) -> None:
    assert Sheet.parse(str(sheet)) == sheet
    assert Sheet.parse(json.dumps(sheet.to_json())) == sheet
    assert max(map(len, str(sheet).splitlines())) <= 5 * 5


def test_the_text_and_the_json_of_the_formats_page_are_one_sheet() -> None:
    sheet = Sheet.parse(ROW + FREE_ROWS)
    assert sheet == Sheet.parse(json.dumps({"numbers": NUMBERS, "circled": ["a1", [0, 3]]}))
    assert sheet.to_json() == {"numbers": NUMBERS, "circled": ["a1", "d1"]}
    assert names_of(sorted(sheet.circled)) == "a1 d1"
    assert [sheet[Cell(0, col)] for col in range(5)] == [6, 5, None, 7, 4]


def test_blank_lines_blanks_and_line_ends_of_windows_do_not_matter() -> None:
    text = "\r\n  (6)\t5 .   (7) 4 \r\n\r\n" + FREE_ROWS.replace("\n", "\r\n\n") + "\n"
    assert Sheet.parse(text) == Sheet.parse(ROW + FREE_ROWS)


@cases(
    "row count",
    ("6  5  7", 3),
    ("6 5 4,  # three so far", 3),
    ("6    ", 1),
    ("6 5 4  ", 3),
    ("6   7 ", 2),
)
def test_more_blanks_between_numbers_are_no_free_cells(row: str, count: int) -> None:
    with pytest.raises(SheetError, match=f"^sheet, row 1: expected 5 cells, found {count}$"):
        Sheet.parse(f"{row}\n{FREE_ROWS}")


def test_a_line_of_blanks_is_no_row_of_free_cells() -> None:
    assert Sheet.parse(f"{ROW}    \n{FREE_ROWS}    \n") == Sheet.parse(ROW + FREE_ROWS)
    with pytest.raises(SheetError, match=r"^sheet: expected 5 rows, found 1$"):
        Sheet.parse(ROW + 4 * "    \n")


@given(sheets())
def test_a_sheet_is_read_back_as_it_is_printed_with_its_margins(sheet: Sheet) -> None:
    lines = sheet_lines(sheet, values=default_line_values())
    printed = "".join(f"{plain_text(line)}\n" for line in lines)
    assert Sheet.parse(f"{printed}\n6 points = 6 (circled)\n") == sheet


@cases(
    "text",
    ",a,b,c,d,e\n1,(6),5,,(7),4\n2,,,,,\n3,,,,,\n4,,,,,\n5,,,,,\n",
    ",a,b,c,d,e,\n1,(6),5,,(7),4,9\n2,,,,,,8\n3,,,,,,7\n4,,,,,,6\n5,,,,,,5\n,9,8,7,6,5,\n",
    *("a;b;c;d;e\n(6);5;;(7);4\n;;;;\n;;;;\n;;;;\n;;;;\n", MARKDOWN),
    "1. (6) 5 . (7) 4\n2. . . . . .\n3. . . . . .\n4. . . . . .\n5. . . . . .\n",
)
def test_letters_and_numbers_round_a_sheet_are_left_out_with_empty_cells_inside(text: str) -> None:
    assert Sheet.parse(text) == Sheet.parse(ROW + FREE_ROWS)


@cases(
    "text hint",
    (f"Ann\n{ROW}{FREE_ROWS}", "a title begins with '#'"),
    ("6 5 . 7 4 9\n" + 4 * ". . . . . 8\n", "without the points of the lines"),
    (f"6* 5 . 7 4\n{FREE_ROWS}", "a circled number is (6)"),
    (f"{{6}} 5 . 7 4\n{FREE_ROWS}", "a circled number is (6)"),
)
def test_what_other_sheets_have_is_refused_with_what_to_write(text: str, hint: str) -> None:
    with pytest.raises(SheetError) as caught:
        Sheet.parse(text)
    assert caught.value.hint == hint


@cases(
    "row message",
    ("6 5 . 7", "row 1: expected 5 cells, found 4"),
    ("6 5 . 7 4 4", "row 1: expected 5 cells, found 6"),
    ("6 5 13 7 4", f"{BAD_CELL}'13'"),
    ("6 5 1 7 4", f"{BAD_CELL}'1'"),
    ("6 5 (.) 7 4", f"{BAD_CELL}'(.)'"),
    ("6 5 () 7 4", f"{BAD_CELL}'()'"),
    ("6 5 (7 7 4", f"{BAD_CELL}'(7'"),
    ("6 5 -7 7 4", f"{BAD_CELL}'-7'"),
    ("6 5 ² 7 4", f"{BAD_CELL}'²'"),
    ("6 5 ((7)) 7 4", f"{BAD_CELL}'((7))'"),
    ("6 5 007 7 4", f"{BAD_CELL}'007'"),
    (f"6 5 {'7' * 5000} 7 4", f"{BAD_CELL}'{'7' * 35}...'"),
)
def test_a_bad_row_says_where_and_what_was_expected(row: str, message: str) -> None:
    assert (
        error_text(SheetError, Sheet.parse, f"{row}\n{FREE_ROWS}", source="sheet mine")
        == f"sheet mine, {message}"
    )


@pytest.mark.parametrize("rows", [0, 4, 6])
def test_a_sheet_has_five_rows(rows: int) -> None:
    with pytest.raises(SheetError, match=f"^sheet: expected 5 rows, found {rows}$"):
        Sheet.parse(rows * ROW)


@cases(
    "value message",
    ({}, ": expected a key 'numbers', found none"),
    (
        {"numbers": NUMBERS, "cirled": []},
        ": expected keys numbers, circled, found 'cirled' (did you mean 'circled'?)",
    ),
    ({"numbers": 7}, ", numbers: expected a list of 5 rows, found 7"),
    ({"numbers": NUMBERS[1:]}, ", numbers: expected 5 rows, found 4"),
    ({"numbers": [7, *NUMBERS[1:]]}, ", row 1: expected a list of 5 cells, found 7"),
    ({"numbers": [*NUMBERS[:4], 6 * [7]]}, ", row 5: expected 5 cells, found 6"),
    *(
        (
            {"numbers": [NUMBERS[0], [None, number, None, None, None], *NUMBERS[2:]]},
            f", cell b2: expected a number from 2 to 12, or null, found {shown}",
        )
        for number, shown in zip(
            (13, 1, 7.0, True, "7", [7], {}),
            ("13", "1", "7.0", "true", "'7'", "[7]", "an object"),
            strict=True,
        )
    ),
    (
        {**NUMBERED, "circled": ["c1"]},
        ", circled: expected cells with a number, found c1, which is free",
    ),
    ({**NUMBERED, "circled": ["a1", [0, 0]]}, ", circled: expected each cell once, found a1 again"),
    ({**NUMBERED, "circled": ["f1"]}, ", circled: expected a cell from a1 to e5, found f1"),
    ({**NUMBERED, "circled": [[-1, 0]]}, ", circled: expected a cell from a1 to e5, found a0"),
    ({**NUMBERED, "circled": ["1a"]}, ", circled: expected cells [row, col] or \"c4\", found '1a'"),
    (
        {**NUMBERED, "circled": "a1"},
        ", circled: expected a list of cells [row, col] or \"c4\", found 'a1'",
    ),
)
def test_bad_json_says_where_and_what_was_expected(value: Any, message: str) -> None:
    assert error_text(SheetError, Sheet.parse, json.dumps(value)) == f"sheet{message}"


@given(any_json(["numbers", "circled"]))
def test_any_json_is_a_sheet_or_our_error(value: Any) -> None:
    attempt(Sheet.parse, json.dumps(value))
    attempt(Sheet.parse, json.dumps({"numbers": NUMBERS, "circled": value}))
    attempt(Sheet.parse, json.dumps({"numbers": [value, *NUMBERS[1:]]}))
    attempt(Sheet.parse, json.dumps({"numbers": [[value, 5, 6, 7, 8], *NUMBERS[1:]]}))


def test_there_are_five_rows_five_cols_and_two_diagonals() -> None:
    assert [sorted(line.cells) for line in LINES] == list(map(sorted, oracle.LINES))
    assert [line.name for line in LINES[::5]] == ["row 1", "col a", "diagonal a1-e5"]
    assert LINES[-1].name == "diagonal a5-e1"


def test_the_sheet_of_the_booklet_has_26_points_of_lines_and_15_of_circles() -> None:
    sheet = Sheet.parse(TIM)
    assert [line.name for line in sheet.circled_lines()] == ["col a", "col c", "diagonal a1-e5"]
    assert len(sheet.circled) == 15
    assert sheet.score(default_line_values()) == 9 + 10 + 7 + 15


@given(sheets(), st.lists(st.integers(0, 1000), min_size=12, max_size=12))
def test_a_score_is_of_circled_lines_and_one_per_circle(sheet: Sheet, points: list[int]) -> None:
    assert sheet.score(LineValues(tuple(points))) == oracle.score(sheet, points)


@given(sheets(), st.integers(2, 12))
def test_free_cells_and_those_that_a_roll_may_circle_are_found(sheet: Sheet, roll: int) -> None:
    assert sheet.free_cells == [cell for cell in CELLS if sheet[cell] is None]
    assert sheet.is_full == (not sheet.free_cells)
    for cell in sheet.circle_cells(roll):
        assert sheet.with_circles({cell}).circled == sheet.circled | {cell}
    assert len(sheet.circle_cells(roll)) == sum(
        sheet[cell] == roll and cell not in sheet.circled for cell in CELLS
    )
    for cell in sheet.free_cells:
        written = sheet.with_number(cell, roll)
        assert (written[cell], len(written.free_cells)) == (roll, len(sheet.free_cells) - 1)
        assert cell in written.circle_cells(roll)


PRINTED = "(6) 5 . (7) 4\n. . . . .\n7 . . . .\n. . . . 12\n3 3 3 3 3"


@cases(
    "text",
    PRINTED.replace(".", "-"),
    "\ufeff(6),5,,(7),4\r\n,,,,\r\n7,,,,\r\n,,,,12\r\n3,3,3,3,3\r\n",
    "(6);5;;(7);4\n;;;;\n7;;;;\n;;;;12\n3;3;3;3;3\n",
    "(6)\t5\t\t(7)\t4\n\t\t\t\t\n7\t\t\t\t\n\t\t\t\t12\n3\t3\t3\t3\t3\n",
    "( 6 ), 5, -, [7], 4,\n, , , ,\n7 . . . .\n. - . - 12\n3,3 3,3 3",
    "(6) a1\nb1 5\n(7), D1\ne1 = 4\na3: 7\n12 e4  # the last\n\n"
    + "\n".join(f"3 {name}5" for name in "abcde"),
)
def test_free_cells_may_be_dashes_or_empty_or_left_out(text: str) -> None:
    assert Sheet.parse(text) == Sheet.parse(PRINTED)


@cases(
    "text message",
    ("6,5,,7,4,8\n" * 5, "sheet, line 1: expected 5 cells, found 6, of which some are empty"),
    ("6;5;;7\n" * 5, "sheet, line 1: expected 5 cells, found 4, of which some are empty"),
    ("7 c3\n8 d4\n7 c3", r"sheet, line 3: expected each cell once, found c3 again \(turns are"),
    ("7 c3\n13 d4", "sheet, line 2: expected a number from 2 to 12, .* found '13'"),
    ("7 c3\n8 f1", "sheet, line 2: expected a cell from a1 to e5, found f1"),
    ("7 c3\n8 c9", "sheet, line 2: expected a cell from a1 to e5, found c9"),
    ("7 c3\n8", "sheet: expected 5 rows, found 2"),
    ("- c3\n(-) d4", r"sheet, line 2: expected a number from 2 to 12, .* found '\(-\)'"),
)
def test_a_row_or_a_cell_that_may_be_meant_otherwise_is_refused(text: str, message: str) -> None:
    with pytest.raises(SheetError, match=message):
        Sheet.parse(text)
