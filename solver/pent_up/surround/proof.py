"""Surround solved: each answer found by exhaustive search, and confirmed by CP-SAT.

The two engines prove an answer together, and share no code:

* Both list all white rings of the fewest tiles, and must list the same.
* For each white ring the search finds a black ring of the fewest tiles. That ring itself proves
  that there is one; the referee checks it.
* For each white ring CP-SAT must prove that no black ring has fewer tiles than the answer says or,
  if the search found none, that there is no black ring at all.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count
from typing import Any

from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cells
from solver.geometry.polyomino import SHAPES
from solver.geometry.symmetry import Isometry, isometries
from solver.pent_up.surround.model import RingModel
from solver.pent_up.surround.rules import Ring, RingTile, cells_of, centre_of, check
from solver.pent_up.surround.search import RingSearch
from solver.pent_up.surround.solution import RingSolution, SurroundAnswer
from solver.runtime.parallel import Map
from solver.search import Advance


def solutions(shape: str, *, progress: Advance | None = None) -> Iterator[RingSolution]:
    """Yield the solutions around the centre of this *shape*, sorted by their white tiles."""
    white_rings = RingSearch(cells_of([centre_of(shape)])).fewest()
    for number, white in enumerate(white_rings, start=1):
        solution = _surround(shape, white)
        if progress:
            progress(number, len(white_rings), number)
        yield solution


def solve(shape: str, *, map_tasks: Map = map, progress: Advance | None = None) -> SurroundAnswer:
    """Return the answer for this *shape*; raise `BrokenInvariantError` if the engines disagree."""
    centre = cells_of([centre_of(shape)])
    white_rings, model = RingSearch(centre).fewest(), RingModel(centre)
    fewest_white = len(white_rings[0])
    if model.fewest() != fewest_white or model.rings(fewest_white) != white_rings:
        raise BrokenInvariantError(f"{shape}: the engines disagree on the white rings")
    steps = count(1)

    def run(function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        for result in map_tasks(function, tasks):
            if progress:
                progress(next(steps), 2 * len(white_rings), 0)
            yield result

    surrounded: list[RingSolution] = list(run(partial(_surround, shape), white_rings))
    example = min(surrounded, key=lambda solution: len(solution.black or SHAPES))
    fewest_black = len(example.black) if example.black else None
    if not all(run(partial(_is_confirmed, shape, fewest_black), surrounded)):
        raise BrokenInvariantError(f"{shape}: the engines disagree on the black rings")
    return SurroundAnswer(
        example,
        shape,
        fewest_white,
        len(white_rings),
        count_distinct(centre, white_rings),
        sum(solution.black is not None for solution in surrounded),
        fewest_black,
    )


def count_distinct(centre: Cells, rings: Iterable[Ring]) -> int:
    """Return how many *rings* differ by more than a turn or flip that preserves *centre*."""
    allowed = isometries(centre)
    return len({min(_image(ring, isometry) for isometry in allowed) for ring in rings})


def _surround(shape: str, white: Ring) -> RingSolution:
    """Return the solution with this white ring, checked by the referee."""
    solution = RingSolution(white, RingSearch(*_inside_and_shapes_left(shape, white)).first())
    check(solution.rings(shape))
    return solution


def _is_confirmed(shape: str, fewest_black: int | None, solution: RingSolution) -> bool:
    """Return whether CP-SAT agrees that no black ring has fewer tiles, or that there is none."""
    inside, shapes_left = _inside_and_shapes_left(shape, solution.white)
    too_few = fewest_black - 1 if fewest_black and solution.black else len(shapes_left)
    return not RingModel(inside, shapes_left).has_ring(too_few)


def _inside_and_shapes_left(shape: str, white: Ring) -> tuple[Cells, str]:
    """Return the cells of the centre and its white ring, and the shapes that Black has left."""
    return cells_of([centre_of(shape), *white]), SHAPES.replace(shape, "")


def _image(ring: Ring, isometry: Isometry) -> Ring:
    return tuple(
        sorted(RingTile(shape, tuple(sorted(map(isometry.image, cells)))) for shape, cells in ring)
    )
