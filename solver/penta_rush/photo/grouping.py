"""Cells put into groups that show the same symbol, how many there are, and how sure each cell is.

Ward's clustering makes the first groups; the nearest two of them are merged, again and again. In a
space in which the spread within groups is the same in every direction (linear discriminant
analysis), k-means improves them after every merge, and the distance of two groups, in standard
deviations of the cells of all groups, says how surely they are different symbols, however few cells
they have. Nothing is drawn at random. Every number of groups gets a probability; a cell that would
belong elsewhere, were another number right, is as unsure as that number is likely.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import CardError
from solver.penta_rush.photo.image_file import Flags, Floats

Labels = NDArray[np.int64]

_LEAST_GROUPS, _MOST_GROUPS = 2, 14
_LEAST_FOUNDERS = 0.5  # of the cells
# Fitted to generated photos: the gap at which a cell and a group are as likely the same symbol as
# not, how steeply that changes, and what a sudden change counts. Groups are chosen to be apart:
# a few cells of a symbol, picked as the strangest, seem far from the others, but many cannot.
# So the gap falls as the cube root of the cells of the smaller group.
_EVEN_GAP = 12.0
# In noise, groups are as wide in every direction, and a smaller gap says as much.
_QUIET, _NOISE_COUNTS, _LEAST_SHARE = 0.1, 1.2, 0.6
_STEEPNESS, _JUMP, _MOST_JUMP = 3.0, 2.0, 2.0
_UNLIKELY = 0.05  # a number of groups that nobody needs to hear of
_RISK = 10.0  # a cell whose risk is 1 in 1,000 has the confidence 0.99, one of 3 in 100 0.7
_BORDER = 0.7  # how fast the risk falls with the distance from the border to the next group
_STRANGE, _STRANGE_STEP = 8.0, 0.7  # standard deviations from the mean of its group
_ALONE = 0.05  # the least risk of a cell like no other, which may be covered by something
_ROUNDS = 20  # of k-means, at most
_FIRST_ROUNDS = 2  # of whitening, before anything is merged
_RIDGE = 0.1  # of the mean spread, added in every direction
_FLOOR = 0.012  # of the spread of all cells: no difference of symbols is that small
_SMALL = 0.8  # cells: a mean of few cells is less certain
_TREND_RIDGE = 0.5


class Grouping(NamedTuple):
    """The group of each cell ``(n,)``, from 0, and how sure it is, from 0 to 1.

    *gap* is how far the nearest two groups are apart, in standard deviations; *others* are other
    numbers of groups that are not unlikely.
    """

    labels: Labels
    confidence: Floats
    gap: float
    others: tuple[int, ...] = ()


def grouped(
    features: Floats,
    groups: int | None = None,
    *,
    positions: Floats | None = None,
    founders: Flags | None = None,
) -> Grouping:
    """Return *features* ``(n, d)`` in this number of *groups*, by default as many as it seems.

    *positions* ``(n, 2)`` are those of the cells on the card. Only *founders*, by default all
    cells, make groups; the others, which may be covered, go to the nearest one.

    Raises `CardError` for more groups than there are cells.
    """
    count = len(features)
    if groups is not None and groups > count:
        expected = f"at most {count}, as many as there are cells"
        raise CardError("symbols", expected=expected, found=str(groups))
    if positions is None:
        positions = np.zeros((count, 2))
    if founders is None or founders.sum() < max(_LEAST_FOUNDERS * count, groups or 0):
        founders = np.ones(count, np.bool_)
    own, own_positions = features[founders], positions[founders]
    most = max(_LEAST_GROUPS + 1, min(_MOST_GROUPS, len(own) // 2))
    if groups is None:
        found = _partitions(own, own_positions, most, _LEAST_GROUPS)
        chances = _chances(found, _noise(own, found[0].labels))
        chosen = int(chances.argmax())
    else:
        found = _partitions(own, own_positions, max(groups, most), groups)[-1:]
        chances, chosen = np.ones(1), 0
    best = found[chosen]
    points, means = _space(own, own_positions, best.labels, (features, positions))
    distances = _distances(points, means)
    labels = np.asarray(distances.argmin(axis=1), np.int64)
    labels[founders] = best.labels
    risks = _risks(labels, distances, means)
    risks[founders] += _risks_of_count(found, chances, chosen)
    likely = zip(found, chances, strict=True)
    others = sorted({each.groups for each, chance in likely if chance > _UNLIKELY} - {best.groups})
    return Grouping(labels, np.clip(1 - _RISK * risks, 0.0, 1.0), best.gap, tuple(others))


class _Partition(NamedTuple):
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


def _partitions(features: Floats, positions: Floats, most: int, least: int) -> list[_Partition]:
    """Return partitions of *features* ``(n, d)`` into at *most* groups, and fewer, to *least*.

    *positions* ``(n, 2)`` are those of the cells on the card: what changes evenly along them, as
    light and blur do, is no difference of symbols.
    """
    labels = _ward(features, most)
    found: list[_Partition] = []
    for _ in range(_FIRST_ROUNDS):
        labels = _k_means(features - positions @ _slopes(features, positions, labels), labels)
        labels = _k_means(_space(features, positions, labels)[0], labels)
    while True:
        labels = _k_means(_space(features, positions, labels)[0], labels)
        sizes = np.bincount(labels)
        _, means = _space(features, positions, labels)
        apart = _distances(means, means)
        np.fill_diagonal(apart, np.inf)
        smaller = np.minimum(sizes[:, None], sizes[None])
        gaps = apart * np.sqrt(smaller / (smaller + _SMALL))
        first, second = sorted(divmod(int(gaps.argmin()), len(sizes)))
        gap = float(gaps[first, second]) if len(sizes) > 1 else 0.0
        found.append(_Partition(labels, gap, int(smaller[first, second])))
        if len(sizes) <= least:
            return found
        labels = np.where(labels == second, first, labels)
        labels = np.asarray(np.unique(labels, return_inverse=True)[1], np.int64)


def _space(
    features: Floats, positions: Floats, labels: Labels, others: tuple[Floats, Floats] | None = None
) -> tuple[Floats, Floats]:
    """Return where cells ``(n, d)`` and the means of groups are, as wide in every direction.

    The unit of the space is a standard deviation within groups. The cells are those of *features*,
    unless *others* are given, further features and their positions.
    """
    slopes = _slopes(features, positions, labels)
    level = features - positions @ slopes
    residuals = level - group_means(level, labels)[labels]
    spread = residuals.T @ residuals / max(1, len(features) - int(labels.max()) - 1)
    size = len(spread)
    whole = float(((features - features.mean(axis=0)) ** 2).sum(axis=1).mean())
    ridge = _RIDGE * np.trace(spread) / size + _FLOOR**2 * whole + 1e-12
    scaled = np.linalg.cholesky(np.linalg.inv(spread + ridge * np.eye(size)))
    means = group_means(level, labels) @ scaled
    if others is not None:
        level = others[0] - others[1] @ slopes
    return level @ scaled, means


def _slopes(features: Floats, positions: Floats, labels: Labels) -> Floats:
    """Return how *features* change with *positions* within groups, ``(2, d)``."""
    within = features - group_means(features, labels)[labels]
    moved = positions - group_means(positions, labels)[labels]
    return np.asarray(np.linalg.solve(moved.T @ moved + _TREND_RIDGE * np.eye(2), moved.T @ within))


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
        new = _distances(features, group_means(features, labels)).argmin(axis=1)
        if len(np.unique(new)) < groups or (new == labels).all():
            break
        labels = np.asarray(new, np.int64)
    return labels


def group_means(features: Floats, labels: Labels) -> Floats:
    """Return the mean of *features* ``(n, ...)`` in each group of *labels* ``(n,)``."""
    return np.stack([features[labels == group].mean(axis=0) for group in range(labels.max() + 1)])


def _distances(features: Floats, means: Floats) -> Floats:
    squares = (features**2).sum(axis=1)[:, None] + (means**2).sum(axis=1)
    return np.asarray(np.sqrt(np.maximum(squares - 2 * features @ means.T, 0)))


def _noise(features: Floats, labels: Labels) -> float:
    """Return how wide groups are, beside how far *features* are from their mean."""
    left = float(((features - group_means(features, labels)[labels]) ** 2).sum())
    return float((left / (((features - features.mean(axis=0)) ** 2).sum() + 1e-12)) ** 0.5)


def _chances(found: list[_Partition], noise: float) -> Floats:
    """Return how likely each of the partitions *found* is, from many groups to few."""
    even = _EVEN_GAP / np.cbrt([each.smaller for each in found])
    even *= min(1.0, max(_LEAST_SHARE, 1 + _QUIET - _NOISE_COUNTS * noise))
    gaps = np.array([each.gap for each in found]) / even + 1e-9
    evidence = _STEEPNESS * np.log(gaps)
    same, different = -np.logaddexp(0, evidence), -np.logaddexp(0, -evidence)
    merged = np.concatenate([[0.0], np.cumsum(same)[:-1]])
    kept = np.cumsum(different[::-1])[::-1]
    jumps = np.concatenate([[np.log(2)], np.log(gaps[1:] / gaps[:-1])])
    logs = merged + kept + _JUMP * np.clip(jumps, -_MOST_JUMP, _MOST_JUMP)
    chances = np.exp(logs - logs.max())
    return np.asarray(chances / chances.sum())


def _risks_of_count(found: list[_Partition], chances: Floats, chosen: int) -> Floats:
    """Return how likely each cell belongs elsewhere, because the number of groups is another."""
    risks = np.zeros(len(found[chosen].labels))
    for other, chance in zip(found, chances, strict=True):
        risks += chance * ~_agreeing(found[chosen].labels, other.labels)
    return risks


def _agreeing(labels: Labels, others: Labels) -> Flags:
    """Return which cells are in the same group, when groups are matched one to one."""
    counts = np.zeros((labels.max() + 1, others.max() + 1), np.int64)
    np.add.at(counts, (labels, others), 1)
    agreeing = np.zeros(len(labels), np.bool_)
    for _ in range(min(counts.shape)):
        one, other = np.unravel_index(counts.argmax(), counts.shape)
        agreeing |= (labels == one) & (others == other)
        counts[one], counts[:, other] = -1, -1
    return agreeing


def _risks(labels: Labels, distances: Floats, means: Floats) -> Floats:
    """Return how likely each cell is wrong: near the border to the next group, or strange."""
    each = np.arange(len(labels))
    own = distances[each, labels]
    between = np.linalg.norm(means[labels][:, None] - means[None], axis=2)
    with np.errstate(divide="ignore", invalid="ignore"):
        depth = (distances**2 - own[:, None] ** 2) / (2 * between)
    depth[each, labels] = np.inf
    to_border = np.maximum(np.nan_to_num(depth.min(axis=1), nan=0.0, posinf=9.0), 0.0)
    near = np.exp(-_BORDER * to_border)
    strange = 1 / (1 + np.exp(-np.clip((own - _STRANGE) / _STRANGE_STEP, -30, 30)))
    is_alone = np.bincount(labels)[labels] == 1
    return np.asarray(np.maximum(np.maximum(near, strange), np.where(is_alone, _ALONE, 0.0)))
