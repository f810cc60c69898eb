from solver.drawing.art.winding import nonzero_path
from solver.drawing.artwork import Step


def _square(corner: float, side: float, *, is_clockwise: bool = True) -> list[Step]:
    low, high = corner, corner + side
    corners = [(low, low), (high, low), (high, high), (low, high)]
    first, *others = corners if is_clockwise else corners[::-1]
    return [Step("M", (first,)), *(Step("L", (point,)) for point in others), Step("Z")]


def _is_clockwise(path: list[Step]) -> bool:
    (ax, ay), (bx, by), (cx, cy) = (step.points[0] for step in path[:3])
    return (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0


def test_a_contour_inside_of_another_runs_the_other_way_round() -> None:
    path = nonzero_path([*_square(0, 9), *_square(2, 5), *_square(3, 2), *_square(20, 3)])
    assert path
    ways = [_is_clockwise(list(path[at : at + 5])) for at in range(0, 20, 5)]
    assert ways == [True, False, True, True]
    anticlockwise = _square(0, 9, is_clockwise=False)
    assert nonzero_path([*anticlockwise, *_square(2, 5)]) == (*_square_back(0, 9), *_hole(2, 5))


def _square_back(corner: float, side: float) -> list[Step]:
    """Return the anticlockwise square, run back from its last corner."""
    return _square(corner, side)


def _hole(corner: float, side: float) -> list[Step]:
    return _square(corner, side, is_clockwise=False)


def test_curves_are_run_back_through_the_same_points() -> None:
    curve = [
        Step("M", ((0, 0),)),
        Step("C", ((0, -4), (4, -4), (4, 0))),
        Step("C", ((4, 4), (0, 4), (0, 0))),
    ]
    path = nonzero_path([*_square(-9, 30), *curve])
    assert path
    assert list(path[5:]) == [
        Step("M", ((0, 0),)),
        Step("C", ((0, 4), (4, 4), (4, 0))),
        Step("C", ((4, -4), (0, -4), (0, 0))),
    ]


def test_contours_that_cross_are_not_told_apart() -> None:
    assert nonzero_path([*_square(0, 9), *_square(5, 9)]) is None
    star = [(0, -4), (2.4, 3.2), (-3.8, -1.2), (3.8, -1.2), (-2.4, 3.2)]
    pentagram = [Step("M", (star[0],)), *(Step("L", (point,)) for point in star[1:]), Step("Z")]
    assert nonzero_path(pentagram) is None
