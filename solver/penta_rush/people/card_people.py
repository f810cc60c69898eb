"""What a card offers people: each roll's expected points for a player of some skill."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import fsum, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.drawing.styled_text import unbroken_items, wrapped
from solver.penta_rush.dice import Roll
from solver.penta_rush.people.skill import CAVEAT, MODEL, Skill
from solver.penta_rush.survey.card_survey import Survey
from solver.search import Advance, is_over

if TYPE_CHECKING:
    from solver.penta_rush.people.round_outcome import RoundOutcome

MAX_EXTREME = 5  # of the hardest rolls, and of the easiest
_DIGITS = 9  # of points: rolls that a symmetry exchanges are equal


class RollPeople(NamedTuple):
    """The *outcome* of a round with *roll*, which comes in this number of *ways*."""

    roll: Roll
    ways: int
    outcome: "RoundOutcome"

    @property
    def mean(self) -> float:
        """The expected points."""
        return self.outcome.mean


@dataclass(frozen=True)
class CardPeople:
    """The rounds of a player of this *skill* on the surveyed card, over all throws."""

    survey: Survey
    skill: Skill

    @cached_property
    def rows(self) -> list[RollPeople]:
        """What every roll brings, in alphabetical order."""
        return self.measure()

    def measure(
        self, *, progress: Advance | None = None, deadline: float | None = None
    ) -> list[RollPeople]:
        """Find the `rows` now, and report *progress* by rolls.

        After *deadline*, on the monotonic clock, those that are left out are not found.
        """
        rows = []
        for done, row in enumerate(self.survey.rows, start=1):
            if is_over(deadline):
                break
            rows.append(RollPeople(row.roll, row.ways, self._outcome(row.roll)))
            if progress:
                progress(done, len(self.survey.rows), 0, "(people)")
        self.__dict__["rows"] = rows
        return rows

    def _outcome(self, roll: Roll) -> "RoundOutcome":
        from solver.penta_rush.people.round_outcome import round_outcome

        if roll not in self._outcomes:
            self._outcomes[roll] = round_outcome(self.survey.engines.get(roll), self.skill)
        return self._outcomes[roll]

    @cached_property
    def _outcomes(self) -> dict[Roll, "RoundOutcome"]:
        return {}

    @property
    def is_exact(self) -> bool:
        """Whether the rounds of no roll are simulated.

        The rolls of most placements are tried first: if any is simulated, it is most likely these.
        """
        engines = self.survey.engines
        dense = sorted(engines, key=lambda roll: len(engines[roll].placements.fixed), reverse=True)
        return not any(self._outcome(roll).rounds for roll in dense)

    @property
    def is_whole(self) -> bool:
        """Whether all rolls were measured in time; else there are no other figures."""
        return len(self.rows) == len(self.survey.rows)

    def _over_throws(self, values: Iterator[float]) -> float:
        weighed = zip(self.rows, values, strict=True)
        return fsum(row.ways * value for row, value in weighed) / sum(row.ways for row in self.rows)

    @cached_property
    def mean(self) -> float:
        """The expected points of a throw."""
        return self._over_throws(row.mean for row in self.rows)

    @cached_property
    def sd(self) -> float:
        """The standard deviation, over all throws, of the points that are expected of each."""
        return sqrt(self._over_throws((row.mean - self.mean) ** 2 for row in self.rows))

    @property
    def error(self) -> float:
        """The greatest standard error of a roll's expected points; 0 where all are exact."""
        return max(row.outcome.error for row in self.rows)

    @property
    def mean_error(self) -> float:
        """The standard error of the mean, whose rolls have independent errors; 0 if it is exact."""
        squares = fsum((row.ways * row.outcome.error) ** 2 for row in self.rows)
        return sqrt(squares) / sum(row.ways for row in self.rows)

    @property
    def shapes(self) -> float:
        """The expected number of shapes of a throw."""
        return self._over_throws(row.outcome.shapes for row in self.rows)

    @property
    def nothing(self) -> float:
        """The chance to find nothing."""
        return self._over_throws(row.outcome.nothing for row in self.rows)

    @property
    def extremes(self) -> dict[str, list[RollPeople]]:
        """The ``hardest`` rolls, the very hardest first, and the ``easiest``, likewise.

        No roll is in both, unless it is the only one.
        """
        ordered = sorted(self.rows, key=lambda row: (round(row.mean, _DIGITS), row.roll))
        count = min(MAX_EXTREME, max(1, len(ordered) // 2))
        return {"hardest": ordered[:count], "easiest": ordered[: -count - 1 : -1]}

    @property
    def summary(self) -> str:
        """What matters most, on one line."""
        if not self.is_whole:
            return "people not computed in time; penta rush check --skill does that"
        return (
            f"people of skill {self.skill}, by {MODEL}: {self.mean:.2f} points and"
            f" {self.shapes:.2f} shapes a round; {self._spread}{self._simulated}"
        )

    @property
    def _simulated(self) -> str:
        """How sure the points of a roll are, where they are not exact."""
        error = self.error
        return f"; simulated where a roll has too many packings, ± {error:.2f}" if error else ""

    @property
    def _spread(self) -> str:
        means = [row.mean for row in self.rows]
        return f"expected points {min(means):.2f} to {max(means):.2f}, sd {self.sd:.2f}"

    def lines(self) -> Iterator[str]:
        """Yield the figures, the hardest and the easiest rolls, and what the model is good for."""
        if not self.is_whole:
            yield "people       not computed in time"
            return
        yield from wrapped(
            f"{self.mean:.2f} points and {self.shapes:.2f} shapes a round; nothing in"
            f" {100 * self.nothing:.1f} % of rounds",
            first="people       ",
        )
        yield from wrapped(f"{self._spread}{self._simulated}", first="  rolls      ")
        legend = self.survey.card.legend
        for name, rows in self.extremes.items():
            rolls = (f"{legend.roll_text(row.roll)} {row.mean:.2f}" for row in rows)
            yield from wrapped(unbroken_items(rolls), first=f"  {name:<11}")
        yield from wrapped(f"People of skill {self.skill}. {CAVEAT}")

    def to_json(self) -> dict[str, Any] | None:
        """Return the figures over all throws, and those of each roll; None if time was short."""
        if not self.is_whole:
            return None
        return {
            "skill": str(self.skill),
            "about": CAVEAT,
            "mean": self.mean,
            "sd": self.sd,
            "error": self.error,
            "shapes": self.shapes,
            "nothing": self.nothing,
            "rolls": [{"roll": str(row.roll), **row.outcome.to_json()} for row in self.rows],
        }
