"""Integer programs: whole numbers, linear constraints on them, and a sum that is to be least.

Here they are values only; `cpsat.least_cost` solves them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from solver.cover.exact_cover import Status

Term = tuple[int, int]  # a coefficient, and the index of a variable


class LinearConstraint(NamedTuple):
    """The sum of *terms* is from *least* to *most*; None is no limit."""

    terms: Sequence[Term]
    least: int | None
    most: int | None


@dataclass
class IntegerProgram:
    """Variables by their indices: each is a whole number from 0 to its limit in *limits*.

    They keep all *constraints*, and the sum of them times their *costs* is to be least.

    >>> program = IntegerProgram()
    >>> fives, twos = program.add_variable(9, cost=5), program.add_variable(9, cost=2)
    >>> program.require([(5, fives), (2, twos)], least=11)
    >>> len(program.limits), program.costs
    (2, {0: 5, 1: 2})
    """

    limits: list[int] = field(default_factory=list)
    constraints: list[LinearConstraint] = field(default_factory=list)
    costs: dict[int, int] = field(default_factory=dict)

    def add_variable(self, limit: int = 1, *, cost: int = 0) -> int:
        """Add a variable, and return its index."""
        self.limits.append(limit)
        index = len(self.limits) - 1
        if cost:
            self.costs[index] = cost
        return index

    def require(
        self, terms: Iterable[Term], *, least: int | None = None, most: int | None = None
    ) -> None:
        """Add a constraint."""
        self.constraints.append(LinearConstraint(tuple(terms), least, most))


class ProgramSolution(NamedTuple):
    """The best *values* found, by variables, their *cost*, and a lower *bound* of any.

    The status is OPTIMAL, FEASIBLE, INFEASIBLE or UNKNOWN; without a solution there are no values,
    and the cost is 0.
    """

    status: Status
    values: tuple[int, ...]
    cost: int
    bound: int


Hints = Mapping[int, int]  # values of variables to try first
