"""Where the grid of a card is in a photo, found by itself or near corners that are known."""

from collections.abc import Iterator
from itertools import product
from math import exp, log
from operator import itemgetter
from typing import NamedTuple

import cv2
import numpy as np

from solver.penta_rush.photo.blob import blob_sets, lattices
from solver.penta_rush.photo.image_file import Floats, Image
from solver.penta_rush.photo.lattice import LEAST_SIDE, MOST_SIDE, Lattice, mapped, side_lengths

_SEARCHED_SIDE = 1400  # dots, of the photo that is searched
_LEAST_SHARE = 0.75  # of the cells have to be seen
_SURE_SHARE, _SURE_CELLS, _SURE_STRETCH = 0.97, 36, 0.35
_STRETCH_COSTS = 1.6
_OTHER_SHARE = 0.5  # of the cells of the best lattice: with fewer, another one may be no card
_MARGIN = 0.12  # of a side: around corners that are known
_NEAR = 0.14  # of a side: corners of the grid that are meant by known ones
_AS_GOOD = 0.75  # of the fit of a lattice
_FLAT_CELL = 80  # dots, of a cell whose fit is looked at
_MIDDLE, _LINE = 0.3, 0.07  # of a cell, from its middle and from its edge


class SeenCard(NamedTuple):
    """The *lattice* of a card, and the middles of *others* in view, in dots of the image."""

    lattice: Lattice
    others: tuple[tuple[float, float], ...]


def find_card(image: Image, *, at: tuple[float, float] | None = None) -> SeenCard | None:
    """Return the grid of the card in *image*, the reading direction nearest to upright.

    Of several, that which lies *at* this dot, if it is given. None if there is none.
    """
    scale = min(1.0, _SEARCHED_SIDE / max(image.shape))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    dot = None if at is None else np.array(at) * scale
    ranked = _ranked_lattices(np.asarray(small, np.uint8), at=dot)
    if not ranked:
        return None
    best, *others = ranked
    apart = [best]
    for other in others if at is None else ():
        is_large = other.seen >= _OTHER_SHARE * best.seen
        middle = _middle(other)
        if is_large and not any(
            _covers(other, _middle(each)) or _covers(each, middle) for each in apart
        ):
            apart.append(other)
    middles = (_middle(other) / scale for other in apart[1:])
    return SeenCard(
        _upright(best.scaled(1 / scale)), tuple((float(x), float(y)) for x, y in middles)
    )


def card_at(image: Image, corners: Floats) -> Lattice:
    """Return the grid near *corners* ``(4, 2)``, those of the grid or of the card.

    They are clockwise, beginning with the upper left one. If no grid is seen there, theirs is that
    of the corners, divided as fits best.
    """
    sides = side_lengths(corners)
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
    back = np.asarray(np.linalg.inv(onto), np.float64)
    seen = next(iter(_ranked_lattices(flat, near=flat_corners)), None)
    fit, rows, cols = _best_division(flat[int(y) : int(y + height), int(x) : int(x + width)])
    # A lattice may lack a row; corners may be those of the border. Both then divide the ink worse.
    if seen and ((seen.rows, seen.cols) == (rows, cols) or fit < _fit(flat, seen)):
        return seen.remapped(back)
    steps = np.array([[width / cols, 0, x], [0, height / rows, y], [0, 0, 1]])
    return Lattice(back @ steps, rows, cols, 0)


def _upright(lattice: Lattice) -> Lattice:
    """Return *lattice* turned by quarters, so that its rows run as much to the right as can be."""

    def slope(turned: Lattice) -> float:
        corners = turned.corners
        right = (corners[1] - corners[0]) + (corners[2] - corners[3])
        return float(right[0] / np.linalg.norm(right))

    return max(map(lattice.turned, range(4)), key=slope)


def _ranked_lattices(
    image: Image, *, near: Floats | None = None, at: Floats | None = None
) -> list[Lattice]:
    """Return the lattices in *image*, if given *near* corners or *at* a dot; first the best.

    That is the one with most cells.
    """
    ranked: list[Lattice] = []
    for blobs in blob_sets(image):
        for lattice in lattices(blobs):
            found = lattice
            if at is not None and not _covers(lattice, at):
                continue
            if near is not None:
                sides = np.ptp(near, axis=0).min()
                found = min(
                    map(lattice.turned, range(4)),
                    key=lambda each: np.abs(each.corners - near).sum(),
                )
                if np.linalg.norm(found.corners - near, axis=1).max() > _NEAR * sides:
                    continue
            if found.share >= _LEAST_SHARE:
                ranked.append(found)
        ranked.sort(key=_rank, reverse=True)
        is_sure = ranked and ranked[0].share >= _SURE_SHARE and ranked[0].seen >= _SURE_CELLS
        if is_sure and _stretch(ranked[0]) < _SURE_STRETCH:
            break
    return ranked


def _middle(lattice: Lattice) -> Floats:
    middle = np.array([(lattice.cols / 2, lattice.rows / 2)])
    return np.asarray(mapped(middle, lattice.matrix)[0], np.float64)


def _covers(lattice: Lattice, dot: Floats) -> bool:
    """Return whether *dot* lies on *lattice*, or no farther off it than a border is wide."""
    (x, y), *_ = mapped(dot[None], np.asarray(np.linalg.inv(lattice.matrix)))
    return bool(-1 <= x <= lattice.cols + 1 and -1 <= y <= lattice.rows + 1)


def _rank(lattice: Lattice) -> float:
    return lattice.seen * lattice.share**2 * exp(-_STRETCH_COSTS * _stretch(lattice))


def _stretch(lattice: Lattice) -> float:
    """Return how far cells are from squares: half a word as a cell is twice as high as wide."""
    sides = side_lengths(lattice.corners)
    width, height = (sides[0] + sides[2]) / lattice.cols, (sides[1] + sides[3]) / lattice.rows
    return abs(log(max(width, 1e-6) / max(height, 1e-6)))


def _best_division(image: Image) -> tuple[float, int, int]:
    """Return the numbers of rows and cols that divide *image*, a grid alone, after their fit.

    That is about 2 where ink is amid cells.
    """
    (height, width), sizes = image.shape[:2], range(LEAST_SIDE, MOST_SIDE + 1)
    divisions = (  # cells are nearly squares
        (rows[row] + cols[col] - 0.3 * abs(log(height / row * col / width)), row, col)
        for rows, cols in _divisions(image)
        for row, col in product(sizes, repeat=2)
    )
    return max(divisions, key=itemgetter(0))


def _fit(image: Image, lattice: Lattice) -> float:
    """Return what the fit of other divisions has to reach to be as good as that of *lattice*."""
    size = lattice.cols * _FLAT_CELL, lattice.rows * _FLAT_CELL
    onto = np.diag([_FLAT_CELL, _FLAT_CELL, 1.0]) @ np.linalg.inv(lattice.matrix)
    flat = cv2.warpPerspective(image, onto, size)
    return _AS_GOOD * max(
        rows[lattice.rows] + cols[lattice.cols] for rows, cols in _divisions(np.asarray(flat))
    )


def _divisions(image: Image) -> Iterator[tuple[dict[int, float], dict[int, float]]]:
    """Yield how well numbers of rows and of cols divide dark ink, then bright ink, of *image*."""
    dark = cv2.GaussianBlur(image.min(axis=2), (0, 0), 2).astype(np.float32) + 1
    bright = cv2.GaussianBlur(image.max(axis=2), (0, 0), 2).astype(np.float32) + 1
    wide = (max(image.shape) // 4, max(image.shape) // 4)
    for share in (dark / cv2.blur(dark, wide), cv2.blur(bright, wide) / bright):
        ink = np.maximum(0, 1 - share)
        yield _fits_along(ink.mean(axis=1)), _fits_along(ink.mean(axis=0))


def _fits_along(profile: Floats) -> dict[int, float]:
    """Return how much more ink there is amid cells than between them, by the number of cells."""
    along = (np.arange(len(profile)) + 0.5) / len(profile)
    qualities = {}
    for count in range(LEAST_SIDE, MOST_SIDE + 1):
        within = (along * count) % 1
        is_inner = np.abs(along - 0.5) < 0.5 - _MIDDLE / count
        middle = profile[np.abs(within - 0.5) < _MIDDLE].mean()
        line = profile[(np.minimum(within, 1 - within) < _LINE) & is_inner].mean()
        qualities[count] = float((middle - line) / (profile.mean() + 1e-6))
    return qualities
