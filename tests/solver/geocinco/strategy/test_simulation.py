"""Games of policies: legal, the same for the same seed, and won by the stronger."""

import random

import pytest

from solver.geocinco.board import BOARDS, Board
from solver.geocinco.rules.verdict import check
from solver.geocinco.strategy.player import PROGRAMS
from solver.geocinco.strategy.policy import Policy
from solver.geocinco.strategy.simulation import (
    MAX_TURNS,
    SimulationResult,
    SimulationSpec,
    simulate,
    simulated_game,
)
from tests.solver.geocinco.games import play_game

WHOLE = Board.named("whole")


def _spec(*policies: Policy, games: int, board: str = "whole", tokens: int = 2) -> SimulationSpec:
    return SimulationSpec(Board.named(board), policies, games, 1, tokens)


def _check_random_game(number: int) -> None:
    policies = [Policy.RANDOM] * (2 + number % 3)
    spec = _spec(*policies, games=1, board=BOARDS[number % 2], tokens=1 + number // 2 % 2)
    game = simulated_game(spec, number)
    verdict = check(game.record)
    assert verdict.winner == game.winner
    assert verdict.over or game.result.turns == MAX_TURNS


def test_random_games_are_legal_to_the_referee() -> None:
    for number in (0, 3):
        _check_random_game(number)


@pytest.mark.slow
def test_a_thousand_random_games_are_legal_to_the_referee() -> None:
    for number in range(1000):
        _check_random_game(number)


def test_games_are_the_same_however_many_threads_play_them() -> None:
    spec = _spec(Policy.GREEDY, Policy.GREEDY, games=10)
    one, two = ([game.result for game in simulate(spec, jobs=jobs)] for jobs in (1, 2))
    assert one == two
    assert len({game.turns for game in one}) > 1
    assert one[7] == simulated_game(spec, 7).result


def test_the_stronger_policy_wins_most_games() -> None:
    for policies in ((Policy.GREEDY, Policy.STRONG), (Policy.STRONG, Policy.GREEDY)):
        result = SimulationResult(_spec(*policies, games=8), [])
        result.games.extend(game.result for game in simulate(result.spec))
        assert result.players[policies.index(Policy.STRONG)].rate.share >= 0.65


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_strong_wins_four_hundred_games_against_greedy(board: str) -> None:
    for policies in ((Policy.GREEDY, Policy.STRONG), (Policy.STRONG, Policy.GREEDY)):
        result = SimulationResult(_spec(*policies, games=200, board=board), [])
        result.games.extend(game.result for game in simulate(result.spec))
        assert result.players[policies.index(Policy.STRONG)].rate.low > 0.65


@pytest.mark.parametrize("level", ["greedy", "strong"])
def test_a_program_plays_by_the_rules_turn_by_turn(level: str) -> None:
    programs = {"blue": PROGRAMS[level], "red": PROGRAMS["random"], "green": PROGRAMS[level]}
    record = play_game(WHOLE, programs, random.Random(2), max_turns=30)
    check(record)
    again = play_game(WHOLE, programs, random.Random(2), max_turns=30)
    assert record == again


def test_the_greedy_program_wins_all_games_against_random_moves() -> None:
    rng = random.Random(3)
    programs = {"red": PROGRAMS["greedy"], "yellow": PROGRAMS["random"]}
    records = [play_game(WHOLE, programs, rng) for _ in range(3)]
    assert [check(record).winner for record in records] == ["red"] * 3


def test_players_change_colours_and_their_wins_are_counted_both_ways() -> None:
    spec = _spec(Policy.RANDOM, Policy.GREEDY, games=6)
    assert [spec.colours(number)[1] for number in range(5)] == [
        "yellow",
        "green",
        "blue",
        "red",
        "yellow",
    ]
    assert spec.colours(3) == ("blue", "red")
    result = SimulationResult(spec, [game.result for game in simulate(spec)])
    assert [wins.won for wins in result.players] == [0, 6]
    assert {colour: wins.won for colour, wins in result.colours.items()} == {
        "red": 1,
        "yellow": 2,
        "green": 2,
        "blue": 1,
    }
    assert [wins.games for wins in result.colours.values()] == [3, 4, 3, 2]
