"""What tells the symbols of cells apart: their form, in few dots, and the colour of their ink."""

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.penta_rush.photo.image_file import Floats

_FORM = 12  # dots, of a form
_EDGE = 0.07  # of a cell: where there may be lines between cells
_MOST_SHIFT = 0.15  # of a cell: how far a symbol may be off the middle
_BLUR = 1.5  # dots
# How much hue counts beside light, where it is noisier, and colour beside form.
_CHROMA, _COLOUR = 0.7, 0.4
_DIMENSIONS = 12
_LEAST_PLAIN = 8  # cells


def symbol_features(forms: Floats, plain: NDArray[np.bool_]) -> Floats:
    """Return what tells the symbols of these *forms* apart, ``(n, d)``, d at most 12.

    Only *plain* cells say in which directions symbols differ, unless they are very few.
    """
    return _principal(forms, forms[plain] if plain.sum() >= _LEAST_PLAIN else forms)


def symbol_forms(cells: Floats) -> Floats:
    """Return the forms of *cells* in even light, in few dots, and their colours, ``(n, d)``."""
    opponent = _opponent(cells)
    inks = ink(cells)
    side = cells.shape[1]
    inner = inner_part(side)
    middles = np.clip(ink_middles(cells), -_MOST_SHIFT, _MOST_SHIFT) * side
    features = []
    for patch, weights, (x, y) in zip(opponent, inks, middles, strict=True):
        shift = np.array([[1, 0, -x], [0, 1, -y]])
        centred = cv2.warpAffine(patch * inner[..., None], shift, (side, side))
        smooth = cv2.GaussianBlur(centred, (0, 0), _BLUR)
        form = cv2.resize(smooth, (_FORM, _FORM), interpolation=cv2.INTER_AREA) / _FORM
        strong = weights**2
        colour = (patch * strong[..., None]).sum(axis=(0, 1)) / (strong.sum() + 1e-6)
        features.append(np.concatenate([form.ravel(), _COLOUR * colour]))
    return np.array(features)


def ink_middles(cells: Floats) -> Floats:
    """Return how far the ink of each cell lies off its middle, ``(n, 2)``, x and y in cells."""
    weights, side = ink(cells), cells.shape[1]
    place = (np.arange(side) + 0.5) / side - 0.5
    total = weights.sum(axis=(1, 2)) + 1e-6
    x = (weights.sum(axis=1) * place).sum(axis=1) / total
    y = (weights.sum(axis=2) * place).sum(axis=1) / total
    return np.stack([x, y], axis=1)


def ink(cells: Floats) -> Floats:
    """Return how much of each dot of *cells* is symbol, ``(n, side, side)``, from 0 to 1."""
    strength = np.linalg.norm(_opponent(cells), axis=3) * inner_part(cells.shape[1])
    strongest = np.percentile(strength, 95, axis=(1, 2), keepdims=True)
    return np.asarray(np.clip((strength - 0.35 * strongest) / (0.3 * strongest + 1e-6), 0, 1))


def inner_part(side: int) -> Floats:
    """Return 1 for the dots of a cell of this *side* that lie off its edge, 0 for the others."""
    place = (np.arange(side) + 0.5) / side
    inner = (np.abs(place - 0.5) < 0.5 - _EDGE).astype(np.float64)
    return np.asarray(inner[:, None] * inner[None])


def _opponent(cells: Floats) -> Floats:
    """Return *cells* as light, red against green, and yellow against blue."""
    blue, green, red = cells[..., 0], cells[..., 1], cells[..., 2]
    light = (blue + green + red) / 3
    hues = np.sqrt(0.5) * _CHROMA
    return np.stack([light, hues * (red - green), hues * ((red + green) / 2 - blue)], axis=-1)


def _principal(features: Floats, plain: Floats) -> Floats:
    """Return *features* along the directions in which *plain* ones differ most."""
    mean = plain.mean(axis=0)
    directions = np.linalg.svd(plain - mean, full_matrices=False)[2][:_DIMENSIONS]
    return np.asarray((features - mean) @ directions.T)
