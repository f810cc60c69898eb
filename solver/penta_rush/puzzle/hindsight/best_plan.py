"""The best plan for known rolls: found, bounded, and proven by a second argument.

A plan is proven best in one of three ways. The search finds no better one, and no more points could
be matched to rounds at once. Or the search and CP-SAT, which share nothing but the candidates,
agree. Or, where the search cannot tell in time, a case split: CP-SAT finds no better plan that
circles the plan's highest-value candidate, and none that does not.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from solver.answer import Answer, Outcome
from solver.cover.cpsat import BoundedCover, Multiplicity, TimeLimit
from solver.cover.exact_cover import Status
from solver.drawing.styled_text import StyledLine, plain_line
from solver.errors import BrokenInvariantError, UndecidedError
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import PuzzleGame, PuzzlePlayer, PuzzleRound
from solver.penta_rush.puzzle.hindsight.cover_model import CrossingModel, best_circles
from solver.penta_rush.puzzle.hindsight.known_rolls import Candidate, HindsightPlan, KnownRollsGame
from solver.penta_rush.puzzle.hindsight.search import add_crosses, greedy_plan, search_plan
from solver.penta_rush.puzzle.judged_game import card_text, rounds_text
from solver.penta_rush.puzzle.rules import check
from solver.penta_rush.symbol_label import key_line, legend_text
from solver.question import Seconds, question
from solver.search import Report, Search

_SEARCH_SHARE = 0.25  # of the time; the rest is for CP-SAT, in case the search is not done by then


@dataclass(frozen=True, slots=True, repr=False)
class BestPlan(Answer):
    """The best *rounds* found for *game*, their *score*, and an upper *bound* for every plan.

    *proven*: a second argument confirms that the score is the best.
    """

    game: KnownRollsGame
    rounds: tuple[PuzzleRound, ...]
    score: int
    bound: int
    proven: bool
    title: str = "card"

    def __post_init__(self) -> None:
        if self.score > self.bound or (self.proven and self.score < self.bound):
            raise BrokenInvariantError(f"{self.score} of {self.bound}, proven: {self.proven}")

    @property
    def outcome(self) -> Outcome:
        """Undecided unless the plan is proven best."""
        return Outcome.YES if self.proven else Outcome.UNDECIDED

    @property
    def reason(self) -> str:
        """The score, and how far it may be from the best."""
        return f"score {self.score}, {self.proof}"

    @property
    def proof(self) -> str:
        """Whether the plan is proven best, and if not, how far it may be from it."""
        if self.proven:
            return "proven best"
        if self.score == self.bound:
            return "best according to one engine, not confirmed by a second"
        return f"not proven best: no plan scores more than {self.bound}"

    def __repr__(self) -> str:
        return f"<BestPlan: {self.reason}>"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the plan, drawn on its card and round by round, and whether it is proven."""
        game = self.game
        yield plain_line(f"The best plan for twelve known rolls on {self.title}")
        yield plain_line("")
        yield from card_text(game.card, self.rounds, drawn=drawn)
        yield from legend_text(game.card)
        yield key_line(game.card)
        yield from rounds_text(game.card, self.rounds, game.points)
        yield plain_line(f"Score {self.score} of {game.max_score}, {self.proof}")

    def to_json(self) -> dict[str, Any]:
        """Return the card, the score, its bound and the rounds."""
        return {
            **self.game.card.to_json(self.game.points),
            "score": self.score,
            "bound": self.bound,
            "proven": self.proven,
            "rounds": [played.to_json() for played in self.rounds],
        }


@question
def best_plan(  # noqa: PLR0913 - what varies, and how it is searched for and shown
    card: Card,
    rolls: Sequence[Roll],
    *,
    points: Points | None = None,
    known: Sequence[PuzzleRound] | None = None,
    limit_s: Seconds | None = None,
    title: str = "card",
) -> Search[BestPlan]:
    """Return the search for the best plan of a solitaire on *card* whose twelve *rolls* are known.

    It is no worse than *known* rounds that were played. How long it takes is not known before;
    after *limit_s* seconds the best plan so far is the answer, and is not proven. *points* are the
    values of the tiles, by default those that the card was made for, or else the bundled ones.
    Raises `RollError` unless there are twelve rolls of symbols that the card shows.
    """
    game = KnownRollsGame(card, tuple(rolls), points or card.tile_points)

    def work(report: Report[BestPlan]) -> BestPlan:
        return find_best_plan(game, known=known, limit_s=limit_s, title=title, report=report)

    return Search(work, label="best plan", noun="plans")


def find_best_plan(  # noqa: PLR0913 - a row of settings
    game: KnownRollsGame,
    *,
    known: Sequence[PuzzleRound] | None = None,
    limit_s: float | None = None,
    cross_check: bool = True,
    title: str = "card",
    report: Report[BestPlan] | None = None,
) -> BestPlan:
    """Return the best plan for *game*, as `best_plan` does; *report* publishes those so far.

    It is proven unless the search was ended early, or *cross_check* is off: one engine is enough
    where thousands of games are solved.
    """
    limit = TimeLimit(None if limit_s is None else time.monotonic() + limit_s)
    search = _PlanSearch(game, limit, title, report, cross_check)
    if known is not None:
        search.improve(game.plan_of(known))
    proven = search.run()
    return search.answer(search.plan, search.bound, proven=proven)


def best_score(game: KnownRollsGame) -> int:
    """Return the best score, found by one engine."""
    return find_best_plan(game, cross_check=False).score


@dataclass
class _PlanSearch:
    """The best *plan* so far, at first one without foresight, and an upper *bound* for any."""

    game: KnownRollsGame
    limit: TimeLimit
    title: str
    publish: Report[BestPlan] | None
    cross_check: bool

    def __post_init__(self) -> None:
        self.plan, self.bound = greedy_plan(self.game), self.game.score_bound
        self._report()

    @property
    def score(self) -> int:
        """The score of the best plan so far."""
        return self.game.score(self.plan.circled)

    def improve(self, plan: HindsightPlan) -> None:
        """Keep *plan* if it is better."""
        self.plan = max(self.plan, plan, key=lambda each: self.game.score(each.circled))
        self._report()

    def _report(self) -> None:
        if self.publish:
            proving = ", to be proven" if self.score == self.bound else f", at most {self.bound}"
            answer = partial(self.answer, self.plan, self.bound)
            self.publish(0, 0, 0, f"score {self.score}{proving}", answer=answer)

    def answer(self, plan: HindsightPlan, bound: int, *, proven: bool = False) -> BestPlan:
        """Return *plan* as an answer, once the referee has agreed to it."""
        game, rounds = self.game, self.game.rounds_of(plan)
        verdict = check(PuzzleGame((game.card,), (PuzzlePlayer("solitaire", rounds),)), game.points)
        score = verdict.standings[0].points
        if not verdict.over or score != game.score(plan.circled):
            raise BrokenInvariantError(f"{plan} is not what the referee sees: {verdict}")
        return BestPlan(game, rounds, score, bound, proven and score == bound, self.title)

    def run(self) -> bool:
        """Find the best plan, and return whether it is proven."""
        game, seconds = self.game, self.limit.seconds
        deadline = None if seconds is None else time.monotonic() + _SEARCH_SHARE * seconds
        searched = search_plan(game, deadline=deadline)
        if searched is None:
            return self._run_cp_sat()
        self.bound = game.score(searched.circled)
        self.improve(searched)
        if self.bound == game.score_bound or not self.cross_check:
            return self.bound == game.score_bound
        return self._is_confirmed()

    def _is_confirmed(self) -> bool:
        """Return whether CP-SAT finds just as much as the search, at first without the crosses."""
        cover = _feasible(best_circles(self.game, self.limit, min_score=self.bound))
        if cover.value > self.bound:
            model = CrossingModel(self.game)
            cover = _feasible(model.best(self.limit, max_score=cover.bound, known=self.plan))
        if cover.status is Status.OPTIMAL and cover.value != self.bound:
            raise BrokenInvariantError(f"{self.plan}, but {cover.value} points by CP-SAT")
        return cover.status is Status.OPTIMAL

    def _run_cp_sat(self) -> bool:
        """Find the best plan by CP-SAT, at first as if the crosses needed no space."""
        game = self.game
        best_case = partial(best_circles, game, self.limit)
        cover = _feasible(best_case())
        self._take(cover, [game.candidates[option] for option in cover.options])
        if self.score < self.bound and cover.status is Status.OPTIMAL:
            model = CrossingModel(game)
            best_case = partial(model.best, self.limit, max_score=self.bound)
            cover = _feasible(best_case(known=self.plan))
            if cover.options:
                self.improve(game.completed(model.plan_of(cover.options)))
            self._take(cover)
        if cover.status is not Status.OPTIMAL:
            return False
        return self.score == game.score_bound or self._is_best_by_cases(best_case)

    def _take(self, cover: BoundedCover, circled: Sequence[Candidate] = ()) -> None:
        """Keep the bound of *cover*, and the plan with its candidates, if the crosses fit."""
        self.bound = min(self.bound, cover.bound)
        with suppress(UndecidedError):
            plan = add_crosses(self.game, circled)
            if plan:
                self.improve(plan)

    def _is_best_by_cases(self, best_case: Callable[[Multiplicity], BoundedCover]) -> bool:
        """Return whether a case split proves the plan best; *best_case* solves one of the cases.

        Without a cross-check it is not tried.
        """
        candidates, points = self.game.candidates, self.game.points
        if not (candidates and self.cross_check):
            return self.cross_check
        circled = self.plan.circled or candidates
        pivot = max(circled, key=lambda candidate: points[candidate.shape])
        values, statuses = [], set()
        for times in (1, 0):
            cover = best_case(Multiplicity([candidates.index(pivot)], times, times))
            if cover.status in (Status.FEASIBLE, Status.UNKNOWN):
                return False
            values.append(cover.value)
            statuses.add(cover.status)
        if Status.OPTIMAL not in statuses or max(values) != self.score:
            raise BrokenInvariantError(
                f"{self.score} points, but {values} with and without {pivot}"
            )
        return True


def _feasible(cover: BoundedCover) -> BoundedCover:
    if cover.status is Status.INFEASIBLE:
        raise BrokenInvariantError("CP-SAT: there always is a plan, but it finds none")
    return cover
