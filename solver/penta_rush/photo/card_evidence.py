"""Whether what looks like a grid is a card at all: a few symbols that repeat, but in no order.

In noise, wood and text, cells are like no others. On chess boards, tiles and tablecloths they
repeat in order. In calendars and tables most cells are unsure, or alike because they are empty.
"""

import numpy as np
from numpy.typing import NDArray

from solver.penta_rush.photo.clustering import Labels
from solver.penta_rush.photo.image_file import Floats

Flags = NDArray[np.bool_]

_LEAST_EXPLAINED = 0.55  # of how cells differ, by the others of their groups
_LEAST_SURE = 0.45  # of the cells
_MOST_ORDER = 0.58  # how much more often than by chance a cell is like the one some steps on
_FARTHEST = 3  # steps
_LEAST_PAIRS = 10  # of cells that are compared
_MOST_ALIKE, _SURE_WHERE_ALIKE = 0.5, 0.85  # of the cells
_LEAST_GAP = 3.8  # standard deviations between the nearest two groups


def is_card(features: Floats, groups: Labels, seen: Flags, sure: Flags, gap: float) -> bool:
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
    sums = np.stack([features[labels == group].sum(axis=0) for group in range(labels.max() + 1)])
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
    for down in range(_FARTHEST + 1):
        for right in range(-_FARTHEST, _FARTHEST + 1):
            if (down, right) <= (0, 0):
                continue
            first = groups[: rows - down, max(0, -right) : cols - max(0, right)]
            second = groups[down:, max(0, right) : cols - max(0, -right)]
            if first.size >= _LEAST_PAIRS:
                most = max(most, float((first == second).mean()))
    return (most - chance) / (1 - chance + 1e-12)
