"""The best plan for known rolls: found, bounded, and proven by a second argument.

A plan is proven best in one of three ways. It circles all twelve shapes. Or the search and CP-SAT,
which share nothing but the candidates, agree. Or, where the search cannot tell because it has no
time or the crosses compete for cells, a case split: CP-SAT finds no better plan that circles the
plan's highest-value candidate, and none that does not.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solver.cover.cpsat import BoundedCover, Multiplicity, TimeLimit
from solver.cover.status import Status
from solver.errors import BrokenInvariantError
from solver.penta_rush.puzzle.game import PuzzleGame, PuzzlePlayer, PuzzleRound
from solver.penta_rush.puzzle.hindsight.circling_model import best_circles
from solver.penta_rush.puzzle.hindsight.crossing_model import CrossingModel
from solver.penta_rush.puzzle.hindsight.known_rolls import Candidate, HindsightPlan, KnownRollsGame
from solver.penta_rush.puzzle.hindsight.search import add_crosses, greedy_plan, least_loss
from solver.penta_rush.puzzle.rules import check

_PLAYER = "solitaire"  # the name of the one player
_SEARCH_SHARE = 0.25  # of the time; the rest is for CP-SAT, in case the search is not done by then


@dataclass(frozen=True, slots=True)
class HindsightAnswer:
    """The best *rounds* found, their *score*, and an upper *bound* for every plan.

    *proven*: a second argument confirms that the score is the best. *interrupted*: Ctrl-C ended
    the search early.
    """

    rounds: tuple[PuzzleRound, ...]
    score: int
    bound: int
    proven: bool
    interrupted: bool = False

    def __post_init__(self) -> None:
        if self.score > self.bound or (self.proven and self.score < self.bound):
            raise BrokenInvariantError(f"{self.score} of {self.bound}, proven: {self.proven}")


def find_best_plan(
    game: KnownRollsGame,
    *,
    known: Sequence[PuzzleRound] | None = None,
    limit_s: float | None = None,
    cross_check: bool = True,
) -> HindsightAnswer:
    """Return the best plan for *game*; *limit_s* seconds or Ctrl-C may end the search early.

    It is no worse than *known* rounds that were played. It is proven unless the search was ended
    early, or *cross_check* is off: one engine is enough where thousands of games are solved.
    """
    limit = TimeLimit(None if limit_s is None else time.monotonic() + limit_s)
    incumbent = _Incumbent(game)
    if known is not None:
        incumbent.improve(game.plan_of(known))
    try:
        status = _solve(incumbent, limit, cross_check=cross_check)
    except KeyboardInterrupt:
        status = _INTERRUPTED
    return incumbent.answer(status)


def best_score(game: KnownRollsGame) -> int:
    """Return the best score, found by one engine. Raises KeyboardInterrupt if that ended it."""
    answer = find_best_plan(game, cross_check=False)
    if answer.interrupted:
        raise KeyboardInterrupt
    return answer.score


class _Incumbent:
    """The best *plan* so far, at first one without foresight, and an upper *bound* for any."""

    def __init__(self, game: KnownRollsGame) -> None:
        self.game = game
        self.plan = greedy_plan(game)
        self.bound = game.max_score

    def improve(self, plan: HindsightPlan) -> None:
        """Keep *plan* if it is better."""
        self.plan = max(self.plan, plan, key=lambda each: self.game.score(each.circled))

    def answer(self, status: "_ProofStatus") -> HindsightAnswer:
        """Return the plan as an answer, once the referee has checked it."""
        rounds = self.game.rounds_of(self.plan)
        solitaire = PuzzleGame(self.game.card, (PuzzlePlayer(_PLAYER, rounds),))
        judgement = check(solitaire, self.game.points)
        score = judgement.standings[0].points
        if not judgement.over or score != self.game.score(self.plan.circled):
            raise BrokenInvariantError(f"{self.plan} is not what the referee sees: {judgement}")
        proven = status.proven and score == self.bound
        return HindsightAnswer(rounds, score, self.bound, proven, status.interrupted)


class _ProofStatus(NamedTuple):
    """Whether optimality is proven, and whether Ctrl-C ended the attempt to prove it."""

    proven: bool
    interrupted: bool = False


_PROVEN, _UNPROVEN = _ProofStatus(proven=True), _ProofStatus(proven=False)
_INTERRUPTED = _ProofStatus(proven=False, interrupted=True)


class _Relaxation(NamedTuple):
    """The problem without crosses: an upper *bound*, and the best *circled* candidates found."""

    bound: int
    circled: Sequence[Candidate]
    status: _ProofStatus


def _solve(incumbent: _Incumbent, limit: TimeLimit, *, cross_check: bool) -> _ProofStatus:
    """Find the best plan, and return whether it is proven."""
    game = incumbent.game
    relaxation = _solve_relaxation(game, limit, cross_check=cross_check)
    incumbent.bound = relaxation.bound
    plan = add_crosses(game, relaxation.circled)
    if plan:
        incumbent.improve(plan)
    ended_early = game.score(relaxation.circled) < relaxation.bound
    if plan or ended_early:
        return relaxation.status
    return _solve_with_crosses(incumbent, relaxation.status, limit, cross_check=cross_check)


def _solve_relaxation(game: KnownRollsGame, limit: TimeLimit, *, cross_check: bool) -> _Relaxation:
    """Solve the problem without crosses by the search, and to *cross_check* it by CP-SAT."""
    seconds = limit.seconds
    deadline = None if seconds is None else time.monotonic() + _SEARCH_SHARE * seconds
    least = least_loss(game, deadline=deadline)
    if least and not (least.loss and cross_check):
        status = _UNPROVEN if least.loss else _PROVEN
        return _Relaxation(game.max_score - least.loss, least.circled, status)
    cover = best_circles(game, limit)
    circled = [game.candidates[number] for number in cover.options]
    if cover.status is Status.INFEASIBLE:
        raise BrokenInvariantError("CP-SAT: to circle nothing is a cover, but it finds none")
    if cover.status is not Status.OPTIMAL:
        status = _ProofStatus(proven=False, interrupted=cover.interrupted)
        if least:
            return _Relaxation(game.max_score - least.loss, least.circled, status)
        return _Relaxation(cover.bound, circled, status)
    if least and game.max_score - least.loss != cover.value:
        raise BrokenInvariantError(f"{least} by search, {cover.value} points by CP-SAT")
    if least:
        return _Relaxation(cover.value, least.circled, _PROVEN)
    if not cross_check:
        return _Relaxation(cover.value, circled, _UNPROVEN)

    def best_case(case: Multiplicity) -> BoundedCover:
        return best_circles(game, limit, case)

    return _Relaxation(cover.value, circled, _prove_by_cases(game, circled, best_case))


def _solve_with_crosses(
    incumbent: _Incumbent, bound_status: _ProofStatus, limit: TimeLimit, *, cross_check: bool
) -> _ProofStatus:
    """Find the best plan where circles and crosses compete for cells.

    *bound_status* says whether the bound so far is proven.
    """
    model, bound = CrossingModel(incumbent.game), incumbent.bound
    cover = model.best(limit, max_score=bound, known=incumbent.plan)
    if cover.status is Status.INFEASIBLE:
        raise BrokenInvariantError("CP-SAT: there is a plan, but it finds none")
    if cover.options:
        incumbent.improve(model.plan_of(cover.options))
    incumbent.bound = cover.bound
    if cover.status is not Status.OPTIMAL:
        return _ProofStatus(proven=False, interrupted=cover.interrupted)
    if not cross_check:
        return _UNPROVEN
    if cover.value == bound and bound_status.proven:
        return _PROVEN

    def best_case(case: Multiplicity) -> BoundedCover:
        return model.best(limit, case, max_score=bound)

    return _prove_by_cases(incumbent.game, incumbent.plan.circled, best_case)


def _prove_by_cases(
    game: KnownRollsGame,
    circled: Sequence[Candidate],
    best_case: Callable[[Multiplicity], BoundedCover],
) -> _ProofStatus:
    """Return whether a case split proves *circled* best; *best_case* solves one of the cases."""
    if not game.candidates:
        return _PROVEN
    score = game.score(circled)
    pivot = max(circled or game.candidates, key=lambda candidate: game.points[candidate.shape])
    number = game.candidates.index(pivot)
    values, decided = [], False
    for times in (1, 0):
        cover = best_case(Multiplicity([number], times, times))
        if cover.status in (Status.FEASIBLE, Status.UNKNOWN):
            return _ProofStatus(proven=False, interrupted=cover.interrupted)
        values.append(cover.value)
        decided = decided or cover.status is Status.OPTIMAL
    if not decided or max(values) != score:
        raise BrokenInvariantError(f"{score} points, but {values} with and without {pivot}")
    return _PROVEN
