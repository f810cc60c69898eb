"""The best of few rolls against that of all games, which are played turn by turn here.

Three lines have 12 cells or more together, so at most two are full in the end. They are chosen
beforehand: none, one, two that cross, or two apart. Then each cell is of one of four kinds, and the
cells of a kind are alike. A game that leaves a line chosen open is none for that choice.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations

import pytest

from solver.knaster.hindsight.few_rolls import MAX_FEW, best_of_few
from solver.knaster.hindsight.plan_search import score_bound
from solver.knaster.line import LineValues, default_line_values
from solver.knaster.record import Record
from solver.knaster.rules import check
from tests.solver.knaster.oracle import LINES, circles_of, thrown
from tests.support import cases

# How many cells there are in the first line chosen alone, in the second alone, and in both.
_NONE, _ONE, _CROSSING, _APART = (0, 0, 0), (5, 0, 0), (4, 4, 1), (5, 5, 0)
_KINDS_OF_LINE = ((0, 2), (1, 2))
_OTHER = 3  # the kind of cell that is in none; there are enough of them

_Cell = tuple[int, int, bool]  # its kind, its number, whether it is circled
_State = tuple[_Cell, ...]  # sorted
_Sizes = tuple[int, int, int]
Outcomes = dict[tuple[_Sizes, tuple[bool, ...]], int]


def outcomes(rolls: Sequence[int]) -> Outcomes:
    """Return the most circles for each choice of lines, and each set of them that is circled."""
    most: Outcomes = {}
    for sizes in (_NONE, _ONE, _CROSSING, _APART):
        states: set[_State] = {()}
        for played, roll in enumerate(rolls, start=1):
            left = len(rolls) - played
            states = {
                tuple(sorted(after))
                for state in states
                for after in _turns(state, roll, sizes)
                if sum(sizes) - sum(kind != _OTHER for kind, *_ in after) <= left
            }
        for state in states:
            circled = tuple(
                bool(cells := _line(state, line)) and all(is_circled for *_, is_circled in cells)
                for line in range(2)
            )
            circles = sum(is_circled for *_, is_circled in state)
            most[sizes, circled] = max(circles, most.get((sizes, circled), 0))
    return most


def best_score(most: Outcomes, values: LineValues) -> int:
    pairs = [(one, two) for one in range(len(LINES)) for two in range(len(LINES)) if one != two]
    crossing = [(one, two) for one, two in pairs if set(LINES[one]) & set(LINES[two])]
    places: dict[_Sizes, Sequence[tuple[int, ...]]] = {
        _NONE: [()],
        _ONE: [(one,) for one in range(len(LINES))],
        _CROSSING: crossing,
        _APART: sorted({*pairs} - {*crossing}),
    }
    return max(
        circles
        + sum(values.points[line] for line, earns in zip(place, circled, strict=False) if earns)
        for (sizes, circled), circles in most.items()
        for place in places[sizes]
    )


def _line(state: Iterable[_Cell], line: int) -> list[_Cell]:
    return [cell for cell in state if cell[0] in _KINDS_OF_LINE[line]]


def _turns(state: _State, roll: int, sizes: _Sizes) -> Iterator[list[_Cell]]:
    """Yield what each turn leads to; cells that are alike are sorted, so that one is taken."""
    for place, cell in enumerate(state):
        if cell[1:] == (roll, False) and cell not in state[:place]:
            yield _with_circles(state, {place})
    for kind in range(len(sizes) + 1):
        if kind == _OTHER or sum(cell[0] == kind for cell in state) < sizes[kind]:
            written = (*state, (kind, roll, False))
            for circled in _bonuses(written, kind):
                yield _with_circles(written, circled)


def _bonuses(state: _State, kind: int) -> set[frozenset[int]]:
    """Return each set of places that may be circled after the last cell, of this *kind*."""
    full = [
        places
        for kinds in _KINDS_OF_LINE
        if kind in kinds
        and len(places := [place for place, cell in enumerate(state) if cell[0] in kinds]) == 5
    ]
    sets: set[frozenset[int]] = set()
    for order in permutations(full):
        reached = {frozenset[int]()}
        for places in order:
            count = circles_of([state[place][1] for place in places])
            open_places = [place for place in places if not state[place][2]]
            reached = {
                circled.union(more)
                for circled in reached
                for rest in [[place for place in open_places if place not in circled]]
                for more in combinations(rest, min(count, len(rest)))
            }
        sets |= reached
    return sets


def _with_circles(state: _State, circled: Iterable[int]) -> list[_Cell]:
    return [
        (kind, number, is_circled or place in set(circled))
        for place, (kind, number, is_circled) in enumerate(state)
    ]


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
    "rolls score",
    *(((2, 4, 6, 8, 10) * 2, 15), ((2, 4, 6, 8, 10) * 2 + (3,), 15)),  # a line without a hand
    *(((2, 2, 4, 6, 8) * 2, 15), ((2, 2, 4, 6, 8, 8, 6, 4, 12, 2, 2), 15)),
    ((4, 10, 8, 10, 5, 6, 11, 7, 7, 9), 17),  # 4-8 and 7-11 cross in 8: 3 + 3, and one 10
    ((2, 2, 2, 2, 2, 2, 2, 2, 2), 16),  # five of a kind crosses five of a kind
    ((2, 4, 6, 8, 10, 12, 2, 4, 6), 3),  # no hand but two pairs, which a roll does as well
    ((12, 12, 12, 12, 12, 12, 12), 15),  # a diagonal of five, two circled by rolls
    ((2, 3, 4, 5, 6, 2, 8, 9, 10, 11, 12), 7),  # two straights apart, and one 2
)
def test_the_best_of_more_rolls_is_what_it_is_by_hand(rolls: tuple[int, ...], score: int) -> None:
    turns, bound = best_of_few(rolls, VALUES)
    check(Record.of_solitaire(turns), VALUES, score)
    assert bound == score


def test_the_line_of_most_points_is_circled() -> None:
    values = LineValues((20, 30, 0, 0, 0, *[0] * 7))
    rolls = (3,) * 11  # nine of them in row 2 and a col, and two that circle
    turns, bound = best_of_few(rolls, values)
    sheet = check(Record.of_solitaire(turns), values, bound).sheets[0]
    assert bound == 30 + 3 + 3 + 2
    assert [line.name for line in sheet.circled_lines()] == ["row 2"]
