"""Simulations: games come in their order, and a time limit or a Ctrl-C leaves those played."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import click
import pytest
from click.testing import CliRunner

from solver.answer import Answer
from solver.console.command import Search, command
from solver.console.options import seconds_option
from solver.drawing.styled_text import StyledLine, plain_line
from solver.errors import UndecidedError
from solver.simulation import Scores, SimulationSpec, played_in_threads, simulation, wilson_interval
from tests.support import cases

SPEC = SimulationSpec(games=20, seed=3)


@dataclass(frozen=True, slots=True, repr=False)
class Played(Answer):
    """The *scores* of some games."""

    scores: Scores

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        yield plain_line(f"{len(self.scores)} games, mean {self.scores.mean:g}{drawn * '!'}")

    def to_json(self) -> list[int]:
        return list(self.scores)


def _simulation(played: int, *, then: BaseException | None = None) -> Search[Played]:
    """Return a simulation that plays games of 80, 81, ... points, and stops there, or waits."""

    def games() -> Iterator[int]:
        yield from range(80, 80 + played)
        if then is not None:
            raise then
        if played < SPEC.games:
            threading.Event().wait()

    def answer(scores: Sequence[int]) -> Played:
        return Played(Scores(scores))

    return simulation(games, answer, total=SPEC.games, note=str)


@command(examples=("play 3",))
@click.argument("games", type=int)
@click.option("--interrupt", is_flag=True)
@seconds_option("Stop.")
def play(games: int, *, interrupt: bool) -> Search[Played]:
    """Play some games."""
    return _simulation(games, then=KeyboardInterrupt() if interrupt else None)


@cases(
    "args out err",
    ("20", "20 games, mean 89.5\n", ""),
    ("2 --seconds 0.3", "2 games, mean 80.5\n", "stopped with 2 of 20 games\n"),
)
def test_the_games_played_so_far_are_shown(args: str, out: str, err: str) -> None:
    result = CliRunner().invoke(play, args.split())
    assert (result.exit_code, result.stdout, result.stderr) == (0, out, err)


def test_interrupted_it_shows_the_games_played_so_far() -> None:
    result = CliRunner().invoke(play, ["2", "--interrupt"])
    assert (result.exit_code, result.stdout) == (1, "2 games, mean 80.5\n")  # 130, says cli.py
    assert "interrupted with 2 games so far" in result.stderr


def test_without_a_game_the_end_of_the_time_leaves_it_undecided() -> None:
    with pytest.raises(UndecidedError):
        _simulation(0).run(limit_s=0.1)


def test_games_are_the_same_in_any_number_of_threads() -> None:
    def batch(numbers: range) -> list[float]:
        return [SPEC.rng(number).random() for number in numbers]

    played = [list(played_in_threads(batch, 20, size=size, jobs=3)) for size in (1, 6, 40)]
    assert played == 3 * [[Random(f"3 {number}").random() for number in range(20)]]


@cases(
    "count of low high",
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
)
def test_intervals_are_as_published(count: int, of: int, low: float, high: float) -> None:
    rate = wilson_interval(count / of, of)
    assert (round(rate.low, 4), round(rate.high, 4)) == (low, high)
    mirrored = wilson_interval(1 - count / of, of)
    assert 1 - mirrored.high == pytest.approx(rate.low)
    assert 1 - mirrored.low == pytest.approx(rate.high)
