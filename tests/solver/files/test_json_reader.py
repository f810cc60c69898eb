from datetime import date
from typing import Any

import pytest

from solver.errors import SheetError
from solver.files.json_reader import Json, json_quoted, read_cells
from solver.geometry.cell import Cell


def test_a_cell_is_a_row_and_a_col_from_0_or_a_name() -> None:
    cells = read_cells(Json([[3, 2], "c4", "D1", [-1, -1], "-a0"], "sheet", SheetError))
    assert cells == (Cell(3, 2), Cell(3, 2), Cell(0, 3), Cell(-1, -1), Cell(-1, -1))


@pytest.mark.parametrize("cell", ["", "4c", "c04", [1], [1, 2, 3], ["c", 4], [1, True], None, {}])
def test_what_is_no_cell_is_told_with_what_was_expected(cell: Any) -> None:
    with pytest.raises(SheetError, match=r'^sheet: expected cells \[row, col\] or "c4", found '):
        read_cells(Json([cell], "sheet", SheetError))


def test_values_of_toml_are_quoted_too() -> None:
    assert json_quoted([date(2026, 11, 22)]) == '["2026-11-22"]'
    assert json_quoted({}) == "an object"
    assert json_quoted(16**4000) == "a number of thousands of digits"
