"""The command that prints cards: `penta generate sheet`."""

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any

import click

from generator.printing.card_art import Border, Style
from generator.printing.dice_net import DEFAULT, FACES, faces
from generator.printing.document import Edition, Named, book, name_of, symbols_of
from generator.printing.page import Page
from generator.printing.page_layout import PAPERS, Edge
from generator.printing.report import told, told_json
from solver.console.options import examples, json_option, parse_with
from solver.console.terminal import print_error, show, show_json
from solver.drawing.svg import svg
from solver.errors import SourceError, quoted
from solver.files.input_text import STDIN
from solver.files.output_file import check_writable, numbered, write_all_atomic
from solver.penta_rush.card import is_card_id
from solver.penta_rush.dice import Roll, parse_roll
from solver.penta_rush.options import named_cards, points_option
from solver.penta_rush.points import Points
from solver.runtime.sigint import deferred

FORMS = (".svg", ".pdf", ".png")
_DPI = 300
_KIND = "sheet"


class _Millimetres(click.ParamType[float]):
    """A length from *least* to *most*."""

    name = "mm"

    def __init__(self, least: float, most: float) -> None:
        self._least, self._most = least, most

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the length that *value* is, or tell what is expected."""
        try:
            length = float(value)
        except ValueError:
            length = float("nan")
        if not (isfinite(length) and self._least <= length <= self._most):
            wanted = f"{self._least:g} to {self._most:g} mm"
            self.fail(f"expected {wanted}, found {quoted(value)}.", param, ctx)
        return length


def _rolls(texts: tuple[str, ...]) -> tuple[Roll, ...]:
    """Return the rolls of a key, each once: AABCD, A,A,B,C,D, or several, AABCD,ABCDE."""
    found = []
    for text in texts:
        parts = [part.strip() for part in text.split(",")]
        is_one = all(len(part) == 1 for part in parts)
        found += [parse_roll(part) for part in ([text] if is_one else parts)]
    return tuple(dict.fromkeys(found))


@click.command(
    epilog=examples(
        "penta generate sheet meadow -o meadow.svg",
        "penta generate sheet meadow orchard --duplex long -o cards.pdf --json",
        "penta generate sheet meadow --key AABCD,ABCDE --tiles --dice -o game.pdf",
        "penta generate sheet meadow --size 90 --copies 4 --low-ink -o small.svg",
    )
)
@click.argument("cards", metavar="CARD...", nargs=-1, required=True)
@click.option(
    "-o", "--output", metavar="FILE", required=True, help="Where to: a file .svg, .pdf or .png."
)
@click.option(
    "--paper",
    type=click.Choice(list(PAPERS), case_sensitive=False),
    metavar=f"[{'|'.join(PAPERS)}]",
    default="A4",
    show_default=True,
    help="The paper; upright or across, as it takes fewer pages.",
)
@click.option(
    "--size",
    type=_Millimetres(10, 1000),
    metavar="MM",
    default=120,
    show_default=True,
    help="The longer edge of a card, with its border.",
)
@click.option(
    "--bleed",
    type=_Millimetres(0, 20),
    metavar="MM",
    default=3,
    show_default=True,
    help="How far a border is printed beyond the edge of its card.",
)
@click.option(
    "--border",
    type=click.Choice([border.value for border in Border]),
    default="grey",
    show_default=True,
    help="The border around the grid.",
)
@click.option("--low-ink", is_flag=True, help="Outlines only, nothing filled.")
@click.option(
    "--copies",
    type=click.IntRange(1, 100),
    metavar="N",
    default=1,
    show_default=True,
    help="How many of each card.",
)
@click.option(
    "--duplex",
    type=click.Choice([edge.value for edge in Edge]),
    help="Backs as well, for paper that is turned over its long or its short edge.",
)
@click.option(
    "--key",
    "rolls",
    metavar="ROLL",
    multiple=True,
    callback=parse_with(_rolls),
    help="An answer key: the best packing of each roll; several by commas.",
)
@click.option("--tiles", is_flag=True, help="The twelve tiles with their points.")
@click.option("--dice", is_flag=True, help="Nets of five dice that bear the symbols.")
@click.option(
    "--die",
    type=_Millimetres(5, 60),
    metavar="MM",
    help=f"The edge of a die.  [default: {DEFAULT:g}]",
)
@click.option(
    "--dpi",
    type=click.IntRange(72, 600),
    metavar="N",
    help=f"Dots an inch of a .png.  [default: {_DPI}]",
)
@points_option
@json_option
def sheet(
    cards: tuple[str, ...],
    *,
    output: str,
    paper: str,
    size: float,
    bleed: float,
    border: str,
    copies: int,
    duplex: str | None,
    rolls: tuple[Roll, ...],
    die: float | None,
    dpi: int | None,
    points: Points,
    low_ink: bool,
    tiles: bool,
    dice: bool,
    as_json: bool,
) -> None:
    """Print cards to cut out, in exact millimetres.

    As many cards as fit come on a page, with bleed, crop marks over the whole page, and a bar of
    100 mm to check the printer by. The cards' symbols differ by form and by colour. A .pdf, which
    needs reportlab, holds all pages and the boxes that a print shop cuts by; an .svg or .png,
    which needs matplotlib, is one page, so that several are numbered: cards-1.svg, cards-2.svg.

    Two-sided, backs bear the names of the cards, and lie behind them to the millimetre. Tiles
    are as large as the cells of the first card.
    """
    form = Path(output).suffix.lower()
    if form not in FORMS:
        wanted = f"an ending {', '.join(FORMS[:-1])} or {FORMS[-1]}"
        raise SourceError(f"{_KIND} {quoted(output)}", expected=wanted, found=quoted(form))
    if die is not None and not dice:
        raise click.UsageError("--die goes with --dice.")
    if dpi is not None and form != ".png":
        raise click.UsageError("--dpi goes with a .png.")
    edition = Edition(
        cards=_named(cards),
        points=points,
        style=Style(size, bleed, Border(border), low_ink),
        paper=paper,
        copies=copies,
        duplex=Edge(duplex) if duplex else None,
        rolls=rolls,
        has_tiles=tiles,
        die=(die or DEFAULT) if dice else None,
    )
    pages = book(edition)
    names = numbered(output, len(pages) if form != ".pdf" else 1, kind=_KIND)
    check_writable(((_KIND, name) for name in names), sources=cards)
    files = dict(zip(names, _contents(pages, form, edition, dpi or _DPI), strict=True))
    with deferred():
        write_all_atomic(files, kind=_KIND)
    if dice:
        _tell_blanks(edition)
    if as_json:
        show_json(told_json(pages, names, paper=paper, bleed=bleed))
    else:
        show(told(pages, names, paper=paper))


def _named(typed: Sequence[str]) -> tuple[Named, ...]:
    """Return the cards with short names: that of the sample or the file, or a made one."""
    found = []
    for name, (_, card) in zip(typed, named_cards(typed), strict=True):
        is_nameless = name == STDIN or is_card_id(name)
        short = name_of(card) if is_nameless else Path(name).stem
        found.append(Named("".join(one if one.isprintable() else "?" for one in short), card))
    return tuple(found)


def _contents(pages: Sequence[Page], form: str, edition: Edition, dpi: int) -> list[bytes]:
    title = ", ".join(dict.fromkeys(one.name for one in edition.cards))
    if form == ".svg":
        return [svg(page.size, page.marks, title=title) for page in pages]
    if form == ".pdf":
        from generator.printing.pdf import pdf

        return [pdf(pages, title=title)]
    from generator.printing.png import png

    return [png(page, dpi=dpi) for page in pages]


def _tell_blanks(edition: Edition) -> None:
    blanks = faces(symbols_of(edition.cards)).count(" ")
    if blanks:
        symbols = symbols_of(edition.cards)
        print_error(
            f"dice: {len(symbols)} symbols ({symbols}) leave {blanks} of {FACES} faces blank; "
            "where a blank falls, throw that die again"
        )
