"""A player's round against all orders of finding, and against rounds played in plain Python."""

import random
from itertools import combinations, permutations
from math import prod, sqrt

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.dice import rolls
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.people import round_outcome as module
from solver.penta_rush.people.round_outcome import RoundOutcome, round_outcome
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.points import default_points
from solver.penta_rush.rules import MAX_PLACEMENTS
from tests.strategies import roll_problems
from tests.support import Patch, cases

UNEVEN = Skill.parse("0.3,I=0.8,X=0,P=0.05,W=0.6")


def _outlined(engine: BitsetEngine, order: tuple[int, ...]) -> list[int]:
    """Return what is outlined of the placements that are met in this *order*."""
    outlined: list[int] = []
    for number in order:
        fits = all(engine.compatible[number] >> other & 1 for other in outlined)
        if fits and len(outlined) < MAX_PLACEMENTS:
            outlined.append(number)
    return outlined


@given(roll_problems(largest=5, cells=20, planted=4), st.sampled_from([0.05, 0.2, 0.5, 0.9]))
def test_a_round_is_the_mean_over_all_that_may_be_met_in_all_orders(
    problem: RollProblem, chance: float
) -> None:
    engine = BitsetEngine(problem)
    count = len(engine.placements)
    assume(0 < count <= 6)
    points = np.zeros(100)
    sizes = np.zeros(MAX_PLACEMENTS + 1)
    for met in range(count + 1):
        for numbers in combinations(range(count), met):
            orders = list(permutations(numbers))
            share = chance**met * (1 - chance) ** (count - met) / len(orders)
            for order in orders:
                outlined = _outlined(engine, order)
                points[engine.score(tuple(outlined))] += share
                sizes[len(outlined)] += share
    outcome = round_outcome(engine, Skill.even(chance))
    assert not outcome.rounds
    assert outcome.by_points == pytest.approx(points[: len(outcome.by_points)], abs=1e-9)
    assert outcome.by_size == pytest.approx(sizes, abs=1e-9)


def _played(engine: BitsetEngine, skill: Skill, rounds: int, seed: int) -> RoundOutcome:
    """Return what *rounds* brought, played in plain Python."""
    rng, rate = random.Random(seed), skill.rates
    points, sizes = np.zeros(100), np.zeros(MAX_PLACEMENTS + 1)
    shapes = [placement.shape for placement in engine.placements.fixed]
    for _ in range(rounds):
        moments = [
            (rng.expovariate(rate[shape]), number)
            for number, shape in enumerate(shapes)
            if rate[shape]
        ]
        met = sorted(each for each in moments if each[0] <= 1)
        outlined = _outlined(engine, tuple(number for _, number in met))
        points[engine.score(tuple(outlined))] += 1 / rounds
        sizes[len(outlined)] += 1 / rounds
    return RoundOutcome.of(points, sizes, rounds)


def _engines(seed: int, rows: int, cols: int, symbols: str) -> list[BitsetEngine]:
    rng = random.Random(seed)
    card = Card(tuple("".join(rng.choice(symbols) for _ in range(cols)) for _ in range(rows)))
    problems = (RollProblem(card, roll, default_points()) for roll in rolls(card.symbols))
    return [engine for engine in map(BitsetEngine, problems) if engine.placements]


@cases("skill", Skill.even(0.2), UNEVEN, ids=str)
def test_a_round_is_what_rounds_in_plain_python_bring(skill: Skill) -> None:
    engines = random.Random(1).sample(_engines(2, 8, 8, "ABCDE"), 6)
    for engine in engines:
        outcome, played = round_outcome(engine, skill), _played(engine, skill, 3_000, 3)
        assert abs(outcome.mean - played.mean) < 4.5 * played.error
        assert abs(outcome.shapes - played.shapes) < 4.5 * sqrt(5 / 3_000)
        assert abs(outcome.sd - played.sd) < 0.1 * played.sd


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(50))
def test_rounds_on_random_cards_are_what_plain_python_plays(seed: int) -> None:
    rng = random.Random(seed)
    engines = _engines(seed, rng.randint(4, 10), rng.randint(4, 10), "ABCDEF"[: rng.randint(4, 6)])
    for engine in rng.sample(engines, min(10, len(engines))):
        skill = Skill(tuple(rng.choice([0, 0.05, 0.2, 0.5, 0.9]) for _ in range(12)))
        outcome, played = round_outcome(engine, skill), _played(engine, skill, 2_000, seed)
        # Of 500 such means one lies five errors off by chance in a thousand runs of all. The error
        # is the model's: of what is nearly certain, 2,000 rounds may show nothing else.
        assert abs(outcome.mean - played.mean) < 5 * outcome.sd / sqrt(2_000) + 1e-9


@given(roll_problems(largest=6, cells=30, planted=5))
def test_the_chance_to_find_nothing_is_that_to_meet_nothing(problem: RollProblem) -> None:
    engine = BitsetEngine(problem)
    assume(engine.placements)
    outcome = round_outcome(engine, UNEVEN)
    missed = prod(1 - UNEVEN[placement.shape] for placement in engine.placements)
    assert outcome.nothing == pytest.approx(missed, rel=1e-9)
    assert outcome.by_points.sum() == pytest.approx(1, abs=1e-9)
    assert outcome.mean <= engine.score(engine.unchecked_best)


@pytest.mark.slow
def test_where_there_are_too_many_packings_rounds_are_simulated(monkeypatch: Patch) -> None:
    engines = _engines(4, 9, 9, "ABCDE")[::9]
    exact = [round_outcome(engine, UNEVEN) for engine in engines]
    monkeypatch.setattr(module, "_CAPACITIES", (2,))
    for engine, outcome in zip(engines, exact, strict=True):
        simulated = round_outcome(engine, UNEVEN)
        if len(engine.placements) > 2:
            assert simulated.rounds == 20_000
            assert abs(simulated.mean - outcome.mean) < 4.5 * simulated.error
            assert 0 < simulated.error < 0.04
        assert round_outcome(engine, UNEVEN).mean == simulated.mean  # the same luck
    # Nobody is certain to meet a placement, but 400 at once are beyond what is summed.
    many = _engines(5, 20, 20, "AABBC")[0]
    assert round_outcome(many, Skill.even(0.9)).rounds == 20_000


def test_who_meets_nothing_has_no_points() -> None:
    outcome = round_outcome(_engines(6, 6, 6, "ABCD")[0], Skill.even(0))
    assert (outcome.mean, outcome.sd, outcome.shapes, outcome.nothing) == (0, 0, 0, 1)
