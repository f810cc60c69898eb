from typing import Any

import pytest

from solver.errors import SheetError
from solver.files.json_reader import as_cells
from solver.geometry.cell import Cell


def test_a_cell_is_a_row_and_a_col_from_0_or_a_name() -> None:
    cells = as_cells([[3, 2], "c4", "D1", [-1, -1], "-a0"], "sheet", SheetError)
    assert cells == (Cell(3, 2), Cell(3, 2), Cell(0, 3), Cell(-1, -1), Cell(-1, -1))


@pytest.mark.parametrize("cell", ["", "4c", "c04", [1], [1, 2, 3], ["c", 4], [1, True], None, {}])
def test_what_is_no_cell_is_told_with_what_was_expected(cell: Any) -> None:
    with pytest.raises(SheetError, match=r'^sheet: expected cells \[row, col\] or "c4", found '):
        as_cells([cell], "sheet", SheetError)
