"""Where the grid of a card is in a photo, found by itself or near corners that are known."""

import cv2
import numpy as np

from solver.penta_rush.photo.blob import blob_sets
from solver.penta_rush.photo.image_file import Floats, Image
from solver.penta_rush.photo.lattice import LEAST_SIDE, MOST_SIDE, Lattice, lattices, mapped

_SEARCHED_SIDE = 1400  # dots, of the photo that is searched
_LEAST_SHARE = 0.75  # of the cells have to be seen
_SURE_SHARE, _SURE_CELLS = 0.97, 36
_MARGIN = 0.12  # of a side: around corners that are known
_NEAR = 0.14  # of a side: corners of the grid that are meant by known ones
_MIDDLE, _LINE = 0.3, 0.07  # of a cell, from its middle and from its edge


def find_card(image: Image) -> Lattice | None:
    """Return the grid of the card in *image*, the reading direction nearest to upright.

    None if there is none.
    """
    scale = min(1.0, _SEARCHED_SIDE / max(image.shape))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    best = _best_lattice(np.asarray(small, np.uint8))
    if best is None:
        return None
    return upright(_remapped(best, np.diag([1 / scale, 1 / scale, 1.0])))


def card_at(image: Image, corners: Floats) -> Lattice:
    """Return the grid near *corners* ``(4, 2)``, those of the grid or of the card.

    They are clockwise, beginning with the upper left one. If no grid is seen there, theirs is that
    of the corners, divided as fits best.
    """
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    width, height = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    scale = 1000 / max(width, height)
    width, height = max(width * scale, 150.0), max(height * scale, 150.0)
    x, y = _MARGIN * width, _MARGIN * height
    flat_corners = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    onto = np.asarray(
        cv2.getPerspectiveTransform(corners.astype(np.float32), flat_corners.astype(np.float32)),
        np.float64,
    )
    size = (int(width + 2 * x), int(height + 2 * y))
    flat = np.asarray(cv2.warpPerspective(image, onto, size, flags=cv2.INTER_AREA), np.uint8)
    back = np.linalg.inv(onto)
    seen = _best_lattice(flat, near=flat_corners)
    if seen is not None:
        return _remapped(seen, back)
    inside = flat[int(y) : int(y + height), int(x) : int(x + width)]
    rows, cols = _sides(inside)
    steps = np.array([[width / cols, 0, x], [0, height / rows, y], [0, 0, 1]])
    return _remapped(Lattice(steps, rows, cols, 0), back)


def upright(lattice: Lattice) -> Lattice:
    """Return *lattice* turned by quarters, so that its rows run as much to the right as can be."""

    def slope(turned: Lattice) -> float:
        corners = turned.corners
        right = (corners[1] - corners[0]) + (corners[2] - corners[3])
        return float(right[0] / np.linalg.norm(right))

    quarters = [lattice]
    for _ in range(3):
        quarters.append(quarter_turned(quarters[-1]))
    return max(quarters, key=slope)


def quarter_turned(lattice: Lattice) -> Lattice:
    """Return *lattice* read from another side: its first row is what was the last col, upwards."""
    turn = np.array([[0, -1, lattice.cols], [1, 0, 0], [0, 0, 1]], np.float64)
    # New (x, y) is old (y', ...): a step to the right is what was a step down.
    return Lattice(lattice.matrix @ turn, lattice.cols, lattice.rows, lattice.seen)


def _best_lattice(image: Image, *, near: Floats | None = None) -> Lattice | None:
    """Return the lattice with most cells in *image*, if *near* is given of those that lie there."""
    best: Lattice | None = None
    for blobs in blob_sets(image):
        for lattice in lattices(blobs):
            found = lattice
            if near is not None:
                found = _turned_towards(lattice, near)
                sides = np.ptp(near, axis=0).min()
                if np.linalg.norm(found.corners - near, axis=1).max() > _NEAR * sides:
                    continue
            if found.share >= _LEAST_SHARE and (best is None or _rank(found) > _rank(best)):
                best = found
        if best and best.share >= _SURE_SHARE and best.seen >= _SURE_CELLS:
            break
    return best


def _rank(lattice: Lattice) -> float:
    return lattice.seen * lattice.share**2


def _turned_towards(lattice: Lattice, corners: Floats) -> Lattice:
    """Return *lattice* turned by quarters, so that its corners are nearest to *corners*."""
    quarters = [lattice]
    for _ in range(3):
        quarters.append(quarter_turned(quarters[-1]))
    return min(quarters, key=lambda turned: float(np.abs(turned.corners - corners).sum()))


def _remapped(lattice: Lattice, matrix: Floats) -> Lattice:
    return lattice._replace(matrix=matrix @ lattice.matrix)


def _sides(image: Image) -> tuple[int, int]:
    """Return the numbers of rows and cols into which *image*, a grid alone, is divided best."""
    grey = cv2.GaussianBlur(image.min(axis=2), (0, 0), 2).astype(np.float32)
    around = cv2.GaussianBlur(grey, (0, 0), max(image.shape) / 8)
    ink = np.abs(grey - around)
    rows, cols = (_divisions(ink.mean(axis=axis)) for axis in (1, 0))
    height, width = image.shape[:2]

    def quality(size: tuple[int, int]) -> float:
        squareness = abs(np.log(height / size[0] / (width / size[1])))
        return float(rows[size[0]] + cols[size[1]] - 0.3 * squareness)

    sizes = range(LEAST_SIDE, MOST_SIDE + 1)
    return max(((row, col) for row in sizes for col in sizes), key=quality)


def _divisions(profile: Floats) -> dict[int, float]:
    """Return how much more ink there is amid cells than between them, by the number of cells."""
    place = (np.arange(len(profile)) + 0.5) / len(profile)
    qualities = {}
    for count in range(LEAST_SIDE, MOST_SIDE + 1):
        within = (place * count) % 1
        inner = (place * count > 0.5) & (place * count < count - 0.5)
        middle = profile[np.abs(within - 0.5) < _MIDDLE].mean()
        line = profile[(np.minimum(within, 1 - within) < _LINE) & inner].mean()
        qualities[count] = float((middle - line) / (profile.mean() + 1e-6))
    return qualities


__all__ = ["card_at", "find_card", "mapped", "quarter_turned", "upright"]
