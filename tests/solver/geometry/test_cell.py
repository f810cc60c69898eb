from hypothesis import given
from hypothesis import strategies as st

from solver.geometry.cell import Cell, components, neighbours


def test_a_cell_is_named_as_people_name_it() -> None:
    assert str(Cell(3, 2)) == "c4"
    assert str(Cell(19, 19)) == "t20"


@given(st.frozensets(st.builds(Cell, st.integers(0, 4), st.integers(0, 6)), max_size=20))
def test_components_are_disjoint_parts_without_a_common_edge(cells: frozenset[Cell]) -> None:
    parts = components(cells)
    assert sorted(cell for part in parts for cell in part) == sorted(cells)
    assert [min(part) for part in parts] == sorted(min(part) for part in parts)
    for part in parts:
        assert not any(neighbours(cell) & (cells - part) for cell in part)
        assert len(components(part)) == 1
