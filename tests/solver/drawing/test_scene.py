"""Scenes: boxes, texts, outlines, colours and papers."""

from itertools import pairwise
from math import dist, isclose

import pytest

from solver.drawing.colour import inks, lightened
from solver.drawing.outline import outline
from solver.drawing.paper import PAPERS, paper_size, parse_paper
from solver.drawing.scene import Box, Point, bounding_box, cut_to_width, regular_polygon, text_width
from solver.drawing.text_grid import PALETTE
from solver.errors import PaperError
from solver.geometry.cell import Cell
from solver.geometry.polyomino import pentominoes


def test_a_box_has_its_edges_corners_and_middle() -> None:
    box = Box(1, 2, 30, 4)
    assert (box.right, box.bottom, box.centre) == (31, 6, Point(16, 4))
    assert box.grown(3) == Box(-2, -1, 36, 10)
    assert box.grown(3).grown(-3) == box
    assert bounding_box([box, Box(50, -3, 1, 1)]) == Box(1, -3, 50, 9)


def test_the_corners_of_a_regular_polygon_are_equally_far_from_its_middle() -> None:
    assert all(isclose(dist(point, (0, 0)), 2.0, abs_tol=1e-5) for point in regular_polygon(7, 2.0))
    far = [round(dist(point, (0, 0)), 4) for point in regular_polygon(5, 2.0, inner=1.0)]
    assert far == [2.0, 1.0] * 5


def test_a_text_is_cut_to_its_width() -> None:
    assert cut_to_width("iiii", 2, 3) == "iiii"
    for width in range(1, 60):
        text = cut_to_width("10x10:ABCDEFABCDEF", 2, width)
        assert text_width(text, 2) <= width
        assert "10x10:ABCDEFABCDEF".startswith(text.removesuffix("..."))


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


def test_greys_are_black_ink_and_tints_have_less_of_each_ink() -> None:
    assert inks("#ffffff") == (0, 0, 0, 0)
    assert inks("#000000") == (0, 0, 0, 1)
    assert inks("#b4b4b4") == (0, 0, 0, 0.294)
    for colour in PALETTE:
        pure, tint = inks(colour), inks(lightened(colour, 0.55))
        assert tint == pytest.approx([0.45 * share for share in pure], abs=0.01)


def test_a_colour_that_is_not_ours_has_no_inks() -> None:
    with pytest.raises(KeyError):
        inks("#123456")


def test_papers_have_names_in_either_case_and_sizes_in_millimetres() -> None:
    assert [parse_paper(name.lower()) for name in PAPERS] == list(PAPERS)
    assert parse_paper(" CARD ", ["card"]) == "card"
    assert parse_paper("300X200.5MM") == "300x200.5mm"
    assert paper_size("300x200.5mm") == (200.5, 300.0)
    assert paper_size("Tabloid") == (279.4, 431.8)


@pytest.mark.parametrize(
    "text", ["", "A7", "card", "10x", "49x100mm", "1501x100", "1e3x100", "-50x100"]
)
def test_another_paper_is_an_error(text: str) -> None:
    with pytest.raises(PaperError, match=r"^paper: expected .*, found "):
        parse_paper(text)
