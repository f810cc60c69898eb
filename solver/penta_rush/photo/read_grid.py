"""The cells of a grid in a photo: which show the same symbol, and whether they are a whole card.

In noise, wood and text, cells are like no others. On chess boards, tiles and tablecloths they
repeat in order. In calendars and tables most cells are unsure, or alike because they are empty. A
card has a few symbols that repeat, but in no order.

A row that a hand, glare or a shadow has hidden from the search for blobs is found beyond the edges
of the grid, as its symbols are like those of the card.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from solver.penta_rush.photo.grouping import Grouping, Labels, group_means, grouped
from solver.penta_rush.photo.image_file import Flags, Floats, Image
from solver.penta_rush.photo.lattice import MOST_SIDE, Lattice, cell_middles, mapped
from solver.penta_rush.photo.straighten import (
    flat_image,
    in_even_light,
    straightened,
    symbol_features,
    symbol_forms,
)

UNSURE = 0.7  # below this confidence, a person should look
_UNSEEN = 0.5  # the most confidence in a cell that something covers
_DOUBTED = 0.98  # the most confidence in a cell of a grid that is in doubt
_MOST_GROWTH = 3  # times that rows or cols are added
_LEAST_SYMBOLS = 3
_LEAST_EXPLAINED = 0.55  # of how cells differ, by the others of their groups
_LEAST_SURE = 0.45  # of the cells
_MOST_ORDER = 0.58  # how much more often than by chance a cell is like the one some steps on
_FARTHEST = 3  # steps
_LEAST_PAIRS = 10  # of cells that are compared
_MOST_ALIKE, _SURE_WHERE_ALIKE = 0.5, 0.85  # of the cells
_LEAST_GAP = 3.8  # standard deviations between the nearest two groups
_LIKE, _AS_STRONG = 0.85, (0.6, 1.6)  # the cosine of two forms, and how strong one may be
_SURELY, _PERHAPS = 0.6, 0.15  # of the cells beyond an edge, that are like those of the card
_LEAST_CELLS, _LEAST_MIXED = 2, 4
_NONE = -1
_LEAST_INSIDE = 0.5  # of the cells along an edge
_LEAST_SEEN = 0.86  # of the cells, as blobs

Sides = Sequence[float]  # above, right, below, left


class GridReading(NamedTuple):
    """The *cells* of *lattice* in even light, their *groups* and *confidence* ``(rows, cols)``.

    *grid_doubt* and *symbol_doubt* say why the grid, or the number of symbols, may be another; they
    are empty if nothing speaks against it.
    """

    lattice: Lattice
    cells: Floats
    groups: Labels
    confidence: Floats
    grid_doubt: str
    symbol_doubt: str


def read_grid(
    image: Image, lattice: Lattice, *, symbols: int | None = None, is_known: bool = False
) -> GridReading | None:
    """Return what the cells of *lattice* in *image* show; None if that is no card.

    Unless the grid *is_known*, rows and cols may be added to it that were not seen as blobs. That
    it is a card is taken for granted where it is known, or the number of *symbols*.
    """
    for _ in range(_MOST_GROWTH):
        even = straightened(image, lattice)
        forms = symbol_forms(even.cells)
        features = symbol_features(forms, even.plain)
        size = lattice.rows, lattice.cols
        x, y = cell_middles(*size)
        positions = np.stack([y, x], axis=1)
        found = grouped(features, symbols, positions=positions, founders=even.plain)
        confidence = np.where(even.seen, found.confidence, np.minimum(found.confidence, _UNSEEN))
        groups, confidence = found.labels.reshape(size), confidence.reshape(size)
        if is_known:
            return GridReading(lattice, even.cells, groups, confidence, "", _symbol_doubt(found))
        sure = (confidence >= UNSURE).ravel()
        if symbols is None and not _is_card(features, groups, even.seen, sure, found.gap):
            return None
        beyond, inside = _grid_evidence(image, lattice, forms, found.labels)
        above, right, below, left = (int(share >= _SURELY) for share in beyond)
        larger = lattice.moved(above=above, right=right, below=below, left=left)
        grows = above + right + below + left > 0
        if not grows or max(larger.rows, larger.cols) > MOST_SIDE:
            break
        lattice = larger
    doubt = _grid_doubt(lattice, beyond, inside)
    if doubt:
        confidence = np.minimum(confidence, _DOUBTED)
    return GridReading(lattice, even.cells, groups, confidence, doubt, _symbol_doubt(found))


def _symbol_doubt(found: Grouping) -> str:
    """Return why there may be more or fewer symbols; empty if that is unlikely."""
    count = int(found.labels.max()) + 1
    if count < _LEAST_SYMBOLS:
        return f"only {count} symbols were told apart"
    if found.others:
        others = ", ".join(map(str, found.others))
        return f"there are {count} symbols, but there may be {others}"
    return ""


def _is_card(features: Floats, groups: Labels, seen: Flags, sure: Flags, gap: float) -> bool:
    """Return whether cells with *features* ``(n, d)`` in *groups* ``(rows, cols)`` are a card's.

    *seen* are those that nothing covers, *sure* those whose group is sure, ``(n,)``; *gap* is how
    far the nearest two groups are apart.
    """
    labels = groups.ravel()
    most = float(np.bincount(labels).max() / labels.size)
    return (
        gap >= _LEAST_GAP
        and sure.mean() >= _LEAST_SURE
        and _order(groups) <= _MOST_ORDER
        and (most <= _MOST_ALIKE or sure.mean() >= _SURE_WHERE_ALIKE)
        and seen.sum() >= _LEAST_PAIRS
        and _explained(features[seen], labels[seen]) >= _LEAST_EXPLAINED
    )


def _explained(features: Floats, labels: Labels) -> float:
    """Return which share of how *features* differ the other cells of their groups explain.

    A cell is compared with the mean of the others, and counted as what most cells are, not by how
    strange it is.
    """
    count = len(features)
    sizes = np.bincount(labels)[labels]
    sums = group_means(features, labels) * np.bincount(labels)[:, None]
    of_all = (features.sum(axis=0) - features) / (count - 1)
    of_group = (sums[labels] - features) / np.maximum(sizes - 1, 1)[:, None]
    whole = ((features - of_all) ** 2).sum(axis=1)
    left = np.where(sizes > 1, ((features - of_group) ** 2).sum(axis=1), whole)
    usual = 3 * float(np.median(whole)) + 1e-12
    return 1 - float(np.minimum(left, usual).sum() / (np.minimum(whole, usual).sum() + 1e-12))


def _order(groups: Labels) -> float:
    """Return how much more often than by chance cells are like those some steps further on."""
    rows, cols = groups.shape
    chance = float(((np.bincount(groups.ravel()) / groups.size) ** 2).sum())
    most = 0.0
    for down, right in product(range(_FARTHEST + 1), range(-_FARTHEST, _FARTHEST + 1)):
        first = groups[: rows - down, max(0, -right) : cols - max(0, right)]
        second = groups[down:, max(0, right) : cols - max(0, -right)]
        if (down, right) > (0, 0) and first.size >= _LEAST_PAIRS:
            most = max(most, float((first == second).mean()))
    return (most - chance) / (1 - chance + 1e-12)


def _grid_evidence(
    image: Image, lattice: Lattice, forms: Floats, labels: Labels
) -> tuple[Sides, Sides]:
    """Return the share of cells that are like others of the card, beyond each edge and inside it.

    The cells of *lattice* have these *forms* and *labels*. Beyond an edge, several that are all
    like the same symbol are none: they are part of a border.
    """
    wide = lattice.moved(above=1, right=1, below=1, left=1)
    around = symbol_forms(in_even_light(flat_image(image, wide)).cells)
    like = _like(around, group_means(forms, labels)).reshape(wide.rows, wide.cols)
    like = np.where(_in_view(image, wide), like, _NONE)
    beyond = like[0, 1:-1], like[1:-1, -1], like[-1, 1:-1], like[1:-1, 0]
    inside = like[1, 1:-1], like[1:-1, -2], like[-2, 1:-1], like[1:-1, 1]
    return _shares(np.where(_is_mixed(edge), edge, _NONE) for edge in beyond), _shares(inside)


def _grid_doubt(lattice: Lattice, beyond: Sides, inside: Sides) -> str:
    """Return why *lattice* may not be the whole card; empty if nothing speaks against it."""
    size = f"{lattice.rows} rows and {lattice.cols} cols"
    if max(beyond) > _PERHAPS:
        return f"the card may have more than {size}"
    if min(inside) < _LEAST_INSIDE:
        return f"the card may have fewer than {size}"
    if lattice.share < _LEAST_SEEN:
        return f"only {lattice.seen} of {lattice.rows * lattice.cols} cells stood out"
    return ""


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


def _in_view(image: Image, lattice: Lattice) -> Flags:
    """Return which cells of *lattice* have their middles in the photo, ``(rows, cols)``."""
    row, col = np.divmod(np.arange(lattice.rows * lattice.cols), lattice.cols)
    x, y = mapped(np.stack([col + 0.5, row + 0.5], axis=1), lattice.matrix).T
    inside = (x >= 0) & (y >= 0) & (x < image.shape[1]) & (y < image.shape[0])
    return np.asarray(inside.reshape(lattice.rows, lattice.cols))


def _shares(edges: Iterable[Labels]) -> Sides:
    """Return the share of cells along each of *edges* that are like a symbol, if some are."""
    marks = [edge != _NONE for edge in edges]
    return [float(each.mean()) if each.sum() >= _LEAST_CELLS else 0.0 for each in marks]
