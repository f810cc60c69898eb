"""Both engines of Surround find the rings that brute force finds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.geometry.cell import Cell, Cells, neighbours
from solver.geometry.polyomino import SHAPES
from solver.pent_up.surround.model import RingModel
from solver.pent_up.surround.rules import cells_of, centre_of
from solver.pent_up.surround.search import RingSearch
from tests.oracles import rings as brute_force
from tests.solver.pent_up.surround.support import cell_set, ring_sets
from tests.support import cases, slow

# Cells around a hole of one cell, which no pentomino can fill.
HOLLOW = cell_set((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2))


@st.composite
def polyominoes(draw: st.DrawFn) -> Cells:
    """Draw one to five joined cells."""
    cells = {Cell(0, 0)}
    for _ in range(draw(st.integers(0, 4))):
        adjacent = {other for cell in cells for other in neighbours(cell)} - cells
        cells.add(draw(st.sampled_from(sorted(adjacent))))
    return frozenset(cells)


@pytest.mark.parametrize("engine", [RingSearch, RingModel])
def test_rings_are_as_many_as_counted_by_hand(engine: type[RingSearch | RingModel]) -> None:
    """U covers three cells beside one, in four ways; I has six ways to cover the fourth."""
    single = cell_set((0, 0))
    assert len(list(engine(single, "IU").rings(2))) == 24
    assert not list(engine(single, "IU").rings(1))
    # A V in the elbow of a corner leaves a W its three steps.
    corner = cell_set((0, 0), (0, 1), (1, 0))
    assert [[tile.shape for tile in ring] for ring in engine(corner, "VW").rings(2)] == [["V", "W"]]


@given(inside=polyominoes(), pieces=st.sets(st.sampled_from(SHAPES), min_size=2, max_size=4))
def test_both_engines_find_what_brute_force_finds(inside: Cells, pieces: set[str]) -> None:
    shapes = "".join(sorted(pieces))
    max_tiles = 2 if len(inside) < 4 else 3  # a cell alone has many thousand rings of three
    expected = brute_force(inside, shapes, max_tiles)
    search, model = RingSearch(inside, shapes), RingModel(inside, shapes)
    assert ring_sets(list(search.rings(max_tiles))) == expected
    assert ring_sets(model.rings(max_tiles)) == expected
    assert model.has_ring(max_tiles) == bool(expected)
    if expected:
        fewest = min(map(len, expected))
        assert model.fewest() == fewest
        assert ring_sets(search.fewest()) == {ring for ring in expected if len(ring) == fewest}
        first = search.first()
        assert first is not None
        assert ring_sets([first]) <= expected
        assert len(first) == fewest


@pytest.mark.slow
@given(inside=polyominoes(), shapes=st.sampled_from(["INPUXZ", "FLTVWY"]))
def test_both_engines_need_equally_few_tiles(inside: Cells, shapes: str) -> None:
    ring = RingSearch(inside, shapes).first()
    assert RingModel(inside, shapes).fewest() == (None if ring is None else len(ring))


@pytest.mark.parametrize("shapes", [SHAPES, "FXZ"])
def test_what_cannot_be_surrounded_has_no_ring(shapes: str) -> None:
    search, model = RingSearch(HOLLOW, shapes), RingModel(HOLLOW, shapes)
    assert (search.fewest(), search.first(), model.fewest()) == ([], None, None)
    assert not model.has_ring(len(shapes))


@cases(
    "shape",
    "X",
    slow("F"),
    pytest.param("I", marks=pytest.mark.slow),
    pytest.param("U", marks=pytest.mark.slow),
)
def test_white_rings_are_those_of_brute_force(shape: str) -> None:
    inside = cells_of([centre_of(shape)])
    assert not brute_force(inside, SHAPES, 2)
    rings = RingSearch(inside).fewest()
    assert rings == sorted(rings)
    assert ring_sets(rings) == brute_force(inside, SHAPES, 3)
