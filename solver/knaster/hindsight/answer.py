"""The best plan for a solitaire whose rolls are known in advance."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from solver.answer import Answer, Outcome
from solver.drawing.text_grid import StyledLine, plain_line, plural, wrapped_lines
from solver.errors import BrokenInvariantError
from solver.knaster.answer import SheetScore
from solver.knaster.hindsight.known_rolls import check_rolls
from solver.knaster.line import CELLS, LineValues, default_line_values
from solver.knaster.record import Record, Turn
from solver.knaster.rules import after_turn, check, judge
from solver.knaster.sheet import Sheet
from solver.search import Report, Search

if TYPE_CHECKING:
    from solver.drawing.scene import Scene
    from solver.knaster.hindsight.plan_search import PlanSearch

_ACTION = "what is done"


@dataclass(frozen=True, slots=True, repr=False)
class Plan(Answer):
    """The *turns* with the first of *rolls*, their *score*, and an upper *bound* for any.

    Lines have these *values*. *stopped*: the search was ended early.
    """

    turns: tuple[Turn, ...]
    score: int
    bound: int
    rolls: tuple[int, ...]
    values: LineValues
    stopped: bool = False
    title: str = "rolls"

    def __post_init__(self) -> None:
        if self.score > self.bound:
            raise BrokenInvariantError(f"{self.score} points, which should be {self.bound} at most")

    def __repr__(self) -> str:
        return f"<Plan: {self.reason}>"

    @property
    def proven(self) -> bool:
        """Whether no plan for the same rolls scores more."""
        return self.score == self.bound

    @property
    def fewest_proven(self) -> bool:
        """Whether every number is circled, and with fewer rolls that cannot be: 25 write them."""
        return len(self.turns) == len(CELLS) == len(self.sheet.circled)

    @property
    def sheet(self) -> Sheet:
        """The sheet after the last turn."""
        return judge(Record.of_solitaire(self.turns)).sheets[0]

    @property
    def outcome(self) -> Outcome:
        """Not decided if the search was ended early."""
        return Outcome.UNDECIDED if self.stopped else Outcome.YES

    @property
    def reason(self) -> str:
        """What the plan reaches, and whether that is proven best."""
        points = f"{plural(self.score, 'point')} with {plural(len(self.turns), 'roll')}"
        if self.score < self.values.max_score:
            bound = f"best known; no plan has more than {self.bound}"
            return f"{points}, {'proven best' if self.proven else bound}"
        fewest = "fewer cannot do" if self.fewest_proven else "the fewest known"
        return f"{points}, proven best: no sheet has more; {fewest}"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the turns with the score after each, the sheet, and what is proven."""
        yield plain_line(f"The best plan for {self.title}, {len(self.rolls)} in all")
        yield plain_line("")
        sheet = Sheet()
        width = max(len(_ACTION), *(len(turn.action) for turn in self.turns))
        yield plain_line(f"turn  roll  {_ACTION:<{width}}  score")
        for number, turn in enumerate(self.turns, start=1):
            sheet = after_turn(sheet, turn)
            score = sheet.score(self.values)
            yield plain_line(f"{number:>4}  {turn.roll:>4}  {turn.action:<{width}}  {score:>5}")
        yield plain_line("")
        yield from SheetScore(sheet, self.values, self.title).lines(drawn=drawn)
        yield from wrapped_lines(f"{self.title}: {self.reason}")

    def to_json(self) -> dict[str, Any]:
        """Return the turns, their score, and what is proven of it."""
        return {
            "score": self.score,
            "rolls": len(self.turns),
            "proven": self.proven,
            "bound": self.bound,
            "fewest_proven": self.fewest_proven,
            "turns": [turn.to_json() for turn in self.turns],
        }

    def picture(self) -> "Scene":
        """Return the picture of the sheet."""
        return SheetScore(self.sheet, self.values).picture()


def best_plan(
    rolls: Sequence[int], *, values: LineValues | None = None, title: str = "rolls"
) -> Search[Plan]:
    """Return the search for the best plan for *rolls*, 1 to 1000, after which the game is over.

    The plan is the same for the same arguments. If every number can be circled, it does so with as
    few of the first rolls as could be found. *values* are those of the lines, by default the
    bundled ones. Raises `RollError` where a roll is no sum of two dice.

    >>> best_plan([6, 7, 8, 9, 10, 6, 7]).run()
    <Plan: 15 points with 7 rolls, proven best>
    """
    known = check_rolls(rolls, title)
    values = values or default_line_values()

    def prepare() -> None:
        import solver.knaster.hindsight.plan_search  # noqa: F401 - it imports numba

    def plan_of(search: "PlanSearch", *, stopped: bool) -> Plan:
        check(Record.of_solitaire(search.turns), search.values, search.score)
        return Plan(search.turns, search.score, search.bound, known, search.values, stopped, title)

    def work(report: Report[Plan]) -> Plan:
        from solver.knaster.hindsight.plan_search import PlanSearch

        def publish(done: int, total: int, note: str) -> None:
            if not search.turns:
                report(done, total, 0, note)
                return
            so_far = plan_of(search, stopped=True)
            report(done, total, 0, note, answer=lambda: so_far)

        search = PlanSearch(known, values, publish)
        search.run()
        return plan_of(search, stopped=False)

    return Search(work, label="best plan", noun="plans", prepare=prepare)


def best_known_plan(record: Record, values: LineValues, found: Plan) -> Plan:
    """Return the best plan that is known for the rolls of *record*, a legal game that is over.

    That is the one *found* in hindsight, unless a player did better.
    """
    plan = found
    for player, sheet in zip(record.players, judge(record).sheets, strict=True):
        if sheet.score(values) > plan.score:
            plan = replace(plan, turns=player.turns, score=sheet.score(values))
    return plan
