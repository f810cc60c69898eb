"""The solution of a roll on a card: its best packing, and how many packings there are."""

from collections.abc import Iterator
from copy import copy
from typing import TYPE_CHECKING, Annotated, Any

from solver.drawing.styled_text import StyledLine, plain_line, plural, wrapped_lines
from solver.errors import PentaError, quoted
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.dice import ROUNDS, Roll
from solver.penta_rush.engine import Engine, PackingCounts
from solver.penta_rush.packing import Packing, RollProblem
from solver.penta_rush.people.skill import CAVEAT, Skill
from solver.penta_rush.points import Points
from solver.penta_rush.rules import round_multiplier
from solver.penta_rush.symbol_label import roll_line
from solver.question import Within, question
from solver.search import Report, Search

if TYPE_CHECKING:
    from solver.penta_rush.people.round_outcome import RoundOutcome

ENGINES = ("plain", "exact-cover", "cp-sat")
MAX_COUNTED = 100_000_000  # packings: a second at most, for people who want the best one


class Solution(Packing):
    """The best packing of a roll, the first of them in the documented order; empty without any.

    It is the answer in round *number* on the card *card_title*. *counts* are those of all packings,
    if they were counted. Where counting was given up, there are more than *more_than*; else it is
    0. *people* is what the roll brings a player of this *skill*, if one was named.
    """

    problem: RollProblem
    engine: Engine
    card_title: str
    number: int
    counts: PackingCounts | None = None
    more_than: int = 0
    skill: Skill | None = None
    people: "RoundOutcome | None" = None

    def counted(self, *, limit: int | None = MAX_COUNTED) -> Search["Solution"]:
        """Return the search that counts the packings too, up to *limit* of them."""

        def work(report: Report[Solution]) -> Solution:
            solution = copy(self)
            if limit is None:
                solution.counts = self.engine.counts(progress=report)
            else:
                solution.counts = self.engine.counts_up_to(limit, progress=report)
                solution.more_than = 0 if solution.counts else limit
            return solution

        return Search(work, label="counting", noun="packings", first=self)

    @property
    def title(self) -> str:
        """The roll and the card."""
        return f"{super().title} on {self.card_title}"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the roll, the packing drawn on the card, its score, and the counts."""
        problem, text = self.problem, f"Roll {self.title}, round {self.number}"
        yield roll_line(problem.card, text, problem.roll_text)
        yield plain_line("")
        yield from self.lines_of_round(self.number, drawn=drawn)
        if people := self.people:
            error = f" ± {people.error:.2f}" if people.rounds else ""
            expected = f"{people.mean:.2f}{error} points and {people.shapes:.2f} shapes expected"
            often = f", the best score {people.how_often(self._round_score)}" if self else ""
            yield from wrapped_lines(f"People of skill {self.skill}: {expected}{often}. {CAVEAT}")
        # Last, as they are added to what is shown before they are known.
        matching, counts = plural(len(self.engine.placements), "matching placement"), self.counts
        if counts and counts.total:
            best = "the only one" if counts.total == 1 else f"{counts.optimal:,} of them best"
            yield plain_line(f"{plural(counts.total, 'packing')} of {matching}, {best}")
        elif self.more_than:
            packings = f"More than {plural(self.more_than, 'packing')}"
            yield plain_line(f"{packings} of {matching} (--count counts them)")

    @property
    def _round_score(self) -> int:
        return round_multiplier(self.number) * self.score

    def to_json(self) -> dict[str, Any]:
        """Return the card, the roll, the score, the packing, and the counts, null if unknown."""
        problem, counts = self.problem, self.counts
        return {
            **problem.card.to_json(problem.points),
            "roll": str(problem.roll),
            "round": self.number,
            "score": self._round_score,
            "placements": len(self.engine.placements),
            "packings": counts.total if counts else None,
            "optimal": counts.optimal if counts else None,
            **({"packings_more_than": self.more_than} if self.more_than else {}),
            "packing": super().to_json() if self else None,
            **(
                {
                    "people": {
                        "skill": str(self.skill),
                        "about": CAVEAT,
                        **self.people.to_json(),
                        "best": self.people.chance_of(self._round_score),
                    }
                }
                if self.people
                else {}
            ),
        }


@question
def solve(  # noqa: PLR0913 - what varies, and how it is searched for and shown
    card: Card,
    roll: Roll | str,
    *,
    points: Points | None = None,
    number: Annotated[int, Within(1, ROUNDS)] = 1,
    engine: str = ENGINES[0],
    skill: Skill | None = None,
    title: str = "card",
) -> Solution:
    r"""Return the best packing of *roll* on *card*, the first of them in the documented order.

    It is empty, with a score of 0, when the roll has no packing. *points* are the values of the
    tiles, by default those that the card was made for, or else the bundled ones. The text of a
    *roll* may be in the names that the symbols of *card* have. *number* is the round: the fifth
    counts double. With a *skill*, the answer also tells what the roll brings people of that skill.
    Raises `PentaError` when it is no legal roll of *card*, and `TypeError`, as all
    questions here, for an argument of another type.

    >>> solve(Card.parse("ABCDE BCDEA CDEAB DEABC".replace(" ", "\n")), "ABCDE")
    <Solution: ABCDE on card, score 11: I4 V3 W4>
    """
    solver = engine_for(card, roll, points, engine)
    solution = Solution(solver.packing(solver.best() or ()), solver.problem)
    solution.engine, solution.card_title, solution.number = solver, title, number
    if skill is not None:
        from solver.penta_rush.people.round_outcome import round_outcome

        plain = solver if isinstance(solver, BitsetEngine) else BitsetEngine(solver.problem)
        solution.skill = skill
        solution.people = round_outcome(plain, skill).times(round_multiplier(number))
    return solution


def engine_for(
    card: Card, roll: Roll | str, points: Points | None, name: str = ENGINES[0]
) -> Engine:
    """Return the engine of this *name* for a roll on a card; raises as `solve` does."""
    roll = card.legend.parse_roll(roll) if isinstance(roll, str) else roll
    problem = RollProblem(card, roll, points or card.tile_points)
    if name == ENGINES[0]:
        return BitsetEngine(problem)
    from solver.penta_rush.cover_engine import CpSatEngine, ExactCoverEngine

    if name not in ENGINES:
        raise PentaError("engine", expected=f"one of {', '.join(ENGINES)}", found=quoted(name))
    return CpSatEngine(problem) if name == ENGINES[2] else ExactCoverEngine(problem)
