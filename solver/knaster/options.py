"""The SHEET and RECORD arguments and the options that the commands of Knaster share."""

from collections.abc import Callable, Sequence

import click

from solver import knaster
from solver.console.number_types import WholeNumber
from solver.console.options import Command, complete_samples, file_argument, file_reader, parse_with
from solver.console.terminal import print_error

_RECORDS = "knaster/records"
_SHEETS = ("knaster/sheets", _RECORDS)
SheetOrRecord = knaster.Sheet | knaster.Record


def _parse_sheet(text: str, *, source: str) -> SheetOrRecord:
    """Return the sheet or the record in *text*, and say on stderr how a sheet was read."""
    value = knaster.parse_sheet_or_record(text, source=source)
    for note in value.notes if isinstance(value, knaster.Sheet) else ():
        print_error(f"{source}: {note}")
    return value


def player_option(help_text: str) -> Callable[[Command], Command]:
    """Return the option ``--player``, whose sheet of a record is taken."""
    return click.option("--player", metavar="NAME", help=help_text)


def _values(name: str | None) -> knaster.LineValues:
    named = file_reader(knaster.LineValues.parse, kind="line values")(name)
    return knaster.default_line_values() if named is None else named.value


def _parse_roll(
    context: click.Context, parameter: click.Parameter, words: Sequence[str]
) -> int | None:
    """Return the roll in *words*, a number; two dice are added, and it is said that they are."""
    typed = " ".join(words)
    throw = knaster.parse_throw(typed)
    if throw is None:
        low, high = knaster.ROLLS[0], knaster.ROLLS[-1]
        if len(words) > 1:
            expected = f"a sum from {low} to {high}, or two dice, 4 3 or 4+3"
            message = f"expected {expected}, found {typed!r}."
            raise click.BadParameter(message, context, parameter)
        return WholeNumber(low, high).convert(words[0], parameter, context) if words else None
    print_error(f"{throw} is taken as two dice, roll {throw.roll}")
    return throw.roll


roll_argument = click.argument("roll", metavar="[ROLL]", nargs=-1, callback=_parse_roll)
sheet_argument = file_argument("SHEET", _parse_sheet, kind="sheet", samples=_SHEETS)
record_argument = file_argument(
    "RECORD", knaster.parse_record, kind="record", samples=_RECORDS, unlisted=_SHEETS
)
filled_option = click.option(
    "--filled",
    metavar="SHEET",
    callback=parse_with(file_reader(_parse_sheet, kind="sheet", samples=_SHEETS)),
    shell_complete=complete_samples(_SHEETS),
    help="Print what is on this sheet, a file, '-' or a sample (tim, half), on every score sheet.",
)
rolls_argument = file_argument(
    "ROLLS", knaster.parse_known_rolls, kind="rolls", samples=("knaster/rolls", _RECORDS)
)
values_option = click.option(
    "--values",
    metavar="FILE",
    envvar="PENTA_VALUES",
    show_envvar=True,
    callback=parse_with(_values),
    help="Line values, TOML like 'rows = [9, 8, 7, 6, 5]', instead of the bundled ones.",
)
plies_option = click.option(
    "--plies",
    type=WholeNumber(1, knaster.MAX_PLIES),
    default=2,
    show_default=True,
    metavar="N",
    help="Look at 1, 2 or 3 rolls; more take longer.",
)
