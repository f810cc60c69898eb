import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import PointsError
from solver.penta_rush.points import Points, default_points
from tests.fuzz import attempt
from tests.strategies import points
from tests.support import cases

_LINES = [f"{shape} = 1" for shape in "FILNPTUVWXYZ"]


def test_the_bundled_values_are_those_of_the_rules() -> None:
    values = {shape: default_points()[shape] for shape in "FILNPTUVWXYZ"}
    shown = " ".join(f"{shape}{value}" for shape, value in values.items())
    assert shown == "F1 I4 L1 N2 P1 T3 U2 V3 W4 X4 Y2 Z3"


@given(points(most=10**6))
def test_points_are_read_back_from_their_file(values: Points) -> None:
    assert Points.parse(str(values)) == values


@cases(
    "line message",
    ("", "points: expected all twelve tiles, found no line for F"),
    ("F = 0", "points, tile F: expected a whole number from 1 to 1000000, found 0"),
    ("F = -2", "points, tile F: expected a whole number from 1 to 1000000, found -2"),
    ("F = 1.5", "points, tile F: expected a whole number from 1 to 1000000, found 1.5"),
    ("F = true", "points, tile F: expected a whole number from 1 to 1000000, found True"),
    ("F = '1'", "points, tile F: expected a whole number from 1 to 1000000, found '1'"),
    ("F = 1000001", "points, tile F: expected a whole number from 1 to 1000000, found 1000001"),
    ("F = 1\nf = 1", "points: expected each tile once, found F again, as 'f'"),
    ("F = 1\nQ = 1", "points, tile: expected a letter of FILNPTUVWXYZ, found 'Q'"),
    ("F =", "points, line 1, column 4: expected lines like 'F = 1', found no TOML: invalid value"),
)
def test_a_bad_file_says_which_tile_and_what_was_expected(line: str, message: str) -> None:
    with pytest.raises(PointsError) as error:
        Points.parse("\n".join([line, *_LINES[1:]]))
    assert str(error.value) == message


def test_small_letters_are_tiles_as_well() -> None:
    assert Points.parse("\n".join(_LINES).lower()) == Points.parse("\n".join(_LINES))


@given(
    st.text(max_size=40)
    | st.lists(st.sampled_from([*_LINES, "F = 2", "[a]", "I = [1]", "L = 1e9", "= ="])).map(
        "\n".join
    )
)
def test_any_text_is_points_or_our_error_on_one_line(text: str) -> None:
    values = attempt(Points.parse, text)
    assert values is None or Points.parse(str(values)) == values


@pytest.mark.parametrize("text", ["F = " + "9" * 5000, "F = " + "[" * 100_000])
def test_a_file_that_overwhelms_its_parser_is_our_error(text: str) -> None:
    with pytest.raises(PointsError):
        Points.parse(text)


def test_points_that_are_not_twelve_positive_integers_cannot_be_built() -> None:
    for values in ((1,) * 11, (0,) * 12):
        with pytest.raises(PointsError):
            Points(values)


def test_tiles_of_the_highest_value_come_first_and_equal_ones_by_letter() -> None:
    assert default_points().highest_first == "IWXTVZNUYFLP"
    assert Points((1,) * 12).highest_first == "FILNPTUVWXYZ"
