"""The answer in hindsight: the best plan, what bounds it, and why it is beyond doubt.

A plan is proven best by one of three arguments: it circles all twelve shapes; or search and model,
which share nothing but what the rolls offer, agree; or, where the crosses need so much room that
the search cannot tell, the case split: with the dearest match of the plan no plan earns more, and
without it none does, both by the model.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solver.cover.cpsat import BoundedCover, Limit, Multiplicity
from solver.cover.status import Status
from solver.errors import BrokenInvariantError
from solver.penta_rush.puzzle.game import Game, Player, Round
from solver.penta_rush.puzzle.hindsight.crossing_model import Room
from solver.penta_rush.puzzle.hindsight.known_rolls import Match, Plan, Prospect
from solver.penta_rush.puzzle.hindsight.model import best_matches
from solver.penta_rush.puzzle.hindsight.search import least_loss, some_plan, with_crosses
from solver.penta_rush.puzzle.rules import check

_NAME = "solitaire"  # of the one who plays alone
_SEARCH = 0.25  # its part of the time, which leaves some to the model where it fails


@dataclass(frozen=True, slots=True)
class Answer:
    """The best *rounds* found, their *score*, and a *bound* that no plan surpasses.

    *proven*: a second argument says so too. *interrupted*: Ctrl-C ended the search before.
    """

    rounds: tuple[Round, ...]
    score: int
    bound: int
    proven: bool
    interrupted: bool = False

    def __post_init__(self) -> None:
        if self.score > self.bound or (self.proven and self.score < self.bound):
            raise BrokenInvariantError(f"{self.score} of {self.bound}, proven: {self.proven}")


def best(
    prospect: Prospect,
    *,
    known: Sequence[Round] | None = None,
    limit_s: float | None = None,
    twice: bool = True,
) -> Answer:
    """Return the best plan for a *prospect*; *limit_s* seconds or a Ctrl-C may end it before.

    It is no worse than *known* rounds, which were played; and proven unless it was ended, or one
    engine was enough: not *twice*, for thousands of games.
    """
    limit = Limit(None if limit_s is None else time.monotonic() + limit_s)
    so_far = _SoFar(prospect)
    if known is not None:
        so_far.take(prospect.plan(known))
    try:
        ending = _decide(so_far, limit, twice=twice)
    except KeyboardInterrupt:
        ending = _INTERRUPTED
    return so_far.answer(ending)


def optimum(prospect: Prospect) -> int:
    """Return the best score by one engine alone. Raises KeyboardInterrupt where that ends it."""
    found = best(prospect, twice=False)
    if found.interrupted:
        raise KeyboardInterrupt
    return found.score


class _SoFar:
    """The best *plan* so far, at first one without foresight, and a *bound* for any."""

    def __init__(self, prospect: Prospect) -> None:
        self.prospect = prospect
        self.plan = some_plan(prospect)
        self.bound = prospect.ceiling

    def take(self, plan: Plan) -> None:
        """Keep *plan* if it is better."""
        self.plan = max(self.plan, plan, key=lambda one: self.prospect.score(one.matches))

    def answer(self, ending: "_Ending") -> Answer:
        """Return the answer that the plan is, once the referee has seen it."""
        rounds = self.prospect.rounds(self.plan)
        game = Game(self.prospect.card, (Player(_NAME, rounds),))
        judgement = check(game, self.prospect.points)
        score = judgement.standings[0].points
        if not judgement.over or score != self.prospect.score(self.plan.matches):
            raise BrokenInvariantError(f"{self.plan} is not what the referee sees: {judgement}")
        proven = ending.proven and score == self.bound
        return Answer(rounds, score, self.bound, proven, ending.interrupted)


class _Ending(NamedTuple):
    """How far something is beyond doubt, and whether Ctrl-C ended what was to show it."""

    proven: bool
    interrupted: bool = False


_PROVEN, _OPEN = _Ending(proven=True), _Ending(proven=False)
_INTERRUPTED = _Ending(proven=False, interrupted=True)


class _Most(NamedTuple):
    """What matches can be worth at most, crosses aside; and the best *matches* found."""

    worth: int
    matches: Sequence[Match]
    ending: _Ending


def _decide(so_far: _SoFar, limit: Limit, *, twice: bool) -> _Ending:
    """Find the best plan, and return how far it is beyond doubt."""
    most = _most(so_far.prospect, limit, twice=twice)
    so_far.bound = most.worth
    plan = with_crosses(so_far.prospect, most.matches)
    if plan:
        so_far.take(plan)
    if plan or so_far.prospect.score(most.matches) < most.worth:  # the second: it was ended before
        return most.ending
    return _in_room(so_far, most.ending, limit, twice=twice)


def _most(prospect: Prospect, limit: Limit, *, twice: bool) -> _Most:
    """Return what matches can be worth, by the search and, if it is to be *twice*, by the model."""
    seconds = limit.seconds
    part = None if seconds is None else time.monotonic() + _SEARCH * seconds
    found = least_loss(prospect, deadline=part)
    if found and not (found.loss and twice):
        ending = _OPEN if found.loss else _PROVEN
        return _Most(prospect.ceiling - found.loss, found.matches, ending)
    choice = best_matches(prospect, limit)
    matches = [prospect.matches[number] for number in choice.options]
    if choice.status is Status.INFEASIBLE:
        raise BrokenInvariantError("CP-SAT: no matches at all are a cover, but it finds none")
    if choice.status is not Status.OPTIMAL:
        ended = _Ending(proven=False, interrupted=choice.interrupted)
        if found:
            return _Most(prospect.ceiling - found.loss, found.matches, ended)
        return _Most(choice.bound, matches, ended)
    if found and prospect.ceiling - found.loss != choice.worth:
        raise BrokenInvariantError(f"{found} by search, {choice.worth} points by the model")
    if found:
        return _Most(choice.worth, found.matches, _PROVEN)
    if not twice:
        return _Most(choice.worth, matches, _OPEN)

    def again(also: Multiplicity) -> BoundedCover:
        return best_matches(prospect, limit, also)

    return _Most(choice.worth, matches, _split(prospect, matches, again))


def _in_room(so_far: _SoFar, most: _Ending, limit: Limit, *, twice: bool) -> _Ending:
    """Decide where matches and crosses have to share what room there is."""
    room, bound = Room(so_far.prospect), so_far.bound
    choice = room.best(limit, most=bound, known=so_far.plan)
    if choice.status is Status.INFEASIBLE:
        raise BrokenInvariantError("CP-SAT: there is a plan, but it finds none")
    if choice.options:
        so_far.take(room.plan(choice.options))
    so_far.bound = choice.bound
    if choice.status is not Status.OPTIMAL:
        return _Ending(proven=False, interrupted=choice.interrupted)
    if not twice:
        return _OPEN
    if choice.worth == bound and most.proven:
        return _PROVEN

    def again(also: Multiplicity) -> BoundedCover:
        return room.best(limit, also, most=bound)

    return _split(so_far.prospect, so_far.plan.matches, again)


def _split(
    prospect: Prospect, matches: Sequence[Match], again: Callable[[Multiplicity], BoundedCover]
) -> _Ending:
    """Return whether the case split proves *matches* best, where *again* asks for the best."""
    if not prospect.matches:
        return _PROVEN
    score = prospect.score(matches)
    dearest = max(matches or prospect.matches, key=lambda one: prospect.points[one.shape])
    number = prospect.matches.index(dearest)
    worths, decided = [], False
    for times in (1, 0):
        choice = again(Multiplicity([number], times, times))
        if choice.status in (Status.FEASIBLE, Status.UNKNOWN):
            return _Ending(proven=False, interrupted=choice.interrupted)
        worths.append(choice.worth)
        decided = decided or choice.status is Status.OPTIMAL
    if not decided or max(worths) != score:
        raise BrokenInvariantError(f"{score} points, but {worths} with and without {dearest}")
    return _PROVEN
