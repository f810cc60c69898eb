"""Simulated games are legal and the same whatever the jobs, and stronger policies score more."""

from collections import Counter
from itertools import pairwise
from math import hypot, sqrt
from statistics import fmean, pvariance

import pytest

from solver.knaster.dice import ROLLS
from solver.knaster.line import CELLS
from solver.knaster.line_values import default_line_values
from solver.knaster.rules import check
from solver.knaster.sheet import Sheet
from solver.knaster.strategy import simulation
from solver.knaster.strategy.policy import Policy
from solver.knaster.strategy.simulation import SimulationResult, SimulationSpec, Simulator, simulate
from tests.solver.knaster import oracle
from tests.solver.knaster.strategy.support import UNEQUAL
from tests.support import Patch

SPEC = SimulationSpec(Policy.TABLE, 3, 1, default_line_values())
SHARES = {Policy.RANDOM: 0.4, Policy.GREEDY: 0.3, Policy.TABLE: 0.3}


def _check_games(spec: SimulationSpec) -> None:
    """Have the referee judge every turn, and a score by brute force counted, of games."""
    games = Simulator(spec).play(range(spec.games))
    for number, (rolls, score) in enumerate(zip(games.rolls, games.scores, strict=True)):
        record = games.record(number)
        verdict = check(record, spec.values, score)
        turns = record.players[0].turns
        (sheet,) = verdict.sheets
        assert oracle.score(sheet, spec.values.points) == score
        assert [turn.roll for turn in turns] == rolls[: len(turns)]
        if spec.turns is None or verdict.over:
            assert verdict.over
            assert len(turns) <= (spec.turns or len(turns))
        else:
            assert len(turns) == spec.turns
            assert not sheet.is_full or turns[-1].write


@pytest.mark.parametrize("policy", Policy)
def test_the_referee_agrees_to_every_game(policy: Policy) -> None:
    _check_games(SPEC._replace(policy=policy, games=int(500 * SHARES[policy])))


@pytest.mark.parametrize("policy", Policy)
def test_the_referee_agrees_to_every_game_of_so_many_rolls(policy: Policy) -> None:
    for turns in (1, 2, 24, 30):
        _check_games(SPEC._replace(policy=policy, games=5, turns=turns))


@pytest.mark.slow
@pytest.mark.parametrize("policy", Policy)
def test_the_referee_agrees_to_100000_games(policy: Policy) -> None:
    _check_games(SPEC._replace(policy=policy, games=int(100_000 * SHARES[policy]), seed=5))


@pytest.mark.parametrize("plies", [1, 2])
@pytest.mark.parametrize("policy", Policy)
def test_games_are_the_same_whatever_the_jobs(
    policy: Policy, plies: int, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(simulation, "_BATCH_S", 0.0)  # a game a batch
    spec = SPEC._replace(policy=policy, plies=plies, games=4)
    scores = list(simulate(spec, jobs=1))
    assert scores == list(simulate(spec, jobs=3))
    assert scores[:2] == list(simulate(spec._replace(games=2)))
    assert scores != list(simulate(spec._replace(seed=8)))


def test_all_policies_meet_the_same_rolls() -> None:
    rolls = [Simulator(SPEC._replace(policy=policy)).play(range(3)).rolls for policy in Policy]
    assert rolls[0] == rolls[1] == rolls[2]
    assert {roll for game in rolls[0] for roll in game} <= set(ROLLS)


def test_policies_get_better_by_more_than_chance() -> None:
    results = [
        SimulationResult(spec, list(simulate(spec)))
        for spec in (SPEC._replace(policy=policy, games=100) for policy in Policy)
    ]
    for worse, better in pairwise(results):
        errors = [result.error for result in (worse, better) if result.error is not None]
        assert better.mean - worse.mean > 5 * hypot(*errors)


def test_the_mean_of_a_single_game_has_no_standard_error() -> None:
    single = SimulationResult(SPEC, [84])
    assert single.error is None
    assert single.mean_text == "84.00"
    assert SimulationResult(SPEC, [84, 86]).mean_text == "85.00 ± 1.00"


def test_the_random_policy_makes_every_move_as_often() -> None:
    spec = SPEC._replace(policy=Policy.RANDOM, games=5000, turns=1)
    games = Simulator(spec).play(range(spec.games))
    written = Counter(games.record(number).players[0].turns[0].write for number in range(5000))
    assert written.keys() == set(CELLS)
    assert all(130 < count < 270 for count in written.values())  # 200, and five errors of 14


def test_the_greedy_policy_takes_the_most_points_at_once() -> None:
    spec = SPEC._replace(policy=Policy.GREEDY, games=10)
    games = Simulator(spec).play(range(10))
    for number in range(10):
        sheet, points = Sheet(), spec.values.points
        for turn in games.record(number).players[0].turns:
            scores = [
                oracle.score(oracle.play(sheet, other), points)
                for other in oracle.turns(sheet, turn.roll, is_last=sheet.is_full)
            ]
            sheet = oracle.play(sheet, turn)
            assert oracle.score(sheet, points) == max(scores)


def test_line_values_of_ones_own_count() -> None:
    spec = SPEC._replace(policy=Policy.GREEDY, games=5, values=UNEQUAL)
    assert list(simulate(spec)) != list(simulate(spec._replace(values=default_line_values())))


def test_the_figures_of_a_simulation() -> None:
    scores = [100, 79, 100, 49]
    result = SimulationResult(SPEC._replace(games=4), scores)
    assert result.mean == fmean(scores)
    assert result.error == pytest.approx(sqrt(pvariance(scores) / 3))
    assert result.distribution == {49: 1, 79: 1, 100: 2}
    assert [result.share(points) for points in (49, 50, 80, 100, 101)] == [1, 0.75, 0.5, 0.5, 0]
    assert SimulationResult(SPEC, [7]).error is None
