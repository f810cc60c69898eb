"""Cells, polyominoes and their symmetries, against grids that share no code with them."""

from string import ascii_uppercase

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
    rectangle,
)
from solver.geometry.polyomino import (
    SHAPES,
    fixed_pentominoes,
    pentomino_of,
    pentominoes,
    placements,
)
from solver.geometry.symmetry import (
    HALF_TURN,
    IDENTITY,
    MIRROR,
    QUARTER_TURN,
    Isometry,
    grid_orientations,
    isometries,
    orientations,
)
from tests import oracles
from tests.support import cases, error_text


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
    assert len(error_text(PentaError, Cell.parse, "c" + letter * 10**6 + "1")) < 100


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


def test_there_are_twelve_free_pentominoes_named_by_their_letters() -> None:
    assert "".join(pentominoes()) == SHAPES == "FILNPTUVWXYZ"
    assert {len(cells) for cells in pentominoes().values()} == {5}


def test_the_data_file_draws_the_shapes_their_letters_name() -> None:
    for letter, cells in pentominoes().items():
        assert oracles.LETTERS[oracles.canonical(cells)] == letter


def test_the_63_orientations_are_by_shape_as_published() -> None:
    # Golomb, Polyominoes: X shows one, I two, T U V W Z four, the others eight.
    counts = {letter: len(found) for letter, found in fixed_pentominoes().items()}
    assert counts == {**dict.fromkeys("FLNPY", 8), **dict.fromkeys("TUVWZ", 4), "I": 2, "X": 1}
    assert sum(counts.values()) == 63


@cases("rows cols expected", (10, 10, 4096), (8, 8, 2308), (6, 10, 2056), (10, 6, 2056))
def test_placements_on_a_rectangle_are_as_known(rows: int, cols: int, expected: int) -> None:
    region = rectangle(rows, cols)
    found = [cells for shape in pentominoes().values() for cells in placements(shape, region)]
    assert len(found) == len(set(found)) == expected


@given(st.frozensets(st.builds(Cell, st.integers(0, 5), st.integers(0, 3)), max_size=18))
def test_placements_between_holes_are_pentominoes_grown_there(region: frozenset[Cell]) -> None:
    laid = {cells for shape in pentominoes().values() for cells in placements(shape, region)}
    assert laid == oracles.connected_sets(region, 5)


def test_placements_come_by_orientation_then_row_by_row() -> None:
    (domino,) = [frozenset({Cell(0, 0), Cell(0, 1)})]
    assert [min(cells) for cells in placements(domino, rectangle(2, 3))] == [
        Cell(0, 0),
        Cell(0, 1),
        Cell(1, 0),
        Cell(1, 1),
        Cell(0, 0),
        Cell(0, 1),
        Cell(0, 2),
    ]
    assert [len({row for row, _ in cells}) for cells in orientations(domino)] == [1, 2]


@given(st.lists(st.builds(Cell, st.integers(-3, 3), st.integers(-3, 3)), max_size=6))
def test_pentomino_of_knows_the_letter_of_five_joined_cells_alone(cells: list[Cell]) -> None:
    found = frozenset(cells)
    joined = len(found) == 5 and found in oracles.connected_sets(found, 5)
    expected = oracles.LETTERS[oracles.canonical(found)] if joined else None
    assert pentomino_of(cells) == expected


def test_pentomino_of_knows_every_fixed_pentomino() -> None:
    for cells in oracles.connected_sets(rectangle(5, 5), 5):
        assert pentomino_of(cells) == oracles.LETTERS[oracles.canonical(cells)]


BY_NAME = {
    "as it is": IDENTITY,
    "turned right": QUARTER_TURN,
    "turned half round": HALF_TURN,
    "flipped left to right": MIRROR,
}


def _moved(isometry: Isometry, grid: tuple[str, ...]) -> tuple[str, ...]:
    """Return *grid* after its cells were moved one by one, to any place in the plane."""
    cells = rectangle(len(grid), len(grid[0]))
    symbols = {isometry.image(cell): grid[cell.row][cell.col] for cell in cells}
    rows, cols = (sorted(set(axis)) for axis in zip(*symbols, strict=True))
    return tuple("".join(symbols[row, col] for col in cols) for row in rows)  # type: ignore[index]


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (4, 1), (5, 5)])
def test_a_grid_is_turned_and_flipped_as_its_cells_are(size: tuple[int, int]) -> None:
    rows, cols = size
    grid = tuple(ascii_uppercase[row * cols :][:cols] for row in range(rows))
    oriented = dict(grid_orientations(grid))
    assert len(oriented) == 8
    for name, isometry in BY_NAME.items():
        assert oriented[name] == _moved(isometry, grid)
    every = isometries(rectangle(3, 3))
    assert set(oriented.values()) == {_moved(isometry, grid) for isometry in every}


@pytest.mark.parametrize(("size", "count"), [((3, 5), 4), ((5, 5), 8), ((1, 4), 4)])
def test_isometries_keep_the_cells_and_all_differ(size: tuple[int, int], count: int) -> None:
    cells = rectangle(*size)
    every = isometries(cells)
    assert every[0] == IDENTITY
    assert len(every) == len(set(every)) == count
    for isometry in every:
        assert frozenset(map(isometry.image, cells)) == cells
