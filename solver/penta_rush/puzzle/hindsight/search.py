"""Hindsight by search: matches that lose as little as possible, tried to the end.

fits   for a match, the bit set of those that it goes together with: another round, another
       shape, no shared cell
open   a shape neither circled nor given up yet

What is searched for leaves the crosses aside, which need room as well; so its least loss is a
bound for any plan, and the loss of a plan if the shapes given up can be drawn where it leaves room.
The bound on the way: shapes that no match is left for are lost, and so are the cheapest of the
others where fewer rounds than shapes are left.
"""

import time
from collections.abc import Hashable, Iterator, Sequence
from itertools import count, islice
from typing import NamedTuple

from solver.cover.exact_cover import covers
from solver.geometry.bitset import bits
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.puzzle.hindsight.known_rolls import Match, Plan, Prospect, has_room
from solver.penta_rush.puzzle.rules import ROUNDS

_MOST_NODES = 50_000  # a second or two; the model takes less where it takes more


class Found(NamedTuple):
    """The least *loss* that matches can have, and *matches* with it."""

    loss: int
    matches: tuple[Match, ...]


class _SpentError(RuntimeError):
    """The search has tried more than it may."""


def least_loss(prospect: Prospect, *, deadline: float | None = None) -> Found | None:
    """Return the least loss of matches on *prospect*, tried to the end.

    None if that is too much to try, or not done by *deadline* on the monotonic clock.
    """
    table = _Table(prospect)
    search = _Search(table, deadline)
    try:
        loss, first = next(
            (loss, first) for loss in count() for first in islice(search.losing(loss), 1)
        )
    except _SpentError:
        return None
    return Found(loss, tuple(table.matches[number] for number in first))


def some_plan(prospect: Prospect) -> Plan:
    """Return a plan without foresight: in each round the dearest match, else a cheap cross."""
    unused, taken = list(prospect.points.dearest_first), 0
    matches: list[Match] = []
    crosses: list[tuple[str, int]] = []
    for played in range(ROUNDS):
        mine = (one for one in prospect.matches if one.round == played and one.shape in unused)
        found = next((one for one in mine if not one.cells & taken), None)
        if found:
            matches.append(found)
            shape, drawn = found.shape, found.cells
        else:
            places = (
                (shape, cells) for shape in reversed(unused) for cells in prospect.placements(shape)
            )
            cross = next(((shape, cells) for shape, cells in places if not cells & taken), None)
            if cross is None:
                break
            crosses.append(cross)
            shape, drawn = cross
        unused.remove(shape)
        taken |= drawn
    return Plan(tuple(matches), tuple(crosses))


class _Table:
    """The matches of a prospect by numbers, and which of them go together."""

    def __init__(self, prospect: Prospect) -> None:
        self.matches = prospect.matches
        self.worth = prospect.points
        self.every = (1 << len(self.matches)) - 1
        self.of_shape = {
            shape: sum(1 << number for number, one in enumerate(self.matches) if one.shape == shape)
            for shape in SHAPES
        }
        self.of_round = [
            sum(1 << number for number, one in enumerate(self.matches) if one.round == played)
            for played in range(ROUNDS)
        ]
        through = [
            sum(1 << number for number, one in enumerate(self.matches) if one.cells >> cell & 1)
            for cell in range(prospect.card.rows * prospect.card.cols)
        ]
        self.fits = []
        for match in self.matches:
            apart = self.of_shape[match.shape] | self.of_round[match.round]
            for cell in bits(match.cells):
                apart |= through[cell]
            self.fits.append(self.every & ~apart)


class _Search:
    """Goes through the matches that lose at most so much, with a count of what it has tried."""

    def __init__(self, table: _Table, deadline: float | None) -> None:
        self._table = table
        self._deadline = deadline
        self._nodes = 0

    def losing(self, loss: int) -> Iterator[tuple[int, ...]]:
        """Yield matches by their numbers that lose at most *loss*."""
        yield from self._below(self._table.every, tuple(self._table.of_shape), loss, ())

    def _below(
        self, rest: int, shapes: Sequence[str], loss: int, taken: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        self._nodes += 1
        late = self._deadline is not None and time.monotonic() > self._deadline
        if late or self._nodes > _MOST_NODES:
            raise _SpentError
        table = self._table
        owns = {shape: own for shape in shapes if (own := rest & table.of_shape[shape])}
        loss -= sum([table.worth[shape] for shape in shapes if shape not in owns])
        rounds = [own for of_round in table.of_round if (own := rest & of_round)]
        worths = sorted([table.worth[shape] for shape in owns])
        if loss < sum(worths[: max(0, len(owns) - len(rounds))]):
            return
        if not owns:
            yield taken
            return
        shape = min(owns, key=lambda one: owns[one].bit_count())
        own = owns[shape]
        may_cross = table.worth[shape] <= loss
        if loss < worths[0] and len(rounds) == len(owns):
            # No shape may be crossed, so that every round is needed as well.
            own = min([own, *rounds], key=int.bit_count)
        # First what leaves the others most.
        tries = sorted(bits(own), key=lambda number: -(table.fits[number] & rest).bit_count())
        for number in tries:
            others = [other for other in owns if other != table.matches[number].shape]
            yield from self._below(rest & table.fits[number], others, loss, (*taken, number))
        if may_cross:
            others = [other for other in owns if other != shape]
            yield from self._below(rest & ~own, others, loss - table.worth[shape], taken)


def with_crosses(prospect: Prospect, matches: Sequence[Match]) -> Plan | None:
    """Return a plan with *matches* in which all other shapes are drawn beside them.

    None also where there is so little room that to look for it is a puzzle of its own.
    """
    crossed = [shape for shape in SHAPES if shape not in {match.shape for match in matches}]
    taken = sum(match.cells for match in matches)
    if crossed and not has_room(prospect.card):
        return None
    places = [
        (shape, cells)
        for shape in crossed
        for cells in prospect.placements(shape)
        if not cells & taken
    ]
    options: list[list[Hashable]] = [[shape, *bits(cells)] for shape, cells in places]
    cover = next(covers(options, crossed), None)
    if cover is None:
        return None
    return Plan(tuple(matches), tuple(places[option] for option in cover))
