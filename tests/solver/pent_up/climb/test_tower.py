"""The towers of the search are those of brute force."""

from collections import Counter
from itertools import pairwise

import pytest

from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell
from solver.pent_up.climb.tower import GRID_SIDE, Level, TowerSearch, TowerTile, supports
from solver.pent_up.record import TILE_COUNT
from tests.oracles import Outline
from tests.solver.pent_up.climb.oracle import (
    Penta,
    Storey,
    fixed,
    moved,
    pentominoes_covering,
    supporting_levels,
    towers_below,
)
from tests.support import cases, slow


def _outlines(level: Level) -> list[Penta]:
    """Return the tiles of *level* as the oracle has them."""
    return [(tile.shape, frozenset(tile.cells())) for tile in level]


@pytest.mark.slow
@cases("shape", "F", "X", "I", "U")
def test_pairs_of_supports_are_those_of_brute_force(shape: str) -> None:
    tower = next(tower for tower in TowerSearch(1, TILE_COUNT) if tower[0][0].shape == shape)
    top = frozenset(tower[0][0].cells())
    stock = dict.fromkeys("FILNPTUVWXYZ", 2)
    found = {frozenset(_outlines(level)) for level in supports(tower[0], 2, stock)}
    expected = set()
    for letter, cells in pentominoes_covering(min(top)):
        rest = top - cells
        if rest:
            expected |= {
                frozenset([(letter, cells), (other, other_cells)])
                for other, other_cells in pentominoes_covering(min(rest))
                if rest <= other_cells and not cells & other_cells
            }
    assert found == expected
    stock[shape] = 0
    assert {frozenset(_outlines(level)) for level in supports(tower[0], 2, stock)} == {
        pair for pair in expected if all(letter != shape for letter, _ in pair)
    }


def _bits(cells: Outline) -> int:
    return sum(1 << (GRID_SIDE // 2 + row) * GRID_SIDE + GRID_SIDE // 2 + col for row, col in cells)


def _level(*tiles: tuple[str, str]) -> Storey:
    """Return a level of *tiles*, each a letter and the names of its cells, such as ``a1``."""
    return frozenset(
        (letter, frozenset(Cell(int(name[1:]) - 1, ord(name[0]) - ord("a")) for name in cells))
        for letter, cells in ((letter, cells.split()) for letter, cells in tiles)
    )


PAIR = _level(("P", "a1 a2 b1 b2 c1"), ("X", "c2 d1 d2 d3 e2"))
TRIPLE = _level(("P", "a1 a2 b1 b2 c1"), ("I", "a3 b3 c3 d3 e3"), ("L", "c2 d2 e2 f2 f3"))


@cases(
    "above size shapes count",
    (PAIR, 2, "FILNPTUVWXYZ", 2),
    pytest.param(PAIR, 3, "IPW", 1087, marks=pytest.mark.slow),
    slow(PAIR, 3, "FLX", 588),
    (TRIPLE, 3, "FILNPTUVWXYZ", 17),
    slow(PAIR, 4, "IX", 30),
    (TRIPLE, 4, "IX", 2),
    pytest.param(TRIPLE, 4, "IL", 295, marks=pytest.mark.slow),
)
def test_supports_of_several_tiles_are_those_of_brute_force(
    above: Storey, size: int, shapes: str, count: int
) -> None:
    stock = Counter(dict.fromkeys(shapes, 2))
    level = tuple(TowerTile(letter, _bits(cells)) for letter, cells in above)
    found = [
        frozenset(
            (letter, moved(cells, -GRID_SIDE // 2, -GRID_SIDE // 2))
            for letter, cells in _outlines(below)
        )
        for below in supports(level, size, stock)
    ]
    assert len(found) == count
    assert len(set(found)) == count
    assert set(found) == supporting_levels(above, size, stock)


@cases(
    "stock height count",
    ("IIXX", 2, 207),
    slow("XXZZ", 2, 405),
    slow("FFXXL", 3, 6),
    pytest.param("IIPPL", 3, 22, marks=pytest.mark.slow),
    pytest.param("IIVVXX", 3, 132, marks=pytest.mark.slow),
)
def test_towers_of_few_tiles_are_those_of_brute_force(stock: str, height: int, count: int) -> None:
    counts = Counter(stock)
    towers = [
        tuple(frozenset(_outlines(level)) for level in tower)
        for tower in TowerSearch(height, len(stock), counts)
    ]
    assert len(towers) == len(set(towers)) == count
    tops = {letter: cells for tower in towers for letter, cells in tower[-1]}
    all_tops = dict(sorted(penta for penta in fixed() if penta[0] in stock)) | tops
    assert set(towers) == {
        tower
        for top in all_tops.items()
        for tower in towers_below((frozenset([top]),), height, counts - Counter(top[0]))
    }


def test_towers_at_the_edge_are_refused_not_wrapped() -> None:
    edge = Cell(GRID_SIDE // 2, GRID_SIDE - 5)
    for cell in (edge, Cell(edge.col, edge.row)):
        inside = TowerTile(
            "I", sum(1 << cell.row * GRID_SIDE + cell.col - step for step in range(5))
        )
        assert next(supports((inside,), 2, {"I": 2, "L": 2}))
        outside = TowerTile("I", inside.mask << (1 if cell is edge else GRID_SIDE))
        with pytest.raises(BrokenInvariantError, match="edge of 64 x 64"):
            list(supports((outside,), 2, {"I": 2, "L": 2}))


def test_every_tile_of_a_tower_has_two_supports() -> None:
    for number, tower in enumerate(TowerSearch(5, TILE_COUNT)):
        for below, above in pairwise(tower):
            for tile in above:
                assert sum(bool(tile.mask & support.mask) for support in below) >= 2
                assert not tile.mask & ~sum(support.mask for support in below)
            union = 0
            for support in below:
                union |= support.mask
            assert union.bit_count() == 5 * len(below)
        shapes = Counter(tile.shape for level in tower for tile in level)
        assert max(shapes.values()) <= 2
        if number == 300:
            break
