"""What the commands that read a catalogue have in common: its file, and which rows to take."""

import re

import click

from generator.catalogue.audit import ENGINES
from solver.console.options import WholeNumber, parse_with
from solver.penta_rush.card_id import MAX_SIDE

NO_MATCH = "no card in the catalogue matches"


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,9})[xX](\d{1,9})", text.strip(), re.ASCII)
    if not match:
        raise click.UsageError(f"--size: expected rows before cols, 10x10, found {text!r}.")
    rows, cols = int(match[1]), int(match[2])
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        expected = f"1x1 to {MAX_SIDE}x{MAX_SIDE}"
        raise click.UsageError(f"--size: expected {expected}, found {rows}x{cols}.")
    return rows, cols


size_option = click.option(
    "--size",
    metavar="RxC",
    callback=parse_with(_size),
    help="Take only cards of R rows and C columns.",
)
symbols_option = click.option(
    "--symbols",
    type=WholeNumber(1, 26),
    metavar="N",
    help="Take only cards for dice with N symbols.",
)
engine_option = click.option(
    "--engine",
    type=click.Choice(list(ENGINES), case_sensitive=False),
    default="cp-sat",
    show_default=True,
    help="Find the best scores with this engine; all give the same answer.",
)
