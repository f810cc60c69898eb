"""Cells put into groups, and how many groups there are."""

import numpy as np
import pytest

from solver.errors import CardError
from solver.penta_rush.photo.grouping import Labels, grouped
from solver.penta_rush.photo.image_file import Floats
from tests.support import cases


def _points(groups: int, each: int, spread: float) -> tuple[Floats, Labels]:
    rng = np.random.default_rng(groups)
    middles = 10 * np.eye(8)[:groups]
    wanted = np.repeat(np.arange(groups, dtype=np.int64), each)
    return middles[wanted] + rng.normal(0, spread, (groups * each, 8)), wanted


@cases("groups", 2, 3, 6, 8)
def test_groups_apart_are_counted_and_kept_apart(groups: int) -> None:
    points, wanted = _points(groups, 12, 1.0)
    labels = grouped(points).labels
    pairs = set(zip(labels.tolist(), wanted.tolist(), strict=True))
    assert len(pairs) == groups


def test_a_known_number_of_groups_is_kept() -> None:
    points, _ = _points(6, 10, 1.0)
    for groups in (2, 5, 9):
        assert len(set(grouped(points, groups).labels.tolist())) == groups


def test_there_are_no_more_groups_than_points() -> None:
    points, _ = _points(4, 4, 1.0)
    assert sorted(grouped(points, 16).labels.tolist()) == list(range(16))
    for groups in (17, 26):
        message = f"symbols: expected at most 16, as many as there are cells, found {groups}"
        with pytest.raises(CardError, match=message):
            grouped(points, groups)


def test_a_point_between_two_groups_is_the_least_sure() -> None:
    points, _ = _points(3, 15, 0.5)
    points[7] = points[0] * 0.5 + points[20] * 0.5
    confidence = grouped(points, 3).confidence
    assert confidence.argmin() == 7
    assert confidence[7] < 0.8
    assert np.median(confidence) > 0.9


def test_a_point_like_no_other_is_unsure() -> None:
    points, _ = _points(3, 15, 0.5)
    points[7] = 30.0
    assert grouped(points, 4).confidence[7] <= 0.5


def test_points_that_are_all_alike_are_grouped_without_an_error() -> None:
    labels, confidence, *_ = grouped(np.zeros((16, 8)))
    assert labels.shape == confidence.shape == (16,)
    assert np.isfinite(confidence).all()
