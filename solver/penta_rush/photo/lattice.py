"""Lattices: the grid of cells of a card in a photo, seen from anywhere."""

from typing import NamedTuple

import cv2
import numpy as np

from solver.penta_rush.photo.image_file import Floats

LEAST_SIDE, MOST_SIDE = 4, 20


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

    def remapped(self, matrix: Floats) -> "Lattice":
        """Return this grid in other dots, to which *matrix* maps those of the photo."""
        return self._replace(matrix=matrix @ self.matrix)

    def scaled(self, scale: float) -> "Lattice":
        """Return this grid in a photo *scale* times as large."""
        return self.remapped(np.diag([scale, scale, 1.0]))

    def moved(self, *, above: int, right: int, below: int, left: int) -> "Lattice":
        """Return this grid with this many more rows and cols on each side, fewer if < 0."""
        shift = np.array([[1, 0, -left], [0, 1, -above], [0, 0, 1]], np.float64)
        rows, cols = self.rows + above + below, self.cols + left + right
        return Lattice(self.matrix @ shift, rows, cols, self.seen)

    def turned(self, quarters: int) -> "Lattice":
        """Return this grid read from another side; *quarters* as in `numpy.rot90`.

        After one quarter, the first row is what was the last col, upwards.
        """
        lattice = self
        for _ in range(quarters % 4):
            # New (x, y) is old (y', ...): a step to the right is what was a step down.
            rotation = np.array([[0, -1, lattice.cols], [1, 0, 0], [0, 0, 1]], np.float64)
            lattice = Lattice(lattice.matrix @ rotation, lattice.cols, lattice.rows, self.seen)
        return lattice


def mapped(points: Floats, matrix: Floats) -> Floats:
    """Return *points* ``(n, 2)`` as the homography *matrix* maps them."""
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), matrix)[0])


def side_lengths(corners: Floats) -> Floats:
    """Return the lengths ``(4,)`` of the sides between *corners*: upper, right, lower, left."""
    return np.asarray(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1))


def cell_middles(rows: int, cols: int) -> tuple[Floats, Floats]:
    """Return x and y ``(rows * cols,)`` of the middles of cells, from -1 to 1 across the card."""
    row, col = np.divmod(np.arange(rows * cols), cols)
    return 2 * (col + 0.5) / cols - 1, 2 * (row + 0.5) / rows - 1
