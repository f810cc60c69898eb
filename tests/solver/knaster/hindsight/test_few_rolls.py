"""The best of few rolls, against all games played turn by turn."""

import random

import pytest

from solver.knaster.hindsight.few_rolls import MAX_FEW, best_of_few
from solver.knaster.hindsight.score_bound import score_bound
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.record import Record
from solver.knaster.rules import check
from tests.solver.knaster.hindsight.brute_force import most_points
from tests.solver.knaster.hindsight.rolls_thrown import thrown

VALUES = default_line_values()


def _lists_of_rolls() -> list[tuple[int, ...]]:
    """Return lists of which many can make a hand."""
    rng = random.Random(1)
    return [
        tuple(rng.randint(6, rng.choice((6, 7, 8, 10, 12))) for _ in range(length))
        for length in (1, 2, 3, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7)
    ]


@pytest.mark.parametrize("rolls", _lists_of_rolls(), ids=str)
def test_the_best_of_few_rolls_is_that_of_all_games(rolls: tuple[int, ...]) -> None:
    turns, bound = best_of_few(rolls, VALUES)
    best = most_points(rolls, VALUES)
    check(Record.of_solitaire(turns), VALUES, best)
    assert best == bound <= score_bound(rolls, VALUES)


@pytest.mark.parametrize(
    ("rolls", "score"),
    [
        ((4, 10, 8, 10, 5, 6, 11, 7, 7, 9), 17),  # 4-8 and 7-11 cross in 8: 3 + 3, and one 10
        ((2, 2, 2, 2, 2, 2, 2, 2, 2), 16),  # five of a kind crosses five of a kind
        ((2, 4, 6, 8, 10, 12, 2, 4, 6), 3),  # no hand but two pairs, which a roll does as well
        ((12, 12, 12, 12, 12, 12, 12), 15),  # a diagonal of five, two circled by rolls
    ],
)
def test_two_lines_that_cross_share_what_they_circle(rolls: tuple[int, ...], score: int) -> None:
    turns, bound = best_of_few(rolls, VALUES)
    check(Record.of_solitaire(turns), VALUES, score)
    assert bound == score


def test_two_lines_apart_have_the_straights_that_share_no_number() -> None:
    rolls = (2, 3, 4, 5, 6, 2, 8, 9, 10, 11, 12)
    turns, bound = best_of_few(rolls, VALUES)
    check(Record.of_solitaire(turns), VALUES, bound)
    assert bound == 3 + 3 + 1


def test_the_line_of_most_points_is_circled() -> None:
    values = LineValues((20, 30, 0, 0, 0, *[0] * 7))
    rolls = (3,) * 11  # nine of them in row 2 and a col, and two that circle
    turns, bound = best_of_few(rolls, values)
    sheet = check(Record.of_solitaire(turns), values, bound).sheets[0]
    assert bound == 30 + 3 + 3 + 2
    assert [line.name for line in sheet.circled_lines()] == ["row 2"]


def test_eleven_rolls_of_dice_are_solved_and_proven() -> None:
    for seed in range(5):
        rolls = thrown(MAX_FEW, seed)
        turns, bound = best_of_few(rolls, VALUES)
        check(Record.of_solitaire(turns), VALUES, bound)
