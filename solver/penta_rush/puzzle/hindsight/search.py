"""The plan in hindsight by search: which candidates to circle so that the fewest points are lost.

The search tries to lose no point, then one, and so on. It prunes by the shapes that no candidate is
left for and, where fewer rounds than shapes are left, by the others of least value. Circles count
only if the crosses that are due before the last of them find room beside them.
"""

from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from itertools import combinations, count, islice

from solver.cover.exact_cover import covers
from solver.errors import UndecidedError
from solver.geometry.bitset import bits
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.puzzle.hindsight.known_rolls import Candidate, HindsightPlan, KnownRollsGame
from solver.penta_rush.puzzle.rules import ROUNDS
from solver.search import is_over

_MAX_NODES = 200_000  # a few seconds; where more are needed, CP-SAT is faster
_BRANCHES_PER_NODE = 200_000  # and per candidate: these branches take as long as a node
_MAX_CIRCLES = 10_000  # sets of circles beside which crosses are tried
_MAX_CROSS_NODES = 20_000  # placements tried for the crosses beside one of them


def search_plan(game: KnownRollsGame, *, deadline: float | None = None) -> HindsightPlan | None:
    """Return the plan that loses the fewest points, by an exhaustive search.

    None if that takes too many nodes, or is not done by *deadline* on the monotonic clock.
    """
    search = _LossSearch(game, deadline)
    circles = (circled for loss in count() for circled in search.losing(loss))
    try:
        plans = (add_crosses(game, circled) for circled in islice(circles, _MAX_CIRCLES))
        return next((plan for plan in plans if plan), None)
    except UndecidedError:
        return None


def greedy_plan(game: KnownRollsGame) -> HindsightPlan:
    """Return a plan without foresight: each round circles the most it can, or crosses the least."""
    unused, taken = list(game.points.highest_first), 0
    circled: list[Candidate] = []
    crossed: list[tuple[str, int]] = []
    for number in range(ROUNDS):
        matches = (each for each in game.candidates if each.round == number)
        free = (each for each in matches if each.shape in unused and not each.cells & taken)
        candidate = next(free, None)
        if candidate:
            circled.append(candidate)
            _, shape, cells = candidate
        else:
            drawings = (
                (shape, cells) for shape in unused[::-1] for cells in game.placements[shape]
            )
            cross = next((drawing for drawing in drawings if not drawing[1] & taken), None)
            if cross is None:
                break
            crossed.append(cross)
            shape, cells = cross
        unused.remove(shape)
        taken |= cells
    return HindsightPlan(tuple(circled), tuple(crossed))


class _LossSearch:
    """A depth-first search for candidates that lose a given number of points at most.

    Candidates are known by their numbers, and sets of them are bit sets of these numbers.
    """

    def __init__(self, game: KnownRollsGame, deadline: float | None) -> None:
        self._candidates, self._points, self._deadline = game.candidates, game.points, deadline
        self._nodes = 0  # visited
        self._compatible = cache(self._find_compatible)
        self._by_shape = dict.fromkeys(SHAPES, 0)
        self._by_round = [0] * ROUNDS
        self._all = (1 << len(game.candidates)) - 1
        self._by_cell = [0] * (game.card.rows * game.card.cols)
        for number, (round_number, shape, cells) in enumerate(game.candidates):
            self._by_shape[shape] |= 1 << number
            self._by_round[round_number] |= 1 << number
            for cell in bits(cells):
                self._by_cell[cell] |= 1 << number

    def _find_compatible(self, number: int) -> int:
        """Return the candidates of other rounds, shapes and cells than that of this *number*.

        Found when they are needed: for all 67,000 candidates of some cards, they take 600 MB.
        """
        round_number, shape, cells = self._candidates[number]
        excluded = self._by_shape[shape] | self._by_round[round_number]
        for cell in bits(cells):
            excluded |= self._by_cell[cell]
        return self._all & ~excluded

    def losing(self, loss: int) -> Iterator[tuple[Candidate, ...]]:
        """Yield sets of candidates that lose *loss* points, no fewer."""
        earned = sum(self._points.values) - loss
        for numbers in self._extend(self._all, SHAPES, loss, ()):
            circled = tuple(self._candidates[number] for number in numbers)
            if sum(self._points[candidate.shape] for candidate in circled) == earned:
                yield circled

    def _extend(
        self, remaining: int, shapes: Sequence[str], loss: int, circled: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        """Yield *circled* with more of the *remaining* candidates, of undecided *shapes*."""
        self._nodes += 1
        if is_over(self._deadline) or self._nodes > _MAX_NODES:
            raise UndecidedError("the search has used up its nodes or its time")
        points = self._points
        remaining_of = {
            shape: numbers for shape in shapes if (numbers := remaining & self._by_shape[shape])
        }
        loss -= sum([points[shape] for shape in shapes if shape not in remaining_of])
        rounds = [numbers for members in self._by_round if (numbers := remaining & members)]
        ascending = sorted([points[shape] for shape in remaining_of])
        if loss < sum(ascending[: max(0, len(remaining_of) - len(rounds))]):
            return
        if not remaining_of:
            yield circled
            return
        shape = min(remaining_of, key=lambda shape: remaining_of[shape].bit_count())
        branches = remaining_of[shape]
        if loss < ascending[0] and len(rounds) == len(remaining_of):
            # No shape may be crossed, so every round has to be used as well.
            branches = min([branches, *rounds], key=int.bit_count)
        self._nodes += branches.bit_count() * len(self._candidates) // _BRANCHES_PER_NODE
        # Try first what leaves the most candidates.
        order = sorted(
            bits(branches), key=lambda number: -(self._compatible(number) & remaining).bit_count()
        )
        for number in order:
            others = [other for other in remaining_of if other != self._candidates[number].shape]
            compatible = remaining & self._compatible(number)
            yield from self._extend(compatible, others, loss, (*circled, number))
        if points[shape] <= loss:
            others = [other for other in remaining_of if other != shape]
            yield from self._extend(remaining & ~branches, others, loss - points[shape], circled)


def add_crosses(game: KnownRollsGame, circled: Sequence[Candidate]) -> HindsightPlan | None:
    """Return a plan with *circled* candidates and the crosses that are due; None if there is none.

    Raises `UndecidedError` when it takes too many nodes to tell.
    """
    plan = HindsightPlan(tuple(circled), ())
    due = plan.rounds_due - len(circled)
    drawings = [
        (shape, cells)
        for shape in plan.unused
        for cells in game.placements[shape]
        if not cells & plan.taken
    ]
    for shapes in combinations(plan.unused, due):
        chosen = [drawing for drawing in drawings if drawing[0] in shapes]
        options: list[list[Hashable]] = [[shape, *bits(cells)] for shape, cells in chosen]
        cover = next(covers(options, shapes, node_limit=_MAX_CROSS_NODES), None)
        if cover is not None:
            crossed = tuple(chosen[option] for option in cover)
            return game.completed(HindsightPlan(plan.circled, crossed))
    return None
