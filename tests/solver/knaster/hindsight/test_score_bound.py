"""The bound for the score of known rolls."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from solver.knaster.hindsight.score_bound import best_hand, score_bound
from solver.knaster.line_values import default_line_values
from solver.knaster.rules import judge
from tests.solver.knaster import oracle
from tests.solver.knaster.hindsight.rolls_thrown import thrown

VALUES = default_line_values()


def test_the_best_hand_of_five_numbers_is_that_of_their_line() -> None:
    for numbers in combinations_with_replacement(range(2, 13), 5):
        assert best_hand(Counter(numbers)) == oracle.circles_of(numbers)


def test_more_numbers_make_no_smaller_hand() -> None:
    for seed in range(50):
        rolls = thrown(12, seed)
        hands = [best_hand(Counter(rolls[:count])) for count in range(13)]
        assert hands == sorted(hands)


def test_no_game_has_more_points_than_the_bound_for_its_rolls() -> None:
    for seed in range(5):
        record = oracle.random_game(seed, players=1)
        for count in range(0, len(record.rolls) + 1, 5):
            turns = record.players[0].turns[:count]
            (sheet,) = judge(type(record).of_solitaire(turns)).sheets
            assert sheet.score(VALUES) <= score_bound(record.rolls[:count], VALUES)


@pytest.mark.parametrize(
    ("rolls", "bound"),
    [
        ((), 0),
        ((7,), 0),
        ((7, 7), 1),
        ((2, 3, 4, 5, 6), 3),
        ((2, 3, 4, 5, 6, 2, 3), 15),
        ((7,) * 25, 115),
        ((2, 4, 6, 8, 10, 12), 0),  # no hand, and none circles
    ],
)
def test_bounds_that_can_be_reckoned_by_hand(rolls: tuple[int, ...], bound: int) -> None:
    assert score_bound(rolls, VALUES) == bound
