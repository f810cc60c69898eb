"""The best of few rolls, against all games played turn by turn."""

import random

import pytest

from solver.knaster.hindsight.few_rolls import MAX_FEW, best_of_few
from solver.knaster.hindsight.score_bound import score_bound
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.record import Record
from solver.knaster.rules import check
from tests.solver.knaster.hindsight.brute_force import best_score, outcomes
from tests.solver.knaster.hindsight.rolls_thrown import thrown
from tests.support import cases

VALUES = default_line_values()
MANY_VALUES = [
    VALUES,
    LineValues((5,) * 12),
    LineValues((0,) * 12),
    LineValues((0, 0, 1000, *[0] * 9)),
    LineValues((4, 4, *[0] * 10)),
    LineValues((*[5] * 5, 1, 2, 3, 4, 5, 10, 20)),
]


def _lists_of_rolls() -> list[tuple[int, ...]]:
    """Return lists of which many can make a hand."""
    rng = random.Random(1)
    short = [
        tuple(rng.randint(6, rng.choice((6, 7, 8, 10, 12))) for _ in range(length))
        for length in (1, 2, 3, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8)
    ]
    return [*short, (8,) * 9, (8,) * 11, (2, 2, 4, 6, 8) * 2]


@pytest.mark.parametrize("rolls", _lists_of_rolls(), ids=str)
def test_the_best_of_few_rolls_is_that_of_all_games(rolls: tuple[int, ...]) -> None:
    most = outcomes(rolls)
    for values in MANY_VALUES:
        best = best_score(most, values)
        turns, bound = best_of_few(rolls, values)
        check(Record.of_solitaire(turns), values, best)
        assert best == bound
        assert bound <= score_bound(rolls, values)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_the_best_of_eight_to_eleven_rolls_is_that_of_all_games(seed: int) -> None:
    rng = random.Random(seed)
    pool = rng.sample(range(2, 13), rng.randint(2, 6))
    rolls = tuple(rng.choice(pool) for _ in range(rng.randint(8, MAX_FEW)))
    if seed < 5:
        rolls = thrown(MAX_FEW, seed)
    most = outcomes(rolls)
    random_values = LineValues(tuple(rng.choice((0, 1, 5, 20)) for _ in range(12)))
    for values in [*MANY_VALUES, random_values]:
        turns, bound = best_of_few(rolls, values)
        check(Record.of_solitaire(turns), values, best_score(most, values))
        assert bound == best_score(most, values)


@cases(
    "rolls",
    (2, 4, 6, 8, 10) * 2,
    (2, 4, 6, 8, 10, 2, 4, 6, 8, 10, 3),
    (2, 2, 4, 6, 8) * 2,
    (2, 2, 4, 6, 8, 8, 6, 4, 12, 2, 2),
)
def test_a_line_without_a_hand_is_circled_by_rolls(rolls: tuple[int, ...]) -> None:
    turns, bound = best_of_few(rolls, VALUES)
    check(Record.of_solitaire(turns), VALUES, 15)
    assert bound == 15


@cases(
    "rolls score",
    ((4, 10, 8, 10, 5, 6, 11, 7, 7, 9), 17),  # 4-8 and 7-11 cross in 8: 3 + 3, and one 10
    ((2, 2, 2, 2, 2, 2, 2, 2, 2), 16),  # five of a kind crosses five of a kind
    ((2, 4, 6, 8, 10, 12, 2, 4, 6), 3),  # no hand but two pairs, which a roll does as well
    ((12, 12, 12, 12, 12, 12, 12), 15),  # a diagonal of five, two circled by rolls
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
