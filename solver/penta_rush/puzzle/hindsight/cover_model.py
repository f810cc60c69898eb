"""What to circle, and what to cross, as exact covers with multiplicities for CP-SAT.

Without crosses, each option is a candidate. It covers its shape, its round and its cells, and every
item is covered at most once. That is enough on a spacious card, where the crosses are simply drawn
beside the circles. On a small card circles and crosses compete for cells. There every item is
covered exactly once: a shape, the drawing of a shape, a round, a cell, the end. The options are
    a candidate         covers its shape, the shape's drawing, its round and its cells
    a cross             covers a shape and a round
    a drawing           covers the drawing of a crossed shape and its cells
    an undrawn cross    covers a shape and its drawing
    an end              covers the end and all rounds from it on
    an empty cell       covers that cell

So each shape is circled, or crossed and drawn, or crossed without drawing in a round from the end
on. The last is legal if none of these shapes fits any more: of each of their placements, at least
one cell must not be empty. The order of the drawn rounds does not matter for that.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence

from solver.cover import cpsat
from solver.cover.cpsat import BoundedCover, Hint, Multiplicity, TimeLimit
from solver.geometry.bitset import bits
from solver.geometry.polyomino import PENTOMINO_SIZE, SHAPES
from solver.penta_rush.puzzle.hindsight.known_rolls import HindsightPlan, KnownRollsGame
from solver.penta_rush.puzzle.rules import ROUNDS

_Key = tuple[Hashable, ...]  # the kind of an item or an option, then which one


def best_circles(
    game: KnownRollsGame, limit: TimeLimit, *extra_items: Multiplicity
) -> BoundedCover:
    """Return the candidates that earn most together, and cover the *extra_items* as well."""
    items: defaultdict[tuple[str, int | str], list[int]] = defaultdict(list)
    for number, (round_number, shape, cells) in enumerate(game.candidates):
        items["shape", shape].append(number)
        items["round", round_number].append(number)
        for cell in bits(cells):
            items["cell", cell].append(number)
    at_most_once = [Multiplicity(options, 0, 1) for options in items.values()]
    return cpsat.best_bounded_cover(
        len(game.candidates),
        [*at_most_once, *extra_items],
        game.candidate_points,
        limit,
        Hint(max_value=game.max_score),
    )


class CrossingModel:
    """The exact cover of a *game* by circles and crosses."""

    def __init__(self, game: KnownRollsGame) -> None:
        self._game = game
        self._options: dict[_Key, int] = {}
        self._items: defaultdict[_Key, list[int]] = defaultdict(list)
        for number, (round_number, shape, cells) in enumerate(game.candidates):
            self._add_option(
                ("candidate", number),
                ("shape", shape),
                ("drawing of", shape),
                ("round", round_number),
                *_cell_items(cells),
            )
        for shape in SHAPES:
            self._add_option(("undrawn", shape), ("shape", shape), ("drawing of", shape))
            for number in range(ROUNDS):
                self._add_option(("cross", shape, number), ("shape", shape), ("round", number))
            for cells in game.placements(shape):
                self._add_option(
                    ("drawing", shape, cells), ("drawing of", shape), *_cell_items(cells)
                )
        for end in range(ROUNDS + 1):
            last_rounds = [("round", number) for number in range(end, ROUNDS)]
            self._add_option(("end", end), ("end",), *last_rounds)
        for cell in range(game.card.rows * game.card.cols):
            self._add_option(("empty", cell), ("cell", cell))

    def best(
        self,
        limit: TimeLimit,
        *extra_items: Multiplicity,
        max_score: int,
        known: HindsightPlan | None = None,
    ) -> BoundedCover:
        """Return the best cover, which covers the *extra_items* of candidates as well.

        No plan is worth more than *max_score*; the search may start from a *known* one.
        """
        items = [Multiplicity(options, 1, 1) for options in self._items.values()]
        hint = [*self._options_of(known)] if known else ()
        return cpsat.best_bounded_cover(
            len(self._options),
            [*items, *self._blocked_placements(), *extra_items],
            self._game.candidate_points,
            limit,
            Hint(hint, max_score),
        )

    def plan_of(self, options: Sequence[int]) -> HindsightPlan:
        """Return a cover by these *options* as a plan."""
        candidates = self._game.candidates
        return HindsightPlan(
            tuple(candidates[option] for option in options if option < len(candidates)),
            tuple(
                (shape, cells)
                for shape in SHAPES
                for cells in self._game.placements(shape)
                if self._options["drawing", shape, cells] in options
            ),
        )

    def _add_option(self, option: _Key, *items: _Key) -> None:
        number = self._options[option] = len(self._options)
        for item in items:
            self._items[item].append(number)

    def _blocked_placements(self) -> Iterator[Multiplicity]:
        """Yield for each placement: not all its cells are empty if its shape is undrawn."""
        for shape in SHAPES:
            undrawn = self._options["undrawn", shape]
            for cells in self._game.placements(shape):
                empty = [self._options["empty", cell] for cell in bits(cells)]
                yield Multiplicity([undrawn, *empty], 0, PENTOMINO_SIZE)

    def _options_of(self, plan: HindsightPlan) -> Iterator[int]:
        """Yield the options of the cover that *plan* is."""
        for number, candidate in enumerate(self._game.candidates):
            if candidate in plan.circled:
                yield number
        crossed = [shape for shape, _ in plan.crossed]
        open_rounds = sorted(set(range(ROUNDS)) - {each.round for each in plan.circled})
        drawn, undrawn = open_rounds[: len(crossed)], open_rounds[len(crossed) :]
        for shape, cells in plan.crossed:
            yield self._options["drawing", shape, cells]
        for shape, number in zip(crossed, drawn, strict=True):
            yield self._options["cross", shape, number]
        yield self._options["end", min(undrawn, default=ROUNDS)]
        used = {candidate.shape for candidate in plan.circled}.union(crossed)
        yield from (self._options["undrawn", shape] for shape in SHAPES if shape not in used)
        taken = sum(candidate.cells for candidate in plan.circled)
        taken |= sum(cells for _, cells in plan.crossed)
        empty = (1 << self._game.card.rows * self._game.card.cols) - 1 & ~taken
        yield from (self._options["empty", cell] for cell in bits(empty))


def _cell_items(cells: int) -> Iterator[_Key]:
    return (("cell", cell) for cell in bits(cells))
