"""The SHEET and RECORD arguments and the options that the commands of Knaster share."""

from collections.abc import Callable
from typing import NamedTuple

import click

from solver.console.options import Command, WholeNumber, input_argument, parse_with
from solver.console.terminal import print_error
from solver.errors import PentaError, RecordError, SheetError, quoted
from solver.files.input_text import Named, read_named
from solver.files.json_reader import parse_json
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.record import Record
from solver.knaster.rules import Verdict, judge
from solver.knaster.sheet import Sheet, is_json, number_and_cell_lines
from solver.knaster.sheet_rows import rows_of_words

NamedSheet = Named[Sheet | Record]
NamedRecord = Named[Record]

MAX_PLIES = 3
_RECORDS = "knaster/records"
SHEETS = ("knaster/sheets", _RECORDS)


class PlayerSheet(NamedTuple):
    """A *sheet*, which messages call *title*; *is_last*: its game has one roll left, or none."""

    title: str
    sheet: Sheet
    is_last: bool


def named_sheet(name: str) -> NamedSheet:
    """Return the sheet, or the record with it, that *name* stands for: a file, '-' or a sample."""
    return read_named(parse_sheet_or_record, name, kind="sheet", samples=SHEETS)


def named_record(name: str) -> NamedRecord:
    """Return the record that *name* stands for: a file, '-' or a sample."""
    import data

    samples = SHEETS if name in data.samples(SHEETS) else _RECORDS
    return read_named(parse_record_only, name, kind="record", samples=samples)


def named_values(name: str | None) -> LineValues:
    """Return the line values in the file *name*, by default the bundled ones."""
    if name is None:
        return default_line_values()
    return read_named(LineValues.parse, name, kind="line values").value


def parse_record_only(text: str, *, source: str = "record") -> Record:
    """Return the record in *text*; raise `RecordError` if it is none, and say so of a sheet."""
    if not _is_sheet(text):
        return Record.parse(text, source=source)
    expected, hint = "the record of a game, turn by turn", "penta knaster score counts it"
    raise RecordError(source, expected=expected, found="a sheet", hint=hint)


def _is_sheet(text: str) -> bool:
    """Return whether *text* is a sheet without a history."""
    try:
        return isinstance(parse_sheet_or_record(text, says=False), Sheet)
    except PentaError:
        return False


def parse_sheet_or_record(text: str, *, source: str = "sheet", says: bool = True) -> Sheet | Record:
    """Return the sheet in *text*, rows for people or JSON, or the record with such a sheet.

    A game that ``knaster play`` saves is a record too. Unless *says* is false, a line on stderr
    says how lines of a number and a cell were taken, as they might be turns, or which margins were
    left out. Raises `SheetError` or `RecordError` where the text is none of them.
    """
    if not is_json(text):
        sheet = Sheet.parse(text, source=source)
        if says and number_and_cell_lines(text):
            print_error(f"{source}: taken as a sheet, a number and its cell on each line")
        elif says and (left_out := rows_of_words(text.removeprefix("\ufeff"), source).left_out):
            print_error(f"{source}: left out as margins: {', '.join(left_out)}")
        return sheet
    value = parse_json(text, source, SheetError)
    if "turns" in value or "players" in value:
        return Record.from_json(value, source)
    return Sheet.from_json(value, source)


def player_sheet(named: NamedSheet, player: str | None, *, must_be_open: bool) -> PlayerSheet:
    """Return the sheet in *named*: of a record the last one, of *player* or of its one player.

    Raises `RecordError` for a record with an illegal turn, and `SheetError` where there is no such
    player, or several to choose from, or where the game is over and *must_be_open*.
    """
    title, value = named
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
    sheet = verdict.sheets[own]
    is_last = any(each.is_full for each in verdict.sheets)
    return PlayerSheet(title if player is None else f"{title}, {player}", sheet, is_last)


def player_index(record: Record, player: str, title: str) -> int:
    """Return the place of *player* in the *record* of this *title*; raise `SheetError` if none."""
    names = [each.name for each in record.players]
    if player not in names:
        expected = f"one of {', '.join(names)}"
        raise SheetError(f"{title}, player", expected=expected, found=quoted(player))
    return names.index(player)


def legal_verdict(record: Record, source: str) -> Verdict:
    """Return the verdict on *record*; raise `RecordError` at its first illegal turn."""
    verdict = judge(record)
    if violation := verdict.violation:
        whose = f", {violation.player}" if len(record.players) > 1 else ""
        where = f"{source}{whose}, turn {violation.turn}"
        raise RecordError(where, expected="a legal turn", found=str(violation))
    return verdict


def player_option(help_text: str) -> Callable[[Command], Command]:
    """Return the option ``--player``, whose sheet of a record is taken."""
    return click.option("--player", metavar="NAME", help=help_text)


sheet_argument = input_argument("SHEET", named_sheet, samples=SHEETS)
record_argument = input_argument("RECORD", named_record, samples=_RECORDS)
values_option = click.option(
    "--values",
    metavar="FILE",
    envvar="PENTA_VALUES",
    show_envvar=True,
    callback=parse_with(named_values),
    help="Line values, TOML like 'rows = [9, 8, 7, 6, 5]', instead of the bundled ones.",
)
plies_option = click.option(
    "--plies",
    type=WholeNumber(1, MAX_PLIES),
    default=2,
    show_default=True,
    metavar="N",
    help="Look at 1, 2 or 3 rolls; more take longer.",
)
