"""Advice is legal, ranked and the same whatever the jobs; exact where it can be."""

from math import sqrt
from statistics import pstdev

import pytest

from solver.errors import GameError, RollError
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import default_points
from solver.penta_rush.puzzle.rules import PuzzleState
from solver.penta_rush.puzzle.strategy.advice import PlayoutBudget, advise
from solver.penta_rush.puzzle.strategy.policy import Policy
from solver.penta_rush.puzzle.strategy.simulation import SimulationSpec, simulate
from tests.solver.penta_rush.puzzle.strategy.cards import meadow


def _state_after(rounds: int) -> PuzzleState:
    """Return a state on meadow after *rounds* rounds of a game."""
    spec = SimulationSpec(meadow(), default_points(), Policy.VALUE, 1, 4)
    (game,) = simulate(spec)
    return PuzzleState(spec.card, game.rounds[:rounds])


def test_advice_is_ranked_legal_and_the_same_whatever_the_jobs() -> None:
    state, roll, points = _state_after(7), Roll.parse("ABCDE"), default_points()
    moves = advise(state, roll, points, PlayoutBudget(60, 3, 1))
    assert moves == advise(state, roll, points, PlayoutBudget(60, 3, 3))
    means = [move.mean for move in moves]
    assert means == sorted(means, reverse=True)
    for move in moves:
        assert move.round.shape in state.unused
        assert state.free.issuperset(move.round.cells)
        if move.round.circled:
            assert sorted(state.card[cell] for cell in move.round.cells) == list("ABCDE")
        assert move.error > 0


def test_advice_in_the_last_round_is_exact() -> None:
    state, points = _state_after(11), default_points()
    before = sum(points[played.shape] for played in state.rounds if played.circled)
    for text in ("ABCDE", "AABBC", "CDEEF"):
        for move in advise(state, Roll.parse(text), points, PlayoutBudget(10)):
            gained = points[move.round.shape] if move.round.circled else 0
            assert (move.mean, move.error) == (before + gained, 0)


def test_without_playouts_the_advice_is_the_estimate() -> None:
    for move in advise(_state_after(6), Roll.parse("ABCDE"), default_points(), PlayoutBudget(0)):
        assert (move.mean, move.error) == (move.estimate, 0)


def test_without_luck_the_first_round_needs_four_times_fewer_playouts() -> None:
    roll, points, playouts = Roll.parse("ABCDE"), default_points(), 200
    games = simulate(SimulationSpec(meadow(), points, Policy.VALUE, 200, 1), jobs=2)
    deviation = pstdev(game.score for game in games)
    for move in advise(PuzzleState(meadow()), roll, points, PlayoutBudget(playouts, 1, 2)):
        assert move.error < deviation / sqrt(4 * playouts) * 1.25


def test_there_is_no_advice_after_the_last_round_or_on_an_impossible_roll() -> None:
    with pytest.raises(GameError, match="a round left"):
        advise(_state_after(12), Roll.parse("ABCDE"), default_points(), PlayoutBudget(0))
    with pytest.raises(RollError, match="symbols of the card"):
        advise(_state_after(3), Roll.parse("ABCDZ"), default_points(), PlayoutBudget(0))
