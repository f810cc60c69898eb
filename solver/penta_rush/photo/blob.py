"""Blobs, what stands out from the paper around it, and the lattices that grow from them.

Where the lines between cells are dark enough, the cells themselves are blobs as well, with the same
middles; so cards with and without such lines are found alike. A lattice grows from a blob and two
of its neighbours. Once some cells are known, the homography from cells to dots says where the
others have to be.
"""

from collections import deque
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.penta_rush.photo.image_file import Floats, Image
from solver.penta_rush.photo.lattice import LEAST_SIDE, MOST_SIDE, Lattice, mapped

_WINDOWS = (31, 81, 181)  # dots, that a dot is compared with
_LEAST_CONTRAST = 0.07  # of the brightness around
_LEAST_AREA, _MOST_SHARE = 36.0, 0.04  # dots; of the photo
_MOST_ASPECT, _LEAST_FILL = 3.5, 0.12
_MOST_BLOBS = 1500
_SEEDS = 60
_NEAREST = 9  # blobs around a seed that may be its neighbours
_TOLERANCE = 0.24  # of the distance between two cells
_LEAST_AROUND = 5  # of the eight cells around a seed
_LEAST_GROWN = 9
_LEAST_NEIGHBOURS = 4
_FLAT = 1e-9  # the determinant of a homography that maps to a line
_ROUNDS = 5
_AROUND = [(row, col) for row in (-1, 0, 1) for col in (-1, 0, 1) if row or col]

BlobAt = dict[tuple[int, int], int]  # by row and col


class Blobs(NamedTuple):
    """The *centres* ``(n, 2)`` of blobs, x and y in dots, and their *sizes* ``(n,)``."""

    centres: Floats
    sizes: Floats


def blob_sets(image: Image) -> Iterator[Blobs]:
    """Yield the blobs of *image* at each scale, dark ones first, then bright ones."""
    smooth = cv2.GaussianBlur(image, (0, 0), 1.2)
    darkest = smooth.min(axis=2).astype(np.float32) + 4
    for window in _WINDOWS:
        yield _blobs(darkest < _mean_around(darkest, window) * (1 - _LEAST_CONTRAST))
    brightest = smooth.max(axis=2).astype(np.float32) + 4
    for window in _WINDOWS[1:]:
        yield _blobs(brightest > _mean_around(brightest, window) * (1 + 2 * _LEAST_CONTRAST))


def _mean_around(light: NDArray[np.float32], window: int) -> NDArray[np.float32]:
    mean = cv2.boxFilter(light, -1, (window, window), borderType=cv2.BORDER_REFLECT)
    return np.asarray(mean, np.float32)


def _blobs(mask: NDArray[np.bool_]) -> Blobs:
    """Return the blobs in *mask*, the largest ones if there are very many."""
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    most = _MOST_SHARE * mask.size
    found = []
    for contour in contours:
        *_, width, height = cv2.boundingRect(contour)
        is_slim = max(width, height) > _MOST_ASPECT * min(width, height)
        if is_slim or not _LEAST_AREA <= width * height <= most:
            continue
        moments = cv2.moments(cv2.convexHull(contour))
        area = moments["m00"]
        if area < _LEAST_FILL * width * height or area < _LEAST_AREA / 2:
            continue
        centre = moments["m10"] / area, moments["m01"] / area
        found.append((*centre, area**0.5))
    found.sort(key=lambda blob: -blob[2])
    table = np.array(found[:_MOST_BLOBS], np.float64).reshape(-1, 3)
    return Blobs(table[:, :2], table[:, 2])


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
    for seed in map(int, np.argsort(evenness, kind="stable")):
        if tried == _SEEDS or not np.isfinite(evenness[seed]):
            return
        if seed in taken:
            continue
        tried += 1
        basis = _basis(seed, order[seed], distances[seed], centres)
        grown = {} if basis is None else _grown(seed, basis, blobs)
        if len(grown) >= _LEAST_GROWN:
            taken.update(grown.values())
            if lattice := _fitted(grown, blobs):
                yield lattice


def _basis(seed: int, near: Floats, distances: Floats, centres: Floats) -> Floats | None:
    """Return the steps ``(2, 2)`` to the next col and the next row, if there are any."""
    near = np.array([other for other in near if np.isfinite(distances[other])], np.int64)
    if len(near) < _LEAST_NEIGHBOURS:
        return None
    steps = centres[near] - centres[seed]
    lengths = np.linalg.norm(steps, axis=1)
    best: tuple[float, Floats] | None = None
    for (u, first), (v, second) in product(zip(steps, lengths, strict=True), repeat=2):
        long, short = max(first, second), min(first, second)
        if u[0] * v[1] - u[1] * v[0] < 0.6 * first * second or long > 2.2 * short:
            continue
        wanted = np.array([col * u + row * v for row, col in _AROUND])
        gaps = np.linalg.norm(wanted[:, None] - steps[None], axis=2).min(axis=1)
        count = int((gaps < _TOLERANCE * short).sum())
        score = count - 0.5 * (long / short) - 0.3 * (long / lengths[0])
        if count >= _LEAST_AROUND and (best is None or score > best[0]):
            best = score, np.array([u, v])
    return None if best is None else best[1]


def _grown(seed: int, basis: Floats, blobs: Blobs) -> BlobAt:
    """Return the blobs by row and col that are reached from *seed*, step by step."""
    centres, sizes = blobs
    found: BlobAt = {(0, 0): seed}
    steps = {(0, 0): basis}
    used = {seed}
    waiting = deque([(0, 0)])
    while waiting and len(found) < 2 * MOST_SIDE**2:
        cell = waiting.popleft()
        here, step = centres[found[cell]], steps[cell]
        for axis, direction in ((0, 1), (0, -1), (1, 1), (1, -1)):
            row, col = cell[0] + (direction if axis else 0), cell[1] + (0 if axis else direction)
            if (row, col) in found or max(abs(row), abs(col)) > MOST_SIDE:
                continue
            wanted = here + direction * step[axis]
            gaps = np.abs(centres - wanted).sum(axis=1)
            gaps = gaps + 0.15 * np.abs(np.log(sizes / sizes[seed])) * np.abs(step[axis]).sum()
            nearest = int(gaps.argmin())
            is_near = gaps[nearest] <= 1.4 * _TOLERANCE * float(np.linalg.norm(step[axis]))
            is_alike = abs(np.log(sizes[nearest] / sizes[found[cell]])) <= np.log(2.2)
            if nearest in used or not (is_near and is_alike):
                continue
            found[row, col] = nearest
            used.add(nearest)
            new = step.copy()
            new[axis] = 0.5 * step[axis] + 0.5 * direction * (centres[nearest] - here)
            steps[row, col] = new
            waiting.append((row, col))
    return found


def _fitted(found: BlobAt, blobs: Blobs) -> Lattice | None:
    """Return the lattice of the blobs *found*, with all others that lie on it."""
    centres = blobs.centres
    matrix = np.eye(3)
    for _ in range(_ROUNDS):
        cells = np.array([(col + 0.5, row + 0.5) for row, col in found], np.float64)
        dots = centres[list(found.values())]
        wide, spread = (
            np.linalg.norm(each - each.mean(axis=0), axis=1).mean() for each in (dots, cells)
        )
        fit, _ = cv2.findHomography(cells, dots, cv2.RANSAC, 0.2 * float(wide / max(spread, 1e-6)))
        matrix = np.asarray(np.eye(3) if fit is None else fit, np.float64)
        if fit is None or abs(np.linalg.det(matrix)) < _FLAT:
            return None
        before = set(found.items())
        found = _on_lattice(matrix, found, blobs)
        if len(found) < _LEAST_GROWN:
            return None
        if set(found.items()) == before:
            break
    return _trimmed(found, matrix)


def _on_lattice(matrix: Floats, found: BlobAt, blobs: Blobs) -> BlobAt:
    """Return the blobs near the middles of cells, up to a cell beyond those *found*."""
    rows, cols = [row for row, _ in found], [col for _, col in found]
    around = [*product(range(min(rows) - 1, max(rows) + 2), range(min(cols) - 1, max(cols) + 2))]
    middles = np.array([(col + 0.5, row + 0.5) for row, col in around], np.float64)
    wanted = mapped(middles, matrix)
    beside = mapped(middles + np.array((1.0, 0.0)), matrix) - wanted
    below = mapped(middles + np.array((0.0, 1.0)), matrix) - wanted
    pitch = np.minimum(np.linalg.norm(beside, axis=1), np.linalg.norm(below, axis=1))
    area = np.abs(beside[:, 0] * below[:, 1] - beside[:, 1] * below[:, 0]) ** 0.5
    # Blobs relative to their cells are about as large as most that are known.
    known = {cell: number for number, cell in enumerate(around)}
    ratio = np.median([blobs.sizes[blob] / area[known[cell]] for cell, blob in found.items()])
    gaps = np.linalg.norm(wanted[:, None] - blobs.centres[None], axis=2)
    gaps /= np.maximum(pitch, 1e-6)[:, None]
    scales = np.abs(np.log(blobs.sizes[None] / (ratio * area[:, None] + 1e-9)))
    gaps = np.where(scales < np.log(1.9), gaps + 0.1 * scales, np.inf)
    nearest = gaps.argmin(axis=1)
    return {
        cell: int(nearest[number])
        for number, cell in enumerate(around)
        if gaps[number, nearest[number]] < _TOLERANCE
    }


def _trimmed(found: BlobAt, matrix: Floats) -> Lattice | None:
    """Return the rectangle of cells in which most have a blob."""
    rows, cols = [row for row, _ in found], [col for _, col in found]
    top, left = min(rows), min(cols)
    gains = np.full((max(rows) - top + 1, max(cols) - left + 1), -0.65)
    for row, col in found:
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
                cell = int(values.argmax())
                if best is None or values[cell] > best[0]:
                    best = float(values[cell]), first, last, start, int(end[cell])
    if best is None or best[0] <= 0:
        return None
    _, first, last, start, stop = best
    seen = sum(first <= row - top < last and start <= col - left < stop for row, col in found)
    moved = Lattice(matrix, 0, 0, seen).moved(
        above=-top - first, right=left + stop, below=top + last, left=-left - start
    )
    return moved._replace(matrix=moved.matrix / moved.matrix[2, 2])
