"""The most points of eleven known rolls or fewer, by playing all games, turn by turn.

Three lines have 12 cells or more together, so at most two are full in the end. They are chosen
beforehand: none, one, two that cross, or two apart. Then each cell is of one of four kinds, and the
cells of a kind are alike. A game that leaves a line chosen open is none for that choice.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations

from solver.knaster.line_values import LineValues
from tests.solver.knaster.oracle import LINES, circles_of

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
    """Return the points of the best of these outcomes."""
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
