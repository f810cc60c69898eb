"""What to circle, and what to cross, as exact covers with multiplicities for CP-SAT.

Without crosses, each option is a candidate. It covers its shape, its round and its cells, and every
item is covered at most once. That is enough where the crosses that are due find room beside the
circles. A cross is due in every round before the last circle that does not circle itself. The later
crosses need no model: whatever fits is drawn, until nothing does.

With crosses, a round counts if a circle may still come in it or after it. The options are
    a candidate         covers its shape, its round and its cells
    a drawing           covers its shape and its cells: a cross
    an undrawn shape    covers that shape
    a round that counts, and one that does not

Each shape is covered exactly once, and each cell at most once. A round that does not count has no
circle, nor does a later one count. As many shapes are drawn as rounds count, or more: of the twelve
shapes and rounds, undrawn shapes and rounds that count are at most twelve together.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence

from solver.cover import cpsat
from solver.cover.cpsat import BoundedCover, Hint, Multiplicity, TimeLimit
from solver.geometry.bitset import bits
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.puzzle.hindsight.known_rolls import HindsightPlan, KnownRollsGame
from solver.penta_rush.puzzle.rules import ROUNDS

_Key = tuple[Hashable, ...]  # the kind of an item or an option, then which one


def best_circles(
    game: KnownRollsGame, limit: TimeLimit, *extra_items: Multiplicity, min_score: int | None = None
) -> BoundedCover:
    """Return the candidates that earn most together, and cover the *extra_items* as well.

    There may be none that earn *min_score*.
    """
    items: defaultdict[_Key, list[int]] = defaultdict(list)
    for number, (round_number, shape, cells) in enumerate(game.candidates):
        for item in (("shape", shape), ("round", round_number), *_cells(cells)):
            items[item].append(number)
    at_most_once = [Multiplicity(options, 0, 1) for options in items.values()]
    return cpsat.best_bounded_cover(
        len(game.candidates),
        [*at_most_once, *extra_items],
        game.candidate_points,
        limit,
        Hint((), game.max_score, min_score),
    )


class CrossingModel:
    """The exact cover of a *game* by circles, and by the crosses that are due beside them."""

    def __init__(self, game: KnownRollsGame) -> None:
        self._game = game
        self._options: dict[_Key, int] = {}
        self._by_item: defaultdict[_Key, list[int]] = defaultdict(list)
        for number, (round_number, shape, cells) in enumerate(game.candidates):
            self._add_option(
                ("candidate", number), ("shape", shape), ("round", round_number), *_cells(cells)
            )
        for shape in SHAPES:
            self._add_option(("undrawn", shape), ("shape", shape))
            for cells in game.placements[shape]:
                self._add_option(("drawing", shape, cells), ("shape", shape), *_cells(cells))
        for number in range(ROUNDS):
            self._add_option(("counts", number))
            self._add_option(("does not count", number), ("round", number))

    def best(
        self,
        limit: TimeLimit,
        *extra_items: Multiplicity,
        max_score: int,
        known: HindsightPlan | None = None,
    ) -> BoundedCover:
        """Return the best cover, which covers the *extra_items* of candidates as well.

        No plan is worth more than *max_score*. The cover is worth no less than a *known* plan, from
        which the search starts.
        """
        hint = [*self._options_of(known)] if known else ()
        min_score = self._game.score(known.circled) if known else None
        return cpsat.best_bounded_cover(
            len(self._options),
            [*self._items(), *extra_items],
            self._game.candidate_points,
            limit,
            Hint(hint, max_score, min_score),
        )

    def plan_of(self, options: Sequence[int]) -> HindsightPlan:
        """Return a cover by these *options* as a plan, without the crosses that are not due."""
        chosen = frozenset(options)
        candidates = enumerate(self._game.candidates)
        return HindsightPlan(
            tuple(
                each for number, each in candidates if self._options["candidate", number] in chosen
            ),
            tuple(
                (shape, cells)
                for shape in SHAPES
                for cells in self._game.placements[shape]
                if self._options["drawing", shape, cells] in chosen
            ),
        )

    def _add_option(self, option: _Key, *items: _Key) -> None:
        number = self._options[option] = len(self._options)
        for item in items:
            self._by_item[item].append(number)

    def _items(self) -> Iterator[Multiplicity]:
        for (kind, *_), options in self._by_item.items():
            yield Multiplicity(options, int(kind == "shape"), 1)
        counting = [self._options["counts", number] for number in range(ROUNDS)]
        not_counting = [self._options["does not count", number] for number in range(ROUNDS)]
        for number in range(ROUNDS):
            yield Multiplicity([counting[number], not_counting[number]], 1, 1)
            if number:
                yield Multiplicity([not_counting[number - 1], counting[number]], 0, 1)
        undrawn = [self._options["undrawn", shape] for shape in SHAPES]
        yield Multiplicity([*undrawn, *counting], 0, ROUNDS)

    def _options_of(self, plan: HindsightPlan) -> Iterator[int]:
        """Yield the options of the cover that *plan* is."""
        for number, candidate in enumerate(self._game.candidates):
            if candidate in plan.circled:
                yield self._options["candidate", number]
        for shape, cells in plan.crossed:
            yield self._options["drawing", shape, cells]
        yield from (self._options["undrawn", shape] for shape in plan.unused)
        for number in range(ROUNDS):
            kind = "counts" if number < plan.rounds_due else "does not count"
            yield self._options[kind, number]


def _cells(cells: int) -> Iterator[_Key]:
    return (("cell", cell) for cell in bits(cells))
