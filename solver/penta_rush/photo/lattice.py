"""Lattices: blobs that lie in rows and cols, seen from anywhere.

A lattice grows from a blob and two of its neighbours. Once some cells are known, the homography
from cells to dots says where the others have to be.
"""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from solver.penta_rush.photo.blob import Blobs
from solver.penta_rush.photo.image_file import Floats

_SEEDS = 60
_NEAREST = 9  # blobs around a seed that may be its neighbours
_TOLERANCE = 0.24  # of the distance between two cells
_LEAST_AROUND = 5  # of the eight cells around a seed
_LEAST_GROWN = 9
_LEAST_NEIGHBOURS = 4
_FLAT = 1e-9  # the determinant of a homography that maps to a line
_ROUNDS = 5
LEAST_SIDE, MOST_SIDE = 4, 20
_AROUND = [(row, col) for row in (-1, 0, 1) for col in (-1, 0, 1) if row or col]

Places = dict[tuple[int, int], int]


class Lattice(NamedTuple):
    """A grid of *rows* and *cols* in a photo, and how many of its cells were *seen* as blobs.

    *matrix* ``(3, 3)`` is the homography from the grid, where (0, 0) is its corner and cells have
    the side 1, to the dots of the photo.
    """

    matrix: Floats
    rows: int
    cols: int
    seen: int

    @property
    def share(self) -> float:
        """The share of cells that were seen."""
        return self.seen / (self.rows * self.cols)

    @property
    def corners(self) -> Floats:
        """The corners in the photo ``(4, 2)``, clockwise from the first cell."""
        ends = [(0, 0), (self.cols, 0), (self.cols, self.rows), (0, self.rows)]
        return mapped(np.array(ends, np.float64), self.matrix)


def mapped(points: Floats, matrix: Floats) -> Floats:
    """Return *points* ``(n, 2)`` as the homography *matrix* maps them."""
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), matrix)[0])


def lattices(blobs: Blobs) -> Iterator[Lattice]:
    """Yield the lattices that grow from *blobs*, none of them from a blob of an earlier one."""
    centres, sizes = blobs
    if len(centres) < LEAST_SIDE**2:
        return
    distances = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    similar = np.abs(np.log(sizes[:, None] / sizes[None])) < np.log(2.0)
    apart = distances > 0.6 * sizes[:, None]
    distances = np.where(similar & apart, distances, np.inf)
    order = np.argsort(distances, axis=1)[:, :_NEAREST]
    taken: set[int] = set()
    # Seeds have neighbours at nearly the same distance.
    near = np.take_along_axis(distances, order, axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        evenness = near[:, 3] / near[:, 0] + near[:, 3] / sizes * 0.2
    evenness = np.where(np.isfinite(evenness), evenness, np.inf)
    tried = 0
    for seed in np.argsort(evenness, kind="stable"):
        if tried == _SEEDS or not np.isfinite(evenness[seed]):
            return
        if int(seed) in taken:
            continue
        tried += 1
        basis = _basis(int(seed), order[seed], distances[seed], centres)
        if basis is None:
            continue
        places = _grown(int(seed), basis, blobs)
        if len(places) < _LEAST_GROWN:
            continue
        taken.update(places.values())
        lattice = _fitted(places, blobs)
        if lattice is not None:
            yield lattice


def _basis(seed: int, near: Floats, distances: Floats, centres: Floats) -> Floats | None:
    """Return the steps ``(2, 2)`` to the next col and the next row, if there are such."""
    near = np.array([other for other in near if np.isfinite(distances[other])], np.int64)
    if len(near) < _LEAST_NEIGHBOURS:
        return None
    steps = centres[near] - centres[seed]
    lengths = np.linalg.norm(steps, axis=1)
    best: tuple[float, Floats] | None = None
    for first in range(len(near)):
        for second in range(len(near)):
            u, v = steps[first], steps[second]
            cross = u[0] * v[1] - u[1] * v[0]
            long, short = max(lengths[first], lengths[second]), min(lengths[first], lengths[second])
            if cross < 0.6 * lengths[first] * lengths[second] or long > 2.2 * short:
                continue
            wanted = np.array([col * u + row * v for row, col in _AROUND])
            gaps = np.linalg.norm(wanted[:, None] - steps[None], axis=2).min(axis=1)
            count = int((gaps < _TOLERANCE * short).sum())
            if count < _LEAST_AROUND:
                continue
            score = count - 0.5 * (long / short) - 0.3 * (long / lengths[0])
            if best is None or score > best[0]:
                best = score, np.array([u, v])
    return None if best is None else best[1]


def _grown(seed: int, basis: Floats, blobs: Blobs) -> Places:
    """Return the blobs by row and col that are reached from *seed*, step by step."""
    centres, sizes = blobs
    places: Places = {(0, 0): seed}
    steps = {(0, 0): basis}
    used = {seed}
    waiting = deque([(0, 0)])
    while waiting and len(places) < 2 * MOST_SIDE**2:
        place = waiting.popleft()
        here, step = centres[places[place]], steps[place]
        for axis, direction in ((0, 1), (0, -1), (1, 1), (1, -1)):
            row, col = place[0] + (direction if axis else 0), place[1] + (0 if axis else direction)
            if (row, col) in places or max(abs(row), abs(col)) > MOST_SIDE:
                continue
            wanted = here + direction * step[axis]
            gaps = np.abs(centres - wanted).sum(axis=1)
            gaps = gaps + 0.15 * np.abs(np.log(sizes / sizes[seed])) * np.abs(step[axis]).sum()
            nearest = int(gaps.argmin())
            length = float(np.linalg.norm(step[axis]))
            if nearest in used or gaps[nearest] > 1.4 * _TOLERANCE * length:
                continue
            if abs(np.log(sizes[nearest] / sizes[places[place]])) > np.log(2.2):
                continue
            places[row, col] = nearest
            used.add(nearest)
            new = step.copy()
            new[axis] = 0.5 * step[axis] + 0.5 * direction * (centres[nearest] - here)
            steps[row, col] = new
            waiting.append((row, col))
    return places


def _fitted(places: Places, blobs: Blobs) -> Lattice | None:
    """Return the lattice of *places*, with all other blobs that lie on it."""
    centres = blobs.centres
    matrix = np.eye(3)
    for _ in range(_ROUNDS):
        cells = np.array([(col + 0.5, row + 0.5) for row, col in places], np.float64)
        dots = centres[list(places.values())]
        fit, _ = cv2.findHomography(cells, dots, cv2.RANSAC, 0.2 * _pitch(cells, dots))
        matrix = np.asarray(np.eye(3) if fit is None else fit, np.float64)
        if fit is None or abs(np.linalg.det(matrix)) < _FLAT:
            return None
        before = set(places.items())
        places = _on_lattice(matrix, places, blobs)
        if len(places) < _LEAST_GROWN:
            return None
        if set(places.items()) == before:
            break
    return _trimmed(places, matrix)


def _pitch(cells: Floats, dots: Floats) -> float:
    """Return about how many dots a cell is wide."""
    spread = np.linalg.norm(cells - cells.mean(axis=0), axis=1).mean()
    return float(np.linalg.norm(dots - dots.mean(axis=0), axis=1).mean() / max(spread, 1e-6))


def _on_lattice(matrix: Floats, places: Places, blobs: Blobs) -> Places:
    """Return the blobs near the middles of cells by row and col, up to a cell beyond *places*."""
    rows, cols = [row for row, _ in places], [col for _, col in places]
    around = [
        (row, col)
        for row in range(min(rows) - 1, max(rows) + 2)
        for col in range(min(cols) - 1, max(cols) + 2)
    ]
    middles = np.array([(col + 0.5, row + 0.5) for row, col in around], np.float64)
    wanted = mapped(middles, matrix)
    beside = mapped(middles + np.array((1.0, 0.0)), matrix) - wanted
    below = mapped(middles + np.array((0.0, 1.0)), matrix) - wanted
    pitch = np.minimum(np.linalg.norm(beside, axis=1), np.linalg.norm(below, axis=1))
    area = np.abs(beside[:, 0] * below[:, 1] - beside[:, 1] * below[:, 0]) ** 0.5
    # Blobs relative to their cells are about as large as most that are known.
    known = {place: number for number, place in enumerate(around)}
    ratio = np.median(
        [blobs.sizes[blob] / area[known[place]] for place, blob in places.items() if place in known]
    )
    gaps = (
        np.linalg.norm(wanted[:, None] - blobs.centres[None], axis=2)
        / np.maximum(pitch, 1e-6)[:, None]
    )
    scales = np.abs(np.log(blobs.sizes[None] / (ratio * area[:, None] + 1e-9)))
    gaps = np.where(scales < np.log(1.9), gaps + 0.1 * scales, np.inf)
    nearest = gaps.argmin(axis=1)
    return {
        place: int(nearest[number])
        for number, place in enumerate(around)
        if gaps[number, nearest[number]] < _TOLERANCE
    }


def _trimmed(places: Places, matrix: Floats) -> Lattice | None:
    """Return the rectangle of cells in which most have a blob."""
    rows, cols = [row for row, _ in places], [col for _, col in places]
    top, left = min(rows), min(cols)
    gains = np.full((max(rows) - top + 1, max(cols) - left + 1), -0.65)
    for row, col in places:
        gains[row - top, col - left] = 0.35
    sums = np.pad(gains.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    best: tuple[float, int, int, int, int] | None = None
    height, width = gains.shape
    for first in range(height):
        for last in range(first + LEAST_SIDE, min(height, first + MOST_SIDE) + 1):
            line = sums[last] - sums[first]
            for start in range(width):
                end = np.arange(start + LEAST_SIDE, min(width, start + MOST_SIDE) + 1)
                if not len(end):
                    break
                values = line[end] - line[start]
                place = int(values.argmax())
                if best is None or values[place] > best[0]:
                    best = float(values[place]), first, last, start, int(end[place])
    if best is None or best[0] <= 0:
        return None
    _, first, last, start, stop = best
    seen = sum(first <= row - top < last and start <= col - left < stop for row, col in places)
    shift = np.array([[1, 0, left + start], [0, 1, top + first], [0, 0, 1]], np.float64)
    moved = matrix @ shift
    return Lattice(moved / moved[2, 2], last - first, stop - start, seen)
