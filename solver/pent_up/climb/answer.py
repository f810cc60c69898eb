"""The question of Climb: whether a level can be reached, and the proof that none is higher."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

from solver.answer import Answer, Outcome
from solver.drawing.styled_text import StyledLine, plain_line, plural, wrapped_lines
from solver.pent_up.answer import pile_text
from solver.pent_up.climb.proof import ClimbAnswer, bundled_answer, solve
from solver.pent_up.record import Record
from solver.pent_up.rules import Pile
from solver.question import Count, question
from solver.search import Report, Search

if TYPE_CHECKING:
    from solver.drawing.scene import Scene


@dataclass(frozen=True, slots=True, repr=False)
class Climb(Answer):
    """The *answer* to the question whether *level* can be reached."""

    answer: ClimbAnswer
    level: int

    @property
    def title(self) -> str:
        """The level that the picture reaches."""
        return f"Level {self.level}"

    @property
    def record(self) -> Record | None:
        """A game that reaches the level; None if there is none."""
        record = self.answer.record
        levels = [move.level for move in record.moves]
        return record.upto(levels.index(self.level) + 1) if self.level in levels else None

    @property
    def outcome(self) -> Outcome:
        """No if the level cannot be reached."""
        return Outcome.NO if self.record is None else Outcome.YES

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield a game that reaches the level, and the proof that none goes higher."""
        answer, record = self.answer, self.record
        if record is not None:
            yield from pile_text(Pile(record.moves), drawn=drawn)
            yield plain_line("")
            level = max(move.level for move in record.moves)
            yield plain_line(f"Level {level} is reached in {plural(len(record.moves), 'move')}.")
        yield plain_line(f"Level {answer.level} is the highest, proved:")
        for step in answer.argument:
            yield from wrapped_lines(step["claim"], first="* ")
        levels = plural(sum(answer.refutation.cases.values()), "level")
        positions = plural(answer.refutation.positions, "position")
        yield plain_line(f"  The search tried {levels} of towers and {positions} of games.")

    @property
    def summary(self) -> str:
        """Whether the level can be reached."""
        verb = "cannot be" if self.record is None else "is"
        return f"level {self.level} {verb} reached; level {self.answer.level} is the highest"

    def to_json(self) -> dict[str, Any]:
        """Return the proof, and a record that reaches the level, null if none does."""
        answer, record = self.answer, self.record
        return {
            "level": self.level,
            "reached": record is not None,
            "highest": answer.level,
            "proven": answer.refutation.is_proof,
            "record": None if record is None else record.to_json(),
            "argument": answer.argument,
        }

    def picture(self) -> "Scene | None":
        """Return the pile of the game, if there is one."""
        from solver.pent_up.picture import pile_scene

        return None if self.record is None else pile_scene(Pile(self.record.moves))


@question
def climb_to(level: Count | None = None) -> Climb:
    """Return whether *level*, by default the highest, can be reached: the bundled answer.

    >>> climb_to().level, climb_to(99).outcome
    (10, <Outcome.NO: 1>)
    """
    answer = bundled_answer()
    return Climb(answer, level or answer.level)


@question
def solve_climb(level: Count | None = None) -> Search[Climb]:
    """Return the search that finds the answer anew and proves it, in some minutes."""

    def work(report: Report[Climb]) -> Climb:
        steps = count(1)

        def on_step() -> None:
            done = next(steps)
            report(done, 0, done)

        answer = solve(on_step)
        return Climb(answer, level or answer.level)

    return Search(work, label="climbing", noun="steps")
