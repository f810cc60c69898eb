"""What every engine answers about a problem; all of them give the same answers."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import NamedTuple

from solver.tiling.problem import Problem
from solver.tiling.rules import Tiling

# Called with steps done, steps in all, tilings found.
Progress = Callable[[int, int, int], None]


class Count(NamedTuple):
    """How many tilings there are, and how many up to the symmetries of the region."""

    tilings: int
    distinct: int


class Engine(ABC):
    """Who searches for the tilings of *problem*."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    @abstractmethod
    def tilings(self, *, progress: Progress | None = None) -> Iterator[Tiling]:
        """Yield the tilings, or the distinct ones, in the documented order."""

    @abstractmethod
    def count(self, *, progress: Progress | None = None) -> Count:
        """Return how many tilings there are, all and distinct ones, whichever are asked for."""
