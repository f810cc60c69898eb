"""The cells of a card, straightened and in even light."""

import cv2
import numpy as np

from solver.penta_rush.photo.image_file import Floats, Image
from solver.penta_rush.photo.lattice import Lattice

CELL = 36  # dots, of a straightened cell
_RING = (0.05, 0.14)  # of a cell: where the paper around a symbol is looked for


def straightened(image: Image, lattice: Lattice) -> Floats:
    """Return the cells of *lattice*, ``(rows * cols, CELL, CELL, 3)``, beside the paper's light.

    0 is paper, -1 is black, in blue, green and red; where the paper is dark, ink is above 0.
    """
    rows, cols = lattice.rows, lattice.cols
    image, matrix = _reduced(image, lattice)
    scaled = np.diag([1 / CELL, 1 / CELL, 1.0])
    onto = np.linalg.inv(matrix @ scaled)
    # A dot's middle lies half a dot from its corner.
    half = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    flat = cv2.warpPerspective(
        image,
        half @ onto @ np.linalg.inv(half),
        (cols * CELL, rows * CELL),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    cells = flat.astype(np.float64).reshape(rows, CELL, cols, CELL, 3).swapaxes(1, 2)
    paper = _paper(cells)
    difference = cells - paper
    scale = paper
    if difference.mean() > 0:  # dark paper says little about the light
        brightest = np.percentile(cells, 98, axis=(2, 3, 4))
        scale = _smooth(brightest[..., None])[:, :, None, None]
    return (difference / scale).reshape(rows * cols, CELL, CELL, 3)


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


def _paper(cells: Floats) -> Floats:
    """Return the colour of the paper in each cell, ``(rows, cols, 1, 1, 3)``."""
    place = np.minimum(np.arange(CELL), np.arange(CELL)[::-1]) / CELL
    depth = np.minimum(place[:, None], place[None])
    ring = (depth >= _RING[0]) & (depth < _RING[1])
    around = cells[:, :, ring]
    paper = np.median(around, axis=2)
    return np.asarray(np.maximum(_smooth(paper), 8.0)[:, :, None, None])


def _smooth(values: Floats) -> Floats:
    """Return the median of *values* ``(rows, cols, n)`` over each cell and those around it."""
    rows, cols = values.shape[:2]
    padded = np.pad(values, ((1, 1), (1, 1), (0, 0)), mode="edge")
    windows = [padded[row : row + rows, col : col + cols] for row in range(3) for col in range(3)]
    return np.asarray(np.median(windows, axis=0))
