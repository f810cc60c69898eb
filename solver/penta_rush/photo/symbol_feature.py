"""What tells the symbols of cells apart: their form, in few dots, and the colour of their ink."""

import cv2
import numpy as np

from solver.penta_rush.photo.image_file import Floats
from solver.penta_rush.photo.straighten import CELL

_FORM = 12  # dots, of a form
_EDGE = 0.05  # of a cell: where there may be lines between cells
_MOST_SHIFT = 0.06  # of a cell: how far a symbol may be off the middle
_BLUR = 1.5  # dots
# How much hue counts beside light, where it is noisier, and colour beside form.
_CHROMA, _COLOUR = 0.7, 0.4
_DIMENSIONS = 12


def symbol_features(cells: Floats, cols: int) -> Floats:
    """Return what tells the symbols of straightened *cells* apart, ``(n, d)``, d at most 12.

    *cells* are row by row, *cols* in each. A trend across the card, as shade and blur bring it, is
    taken off.
    """
    opponent = _opponent(cells)
    inner = inner_part()
    features = []
    for patch, weights in zip(opponent, ink(cells), strict=True):
        total = weights.sum() + 1e-6
        place = (np.arange(CELL) + 0.5) / CELL - 0.5
        x = (weights.sum(axis=0) * place).sum() / total
        y = (weights.sum(axis=1) * place).sum() / total
        x, y = np.clip([x, y], -_MOST_SHIFT, _MOST_SHIFT) * CELL
        shift = np.array([[1, 0, -x], [0, 1, -y]])
        centred = cv2.warpAffine(patch * inner[..., None], shift, (CELL, CELL))
        smooth = cv2.GaussianBlur(centred, (0, 0), _BLUR)
        form = cv2.resize(smooth, (_FORM, _FORM), interpolation=cv2.INTER_AREA) / _FORM
        strong = weights**2
        colour = (patch * strong[..., None]).sum(axis=(0, 1)) / (strong.sum() + 1e-6)
        features.append(np.concatenate([form.ravel(), _COLOUR * colour]))
    return _principal(_without_trend(np.array(features), cols))


def ink(cells: Floats) -> Floats:
    """Return how much of each dot of *cells* is symbol, ``(n, CELL, CELL)``, from 0 to 1."""
    strength = np.linalg.norm(_opponent(cells), axis=3) * inner_part()
    strongest = np.percentile(strength, 95, axis=(1, 2), keepdims=True)
    return np.asarray(np.clip((strength - 0.35 * strongest) / (0.3 * strongest + 1e-6), 0, 1))


def inner_part() -> Floats:
    """Return 1 for the dots of a cell that lie off its edge, 0 for the others."""
    place = (np.arange(CELL) + 0.5) / CELL
    inner = (np.abs(place - 0.5) < 0.5 - _EDGE).astype(np.float64)
    return np.asarray(inner[:, None] * inner[None])


def _opponent(cells: Floats) -> Floats:
    """Return *cells* as light, red against green, and yellow against blue."""
    blue, green, red = cells[..., 0], cells[..., 1], cells[..., 2]
    light = (blue + green + red) / 3
    hues = np.sqrt(0.5) * _CHROMA
    return np.stack([light, hues * (red - green), hues * ((red + green) / 2 - blue)], axis=-1)


def _without_trend(features: Floats, cols: int) -> Floats:
    """Return *features* without what grows evenly along rows or cols."""
    row, col = np.divmod(np.arange(len(features)), cols)
    slopes = np.stack([np.ones(len(features)), row - row.mean(), col - col.mean()], axis=1)
    fit = np.linalg.lstsq(slopes, features, rcond=None)[0]
    return np.asarray(features - slopes[:, 1:] @ fit[1:])


def _principal(features: Floats) -> Floats:
    """Return *features* along the directions in which they differ most."""
    centred = features - features.mean(axis=0)
    left, strengths, _ = np.linalg.svd(centred, full_matrices=False)
    return np.asarray(left[:, :_DIMENSIONS] * strengths[:_DIMENSIONS])
