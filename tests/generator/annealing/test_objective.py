"""Annealing: the energy kept move by move is that of a survey; every move keeps the constraints."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from generator.annealing.card_set import CardSetObjective
from generator.annealing.objective import CardObjective, Replica
from generator.annealing.population import search
from generator.annealing.schedule import AnnealingSchedule
from generator.annealing.tables import search_tables
from generator.constraints import LayoutConstraints as Constraints
from generator.spec import CardSetSpec
from solver.errors import PointsError
from solver.geometry.cell import Cell, rectangle
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, rolls, ways
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.survey.card_survey import RollSurvey, Survey
from tests.generator.annealing.objectives import card_objective
from tests.oracles import connected_sets
from tests.support import cases, slow

EQUAL = Points((3,) * 12)
LARGE = Points((900, 4000, 1000, 2100, 1, 3000, 2000, 3001, 4000, 10_000, 1999, 3000))
UNCONSTRAINED = Constraints(even=False)
USUAL = default_points()
# A size, dice, points and constraints, and the usual optimum on such a card, in hundredths.
CASES = [
    (4, 5, "ABC", USUAL, Constraints(), 750),
    (4, 5, "ABCD", EQUAL, UNCONSTRAINED, 550),
    (5, 7, "ABCD", USUAL, Constraints(most_touching=3, no_blocks=True), 1000),
    (5, 7, "ABCDE", USUAL, Constraints(no_dead_cell=True), 1000),
    (3, 9, "ABCD", USUAL, Constraints(no_blocks=True), 700),
    (7, 4, "ABCD", USUAL, Constraints(most_touching=2, every_line=True), 800),
    (9, 11, "ABCDEF", USUAL, Constraints(no_dead_cell=True), 1200),
    (7, 20, "ABCDEFG", USUAL, Constraints(), 1300),
    (6, 6, "ABCDEF", USUAL, Constraints(symmetry="quarter-turn", no_dead_cell=True), 1000),
    (5, 7, "ABCDE", USUAL, Constraints(symmetry="mirror", even=False), 1000),
    (6, 6, "ABCDEF", USUAL, Constraints(symmetry="mirrors"), 1000),
    (7, 5, "ABCDEF", USUAL, Constraints(symmetry="mirrors", even=False), 1000),
    (6, 8, "ABC", USUAL, Constraints(symmetry="mirrors", even=False), 1500),
    (6, 7, "ABCD", EQUAL, Constraints(symmetry="half-turn", no_blocks=True), 1000),
    (5, 8, "ABC", USUAL, Constraints(), 1100),  # more placements of a roll than a word has bits
    # Points beyond a byte.
    (5, 7, "ABCDE", LARGE, Constraints(no_dead_cell=True), 900_000),
    (6, 7, "ABCD", LARGE, Constraints(symmetry="half-turn", no_blocks=True), 900_000),
]
TEMPERATURES = [0.5, 7.0, 1000.0]


def _objective(number: int, rng: random.Random) -> CardObjective:
    """Return the objective of this case: each roll has a target of its own, or all have one."""
    rows, cols, symbols, points, constraints, usual = CASES[number]
    most = 0 if constraints.symmetry else usual // 3
    targets = tuple(usual + rng.randint(-most, most) for _ in rolls(symbols))
    return card_objective(rows, cols, symbols, targets, points=points, constraints=constraints)


def _survey(objective: CardObjective, cells: str) -> list[RollSurvey]:
    """Return the survey of the card of *cells*."""
    spec = objective.spec
    return Survey(objective.card(cells), spec.points, symbols=spec.symbols).rows


@cache
def _energy(objective: CardObjective, cells: str) -> int:
    """Return the energy of the card of *cells*, by its plain survey."""
    energy = 0
    for row, target in zip(_survey(objective, cells), objective.target_optima, strict=True):
        error = abs(100 * row.optimum - target)
        per_throw = error**2
        if error > 300:
            per_throw += 16 * (error - 300) ** 2
        if row.optimum == 0:
            per_throw += 400**2
        energy += ways(row.roll) * per_throw
    return energy


def _advanced(objective: CardObjective, seed: int, steps: list[int]) -> Iterator[Replica[str]]:
    """Yield the replica at its start and after each of the *steps*, at changing temperatures."""
    replica = objective.new_replica(random.Random(seed), None)
    yield replica
    for number, count in enumerate(steps):
        replica = objective.advance(replica, TEMPERATURES[number % len(TEMPERATURES)], count)
        yield replica


def _check_energies(objective: CardObjective, seed: int, steps: list[int]) -> None:
    least = 2**62
    for replica in _advanced(objective, seed, steps):
        assert _energy(objective, replica.cells) == replica.energy
        may_be_infeasible = objective.spec.constraints.no_dead_cell
        if not (may_be_infeasible and _dead_cells(objective.card(replica.best_cells))):
            assert _energy(objective, replica.best_cells) == replica.best_energy
        assert replica.best_energy <= least
        least = min(replica.best_energy, least)


# --- energies


@pytest.mark.parametrize(
    "number", [slow(at) if at in {6, 7, 12} else at for at in range(len(CASES))]
)
def test_the_energy_is_that_of_the_survey(number: int) -> None:
    objective = _objective(number, random.Random(number))
    _check_energies(objective, number, [300, 100, 300] if number < 6 else [400])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_energy_is_that_of_the_survey_for_many_cards(number: int, seed: int) -> None:
    rng = random.Random(f"{number}/{seed}")
    steps = [rng.choice((1, 7, 150, 2000)) for _ in range(6)]
    _check_energies(_objective(number, rng), seed, steps)


def test_steps_may_lead_from_a_dense_card_to_one_that_is_not() -> None:
    # A and B in halves apart: few legal placements; all mixed: many.
    objective = card_objective(4, 7, "ABC", 1100, constraints=UNCONSTRAINED)
    crowds = set()
    replica = objective.new_replica(random.Random(5), None)
    for temperature in (1000.0,) * 6 + (0.5,) * 2:
        rows = _survey(objective, replica.cells)
        crowds.add(max(row.placements for row in rows) > 64)
        assert _energy(objective, replica.cells) == replica.energy
        replica = objective.advance(replica, temperature, 200)
    assert crowds == {True, False}


def _richest(rows: int, cols: int, symbols: str, constraints: Constraints) -> CardObjective:
    """Return the objective of a card on which every roll is to be worth 18."""
    spec = card_objective(rows, cols, symbols, 1800, constraints=constraints).spec
    return CardObjective.flat(replace(spec, target=Fraction(18)))


def _lacking(objective: CardObjective, cells: str, roll: Roll) -> int:
    """Return how many shapes *roll* lacks for 18 points, or 1 if its placements overlap."""
    card, points = objective.card(cells), objective.spec.points
    engine = BitsetEngine(RollProblem(card, roll, points))
    shapes = {placement.shape for placement in engine.placements}
    lacking = len({*"IWX"} - shapes) + max(0, 2 - len({*"TVZ"} & shapes))
    return lacking or int(engine.score(engine.best() or ()) < 18)


@cases(
    "size constraints",
    ((10, 11), UNCONSTRAINED),
    ((10, 12), Constraints(even=False, symmetry="mirrors")),
    ((9, 13), Constraints(even=False, symmetry="half-turn")),
)
def test_where_only_the_most_counts_the_energy_is_what_the_rolls_lack(
    size: tuple[int, int], constraints: Constraints
) -> None:
    objective = _richest(*size, "ABCDE", constraints)
    assert objective.only_most
    mean_ways = objective.throws // len(objective.target_optima)
    *_, replica = _advanced(objective, 3, [300, 300])
    lacking = [_lacking(objective, replica.cells, roll) for roll in rolls("ABCDE")]
    per_roll = [n**2 + 16 * max(n - 3, 0) ** 2 for n in lacking]
    assert replica.energy == 100**2 * mean_ways * sum(per_roll)
    assert objective.replica_of(replica.cells, 1).energy == replica.energy
    assert len(set(lacking)) > 1


def test_a_perfect_card_has_no_energy_where_only_the_most_counts() -> None:
    cells = "BABCADEAEACDADACDCEDBBECDEEACDAACDECACEBBEBDEBBAADBDEDBCCDECEAEBAA"
    cells += "DBEBDBCCDDEBDEDDEACAEBACCBACEEBAEDDBEABACBCBACECEBCADCD"
    objective = _richest(11, 11, "ABCDE", Constraints())
    replica = objective.replica_of(cells, 1)
    assert {row.optimum for row in _survey(objective, replica.cells)} == {18}
    assert replica.energy == 0


@cases(
    "size symbols constraints",
    ((10, 10), "ABCDEF", Constraints()),  # 64 placements of X, 126 rolls
    ((7, 7), "ABC", Constraints()),  # three rolls
    ((11, 11), "ABCDE", Constraints(no_dead_cell=True)),  # which any tile makes alive
)
def test_elsewhere_all_that_a_roll_is_worth_counts(
    size: tuple[int, int], symbols: str, constraints: Constraints
) -> None:
    assert not _richest(*size, symbols, constraints).only_most


def test_the_cards_of_a_set_are_never_searched_for_the_most_alone() -> None:
    one = Fraction(1)
    card_set = CardSetSpec(
        2, search=True, target_weight=one, place_tolerance=one, min_differing_cells=5
    )
    spec = replace(_richest(10, 11, "ABCDE", Constraints()).spec, card_set=card_set)
    schedule = AnnealingSchedule.for_spec(replace(spec, steps=3000, population=1))
    assert isinstance(schedule.objective, CardSetObjective)
    assert not schedule.objective.card_objective.only_most
    *_, last = search(schedule, map)
    assert len(last.cards) == 2


def test_a_dud_costs_what_four_points_more_would() -> None:
    blank = "2x5:AABBAAABBA"
    objective = card_objective(2, 5, "ABC", 400, constraints=UNCONSTRAINED)
    replica = objective.replica_of("".join(Card.parse(blank).lines), 1)
    assert objective.optima(objective.state_of(replica.cells)).tolist() == [0, 0, 0]
    # Each roll: 4 points off, one of them beyond the limit, four times; and 4 for the dud.
    assert replica.energy == objective.throws * 100**2 * (4**2 + 4**2 + 4**2)


def test_optima_come_in_the_order_of_the_rolls() -> None:
    objective = _objective(2, random.Random(3))
    cells = objective.new_replica(random.Random(3), None).cells
    rows = _survey(objective, cells)
    assert [row.roll for row in rows] == list(rolls(objective.spec.symbols))
    assert [row.optimum for row in rows] == objective.optima(objective.state_of(cells)).tolist()


def test_at_temperature_0_the_energy_never_rises() -> None:
    objective = _objective(0, random.Random(4))
    replica = objective.new_replica(random.Random(4), None)
    for _ in range(5):
        after = objective.advance(replica, 0.0, 50)
        assert after.energy <= replica.energy
        assert (after.best_energy, after.energy) == (after.energy, after.best_energy)
        replica = after


@pytest.mark.parametrize("points", [LARGE, Points((51,) * 12), Points((51,) * 11 + (52,))])
def test_the_bound_of_all_shapes_is_the_score_of_the_best_five(points: Points) -> None:
    tables = search_tables(4, 5, "ABC", points, UNCONSTRAINED)
    bound = int(tables.max_points[-1, -1]) << int(tables.unit_bits)
    best = sum(points[shape] for shape in points.highest_first[:5])
    assert bound - (1 << int(tables.unit_bits)) < best <= bound


def test_points_too_high_for_exact_energies_are_refused() -> None:
    with pytest.raises(
        PointsError,
        match=r"^points: expected at most \d+ for a packing in a search, and so for --target",
    ):
        card_objective(4, 5, "ABCDEF", (100,) * 171, points=Points((20_000,) * 12))


# --- constraints


CONSTRAINTS = [
    Constraints(),
    Constraints(even=False, most_touching=1),
    Constraints(most_touching=2),
    Constraints(even=False, no_blocks=True),
    Constraints(even=False, every_line=True),
    Constraints(most_touching=3, no_blocks=True, every_line=True, no_dead_cell=True),
]


def _is_kept(objective: CardObjective, constraints: Constraints, cells: str) -> bool:
    card = objective.card(cells)
    return not constraints.violations(card, objective.spec.symbols) and not (
        constraints.no_dead_cell and _dead_cells(card)
    )


def _dead_cells(card: Card) -> set[Cell]:
    """Return the cells through which no pentomino has a symbol twice at most, by going through."""
    alive: set[Cell] = set()
    for cells in _pentominoes(card.rows, card.cols):
        if max(Counter(card[cell] for cell in cells).values()) <= 2:
            alive |= cells
    return set(card.cells) - alive


@cache
def _pentominoes(rows: int, cols: int) -> list[frozenset[Cell]]:
    return [frozenset(cells) for cells in connected_sets(rectangle(rows, cols), 5)]


@pytest.mark.parametrize("constraints", CONSTRAINTS, ids=str)
@pytest.mark.parametrize("size", [slow((6, 5)), (4, 7)])
def test_every_move_keeps_the_constraints(size: tuple[int, int], constraints: Constraints) -> None:
    objective = card_objective(*size, "ABCD", 800, constraints=constraints)
    replica = objective.new_replica(random.Random(1), None)
    assert _is_kept(objective, constraints, replica.cells)
    cards = {replica.cells}
    for number in range(60):
        replica = objective.advance(replica, TEMPERATURES[number % 3], (1, 100)[number % 2])
        cards |= {replica.cells, replica.best_cells}
    assert len(cards) > 3
    assert all(_is_kept(objective, constraints, cells) for cells in cards)


@pytest.mark.slow
@pytest.mark.parametrize("constraints", CONSTRAINTS, ids=str)
@pytest.mark.parametrize("seed", range(20))
def test_many_moves_keep_the_constraints(constraints: Constraints, seed: int) -> None:
    rows, cols = random.Random(seed).choice([(5, 6), (7, 4), (4, 9), (6, 8)])
    objective = card_objective(rows, cols, "ABCD", 900, constraints=constraints)
    replica = objective.new_replica(random.Random(seed), None)
    for number in range(300):
        replica = objective.advance(replica, TEMPERATURES[number % 3], 3)
        assert _is_kept(objective, constraints, replica.cells)
        assert _is_kept(objective, constraints, replica.best_cells)


@cases(
    "constraints", Constraints(), *(replace(each, even=False) for each in CONSTRAINTS[1:]), ids=str
)
def test_without_the_constraints_they_are_broken(constraints: Constraints) -> None:
    objective = card_objective(5, 6, "ABCD", 800, constraints=UNCONSTRAINED)
    ends = (
        objective.advance(objective.new_replica(random.Random(seed), None), 1000.0, 200).cells
        for seed in range(20)
    )
    assert not all(_is_kept(objective, constraints, cells) for cells in ends)


@pytest.mark.parametrize(("rows", "seeds"), [slow(3, range(10)), (4, range(2))])
def test_cells_become_dead_only_where_that_is_allowed(rows: int, seeds: range) -> None:
    constraints = Constraints(even=False, no_dead_cell=True)
    strict = card_objective(rows, 7, "ABC", 700, constraints=constraints)
    free = card_objective(rows, 7, "ABC", 700, constraints=UNCONSTRAINED)
    dead = 0
    for seed in seeds:
        start = _without_dead_cells(strict, seed)
        is_dense = max(row.placements for row in _survey(strict, start.cells)) > 64
        assert is_dense or rows == 3  # larger cards are searched by lists
        for number in range(5):
            steps = 10 * (number + 1)
            replica = strict.advance(start, 1000.0, steps)
            assert not _dead_cells(strict.card(replica.cells))
            assert _energy(strict, replica.cells) == replica.energy
            dead += bool(_dead_cells(free.card(free.advance(start, 1000.0, steps).cells)))
    assert dead


def _without_dead_cells(objective: CardObjective, seed: int) -> Replica[str]:
    """Return a replica whose card has no dead cell."""
    rng = random.Random(seed)
    while True:
        replica = objective.new_replica(rng, None)
        if not _dead_cells(objective.card(replica.cells)):
            return replica


def test_a_card_without_dead_cells_is_better_than_one_with() -> None:
    card = Card.parse("3x7:AABBCCCAABBCCCABABABA")
    assert _dead_cells(card)
    optima = [row.optimum for row in _survey(card_objective(3, 7, "ABC", 0), "".join(card.lines))]
    constraints = Constraints(even=False, no_dead_cell=True)
    targets = tuple(100 * optimum for optimum in optima)
    objective = card_objective(3, 7, "ABC", targets, constraints=constraints)
    start = objective.replica_of("".join(card.lines), 1)
    assert start.energy == 0
    replica = objective.advance(start, 1000.0, 5000)
    assert not _dead_cells(objective.card(replica.cells))
    assert not _dead_cells(objective.card(replica.best_cells))


# --- nothing but its arguments


def test_advancing_depends_on_nothing_but_the_arguments() -> None:
    objective, other = (_objective(number, random.Random(number)) for number in (2, 4))
    replica = objective.new_replica(random.Random(1), None)
    first = objective.advance(replica, 7.0, 500)
    other.advance(other.new_replica(random.Random(2), None), 7.0, 500)
    assert objective.advance(replica, 7.0, 500) == first
    assert replace(objective).advance(Replica(*replica), 7.0, 500) == first


@pytest.mark.parametrize("number", range(len(CASES)))
def test_a_state_that_is_kept_changes_nothing(number: int) -> None:
    objective = _objective(number, random.Random(number))
    kept = fresh = objective.new_replica(random.Random(number), None)
    state = objective.state_of(kept.cells)
    for temperature in (1000.0, 30.0, 7.0, 0.5):
        kept = objective.advance(kept, temperature, 60, state=state)
        fresh = objective.advance(fresh, temperature, 60)
        assert kept == fresh


def test_other_random_numbers_give_other_cards_and_no_steps_change_nothing() -> None:
    objective = _objective(2, random.Random(2))
    replica = objective.new_replica(random.Random(1), None)
    others = (objective.reseeded(replica, seed) for seed in range(1, 20, 2))
    assert len({objective.advance(other, 7.0, 500).cells for other in others}) == 10
    assert objective.advance(replica, 7.0, 0) == replica


def test_random_numbers_never_come_to_a_standstill() -> None:
    objective = _objective(0, random.Random(2))
    replica = objective.new_replica(random.Random(1), None)
    assert replica.rng % 2 == 1
    assert objective.reseeded(replica, 0).rng == 1
