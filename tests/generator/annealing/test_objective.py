"""Annealing: the energy kept step by step is that of a survey; wishes are kept at every step."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from generator.annealing.kernel.tables import search_tables
from generator.annealing.objective import AnnealingObjective, CardReplica
from generator.constraints import LayoutConstraints
from solver.errors import PointsError
from solver.geometry.cell import Cell, rectangle
from solver.penta_rush.card import Card, parse_card
from solver.penta_rush.dice import rolls, ways
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.survey.card_survey import survey
from tests.oracles import connected_sets

pytestmark = pytest.mark.usefixtures("compiled")

EQUAL = Points((3,) * 12)
LARGE = Points((900, 4000, 1000, 2100, 1, 3000, 2000, 3001, 4000, 10_000, 1999, 3000))
NONE = LayoutConstraints(even=False)
# A size, dice, points and wishes, and the value of a card of that kind, in hundredths.
QUESTS = [
    (4, 5, "ABC", default_points(), LayoutConstraints(), 750),
    (4, 5, "ABCD", EQUAL, NONE, 550),
    (5, 7, "ABCD", default_points(), LayoutConstraints(most_touching=3, no_blocks=True), 1000),
    (5, 7, "ABCDE", default_points(), LayoutConstraints(no_dead_cell=True), 1000),
    (3, 9, "ABCD", default_points(), LayoutConstraints(no_blocks=True), 700),
    (7, 4, "ABCD", default_points(), LayoutConstraints(most_touching=2, every_line=True), 800),
    (9, 11, "ABCDEF", default_points(), LayoutConstraints(no_dead_cell=True), 1200),
    (7, 20, "ABCDEFG", default_points(), LayoutConstraints(), 1300),
    (6, 6, "ABCDEF", default_points(), LayoutConstraints(symmetry="quarter-turn", no_dead_cell=True), 1000),
    (5, 7, "ABCDE", default_points(), LayoutConstraints(symmetry="mirror", even=False), 1000),
    (6, 7, "ABCD", EQUAL, LayoutConstraints(symmetry="half-turn", no_blocks=True), 1000),
    # Points beyond a byte have kernels of their own, which take long to compile.
    (5, 7, "ABCDE", LARGE, LayoutConstraints(no_dead_cell=True), 900_000),
    (6, 7, "ABCD", LARGE, LayoutConstraints(symmetry="half-turn", no_blocks=True), 900_000),
]
IN_BYTES = [number for number, (_, _, _, points, _, _) in enumerate(QUESTS) if points != LARGE]
HEATS = [0.5, 7.0, 1000.0]


def _quest(number: int, rng: random.Random) -> AnnealingObjective:
    """Return the quest of this number, with aims of their own for the rolls, or one for all."""
    rows, cols, symbols, points, wishes, value = QUESTS[number]
    most = 0 if wishes.symmetry else value // 3
    aims = tuple(value + rng.randint(-most, most) for _ in rolls(symbols))
    return AnnealingObjective(rows, cols, symbols, points, wishes, aims)


@cache
def _energy(quest: AnnealingObjective, cells: str) -> int:
    """Return the energy of the card of *cells*, by its plain survey."""
    energy = 0
    rows = survey(quest.card(cells), quest.points, symbols=quest.symbols).rows
    for row, aim in zip(rows, quest.aims, strict=True):
        off = abs(100 * row.optimum - aim)
        each = off**2
        if off > 300:
            each += 16 * (off - 300) ** 2
        if row.optimum == 0:
            each += 400**2
        energy += ways(row.roll) * each
    return energy


def _legs(quest: AnnealingObjective, seed: int, steps: list[int]) -> Iterator[CardReplica]:
    """Yield the island at its start and after each leg, at one heat after another."""
    island = quest.begin(random.Random(seed), None)
    yield island
    for number, some in enumerate(steps):
        island = quest.advance(island, HEATS[number % len(HEATS)], some)
        yield island


def _check_energies(quest: AnnealingObjective, seed: int, steps: list[int]) -> None:
    least = 2**62
    for island in _legs(quest, seed, steps):
        assert _energy(quest, island.cells) == island.energy
        if not (quest.wishes.no_dead_cell and _dead_cells(quest.card(island.best))):
            assert _energy(quest, island.best) == island.best_energy
        assert island.best_energy <= least
        least = min(island.best_energy, least)


# --- energies


@pytest.mark.parametrize("number", IN_BYTES)
def test_the_energy_is_that_of_the_survey(number: int) -> None:
    quest = _quest(number, random.Random(number))
    _check_energies(quest, number, [300, 100, 300] if number < 6 else [400])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("number", range(len(QUESTS)))
def test_the_energy_is_that_of_the_survey_for_many_cards(number: int, seed: int) -> None:
    rng = random.Random(f"{number}/{seed}")
    steps = [rng.choice((1, 7, 150, 2000)) for _ in range(6)]
    _check_energies(_quest(number, rng), seed, steps)


def _crowded() -> AnnealingObjective:
    """Return a quest on whose cards the rolls have more placements than a word has bits."""
    aims = tuple(1100 for _ in rolls("ABC"))
    return AnnealingObjective(5, 8, "ABC", default_points(), LayoutConstraints(), aims)


def test_a_card_with_more_placements_than_bits_is_judged_as_a_whole() -> None:
    quest = _crowded()
    start = quest.begin(random.Random(2), None)
    rows = survey(quest.card(start.cells), quest.points, symbols=quest.symbols).rows
    assert max(row.placements for row in rows) > 64
    _check_energies(quest, 2, [60, 60])


def test_steps_may_lead_from_a_crowded_card_to_one_that_is_not() -> None:
    # A and B in halves apart: few legal placements; all mixed: many.
    quest = replace(_crowded(), rows=4, cols=7, wishes=NONE)
    crowds = set()
    island = quest.begin(random.Random(5), None)
    for heat in (1000.0,) * 6 + (0.5,) * 2:
        rows = survey(quest.card(island.cells), quest.points, symbols=quest.symbols).rows
        crowds.add(max(row.placements for row in rows) > 64)
        assert _energy(quest, island.cells) == island.energy
        island = quest.advance(island, heat, 200)
    assert crowds == {True, False}


def test_a_dud_costs_what_four_points_more_would() -> None:
    blank = "2x5:AABBAAABBA"
    quest = AnnealingObjective(2, 5, "ABC", default_points(), NONE, (400,) * 3)
    island = quest.settle(parse_card(blank), 1)
    assert quest.optima(island.cells) == [0, 0, 0]
    # Each roll: 4 points off, one of them beyond the reach, four times; and 4 for the dud.
    assert island.energy == quest.throws * 100**2 * (4**2 + 4**2 + 4**2)


def test_optima_come_in_the_order_of_the_rolls() -> None:
    quest = _quest(2, random.Random(3))
    cells = quest.begin(random.Random(3), None).cells
    rows = survey(quest.card(cells), quest.points, symbols=quest.symbols).rows
    assert [row.roll for row in rows] == list(rolls(quest.symbols))
    assert [row.optimum for row in rows] == quest.optima(cells)


def test_without_heat_no_step_costs_anything() -> None:
    quest = _quest(0, random.Random(4))
    island = quest.begin(random.Random(4), None)
    for _ in range(5):
        after = quest.advance(island, 0.0, 50)
        assert after.energy <= island.energy
        assert (after.best_energy, after.energy) == (after.energy, after.best_energy)
        island = after


@pytest.mark.parametrize("points", [LARGE, Points((51,) * 12), Points((51,) * 11 + (52,))])
def test_the_bound_of_all_shapes_is_the_worth_of_the_dearest_five(points: Points) -> None:
    bounds = search_tables(4, 5, "ABC", points, None).bounds
    assert bounds[-1, -1] == sum(points[shape] for shape in points.highest_first[:5])


def test_points_too_high_for_exact_energies_are_told() -> None:
    with pytest.raises(PointsError, match="expected less, for a search"):
        AnnealingObjective(4, 5, "ABCDEF", Points((20_000,) * 12), LayoutConstraints(), (100,) * 171)


# --- wishes


WISHES = [
    LayoutConstraints(),
    LayoutConstraints(even=False, most_touching=1),
    LayoutConstraints(most_touching=2),
    LayoutConstraints(even=False, no_blocks=True),
    LayoutConstraints(even=False, every_line=True),
    LayoutConstraints(most_touching=3, no_blocks=True, every_line=True, no_dead_cell=True),
]


def _is_kept(quest: AnnealingObjective, wishes: LayoutConstraints, cells: str) -> bool:
    card = quest.card(cells)
    return not wishes.violations(card, quest.symbols) and not (
        wishes.no_dead_cell and _dead_cells(card)
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


@pytest.mark.parametrize("wishes", WISHES, ids=str)
@pytest.mark.parametrize("size", [(6, 5), (4, 7)])
def test_wishes_are_kept_at_every_step(size: tuple[int, int], wishes: LayoutConstraints) -> None:
    quest = AnnealingObjective(*size, "ABCD", default_points(), wishes, (800,) * 16)
    island = quest.begin(random.Random(1), None)
    assert _is_kept(quest, wishes, island.cells)
    cards = {island.cells}
    for number in range(60):
        island = quest.advance(island, HEATS[number % 3], (1, 100)[number % 2])
        cards |= {island.cells, island.best}
    assert len(cards) > 3
    assert all(_is_kept(quest, wishes, cells) for cells in cards)


@pytest.mark.slow
@pytest.mark.parametrize("wishes", WISHES, ids=str)
@pytest.mark.parametrize("seed", range(20))
def test_wishes_are_kept_at_many_steps(wishes: LayoutConstraints, seed: int) -> None:
    rows, cols = random.Random(seed).choice([(5, 6), (7, 4), (4, 9), (6, 8)])
    quest = AnnealingObjective(rows, cols, "ABCD", default_points(), wishes, (900,) * 16)
    island = quest.begin(random.Random(seed), None)
    for number in range(300):
        island = quest.advance(island, HEATS[number % 3], 3)
        assert _is_kept(quest, wishes, island.cells)
        assert _is_kept(quest, wishes, island.best)


@pytest.mark.parametrize(
    "wishes", [LayoutConstraints(), *(replace(one, even=False) for one in WISHES[1:])], ids=str
)
def test_what_is_not_wished_is_not_kept(wishes: LayoutConstraints) -> None:
    quest = AnnealingObjective(5, 6, "ABCD", default_points(), NONE, (800,) * 16)
    ends = (
        quest.advance(quest.begin(random.Random(seed), None), 1000.0, 200).cells
        for seed in range(20)
    )
    assert not all(_is_kept(quest, wishes, cells) for cells in ends)


def test_no_cell_dies_but_by_leave() -> None:
    wishes = LayoutConstraints(even=False, no_dead_cell=True)
    wished = AnnealingObjective(3, 7, "ABC", default_points(), wishes, (700,) * 3)
    free = replace(wished, wishes=NONE)
    dead = 0
    for seed in range(10):
        start = _lively(wished, seed)
        for number in range(5):
            steps = 10 * (number + 1)
            assert not _dead_cells(wished.card(wished.advance(start, 1000.0, steps).cells))
            dead += bool(_dead_cells(free.card(free.advance(start, 1000.0, steps).cells)))
    assert dead


def _lively(quest: AnnealingObjective, seed: int) -> CardReplica:
    """Return an island whose card has no dead cell."""
    rng = random.Random(seed)
    while True:
        island = quest.begin(rng, None)
        if not _dead_cells(quest.card(island.cells)):
            return island


def test_a_card_without_dead_cells_is_better_than_one_with() -> None:
    card = parse_card("3x7:AABBCCCAABBCCCABABABA")
    assert _dead_cells(card)
    quest = AnnealingObjective(3, 7, "ABC", default_points(), LayoutConstraints(even=False), (0,) * 3)
    aims = tuple(100 * optimum for optimum in quest.optima("".join(card.lines)))
    quest = replace(quest, aims=aims, wishes=LayoutConstraints(even=False, no_dead_cell=True))
    start = quest.settle(card, 1)
    assert start.energy == 0
    island = quest.advance(start, 1000.0, 5000)
    assert not _dead_cells(quest.card(island.cells))
    assert not _dead_cells(quest.card(island.best))


# --- nothing but its arguments


def test_to_go_on_depends_on_nothing_but_the_arguments() -> None:
    quest, other = (_quest(number, random.Random(number)) for number in (2, 4))
    island = quest.begin(random.Random(1), None)
    first = quest.advance(island, 7.0, 500)
    other.advance(other.begin(random.Random(2), None), 7.0, 500)
    assert quest.advance(island, 7.0, 500) == first
    assert replace(quest).advance(CardReplica(*island), 7.0, 500) == first


def test_other_random_numbers_give_other_cards() -> None:
    quest = _quest(2, random.Random(2))
    island = quest.begin(random.Random(1), None)
    ends = {quest.advance(island.reseeded(seed), 7.0, 500).cells for seed in range(1, 20, 2)}
    assert len(ends) == 10


def test_no_steps_change_nothing() -> None:
    quest = _quest(3, random.Random(2))
    island = quest.begin(random.Random(1), None)
    assert quest.advance(island, 7.0, 0) == island


def test_random_numbers_never_come_to_a_standstill() -> None:
    quest = _quest(0, random.Random(2))
    island = quest.begin(random.Random(1), None)
    assert island.rng % 2 == 1
    assert island.reseeded(0).rng == 1
