"""The packings of a roll: all of them, the best, random ones, and how many there are."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import Annotated, Any, TypeVar

from solver.answer import Answer
from solver.drawing.styled_text import StyledLine, plain_line
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, seed_and_notes, seeded_random
from solver.penta_rush.engine import Engine, PackingCounts
from solver.penta_rush.packing import ANY_PACKING, Packing, PackingFilter
from solver.penta_rush.points import Points
from solver.penta_rush.rules import MAX_PLACEMENTS, PlacementNumbers
from solver.penta_rush.solution import ENGINES, engine_for
from solver.question import Limit, Seed, Within, question
from solver.search import Report, Search
from solver.simulation import histogram_lines

_ALONE, _TOGETHER = 1000, 100  # lines: these first ones come one by one, the others together

AnswerT = TypeVar("AnswerT", bound=Answer)


@dataclass(frozen=True, slots=True, repr=False)
class PackingTotal(Answer):
    """How many packings there are: *by_size*, from one shape to five."""

    by_size: tuple[int, ...]

    @property
    def total(self) -> int:
        """The number of packings."""
        return sum(self.by_size)

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - nothing is drawn
        """Yield the number of packings."""
        yield plain_line(str(self.total))

    def to_json(self) -> dict[str, Any]:
        """Return the number of packings, and those of each size."""
        return {"count": self.total, "by_size": list(self.by_size)}


@dataclass(frozen=True, slots=True, repr=False)
class Histogram(Answer):
    """How many packings have each score that occurs, ascending: *by_score*."""

    by_score: dict[int, int]

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield one line per score: the score, the number of packings, a bar."""
        counts = {f"{points:>3}": count for points, count in self.by_score.items()}
        return histogram_lines(counts, drawn=drawn) if counts else iter(())

    def to_json(self) -> dict[str, Any]:
        """Return the number of packings by score."""
        return {"histogram": self.by_score}


@dataclass(frozen=True, slots=True, repr=False)
class ListEnd(Answer):
    """What is left to say when *count* packings have been listed.

    The *notes* are the seed, if one was drawn, and whether there was nothing to draw.
    """

    count: int
    notes: tuple[str, ...] = ()

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - nothing is drawn
        """Yield nothing: the packings were the lines."""
        return iter(())

    def to_json(self) -> int:
        """Return how many packings were listed."""
        return self.count


@dataclass(frozen=True, slots=True, repr=False)
class Packings:
    r"""The packings of *size*, or of any size, that *engine* finds for a roll on a card.

    With *maximal*, they are those to which no shape can be added.

    >>> packings = Packings.of(Card.parse("AABCDE ABCCDE".replace(" ", "\n")), "AABCD")
    >>> [packing.score for packing in packings], packings.count().run().total
    ([4], 1)
    """

    engine: Engine
    wanted: PackingFilter = ANY_PACKING

    def __repr__(self) -> str:
        problem = self.engine.problem
        return f"<Packings: {problem.roll} on {problem.card.rows}x{problem.card.cols} cells>"

    @classmethod
    @question
    def of(  # noqa: PLR0913 - a row of settings
        cls,
        card: Card,
        roll: Roll | str,
        *,
        points: Points | None = None,
        size: Annotated[int, Within(1, MAX_PLACEMENTS)] | None = None,
        maximal: bool = False,
        engine: str = ENGINES[0],
    ) -> "Packings":
        """Return the packings of *roll* on *card*; arguments as those of `solve`."""
        return cls(engine_for(card, roll, points, engine), PackingFilter(size, maximal))

    def __iter__(self) -> Iterator[Packing]:
        return map(self.engine.packing, self.engine.packings(self.wanted))

    @question
    def best(self, count: Limit) -> list[Packing]:
        """Return the *count* best: by score, then in the documented order."""
        return [*map(self.engine.packing, self.engine.top(count, self.wanted))]

    @question
    def sample(self, count: Limit, *, seed: Seed | None = None) -> list[Packing]:
        """Return *count* random packings, all equally likely, the same for the same *seed*."""
        drawn = self.engine.sample(count, seeded_random(seed)[0], self.wanted)
        return [*map(self.engine.packing, drawn)]

    def count(self) -> Search[PackingTotal]:
        """Return the search that counts them by size."""
        return self._counting(
            lambda report: PackingTotal(
                tuple(self.engine.count_by_size(self.wanted, progress=report))
            )
        )

    def histogram(self) -> Search[Histogram]:
        """Return the search that counts them by score."""
        return self._counting(
            lambda report: Histogram(self.engine.counts(self.wanted, progress=report).by_score)
        )

    def _counting(self, work: Callable[[Report[AnswerT]], AnswerT]) -> Search[AnswerT]:
        return Search(work, label="counting", noun="packings")

    @question
    def listed(self, limit: Limit | None = None) -> Search[ListEnd]:
        """Return the search whose items are the lines of JSON of all, or of the first *limit*."""
        return self._listing(lambda _report: islice(self.engine.packings(self.wanted), limit))

    @question
    def listed_best(self, count: Limit) -> Search[ListEnd]:
        """Return the search whose items are the lines of JSON of the *count* `best`."""
        return self._listing(lambda _report: self.engine.top(count, self.wanted))

    @question
    def listed_sample(self, count: Limit, *, seed: Seed | None = None) -> Search[ListEnd]:
        """Return the search whose items are the lines of JSON of `sample`."""
        drawn, notes = seed_and_notes(seed)
        none = "there is no such packing to draw" if count else ""

        def sample(report: Report[ListEnd]) -> Iterator[PlacementNumbers]:
            rng, _ = seeded_random(drawn)
            return self.engine.sample(count, rng, self.wanted, progress=report)

        return self._listing(sample, notes, none)

    def _listing(
        self,
        packings: Callable[[Report[ListEnd]], Iterator[PlacementNumbers]],
        notes: tuple[str, ...] = (),
        none: str = "",
    ) -> Search[ListEnd]:
        def work(report: Report[ListEnd]) -> ListEnd:
            count, lines = 0, packing_lines(self.engine, packings(report))
            while batch := [*islice(lines, 1 if count < _ALONE else _TOGETHER)]:
                count += len(batch)
                report(0, 0, 0, items=batch)
            return ListEnd(count, (*notes, none) if none and not count else notes)

        return Search(work, label="counting", noun="packings", line=str)


@question
def packings(card: Card, roll: Roll | str, *, points: Points | None = None) -> Iterator[Packing]:
    """Iterate over all packings of *roll* on *card*, in the documented order, as `solve`."""
    return iter(Packings.of(card, roll, points=points))


@question
def best_packings(
    card: Card, roll: Roll | str, count: Limit = 10, *, points: Points | None = None
) -> list[Packing]:
    """Return the *count* best packings, the best first. Other arguments as in `solve`."""
    return Packings.of(card, roll, points=points).best(count)


@question
def random_packings(
    card: Card,
    roll: Roll | str,
    count: Limit = 1,
    *,
    seed: Seed | None = None,
    points: Points | None = None,
) -> list[Packing]:
    """Return *count* random packings, as `Packings.sample`. Other arguments as in `solve`."""
    return Packings.of(card, roll, points=points).sample(count, seed=seed)


@question
def count_packings(card: Card, roll: Roll | str, *, points: Points | None = None) -> PackingCounts:
    """Return how many packings there are, by size and by score. Arguments as in `solve`."""
    return engine_for(card, roll, points).counts()


def packing_lines(engine: Engine, packings: Iterable[PlacementNumbers]) -> Iterator[str]:
    """Yield each of *packings* as the JSON of `Packing.to_json`, hundreds of thousands a second."""
    by_shape = sorted(enumerate(engine.placements), key=itemgetter(1))
    rank_of = {number: rank for rank, (number, _) in enumerate(by_shape)}
    rank = [rank_of[number] for number in range(len(by_shape))].__getitem__
    text = [json.dumps(placement.to_json()) for _, placement in by_shape].__getitem__
    value = engine.values.__getitem__
    # Packings that differ only in the last placement come together: the others are looked up once.
    previous: list[int] | None = None
    for *others, last in packings:
        if others != previous:
            previous, ranks, points = others, list(map(rank, others)), sum(map(value, others))
        placements = ", ".join(map(text, sorted([*ranks, rank(last)])))
        yield f'{{"score": {points + value(last)}, "placements": [{placements}]}}\n'
