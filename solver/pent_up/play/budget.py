"""How long a search may take: so many steps, which come to the same every time, or seconds.

step  a playout, or twenty positions of the end game, which take about as long
"""

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

StopCondition = Callable[[float], bool]  # whether a search ends that has taken so many steps


class SearchBudget(NamedTuple):
    """The *seconds* that a search takes; or, where they are given, its *steps*."""

    seconds: float
    steps: int | None = None

    def halves(self) -> tuple["SearchBudget", "SearchBudget"]:
        """Return it in two parts, which come to no more steps together; the first may have none."""
        if self.steps is None:
            half = SearchBudget(self.seconds / 2)
            return half, half
        few = self.steps // 2
        return SearchBudget(self.seconds, few), SearchBudget(self.seconds, self.steps - few)

    def limit(self) -> StopCondition:
        """Return where a search ends that begins now."""
        if self.steps is not None:
            most = self.steps
            return lambda steps: steps >= most
        end = monotonic() + self.seconds
        return lambda _steps: monotonic() >= end
