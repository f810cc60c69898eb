"""The best plan for known rolls: its points, its rolls, what is proven, and how it ends early."""

import pytest

from solver.errors import BrokenInvariantError, UndecidedError
from solver.knaster.hindsight import sheet_search
from solver.knaster.hindsight.best_plan import Plan, best_plan
from solver.knaster.hindsight.sheet_search import SheetSearch
from solver.knaster.line import CELLS
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.record import Record
from solver.knaster.rules import check, judge
from tests.solver.knaster import oracle
from tests.solver.knaster.hindsight.rolls_thrown import thrown
from tests.support import Patch, cases

VALUES = default_line_values()
SLOW = pytest.mark.slow


def _checked(rolls: tuple[int, ...], plan: Plan, values: LineValues = VALUES) -> Plan:
    """Return *plan*, which is legal, begins with *rolls*, and ends the game or uses them all."""
    assert tuple(turn.roll for turn in plan.turns) == rolls[: len(plan.turns)]
    verdict = check(Record.of_solitaire(plan.turns), values, plan.score)
    assert verdict.over or len(plan.turns) == len(rolls) or plan.score == values.max_score
    assert plan.sheet == verdict.sheets[0]
    return plan


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=SLOW) for seed in (1, 2))])
def test_sixty_rolls_make_115_with_few_of_them(seed: int) -> None:
    rolls = thrown(60, seed)
    plan = _checked(rolls, best_plan(rolls, VALUES))
    assert (plan.score, plan.proven, plan.stopped) == (115, True, False)
    assert len(CELLS) <= len(plan.turns) <= 30
    assert plan.fewest_proven == (len(plan.turns) == len(CELLS))
    assert best_plan(rolls, VALUES) == plan


def test_equal_rolls_are_all_written_and_circled_by_their_hands() -> None:
    plan = _checked((7,) * 60, best_plan((7,) * 60, VALUES))
    assert (plan.score, len(plan.turns), plan.fewest_proven) == (115, 25, True)


@cases("count", 1, 2, 11, 12, 25, *(pytest.param(count, marks=SLOW) for count in (7, 18, 24, 26)))
def test_a_short_list_is_played_to_its_end(count: int) -> None:
    rolls = thrown(count, 3)
    plan = _checked(rolls, best_plan(rolls, VALUES))
    assert 0 <= plan.score <= plan.bound
    assert plan.proven == (plan.score == plan.bound)
    assert plan.proven or count > 11


def test_rolls_of_which_few_can_circle_are_played_to_their_end() -> None:
    rolls = (2, 12) * 13 + (2,)  # 115 in 25 rolls, by full houses and the like
    assert _checked(rolls, best_plan(rolls, VALUES)).score == 115
    without_straights = (2, 3, 5, 6, 8, 9, 11, 12) * 3 + (2, 3)
    assert _checked(without_straights, best_plan(without_straights, VALUES)).score > 0


def test_the_best_plan_is_better_than_the_game_that_was_played() -> None:
    record = oracle.random_game(0)
    (sheet,) = judge(record).sheets
    plan = best_plan(record.rolls, VALUES)
    assert _checked(tuple(record.rolls), plan).score > sheet.score(VALUES)


def test_line_values_decide_which_line_is_circled() -> None:
    values = LineValues((0, 0, 50, *[0] * 9))
    plan = best_plan((3, 9, 4, 5, 6, 7, 3, 4), values)
    assert [line.name for line in plan.sheet.circled_lines()] == ["row 3"]


def test_a_hand_may_circle_a_line_that_another_case_asked_for() -> None:
    values = LineValues((5,) * 12)
    plan = best_plan((8,) * 7, values)
    assert (plan.score, plan.proven) == (10, True)


def test_a_line_without_a_hand_is_circled_and_proven_best() -> None:
    rolls = (2, 4, 6, 8, 10) * 2
    plan = _checked(rolls, best_plan(rolls, VALUES))
    assert (plan.score, plan.proven) == (15, True)


def test_a_plan_has_no_more_points_than_its_bound() -> None:
    with pytest.raises(BrokenInvariantError, match="3 points, which should be 2 at most"):
        Plan((), 3, 2)


def test_ctrl_c_leaves_the_best_plan_so_far(monkeypatch: Patch) -> None:
    rolls = thrown(20, 1)
    whole = SheetSearch.score_most

    def once(self: SheetSearch, *args: object, **options: object) -> object:
        monkeypatch.setattr(SheetSearch, "score_most", _interrupted)
        return whole(self, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(SheetSearch, "score_most", once)
    plan = _checked(rolls, best_plan(rolls, VALUES))
    assert plan.stopped
    assert plan.interrupted
    with pytest.raises(KeyboardInterrupt):
        best_plan(rolls, VALUES)


def _interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_a_time_limit_leaves_the_best_plan_so_far_if_there_is_one(monkeypatch: Patch) -> None:
    assert not best_plan(thrown(60, 1), VALUES, limit_s=100).stopped

    def slow(_: object, *, limit_s: float) -> None:
        raise TimeoutError(limit_s)

    monkeypatch.setattr(sheet_search, "interruptible", slow)
    with pytest.raises(UndecidedError, match="there was no plan within 1e-09 s"):
        best_plan(thrown(60, 1), VALUES, limit_s=1e-9)


def test_progress_is_told_with_notes() -> None:
    notes: list[str] = []
    best_plan(thrown(60, 1), VALUES, progress=lambda *told: notes.append(str(told[3])))
    assert notes[0] == "with 25 rolls"
