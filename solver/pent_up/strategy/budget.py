"""What a program may take for a move; apart from the searches, as options name it."""

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple, Self

from solver.errors import PentaError

DEFAULT_SECONDS = 1.0
MAX_SECONDS, MAX_STEPS, MAX_GAMES = 10**6, 10**9, 10**6  # games: of a match, with each program

StopCondition = Callable[[float], bool]  # whether a search must stop after a number of steps


class SearchBudget(NamedTuple):
    """The *seconds* that a search may take or, if given, its number of *steps* instead."""

    seconds: float
    steps: int | None = None

    @classmethod
    def of(cls, seconds: float | None, steps: int | None) -> Self:
        """Return the budget that is asked for; raise `PentaError` where both are."""
        if seconds is not None and steps is not None:
            raise PentaError("steps", expected="none beside seconds", found=str(steps))
        return cls(DEFAULT_SECONDS if seconds is None else float(seconds), steps)

    def halves(self) -> tuple["SearchBudget", "SearchBudget"]:
        """Return two budgets that add up to this one; the first may have no steps."""
        if self.steps is None:
            half = SearchBudget(self.seconds / 2)
            return half, half
        first = self.steps // 2
        return SearchBudget(self.seconds, first), SearchBudget(self.seconds, self.steps - first)

    def start(self) -> StopCondition:
        """Return when a search that starts now must stop."""
        if (most := self.steps) is not None:
            return lambda steps: steps >= most
        end = monotonic() + self.seconds
        return lambda _steps: monotonic() >= end
