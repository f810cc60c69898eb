"""How long a search may take: so many steps, which come to the same every time, or seconds.

step  a playout, or twenty positions of the end game, which take about as long
"""

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

Limit = Callable[[float], bool]  # whether a search ends that has taken so many steps


class Effort(NamedTuple):
    """The *seconds* that a search takes; or, where they are given, its *steps*."""

    seconds: float
    steps: int | None = None

    def limit(self, share: float = 1) -> Limit:
        """Return where a search ends that begins now and takes this *share* of the effort."""
        if self.steps is not None:
            most = share * self.steps
            return lambda steps: steps >= most
        end = monotonic() + share * self.seconds
        return lambda _steps: monotonic() >= end
