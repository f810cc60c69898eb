"""Simulations: games that programs play, and what they come to.

A game depends on the seed and its number alone, whatever else is played. So what was played before
a time limit or a Ctrl-C is the beginning of every longer simulation, and is shown. Whether the
referee looks at a game is the game's business.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from itertools import chain
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from solver.question import Count, Seed, check_fields
from solver.search import Report, Search

if TYPE_CHECKING:  # most commands only name the levels of programs
    from random import Random

    from solver.drawing.styled_text import StyledLine

_BAR_WIDTH = 40
_DECIMALS = 4  # of a share in JSON
_Z = 1.959964  # standard deviations: 95 % lie within them on either side of the mean

AnswerT = TypeVar("AnswerT")
GameT = TypeVar("GameT")


class Level(IntEnum):
    """The level of a program that plays; kernels know it by its number."""

    @property
    def label(self) -> str:
        """Its name on the command line."""
        return self.name.lower()


@dataclass(frozen=True, kw_only=True)
class SimulationSpec:
    """How many *games* to play, and the *seed* that all random choices depend on."""

    games: Count
    seed: Seed = 0

    def __post_init__(self) -> None:
        check_fields(self)

    def rng(self, number: int) -> "Random":
        """Return the random numbers of the game of this *number*, from 0."""
        from random import Random

        return Random(f"{self.seed} {number}")


def simulation(
    games: Callable[[], Iterable[GameT]],
    answer: Callable[[Sequence[GameT]], AnswerT],
    *,
    total: int,
    note: Callable[[GameT], str] | None = None,
) -> Search[AnswerT]:
    """Return the search that plays *total* *games*, and makes an *answer* of those played so far.

    *note* says of each game what the bar shows beside the number of games.
    """

    def work(report: Report[AnswerT]) -> AnswerT:
        return answer(collected(games(), report, answer, total=total, note=note))

    return Search(work, label="playing", noun="games")


def collected(
    games: Iterable[GameT],
    report: Report[AnswerT],
    answer: Callable[[Sequence[GameT]], AnswerT],
    *,
    total: int,
    note: Callable[[GameT], str] | None = None,
) -> list[GameT]:
    """Return *games*, and report each as it comes, with the *answer* of those so far."""
    played: list[GameT] = []
    for game in games:
        played.append(game)
        count = len(played)
        text = "" if note is None else note(game)
        report(count, total, count, text, answer=partial(_first, answer, played, count))
    return played


def _first(
    answer: Callable[[Sequence[GameT]], AnswerT], played: Sequence[GameT], count: int
) -> AnswerT:
    return answer(played[:count])


def played_in_threads(
    play: Callable[[range], Iterable[GameT]], games: int, *, size: int = 1, jobs: int | None = None
) -> Iterator[GameT]:
    """Yield *games* games by their numbers; *play* plays *size* of them in one of *jobs* threads.

    By default there are as many threads as cores.
    """
    from solver.runtime.parallel import cores, thread_map

    batches = (range(start, min(start + size, games)) for start in range(0, games, size))
    yield from chain.from_iterable(thread_map(play, batches, jobs=jobs or cores()))


class Scores(tuple[int, ...]):
    """The scores of some games, at least one, by their numbers.

    >>> scores = Scores((84, 86, 84))
    >>> scores.mean_line, scores.distribution, round(scores.share(85), 2)
    ('Mean 84.67 ± 0.67 (standard error)', {84: 2, 86: 1}, 0.33)
    """

    __slots__ = ()

    @property
    def mean(self) -> float:
        """The mean score."""
        from statistics import fmean

        return fmean(self)

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None of a single game."""
        from statistics import pstdev

        return pstdev(self) / sqrt(len(self) - 1) if len(self) > 1 else None

    @property
    def mean_text(self) -> str:
        """The mean with its standard error, if it has one."""
        return f"{self.mean:.2f}" + ("" if self.error is None else f" ± {self.error:.2f}")

    @property
    def mean_line(self) -> str:
        """The mean, for a line that says what stands behind it."""
        return f"Mean {self.mean_text}" + ("" if self.error is None else " (standard error)")

    @property
    def distribution(self) -> dict[int, int]:
        """The number of games with each score that occurred, ascending."""
        return dict(sorted(Counter(self).items()))

    def share(self, threshold: int) -> float:
        """Return the share of games of *threshold* points and more."""
        return sum(score >= threshold for score in self) / len(self)


def histogram_lines(counts: Mapping[str, int], *, drawn: bool) -> Iterator["StyledLine"]:
    """Yield a line for each name with its count, and if bars can be *drawn*, a bar.

    >>> for ((line, _),) in histogram_lines({" 0-4": 3, " 5-9": 12}, drawn=False):
    ...     print(line)
     0-4  3
     5-9 12
    """
    most = max(counts.values())
    for name, count in counts.items():
        bar = "█" * max(bool(count), round(_BAR_WIDTH * count / most)) if drawn else ""
        yield [(f"{name} {count:>{len(str(most))}} {bar}".rstrip(), "")]


class Rate(NamedTuple):
    """A *share* of all trials, and the *low* and *high* end of its 95 % confidence interval."""

    share: float
    low: float
    high: float

    @property
    def interval(self) -> str:
        """The ends of the interval, in percent.

        >>> wilson_interval(0.5, 100).interval
        '40.4% to 59.6%'
        """
        return f"{self.low:.1%} to {self.high:.1%}"

    def to_json(self) -> dict[str, float]:
        """Return the share and the ends of its interval, with four decimals."""
        return {name: round(value, _DECIMALS) for name, value in self._asdict().items()}


def wilson_interval(share: float, count: int) -> Rate:
    """Return the rate of a *share* observed in *count* trials, at least one (Wilson 1927).

    >>> _, low, high = wilson_interval(0.5, 100)
    >>> f"{low:.4f} {high:.4f}"
    '0.4038 0.5962'
    """
    weight = _Z**2 / count
    middle = (share + weight / 2) / (1 + weight)
    half = sqrt(weight * share * (1 - share) + weight**2 / 4) / (1 + weight)
    return Rate(share, max(0.0, middle - half), min(1.0, middle + half))
