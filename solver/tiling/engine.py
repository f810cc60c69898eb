"""The interface of the tiling engines, which all give the same answers."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import NamedTuple

from solver.runtime.progress import Progress
from solver.tiling.problem import TilingProblem
from solver.tiling.rules import Tiling


class TilingCount(NamedTuple):
    """How many tilings there are, and how many up to the symmetries of the region."""

    tilings: int
    distinct: int


class TilingEngine(ABC):
    """Searches for the tilings of *problem*."""

    def __init__(self, problem: TilingProblem) -> None:
        self.problem = problem

    @abstractmethod
    def tilings(self, *, progress: Progress | None = None) -> Iterator[Tiling]:
        """Yield the tilings, or the distinct ones, in the documented order."""

    @abstractmethod
    def count(self, *, progress: Progress | None = None) -> TilingCount:
        """Return how many tilings there are, all and distinct, whichever the problem asks for."""
