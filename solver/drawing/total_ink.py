"""The most ink that a print has on one spot, which print shops limit, as more of it dries badly."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from solver.drawing.artwork import Artwork
from solver.drawing.output_profile import OutputProfile, separation
from solver.drawing.scene import Circle, Emoji, Line, Page, Picture, Point, Polygon, Text

MOST_INK = 300  # percent, that print shops mostly take


def total_ink(pages: Sequence[Page], profile: OutputProfile) -> float:
    """Return the most ink on one spot of *pages*, of all four inks together, in percent."""
    return round(100 * max(ink for page in pages for ink in _inks(page, profile)), 1)


def _inks(page: Page, profile: OutputProfile) -> Iterator[float]:
    """Yield the ink of each mark of *page*: each hides what is below, but for transparent art."""
    yield 0.0
    areas: list[tuple[tuple[Point, ...], float]] = []
    for mark in page.marks:
        match mark:
            case Picture(artwork, place):
                below = (ink for corners, ink in reversed(areas) if _around(corners, place.centre))
                yield _art_ink(artwork, profile, next(below, 0.0))
            case Text() | Emoji():
                yield sum(profile.inks(mark.colour))
            case Polygon(_, paint) | Line(_, _, paint) | Circle(_, _, paint):
                yield sum(profile.inks(paint.stroke)) if paint.stroke else 0.0
                if paint.fill:
                    ink = sum(profile.inks(paint.fill))
                    yield ink
                    if isinstance(mark, Polygon):
                        areas.append((mark.points, ink))


@lru_cache(maxsize=256)
def _art_ink(artwork: Artwork, profile: OutputProfile, below: float) -> float:
    """Return the most ink of *artwork*, which lets some of the ink *below* be seen."""
    import numpy as np

    inks, opaque = separation(artwork, profile)
    sums = np.asarray(inks).sum(axis=2) / 255
    if opaque is not None:
        shares = np.asarray(opaque) / 255
        sums = shares * sums + (1 - shares) * below
    return float(sums.max())


def _around(corners: Sequence[Point], inside: Point) -> bool:
    """Return whether the box around *corners* has the point *inside*."""
    left, top = min(corner.x for corner in corners), min(corner.y for corner in corners)
    right, bottom = max(corner.x for corner in corners), max(corner.y for corner in corners)
    return left <= inside.x <= right and top <= inside.y <= bottom
