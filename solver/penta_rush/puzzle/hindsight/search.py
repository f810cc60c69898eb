"""The plan in hindsight by search: which candidates to circle so that the fewest points are lost.

The search leaves the crosses out, which need cells as well. So its least loss is a lower bound for
every plan, and exact if the crossed shapes fit on the cells left. It prunes by the shapes that no
candidate is left for, and by the cheapest of the others where fewer rounds than shapes are left.
"""

import time
from collections.abc import Hashable, Iterator, Sequence
from itertools import count, islice
from typing import NamedTuple

from solver.cover.exact_cover import covers
from solver.geometry.bitset import bits
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.puzzle.hindsight.known_rolls import (
    Candidate,
    HindsightPlan,
    KnownRollsGame,
    is_spacious,
)
from solver.penta_rush.puzzle.rules import ROUNDS

_MAX_NODES = 50_000  # a second or two; where more are needed, CP-SAT is faster


class LeastLoss(NamedTuple):
    """The least *loss* that candidates can have, and *circled* ones that have it."""

    loss: int
    circled: tuple[Candidate, ...]


class _NodeLimitError(RuntimeError):
    """The search has used up its nodes or its time."""


def least_loss(game: KnownRollsGame, *, deadline: float | None = None) -> LeastLoss | None:
    """Return the least loss of any candidates of *game*, by an exhaustive search.

    None if that takes too many nodes, or is not done by *deadline* on the monotonic clock.
    """
    table = _CandidateTable(game)
    search = _LossSearch(table, deadline)
    try:
        loss, numbers = next(
            (loss, numbers) for loss in count() for numbers in islice(search.losing(loss), 1)
        )
    except _NodeLimitError:
        return None
    return LeastLoss(loss, tuple(table.candidates[number] for number in numbers))


def greedy_plan(game: KnownRollsGame) -> HindsightPlan:
    """Return a plan without foresight: each round circles the most it can, or crosses the least."""
    unused, taken = list(game.points.highest_first), 0
    circled: list[Candidate] = []
    crossed: list[tuple[str, int]] = []
    for number in range(ROUNDS):
        candidate = next(
            (
                each
                for each in game.candidates
                if each.round == number and each.shape in unused and not each.cells & taken
            ),
            None,
        )
        if candidate:
            circled.append(candidate)
            shape, cells = candidate.shape, candidate.cells
        else:
            drawings = (
                (shape, cells) for shape in reversed(unused) for cells in game.placements(shape)
            )
            cross = next(((shape, cells) for shape, cells in drawings if not cells & taken), None)
            if cross is None:
                break
            crossed.append(cross)
            shape, cells = cross
        unused.remove(shape)
        taken |= cells
    return HindsightPlan(tuple(circled), tuple(crossed))


class _CandidateTable:
    """The candidates of a game by their numbers, and bit sets of these numbers."""

    def __init__(self, game: KnownRollsGame) -> None:
        self.candidates = game.candidates
        self.points = game.points
        self.all = (1 << len(self.candidates)) - 1
        self.by_shape = dict.fromkeys(SHAPES, 0)
        self.by_round = [0] * ROUNDS
        by_cell = [0] * (game.card.rows * game.card.cols)
        for number, (round_number, shape, cells) in enumerate(self.candidates):
            self.by_shape[shape] |= 1 << number
            self.by_round[round_number] |= 1 << number
            for cell in bits(cells):
                by_cell[cell] |= 1 << number
        self.compatible = []  # of each candidate: those of other rounds, shapes and cells
        for candidate in self.candidates:
            excluded = self.by_shape[candidate.shape] | self.by_round[candidate.round]
            for cell in bits(candidate.cells):
                excluded |= by_cell[cell]
            self.compatible.append(self.all & ~excluded)


class _LossSearch:
    """A depth-first search for candidates that lose at most so much; it counts its nodes."""

    def __init__(self, table: _CandidateTable, deadline: float | None) -> None:
        self._table = table
        self._deadline = deadline
        self._nodes = 0

    def losing(self, loss: int) -> Iterator[tuple[int, ...]]:
        """Yield sets of candidates, by their numbers, that lose at most *loss*."""
        yield from self._extend(self._table.all, tuple(self._table.by_shape), loss, ())

    def _extend(
        self, left: int, shapes: Sequence[str], loss: int, circled: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        """Yield *circled* with more of the candidates *left*, of *shapes* not yet decided on."""
        self._nodes += 1
        late = self._deadline is not None and time.monotonic() > self._deadline
        if late or self._nodes > _MAX_NODES:
            raise _NodeLimitError
        table = self._table
        left_of = {shape: numbers for shape in shapes if (numbers := left & table.by_shape[shape])}
        loss -= sum([table.points[shape] for shape in shapes if shape not in left_of])
        rounds = [numbers for in_round in table.by_round if (numbers := left & in_round)]
        points = sorted([table.points[shape] for shape in left_of])
        if loss < sum(points[: max(0, len(left_of) - len(rounds))]):
            return
        if not left_of:
            yield circled
            return
        shape = min(left_of, key=lambda each: left_of[each].bit_count())
        branches = left_of[shape]
        may_cross = table.points[shape] <= loss
        if loss < points[0] and len(rounds) == len(left_of):
            # No shape may be crossed, so every round has to be used as well.
            branches = min([branches, *rounds], key=int.bit_count)
        # Try first what leaves the most candidates.
        order = sorted(
            bits(branches), key=lambda number: -(table.compatible[number] & left).bit_count()
        )
        for number in order:
            others = [other for other in left_of if other != table.candidates[number].shape]
            yield from self._extend(
                left & table.compatible[number], others, loss, (*circled, number)
            )
        if may_cross:
            others = [other for other in left_of if other != shape]
            yield from self._extend(left & ~branches, others, loss - table.points[shape], circled)


def add_crosses(game: KnownRollsGame, circled: Sequence[Candidate]) -> HindsightPlan | None:
    """Return a plan with *circled* candidates in which all other shapes are drawn beside them.

    None if there is none, or the card is so small that to find it is a puzzle of its own.
    """
    crossed = [shape for shape in SHAPES if shape not in {each.shape for each in circled}]
    taken = sum(candidate.cells for candidate in circled)
    if crossed and not is_spacious(game.card):
        return None
    drawings = [
        (shape, cells) for shape in crossed for cells in game.placements(shape) if not cells & taken
    ]
    options: list[list[Hashable]] = [[shape, *bits(cells)] for shape, cells in drawings]
    cover = next(covers(options, crossed), None)
    if cover is None:
        return None
    return HindsightPlan(tuple(circled), tuple(drawings[option] for option in cover))
