"""Answers found anew: by exhaustion and by CP-SAT, and seen by the referee.

Both engines have to find the same white rings. A black ring is its own proof that there is one;
CP-SAT has to agree that no white ring has a black one of fewer tiles than the answer says, and that
those without a black ring have none.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cells
from solver.geometry.polyomino import SHAPES
from solver.geometry.symmetry import Isometry, isometries
from solver.pent_up.surround.answer import RingSolution, SurroundAnswer
from solver.pent_up.surround.model import RingModel
from solver.pent_up.surround.rules import Ring, RingTile, cells_of, centre_of
from solver.pent_up.surround.search import RingSearch
from solver.runtime.parallel import Map

_BATCH = 16  # solutions between two reports of progress

# Called with the steps done, and the steps in all.
Progress = Callable[[int, int], None]


def solutions(shape: str, *, progress: Progress | None = None) -> Iterator[RingSolution]:
    """Yield the solutions around the centre of this *shape*, sorted by their white tiles.

    *progress* is told of each, with how many there are.
    """
    white = RingSearch(cells_of([centre_of(shape)])).fewest()
    for number, ring in enumerate(white, start=1):
        solution = _solution(shape, ring)
        if progress:
            progress(number, len(white))
        yield solution


def solve(shape: str, *, each: Map = map, progress: Progress | None = None) -> SurroundAnswer:
    """Find the answer for the centre of this *shape*; *each* is the `map` that does the work.

    Raises `BrokenInvariantError` when the engines disagree.
    """
    centre = cells_of([centre_of(shape)])
    white, model = RingSearch(centre).fewest(), RingModel(centre)
    fewest = len(white[0])
    if model.fewest() != fewest or model.rings(fewest) != white:
        raise BrokenInvariantError(f"{shape}: the engines disagree on the white rings")
    steps = _BatchedMap(each, 2 * len(white), progress)
    found = steps.done(partial(_solution, shape), white)
    counts = [len(solution.black) for solution in found if solution.black]
    black = min(counts, default=None)
    if not all(steps.done(partial(_is_confirmed, shape, black), found)):
        raise BrokenInvariantError(f"{shape}: the engines disagree on the black rings")
    return SurroundAnswer(
        shape,
        fewest,
        len(white),
        count_distinct(centre, white),
        len(counts),
        black,
        next(one for one in found if black is None or (one.black and len(one.black) == black)),
    )


def count_distinct(centre: Cells, rings: Iterable[Ring]) -> int:
    """Return how many *rings* there are up to the turns and flips that *centre* allows."""
    allowed = isometries(centre)
    return len({min(_moved(ring, isometry) for isometry in allowed) for ring in rings})


class _BatchedMap:
    """Steps of a long search, done by the `map` *each* batch by batch; *total* of them in all."""

    def __init__(self, each: Map, total: int, progress: Progress | None) -> None:
        self._each, self._total, self._progress = each, total, progress
        self._passed = 0

    def done(self, function: Callable[[Any], Any], tasks: Sequence[Any]) -> list[Any]:
        """Return what *function* makes of each of *tasks*."""
        found: list[Any] = []
        for start in range(0, len(tasks), _BATCH):
            batch = tasks[start : start + _BATCH]
            found += self._each(function, batch)
            self._passed += len(batch)
            if self._progress:
                self._progress(self._passed, self._total)
        return found


def _solution(shape: str, white: Ring) -> RingSolution:
    """Return the solution with this white ring."""
    return RingSolution(white, RingSearch(*_around(shape, white)).first()).checked(shape)


def _is_confirmed(shape: str, black: int | None, solution: RingSolution) -> bool:
    """Return whether CP-SAT agrees that no black ring has fewer tiles, or that there is none."""
    laid, others = _around(shape, solution.white)
    too_few = len(others) if solution.black is None or black is None else black - 1
    return not RingModel(laid, others).has_ring(too_few)


def _around(shape: str, white: Ring) -> tuple[Cells, str]:
    """Return the cells of the centre and its white ring, and the shapes that Black has left."""
    return cells_of([centre_of(shape), *white]), SHAPES.replace(shape, "")


def _moved(ring: Ring, isometry: Isometry) -> Ring:
    return tuple(
        sorted(RingTile(shape, tuple(sorted(map(isometry.image, cells)))) for shape, cells in ring)
    )
