"""The best plan for eleven rolls or fewer, by going through all that full lines can hold.

Three lines have 12 cells or more together, so at most two can be full. A full line matters if it
has a hand, or if it is circled as a whole. To circle a whole line without a hand takes five more
rolls; with a second full line that would be at least 13. So the cases are: no such line; one with a
hand; one without, whose numbers have all been rolled twice; two with hands, which cross in a cell
or have none in common. In each case as many numbers are circled as a matching of numbers to hands
and rolls allows. No plan has more points than the best case, and most often one has as many.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import NamedTuple

from solver.knaster.hindsight.final_sheet import FinalSheet, NoLine
from solver.knaster.line import CELLS, LINES, SIZE, Line, LineValues
from solver.knaster.record import Record, Turn
from solver.knaster.rules import hand_of, judge

MAX_FEW = 11
_MAX_STUCK = 100  # cases tried that no order of turns leads to
_Counts = Counter[int]


class _Number(NamedTuple):
    """A *number* written, and in which of the full *lines* of its case it is, from 0."""

    number: int
    lines: tuple[int, ...] = ()


class _Case(NamedTuple):
    """What full lines hold, how much their *hands* circle, and the rolls *left* over."""

    numbers: tuple[_Number, ...]
    hands: tuple[int, ...]
    left: _Counts


def best_of_few(rolls: Sequence[int], values: LineValues) -> tuple[tuple[Turn, ...], int]:
    """Return the best turns found for at most eleven *rolls*, and the points that none exceed.

    >>> from solver.knaster.line import default_line_values
    >>> turns, bound = best_of_few([6, 7, 8, 9, 10, 6, 7], default_line_values())
    >>> judge(Record.of_solitaire(turns)).sheets[0].score(default_line_values()), bound
    (15, 15)
    """
    search = _FewRolls(rolls, values)
    counts = Counter(rolls)
    pairs = list(permutations(LINES, 2))
    crossing = [pair for pair in pairs if set(pair[0].cells) & set(pair[1].cells)]
    apart = [pair for pair in pairs if pair not in crossing]
    search.go_through([_Case((), (), counts)], [()])
    search.go_through(_single_lines(counts), [(line,) for line in LINES])
    search.go_through(_two_lines(counts, crossing=True), crossing)
    search.go_through(_two_lines(counts, crossing=False), apart)
    return search.turns, search.bound


class _Choice(NamedTuple):
    """Which lines of a case are to be *circled*, the *lines* for which that has most *points*."""

    circled: frozenset[int]
    lines: tuple[Line, ...]
    points: int


class _FewRolls:
    """The best *turns* found, their *score*, and the *bound*: the points of the best case."""

    def __init__(self, rolls: Sequence[int], values: LineValues) -> None:
        self._rolls, self._counts, self._values = rolls, Counter(rolls), values
        self._points = dict(zip(LINES, values.points, strict=True))
        self._stuck = 0
        self.turns: tuple[Turn, ...] = ()
        self.score = self.bound = -1

    def go_through(self, cases: Iterable[_Case], positions: Sequence[tuple[Line, ...]]) -> None:
        """Go through *cases*, whose full lines may be any of *positions*."""
        choices = [
            self._choice(frozenset(circled), positions)
            for size in range(len(positions[0]) + 1)
            for circled in combinations(range(len(positions[0])), size)
        ]
        for case in cases:
            most = {number: self._counts[number] // 2 for number in case.left}
            limits = {number: min(left, most[number]) for number, left in case.left.items()}
            for circling in product(*(range(limit + 1) for limit in limits.values())):
                rolls = Counter(dict(zip(limits, circling, strict=True)))
                for choice in choices:
                    if choice.points + sum(case.hands) + sum(circling) > self.score:
                        self._try(case, rolls, choice)

    def _choice(self, circled: frozenset[int], positions: Sequence[tuple[Line, ...]]) -> _Choice:
        points = [sum(self._points[lines[line]] for line in circled) for lines in positions]
        return _Choice(circled, positions[points.index(max(points))], max(points))

    def _try(self, case: _Case, rolls: _Counts, choice: _Choice) -> None:
        """Take note of the points if these *rolls* circle, and of the turns that lead to them."""
        others = (_Number(number) for number in (case.left - rolls).elements())
        numbers = sorted(
            [*case.numbers, *others], key=lambda number: choice.circled.isdisjoint(number.lines)
        )
        sources = augmented_matching(numbers, case.hands, rolls)
        needed = sum(not choice.circled.isdisjoint(number.lines) for number in numbers)
        score = choice.points + len(sources)
        if score <= self.score or not sources.keys() >= set(range(needed)):
            return
        self.bound = max(self.bound, score)
        if self._stuck < _MAX_STUCK:
            turns = _final_sheet(numbers, sources, choice.lines).turns(self._rolls)
            if turns is None:
                self._stuck += 1
                return
            self.turns = turns
            self.score = judge(Record.of_solitaire(turns)).sheets[0].score(self._values)
            # A hand may circle more than the case asked for, even a whole line of another case.
            self.bound = max(self.bound, self.score)


def _hands(counts: _Counts) -> Iterator[tuple[tuple[int, ...], int, _Counts]]:
    """Yield each hand that can be made of *counts*, what it circles, and the rolls left over."""
    for numbers in combinations_with_replacement(sorted(counts), SIZE):
        used = Counter(numbers)
        hand = hand_of(numbers) if used <= counts else None
        if hand:
            yield numbers, hand.bonus, counts - used


def _single_lines(counts: _Counts) -> Iterator[_Case]:
    for numbers, circles, left in _hands(counts):
        yield _Case(tuple(_Number(number, (0,)) for number in numbers), (circles,), left)
    twice = Counter({number: count // 2 for number, count in counts.items()})
    for chosen in set(combinations(sorted(twice.elements()), SIZE)):
        if hand_of(chosen) is None:
            left = counts - Counter(chosen)
            yield _Case(tuple(_Number(number, (0,)) for number in chosen), (0,), left)


def _two_lines(counts: _Counts, *, crossing: bool) -> Iterator[_Case]:
    for numbers, circles, left in _hands(counts):
        for shared in [[number] for number in sorted(set(numbers))] if crossing else [[]]:
            for others, more, rest in _hands(left + Counter(shared)):
                if numbers <= others and set(shared) <= set(others):
                    cells = [_Number(number, (0, 1)) for number in shared]
                    for line, held in enumerate((numbers, others)):
                        own = Counter(held) - Counter(shared)
                        cells += (_Number(number, (line,)) for number in own.elements())
                    yield _Case(tuple(cells), (circles, more), rest)


def augmented_matching(
    numbers: Sequence[tuple[int, tuple[int, ...]]], hands: Sequence[int], rolls: Counter[int]
) -> dict[int, int | None]:
    """Return what circles each of *numbers*, by its index: a line, None for a roll.

    Each is a number with the lines in which it is. *hands* says how many each line circles, *rolls*
    how many rolls of each number circle. As many as can be are circled, and of these the first, by
    augmenting paths.
    """
    sources: list[tuple[int | None, int]] = []  # the line, or None and the number of the roll
    sources += ((line, 0) for line, circles in enumerate(hands) for _ in range(circles))
    sources += ((None, number) for number in rolls.elements())
    taken: dict[int, int] = {}

    def cover(index: int, seen: set[int]) -> bool:
        number, lines = numbers[index]
        for source, (line, roll) in enumerate(sources):
            fits = roll == number if line is None else line in lines
            if fits and source not in seen:
                seen.add(source)
                if source not in taken or cover(taken[source], seen):
                    taken[source] = index
                    return True
        return False

    for index in range(len(numbers)):
        cover(index, set())
    return {index: sources[source][0] for source, index in taken.items()}


def _final_sheet(
    numbers: Sequence[_Number], sources: dict[int, int | None], lines: Sequence[Line]
) -> FinalSheet:
    """Return the sheet with *numbers* in the cells of the full *lines*, the others elsewhere."""
    in_lines = {line: set(each.cells) for line, each in enumerate(lines)}
    # Scattered, so that the other numbers fill no line.
    free = sorted(CELLS, key=lambda cell: ((cell.row + 2 * cell.col) % SIZE, cell))
    sheet = FinalSheet({}, {})
    for index, (number, within) in enumerate(numbers):
        cell = next(
            cell
            for cell in free
            if {line for line, cells in in_lines.items() if cell in cells} == set(within)
        )
        free.remove(cell)
        sheet.numbers[cell] = number
        if index in sources:
            line = sources[index]
            sheet.sources[cell] = NoLine.BY_ROLL if line is None else lines[line]
    return sheet
