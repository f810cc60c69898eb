"""Population annealing: rounds, temperatures, resampling; the schedule alone decides the result."""

import json
import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from generator.annealing.objective import INFEASIBLE_ENERGY, CardObjective, Replica
from generator.annealing.population import SearchProgress, _resample, _systematic_resampling, search
from generator.annealing.schedule import AnnealingSchedule
from solver.errors import CheckpointError
from solver.files.checkpoint import Checkpoint
from solver.penta_rush.card import Card
from solver.runtime.parallel import process_map
from tests.generator.annealing.objectives import card_objective, card_set_objective
from tests.support import Patch, cases

HEADER = {"checkpoint": "test"}
STEPS = 1_000  # a round
LIKE = Card.parse("1x2:AB")


def _walker(energy: int, best_energy: int, rng: int) -> Replica[str]:
    return Replica("", energy, "", best_energy, rng)


@dataclass(frozen=True)
class Walk:
    """An objective without a kernel: the energy goes up and down by chance."""

    energy_unit: float = 1.0
    restart_fraction: float = 0.5
    steps_per_round: int = STEPS

    def energy_per_throw(self, energy: int) -> float:
        return float(energy)

    def best_cards(self, replica: Replica[str]) -> tuple[Card, ...]:
        return (Card(("AB"[replica.best_energy % 2] * 3,)),)

    def new_replica(self, rng: random.Random, like: Card | None) -> Replica[str]:
        energy = 50 if like else rng.randint(100, 200)
        return _walker(energy, energy, rng.getrandbits(32))

    def advance(self, replica: Replica[str], temperature: float, steps: int) -> Replica[str]:
        rng = random.Random(f"{replica.rng}/{temperature}/{steps}")
        energy = max(0, replica.energy + rng.randint(-9, 7))
        return _walker(energy, min(energy, replica.best_energy), rng.getrandbits(32))

    def is_cells(self, value: Any) -> bool:
        return isinstance(value, str)

    def reseeded(self, replica: Replica[str], seed: int) -> Replica[str]:
        return replica._replace(rng=seed)


WALK: Any = Walk()


def _walk(
    population: int = 3, rounds: int = 40, *, extra: int = 7, seed: int = 1
) -> AnnealingSchedule:
    steps = population * STEPS * (rounds - 1) + extra
    return AnnealingSchedule(WALK, population, steps, seed)


@pytest.fixture
def card_schedule(monkeypatch: Patch) -> AnnealingSchedule:
    """Return a schedule with a real card and short rounds."""
    monkeypatch.setattr(CardObjective, "steps_per_round", 2_000)
    return AnnealingSchedule(card_objective(4, 5, "ABCD", 700), population=2, steps=9_001, seed=5)


# --- schedules


@pytest.mark.parametrize("population", [1, 2, 3, 7, 8])
@pytest.mark.parametrize("steps", [1, 2, 7, STEPS - 1, STEPS, 3 * STEPS + 1, 24 * STEPS, 10**6 + 9])
def test_all_steps_are_done_and_hardly_more(population: int, steps: int) -> None:
    schedule = AnnealingSchedule(WALK, population, steps, 1)
    counts = [schedule.steps_in_round(number) for number in range(schedule.rounds)]
    assert all(1 <= count <= STEPS for count in counts)
    assert counts[:-1] == [STEPS] * (schedule.rounds - 1)
    total = schedule.steps_done(schedule.rounds)
    assert steps <= total == population * sum(counts) < steps + population


@pytest.mark.parametrize("like", [None, LIKE])
@pytest.mark.parametrize("rounds", [1, 2, 5, 10, 37, 1000])
def test_the_temperature_never_rises(rounds: int, like: Card | None) -> None:
    schedule = AnnealingSchedule(WALK, 1, rounds * STEPS, 1, like)
    assert all(0 < schedule.cooling_fraction(number) < 1 for number in range(rounds))
    temperatures = [schedule.temperature(number) for number in range(rounds)]
    assert all(after <= before for before, after in pairwise(temperatures))
    assert all(1 <= temperature <= 100 for temperature in temperatures)


def test_a_given_card_is_not_heated_beyond_the_restart_fraction() -> None:
    walks = (replace(WALK, restart_fraction=start) for start in (0.9, 0.02))
    cold, hot = (AnnealingSchedule(walk, 1, 100 * STEPS, 1, LIKE).temperature(0) for walk in walks)
    assert cold < 6
    assert hot > 30


@cases(
    "rows cols symbols steps",
    (10, 10, 6, 50_000),
    (10, 10, 10, 50_000),
    (6, 9, 4, 50_000),
    (5, 5, 3, 50_000),
    (10, 10, 3, 50_000 // 2),
    (10, 20, 6, 50_000 // 2),
    (10, 12, 4, 50_000 * 5 // 9),
)
def test_rounds_have_fewer_steps_where_a_step_takes_longer(
    rows: int, cols: int, symbols: int, steps: int
) -> None:
    card = card_objective(rows, cols, "ABCDEFGHIJ"[:symbols], 700)
    assert card.steps_per_round == card_set_objective(card, 2).steps_per_round == steps


def test_in_a_round_every_card_of_a_set_has_its_turn() -> None:
    card = card_objective(20, 20, "ABC", 700)
    assert card_set_objective(card, 4).steps_per_round == 6_250  # a turn takes 1,000


def test_objectives_have_replicas_of_their_own() -> None:
    card = card_objective(4, 5, "ABC", 700)
    card_set = card_set_objective(card, 2)
    card_replica = card.new_replica(random.Random(1), None)
    set_replica = card_set.new_replica(random.Random(1), None)
    assert len(card.advance(card_replica, 1.0, 10).cells) == 20
    assert len(card_set.advance(set_replica, 1.0, 10).cells) == 2


# --- resampling


def test_of_equal_weights_each_is_drawn_once() -> None:
    rng = random.Random(1)
    for size in (1, 2, 3, 8, 100):
        for _ in range(50):
            assert _systematic_resampling([0.1] * size, rng) == list(range(size))


def test_as_many_are_drawn_as_there_are_each_about_as_often_as_its_weight() -> None:
    rng = random.Random(2)
    for _ in range(300):
        weights = [rng.random() ** 9 for _ in range(rng.randint(1, 12))]
        indices = _systematic_resampling(weights, rng)
        assert len(indices) == len(weights)
        assert indices == sorted(indices)
        for index, weight in enumerate(weights):
            expected = weight * len(weights) / sum(weights)
            assert abs(indices.count(index) - expected) < 1 + 1e-9


def test_on_average_each_is_drawn_as_often_as_its_weight() -> None:
    rng = random.Random(3)
    weights = [0.1, 0.5, 0.0, 0.4]
    drawn = [index for _ in range(4000) for index in _systematic_resampling(weights, rng)]
    for index, weight in enumerate(weights):
        assert abs(drawn.count(index) / 4000 - 4 * weight) < 0.05


def test_a_copy_of_a_replica_has_random_numbers_of_its_own() -> None:
    schedule = _walk(population=6)
    replicas = [_walker(0, 0, 1), *(_walker(10**9, 10**9, 2 + number) for number in range(5))]
    resampled = _resample(schedule, 20, replicas, replicas[0])
    assert {replica.energy for replica in resampled} == {0}
    assert len({replica.rng for replica in resampled}) == 6
    assert replicas[0] in resampled


def test_for_the_last_rounds_replicas_restore_their_best_and_the_best_of_all_is_among_them() -> (
    None
):
    schedule = _walk(population=3, rounds=100)
    replicas = [_walker(9, 3, 1), _walker(8, 4, 2), _walker(7, 5, 3)]
    lost = _walker(50, 1, 9)
    assert _resample(schedule, 94, replicas, lost) == [
        _walker(1, 1, 9),
        _walker(4, 4, 2),
        _walker(5, 5, 3),
    ]
    assert lost.restore_best() not in _resample(schedule, 93, replicas, lost)


@cases(
    "rounds like first",
    (200, None, 188),
    (17, None, 16),
    (5, None, 4),
    (2, None, 1),
    (200, LIKE, 176),  # the temperature of 188, as half of the cooling is skipped
    (5, LIKE, 4),
)
def test_replicas_restore_their_best_once_when_it_is_cold_or_for_the_last_round(
    rounds: int, like: Card | None, first: int
) -> None:
    schedule = AnnealingSchedule(WALK, 2, 2 * STEPS * rounds, 1, like)
    replicas = [_walker(9, 3, 1), _walker(8, 4, 2)]
    restored = [_walker(1, 1, 9), _walker(4, 4, 2)]
    final = [
        number
        for number in range(1, rounds)
        if _resample(schedule, number, replicas, _walker(50, 1, 9)) == restored
    ]
    assert final == [first]
    assert schedule.temperature(first) <= 3 or first == rounds - 1


def test_replicas_that_have_seen_no_feasible_card_stay_where_they_are() -> None:
    found, none = (
        _walker(8, 4, 2),
        [_walker(9, INFEASIBLE_ENERGY, 1), _walker(7, INFEASIBLE_ENERGY, 3)],
    )
    best, lost, last = _walker(50, 1, 9), _walker(50, INFEASIBLE_ENERGY, 9), _walk(rounds=5)
    resampled = _resample(last, 4, [none[0], found, none[1]], best)
    assert resampled == [best.restore_best(), _walker(4, 4, 2), none[1]]
    assert _resample(last, 4, none, lost) == none


# --- searches


def test_progress_is_reported_at_the_start_and_after_each_part_and_the_best_never_gets_worse() -> (
    None
):
    schedule = _walk(population=3, extra=8)
    reports = list(search(schedule, map))
    assert [report.parts_done for report in reports] == list(range(3 * 40 + 1))
    assert [report.steps_done for report in reports[::3]] == [
        schedule.steps_done(number) for number in range(41)
    ]
    steps = [after.steps_done - before.steps_done for before, after in pairwise(reports)]
    assert steps == [STEPS] * 3 * 39 + [3] * 3
    assert {report.parts for report in reports} == {3 * 40}
    bests = [report.best_energy for report in reports]
    assert bests == sorted(bests, reverse=True)
    assert bests[0] > bests[-1]


def test_what_a_replica_has_found_is_reported_before_the_round_is_over() -> None:
    asked: list[int] = []

    def one_by_one(function: Any, tasks: Any) -> Iterator[Any]:
        for task in tasks:
            asked.append(1)
            yield function(task)

    reports = search(_walk(population=5, rounds=2), one_by_one)
    for number in range(5):
        assert next(reports).parts_done == number == len(asked)


def test_other_seeds_find_other_things() -> None:
    assert len({list(search(_walk(seed=seed), map))[-1].energy for seed in range(30)}) > 5


def _with_checkpoint(schedule: AnnealingSchedule, path: Path) -> list[SearchProgress]:
    with closing(Checkpoint(str(path), HEADER)) as checkpoint:
        return list(search(schedule, map, checkpoint=checkpoint))


def test_a_search_cut_anywhere_ends_like_one_that_was_not(tmp_path: Path) -> None:
    schedule, path = _walk(rounds=20), tmp_path / "checkpoint"
    reports = _with_checkpoint(schedule, path)
    assert reports == list(search(schedule, map))
    content = path.read_bytes()
    ends = [at + 1 for at, byte in enumerate(content) if byte == ord("\n")]
    assert len(ends) == 1 + 20
    for number, end in enumerate(ends):
        for torn in (0, 1, 9):
            path.write_bytes(content[: end + torn])
            assert _with_checkpoint(schedule, path) == reports[3 * number :]
            assert path.read_bytes() == content


def test_a_search_that_came_to_its_end_does_nothing_more(tmp_path: Path) -> None:
    schedule, path = _walk(rounds=5), tmp_path / "checkpoint"
    last = _with_checkpoint(schedule, path)[-1]
    assert _with_checkpoint(schedule, path) == [last]


def test_a_checkpoint_keeps_the_replicas_of_a_card_whole(
    card_schedule: AnnealingSchedule, tmp_path: Path
) -> None:
    schedule, path = card_schedule, tmp_path / "checkpoint"
    reports = _with_checkpoint(schedule, path)
    assert [report.parts_done for report in reports] == [0, 1, 2, 3, 4, 5, 6]
    content = path.read_bytes()
    first_two = content.splitlines(keepends=True)[:2]
    path.write_bytes(b"".join(first_two) + b"0123")
    assert _with_checkpoint(schedule, path) == reports[2:]
    assert path.read_bytes() == content
    _, replicas, best = json.loads(first_two[1].partition(b" ")[2])
    assert [list(Replica.from_json(record)) for record in (*replicas, best)] == [*replicas, best]


def test_the_result_does_not_depend_on_who_advances_the_replicas(
    card_schedule: AnnealingSchedule,
) -> None:
    schedule = card_schedule

    def backwards(function: Any, tasks: Any) -> Iterator[Any]:
        return iter([function(task) for task in reversed(list(tasks))][::-1])

    reports = list(search(schedule, map))
    assert list(search(schedule, backwards)) == reports
    with process_map(2) as each:
        assert list(search(schedule, each)) == reports


def test_a_given_card_is_where_a_search_begins() -> None:
    like = Card.parse("4x5:ABCDABCDABCDABCDABCD")
    objective = card_objective(4, 5, "ABCD", 700)
    first, *_, last = search(AnnealingSchedule(objective, 2, 2_000, 1, like), map)
    assert first.cards == (like,)
    assert last.best_energy <= first.best_energy


@cases(
    "record",
    *(None, 1, [], [1, [], []], [-1, [["", 1, "", 1, 1]] * 3, ["", 1, "", 1, 1]]),
    [41, [["", 1, "", 1, 1]] * 3, ["", 1, "", 1, 1]],
    [1, [["", 1, "", 1, 1]] * 2, ["", 1, "", 1, 1]],
    [1, [["", 1, "", 1, 1]] * 3, ["", 1, "", 1]],
    [1, [["", 1, "", 1, 2**64]] * 3, ["", 1, "", 1, 1]],
    [1, [["", 1.5, "", 1, 1]] * 3, ["", 1, "", 1, 1]],
    [1, [[["A"], 1, "", 1, 1]] * 3, ["", 1, "", 1, 1]],
)
def test_a_checkpoint_that_holds_something_else_is_an_error(record: Any, tmp_path: Path) -> None:
    with closing(Checkpoint(str(tmp_path / "kept"), {})) as checkpoint:
        checkpoint.records.append(record)
        with pytest.raises(CheckpointError, match="expected the replicas of this search, found"):
            next(search(_walk(), map, checkpoint=checkpoint))
