"""Archipelagos: rounds, heats and choices; what is found depends on the plan alone."""

import json
import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from generator.annealing.card_set import FleetQuest
from generator.annealing.objective import UNWISHED, Quest
from generator.annealing.population import Leg, Plan, Sight, _chosen, _systematic, go, search
from generator.constraints import Wishes
from generator.workers import workers
from solver.files.checkpoint import Checkpoint
from solver.penta_rush.card import Card, parse_card
from solver.penta_rush.dice import rolls
from solver.penta_rush.points import default_points

pytestmark = pytest.mark.usefixtures("compiled")

QUESTION = {"checkpoint": "test"}
LEG = 1_000


class Walker(NamedTuple):
    """An island of numbers: its card is its place."""

    energy: int
    best_energy: int
    rng: int

    def home(self) -> "Walker":
        return self._replace(energy=self.best_energy)

    def reseeded(self, seed: int) -> "Walker":
        return self._replace(rng=seed)


@dataclass(frozen=True)
class Walk:
    """A goal without a kernel: the energy goes up and down by chance."""

    unit: float = 1.0
    warm: float = 0.5
    leg: int = LEG

    def mean(self, energy: int) -> float:
        return float(energy)

    def cards_of(self, island: Walker) -> tuple[Card, ...]:
        return (Card(("AB"[island.best_energy % 2] * 3,)),)

    def begin(self, rng: random.Random, like: Card | None) -> Walker:
        energy = 50 if like else rng.randint(100, 200)
        return Walker(energy, energy, rng.getrandbits(32))

    def advance(self, island: Walker, heat: float, steps: int) -> Walker:
        rng = random.Random(f"{island.rng}/{heat}/{steps}")
        energy = max(0, island.energy + rng.randint(-9, 7))
        return Walker(energy, min(energy, island.best_energy), rng.getrandbits(32))

    def restore(self, record: list[Any]) -> Walker:
        return Walker(*record)


def _walk(islands: int = 3, rounds: int = 40, *, extra: int = 7, seed: int = 1) -> Plan:
    return Plan(Walk(), islands, islands * LEG * (rounds - 1) + extra, seed)


@pytest.fixture
def card_plan(monkeypatch: pytest.MonkeyPatch) -> Plan:
    """Return a plan with a real card and short rounds."""
    monkeypatch.setattr(Quest, "leg", 2_000)
    quest = Quest(4, 5, "ABCD", default_points(), Wishes(), (700,) * 16)
    return Plan(quest, islands=2, steps=9_001, seed=5)


# --- plans


@pytest.mark.parametrize("islands", [1, 2, 3, 7, 8])
@pytest.mark.parametrize("steps", [1, 2, 7, LEG - 1, LEG, 3 * LEG + 1, 24 * LEG, 10**6 + 9])
def test_all_steps_are_done_and_hardly_more(islands: int, steps: int) -> None:
    plan = Plan(Walk(), islands, steps, 1)
    legs = [plan.legs(number) for number in range(plan.rounds)]
    assert all(1 <= leg <= LEG for leg in legs)
    assert legs[:-1] == [LEG] * (plan.rounds - 1)
    assert steps <= plan.done(plan.rounds) == islands * sum(legs) < steps + islands


@pytest.mark.parametrize("like", [None, parse_card("1x2:AB")])
@pytest.mark.parametrize("rounds", [1, 2, 5, 10, 37, 1000])
def test_heat_never_rises(rounds: int, like: Card | None) -> None:
    plan = Plan(Walk(), 1, rounds * LEG, 1, like)
    assert all(0 < plan.share(number) < 1 for number in range(rounds))
    heats = [plan.heat(number) for number in range(rounds)]
    assert all(after <= before for before, after in pairwise(heats))
    assert all(1 <= heat <= 100 for heat in heats)


def test_a_given_card_is_not_heated_beyond_what_is_warm() -> None:
    like = parse_card("1x2:AB")
    cold, hot = (Plan(Walk(warm=warm), 1, 100 * LEG, 1, like).heat(0) for warm in (0.9, 0.02))
    assert cold < 6
    assert hot > 30


def _legs(rows: int, cols: int, symbols: int) -> tuple[int, int]:
    """Return the steps of a leg for a card, and for two such cards."""
    letters = "ABCDEFGHIJ"[:symbols]
    aims = (700,) * sum(1 for _ in rolls(letters))
    quest = Quest(rows, cols, letters, default_points(), Wishes(), aims)
    return quest.leg, FleetQuest(quest, 2, Fraction(1, 5), 0.01, 6).leg


@pytest.mark.parametrize(
    ("rows", "cols", "symbols", "leg"),
    [
        (10, 10, 6, 50_000),
        (10, 10, 10, 50_000),
        (6, 9, 4, 50_000),
        (5, 5, 3, 50_000),
        (10, 10, 3, 50_000 // 2**3),
        (10, 20, 6, 50_000 // 2**3),
        (10, 12, 4, 50_000 * 5**3 // 9**3),
    ],
)
def test_legs_have_fewer_steps_where_a_step_takes_longer(
    rows: int, cols: int, symbols: int, leg: int
) -> None:
    assert _legs(rows, cols, symbols) == (leg, leg)


def test_in_a_leg_every_card_of_a_fleet_has_its_turn() -> None:
    quest = Quest(20, 20, "ABC", default_points(), Wishes(), (700,) * 3)
    assert quest.leg < 100
    assert FleetQuest(quest, 3, Fraction(1, 5), 0.01, 6).leg == 3_000


def test_goals_have_islands_of_their_own() -> None:
    quest = Quest(4, 5, "ABC", default_points(), Wishes(), (700,) * 3)
    fleet = FleetQuest(quest, 2, Fraction(1, 5), 0.01, 6)
    island, cards = quest.begin(random.Random(1), None), fleet.begin(random.Random(1), None)
    assert len(go(Leg(quest, island, 1.0, 10)).cells) == 20
    assert len(go(Leg(fleet, cards, 1.0, 10)).cells) == 2


# --- choices


def test_islands_of_equal_weight_all_go_on_once() -> None:
    rng = random.Random(1)
    for size in (1, 2, 3, 8, 100):
        for _ in range(50):
            assert _systematic([0.1] * size, rng) == list(range(size))


def test_as_many_islands_are_chosen_as_there_are_each_about_as_often_as_its_weight() -> None:
    rng = random.Random(2)
    for _ in range(300):
        weights = [rng.random() ** 9 for _ in range(rng.randint(1, 12))]
        places = _systematic(weights, rng)
        assert len(places) == len(weights)
        assert places == sorted(places)
        for place, weight in enumerate(weights):
            wanted = weight * len(weights) / sum(weights)
            assert abs(places.count(place) - wanted) < 1 + 1e-9


def test_an_island_is_chosen_in_the_mean_as_often_as_its_weight() -> None:
    rng = random.Random(3)
    weights = [0.1, 0.5, 0.0, 0.4]
    drawn = [place for _ in range(4000) for place in _systematic(weights, rng)]
    for place, weight in enumerate(weights):
        assert abs(drawn.count(place) / 4000 - 4 * weight) < 0.05


def test_a_copy_of_an_island_has_random_numbers_of_its_own() -> None:
    plan = _walk(islands=6)
    islands = [Walker(0, 0, 1), *(Walker(10**9, 10**9, 2 + number) for number in range(5))]
    chosen = _chosen(plan, 20, islands, islands[0])
    assert {one.energy for one in chosen} == {0}
    assert len({one.rng for one in chosen}) == 6
    assert islands[0] in chosen


def test_for_the_last_rounds_islands_go_home_and_the_best_is_among_them() -> None:
    plan = _walk(islands=3, rounds=100)
    islands = [Walker(9, 3, 1), Walker(8, 4, 2), Walker(7, 5, 3)]
    lost = Walker(50, 1, 9)
    assert _chosen(plan, 94, islands, lost) == (Walker(1, 1, 9), Walker(4, 4, 2), Walker(5, 5, 3))
    assert lost.home() not in _chosen(plan, 93, islands, lost)


@pytest.mark.parametrize(
    ("rounds", "like", "first"),
    [
        (200, None, 188),
        (17, None, 16),
        (5, None, 4),
        (2, None, 1),
        (200, parse_card("1x2:AB"), 176),  # the heat of 188, as half of the cooling is skipped
        (5, parse_card("1x2:AB"), 4),
    ],
)
def test_islands_go_home_once_when_it_is_cold_or_for_the_last_round(
    rounds: int, like: Card | None, first: int
) -> None:
    plan = Plan(Walk(), 2, 2 * LEG * rounds, 1, like)
    islands = [Walker(9, 3, 1), Walker(8, 4, 2)]
    home = (Walker(1, 1, 9), Walker(4, 4, 2))
    going = [
        number
        for number in range(1, rounds)
        if _chosen(plan, number, islands, Walker(50, 1, 9)) == home
    ]
    assert going == [first]
    assert plan.heat(first) <= 3 or first == rounds - 1


def test_islands_that_have_seen_nothing_as_wished_stay_where_they_are() -> None:
    islands = [Walker(9, UNWISHED, 1), Walker(8, 4, 2), Walker(7, UNWISHED, 3)]
    found = Walker(50, 1, 9)
    assert _chosen(_walk(rounds=5), 4, islands, found) == (
        found.home(),
        Walker(4, 4, 2),
        islands[2],
    )
    lost = Walker(50, UNWISHED, 9)
    assert _chosen(_walk(rounds=5), 4, islands[::2], lost) == (islands[0], islands[2])


# --- searches


def test_a_sight_comes_at_the_start_and_after_each_round_and_the_best_never_gets_worse() -> None:
    plan = _walk()
    sights = list(search(plan, map))
    assert [sight.rounds for sight in sights] == list(range(41))
    assert [sight.steps for sight in sights] == [plan.done(number) for number in range(41)]
    assert {sight.total for sight in sights} == {40}
    bests = [sight.best_energy for sight in sights]
    assert bests == sorted(bests, reverse=True)
    assert bests[0] > bests[-1]


def test_other_seeds_find_other_things() -> None:
    assert len({list(search(_walk(seed=seed), map))[-1].energy for seed in range(30)}) > 5


def _journalled(plan: Plan, path: Path) -> list[Sight]:
    with closing(Checkpoint(str(path), QUESTION)) as journal:
        return list(search(plan, map, journal=journal))


def test_a_search_cut_anywhere_ends_like_one_that_was_not(tmp_path: Path) -> None:
    plan, path = _walk(rounds=20), tmp_path / "checkpoint"
    sights = _journalled(plan, path)
    assert sights == list(search(plan, map))
    content = path.read_bytes()
    ends = [at + 1 for at, byte in enumerate(content) if byte == ord("\n")]
    assert len(ends) == 1 + 20
    for number, end in enumerate(ends):
        for torn in (0, 1, 9):
            path.write_bytes(content[: end + torn])
            assert _journalled(plan, path) == sights[number:]
            assert path.read_bytes() == content


def test_a_search_that_came_to_its_end_does_nothing_more(tmp_path: Path) -> None:
    plan, path = _walk(rounds=5), tmp_path / "checkpoint"
    last = _journalled(plan, path)[-1]
    assert _journalled(plan, path) == [last]


def test_the_islands_of_a_card_are_kept_whole(card_plan: Plan, tmp_path: Path) -> None:
    plan, path = card_plan, tmp_path / "checkpoint"
    sights = _journalled(plan, path)
    assert [sight.rounds for sight in sights] == [0, 1, 2, 3]
    content = path.read_bytes()
    first_two = content.splitlines(keepends=True)[:2]
    path.write_bytes(b"".join(first_two) + b"0123")
    assert _journalled(plan, path) == sights[1:]
    assert path.read_bytes() == content
    _, islands, best = json.loads(first_two[1].partition(b" ")[2])
    quest = plan.quest
    assert [list(quest.restore(record)) for record in (*islands, best)] == [*islands, best]


def test_the_same_is_found_by_whoever_advances_the_islands(card_plan: Plan) -> None:
    plan = card_plan

    def backwards(function: Any, tasks: Any) -> Iterator[Any]:
        return iter([function(task) for task in reversed(list(tasks))][::-1])

    sights = list(search(plan, map))
    assert list(search(plan, backwards)) == sights
    with workers(2) as each:
        assert list(search(plan, each)) == sights


def test_a_given_card_is_where_a_search_begins() -> None:
    like = parse_card("4x5:ABCDABCDABCDABCDABCD")
    quest = Quest(4, 5, "ABCD", default_points(), Wishes(), (700,) * 16)
    first, *_, last = search(Plan(quest, 2, 2_000, 1, like), map)
    assert first.cards == (like,)
    assert last.best_energy <= first.best_energy
