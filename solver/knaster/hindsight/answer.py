"""The best plan for a solitaire whose rolls are known in advance, and how such rolls are read."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from solver.answer import Answer, Outcome
from solver.drawing.styled_text import StyledLine, plain_line, plural, wrapped_lines
from solver.errors import BrokenInvariantError, RollError, quoted
from solver.knaster.answer import SheetScore
from solver.knaster.dice import parse_throw
from solver.knaster.line import CELLS, LineValues, default_line_values
from solver.knaster.record import Record, Turn
from solver.knaster.rules import after_turn, check, judge
from solver.knaster.sheet import MAX_NUMBER, MIN_NUMBER, Sheet
from solver.question import question
from solver.search import Report, Search

if TYPE_CHECKING:
    from solver.drawing.scene import Scene
    from solver.knaster.hindsight.plan_search import PlanSearch

_ACTION = "what is done"
MAX_ROLLS = 1000  # more than any game has
KnownRolls = tuple[int, ...]
_COMMENT = "#"
_PAIR, _NUMBERED_PAIR = 2, 3  # numbers on a line that may be more than rolls


@dataclass(frozen=True, slots=True, repr=False)
class Plan(Answer):
    """The *turns* with the first of *rolls*, their *score*, and an upper *bound* for any."""

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
        """Return the turns, their score, and what is proven."""
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


@question
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

    return Search(work, label="best plan", noun="plans")


def best_known_plan(record: Record, values: LineValues, plan: Plan) -> Plan:
    """Return the *plan* found for the rolls of *record*, or the better one of a player."""
    for player, sheet in zip(record.players, judge(record).sheets, strict=True):
        if sheet.score(values) > plan.score:
            plan = replace(plan, turns=player.turns, score=sheet.score(values))
    return plan


@question
def parse_known_rolls(text: str, *, source: str = "rolls") -> KnownRolls:
    """Return the rolls in *text*: numbers with blanks or commas between, or a record's rolls.

    Two dice with a plus between them, ``3+4``, are a roll too. What follows a ``#`` on a line is
    left out.

    Raises `RollError`, which names the line after *source*, when a word is not the sum of two dice,
    or there are no rolls, or more than 1000; and when the lines may be pairs of dice, or begin with
    the number of the turn. Raises `RecordError` where a record is none.

    >>> parse_known_rolls("7 11, 3+2  # three at once")
    (7, 11, 5)
    """
    if text.lstrip().startswith("{"):
        rolls = tuple(Record.parse(text, source=source).rolls)
    else:
        lines = _lines_of_words(text)
        _refuse_turn_numbers(lines, source)
        _refuse_dice(lines, source)
        rolls = tuple(
            _parse_roll(word, f"{source}, line {number}")
            for number, words in lines.items()
            for word in words
        )
    return check_rolls(rolls, source)


def check_rolls(rolls: Sequence[int], title: str) -> KnownRolls:
    """Return *rolls*; raise `RollError` where one is no sum of two dice, or they are too many."""
    for number, roll in enumerate(rolls, start=1):
        if type(roll) is not int or not MIN_NUMBER <= roll <= MAX_NUMBER:
            expected = f"the sum of two dice, {MIN_NUMBER} to {MAX_NUMBER}"
            raise RollError(f"{title}, roll {number}", expected=expected, found=quoted(roll))
    if not 1 <= len(rolls) <= MAX_ROLLS:
        raise RollError(title, expected=f"1 to {MAX_ROLLS} rolls", found=str(len(rolls) or "none"))
    return tuple(rolls)


def _lines_of_words(text: str) -> dict[int, list[str]]:
    """Return the words of each line that has some, by its number; two dice are one word."""
    lines = (line.partition(_COMMENT)[0] for line in text.splitlines())
    joined = (re.sub(r"\s*\+\s*", "+", line).replace(",", " ") for line in lines)
    numbered = enumerate(joined, start=1)
    return {number: words for number, line in numbered if (words := line.split())}


def _refuse_turn_numbers(lines: dict[int, list[str]], source: str) -> None:
    """Raise `RollError` where each of several lines seems to begin with the number of its turn."""
    rows = list(lines.values())
    if len(rows) < _PAIR or {len(row) for row in rows} not in ({_PAIR}, {_NUMBERED_PAIR}):
        return
    firsts = [row[0] for row in rows]
    begin = int(firsts[0]) if _is_number(firsts[0]) else 0
    if firsts == [str(begin + turn) for turn in range(len(rows))]:
        found = f"{firsts[0]}, {firsts[1]}, ... at the beginning of the lines"
        hint = "without the numbers of the turns; if these are rolls, put all rolls on one line"
        raise RollError(source, expected="rolls alone", found=found, hint=hint)


def _refuse_dice(lines: dict[int, list[str]], source: str) -> None:
    """Raise `RollError` where lines of two numbers may be either two dice or two rolls."""
    pairs = [(number, words) for number, words in lines.items() if len(words) == _PAIR]
    has_longer = any(len(words) > _PAIR for words in lines.values())
    if pairs and not has_longer and all(parse_throw(" ".join(words)) for _, words in pairs):
        number, (first, second) = pairs[0]
        found = f"{first} {second}, which may be two dice"
        hint = f"two dice are written {first}+{second}; two rolls, on a line each"
        raise RollError(f"{source}, line {number}", expected="a roll", found=found, hint=hint)


def _parse_roll(word: str, where: str) -> int:
    if throw := "+" in word and parse_throw(word):
        return throw.roll
    if not (_is_number(word) and MIN_NUMBER <= int(word) <= MAX_NUMBER):
        expected = f"the sum of two dice, {MIN_NUMBER} to {MAX_NUMBER}"
        raise RollError(where, expected=expected, found=quoted(word))
    return int(word)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= len(str(MAX_ROLLS))
