"""The bound for the score of known rolls."""

from collections import Counter
from itertools import combinations_with_replacement

from solver.knaster.hindsight.score_bound import best_hand, score_bound
from solver.knaster.hindsight.sheet_search import SheetSearch
from solver.knaster.line_values import default_line_values
from solver.knaster.record import Record
from solver.knaster.rules import judge
from tests.solver.knaster import oracle
from tests.solver.knaster.hindsight.rolls_thrown import thrown
from tests.support import cases

VALUES = default_line_values()


def test_the_best_hand_of_five_numbers_is_that_of_their_line() -> None:
    for numbers in combinations_with_replacement(range(2, 13), 5):
        assert best_hand(Counter(numbers)) == oracle.circles_of(numbers)


def test_more_numbers_make_no_smaller_hand() -> None:
    for seed in range(50):
        rolls = thrown(12, seed)
        hands = [best_hand(Counter(rolls[:count])) for count in range(13)]
        assert hands == sorted(hands)


@cases(
    "rolls slack",
    *(((7,) * count, 1) for count in (14, 16, 18, 20, 23)),  # all hands are fives of a kind
    ((2, 3, 4, 5, 6) * 4, 2),  # all are straights
    (thrown(24, 1), 2),
    (thrown(18, 1), 20),
    (thrown(13, 1), 20),
)
def test_good_plans_come_near_the_bound_but_have_no_more(
    rolls: tuple[int, ...], slack: int
) -> None:
    turns = SheetSearch(None).score_most(rolls, VALUES, seed=0, steps=40_000)
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
