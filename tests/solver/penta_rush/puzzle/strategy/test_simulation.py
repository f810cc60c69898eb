"""Simulated games are legal and the same whatever the jobs, and stronger programs score more."""

import json
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pvariance
from typing import Any

import pytest

from penta import sample_card
from solver.errors import RollError
from solver.geometry.polyomino import PENTOMINO_SIZE, SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.penta_rush.puzzle.strategy import advice, simulation
from solver.penta_rush.puzzle.strategy.answer import Simulation
from solver.penta_rush.puzzle.strategy.kernel.playout import run_playouts
from solver.penta_rush.puzzle.strategy.program import Level, SimulatedGame, SimulationSpec
from solver.penta_rush.puzzle.strategy.simulation import hindsight_scores, simulated_games
from solver.simulation import Scores
from tests.oracles import LETTERS, canonical, connected_sets
from tests.solver.penta_rush.puzzle.strategy.test_advice import meadow, random_card
from tests.support import Patch, Run, answer, cases, penta, refusal, slow

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


@cases("level", *map(slow, [*Level][:-1]), [*Level][-1])
def test_every_program_plays_legal_games_and_scores_them_right(level: Level) -> None:
    points = Points(tuple(Random(5).choices(range(1, 9), k=12)))
    for seed, size in enumerate(SIZES):
        card = random_card(*size, seed)
        if len(card.symbols) < 3:
            continue
        spec = SimulationSpec(card, points, level, games=3, seed=seed, playouts=6)
        for game in simulated_games(spec):
            assert _brute_force_score(card, points, game) == game.score


@pytest.mark.parametrize("level", Level)
def test_games_are_the_same_for_any_jobs(level: Level, monkeypatch: Patch) -> None:
    monkeypatch.setattr(simulation, "_BATCH_S", 0.0)  # a game a batch
    spec = SimulationSpec(meadow(), default_points(), level, games=5, seed=7, playouts=8)
    games = list(simulated_games(spec, jobs=1))
    assert games == list(simulated_games(spec, jobs=3))
    assert games[:2] == list(simulated_games(replace(spec, games=2)))
    assert games != list(simulated_games(replace(spec, seed=8)))


def test_hindsight_scores_are_the_same_whatever_the_jobs() -> None:
    spec = SimulationSpec(meadow(), default_points(), Level.GREEDY, games=3, seed=7)
    games = list(simulated_games(spec))
    optima = list(hindsight_scores(spec, games))
    assert optima == list(hindsight_scores(spec, games, jobs=2))
    assert all(game.score <= best <= 30 for game, best in zip(games, optima, strict=True))


def test_all_programs_meet_the_same_rolls() -> None:
    spec = SimulationSpec(meadow(), default_points(), Level.FIRST, games=3, seed=1, playouts=2)
    by_program = [
        [
            [played.roll for played in game.rounds]
            for game in simulated_games(replace(spec, level=level))
        ]
        for level in Level
    ]
    assert all(rolls == by_program[0] for rolls in by_program)


@pytest.mark.slow
def test_programs_get_better_by_more_than_chance() -> None:
    spec = SimulationSpec(meadow(), default_points(), Level.FIRST, games=150, seed=1)
    by_program = [
        [game.score for game in simulated_games(replace(spec, level=level), jobs=2)]
        for level in (Level.FIRST, Level.GREEDY, Level.MOBILE, Level.VALUE)
    ]
    for worse, better in pairwise(by_program):
        assert fmean(worse) < fmean(better)
    _, greedy, _, value = by_program
    gains = [score - other for score, other in zip(value, greedy, strict=True)]
    assert fmean(gains) > 5 * (Scores(gains).error or 0)


def test_a_card_of_two_symbols_has_no_dice() -> None:
    spec = SimulationSpec(Card(("AABBA", "BBABA")), default_points(), Level.VALUE, games=1, seed=1)
    with pytest.raises(RollError, match="3 symbols"):
        list(simulated_games(spec))


def test_the_figures_of_a_simulation() -> None:
    roll = Roll.parse("ABCDE")
    rounds = (PuzzleRound(roll, "F", (), circled=False),)
    games = [SimulatedGame(rounds, score) for score in (30, 20, 30, 24)]
    spec = SimulationSpec(meadow(), default_points(), Level.VALUE, games=4, seed=1)
    result = Simulation(spec, tuple(games))
    assert (result.scores.mean, result.perfect) == (26, 0.5)
    assert result.scores.distribution == {20: 1, 24: 1, 30: 2}
    assert result.scores.error == pytest.approx(sqrt(pvariance([30, 20, 30, 24]) / 3))


ADVISE = ("rush", "puzzle", "advise", "alone", "--json", "--playouts")
SIMULATE = ("rush", "puzzle", "simulate")


@cases(
    "finished message",
    (50, "interrupted with 50 playouts of each option so far"),
    (0, "interrupted before any playout: this is the estimate alone"),
)
def test_interrupted_it_advises_by_the_playouts_of_each_option_that_were_finished(
    finished: int, message: str, typed: Run, monkeypatch: Patch
) -> None:
    def interrupted(*args: Any) -> None:
        first, count = args[-4:-2]
        if first >= finished and count:
            raise KeyboardInterrupt
        run_playouts(*args)

    code, out, err = typed(*ADVISE, str(finished))
    assert (code, json.loads(out)["playouts"], err) == (0, finished, "")
    monkeypatch.setattr(advice, "run_playouts", interrupted)
    assert typed(*ADVISE, "90") == (130, out, f"{message}\npenta: interrupted\n")


def test_a_simulation_in_json_and_as_a_plot_is_the_same_every_time(tmp_path: Path) -> None:
    results = []
    for name in ("one.svg", "other.svg"):
        args = ("--games", "3", "--program", "greedy", "--json", "--plot", str(tmp_path / name))
        ended = penta(*SIMULATE, "pocket", *args)
        assert ended.returncode == 0
        results.append((ended.stdout, (tmp_path / name).read_bytes()))
    assert results[0] == results[1]
    given = json.loads(results[0][0])
    assert given["games"] == 3 == len(given["scores"])
    assert given["mean"] == pytest.approx(fmean(given["scores"]), abs=1e-4)
    assert given["hindsight"] is None


def test_interrupted_in_hindsight_it_shows_the_games_whose_best_score_is_known(
    typed: Run, monkeypatch: Patch
) -> None:
    def interrupted(*_: object, **__: object) -> Iterator[int]:
        yield from (30, 29)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "hindsight_scores", interrupted)
    code, out, err = typed(*SIMULATE, "meadow", "--games", "5", "--program", "greedy", "--json")
    given = json.loads(out)
    assert (code, given["games"], given["hindsight"]["scores"]) == (130, 2, [30, 29])
    assert "2 games so far" in err


def test_at_the_time_limit_the_advice_is_based_on_the_games_played_so_far(typed: Run) -> None:
    code, out, err = typed(*ADVISE, "1000000", "--seconds", "0.5")
    playouts = json.loads(out)["playouts"]
    assert (code, err) == (0, f"stopped with {playouts:,} of 1,000,000 playouts of each option\n")


def test_at_the_time_limit_the_games_so_far_are_shown(typed: Run, monkeypatch: Patch) -> None:
    spec = SimulationSpec(sample_card("pocket"), default_points(), Level.GREEDY, games=2, seed=0)
    games = list(simulation.simulated_games(spec))
    end = threading.Event()

    def endless(*_: object, **__: object) -> Iterator[SimulatedGame]:
        yield from games
        end.wait()

    monkeypatch.setattr(simulation, "simulated_games", endless)
    code, out, err = typed(*SIMULATE, "pocket", "--seconds", "0.3", "--json")
    end.set()
    assert (code, err) == (0, "stopped with 2 of 100 games\n")
    assert json.loads(out)["scores"] == [game.score for game in games]


def test_a_limit_before_the_first_game_is_over_leaves_it_undecided(typed: Run) -> None:
    # The game that is left alone is played to its end all the same, beside the tests to come.
    args = ("meadow", "--program", "rollout", "--playouts", "1000", "--seconds", "0.01")
    code, out, err = typed(*SIMULATE, *args)
    assert (code, out) == (3, "")
    assert err.endswith("penta: undecided: there was no answer within 0.01 s\n")


@cases("card", "1x5:ABCDE", "1x3:ABC", f"10x10:{'AAAABBBBBC' * 10}")
def test_where_no_game_can_score_there_is_no_share(typed: Run, card: str) -> None:
    command = (*SIMULATE, card, "--games", "2", "--hindsight", "--seed", "3")
    code, out, err = typed(*command)
    assert (code, err) == (0, "")
    assert out.endswith("\nIn hindsight 0.00: with these rolls no game can score\n")
    given = answer(typed, *command)["hindsight"]
    assert given == {"mean": 0.0, "share": None, "scores": [0, 0]}


def test_after_a_wrong_outline_only_crosses_are_advised(typed: Run) -> None:
    advised = [answer(typed, *ADVISE, "0", *more) for more in ([], ["--only-crosses"])]
    circled = [[option["circled"] for option in given["options"]] for given in advised]
    assert circled[0][0]
    assert circled[1] == [False] * len(circled[0])


def test_there_is_no_advice_in_a_game_that_is_over(typed: Run) -> None:
    cross = {"roll": "ABCDE", "circled": False, "shape": "I"}
    players = {
        name: {"rounds": [cross | {"cells": [[row, col] for col in range(5)]}]}
        for row, name in enumerate(("Ann", "Ben"))
    }
    game = json.dumps({"card": "2x5:ABCDEABCDE", "players": players, "roll": "ABCDE"})
    message = refusal(typed, "rush", "puzzle", "advise", "-", stdin=game)
    assert message == "penta: game -: expected a round left to play, found a game that is over\n"
