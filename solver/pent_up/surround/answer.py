"""The questions of Surround: the fewest tiles around a tile, and the most rings known."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import TYPE_CHECKING, Any

from solver.answer import Answer
from solver.drawing.styled_text import StyledLine, plain_line, plural
from solver.errors import PiecesError, quoted
from solver.geometry.polyomino import SHAPES, check_shape
from solver.pent_up.surround.rules import Ring, colour_of
from solver.pent_up.surround.solution import (
    SurroundAnswer,
    bundled_answers,
    known_rings,
    rings_on_table,
    rings_scene,
)
from solver.question import Count, Limit, question
from solver.search import Report, Search

if TYPE_CHECKING:
    from solver.drawing.scene import Scene


@dataclass(frozen=True, slots=True, repr=False)
class SurroundTable(Answer):
    """The *answers* for several shapes."""

    answers: Sequence[SurroundAnswer]

    @property
    def summary(self) -> str:
        """Of which shapes the answers are."""
        return f"answers for {''.join(answer.shape for answer in self.answers)}"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - a table
        """Yield a line for each answer, under a head."""
        yield plain_line("shape  white  solutions  distinct  surroundable  black")
        for answer in self.answers:
            black = "none" if answer.black is None else answer.black
            yield plain_line(
                f"{answer.shape:<5}  {answer.white:>5}  {answer.solutions:>9}"
                f"  {answer.distinct:>8}  {answer.surroundable:>12}  {black:>5}"
            )

    def to_json(self) -> list[dict[str, Any]]:
        """Return the answers."""
        return [answer.to_json() for answer in self.answers]


@dataclass(frozen=True, slots=True, repr=False)
class KnownRings(Answer):
    """The most *rings*, the centre first, that are known to be possible; no proof says so."""

    rings: Sequence[Ring]

    @property
    def title(self) -> str:
        """What the picture shows."""
        return f"Rings around {self.rings[0][0].shape}"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the rings as they lie on the table, and how many tiles each of them has."""
        yield from rings_on_table(self.rings, drawn=drawn)
        yield plain_line("")
        yield plain_line(self.summary)

    @property
    def summary(self) -> str:
        """How many rings there are, and how many tiles each of them has."""
        numbers = enumerate(self.rings)
        counts = [f"{len(ring)} {colour_of(number).value}" for number, ring in numbers][1:]
        (centre,) = self.rings[0]
        return f"{plural(len(counts), 'ring')} around {centre.shape}: {', '.join(counts)}"

    def to_json(self) -> dict[str, Any]:
        """Return the tiles of the rings."""
        tiles = [[tile.to_json() for tile in ring] for ring in self.rings]
        return {"rings": len(self.rings) - 1, "proven": False, "tiles": tiles}

    def picture(self) -> "Scene":
        """Return the rings as they lie on the table."""
        return rings_scene(self.rings, title=self.title)


@dataclass(frozen=True, slots=True, repr=False)
class SolutionCount(Answer):
    """The end of a list of *count* solutions, which came as they were found."""

    count: int

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - a number
        """Yield how many there were."""
        yield plain_line(plural(self.count, "solution"))

    def to_json(self) -> int:
        """Return how many there were."""
        return self.count


@question
def surround_tile(shape: str | None = None) -> SurroundAnswer | SurroundTable:
    """Return the fewest tiles around the tile of this *shape*, by default of each: as bundled.

    Raises `PiecesError` where *shape* is no letter of a pentomino.

    >>> surround_tile("X").white
    3
    """
    answers = [bundled_answers()[letter] for letter in _shapes(shape)]
    return SurroundTable(answers) if shape is None else answers[0]


def most_rings() -> KnownRings:
    """Return the most rings, white and black in turn, that are known to be possible."""
    return KnownRings(known_rings())


@question
def solve_surround(
    shape: str | None = None, *, jobs: Count | None = None
) -> Search[SurroundAnswer | SurroundTable]:
    """Return the search that proves the answers of `surround_tile` anew, in a minute per shape."""

    def work(report: Report[SurroundAnswer | SurroundTable]) -> SurroundAnswer | SurroundTable:
        from solver.pent_up.surround.proof import solve
        from solver.runtime.parallel import cores, process_map

        with process_map(jobs or cores()) as map_tasks:
            answers = [
                solve(letter, map_tasks=map_tasks, progress=report) for letter in _shapes(shape)
            ]
        return SurroundTable(answers) if shape is None else answers[0]

    return Search(work, label="proving", noun="answers")


@question
def list_solutions(
    shape: str | None = None, *, limit: Limit | None = None
) -> Search[SolutionCount]:
    """Return the search whose items are the solutions, as JSON objects, at most *limit* of them."""

    def work(report: Report[SolutionCount]) -> SolutionCount:
        from solver.pent_up.surround.proof import solutions

        numbers, latest = count(1), (0, 0, 0)

        def advance(done: int, total: int, _in_this_shape: int, _note: str = "", /) -> None:
            nonlocal latest
            latest = (done, total, next(numbers))

        found = (
            {"shape": letter, **solution.to_json()}
            for letter in _shapes(shape)
            for solution in solutions(letter, progress=advance)
        )
        for item in islice(found, limit):
            report(*latest, items=[item])
        return SolutionCount(next(numbers) - 1)

    return Search(
        work, label="listing", noun="solutions", line=lambda item: json.dumps(item) + "\n"
    )


@question
def parse_shape(text: str) -> str:
    """Return the letter of the pentomino that *text* names, in any case."""
    check_shape(text.upper(), "shape", PiecesError, found=quoted(text))
    return text.upper()


def _shapes(shape: str | None) -> str:
    return SHAPES if shape is None else parse_shape(shape)
