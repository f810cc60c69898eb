"""The cells of a card: perspective undone, in even light, and what tells their symbols apart.

They are cut out along the grid of the card, and unbent where the paper curls. How bright the paper
is at every dot is seen in a ring around each symbol, across the edge of a shadow too: a step, sharp
or soft, along a straight line through the cell is fitted to it by least squares; where there is
none, the ring has one light. Symbols differ in form and colour.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

import cv2
import numpy as np

from solver.penta_rush.photo.image_file import Flags, Floats, Image
from solver.penta_rush.photo.lattice import Lattice, cell_middles, side_lengths

CELL = 36  # dots, of a straightened cell
_LEAST_BEND, _MOST_BEND = 0.03, 0.25  # of a cell
_CLEARLY = 6.0  # F ratio: how much better bent paper explains where symbols are
_ROUNDS, _OFF = 3, 2.5  # of the fit; standard deviations, of a symbol that is left out
_FORM = 12  # dots, of a form
_EDGE = 0.07  # of a cell: where there may be lines between cells
_MOST_SHIFT = 0.15  # of a cell: how far a symbol may be off the middle
_BLUR = 1.5  # dots
# How much hue counts beside light, where it is noisier, and colour beside form.
_CHROMA, _COLOUR = 0.7, 0.4
_DIMENSIONS = 12
_LEAST_PLAIN = 8  # cells

_RING = (0.05, 0.14)  # of a cell: where the paper around a symbol is looked for
_ANGLES, _OFFSETS = 16, 15
_WIDTHS = (0.012, 0.05, 0.15, 0.6)  # of a cell: from a sharp edge to light that falls off evenly
_LEAST_SIDE = 0.1  # of the ring, on either side of a step
_LEAST_FIT = 0.7  # of the variance in the ring that a step has to explain
_LEAST_STEP = 0.05  # of the light
_LEAST_EDGE, _SOFT = 0.12, 0.3  # of the light, of a cell: the edge of a shadow
_DARKEST = 8.0  # levels: paper that is darker says nothing
_UNEVEN = 0.06  # of the light: paper that varies more has something lying on it
_WHITE = 250.0  # levels: no camera sees more
_MOST_WHITE = 0.12  # of a cell, beyond what is usual on the card
_MOST_TINT = 0.045  # how far shares of blue, green and red may be off those of the paper
_TINTS = 4.0  # times what is usual on the card
_LEAST_LIGHT = 40.0  # levels, to tell a tint


class EvenCells(NamedTuple):
    """Cells in even light, ``(rows * cols, side, side, 3)``, and which of them are *seen* ``(n,)``.

    0 is paper, -1 is black, in blue, green and red; where the paper is dark, ink is above 0. A cell
    is not seen when it is covered by something else, or by glare; *plain* are those of the others
    without the edge of a shadow.
    """

    cells: Floats
    seen: Flags
    plain: Flags


def straightened(image: Image, lattice: Lattice) -> EvenCells:
    """Return the cells of *lattice*, ``(rows * cols, CELL, CELL, 3)``, in even light."""
    flat = flat_image(image, lattice)
    even = in_even_light(flat)
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
    return in_even_light(np.asarray(unbent, np.uint8))


def flat_image(image: Image, lattice: Lattice) -> Image:
    """Return the grid of *lattice* seen from above, ``(rows * CELL, cols * CELL, 3)``."""
    sides = side_lengths(lattice.corners)
    pitch = max(sides[0] / lattice.cols, sides[1] / lattice.rows)
    scale = min(1.0, 1.4 * CELL / max(pitch, 1.0))
    if scale < 1.0:  # cells that are much wider than `CELL` are first reduced
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        image, lattice = np.asarray(small, np.uint8), lattice.scaled(scale)
    scaled = np.diag([1 / CELL, 1 / CELL, 1.0])
    onto = np.linalg.inv(lattice.matrix @ scaled)
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


def _bend(even: EvenCells, lattice: Lattice) -> Floats:
    """Return how far symbols lie off the middles of cells, ``(rows, cols, 2)``, as x and y.

    It is a cubic across the card, and 0 unless that is clearly better than none.
    """
    rows, cols = lattice.rows, lattice.cols
    x, y = cell_middles(rows, cols)
    terms = np.stack([x**i * y**j for i in range(4) for j in range(4 - i)], axis=1)
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


def symbol_features(forms: Floats, plain: Flags) -> Floats:
    """Return what tells the symbols of these *forms* apart, ``(n, d)``, d at most 12.

    They are the forms along the directions in which those of *plain* cells differ most, or of all
    cells if very few are plain.
    """
    known = forms[plain] if plain.sum() >= _LEAST_PLAIN else forms
    mean = known.mean(axis=0)
    directions = np.linalg.svd(known - mean, full_matrices=False)[2][:_DIMENSIONS]
    return np.asarray((forms - mean) @ directions.T)


def symbol_forms(cells: Floats) -> Floats:
    """Return the forms of *cells* in even light, in few dots, and their colours, ``(n, d)``."""
    opponent, inks, side = _opponent(cells), ink(cells), cells.shape[1]
    inner = _inner_part(side)
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
    along = (np.arange(side) + 0.5) / side - 0.5
    total = weights.sum(axis=(1, 2)) + 1e-6
    x = (weights.sum(axis=1) * along).sum(axis=1) / total
    y = (weights.sum(axis=2) * along).sum(axis=1) / total
    return np.stack([x, y], axis=1)


def ink(cells: Floats) -> Floats:
    """Return how much of each dot of *cells* is symbol, ``(n, side, side)``, from 0 to 1."""
    strength = np.linalg.norm(_opponent(cells), axis=3) * _inner_part(cells.shape[1])
    strongest = np.percentile(strength, 95, axis=(1, 2), keepdims=True)
    return np.asarray(np.clip((strength - 0.35 * strongest) / (0.3 * strongest + 1e-6), 0, 1))


def _inner_part(side: int) -> Floats:
    """Return 1 for the dots of a cell of this *side* that lie off its edge, 0 for the others."""
    along = (np.arange(side) + 0.5) / side
    inner = (np.abs(along - 0.5) < 0.5 - _EDGE).astype(np.float64)
    return np.asarray(inner[:, None] * inner[None])


def _opponent(cells: Floats) -> Floats:
    """Return *cells* as light, red against green, and yellow against blue."""
    blue, green, red = cells[..., 0], cells[..., 1], cells[..., 2]
    light = (blue + green + red) / 3
    hues = np.sqrt(0.5) * _CHROMA
    return np.stack([light, hues * (red - green), hues * ((red + green) / 2 - blue)], axis=-1)


def in_even_light(flat: Image) -> EvenCells:
    """Return the cells of a *flat* image, levels from 0 to 255, beside their paper."""
    rows, cols = flat.shape[0] // CELL, flat.shape[1] // CELL
    grid = flat.astype(np.float64).reshape(rows, CELL, cols, CELL, 3).swapaxes(1, 2)
    cells = grid.reshape(rows * cols, CELL, CELL, 3)
    paper, seen, plain = _paper(cells, rows, cols)
    difference, scale = cells - paper, paper
    if difference.mean() > 0:  # dark paper says little about the light
        scale = _fitted_light(np.percentile(grid, 98, axis=(2, 3, 4))).reshape(-1, 1, 1, 1)
    return EvenCells(difference / scale, seen, seen & plain)


def _paper(flat: Floats, rows: int, cols: int) -> tuple[Floats, Flags, Flags]:
    """Return the colour of the paper at each dot, which cells are seen, and which are plain."""
    side = flat.shape[1]
    steps, widths, ring = _steps(side)
    around = flat[:, ring]  # n, dots, 3
    level = np.median(around, axis=1)
    light = around.mean(axis=2)
    centred = light - light.mean(axis=1, keepdims=True)
    on_ring = steps[:, ring] - steps[:, ring].mean(axis=1, keepdims=True)
    strength = np.linalg.norm(on_ring, axis=1)
    # The share of a cell's variance that a step explains is the square of their correlation.
    shares = (centred @ (on_ring / strength[:, None]).T) ** 2
    best = shares.argmax(axis=1)
    variance = (centred**2).sum(axis=1) + 1e-9
    fit = shares[np.arange(len(flat)), best] / variance
    shape = on_ring[best]
    slope = np.einsum("nd,ndc->nc", shape, around) / (strength[best] ** 2)[:, None]
    has_step = (fit > _LEAST_FIT) & (np.abs(slope).mean(axis=1) > _LEAST_STEP * light.mean(axis=1))
    deviation = np.abs(around - level[:, None]).mean(axis=(1, 2))
    deviation /= np.maximum(level.mean(axis=1), 8)
    smooth = _smooth(level.reshape(rows, cols, 3)).reshape(-1, 3)
    own = np.where((deviation < _UNEVEN)[:, None], level, smooth)
    paper = np.broadcast_to(own[:, None, None], flat.shape).copy()
    chosen = steps[best] - steps[:, ring].mean(axis=1)[best].reshape(-1, 1, 1)
    sloped = around.mean(axis=1)[:, None, None] + slope[:, None, None] * chosen[..., None]
    paper[has_step] = sloped[has_step]
    is_edge = np.abs(slope).mean(axis=1) > _LEAST_EDGE * light.mean(axis=1)
    is_edge &= has_step & (widths[best] < _SOFT)
    return np.maximum(paper, _DARKEST), _seen(flat, level), ~is_edge


def _seen(flat: Floats, level: Floats) -> Flags:
    """Return which cells are neither covered nor lost in glare."""
    white = (flat.min(axis=3) >= _WHITE).mean(axis=(1, 2))
    is_glaring = white - np.median(white) > _MOST_WHITE
    shares = level / np.maximum(level.sum(axis=1, keepdims=True), 1e-6)
    tint = np.abs(shares - np.median(shares, axis=0)).sum(axis=1)
    light = level.mean(axis=1)
    is_lit = (light > _LEAST_LIGHT) & (np.median(light) > _LEAST_LIGHT)
    is_other = is_lit & (tint > max(_MOST_TINT, _TINTS * float(np.median(tint))))
    return np.asarray(~(is_glaring | is_other))


@cache
def _steps(side: int) -> tuple[Floats, Floats, Flags]:
    """Return steps from 0 to 1 across a cell ``(m, side, side)``, their widths, and its ring."""
    along = (np.arange(side) + 0.5) / side - 0.5
    depth = 0.5 - np.maximum(np.abs(along)[:, None], np.abs(along)[None])
    ring = (depth >= _RING[0]) & (depth < _RING[1])
    found, widths = [], []
    angles = np.pi * np.arange(_ANGLES) / _ANGLES
    for angle, offset, width in product(angles, np.linspace(-0.5, 0.5, _OFFSETS), _WIDTHS):
        across = along[None] * np.cos(angle) + along[:, None] * np.sin(angle)
        step = np.clip((across - offset) / width + 0.5, 0, 1)
        if _LEAST_SIDE < step[ring].mean() < 1 - _LEAST_SIDE:
            found.append(step)
            widths.append(width)
    return np.array(found), np.array(widths), ring


def _fitted_light(brightest: Floats) -> Floats:
    """Return how *brightest* dots ``(rows, cols)`` would change evenly across the card."""
    rows, cols = brightest.shape
    terms = np.stack([np.ones(rows * cols), *cell_middles(rows, cols)], axis=1)
    logs = np.log(np.maximum(brightest.ravel(), _DARKEST))
    used = np.ones(rows * cols, np.bool_)
    for _ in range(3):
        fitted = terms @ np.linalg.lstsq(terms[used], logs[used], rcond=None)[0]
        gaps = np.abs(logs - fitted)
        used = gaps <= 2 * np.median(gaps) + 1e-9
    return np.asarray(np.exp(fitted))


def _smooth(values: Floats) -> Floats:
    """Return the median of *values* ``(rows, cols, n)`` over each cell and those around it."""
    rows, cols = values.shape[:2]
    padded = np.pad(values, ((1, 1), (1, 1), (0, 0)), mode="edge")
    windows = [padded[row : row + rows, col : col + cols] for row in range(3) for col in range(3)]
    return np.asarray(np.median(windows, axis=0))
