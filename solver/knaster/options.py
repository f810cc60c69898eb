"""The SHEET and RECORD arguments and the --values option, which the commands of Knaster share."""

import click

from solver.console.options import complete_samples, parse_with
from solver.errors import RecordError, SheetError
from solver.files.input_text import Named, read_named
from solver.files.json_reader import parse_json
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.record import Record
from solver.knaster.rules import judge
from solver.knaster.sheet import Sheet

NamedSheet = Named[Sheet]
NamedRecord = Named[Record]

_SHEETS, _RECORDS = "knaster/sheets", "knaster/records"


def named_sheet(name: str) -> NamedSheet:
    """Return the sheet that *name* stands for: a file, '-' or a sample."""
    return read_named(parse_any_sheet, name, kind="sheet", samples=_SHEETS)


def named_record(name: str) -> NamedRecord:
    """Return the record that *name* stands for: a file, '-' or a sample."""
    return read_named(Record.parse, name, kind="record", samples=_RECORDS)


def named_values(name: str | None) -> LineValues:
    """Return the line values in the file *name*, by default the bundled ones."""
    if name is None:
        return default_line_values()
    return read_named(LineValues.parse, name, kind="line values").value


def parse_any_sheet(text: str, *, source: str = "sheet") -> Sheet:
    """Return the sheet in *text*: rows for people, JSON, or the last sheet of a record.

    A game that ``knaster play`` saves is a record too. Raises `SheetError` or `RecordError` where
    the text is none of them, or is a record of several players, or of an illegal turn.
    """
    if not text.lstrip().startswith("{"):
        return Sheet.parse(text, source=source)
    value = parse_json(text, source, SheetError)
    if "turns" in value or "players" in value:
        return _last_sheet(Record.from_json(value, source), source)
    return Sheet.from_json(value, source)


def _last_sheet(record: Record, source: str) -> Sheet:
    if len(record.players) > 1:
        expected = "a sheet, or the record of one player"
        found = f"a record of {len(record.players)} players"
        raise SheetError(source, expected=expected, found=found)
    verdict = judge(record)
    if verdict.illegal:
        number, _, rule, reason = verdict.illegal
        where = f"{source}, turn {number}"
        found = f"{rule.value}: {reason}"
        raise RecordError(where, expected="a legal turn", found=found)
    return verdict.sheets[0]


sheet_argument = click.argument(
    "named",
    metavar="SHEET",
    callback=parse_with(named_sheet),
    shell_complete=complete_samples(_SHEETS),
)
record_argument = click.argument(
    "named",
    metavar="RECORD",
    callback=parse_with(named_record),
    shell_complete=complete_samples(_RECORDS),
)
values_option = click.option(
    "--values",
    metavar="FILE",
    envvar="PENTA_VALUES",
    show_envvar=True,
    callback=parse_with(named_values),
    help="Line values, TOML like 'rows = [9, 8, 7, 6, 5]', instead of the bundled ones.",
)
