"""The status of a search, in CP-SAT's words: UNKNOWN is not INFEASIBLE, FEASIBLE not OPTIMAL."""

from dataclasses import dataclass
from enum import Enum


class Status(Enum):
    """What is known when a search ends."""

    OPTIMAL = "optimal"  # the best solution was found, or all were
    FEASIBLE = "feasible"  # a solution was found; there may be better ones, or more
    INFEASIBLE = "infeasible"  # it is proven that there is no solution
    UNKNOWN = "unknown"  # no solution was found, and nothing is proven


@dataclass(frozen=True, slots=True)
class CoverResult:
    """A status, and the options of the cover that was found, ascending, with their total value."""

    status: Status
    options: tuple[int, ...] = ()
    value: int = 0
