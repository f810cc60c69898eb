"""Cells put into groups that show the same symbol, and how many groups there are.

Ward's clustering gives a first grouping for every number of groups; k-means improves it, in a space
in which the spread within groups is the same in every direction (linear discriminant analysis).
Nothing is drawn at random.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import CardError
from solver.penta_rush.photo.image_file import Floats

Labels = NDArray[np.int64]

_ROUNDS = 20  # of k-means, at most
_WHITENED = 2  # times
_RIDGE = 0.1  # of the mean spread, added in every direction
_STRANGE = 3.0  # times the usual distance from the mean of a group
_ALONE = 0.5  # the confidence of a cell like no other, which may be covered by something
_LEAST_GROUPS, _MOST_GROUPS = 2, 14


class Grouping(NamedTuple):
    """The group of each cell ``(n,)``, from 0, and how sure it is, from 0 to 1."""

    labels: Labels
    confidence: Floats


def grouped(features: Floats, groups: int | None = None) -> Grouping:
    """Return *features* ``(n, d)`` in this number of *groups*, by default as many as it seems.

    Raises `CardError` for more groups than there are cells.
    """
    if groups is not None and groups > len(features):
        expected = f"at most {len(features)}, as many as there are cells"
        raise CardError("symbols", expected=expected, found=str(groups))
    merges = _ward(features)
    if groups is None:
        groups = _likely_groups(features, merges)
    labels = _improved(features, _cut(merges, len(features), groups))
    return Grouping(labels, _confidence(_whitened(features, labels), labels))


class _Merge(NamedTuple):
    """Two groups, by their first members, that are merged into *first* at this *height*."""

    height: float
    first: int
    second: int


def _ward(features: Floats) -> list[_Merge]:
    """Return the merges of Ward's clustering, those that cost least first."""
    count = len(features)
    squares = (features**2).sum(axis=1)
    costs = np.maximum(squares[:, None] + squares[None] - 2 * features @ features.T, 0) / 2
    np.fill_diagonal(costs, np.inf)
    sizes = np.ones(count)
    merges = []
    for _ in range(count - 1):
        first, second = sorted(divmod(int(costs.argmin()), count))
        height = float(costs[first, second])
        merges.append(_Merge(height, first, second))
        # Lance and Williams' recurrence.
        total = sizes[first] + sizes[second] + sizes
        row = (sizes[first] + sizes) * costs[first] + (sizes[second] + sizes) * costs[second]
        row = (row - sizes * height) / total
        row[~np.isfinite(costs[first]) | ~np.isfinite(costs[second])] = np.inf
        costs[first], costs[:, first] = row, row
        costs[second], costs[:, second] = np.inf, np.inf
        sizes[first] += sizes[second]
    return merges


def _cut(merges: list[_Merge], count: int, groups: int) -> Labels:
    """Return the labels of *count* cells when *merges* have left this number of *groups*."""
    labels = np.arange(count)
    for _, first, second in merges[: count - groups]:
        labels[labels == second] = first
    return np.asarray(np.unique(labels, return_inverse=True)[1], np.int64)


def _improved(features: Floats, labels: Labels) -> Labels:
    labels = _k_means(features, labels)
    for _ in range(_WHITENED):
        labels = _k_means(_whitened(features, labels), labels)
    return labels


def _k_means(features: Floats, labels: Labels) -> Labels:
    """Return the grouping that *labels* become when every cell goes to the nearest mean."""
    groups = int(labels.max()) + 1
    for _ in range(_ROUNDS):
        new = _distances(features, _means(features, labels)).argmin(axis=1)
        if len(np.unique(new)) < groups or (new == labels).all():
            break
        labels = new
    return labels


def _means(features: Floats, labels: Labels) -> Floats:
    return np.stack([features[labels == group].mean(axis=0) for group in range(labels.max() + 1)])


def _distances(features: Floats, means: Floats) -> Floats:
    squares = (features**2).sum(axis=1)[:, None] + (means**2).sum(axis=1)
    return np.asarray(np.sqrt(np.maximum(squares - 2 * features @ means.T, 0)))


def _whitened(features: Floats, labels: Labels) -> Floats:
    """Return *features* scaled so that groups are as wide in every direction, about 1."""
    residuals = features - _means(features, labels)[labels]
    spread = residuals.T @ residuals / max(1, len(features) - int(labels.max()) - 1)
    size = len(spread)
    spread += (_RIDGE * np.trace(spread) / size + 1e-12) * np.eye(size)
    return np.asarray(features @ np.linalg.cholesky(np.linalg.inv(spread)))


def _likely_groups(features: Floats, merges: list[_Merge]) -> int:
    """Return how many groups there seem to be.

    With one group too many, two of them lie near each other; with one too few, the merge was dear
    and the description by groups is poor. The three are weighed together.
    """
    most = min(_MOST_GROUPS, len(features) // 2)
    numbers = range(_LEAST_GROUPS, most)
    gaps, criteria = [], []
    for groups in range(_LEAST_GROUPS, most + 1):
        labels = _improved(features, _cut(merges, len(features), groups))
        gaps.append(_least_gap(features, labels))
        criteria.append(_information_criterion(features, labels))
    heights = np.array([merge.height for merge in merges[::-1]]) + 1e-12
    separation = np.log(np.array(gaps[:-1]) / np.array(gaps[1:]))
    jump = np.log(heights[: len(numbers)] / heights[1 : len(numbers) + 1])
    loss = (np.array(criteria[:-1]) - min(criteria[:-1])) / len(features)
    return numbers[int((separation + jump - loss).argmax())]


def _least_gap(features: Floats, labels: Labels) -> float:
    """Return how far the two nearest groups are apart, in standard deviations along that line."""
    means = _means(features, labels)
    residuals = features - means[labels]
    least = np.inf
    for first in range(len(means)):
        for second in range(first):
            step = means[first] - means[second]
            length = float(np.linalg.norm(step))
            along = residuals @ (step / (length + 1e-12))
            of_both = along[(labels == first) | (labels == second)]
            spread = max((of_both**2).mean(), (along**2).mean(), 1e-12) ** 0.5
            least = min(least, length / spread)
    return max(least, 1e-6)


def _information_criterion(features: Floats, labels: Labels) -> float:
    """Return Schwarz's criterion (BIC) of normal groups of one spread; the least is the best."""
    features = features[:, :8]
    count, size = features.shape
    residuals = features - _means(features, labels)[labels]
    whole = np.trace(np.cov(features.T)) / size
    spread = residuals.T @ residuals / count + (1e-3 * whole + 1e-12) * np.eye(size)
    shares = np.bincount(labels) / count
    misfit = np.linalg.slogdet(spread)[1] - 2 * (shares * np.log(shares)).sum()
    groups = len(shares)
    return float(count * misfit + (groups * size + groups - 1) * np.log(count))


def _confidence(features: Floats, labels: Labels) -> Floats:
    """Return how sure each cell's group is: by its distance from the border to the next group."""
    means = _means(features, labels)
    distances = _distances(features, means)
    own = distances[np.arange(len(labels)), labels]
    between = np.linalg.norm(means[labels][:, None] - means[None], axis=2)
    with np.errstate(divide="ignore", invalid="ignore"):
        depth = (distances**2 - own[:, None] ** 2) / (2 * between)
    depth[np.arange(len(labels)), labels] = np.inf
    to_border = np.nan_to_num(depth.min(axis=1), nan=0.0)
    usual = max(float(np.median(own)), 1e-9)
    strangeness = np.clip(own / usual / _STRANGE, 1, None)
    confidence = (1 - np.exp(-np.maximum(to_border, 0.0))) / strangeness
    is_alone = np.bincount(labels)[labels] == 1
    return np.asarray(np.where(is_alone, np.minimum(confidence, _ALONE), confidence))
