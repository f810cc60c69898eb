"""Turns and flips of cells against those of grids, which share no code."""

from string import ascii_uppercase

import pytest

from solver.geometry.cell import rectangle
from solver.geometry.symmetry import (
    HALF_TURN,
    IDENTITY,
    MIRROR,
    QUARTER_TURN,
    Isometry,
    grid_orientations,
    isometries,
)

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
def test_isometries_keep_the_cells_and_no_two_are_the_same(
    size: tuple[int, int], count: int
) -> None:
    cells = rectangle(*size)
    every = isometries(cells)
    assert every[0] == IDENTITY
    assert len(every) == len(set(every)) == count
    for isometry in every:
        assert frozenset(map(isometry.image, cells)) == cells
