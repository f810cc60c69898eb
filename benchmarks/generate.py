"""The figures of the search for flat cards: its pace by workers, and what it finds in five minutes.

    python benchmarks/generate.py            # the pace, on usual and on large cards, a minute
    python benchmarks/generate.py --five     # and the card of five minutes on two cores
    python benchmarks/generate.py --symmetry # and how much flatter symmetric cards are, ten minutes

Times are medians taken in turns.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from statistics import median

from figures import PENTA, Row, at_least, at_most, in_turns, printed

from generator.annealing.objective import CardObjective
from generator.card_symmetry import ORDERS
from generator.spec import CompleteSpec
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import survey_many
from solver.runtime.parallel import Map, process_map

STEPS = 100_000
EVALUATED = 0.38  # of the steps: the others leave the symbol counts uneven, or change nothing
TEMPERATURE = 6.0
LARGE_STEPS, LARGE_TEMPERATURE = 20_000, 0.5
LARGE_SURVEYS = 20
TIMES = 5
SEEDS = 5
SD_STEPS = 1_500_000


def pace() -> Iterator[Row]:
    """Compare a step with a survey of the whole card, and two workers with one."""
    spec = CompleteSpec(target=Fraction(12), steps=STEPS, seed=1, rows=10, cols=10)
    objective = CardObjective.flat(spec)
    replica = objective.new_replica(random.Random(spec.seed), None)
    for temperature in (50.0, 20.0, 10.0, TEMPERATURE):
        replica = objective.advance(replica, temperature, STEPS)
    card = objective.card(replica.cells)
    replicas = [objective.reseeded(replica, number) for number in range(4)]
    advance = partial(objective.advance, temperature=TEMPERATURE, steps=STEPS)

    def surveyed() -> float:
        start = time.perf_counter()
        survey_many([card] * 500, default_points(), max_counted=0)
        return (time.perf_counter() - start) / 500

    def stepped(each: Map) -> float:
        start = time.perf_counter()
        assert len(list(each(advance, replicas))) == len(replicas)
        return (time.perf_counter() - start) / len(replicas) / STEPS / EVALUATED

    with process_map(1) as one, process_map(2) as two:
        stepped(two)  # the processes start
        whole, alone, both = in_turns(TIMES, surveyed, lambda: stepped(one), lambda: stepped(two))
    shown = f"{whole * 1e6:.0f} / {alone * 1e6:.0f} us"
    yield at_least("survey of a card / a card judged by a step", whole / alone, 8, shown)
    shown = f"{1 / both:,.0f} / {1 / alone:,.0f} cards/s"
    yield at_least("cards a second, two workers / one", alone / both, 1.6, shown)


def large_pace() -> Iterator[Row]:
    """Compare a step on a 16x16 card with a survey of the card, which each step once took."""
    spec = CompleteSpec(target=Fraction(18), steps=LARGE_STEPS, seed=1, rows=16, cols=16)
    objective = CardObjective.flat(spec)
    replica = objective.new_replica(random.Random(spec.seed), None)
    for temperature in (5.0, 1.0, LARGE_TEMPERATURE):
        replica = objective.advance(replica, temperature, LARGE_STEPS)
    card = objective.card(replica.cells)

    def surveyed() -> float:
        start = time.perf_counter()
        survey_many([card] * LARGE_SURVEYS, default_points(), max_counted=0)
        return (time.perf_counter() - start) / LARGE_SURVEYS

    def stepped() -> float:
        start = time.perf_counter()
        objective.advance(replica, LARGE_TEMPERATURE, LARGE_STEPS)
        return (time.perf_counter() - start) / LARGE_STEPS / EVALUATED

    whole, step = in_turns(TIMES, surveyed, stepped)
    shown = f"{whole * 1e6:.0f} / {step * 1e6:.0f} us"
    yield at_least("16x16: survey of a card / a card judged by a step", whole / step, 2, shown)


def five_minutes() -> Iterator[Row]:
    """Tell what five minutes on two cores find, with the half minute that it takes to begin."""
    if "--five" not in sys.argv:
        return
    command = ["generate", "grey", "--no-scatter", "--seconds", "270", "--jobs", "2", "--seed", "1"]
    command.append("--json")
    start = time.perf_counter()
    found = subprocess.run([*PENTA, *command], capture_output=True, check=True)
    card, took = json.loads(found.stdout), f"{time.perf_counter() - start:.0f} s"
    yield at_most("five minutes: standard deviation", card["sd"], 0.95, took)
    yield at_least("five minutes: least optimum", card["min"], 8, took)
    yield at_least("five minutes: mean optimum", card["mean"], 11.5, took)


def symmetries() -> Iterator[Row]:
    """Compare what the same steps find among all cards and among symmetric ones."""
    if "--symmetry" not in sys.argv:
        return
    found = {}
    for name in ("none", *ORDERS):
        start = time.perf_counter()
        flat = median(_sd(name, seed) for seed in range(SEEDS))
        found[name] = flat
        took = f"{flat:.2f} in {(time.perf_counter() - start) / SEEDS:.0f} s each"
        ratio = flat / found["none"]
        yield at_most(f"symmetry {name}: {SD_STEPS:,} steps, deviation / none", ratio, 1, took)


def _sd(name: str, seed: int) -> float:
    command = ["generate", "grey", "--steps", str(SD_STEPS), "--seed", str(seed), "--json"]
    options = ["--population", "2", "--target", "11.6", "--symmetry", name]
    found = subprocess.run([*PENTA, *command, *options], capture_output=True, check=True)
    sd: float = json.loads(found.stdout)["sd"]
    return sd


if __name__ == "__main__":
    sys.exit(printed(pace, large_pace, five_minutes, symmetries))
