"""Simulated games are legal and the same whatever the jobs, and stronger policies score more."""

from collections import Counter
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean, pvariance

import pytest

from solver.errors import RollError
from solver.geometry.polyomino import PENTOMINO_SIZE, SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.penta_rush.puzzle.strategy import simulation
from solver.penta_rush.puzzle.strategy.policy import Policy
from solver.penta_rush.puzzle.strategy.simulation import (
    SimulatedGame,
    SimulationResult,
    SimulationSpec,
    hindsight_scores,
    simulate,
    standard_error,
)
from tests.oracles import LETTERS, canonical, connected_sets
from tests.solver.penta_rush.puzzle.strategy.cards import meadow, random_card
from tests.support import Patch

SIZES = [(7, 9), (4, 12), (3, 5), (1, 6), (2, 3), (1, 1), (6, 4)]


def _brute_force_score(card: Card, points: Points, game: SimulatedGame) -> int:
    """Return the score of a game, after checking by brute force that every round is legal."""
    unused, free, score = set(SHAPES), set(card.cells), 0
    everywhere = [frozenset(cells) for cells in connected_sets(card.cells, PENTOMINO_SIZE)]
    for played in game.rounds:
        assert played.shape in unused
        fitting = {LETTERS[canonical(cells)] for cells in everywhere if cells <= free}
        if played.circled or fitting & unused:
            cells = frozenset(played.cells)
            assert len(played.cells) == PENTOMINO_SIZE
            assert cells <= free
            assert LETTERS[canonical(cells)] == played.shape
            free -= cells
        else:
            assert not played.cells
        if played.circled:
            assert Counter(card[cell] for cell in played.cells) == Counter(played.roll.symbols)
            score += points[played.shape]
        unused.remove(played.shape)
    assert not unused
    return score


@pytest.mark.parametrize("policy", Policy)
def test_every_policy_plays_legal_games_and_scores_them_right(policy: Policy) -> None:
    points = Points(tuple(Random(5).choices(range(1, 9), k=12)))
    for seed, size in enumerate(SIZES):
        card = random_card(*size, seed)
        if len(card.symbols) < 3:
            continue
        for game in simulate(SimulationSpec(card, points, policy, 3, seed, playouts=6)):
            assert _brute_force_score(card, points, game) == game.score


@pytest.mark.parametrize("policy", Policy)
def test_games_are_the_same_whatever_the_jobs(policy: Policy, monkeypatch: Patch) -> None:
    monkeypatch.setattr(simulation, "_BATCH_S", 0.0)  # a game a batch
    spec = SimulationSpec(meadow(), default_points(), policy, 5, 7, playouts=8)
    games = list(simulate(spec, jobs=1))
    assert games == list(simulate(spec, jobs=3))
    assert games[:2] == list(simulate(spec._replace(games=2)))
    assert games != list(simulate(spec._replace(seed=8)))


def test_hindsight_scores_are_the_same_whatever_the_jobs() -> None:
    spec = SimulationSpec(meadow(), default_points(), Policy.GREEDY, 3, 7)
    games = list(simulate(spec))
    optima = list(hindsight_scores(spec, games))
    assert optima == list(hindsight_scores(spec, games, jobs=2))
    assert all(game.score <= best <= 30 for game, best in zip(games, optima, strict=True))


def test_all_policies_meet_the_same_rolls() -> None:
    spec = SimulationSpec(meadow(), default_points(), Policy.FIRST, 3, 1, playouts=2)
    by_policy = [
        [[played.roll for played in game.rounds] for game in simulate(spec._replace(policy=policy))]
        for policy in Policy
    ]
    assert all(rolls == by_policy[0] for rolls in by_policy)


def test_policies_get_better_by_more_than_chance() -> None:
    spec = SimulationSpec(meadow(), default_points(), Policy.FIRST, 150, 1)
    by_policy = [
        [game.score for game in simulate(spec._replace(policy=policy), jobs=2)]
        for policy in (Policy.FIRST, Policy.GREEDY, Policy.MOBILE, Policy.VALUE)
    ]
    for worse, better in pairwise(by_policy):
        assert fmean(worse) < fmean(better)
    _, greedy, _, value = by_policy
    gains = [score - other for score, other in zip(value, greedy, strict=True)]
    assert fmean(gains) > 5 * standard_error(gains)


def test_a_card_of_two_symbols_has_no_dice() -> None:
    spec = SimulationSpec(Card(("AABBA", "BBABA")), default_points(), Policy.VALUE, 1, 1)
    with pytest.raises(RollError, match="3 symbols"):
        list(simulate(spec))


def test_the_figures_of_a_simulation() -> None:
    roll = Roll.parse("ABCDE")
    rounds = (PuzzleRound(roll, "F", (), circled=False),)
    games = [SimulatedGame(rounds, score) for score in (30, 20, 30, 24)]
    spec = SimulationSpec(meadow(), default_points(), Policy.VALUE, 4, 1)
    result = SimulationResult(spec, games)
    assert (result.mean, result.perfect) == (26, 0.5)
    assert result.distribution == {20: 1, 24: 1, 30: 2}
    assert result.error == pytest.approx(sqrt(pvariance([30, 20, 30, 24]) / 3))
