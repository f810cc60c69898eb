from math import dist, isclose

from solver.drawing.scene import (
    Box,
    Point,
    bounding_box,
    cut_to_width,
    regular_polygon,
    text_width,
)


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


def test_a_text_is_cut_to_its_room() -> None:
    assert cut_to_width("iiii", 2, 3) == "iiii"
    for width in range(1, 60):
        text = cut_to_width("10x10:ABCDEFABCDEF", 2, width)
        assert text_width(text, 2) <= width
        assert "10x10:ABCDEFABCDEF".startswith(text.removesuffix("..."))
