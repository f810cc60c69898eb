"""The fill rule of a path: a path under even-odd becomes one of the same look under nonzero.

A contour that lies inside of an odd number of others is made to run the other way round. That is
right as long as no two contours cross.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, pi

from solver.drawing.artwork import Step

_Point = tuple[float, float]
_CURVE_POINTS = 8
_MAX_POINTS = 2000  # for a second or two
_MAX_TURNS = 1.5  # a contour that turns round more often crosses itself


def nonzero_path(path: Sequence[Step]) -> tuple[Step, ...] | None:
    """Return *path*, drawn under even-odd, for nonzero; None if its contours cross.

    None as well if they are too long for that to be seen soon.
    """
    contours = _contours(path)
    outlines = [_outline(contour) for contour in contours]
    if len(outlines) > 1 and sum(map(len, outlines)) > _MAX_POINTS:
        return None
    if any(_turns(outline) > _MAX_TURNS for outline in outlines):
        return None
    turned: list[Step] = []
    for number, (contour, outline) in enumerate(zip(contours, outlines, strict=True)):
        depth = 0
        for other, around in enumerate(outlines):
            if other == number:
                continue
            inside = [_is_inside(point, around) for point in outline]
            if any(inside) and not all(inside) and not _touch(outline, around):
                return None
            depth += 2 * sum(inside) > len(inside)
        is_clockwise = _area(outline) > 0
        turned += contour if is_clockwise == (depth % 2 == 0) else _reversed(contour)
    return tuple(turned)


def _contours(path: Sequence[Step]) -> list[list[Step]]:
    contours: list[list[Step]] = []
    for step in path:
        if step.kind == "M" or not contours:
            contours.append([])
        contours[-1].append(step)
    return [contour for contour in contours if len(contour) > 1]


def _outline(contour: Sequence[Step]) -> list[_Point]:
    """Return points along *contour*."""
    points = [contour[0].points[0]]
    for kind, at in contour[1:]:
        if kind == "L":
            points.append(at[0])
        elif kind == "C":
            (a, b), start = at[:2], points[-1]
            for number in range(1, _CURVE_POINTS + 1):
                t = number / _CURVE_POINTS
                shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                corners = (start, a, b, at[2])
                x, y = (
                    sum(share * corner[axis] for share, corner in zip(shares, corners, strict=True))
                    for axis in (0, 1)
                )
                points.append((x, y))
    return points


def _reversed(contour: Sequence[Step]) -> list[Step]:
    """Return *contour* run the other way round."""
    steps = [step for step in contour if step.points]
    ends = [step.points[-1] for step in steps]
    backwards = [Step("M", (ends[-1],))]
    for step, end in zip(reversed(steps[1:]), reversed(ends[:-1]), strict=True):
        backwards.append(Step(step.kind, (*reversed(step.points[:-1]), end)))
    return [*backwards, *(step for step in contour if not step.points)]


def _area(points: Sequence[_Point]) -> float:
    return sum(
        ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*points, points[0]])
    ) / 2  # fmt: skip


def _is_inside(point: _Point, outline: Sequence[_Point]) -> bool:
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossings += 1
    return crossings % 2 == 1


def _touch(outline: Sequence[_Point], around: Sequence[_Point]) -> bool:
    """Return whether the two have a point in common, as contours that touch may have."""
    return bool({*outline} & {*around})


def _turns(outline: Sequence[_Point]) -> float:
    """Return how often a contour turns round, without its sign."""
    sides = [
        (bx - ax, by - ay)
        for (ax, ay), (bx, by) in pairwise([*outline, outline[0]])
        if (ax, ay) != (bx, by)
    ]
    if not sides:
        return 0.0
    angles = (
        atan2(ax * by - ay * bx, ax * bx + ay * by)
        for (ax, ay), (bx, by) in pairwise([*sides, sides[0]])
    )
    return abs(sum(angles)) / (2 * pi)
