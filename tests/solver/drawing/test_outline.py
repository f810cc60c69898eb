from itertools import pairwise
from math import dist

import pytest

from solver.drawing.outline import outline
from solver.drawing.scene import Point
from solver.geometry.cell import Cell
from solver.geometry.polyomino import pentominoes


def _area(points: tuple[Point, ...]) -> float:
    """Return the area within *points*, positive when they go clockwise, y being down."""
    following = (*points[1:], points[0])
    return sum(a.x * b.y - b.x * a.y for a, b in zip(points, following, strict=True)) / 2


@pytest.mark.parametrize(("shape", "cells"), pentominoes().items())
def test_an_outline_goes_clockwise_around_five_cells(shape: str, cells: frozenset[Cell]) -> None:
    points = outline(cells, Point(7, 11), 4)
    assert _area(points) == 5 * 16, shape
    assert points[0] == Point(7 + 4 * min(cells).col, 11)
    around = sum(dist(a, b) for a, b in zip(points, (*points[1:], points[0]), strict=True))
    assert around == (40 if shape == "P" else 48)
    assert len(points) % 2 == 0
    assert all((a.x == b.x) != (a.y == b.y) for a, b in pairwise(points))
