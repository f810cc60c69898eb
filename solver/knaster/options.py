"""The SHEET and RECORD arguments and the --values option, which the commands of Knaster share."""

from functools import partial

import click

from solver.console.options import WholeNumber, input_argument, parse_with
from solver.errors import RecordError, SheetError
from solver.files.input_text import Named, read_named
from solver.files.json_reader import parse_json
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.record import Record
from solver.knaster.rules import Verdict, judge
from solver.knaster.sheet import Sheet

NamedSheet = Named[Sheet]
NamedRecord = Named[Record]

MAX_PLIES = 3
SHEETS, _RECORDS = "knaster/sheets", "knaster/records"


def named_sheet(name: str) -> NamedSheet:
    """Return the sheet that *name* stands for: a file, '-' or a sample."""
    return read_named(parse_any_sheet, name, kind="sheet", samples=SHEETS)


def named_open_sheet(name: str) -> NamedSheet:
    """Return what `named_sheet` does, unless it is the sheet of a game that is over."""
    parser = partial(parse_any_sheet, must_be_open=True)
    return read_named(parser, name, kind="sheet", samples=SHEETS)


def named_record(name: str) -> NamedRecord:
    """Return the record that *name* stands for: a file, '-' or a sample."""
    return read_named(Record.parse, name, kind="record", samples=_RECORDS)


def named_values(name: str | None) -> LineValues:
    """Return the line values in the file *name*, by default the bundled ones."""
    if name is None:
        return default_line_values()
    return read_named(LineValues.parse, name, kind="line values").value


def parse_any_sheet(text: str, *, source: str = "sheet", must_be_open: bool = False) -> Sheet:
    """Return the sheet in *text*: rows for people, JSON, or the last sheet of a record.

    A game that ``knaster play`` saves is a record too. Raises `SheetError` or `RecordError` where
    the text is none of them, or is a record of several players, or of an illegal turn, or is over
    and *must_be_open*.
    """
    if not text.lstrip().startswith("{"):
        return Sheet.parse(text, source=source)
    value = parse_json(text, source, SheetError)
    if "turns" in value or "players" in value:
        record = Record.from_json(value, source)
        return _last_sheet(record, source, must_be_open=must_be_open)
    return Sheet.from_json(value, source)


def legal_verdict(record: Record, source: str) -> Verdict:
    """Return the verdict on *record*; raise `RecordError` at its first illegal turn."""
    verdict = judge(record)
    if verdict.illegal:
        number, player, rule, reason = verdict.illegal
        whose = f", {player}" if len(record.players) > 1 else ""
        where = f"{source}{whose}, turn {number}"
        raise RecordError(where, expected="a legal turn", found=f"{rule.value}: {reason}")
    return verdict


def _last_sheet(record: Record, source: str, *, must_be_open: bool) -> Sheet:
    if len(record.players) > 1:
        expected = "a sheet, or the record of one player"
        found = f"a record of {len(record.players)} players"
        raise SheetError(source, expected=expected, found=found)
    verdict = legal_verdict(record, source)
    if must_be_open and verdict.over:
        expected = "a game with a roll left"
        raise SheetError(source, expected=expected, found="one whose last roll was played")
    return verdict.sheets[0]


sheet_argument = input_argument("SHEET", named_sheet, samples=SHEETS)
open_sheet_argument = input_argument("SHEET", named_open_sheet, samples=SHEETS)
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
