"""The RECORD argument and the --upto option, which several commands of Pent-Up share."""

import click

from solver.console.options import WholeNumber, input_argument
from solver.errors import RecordError
from solver.files.input_text import Named, read_named
from solver.pent_up.record import TILE_COUNT, Record
from solver.pent_up.rules import Pile, judge

NamedRecord = Named[Record]


def named_record(name: str) -> NamedRecord:
    """Return the record that *name* stands for: a file, '-' or a sample."""
    return read_named(Record.parse, name, kind="record", samples="records")


def legal_pile(named: NamedRecord, upto: int | None) -> Pile:
    """Return the pile after the first *upto* moves of a record, by default all of them.

    Raises `RecordError` when the record has fewer moves, or when one of them is illegal.
    """
    title, record = named
    if upto is not None and upto > len(record.moves):
        raise RecordError(title, expected=f"{upto} moves", found=str(len(record.moves)))
    violation, pile = judge(record.upto(upto))
    if violation:
        raise RecordError(
            f"{title}, move {violation.turn}",
            expected="a legal move",
            found=str(violation),
            hint=f"--upto {violation.turn - 1} leaves it out",
        )
    return pile


record_argument = input_argument("RECORD", named_record, samples="records")
upto_option = click.option(
    "--upto",
    type=WholeNumber(0, TILE_COUNT),
    metavar="N",
    help="Look at the first N moves only.",
)
