"""Cells put into groups that show the same symbol, how many there are, and how sure each cell is.

Two groups are different symbols when they lie far apart, measured by the spread of the cells of all
groups, however few cells they have. Every number of groups gets a probability; a cell that would
belong elsewhere, were another number right, is as unsure as that number is likely.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import CardError
from solver.penta_rush.photo.clustering import Labels, Partition, nearest, partitions, space_of
from solver.penta_rush.photo.image_file import Floats

_LEAST_GROUPS, _MOST_GROUPS = 2, 14
_LEAST_FOUNDERS = 0.5  # of the cells
# Fitted to made photos: the gap, by the cells of the smaller group, at which two groups are as
# likely the same symbol as not, how steeply that changes, and what a sudden change counts.
_EVEN_GAPS = {1: 12.0, 2: 12.0}
_EVEN_GAP = 7.0
# In noise, groups are as wide in every direction, and a smaller gap says as much.
_QUIET, _NOISE_COUNTS, _LEAST_SHARE = 0.1, 1.2, 0.6
_STEEPNESS, _JUMP, _MOST_JUMP = 3.0, 2.0, 2.0
_UNLIKELY = 0.05  # a number of groups that nobody needs to be told of
_RISK = 10.0  # a cell whose risk is 1 in 1,000 has the confidence 0.99, one of 3 in 100 0.7
_BORDER = 0.7  # how fast the risk falls with the distance from the border to the next group
_STRANGE, _STRANGE_STEP = 8.0, 0.7  # standard deviations from the mean of its group
_ALONE = 0.05  # the least risk of a cell like no other, which may be covered by something


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
    founders: NDArray[np.bool_] | None = None,
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
        found = partitions(own, own_positions, most, _LEAST_GROUPS)
        chances = _chances(found, _noise(own, found[0].labels))
        chosen = int(chances.argmax())
    else:
        found = partitions(own, own_positions, max(groups, most), groups)[-1:]
        chances, chosen = np.ones(1), 0
    best = found[chosen]
    space = space_of(own, own_positions, best.labels, (features, positions))
    labels, distances = nearest(space)
    labels[founders] = best.labels
    risks = _risks(labels, distances, space.means)
    risks[founders] += _risks_of_count(found, chances, chosen)
    likely = zip(found, chances, strict=True)
    others = sorted({each.groups for each, chance in likely if chance > _UNLIKELY} - {best.groups})
    return Grouping(labels, np.clip(1 - _RISK * risks, 0.0, 1.0), best.gap, tuple(others))


def _noise(features: Floats, labels: Labels) -> float:
    """Return how wide groups are, beside how far *features* are from their mean."""
    left = sum(
        float(((features[labels == group] - features[labels == group].mean(axis=0)) ** 2).sum())
        for group in range(labels.max() + 1)
    )
    return float((left / (((features - features.mean(axis=0)) ** 2).sum() + 1e-12)) ** 0.5)


def _chances(found: list[Partition], noise: float) -> Floats:
    """Return how likely each of the partitions *found* is, from many groups to few."""
    even = np.array([_EVEN_GAPS.get(each.smaller, _EVEN_GAP) for each in found])
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


def _risks_of_count(found: list[Partition], chances: Floats, chosen: int) -> Floats:
    """Return how likely each cell belongs elsewhere, because the number of groups is another."""
    labels = found[chosen].labels
    risks = np.zeros(len(labels))
    for other, chance in zip(found, chances, strict=True):
        risks += chance * ~_agreeing(labels, other.labels)
    return risks


def _agreeing(labels: Labels, others: Labels) -> NDArray[np.bool_]:
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
