"""The best plan for known rolls: its points, its rolls, what is proven."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement

import numpy as np
import pytest

from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell
from solver.knaster.hindsight.answer import Plan, best_plan
from solver.knaster.hindsight.few_rolls import augmented_matching
from solver.knaster.hindsight.final_sheet import FinalSheet, NoLine
from solver.knaster.hindsight.kernel.matching import NONE, clear, hand_of, match, new_matching
from solver.knaster.hindsight.plan_search import best_hand, score_bound, score_most
from solver.knaster.line import CELLS, LINES, LineValues, default_line_values
from solver.knaster.record import Record
from solver.knaster.rules import check, judge
from solver.knaster.strategy.kernel.line_state import VALUES as KINDS
from solver.knaster.strategy.kernel.position import CELL_COUNT, EMPTY, LINE_COUNT, grid_of_lines
from tests.solver.knaster import oracle
from tests.solver.knaster.oracle import thrown
from tests.support import cases, slow

pytestmark = pytest.mark.usefixtures("short_searches")

VALUES = default_line_values()


def _best(rolls: Sequence[int], values: LineValues = VALUES) -> Plan:
    return best_plan(rolls, values=values).run()


def _checked(rolls: tuple[int, ...], plan: Plan, values: LineValues = VALUES) -> Plan:
    """Return *plan*, which is legal, begins with *rolls*, and ends the game or uses them all."""
    assert tuple(turn.roll for turn in plan.turns) == rolls[: len(plan.turns)]
    verdict = check(Record.of_solitaire(plan.turns), values, plan.score)
    assert verdict.over or len(plan.turns) == len(rolls) or plan.score == values.max_score
    assert plan.sheet == verdict.sheets[0]
    return plan


@pytest.mark.parametrize("seed", [0, *(slow(seed) for seed in (1, 2))])
def test_sixty_rolls_make_115_with_few_of_them(seed: int) -> None:
    rolls = thrown(60, seed)
    plan = _checked(rolls, _best(rolls))
    assert (plan.score, plan.proven, plan.stopped) == (115, True, False)
    assert len(CELLS) <= len(plan.turns) <= 30
    assert plan.fewest_proven == (len(plan.turns) == len(CELLS))
    assert _best(rolls) == plan


def test_equal_rolls_are_all_written_and_circled_by_their_hands() -> None:
    plan = _checked((7,) * 60, _best((7,) * 60))
    assert (plan.score, len(plan.turns), plan.fewest_proven) == (115, 25, True)


@cases("count", 1, 2, 11, 12, 25, *(slow(count) for count in (7, 18, 24, 26)))
def test_a_short_list_is_played_to_its_end(count: int) -> None:
    rolls = thrown(count, 3)
    plan = _checked(rolls, _best(rolls))
    assert 0 <= plan.score <= plan.bound
    assert plan.proven == (plan.score == plan.bound)
    assert plan.proven or count > 11


def test_rolls_of_which_few_can_circle_are_played_to_their_end() -> None:
    rolls = (2, 12) * 13 + (2,)  # 115 in 25 rolls, by full houses and the like
    assert _checked(rolls, _best(rolls)).score == 115
    without_straights = (2, 3, 5, 6, 8, 9, 11, 12) * 3 + (2, 3)
    assert _checked(without_straights, _best(without_straights)).score > 0


def test_line_values_decide_which_line_is_circled() -> None:
    values = LineValues((0, 0, 50, *[0] * 9))
    plan = _best((3, 9, 4, 5, 6, 7, 3, 4), values)
    assert [line.name for line in plan.sheet.circled_lines()] == ["row 3"]


def test_a_hand_may_circle_a_line_that_another_case_asked_for() -> None:
    values = LineValues((5,) * 12)
    plan = _best((8,) * 7, values)
    assert (plan.score, plan.proven) == (10, True)


def test_a_plan_has_no_more_points_than_its_bound() -> None:
    with pytest.raises(BrokenInvariantError, match="3 points, which should be 2 at most"):
        Plan((), 3, 2, (), VALUES)


def test_progress_has_notes() -> None:
    search = best_plan(thrown(60, 1))
    assert next(iter(search)).note == "with 25 rolls"


ROW = LINES[0]


def test_of_equal_rolls_the_last_circle_and_the_first_are_written() -> None:
    final = FinalSheet({Cell(0, 0): 7, Cell(2, 3): 7, Cell(1, 1): 4}, {Cell(2, 3): NoLine.BY_ROLL})
    turns = final.turns((7, 4, 7, 7))
    assert turns is not None
    assert [turn.action for turn in turns] == ["write d3", "write b2", "write a1", "circle d3"]


def test_a_hand_circles_in_excess_what_no_roll_is_to_circle() -> None:
    numbers = dict(zip(ROW.cells, (3, 4, 5, 6, 7), strict=True))
    final = FinalSheet(numbers, {ROW.cells[0]: NoLine.BY_ROLL, ROW.cells[1]: NoLine.BY_ROLL})
    turns = final.turns((3, 4, 5, 6, 7, 4, 3))
    assert turns is not None
    assert turns[4].bonus == ROW.cells[2:]
    check(Record.of_solitaire(turns), default_line_values(), 9 + 5)


def test_no_turns_lead_to_a_sheet_whose_rolls_have_nothing_left_to_circle() -> None:
    numbers = dict(zip(ROW.cells, (3, 4, 5, 6, 7), strict=True))
    # Of the five, the hand circles three, also of those that are meant for the rolls.
    final = FinalSheet(numbers, dict.fromkeys(ROW.cells[:4], NoLine.BY_ROLL))
    assert final.turns((3, 4, 5, 6, 7, 3, 4, 5, 6)) is None


def test_a_full_sheet_is_filled_by_one_of_the_last_two_rolls() -> None:
    numbers = {cell: 2 + 2 * (cell.col + cell.row) % 11 for cell in CELLS}
    counts = sorted(numbers.values())
    first, second = counts[0], counts[-1]
    targets = [next(cell for cell in CELLS if numbers[cell] == one) for one in (first, second)]
    final = FinalSheet(numbers, dict.fromkeys(targets, NoLine.BY_ROLL))
    turns = final.turns((*counts, second, first))
    assert turns is not None
    verdict = judge(Record.of_solitaire(turns))
    assert (verdict.violation, verdict.sheets[0].is_full) == (None, True)
    assert turns[-1].write or turns[-2].write


def test_a_game_that_would_end_too_early_is_no_plan() -> None:
    numbers = dict.fromkeys(CELLS, 5)
    numbers[Cell(0, 0)], numbers[Cell(4, 4)] = 2, 12
    final = FinalSheet(numbers, {Cell(0, 0): NoLine.BY_ROLL, Cell(4, 4): NoLine.BY_ROLL})
    assert final.turns((2, 12, *[5] * 23, 2, 12)) is None
    assert final.turns((2, *[5] * 22, 2, 12, 5, 12)) is not None


def test_the_best_hand_of_five_numbers_is_that_of_their_line() -> None:
    for numbers in combinations_with_replacement(range(2, 13), 5):
        assert best_hand(Counter(numbers)) == oracle.circles_of(numbers)


@cases(
    "rolls slack",
    *(((7,) * count, 1) for count in (14, 16, 18, 20, 23)),  # all hands are fives of a kind
    ((2, 3, 4, 5, 6) * 4, 2),  # all are straights
    (thrown(24, 1), 2),
    (thrown(18, 1), 20),
    (thrown(13, 1), 20),
)
def test_good_plans_come_near_the_bound_from_below(rolls: tuple[int, ...], slack: int) -> None:
    turns = score_most(rolls, VALUES, seed=0, steps=40_000)
    assert turns is not None
    (sheet,) = judge(Record.of_solitaire(turns)).sheets
    bound = score_bound(rolls, VALUES)
    assert bound - slack <= sheet.score(VALUES) <= bound


@cases(
    "rolls bound",
    ((), 0),
    ((7,), 0),
    ((7, 7), 1),
    ((2, 3, 4, 5, 6), 3),
    ((2, 3, 4, 5, 6, 2, 3), 15),
    ((7,) * 25, 115),
    ((2, 4, 6, 8, 10, 12), 0),  # no hand, and none circles
)
def test_bounds_that_can_be_reckoned_by_hand(rolls: tuple[int, ...], bound: int) -> None:
    assert score_bound(rolls, VALUES) == bound


def test_every_line_of_five_numbers_has_the_hand_of_the_rules() -> None:
    grid, value = grid_of_lines(), np.full(CELL_COUNT, EMPTY, np.int64)
    for numbers in combinations_with_replacement(range(2, 13), 5):
        value[grid.cells_of_line[3]] = np.array(numbers) - 2
        assert hand_of(grid, value, 3) == oracle.circles_of(numbers)
    value[grid.cells_of_line[3, 2]] = EMPTY
    assert hand_of(grid, value, 3) == 0


def test_as_many_cells_are_matched_as_by_another_matching_and_the_first_first() -> None:
    grid, rng = grid_of_lines(), random.Random(2)
    for _ in range(300):
        value = np.array([rng.choice([EMPTY, 3, 4, 4, 5, 6, 7]) for _ in range(CELL_COUNT)])
        matching = new_matching()
        for line in range(LINE_COUNT):
            matching.capacity[line] = hand_of(grid, value, line) if rng.random() < 0.7 else 0
        circling = [rng.choice([0, 0, 1, 2]) for _ in range(KINDS)]
        matching.capacity[LINE_COUNT:] = circling
        order = [cell for cell in rng.sample(range(CELL_COUNT), CELL_COUNT) if value[cell] != EMPTY]
        clear(matching)
        matched = [match(grid, matching, value, cell) for cell in order]

        numbers = [
            (int(value[cell]), tuple(map(int, grid.lines_of_cell[cell, : grid.line_count[cell]])))
            for cell in order
        ]
        hands = matching.capacity[:LINE_COUNT].tolist()
        rolls = Counter({number: count for number, count in enumerate(circling) if count})
        other = augmented_matching(numbers, hands, rolls)
        assert [place in other for place in range(len(order))] == matched
        owners = [owner for owner in matching.owner.tolist() if owner != NONE]
        assert Counter(owners) <= Counter(dict(enumerate(matching.capacity.tolist())))
        assert len(owners) == sum(matched)
