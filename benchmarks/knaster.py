"""Knaster: how well the programs play, and what that takes.

    python benchmarks/knaster.py               # all figures: some hours
    python benchmarks/knaster.py NAME...       # only those of these names

processes    advise, referee and score as processes, beside `import click`
pace         games on one core, by plies
one-ply      20,000 solitaires by the bundled table
two-plies    10,000 that look at the next roll too: some minutes
three-plies  2,000 that look at the next two: hours
known-end    2,000 games each that end after a known number of rolls
programs     games of two programs against each other
best         the fewest known rolls for 115 points, in 30 sequences of 60
endings      exact values with one and two free cells, by the numbers that are not circled
table        the size of the bundled tables
training     15 minutes of training, and how well that table plays

A figure that misses its target is marked, and the exit code is then 1.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, median, pstdev
from subprocess import run
from tempfile import TemporaryDirectory
from typing import Any

from figures import CLICK, PENTA, Row, in_turns, printed, process

import data
from solver.knaster.dice import throws
from solver.knaster.line import CELLS, default_line_values
from solver.knaster.rules import judge
from solver.knaster.sheet import Sheet
from solver.knaster.strategy.program import SimulationSpec, play_game
from solver.knaster.strategy.simulation import Simulator, simulate

SEED = 1
LIMIT_MB = 2
SEQUENCES, ROLLS = 30, 60
FEWEST = 30.7  # rolls of a known sequence for all points, in the mean
KNOWN_ENDS = {26: 45, 30: 65, 33: 75, 36: 84}  # rolls, and the mean to reach
TRAINING_S, TRAINED_MEAN = 15 * 60, 95


def processes() -> Iterator[Row]:
    """Time the commands that a person waits for, as processes."""
    for command in ("advise half 7 --plies 2", "referee alone", "score tim"):
        args = [*PENTA, "knaster", *command.split()]
        ours, click = in_turns(11, partial(process, args), partial(process, CLICK))
        measured = f"{ours * 1e3:.0f} ms, {ours / click:.1f} x import click"
        if command.startswith("advise"):
            yield f"{command}, a process", measured, "under 1 s", ours < 1
        else:
            yield f"{command}, a process", measured, "at most 3 x import click", ours <= 3 * click


def pace() -> Iterator[Row]:
    """Time games on one core, without the referee."""
    for plies, games, limit_s in ((1, 10_000, 1 / 5000), (2, 200, 0.01), (3, 4, None)):
        spec = _spec(games, plies)
        simulator = Simulator(spec)
        simulator.play(range(1))  # loaded
        start = time.perf_counter()
        simulator.play(range(games))
        taken = (time.perf_counter() - start) / games
        measured = f"{taken * 1e3:.2f} ms a game, {1 / taken:,.0f} games/s"
        target = "none" if limit_s is None else f"under {limit_s * 1e3:g} ms"
        yield f"{_plies(plies)}, one core", measured, target, limit_s is None or taken < limit_s


def one_ply() -> Iterator[Row]:
    """Play by the bundled table alone."""
    yield from _strength(_spec(20_000, 1), least=101.0)


def two_plies() -> Iterator[Row]:
    """Play by the table, one roll further on."""
    yield from _strength(_spec(10_000, 2), least=103.5, shares={80: 0.95, 100: 0.70})


def three_plies() -> Iterator[Row]:
    """Play by the table, two rolls further on."""
    yield from _strength(_spec(2_000, 3), least=105.0)


def known_end() -> Iterator[Row]:
    """Play games that somebody else ends after a known number of rolls."""
    for turns, least in KNOWN_ENDS.items():
        for plies, target in ((1, None), (2, least)):
            yield from _strength(replace(_spec(2_000, plies), turns=turns), least=target)


def programs() -> Iterator[Row]:
    """Let programs play against each other, the better one first."""
    values = default_line_values()
    for better, worse, games in (("strong", "table", 2_000), ("table", "greedy", 500)):
        margins = []
        for number in range(games):
            sheets = judge(play_game([better, worse], values, Random(number))).sheets
            first, second = (sheet.score(values) for sheet in sheets)
            margins.append(first - second)
        won = [(1 + (margin > 0) - (margin < 0)) / 2 for margin in margins]
        errors = [pstdev(each) / sqrt(games) for each in (margins, won)]
        measured = (
            f"{fmean(margins):.1f} +- {errors[0]:.1f} points more,"
            f" {100 * fmean(won):.1f} +- {100 * errors[1]:.1f} % won"
        )
        reached = fmean(margins) > 2 * errors[0] and fmean(won) > 0.5 + 2 * errors[1]
        yield f"{better} against {worse}, {games:,} games", measured, "more", reached


def best() -> Iterator[Row]:
    """Find the fewest rolls of known sequences that make 115 points."""
    answers: list[dict[str, Any]] = []
    times = []
    with TemporaryDirectory() as folder:
        for number in range(SEQUENCES):
            rolls = [throw.roll for throw in islice(throws(Random(number)), ROLLS)]
            path = Path(folder, "rolls.txt")
            path.write_text("".join(f"{roll}\n" for roll in rolls), encoding="utf-8")
            command = [*PENTA, "knaster", "best", str(path), "--json"]
            start = time.perf_counter()
            done = run(command, capture_output=True, check=True)
            times.append(time.perf_counter() - start)
            answers.append(json.loads(done.stdout))
    most = default_line_values().max_score
    full = sum(answer["score"] == most for answer in answers)
    yield f"best, {most} points", f"{full} of {SEQUENCES}", "all", full == SEQUENCES
    fewest = fmean(answer["rolls"] for answer in answers)
    yield "best, mean fewest rolls", f"{fewest:.2f}", f"at most {FEWEST}", fewest <= FEWEST
    measured = f"{median(times):.2f} s, the longest {max(times):.2f} s"
    yield "best, a process", measured, "under 1 s each", max(times) < 1


def endings() -> Iterator[Row]:
    """Time exact values, by the number of free cells and of numbers that are not circled."""
    from solver.knaster.strategy.advisor import Advisor

    advisor = Advisor(default_line_values())
    for free in (1, 2):
        for uncircled in range(0, 25 - free, 4):
            sheets = [_ending(Random(number), free, uncircled) for number in range(5)]
            advisor.rated_moves(sheets[0], 7)  # loaded
            times = []
            for sheet in sheets:
                start = time.perf_counter()
                advisor.rated_moves(sheet, 7)
                times.append(time.perf_counter() - start)
            measured = f"{median(times) * 1e3:.1f} ms, the longest {max(times) * 1e3:.1f} ms"
            yield f"exact, {free} free, {uncircled} not circled", measured, "none", True


def table() -> Iterator[Row]:
    """Weigh the bundled tables."""
    folder = Path(data.__file__).parent / "knaster"
    sizes = {path.name: path.stat().st_size / 1e6 for path in sorted(folder.glob("*.xz"))}
    total = sum(sizes.values())
    measured = ", ".join(f"{name} {size:.2f} MB" for name, size in sizes.items())
    yield "the bundled tables", measured, f"under {LIMIT_MB} MB in all", 0 < total < LIMIT_MB


def training() -> Iterator[Row]:
    """Train a table, and play by it."""
    with TemporaryDirectory() as folder:
        name = str(Path(folder, "table"))
        command = [*PENTA, "knaster", "train", "-o", name, "--games", "1000000000", "--json"]
        done = run([*command, "--seconds", str(TRAINING_S)], capture_output=True, check=True)
        games = json.loads(done.stdout)["games"]
        command = [*PENTA, "knaster", "simulate", "--table", name, "--json", "--seed", str(SEED)]
        done = run([*command, "--games", "10000"], capture_output=True, check=True)
        played = json.loads(done.stdout)
    measured = f"{played['mean']:.2f} ± {played['error']:.2f} after {games:,} games"
    target = f"at least {TRAINED_MEAN}"
    yield (
        f"{TRAINING_S // 60} minutes of training",
        measured,
        target,
        played["mean"] >= TRAINED_MEAN,
    )


def _spec(games: int, plies: int) -> SimulationSpec:
    return SimulationSpec(games=games, seed=SEED, plies=plies)


def _plies(plies: int) -> str:
    return f"{plies} {'ply' if plies == 1 else 'plies'}"


def _strength(
    spec: SimulationSpec, *, least: float | None, shares: dict[int, float] | None = None
) -> Iterator[Row]:
    """Play the games of *spec*; the mean and the shares are to be at least these."""
    scores = simulate(spec).run().scores
    turns = "" if spec.turns is None else f", {spec.turns} rolls"
    name = f"{_plies(spec.plies)}{turns}, {spec.games:,} games"
    measured = scores.mean_text
    target = "none" if least is None else f"at least {least:g}"
    yield name, measured, target, least is None or scores.mean >= least
    for points, share in (shares or {}).items():
        found = scores.share(points)
        target = f"at least {share:.0%}"
        yield f"{name}, {points} and more", f"{found:.1%}", target, found >= share


def _ending(rng: Random, free: int, uncircled: int) -> Sheet:
    """Return a sheet with *free* free cells and *uncircled* numbers that are not circled."""
    cells = rng.sample(CELLS, len(CELLS))
    numbers = dict(zip(cells[free:], (throw.roll for throw in throws(rng)), strict=False))
    rows = tuple(tuple(numbers.get(CELLS[5 * row + col]) for col in range(5)) for row in range(5))
    return Sheet(rows, frozenset(cells[free + uncircled :]))


FIGURES: dict[str, Callable[[], Iterator[Row]]] = {
    figure.__name__.replace("_", "-"): figure
    for figure in (
        *(processes, pace, one_ply, two_plies, known_end, programs, best, endings, table),
        training,
        three_plies,
    )
}

if __name__ == "__main__":
    names = sys.argv[1:] or list(FIGURES)
    for name in names:
        if name not in FIGURES:
            sys.exit(f"expected {', '.join(FIGURES)}, found {name}")
    sys.exit(printed(*(FIGURES[name] for name in names)))
