import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import PentaError, RecordError
from solver.geometry.cell import (
    Cell,
    check_distinct,
    components,
    is_list_of_names,
    neighbours,
    parse_cells,
)


def test_a_cell_is_named_as_people_name_it() -> None:
    assert str(Cell(3, 2)) == "c4"
    assert str(Cell(19, 19)) == "t20"


_COORDINATES = st.integers(-2000, 2000)


@given(_COORDINATES, _COORDINATES)
def test_every_cell_is_read_from_its_name_in_either_case(row: int, col: int) -> None:
    name = str(Cell(row, col))
    assert Cell.parse(name) == Cell.parse(name.upper()) == Cell(row, col)


_NO_NAMES = ["", "c", "4", "4c", "c 4", "c4 ", "c04", "c-0", "--a1", "c4c4", "\u212a4", "c\u0664"]


@pytest.mark.parametrize("text", [*_NO_NAMES, "abcd1", "a1234567"])
def test_what_names_no_cell_is_told_with_what_was_expected(text: str) -> None:
    with pytest.raises(RecordError, match=r"^move 1: expected a cell such as c4, found '"):
        Cell.parse(text, "move 1", RecordError)


@pytest.mark.parametrize("letter", ["c", "1"])
def test_a_name_of_a_million_letters_is_refused_in_a_short_message(letter: str) -> None:
    with pytest.raises(PentaError) as found:
        Cell.parse("c" + letter * 10**6 + "1")
    assert len(str(found.value)) < 100


@given(st.text(max_size=8))
def test_a_text_is_the_name_of_a_cell_or_our_error(text: str) -> None:
    try:
        cell = Cell.parse(text)
    except PentaError:
        return
    assert str(cell) == text.lower()


@given(
    st.lists(st.builds(Cell, _COORDINATES, _COORDINATES), min_size=1, max_size=6),
    st.sampled_from(["", " ", ",", " , "]),
)
def test_listed_cells_are_read_with_any_separator(cells: list[Cell], separator: str) -> None:
    text = separator.join(map(str, cells))
    assert is_list_of_names(text)
    assert parse_cells(text) == parse_cells(text.upper()) == tuple(cells)


def test_of_a_list_the_first_text_that_names_no_cell_is_told() -> None:
    with pytest.raises(RecordError, match=r"^move 1: expected a cell such as c4, found 'd04'$"):
        parse_cells("c4 d04 d05", "move 1", RecordError)
    with pytest.raises(RecordError, match=r"^move 1: expected a cell such as c4, found 'and'$"):
        parse_cells("c4 and c05", "move 1", RecordError)


def test_a_cell_that_is_listed_again_is_told() -> None:
    check_distinct([Cell(0, 0), Cell(1, 0)])
    with pytest.raises(RecordError, match=r"^move 1: expected each cell once, found a2 again$"):
        check_distinct([Cell(0, 0), Cell(1, 0), Cell(1, 0)], "move 1", RecordError)


@given(st.frozensets(st.builds(Cell, st.integers(0, 4), st.integers(0, 6)), max_size=20))
def test_components_are_disjoint_parts_without_a_common_edge(cells: frozenset[Cell]) -> None:
    parts = components(cells)
    assert sorted(cell for part in parts for cell in part) == sorted(cells)
    assert [min(part) for part in parts] == sorted(min(part) for part in parts)
    for part in parts:
        assert not any(neighbours(cell) & (cells - part) for cell in part)
        assert len(components(part)) == 1
