"""Cells put into ever fewer groups, the nearest two of which are merged next.

Ward's clustering makes the first groups. In a space in which the spread within groups is the same
in every direction (linear discriminant analysis), k-means improves them after every merge, and the
distance of two groups, in standard deviations of the cells of all groups, says how surely they are
different. Nothing is drawn at random.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.penta_rush.photo.image_file import Floats

Labels = NDArray[np.int64]

_ROUNDS = 20  # of k-means, at most
_FIRST_ROUNDS = 2  # of whitening, before anything is merged
_RIDGE = 0.1  # of the mean spread, added in every direction
_FLOOR = 0.012  # of the spread of all cells: no difference of symbols is that small
_SMALL = 0.8  # cells: a mean of few cells is less certain
_TREND_RIDGE = 0.5


class Partition(NamedTuple):
    """Cells in groups, *labels* ``(n,)`` from 0, and how far the nearest two of them are apart.

    *gap* is in standard deviations; *smaller* is how many cells the smaller one of the two has.
    """

    labels: Labels
    gap: float
    smaller: int

    @property
    def groups(self) -> int:
        """How many groups there are."""
        return int(self.labels.max()) + 1


class Space(NamedTuple):
    """The space of a partition: where its cells are ``(n, d)``, and the means of its groups.

    Distances are in standard deviations within groups.
    """

    places: Floats
    means: Floats


def partitions(features: Floats, positions: Floats, most: int, least: int) -> list[Partition]:
    """Return partitions of *features* ``(n, d)`` into at *most* groups, and fewer, to *least*.

    *positions* ``(n, 2)`` are those of the cells on the card: what changes evenly along them, as
    light and blur do, is no difference of symbols.
    """
    labels = _ward(features, most)
    found: list[Partition] = []
    for _ in range(_FIRST_ROUNDS):
        labels = _k_means(_detrended(features, positions, labels), labels)
        labels = _k_means(space_of(features, positions, labels).places, labels)
    while True:
        labels = _k_means(space_of(features, positions, labels).places, labels)
        sizes = np.bincount(labels)
        means = space_of(features, positions, labels).means
        apart = _distances(means, means)
        np.fill_diagonal(apart, np.inf)
        smaller = np.minimum(sizes[:, None], sizes[None])
        gaps = apart * np.sqrt(smaller / (smaller + _SMALL))
        first, second = sorted(divmod(int(gaps.argmin()), len(sizes)))
        gap = float(gaps[first, second]) if len(sizes) > 1 else 0.0
        found.append(Partition(labels, gap, int(smaller[first, second])))
        if len(sizes) <= least:
            return found
        labels = np.where(labels == second, first, labels)
        labels = np.asarray(np.unique(labels, return_inverse=True)[1], np.int64)


def _whole(features: Floats) -> float:
    """Return the mean square of how far *features* are from their mean."""
    return float(((features - features.mean(axis=0)) ** 2).sum(axis=1).mean())


def space_of(
    features: Floats, positions: Floats, labels: Labels, others: tuple[Floats, Floats] | None = None
) -> Space:
    """Return the space in which the groups of *features* are equally wide in every direction.

    If *others* are given, further features and their positions, those are the places in it.
    """
    slopes = _slopes(features, positions, labels)
    level = features - positions @ slopes
    residuals = level - _means(level, labels)[labels]
    spread = residuals.T @ residuals / max(1, len(features) - int(labels.max()) - 1)
    size = len(spread)
    ridge = _RIDGE * np.trace(spread) / size + _FLOOR**2 * _whole(features) + 1e-12
    scaled = np.linalg.cholesky(np.linalg.inv(spread + ridge * np.eye(size)))
    means = _means(level, labels) @ scaled
    if others is not None:
        level = others[0] - others[1] @ slopes
    return Space(level @ scaled, means)


def nearest(space: Space) -> tuple[Labels, Floats]:
    """Return the nearest group of each place, and its distances from all ``(n, groups)``."""
    distances = _distances(space.places, space.means)
    return np.asarray(distances.argmin(axis=1), np.int64), distances


def _slopes(features: Floats, positions: Floats, labels: Labels) -> Floats:
    """Return how *features* change with *positions* within groups, ``(2, d)``."""
    within = features - _means(features, labels)[labels]
    moved = positions - _means(positions, labels)[labels]
    return np.asarray(np.linalg.solve(moved.T @ moved + _TREND_RIDGE * np.eye(2), moved.T @ within))


def _detrended(features: Floats, positions: Floats, labels: Labels) -> Floats:
    return np.asarray(features - positions @ _slopes(features, positions, labels))


def _ward(features: Floats, groups: int) -> Labels:
    """Return the labels that Ward's clustering gives for this number of *groups*."""
    count = len(features)
    labels = np.arange(count)
    costs = _distances(features, features) ** 2 / 2
    np.fill_diagonal(costs, np.inf)
    sizes = np.ones(count)
    for _ in range(count - groups):
        first, second = sorted(divmod(int(costs.argmin()), count))
        height = float(costs[first, second])
        labels[labels == second] = first
        # Lance and Williams' recurrence.
        total = sizes[first] + sizes[second] + sizes
        row = (sizes[first] + sizes) * costs[first] + (sizes[second] + sizes) * costs[second]
        row = (row - sizes * height) / total
        row[~np.isfinite(costs[first]) | ~np.isfinite(costs[second])] = np.inf
        costs[first], costs[:, first] = row, row
        costs[second], costs[:, second] = np.inf, np.inf
        sizes[first] += sizes[second]
    return np.asarray(np.unique(labels, return_inverse=True)[1], np.int64)


def _k_means(features: Floats, labels: Labels) -> Labels:
    """Return the grouping that *labels* become when every cell goes to the nearest mean."""
    groups = int(labels.max()) + 1
    for _ in range(_ROUNDS):
        new = _distances(features, _means(features, labels)).argmin(axis=1)
        if len(np.unique(new)) < groups or (new == labels).all():
            break
        labels = np.asarray(new, np.int64)
    return labels


def _means(features: Floats, labels: Labels) -> Floats:
    return np.stack([features[labels == group].mean(axis=0) for group in range(labels.max() + 1)])


def _distances(features: Floats, means: Floats) -> Floats:
    squares = (features**2).sum(axis=1)[:, None] + (means**2).sum(axis=1)
    return np.asarray(np.sqrt(np.maximum(squares - 2 * features @ means.T, 0)))
