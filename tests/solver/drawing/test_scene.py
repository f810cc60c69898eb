from itertools import pairwise
from math import dist, isclose

import pytest

from solver.penta_rush.symbol_art import colour_of, symbol
from solver.drawing.outline import outline
from solver.drawing.scene import Box, Point, cut_to_width, regular_polygon, bounding_box, text_width
from solver.geometry.cell import Cell
from solver.geometry.polyomino import pentominoes

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


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


def test_a_box_has_its_edges_corners_and_middle() -> None:
    box = Box(1, 2, 30, 4)
    assert (box.right, box.bottom, box.centre) == (31, 6, Point(16, 4))
    assert box.grown(3) == Box(-2, -1, 36, 10)
    assert box.grown(3).grown(-3) == box
    assert bounding_box([box, Box(50, -3, 1, 1)]) == Box(1, -3, 50, 9)


def test_the_corners_of_a_ring_are_equally_far_from_its_middle() -> None:
    assert all(isclose(dist(point, (0, 0)), 2.0, abs_tol=1e-5) for point in regular_polygon(7, 2.0))
    far = [round(dist(point, (0, 0)), 4) for point in regular_polygon(5, 2.0, inner=1.0)]
    assert far == [2.0, 1.0] * 5


def test_a_text_is_cut_to_its_room() -> None:
    assert cut_to_width("iiii", 2, 3) == "iiii"
    for width in range(1, 60):
        text = cut_to_width("10x10:ABCDEFABCDEF", 2, width)
        assert text_width(text, 2) <= width
        assert "10x10:ABCDEFABCDEF".startswith(text.removesuffix("..."))


def test_the_twenty_six_symbols_differ() -> None:
    drawn = [symbol(letter, Point(0, 0), 10) for letter in LETTERS]
    assert len(set(map(repr, drawn))) == 26
    plain = [symbol(letter, Point(0, 0), 10, low_ink=True, colour="#000000") for letter in LETTERS]
    assert len(set(map(repr, plain))) == 26  # by form alone


def test_the_first_seven_symbols_differ_in_colour_and_later_ones_with_a_form_differ() -> None:
    assert len({colour_of(letter) for letter in LETTERS[:7]}) == 7
    for one, other in zip(LETTERS[:13], LETTERS[13:], strict=True):
        assert colour_of(one) != colour_of(other)


@pytest.mark.parametrize("letter", LETTERS)
def test_a_symbol_stays_in_its_cell(letter: str) -> None:
    for low_ink in (False, True):
        for mark in symbol(letter, Point(50, 20), 10, low_ink=low_ink):
            half = mark.ink.width / 2  # type: ignore[union-attr]  # no symbol has a text
            reach = getattr(mark, "radius", 0) + half
            for x, y in getattr(mark, "points", None) or [mark.centre]:  # type: ignore[union-attr]
                assert 45.2 <= x - reach <= x + reach <= 54.8
                assert 15.2 <= y - reach <= y + reach <= 24.8


def test_a_symbol_of_little_ink_fills_nothing() -> None:
    for letter in LETTERS:
        assert all(
            mark.ink.fill is None  # type: ignore[union-attr]
            for mark in symbol(letter, Point(0, 0), 9, low_ink=True)
        )
