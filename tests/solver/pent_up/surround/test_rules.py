"""The referee of rings: what it accepts, and each violation."""

import pytest

from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell, neighbours
from solver.pent_up.surround.rules import RingTile, cells_of, centre_of, check, violations
from solver.pent_up.surround.search import RingSearch
from solver.pent_up.surround.solution import bundled_answers
from tests.solver.pent_up.surround.support import cell_set, enclosed_holes

CENTRE, WHITE, BLACK = bundled_answers()["Y"].example.rings("Y")


def test_right_rings_have_no_violations() -> None:
    for rings in ([CENTRE], [CENTRE, WHITE], [CENTRE, WHITE, BLACK]):
        assert not list(violations(rings))
        assert check(rings) == rings


def test_an_uncovered_cell_is_found_whichever_tile_is_missing() -> None:
    for ring, others in ((WHITE, [CENTRE]), (BLACK, [CENTRE, WHITE])):
        for tile in ring:
            incomplete = tuple(other for other in ring if other != tile)
            lines = list(violations([*others, incomplete]))
            assert lines
            assert all(line.startswith(f"ring {len(others)} leaves ") for line in lines)


def test_a_hole_that_a_ring_encloses_is_part_of_the_boundary() -> None:
    """White's U encloses d2 with the centre, and d2 shares an edge with the centre."""
    centre = RingTile("I", tuple(Cell(1, col) for col in range(-2, 3)))
    u = RingTile("U", tuple(sorted(cell_set((0, 3), (0, 4), (1, 4), (2, 3), (2, 4)))))
    hole = Cell(1, 3)
    assert hole in next(iter(enclosed_holes(cells_of([centre, u]))))
    assert f"ring 1 leaves {hole} uncovered" in set(violations([(centre,), (u,)]))


def test_a_hole_between_white_tiles_has_to_be_filled_by_black() -> None:
    """P has solutions with a hole that no black tile can fill."""
    centre = centre_of("P")
    hollow = next(
        ring
        for ring in RingSearch(cells_of([centre])).fewest()
        if any(len(hole) % 5 for hole in enclosed_holes(cells_of([centre, *ring])))
    )
    (hole,) = enclosed_holes(cells_of([centre, *hollow]))
    assert not list(violations([(centre,), hollow]))
    boundary = frozenset().union(*map(neighbours, cells_of([centre, *hollow])))
    assert hole & boundary
    lines = set(violations([(centre,), hollow, ()]))
    assert {f"ring 2 leaves {cell} uncovered" for cell in hole & boundary} <= lines


def test_each_wrong_tile_is_named() -> None:
    (centre,) = CENTRE
    far = RingTile("I", tuple(Cell(40, col) for col in range(5)))
    bent = RingTile("I", WHITE[0].cells)
    again = RingTile(WHITE[0].shape, tuple(Cell(row + 30, col) for row, col in WHITE[0].cells))
    first = WHITE[0].cells[0]
    for wrong, message in (
        (far, "I of ring 1 touches nothing inside"),
        (bent, "are no I"),
        (again, f"White's {WHITE[0].shape} is used 2 times"),
        (WHITE[0], f"{first} is covered 2 times"),
        (RingTile("Y", centre.cells), f"{centre.cells[0]} is covered 2 times"),
    ):
        assert any(line.endswith(message) for line in violations([CENTRE, (*WHITE, wrong)])), (
            message
        )
    with pytest.raises(BrokenInvariantError, match="no rings"):
        check([CENTRE, WHITE[1:]])


def test_black_cannot_use_the_shape_of_the_centre_again() -> None:
    twice = (*BLACK, RingTile("Y", tuple(Cell(row + 50, col) for row, col in CENTRE[0].cells)))
    assert "Black's Y is used 2 times" in set(violations([CENTRE, WHITE, twice]))
