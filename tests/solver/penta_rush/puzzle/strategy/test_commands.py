"""`penta rush puzzle advise` and `simulate`, with what a Ctrl-C leaves of them."""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from penta import sample_card
from solver.penta_rush.points import default_points
from solver.penta_rush.puzzle.strategy import advice, simulation
from solver.penta_rush.puzzle.strategy.kernel.playout import run_playouts
from solver.penta_rush.puzzle.strategy.policy import Policy
from solver.penta_rush.puzzle.strategy.simulation import SimulatedGame, SimulationSpec
from tests.support import Patch, Run, cases, penta


@cases(
    "finished message",
    (50, "interrupted with 50 playouts of each option so far"),
    (0, "interrupted before any playout: this is the estimate alone"),
)
def test_interrupted_it_advises_by_the_playouts_of_each_option_that_were_finished(
    finished: int, message: str, typed: Run, monkeypatch: Patch
) -> None:
    def advise(playouts: int) -> tuple[int, str, str]:
        return typed("rush", "puzzle", "advise", "alone", "--playouts", str(playouts), "--json")

    def interrupted(*args: Any) -> None:
        first = args[-4]
        if first >= finished:
            raise KeyboardInterrupt
        run_playouts(*args)

    advise(1)  # which may announce on stderr that it compiles
    code, out, err = advise(finished)
    assert (code, json.loads(out)["playouts"], err) == (0, finished, "")
    monkeypatch.setattr(advice, "run_playouts", interrupted)
    assert advise(90) == (130, out, f"{message}\npenta: interrupted\n")


def test_a_simulation_in_json_and_as_a_plot_is_the_same_every_time(tmp_path: Path) -> None:
    results = []
    for name in ("one.svg", "other.svg"):
        ended = penta(
            *["rush", "puzzle", "simulate", "pocket", "--games", "3", "--policy", "greedy"],
            *["--json", "--plot", str(tmp_path / name)],
        )
        assert ended.returncode == 0
        results.append((ended.stdout, (tmp_path / name).read_bytes()))
    assert results[0] == results[1]
    answer = json.loads(results[0][0])
    assert answer["games"] == 3 == len(answer["scores"])
    assert answer["mean"] == pytest.approx(fmean(answer["scores"]), abs=1e-4)
    assert answer["hindsight"] is None


@cases(
    "args message",
    ("advise couple --roll ABCDE --player Zoe", "expected one of"),
    ("advise couple", "a roll on the table"),
    ("simulate pocket --plot scores.gif", "an ending .svg, .png or .pdf"),
    ("advise alone --roll AAABC", "at most 2 alike"),
)
def test_bad_input_is_an_error_of_one_line(args: str, message: str) -> None:
    ended = penta(*f"rush puzzle {args}".split())
    assert ended.returncode == 2
    assert message in ended.stderr
    assert len(ended.stderr.splitlines()) <= 2


def test_interrupted_in_hindsight_it_shows_the_games_whose_best_score_is_known(
    typed: Run, monkeypatch: Patch
) -> None:
    def interrupted(*_: object, **__: object) -> Iterator[int]:
        yield from (30, 29)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "hindsight_scores", interrupted)
    args = ("--games", "5", "--policy", "greedy", "--json")
    code, out, err = typed("rush", "puzzle", "simulate", "meadow", *args)
    answer = json.loads(out)
    assert (code, answer["games"], answer["hindsight"]["scores"]) == (130, 2, [30, 29])
    assert "2 games so far" in err


def test_at_the_time_limit_the_advice_is_based_on_the_games_played_so_far(typed: Run) -> None:
    args = ("rush", "puzzle", "advise", "alone", "--playouts", "1000000", "--json")
    typed(*args, "--seconds", "0.01")  # it may compile
    code, out, err = typed(*args, "--seconds", "0.5")
    playouts = json.loads(out)["playouts"]
    assert code == 0
    assert err == f"stopped after {playouts} of 1000000 playouts of each option\n"


def test_the_time_limit_of_advice_runs_once_the_playouts_are_compiled(
    typed: Run, monkeypatch: Patch
) -> None:
    calls = 0

    def compiled_first(*_: Any) -> None:
        nonlocal calls
        calls += 1
        time.sleep(1.2 if calls == 1 else 0)

    args = ("rush", "puzzle", "advise", "alone", "--playouts", "25", "--json", "--seconds", "1")
    monkeypatch.setattr(advice, "run_playouts", compiled_first)
    code, out, err = typed(*args)
    assert (code, json.loads(out)["playouts"]) == (0, 25)
    assert "stopped" not in err


def test_at_the_time_limit_the_games_played_so_far_are_shown(
    typed: Run, monkeypatch: Patch
) -> None:
    spec = SimulationSpec(sample_card("pocket"), default_points(), Policy.GREEDY, 2, seed=0)
    games = list(simulation.simulate(spec))
    end = threading.Event()

    def endless(*_: object, **__: object) -> Iterator[SimulatedGame]:
        yield from games
        end.wait()

    monkeypatch.setattr(simulation, "simulate", endless)
    code, out, err = typed("rush", "puzzle", "simulate", "pocket", "--seconds", "0.3", "--json")
    end.set()
    assert (code, err) == (0, "stopped with 2 of 100 games\n")
    assert json.loads(out)["scores"] == [game.score for game in games]


def test_a_limit_before_the_first_game_is_over_leaves_it_undecided(typed: Run) -> None:
    # The game that is left alone is played to its end all the same, beside the tests to come.
    args = ("rush", "puzzle", "simulate", "meadow", "--policy", "rollout", "--playouts", "1000")
    code, out, err = typed(*args, "--seconds", "0.01")
    assert (code, out) == (3, "")
    assert err.endswith("penta: undecided: no game was played to its end in that time\n")


@pytest.mark.parametrize("card", ["1x5:ABCDE", "1x3:ABC", f"10x10:{'AAAABBBBBC' * 10}"])
def test_where_no_game_can_score_there_is_no_share(typed: Run, card: str) -> None:
    options = ("--games", "2", "--hindsight", "--seed", "3")
    command = ("rush", "puzzle", "simulate", card, *options)
    typed(*command)  # which may announce on stderr that it compiles
    code, out, err = typed(*command)
    assert (code, err) == (0, "")
    assert out.endswith("\nIn hindsight 0.00: with these rolls no game can score\n")
    code, out, err = typed(*command, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["hindsight"] == {"mean": 0.0, "share": None, "scores": [0, 0]}


def test_after_a_wrong_outline_only_crosses_are_advised(typed: Run) -> None:
    args = ("rush", "puzzle", "advise", "alone", "--playouts", "0", "--json")
    advised = [json.loads(typed(*args, *more)[1])["options"] for more in ([], ["--only-crosses"])]
    circled = [[option["circled"] for option in options] for options in advised]
    assert circled[0][0]
    assert circled[1] == [False] * len(advised[0])


def test_there_is_no_advice_in_a_game_that_is_over(typed: Run) -> None:
    cross = {"roll": "ABCDE", "circled": False}
    rounds = [
        [cross | {"shape": "I", "cells": [[0, col] for col in range(5)]}],
        [cross | {"shape": "I", "cells": [[1, col] for col in range(5)]}],
    ]
    players = {name: {"rounds": own} for name, own in zip(("Ann", "Ben"), rounds, strict=True)}
    game = {"card": "2x5:ABCDEABCDE", "players": players, "roll": "ABCDE"}
    code, out, err = typed("rush", "puzzle", "advise", "-", stdin=json.dumps(game))
    assert (code, out) == (2, "")
    assert err == "penta: game -: expected a round left to play, found a game that is over\n"
