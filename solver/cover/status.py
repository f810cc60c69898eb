"""What a solver may say of a question, in CP-SAT's words, kept apart.

UNKNOWN is never INFEASIBLE, and FEASIBLE is never OPTIMAL.
"""

from dataclasses import dataclass
from enum import Enum


class Status(Enum):
    """How far a question has been decided."""

    OPTIMAL = "optimal"  # decided: the best was found, or all were
    FEASIBLE = "feasible"  # something was found, not all that there may be
    INFEASIBLE = "infeasible"  # decided: there is nothing to find
    UNKNOWN = "unknown"  # nothing was found, nothing is decided


@dataclass(frozen=True, slots=True)
class CoverResult:
    """A status, with the options of the solution found (ascending) and their total value."""

    status: Status
    options: tuple[int, ...] = ()
    value: int = 0
