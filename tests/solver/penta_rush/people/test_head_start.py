"""Head starts against all whole numbers of points."""

import random
from itertools import product

import numpy as np
import pytest

from solver.penta_rush.people.head_start import TOLERANCE, HeadStart, head_start
from solver.penta_rush.people.match import Match
from tests.support import cases, slow

MOST = 30  # points before the first round that are tried


def _match(seed: int, players: int, most: int = 3) -> Match:
    """Return a match of players with random outcomes at three rolls, each better than the last."""
    rng = random.Random(seed)
    outcomes = []
    for player in range(players):
        rolls = []
        for _ in range(3):
            weights = np.array(
                [rng.random() * (1 + points) ** player for points in range(most + 1)]
            )
            rolls.append(weights / weights.sum())
        outcomes.append(rolls)
    return Match(outcomes, [0.2, 0.3, 0.5])


def _found(match: Match, players: int, **options: float) -> HeadStart:
    everybody = tuple(range(players))
    first = None if players == 2 else (0,) * players
    return head_start(everybody, lambda points: match.wins(everybody, points), first, **options)


def _gap(match: Match, points: tuple[int, ...]) -> float:
    wins = match.wins(tuple(range(len(points))), points)
    return max(abs(share - 1 / len(points)) for share in wins)


@pytest.mark.parametrize("seed", range(12))
def test_the_head_start_of_two_is_the_best_of_all_and_its_range_whole(seed: int) -> None:
    match = _match(seed, 2, most=8)
    found = _found(match, 2)
    gaps = {given: _gap(match, (given, 0)) for given in range(MOST)}  # the first is weaker
    even = [given for given, gap in gaps.items() if gap <= TOLERANCE]
    assert found.points[1] == 0
    assert found.wins == match.wins((0, 1), found.points)
    best = min(gaps.values())
    if not even:
        assert (found.least, found.greatest) == (None, None)
        assert gaps[found.points[0]] == pytest.approx(best)
        return
    assert found.points[0] == 0 if 0 in even else gaps[found.points[0]] == pytest.approx(best)
    assert found.least
    assert found.greatest
    assert list(range(found.least[0], found.greatest[0] + 1)) == even


@cases("seed players", *((seed, 3) for seed in range(6)), slow(1, 4))
def test_the_head_start_of_more_is_the_best_of_all(seed: int, players: int) -> None:
    match = _match(seed, players)
    found = _found(match, players)
    near = [range(max(0, points - 3), points + 4) for points in found.points]
    tried = [points for points in product(*near) if min(points) == 0]
    best = min(_gap(match, points) for points in tried)
    assert _gap(match, found.points) == pytest.approx(best, abs=1e-9)
    assert (found.least is not None) == (best <= TOLERANCE)


def test_the_range_of_each_player_is_even_and_does_not_go_on() -> None:
    match = _match(3, 3, most=20)
    found = _found(match, 3)
    assert found.least
    assert found.greatest
    assert max(found.points) > 0
    for at, (least, greatest) in enumerate(zip(found.least, found.greatest, strict=True)):
        for given in range(max(0, least - 1), greatest + 2):
            points = (*found.points[:at], given, *found.points[at + 1 :])
            assert (_gap(match, points) <= TOLERANCE) == (least <= given <= greatest)


def test_nobody_gets_points_where_it_is_even_without() -> None:
    even = Match([[np.array([0.5, 0.5])]] * 3, [1.0])
    assert _found(even, 3).points == (0, 0, 0)
    assert _found(even, 2).points == (0, 0)


def test_where_shares_have_an_error_more_head_starts_may_be_even() -> None:
    match = _match(5, 2, most=8)
    exact, unsure = _found(match, 2), _found(match, 2, error=0.1)
    assert unsure.least
    assert unsure.greatest
    assert unsure.greatest[0] > (exact.greatest or exact.points)[0]
    for given in range(MOST):
        within = _gap(match, (given, 0)) <= TOLERANCE + 0.2
        assert within == (unsure.least[0] <= given <= unsure.greatest[0])
