"""The answer in hindsight: the best plan, what bounds it, and why it is beyond doubt.

A plan is proven best by one of three arguments: it circles all twelve shapes; or search and model,
which share nothing but what the rolls offer, agree; or, where the crosses need so much room that
the search cannot tell, the case split: with the dearest chance of the plan no plan earns more, and
without it none does.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solver.cpsat import Choice, Limit, Multiplicity
from solver.errors import BrokenInvariantError
from solver.outcome import Status
from solver.penta_rush.puzzle.game import Game, Player, Round
from solver.penta_rush.puzzle.hindsight.model import best_chances
from solver.penta_rush.puzzle.hindsight.prospect import Chance, Plan, Prospect
from solver.penta_rush.puzzle.hindsight.room import Room
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


def best(prospect: Prospect, *, limit_s: float | None = None, twice: bool = True) -> Answer:
    """Return the best plan for a *prospect*; *limit_s* seconds or a Ctrl-C may end it before.

    It is proven unless it was ended, or one engine was enough: not *twice*, for thousands of games.
    """
    limit = Limit(None if limit_s is None else time.monotonic() + limit_s)
    try:
        most = _most(prospect, limit, twice=twice)
        plan = with_crosses(prospect, most.chances)
    except KeyboardInterrupt:
        return _answer(prospect, some_plan(prospect), prospect.ceiling, _INTERRUPTED)
    if plan:
        return _answer(prospect, plan, most.worth, most.state)
    if most.state.interrupted:
        return _answer(prospect, some_plan(prospect), most.worth, _INTERRUPTED)
    return _in_room(prospect, most, limit, twice=twice)


class _State(NamedTuple):
    """How far something is beyond doubt, and whether Ctrl-C ended what was to show it."""

    proven: bool
    interrupted: bool = False


_PROVEN, _OPEN = _State(proven=True), _State(proven=False)
_INTERRUPTED = _State(proven=False, interrupted=True)


class _Most(NamedTuple):
    """What chances can be worth at most, crosses aside; and the best *chances* found."""

    worth: int
    chances: Sequence[Chance]
    state: _State


def _most(prospect: Prospect, limit: Limit, *, twice: bool) -> _Most:
    seconds = limit.seconds
    part = None if seconds is None else time.monotonic() + _SEARCH * seconds
    found = least_loss(prospect, deadline=part)
    if found and not (found.loss and twice):
        state = _OPEN if found.loss else _PROVEN
        return _Most(prospect.ceiling - found.loss, found.chances, state)
    choice = best_chances(prospect, limit)
    chances = [prospect.chances[number] for number in choice.options]
    if choice.status is not Status.OPTIMAL:
        ended = _State(proven=False, interrupted=choice.interrupted)
        if found:
            return _Most(prospect.ceiling - found.loss, found.chances, ended)
        return _Most(choice.bound, chances, ended)
    if found and prospect.ceiling - found.loss != choice.worth:
        raise BrokenInvariantError(f"{found} by search, {choice.worth} points by the model")
    if found:
        return _Most(choice.worth, found.chances, _PROVEN)
    if not twice:
        return _Most(choice.worth, chances, _OPEN)

    def again(also: Multiplicity) -> Choice:
        return best_chances(prospect, limit, also)

    return _Most(choice.worth, chances, _split(prospect, chances, again))


def _in_room(prospect: Prospect, most: _Most, limit: Limit, *, twice: bool) -> Answer:
    """Return the answer where chances and crosses have to share what room there is."""
    room, known = Room(prospect), some_plan(prospect)
    choice = room.best(limit, most=most.worth, known=known)
    plan = room.plan(choice.options) if choice.options else known
    if choice.status is not Status.OPTIMAL:
        ended = _State(proven=False, interrupted=choice.interrupted)
        return _answer(prospect, plan, choice.bound, ended)
    if choice.worth == most.worth or not twice:
        return _answer(prospect, plan, choice.worth, most.state if twice else _OPEN)

    def again(also: Multiplicity) -> Choice:
        return room.best(limit, also, most=most.worth)

    return _answer(prospect, plan, choice.worth, _split(prospect, plan.chances, again))


def _split(
    prospect: Prospect, chances: Sequence[Chance], again: Callable[[Multiplicity], Choice]
) -> _State:
    """Return whether the case split proves *chances* best, where *again* asks for the best."""
    if not prospect.chances:
        return _PROVEN
    score = prospect.ceiling - prospect.loss(chances)
    dearest = max(chances or prospect.chances, key=lambda one: prospect.points[one.shape])
    number = prospect.chances.index(dearest)
    worths = []
    for times in (1, 0):
        choice = again(Multiplicity([number], times, times))
        if choice.status not in (Status.OPTIMAL, Status.INFEASIBLE):
            return _State(proven=False, interrupted=choice.interrupted)
        worths.append(choice.worth)
    if max(worths) != score:
        raise BrokenInvariantError(f"{score} points, but {worths} with and without {dearest}")
    return _PROVEN


def _answer(prospect: Prospect, plan: Plan, bound: int, state: _State) -> Answer:
    """Return the answer that *plan* is, once the referee has seen it."""
    rounds = prospect.rounds(plan)
    judgement = check(Game(prospect.card, (Player(_NAME, rounds),)), prospect.points)
    score = judgement.standings[0].points
    if not judgement.over or score != prospect.ceiling - prospect.loss(plan.chances):
        raise BrokenInvariantError(f"a plan that loses {prospect.loss(plan.chances)}: {judgement}")
    proven = state.proven and score == bound
    return Answer(rounds, score, bound, proven, state.interrupted)
