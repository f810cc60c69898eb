from hypothesis import given
from hypothesis import strategies as st

from solver.geometry.cell import Cell, rectangle
from solver.geometry.polyomino import (
    SHAPES,
    fixed_pentominoes,
    pentomino_of,
    pentominoes,
    placements,
)
from solver.geometry.symmetry import orientations
from tests import oracles
from tests.support import cases


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
def test_placements_on_a_rectangle_are_as_many_as_known(
    rows: int, cols: int, expected: int
) -> None:
    region = rectangle(rows, cols)
    found = [cells for shape in pentominoes().values() for cells in placements(shape, region)]
    assert len(found) == len(set(found)) == expected


@given(st.frozensets(st.builds(Cell, st.integers(0, 5), st.integers(0, 3)), max_size=18))
def test_placements_on_a_region_with_holes_are_the_pentominoes_grown_in_it(
    region: frozenset[Cell],
) -> None:
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
def test_pentomino_of_knows_the_letter_of_five_joined_cells_and_of_nothing_else(
    cells: list[Cell],
) -> None:
    found = frozenset(cells)
    joined = len(found) == 5 and found in oracles.connected_sets(found, 5)
    expected = oracles.LETTERS[oracles.canonical(found)] if joined else None
    assert pentomino_of(cells) == expected


def test_pentomino_of_knows_every_fixed_pentomino() -> None:
    for cells in oracles.connected_sets(rectangle(5, 5), 5):
        assert pentomino_of(cells) == oracles.LETTERS[oracles.canonical(cells)]
