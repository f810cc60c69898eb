"""Simulated games are legal and the same whatever the jobs, and stronger programs score more."""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import hypot
from pathlib import Path
from statistics import fmean

import pytest

from solver.errors import PentaError
from solver.knaster.dice import ROLLS
from solver.knaster.line import CELLS
from solver.knaster.rules import check
from solver.knaster.sheet import Sheet
from solver.knaster.strategy import simulation
from solver.knaster.strategy.program import Level, SimulationSpec
from solver.knaster.strategy.simulation import Simulator, simulate
from solver.simulation import Scores
from tests.solver.knaster import oracle
from tests.support import Patch, Run, answer

SPEC = SimulationSpec(games=3, seed=1)
SHARES = {Level.RANDOM: 0.4, Level.GREEDY: 0.3, Level.TABLE: 0.3}


def _scores(spec: SimulationSpec, *, jobs: int = 1) -> list[int]:
    return list(simulate(spec, jobs=jobs).run().scores)


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


@pytest.mark.parametrize("level", Level)
def test_the_referee_agrees_to_every_game(level: Level) -> None:
    _check_games(replace(SPEC, level=level, games=int(500 * SHARES[level])))


@pytest.mark.parametrize("level", Level)
def test_the_referee_agrees_to_every_game_of_so_many_rolls(level: Level) -> None:
    for turns in (1, 2, 24, 30):
        _check_games(replace(SPEC, level=level, games=5, turns=turns))


@pytest.mark.slow
@pytest.mark.parametrize("level", Level)
def test_the_referee_agrees_to_100000_games(level: Level) -> None:
    _check_games(replace(SPEC, level=level, games=int(100_000 * SHARES[level]), seed=5))


@pytest.mark.parametrize(("level", "plies"), [*((level, 1) for level in Level), (Level.TABLE, 2)])
def test_games_are_the_same_whatever_the_jobs(level: Level, plies: int, monkeypatch: Patch) -> None:
    monkeypatch.setattr(simulation, "_BATCH_S", 0.0)  # a game a batch
    spec = replace(SPEC, level=level, plies=plies, games=4)
    scores = _scores(spec, jobs=1)
    assert scores == _scores(spec, jobs=3)
    assert scores[:2] == _scores(replace(spec, games=2))
    assert scores != _scores(replace(spec, seed=8))


def test_all_programs_meet_the_same_rolls() -> None:
    rolls = [Simulator(replace(SPEC, level=level)).play(range(3)).rolls for level in Level]
    assert rolls[0] == rolls[1] == rolls[2]
    assert {roll for game in rolls[0] for roll in game} <= set(ROLLS)


def test_programs_get_better_by_more_than_chance() -> None:
    results = [
        Scores(_scores(spec)) for spec in (replace(SPEC, level=level, games=100) for level in Level)
    ]
    for worse, better in pairwise(results):
        errors = [result.error for result in (worse, better) if result.error is not None]
        assert better.mean - worse.mean > 5 * hypot(*errors)


def test_the_random_program_makes_every_move_as_often() -> None:
    spec = replace(SPEC, level=Level.RANDOM, games=5000, turns=1)
    games = Simulator(spec).play(range(spec.games))
    written = Counter(games.record(number).players[0].turns[0].write for number in range(5000))
    assert written.keys() == set(CELLS)
    assert all(130 < count < 270 for count in written.values())  # 200, and five errors of 14


def test_the_greedy_program_takes_the_most_points_at_once() -> None:
    spec = replace(SPEC, level=Level.GREEDY, games=10)
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


pytestmark = pytest.mark.usefixtures("folder")

SIMULATE = ("knaster", "simulate", "--games", "20")
TRAIN = ("knaster", "train", "--games", "300", "-o")


@pytest.mark.parametrize("level", ["random", "greedy", "table"])
def test_a_simulation_in_json_and_as_a_plot_is_the_same_every_time(level: str, typed: Run) -> None:
    args = (*SIMULATE, "--program", level, "--json")
    first, second = (typed(*args, "--plot", name, "--jobs", "2") for name in ("1.svg", "2.svg"))
    assert first == second == typed(*args)
    assert Path("1.svg").read_bytes() == Path("2.svg").read_bytes()
    code, out, err = first
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert answer["games"] == 20 == len(answer["scores"])
    assert answer["mean"] == pytest.approx(fmean(answer["scores"]), abs=1e-4)
    assert answer["plies"] == (1 if level == "table" else None)
    assert sum(count for _, count in answer["distribution"]) == 20
    assert answer["shares"]["50"] >= answer["shares"]["80"] >= answer["shares"]["100"]


def test_the_chart_of_the_scores_is_saved_as_a_picture_is(tmp_path: Path) -> None:
    played = simulate(SimulationSpec(games=5, level=Level.GREEDY)).run()
    for ending, start in ((".svg", b"<svg"), (".png", b"\x89PNG")):
        played.save(tmp_path / f"scores{ending}")
        assert (tmp_path / f"scores{ending}").read_bytes().startswith(start)
    played.save(tmp_path / "fine.png", dpi=300)
    coarse, fine = (tmp_path / name for name in ("scores.png", "fine.png"))
    assert fine.stat().st_size > coarse.stat().st_size
    assert "<svg" in str(played._repr_svg_())


@pytest.mark.parametrize("level", [Level.RANDOM, Level.GREEDY])
def test_no_other_program_looks_ahead(level: Level) -> None:
    with pytest.raises(PentaError, match=r"^plies and table: expected the level table"):
        SimulationSpec(games=2, level=level, plies=2)


def _mean(typed: Run, *args: str) -> float:
    return float(answer(typed, *args)["mean"])


@pytest.mark.slow
def test_more_plies_play_better(typed: Run) -> None:
    args = ("knaster", "simulate", "--games", "1000", "--plies")
    one, two = (_mean(typed, *args, plies) for plies in "12")
    assert two > one


@pytest.mark.slow
def test_the_table_for_a_known_end_is_asked_for_where_the_end_is_known(typed: Run) -> None:
    typed(*TRAIN, "table", "--known-end")
    assert typed(*SIMULATE, "--table", "table", "--turns", "30")[0] == 0
    assert typed(*SIMULATE, "--table", "table")[0] == 2
    typed(*TRAIN, "solitaire")
    assert typed(*SIMULATE, "--table", "solitaire", "--turns", "30")[0] == 2
