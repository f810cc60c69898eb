"""Matches and crosses in what room there is: an exact cover with multiplicities, for CP-SAT.

For small cards: where there is room for all, it is found beside the matches that go together.

item    a shape; its place on the card; a round; a cell; the end: each is covered exactly once
option  a match: it covers a shape, its place, a round and cells; a cross: a shape and a round; a
        drawing: the place of a shape and cells; an undrawn cross: a shape and its place; an end:
        all rounds from it on; an empty cell

So each shape is circled, crossed and drawn, or crossed undrawn in a round from the end on. That is
legal if none of these shapes fits any more: one cell at least of each of their placements is not
empty. What was drawn by the end leaves the same cells in whatever order it was drawn.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence

from solver.cover import cpsat
from solver.cover.cpsat import BoundedCover, Hint, Limit, Multiplicity
from solver.geometry.bitset import bits
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.dice import DICE
from solver.penta_rush.puzzle.hindsight.known_rolls import Plan, Prospect
from solver.penta_rush.puzzle.rules import ROUNDS

_Key = tuple[Hashable, ...]  # what kind of an item or an option, and which


class Room:
    """The exact cover of a prospect."""

    def __init__(self, prospect: Prospect) -> None:
        self._prospect = prospect
        self._options: dict[_Key, int] = {}
        self._items: defaultdict[_Key, list[int]] = defaultdict(list)
        for number, (played, shape, cells) in enumerate(prospect.matches):
            self._add(
                ("match", number),
                ("shape", shape),
                ("place", shape),
                ("round", played),
                *_cells(cells),
            )
        for shape in SHAPES:
            self._add(("undrawn", shape), ("shape", shape), ("place", shape))
            for played in range(ROUNDS):
                self._add(("cross", shape, played), ("shape", shape), ("round", played))
            for cells in prospect.placements(shape):
                self._add(("drawing", shape, cells), ("place", shape), *_cells(cells))
        for end in range(ROUNDS + 1):
            self._add(("end", end), ("end",), *[("round", played) for played in range(end, ROUNDS)])
        for cell in range(prospect.card.rows * prospect.card.cols):
            self._add(("empty", cell), ("cell", cell))

    def best(
        self, limit: Limit, *also: Multiplicity, most: int, known: Plan | None = None
    ) -> BoundedCover:
        """Return the best cover; *also* are further items, of matches, that it has to cover.

        No plan is worth more than *most*; *known* is one to begin with.
        """
        items = [Multiplicity(options, 1, 1) for options in self._items.values()]
        hint = sorted(self._cover(known)) if known else ()
        return cpsat.best_choice(
            len(self._options),
            [*items, *self._blocked(), *also],
            self._prospect.worth,
            limit,
            Hint(hint, most),
        )

    def plan(self, options: Sequence[int]) -> Plan:
        """Return the plan that a cover by these *options* is."""
        matches = self._prospect.matches
        return Plan(
            tuple(matches[option] for option in options if option < len(matches)),
            tuple(
                (shape, cells)
                for shape in SHAPES
                for cells in self._prospect.placements(shape)
                if self._options["drawing", shape, cells] in options
            ),
        )

    def _add(self, option: _Key, *items: _Key) -> None:
        number = self._options[option] = len(self._options)
        for item in items:
            self._items[item].append(number)

    def _blocked(self) -> Iterator[Multiplicity]:
        """Yield what keeps each placement of a shape crossed undrawn from being all empty."""
        for shape in SHAPES:
            undrawn = self._options["undrawn", shape]
            for cells in self._prospect.placements(shape):
                empty = [self._options["empty", cell] for cell in bits(cells)]
                yield Multiplicity([undrawn, *empty], 0, DICE)

    def _cover(self, plan: Plan) -> Iterator[int]:
        """Yield the options that *plan* is."""
        matches, every = self._prospect.matches, len(self._prospect.matches)
        yield from (number for number in range(every) if matches[number] in plan.matches)
        crossed = [shape for shape, _ in plan.crosses]
        open_rounds = sorted(set(range(ROUNDS)) - {match.round for match in plan.matches})
        drawn, undrawn = open_rounds[: len(crossed)], open_rounds[len(crossed) :]
        for shape, cells in plan.crosses:
            yield self._options["drawing", shape, cells]
        for shape, played in zip(crossed, drawn, strict=True):
            yield self._options["cross", shape, played]
        yield self._options["end", min(undrawn, default=ROUNDS)]
        used = {match.shape for match in plan.matches}.union(crossed)
        yield from (self._options["undrawn", shape] for shape in SHAPES if shape not in used)
        taken = sum(match.cells for match in plan.matches) | sum(cells for _, cells in plan.crosses)
        for cell in range(self._prospect.card.rows * self._prospect.card.cols):
            if not taken >> cell & 1:
                yield self._options["empty", cell]


def _cells(cells: int) -> Iterator[_Key]:
    return (("cell", cell) for cell in bits(cells))
