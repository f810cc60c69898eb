"""`penta rush read`: a card read from a photo."""

import re
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from solver import MARK
from solver.console.options import WholeNumber, complete_samples, examples, json_option
from solver.console.output import check_outputs, output_file_option
from solver.console.terminal import print_error, show_answer
from solver.drawing.text_grid import plain_line, plural
from solver.errors import CardError, SourceError, UndecidedError, quoted
from solver.files.input_text import printable
from solver.files.output_file import check_ending, write_atomic
from solver.penta_rush.card import Card, format_card
from solver.penta_rush.card_id import MAX_SIDE
from solver.penta_rush.options import card_file_option
from solver.runtime.interruption import interruptible

if TYPE_CHECKING:
    from solver.penta_rush.photo.image_file import Floats

_ENDINGS = (".jpg", ".jpeg", ".png", ".webp")
_CORNERS = 4
_LEAST_SIDE = 4
_MOST_COORDINATE = 100_000
_HINT = (
    "no card was found in the photo; try more and even light, the whole card in view and nearer, "
    "nothing lying on it, or say where its corners are: --corners x,y x,y x,y x,y"
)


def _parse_corners(
    _context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...] | None
) -> tuple[tuple[float, float], ...] | None:
    """Return the corners in *texts*, clockwise from the first."""
    if texts is None:
        return None
    corners = tuple(map(_parse_corner, texts))
    turns = [
        _cross(corners[number - 2], corners[number - 1], corners[number])
        for number in range(_CORNERS)
    ]
    if all(turn < 0 for turn in turns):  # counterclockwise: no photo shows the back
        first, second, third, fourth = corners
        return first, fourth, third, second
    if not all(turn > 0 for turn in turns):
        found = " ".join(texts)
        expected = "the corners of a quadrangle, one after the other around it"
        raise CardError("corners", expected=expected, found=quoted(found))
    return corners


def _parse_point(
    _context: click.Context, _parameter: click.Parameter, text: str | None
) -> tuple[float, float] | None:
    return None if text is None else _parse_dot(text, "at")


def _parse_size(
    _context: click.Context, _parameter: click.Parameter, text: str | None
) -> tuple[int, int] | None:
    """Return the rows and cols in *text*, as many as a reading may have."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,2})[xX](\d{1,2})", text, re.ASCII)
    sides = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(_LEAST_SIDE <= side <= MAX_SIDE for side in sides):
        expected = f"{_LEAST_SIDE}x{_LEAST_SIDE} to {MAX_SIDE}x{MAX_SIDE}, rows before cols"
        raise CardError("size", expected=expected, found=quoted(text))
    return sides


def _parse_corner(text: str) -> tuple[float, float]:
    return _parse_dot(text, "corners")


def _parse_dot(text: str, where: str) -> tuple[float, float]:
    try:
        x, y = map(float, text.split(","))
    except ValueError:
        x = y = float("nan")
    if not max(abs(x), abs(y)) <= _MOST_COORDINATE:
        expected = "x,y in dots of the photo, such as 120,80"
        raise CardError(where, expected=expected, found=quoted(text))
    return x, y


def _cross(
    first: tuple[float, float], second: tuple[float, float], third: tuple[float, float]
) -> float:
    ahead = second[0] - first[0], second[1] - first[1]
    then = third[0] - second[0], third[1] - second[1]
    return ahead[0] * then[1] - ahead[1] * then[0]


@click.command(
    epilog=examples(
        "penta rush read meadow",
        "penta rush read meadow --json --overlay read.jpg",
        "penta rush read meadow --corners 152,100 634,151 543,601 95,589",
        "penta rush read meadow -o card.txt",
    )
)
@click.argument("name", metavar="PHOTO", shell_complete=complete_samples("photos"))
@click.option(
    "--symbols",
    type=WholeNumber(2, 26),
    metavar="K",
    help="The card has K different symbols.  [default: found out]",
)
@click.option(
    "--size",
    metavar="ROWSxCOLS",
    callback=_parse_size,
    help="The rows and cols of its grid, as it lies in the photo.  [default: found out]",
)
@click.option(
    "--corners",
    nargs=_CORNERS,
    metavar="X,Y X,Y X,Y X,Y",
    callback=_parse_corners,
    help="Where the corners of its grid are, clockwise from the upper left of the card.",
)
@click.option(
    "--at",
    metavar="X,Y",
    callback=_parse_point,
    help="A dot of the card that is meant, where several are in view.",
)
@card_file_option("Write the card to FILE.")
@output_file_option("--overlay", help="Draw what was read over the photo, as .jpg, .png or .webp.")
@json_option
@click.pass_context
def read(
    context: click.Context,
    name: str,
    *,
    symbols: int | None,
    size: tuple[int, int] | None,
    corners: tuple[tuple[float, float], ...] | None,
    at: tuple[float, float] | None,
    output: str | None,
    overlay: str | None,
    as_json: bool,
) -> None:
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
    if find_spec("cv2") is None:
        hint = "in a clone: pip install '.[photo]'"
        raise SourceError("photo", expected="OpenCV, to read it", found="none", hint=hint)
    if corners is not None and at is not None:
        raise click.UsageError("--at goes without --corners.")
    ending = None if overlay is None else check_ending(overlay, _ENDINGS, kind="overlay")
    check_outputs(context, [("card", output), ("overlay", overlay)], sources=[name])
    interruptible(partial(import_module, "solver.penta_rush.photo.coded_card"))
    import numpy as np

    from solver.penta_rush.photo import report
    from solver.penta_rush.photo.coded_card import code_anywhere, with_code
    from solver.penta_rush.photo.image_file import read_photo
    from solver.penta_rush.photo.read_card import read_card

    photo = interruptible(partial(read_photo, name))
    known: Floats | None = None if corners is None else np.array(corners, np.float64)
    find = partial(read_card, photo, symbols=symbols, size=size, corners=known, at=at)
    reading = interruptible(find)
    if reading is None:
        card = interruptible(partial(code_anywhere, photo.image))
        if card is None or not {overlay, at, size, symbols} <= {None}:
            raise UndecidedError(_HINT)
        _write(card, report.code_alone_json(card), output, as_json=as_json)
        print_error(report.code_alone_text(card))
        return
    keeps_side = corners is not None
    compare = partial(with_code, reading, photo, symbols=symbols, size=size, keeps_side=keeps_side)
    reading = interruptible(compare)
    if overlay is not None and ending is not None:
        write_atomic(overlay, report.overlay_file(photo, reading, ending), kind="overlay")
    _write(reading.card, report.reading_json(reading), output, as_json=as_json)
    doubts = (f"in doubt: {doubt}" for doubt in reading.doubts)
    for note in (report.code_text(reading), *doubts, report.unsure_text(reading)):
        if note:
            print_error(note)


def _write(card: Card, answer: dict[str, Any], output: str | None, *, as_json: bool) -> None:
    """Write *card* to the file *output*, and print a line about it, or else the card itself."""
    lines = [plain_line(line) for line in format_card(card).splitlines()]
    if output is not None:
        text = f"# {MARK}: penta rush read\n\n{format_card(card)}"
        write_atomic(output, text.encode(), kind="card")
        symbols = plural(len(card.symbols), "symbol")
        lines = [plain_line(f"{printable(output)}: a {card.rows}x{card.cols} card of {symbols}")]
    show_answer(answer, lines, as_json=as_json)
