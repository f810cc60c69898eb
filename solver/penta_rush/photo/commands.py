"""`penta rush read`: a card read from a photo."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click

from solver import penta_rush
from solver.console.command import command
from solver.console.number_types import WholeNumber
from solver.console.options import complete_samples, parse_with
from solver.console.output import output_file_option
from solver.penta_rush.options import card_file_option


def _parsed(parse: Callable[[Any], Any]) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Return the callback that parses the value of an option, if it is given."""
    return lambda _context, _parameter, value: None if value is None else parse(value)


@command(
    examples=(
        "penta rush read meadow",
        "penta rush read meadow --json --overlay read.jpg",
        "penta rush read meadow --corners 152,100 634,151 543,601 95,589",
        "penta rush read meadow -o card.txt",
    ),
    files={
        "card": lambda reading: reading.file(),
        "overlay": lambda reading: reading.overlay(_option("overlay")),
    },
)
@click.argument(
    "name", metavar="PHOTO", shell_complete=complete_samples("photos"), callback=parse_with(str)
)
@click.option(
    "--symbols",
    type=WholeNumber(2, 26),
    metavar="K",
    help="The card has K different symbols.  [default: found out]",
)
@click.option(
    "--size",
    metavar="ROWSxCOLS",
    callback=_parsed(penta_rush.parse_size),
    help="The rows and cols of its grid, as it lies in the photo.  [default: found out]",
)
@click.option(
    "--corners",
    nargs=penta_rush.CORNERS,
    metavar="X,Y X,Y X,Y X,Y",
    callback=_parsed(penta_rush.parse_corners),
    help="Where the corners of its grid are, clockwise from the upper left of the card.",
)
@click.option(
    "--at",
    metavar="X,Y",
    callback=_parsed(lambda text: penta_rush.parse_dot(text, "at")),
    help="A dot of the card that is meant, where several are in view.",
)
@card_file_option("Write the card to FILE.", name="card")
@output_file_option(
    "--overlay",
    callback=_parsed(lambda name: penta_rush.overlay_ending(name) and name),
    help="Draw what was read over the photo, as .jpg, .png or .webp.",
)
def read(
    name: str,
    *,
    symbols: int | None,
    size: tuple[int, int] | None,
    corners: tuple[tuple[float, float], ...] | None,
    at: tuple[float, float] | None,
) -> "penta_rush.PhotoReading":
    """Read the card that PHOTO shows.

    PHOTO is a file, a JPEG, PNG, WebP or HEIC of up to 64 million dots, '-' or a sample. The card
    may lie at any angle, be seen from the side, in shade, on a table with other things; it has 4 to
    20 rows and cols of symbols, each different from the others in colour or in form.

    The card is printed with a legend, as a file that every --card takes. The legend says what each
    symbol looks like. Cards that 'penta generate sheet' printed get the letters that they were
    printed with, and are turned upright. On others A is the symbol of the first cell, and the upper
    edge is the one that is uppermost in the photo.

    The code on such a card says what it is, at any angle. It is taken, and stderr says how many
    cells look different; if most do, it is a code of another card, and what is seen is taken.

    --corners says where the card is, in dots of the photo as it is held upright, when it is not
    found or found wrongly. A first corner other than the upper left one turns the card. Where
    several cards are in view, --at says which is meant.

    Cells that were hard to read are named on stderr, and framed in red by --overlay. A doubt about
    the grid, or about how many symbols there are, is said there as well. Exit code 3 if no card is
    found, or what looks like a grid is none: a chess board, a calendar, a tablecloth.

    Needs an extra, in a clone: pip install '.[photo]'.
    """
    if corners is not None and at is not None:
        raise click.UsageError("--at goes without --corners.")
    needs_grid = _option("overlay") is not None
    reading = penta_rush.read_photo(
        name, symbols=symbols, size=size, corners=corners, at=at, needs_grid=needs_grid
    )
    return replace(reading, written=_option("card"))


def _option(name: str) -> Any:
    """Return the value of an option of the command that runs, None if it was not given."""
    return click.get_current_context().params[name]
