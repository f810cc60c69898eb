"""The cells of a card, straightened: cut out along its grid, and unbent where the paper curls."""

import cv2
import numpy as np

from solver.penta_rush.photo.image_file import Floats, Image
from solver.penta_rush.photo.lattice import Lattice
from solver.penta_rush.photo.light import EvenCells, in_even_light
from solver.penta_rush.photo.symbol_feature import ink_middles

CELL = 36  # dots, of a straightened cell
_LEAST_BEND, _MOST_BEND = 0.03, 0.25  # of a cell
_CLEARLY = 6.0  # F ratio: how much better bent paper explains where symbols are
_ROUNDS, _OFF = 3, 2.5  # of the fit; standard deviations, of a symbol that is left out


def straightened(image: Image, lattice: Lattice) -> EvenCells:
    """Return the cells of *lattice*, ``(rows * cols, CELL, CELL, 3)``, in even light."""
    flat = flat_image(image, lattice)
    even = in_even_light(cells_of(flat))
    bend = _bend(even, lattice)
    if not bend.any():
        return even
    y, x = np.mgrid[0 : flat.shape[0], 0 : flat.shape[1]].astype(np.float32)
    size = flat.shape[1], flat.shape[0]
    field = cv2.resize((bend * CELL).astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
    unbent = cv2.remap(
        flat, x + field[..., 0], y + field[..., 1], cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return in_even_light(cells_of(np.asarray(unbent, np.uint8)))


def flat_image(image: Image, lattice: Lattice) -> Image:
    """Return the grid of *lattice* seen from above, ``(rows * CELL, cols * CELL, 3)``."""
    image, matrix = _reduced(image, lattice)
    scaled = np.diag([1 / CELL, 1 / CELL, 1.0])
    onto = np.linalg.inv(matrix @ scaled)
    # A dot's middle lies half a dot from its corner.
    half = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    flat = cv2.warpPerspective(
        image,
        half @ onto @ np.linalg.inv(half),
        (lattice.cols * CELL, lattice.rows * CELL),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(flat, np.uint8)


def cells_of(flat: Image) -> Floats:
    """Return the cells of a *flat* image, ``(rows, cols, CELL, CELL, 3)``."""
    rows, cols = flat.shape[0] // CELL, flat.shape[1] // CELL
    return flat.astype(np.float64).reshape(rows, CELL, cols, CELL, 3).swapaxes(1, 2)


def _reduced(image: Image, lattice: Lattice) -> tuple[Image, Floats]:
    """Return *image* so small that a cell is at most twice `CELL` wide, and the matrix of it."""
    corners = lattice.corners
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    pitch = max(sides[0] / lattice.cols, sides[1] / lattice.rows)
    scale = min(1.0, 1.4 * CELL / max(pitch, 1.0))
    if scale == 1.0:
        return image, lattice.matrix
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), np.diag([scale, scale, 1.0]) @ lattice.matrix


def _bend(even: EvenCells, lattice: Lattice) -> Floats:
    """Return how far symbols lie off the middles of cells, ``(rows, cols, 2)``, as x and y.

    It is a cubic across the card, and 0 unless that is clearly better than none.
    """
    rows, cols = lattice.rows, lattice.cols
    row, col = np.divmod(np.arange(rows * cols), cols)
    x, y = 2 * (col + 0.5) / cols - 1, 2 * (row + 0.5) / rows - 1
    powers = [x**i * y**j for i in range(4) for j in range(4 - i)]
    terms = np.stack(powers, axis=1)
    bend = np.zeros((rows * cols, 2))
    for axis, offsets in enumerate(ink_middles(even.cells).T):
        used = even.seen.copy()
        for _ in range(_ROUNDS):
            if used.sum() <= terms.shape[1] + 2:
                break
            fitted = terms @ np.linalg.lstsq(terms[used], offsets[used], rcond=None)[0]
            misfit = offsets - fitted
            width = 1.48 * np.median(np.abs(misfit[used])) + 1e-6
            free = int(used.sum()) - terms.shape[1]
            better = ((offsets[used] - offsets[used].mean()) ** 2).sum() / (terms.shape[1] - 1)
            better /= (misfit[used] ** 2).sum() / free + 1e-12
            if better > _CLEARLY and np.ptp(fitted) > _LEAST_BEND:
                bend[:, axis] = np.clip(fitted - fitted.mean(), -_MOST_BEND, _MOST_BEND)
            else:
                bend[:, axis] = 0.0
            used = even.seen & (np.abs(misfit) < _OFF * width)
    return bend.reshape(rows, cols, 2)
