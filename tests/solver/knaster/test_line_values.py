import pytest
from hypothesis import given
from hypothesis import strategies as st

import data
from solver.errors import PointsError
from solver.knaster.line import LINES, LineValues, default_line_values
from tests.fuzz import attempt
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
    (0, "", "line values: expected a list 'rows', found none"),
    (2, "", "line values: expected a list 'diagonals', found none"),
    (0, "rows = 9", "line values, rows: expected a list of 5 numbers, found 9"),
    (0, "rows = 'nine'", "line values, rows: expected a list of 5 numbers, found 'nine'"),
    (0, "rows = [9, 8]", "line values, rows: expected a list of 5 numbers, found 2"),
    (2, "diagonals = [1, 2, 3]", "line values, diagonals: expected a list of 2 numbers, found 3"),
    *(
        (
            1,
            f"cols = [9, 8, {value}, 6, 5]",
            "line values, cols, number 3: expected a whole number from 0 to 1000, found " + shown,
        )
        for value, shown in [
            ("-1", "-1"),
            ("1001", "1001"),
            ("7.5", "7.5"),
            ("true", "True"),
            ("'7'", "'7'"),
            ("[7]", "[7]"),
        ]
    ),
    (
        0,
        "row = [9, 8, 7, 6, 5]",
        "line values: expected rows, cols, diagonals, found 'row' (did you mean 'rows'?)",
    ),
    (0, "rows = [9,", "line values, line 2, column 1: expected lines like 'rows = [9, 8, 7,"),
)
def test_a_bad_file_says_where_and_what_was_expected(number: int, line: str, message: str) -> None:
    lines = [*GOOD[:number], line, *GOOD[number + 1 :]]
    assert error_text(PointsError, LineValues.parse, "\n".join(lines)).startswith(message)


@given(
    st.text(max_size=40)
    | st.lists(
        st.sampled_from([*GOOD, "rows = [1, 2, 3, 4, 5]", "[rows]", "cols = [[]]", "= ="])
    ).map("\n".join)
)
def test_any_text_is_line_values_or_our_error_on_one_line(text: str) -> None:
    values = attempt(LineValues.parse, text)
    assert values is None or LineValues.parse(str(values)) == values


@pytest.mark.parametrize("text", ["rows = " + "9" * 5000, "rows = " + "[" * 100_000])
def test_a_file_that_overwhelms_its_parser_is_our_error(text: str) -> None:
    with pytest.raises(PointsError):
        LineValues.parse(text)


def test_line_values_that_are_not_twelve_of_points_cannot_be_built() -> None:
    for points in ((1,) * 11, (1,) * 13, (-1, *(1,) * 11), (1001, *(1,) * 11)):
        with pytest.raises(PointsError):
            LineValues(points)
