"""Whether a grid is the whole card: if there are symbols beyond its edges, or none inside them.

A row that a hand, glare or a shadow has hidden from the search for blobs is found in this way, as
its symbols are like those of the card.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.penta_rush.photo.clustering import Labels
from solver.penta_rush.photo.image_file import Floats, Image
from solver.penta_rush.photo.lattice import MOST_SIDE, Lattice, mapped
from solver.penta_rush.photo.light import in_even_light
from solver.penta_rush.photo.straighten import cells_of, flat_image
from solver.penta_rush.photo.symbol_feature import symbol_forms

_LIKE, _AS_STRONG = 0.85, (0.6, 1.6)  # the cosine of two forms, and how strong one may be
_SURELY, _PERHAPS = 0.6, 0.15  # of the cells beyond an edge, that are like those of the card
_LEAST_CELLS, _LEAST_MIXED = 2, 4
_NONE = -1
_LEAST_INSIDE = 0.5  # of the cells along an edge
_LEAST_SEEN = 0.86  # of the cells, as blobs

Sides = tuple[float, float, float, float]  # above, right, below, left


class GridEvidence(NamedTuple):
    """The share of cells that are like others of the card, *beyond* each edge and *inside* it.

    Beyond an edge, several that are all like the same symbol are none: they are part of a border.
    """

    beyond: Sides
    inside: Sides


def grid_evidence(image: Image, lattice: Lattice, forms: Floats, labels: Labels) -> GridEvidence:
    """Return what is seen at the edges of *lattice*, whose cells have *forms* and *labels*."""
    wide = moved(lattice, (1, 1, 1, 1))
    around = symbol_forms(in_even_light(cells_of(flat_image(image, wide))).cells)
    means = np.stack([forms[labels == group].mean(axis=0) for group in range(labels.max() + 1)])
    like = np.where(
        _in_view(image, wide), _like(around, means).reshape(wide.rows, wide.cols), _NONE
    )
    beyond = like[0, 1:-1], like[1:-1, -1], like[-1, 1:-1], like[1:-1, 0]
    inside = like[1, 1:-1], like[1:-1, -2], like[-2, 1:-1], like[1:-1, 1]
    return GridEvidence(
        _shares([np.where(_is_mixed(edge), edge, _NONE) for edge in beyond]), _shares(inside)
    )


def whole_grid(lattice: Lattice, evidence: GridEvidence) -> Lattice:
    """Return *lattice* with the rows and cols that surely belong to it as well."""
    above, right, below, left = (int(share >= _SURELY) for share in evidence.beyond)
    too_many = max(lattice.rows + above + below, lattice.cols + left + right) > MOST_SIDE
    if too_many or not above + right + below + left:
        return lattice
    return moved(lattice, (above, right, below, left))


def grid_doubt(lattice: Lattice, evidence: GridEvidence) -> str:
    """Return why *lattice* may not be the whole card; empty if nothing speaks against it."""
    size = f"{lattice.rows} rows and {lattice.cols} cols"
    if max(evidence.beyond) > _PERHAPS:
        return f"the card may have more than {size}"
    if min(evidence.inside) < _LEAST_INSIDE:
        return f"the card may have fewer than {size}"
    if lattice.share < _LEAST_SEEN:
        return f"only {lattice.seen} of {lattice.rows * lattice.cols} cells stood out"
    return ""


def moved(lattice: Lattice, sides: tuple[int, int, int, int]) -> Lattice:
    """Return *lattice* with *sides* further rows and cols above, right, below and left."""
    above, right, below, left = sides
    shift = np.array([[1, 0, -left], [0, 1, -above], [0, 0, 1]], np.float64)
    rows, cols = lattice.rows + above + below, lattice.cols + left + right
    return lattice._replace(matrix=lattice.matrix @ shift, rows=rows, cols=cols)


def _like(forms: Floats, means: Floats) -> Labels:
    """Return which of *means* each of *forms* is like, and about as strong; `_NONE` if none."""
    strength, usual = np.linalg.norm(forms, axis=1), np.linalg.norm(means, axis=1)
    cosines = forms @ means.T / (strength[:, None] * usual[None] + 1e-12)
    ratios = strength[:, None] / (usual[None] + 1e-12)
    fits = (cosines >= _LIKE) & (ratios >= _AS_STRONG[0]) & (ratios <= _AS_STRONG[1])
    best = np.where(fits, cosines, -1.0).argmax(axis=1)
    return np.asarray(np.where(fits.any(axis=1), best, _NONE), np.int64)


def _is_mixed(edge: Labels) -> bool:
    """Return whether the cells along an *edge* are of several symbols, or too few to tell."""
    found = edge[edge != _NONE]
    return len(found) < _LEAST_MIXED or len(np.unique(found)) > 1


def _in_view(image: Image, lattice: Lattice) -> NDArray[np.bool_]:
    """Return which cells of *lattice* have their middles in the photo, ``(rows, cols)``."""
    row, col = np.divmod(np.arange(lattice.rows * lattice.cols), lattice.cols)
    x, y = mapped(np.stack([col + 0.5, row + 0.5], axis=1), lattice.matrix).T
    inside = (x >= 0) & (y >= 0) & (x < image.shape[1]) & (y < image.shape[0])
    return np.asarray(inside.reshape(lattice.rows, lattice.cols))


def _shares(edges: Iterable[Labels]) -> Sides:
    """Return the share of cells along each of *edges* that are like a symbol, if some are."""
    marks = [edge != _NONE for edge in edges]
    above, right, below, left = (
        float(each.mean()) if each.sum() >= _LEAST_CELLS else 0.0 for each in marks
    )
    return above, right, below, left
