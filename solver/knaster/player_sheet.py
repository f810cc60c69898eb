"""The sheet that a question is about: one as it lies, or a player's in the record of a game."""

from typing import NamedTuple

from solver.errors import PentaError, RecordError, SheetError, quoted
from solver.files.json_reader import parse_json
from solver.knaster.record import Record
from solver.knaster.rules import Verdict, judge
from solver.knaster.sheet import Sheet, is_json


class PlayerSheet(NamedTuple):
    """A *sheet*, which messages call *title*; *is_last*: its game has one roll left, or none."""

    title: str
    sheet: Sheet
    is_last: bool


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


def parse_sheet_or_record(text: str, *, source: str = "sheet") -> Sheet | Record:
    """Return the sheet in *text*, rows for people or JSON, or the record with such a sheet.

    A game that ``knaster play`` saves is a record too. Raises `SheetError` or `RecordError` where
    the text is none of them.
    """
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
