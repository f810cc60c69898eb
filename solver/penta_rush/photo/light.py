"""The light on each cell: how bright its paper is at every dot, across the edge of a shadow too.

Paper is seen in a ring around each symbol. A step, sharp or soft, along a straight line through the
cell is fitted to it by least squares; where there is none, the ring has one light.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from solver.penta_rush.photo.image_file import Flags, Floats
from solver.penta_rush.photo.lattice import cell_middles

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


def in_even_light(cells: Floats) -> EvenCells:
    """Return *cells* ``(rows, cols, side, side, 3)``, levels from 0 to 255, beside their paper."""
    rows, cols, side = cells.shape[:3]
    flat = cells.reshape(rows * cols, side, side, 3)
    paper, seen, plain = _paper(flat, rows, cols)
    difference, scale = flat - paper, paper
    if difference.mean() > 0:  # dark paper says little about the light
        scale = _fitted_light(np.percentile(cells, 98, axis=(2, 3, 4))).reshape(-1, 1, 1, 1)
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
