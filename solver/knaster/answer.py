"""What can be asked of Knaster without a search: the points of a sheet, and who wins a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.answer import Answer, RefereeAnswer
from solver.drawing.styled_text import StyledLine, plain_line, plural, unbroken, wrapped_lines
from solver.errors import PentaError, RecordError, SheetError, quoted
from solver.files.json_reader import parse_json
from solver.knaster.line import LineValues, default_line_values
from solver.knaster.record import Player, Record
from solver.knaster.rules import Verdict, judge, winners
from solver.knaster.sheet import Sheet, is_json
from solver.knaster.sheet_view import sheet_lines
from solver.question import question
from solver.violation import violation_json

if TYPE_CHECKING:
    from solver.drawing.scene import Scene


@dataclass(frozen=True, slots=True, repr=False)
class SheetScore(Answer):
    """How the points of *sheet* add up, with these *values* of the lines."""

    sheet: Sheet
    values: LineValues
    title: str = "sheet"

    @property
    def score(self) -> int:
        """The points of the sheet as it lies."""
        return self.sheet.score(self.values)

    @property
    def line_points(self) -> dict[str, int]:
        """The points of the lines whose five numbers are all circled, by their names."""
        points = self.values.of_lines()
        return {line.name: points[line] for line in self.sheet.circled_lines()}

    @property
    def sum_text(self) -> str:
        """How the score adds up: its lines, and its circled numbers."""
        terms = [f"{points} ({name})" for name, points in self.line_points.items()]
        first, *others = [*terms, f"{len(self.sheet.circled)} (circled)"]
        text = " ".join([unbroken(first), *(unbroken(f"+ {term}") for term in others)])
        return f"{plural(self.score, 'point')} = {text}"

    def lines(self, *, drawn: bool = False) -> Iterator[StyledLine]:  # noqa: ARG002
        """Yield the sheet, and how its score adds up."""
        yield from sheet_lines(self.sheet, values=self.values)
        yield plain_line("")
        yield from wrapped_lines(f"{self.title}: {self.sum_text}")

    def to_json(self) -> dict[str, Any]:
        """Return the score, the lines that count, and how many numbers are circled."""
        lines = [{"name": name, "points": points} for name, points in self.line_points.items()]
        return {"score": self.score, "lines": lines, "circled": len(self.sheet.circled)}

    def __repr__(self) -> str:
        return f"<SheetScore: {plural(self.score, 'point')}>"

    def picture(self) -> "Scene":
        """Return the picture of the sheet."""
        from solver.knaster.picture import sheets_scene

        return sheets_scene([("", self.sheet)], self.values)


@question
def score(
    value: Sheet | Record,
    *,
    player: str | None = None,
    values: LineValues | None = None,
    title: str = "sheet",
) -> SheetScore:
    r"""Return how a sheet scores, or in a record that of *player*, by default of its one player.

    *values* are those of the lines, by default the bundled ones. Raises `SheetError` where there is
    no such player, and `RecordError` for a record with an illegal turn.

    >>> score(Sheet.parse("(6) (6) (6) (6) (6)" + 4 * "\n. . . . ."))
    <SheetScore: 14 points>
    """
    found = player_sheet(value, player, title=title)
    return SheetScore(found.sheet, values or default_line_values(), found.title)


@dataclass(frozen=True, slots=True, repr=False)
class RefereeReport(RefereeAnswer):
    """What the referee says of *record*: its first illegal turn, or the scores."""

    record: Record
    verdict: Verdict
    values: LineValues
    title: str = "record"

    @property
    def scores(self) -> dict[str, SheetScore]:
        """The scores of all players, by their names."""
        sheets = zip(self.record.players, self.verdict.sheets, strict=True)
        return {player.name: SheetScore(sheet, self.values) for player, sheet in sheets}

    @property
    def is_solitaire(self) -> bool:
        """Whether the game has one player."""
        return len(self.record.players) == 1

    @property
    def summary(self) -> str:
        """The verdict."""
        return next(self._verdict_texts())

    def lines(self, *, drawn: bool = False) -> Iterator[StyledLine]:  # noqa: ARG002
        """Yield the sheets after the legal turns, and the verdict."""
        for name, counted in self.scores.items():
            if not self.is_solitaire:
                yield plain_line(name)
            yield from sheet_lines(counted.sheet, values=self.values)
            yield from wrapped_lines(counted.sum_text)
            yield plain_line("")
        for text in self._verdict_texts():
            yield from wrapped_lines(text)

    def _verdict_texts(self) -> Iterator[str]:
        if violation := self.verdict.violation:
            whose = "" if self.is_solitaire else f" of {violation.player}"
            yield f"{self.title}: turn {violation.turn}{whose} is illegal: {violation}"
            return
        over, played = self.verdict.over, plural(len(self.record.rolls), "turn")
        yield f"{self.title}: legal: {played}, {'over' if over else 'not over yet'}"
        if not self.is_solitaire:
            best = winners(self.record, self.verdict, self.values)
            points = max(counted.score for counted in self.scores.values())
            yield f"{_lead_text(best, over=over)} with {plural(points, 'point')}."

    def to_json(self) -> dict[str, Any]:
        """Return the first illegal turn, or the scores, with winners once the game is over."""
        head, verdict = violation_json(self.verdict.violation), self.verdict
        if verdict.violation:
            return head
        head["over"] = verdict.over
        scores = {name: counted.to_json() for name, counted in self.scores.items()}
        if self.is_solitaire:
            return {**head, **next(iter(scores.values()))}
        best = [player.name for player in winners(self.record, verdict, self.values)]
        return {**head, "players": scores, "winners": best if verdict.over else None}

    def picture(self) -> "Scene":
        """Return the picture of all sheets."""
        from solver.knaster.picture import sheets_scene

        sheets = [(name, counted.sheet) for name, counted in self.scores.items()]
        return sheets_scene(sheets, self.values)


@question
def referee(
    record: Record, *, values: LineValues | None = None, title: str = "record"
) -> RefereeReport:
    """Return what the referee says of *record*, with *values*, by default the bundled ones."""
    return RefereeReport(record, judge(record), values or default_line_values(), title)


def _lead_text(best: Sequence[Player], *, over: bool) -> str:
    *others, last = (player.name for player in best)
    if not others:
        return f"{last} {'wins' if over else 'leads'}"
    return f"{', '.join(others)} and {last} {'tie' if over else 'are level'}"


class PlayerSheet(NamedTuple):
    """A *sheet*, which messages call *title*; *is_last*: its game has one roll left, or none."""

    title: str
    sheet: Sheet
    is_last: bool


@question
def parse_record(text: str, *, source: str = "record") -> Record:
    """Return the record in *text*; raise `RecordError` if it is none, and say so of a sheet."""
    try:
        is_sheet = isinstance(parse_sheet_or_record(text), Sheet)
    except PentaError:
        is_sheet = False
    if not is_sheet:
        return Record.parse(text, source=source)
    expected, hint = "the record of a game, turn by turn", "penta knaster score counts it"
    raise RecordError(source, expected=expected, found="a sheet", hint=hint)


@question
def parse_sheet_or_record(text: str, *, source: str = "sheet") -> Sheet | Record:
    """Return the sheet in *text*, or the record of a game; raise our error if it is none."""
    if not is_json(text):
        return Sheet.parse(text, source=source)
    value = parse_json(text, source, SheetError)
    if "turns" in value or "players" in value:
        return Record.from_json(value, source)
    return Sheet.from_json(value, source)


def player_sheet(
    value: Sheet | Record, player: str | None, *, title: str, must_be_open: bool = False
) -> PlayerSheet:
    """Return the sheet *value*, or of a record the last one, of *player* or of its one player.

    Raises `RecordError` for a record with an illegal turn, and `SheetError` where there is no such
    player, or several to choose from, or where the game is over and *must_be_open*.
    """
    if isinstance(value, Sheet):
        if player is not None:
            expected = "a record, whose players have names"
            raise SheetError(f"{title}, player", expected=expected, found="a sheet")
        return PlayerSheet(title, value, value.is_full)
    names = [each.name for each in value.players]
    if player is None and len(names) > 1:
        expected, hint = "a sheet, or the record of one player", "choose one with --player"
        found = f"a record of {', '.join(names)}"
        raise SheetError(title, expected=expected, found=found, hint=hint)
    own = 0 if player is None else player_index(value, player, title)
    verdict = legal_verdict(value, title)
    if must_be_open and verdict.over:
        expected = "a game with a roll left"
        raise SheetError(title, expected=expected, found="one whose last roll was played")
    is_last = any(sheet.is_full for sheet in verdict.sheets)
    title = title if player is None else f"{title}, {player}"
    return PlayerSheet(title, verdict.sheets[own], is_last)


def player_index(record: Record, player: str, title: str) -> int:
    """Return the index of *player* in the *record* of this *title*; raise `SheetError` if none."""
    names = [each.name for each in record.players]
    if player not in names:
        expected = f"one of {', '.join(names)}"
        raise SheetError(f"{title}, player", expected=expected, found=quoted(player))
    return names.index(player)


def legal_verdict(record: Record, title: str) -> Verdict:
    """Return the verdict on *record*; raise `RecordError` at its first illegal turn."""
    verdict = judge(record)
    if violation := verdict.violation:
        whose = f", {violation.player}" if len(record.players) > 1 else ""
        where = f"{title}{whose}, turn {violation.turn}"
        raise RecordError(where, expected="a legal turn", found=str(violation))
    return verdict
