"""The command that prints cards: `penta generate sheet`."""

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from generator.printing.card_art import Border, CardStyle
from generator.printing.dice_net import BLANK_RULE, DEFAULT_EDGE, FACES, die_faces
from generator.printing.document import PrintedCard, PrintJob, default_name, dice_symbols, document
from generator.printing.page_layout import PAPERS, DuplexEdge
from generator.printing.report import document_json, document_text
from solver.console.options import examples, json_option, parse_with
from solver.console.terminal import print_error, show_answer
from solver.drawing.scene import Page, printable_text
from solver.drawing.svg import svg
from solver.errors import quoted
from solver.files.input_text import STDIN
from solver.files.output_file import check_ending, check_writable, numbered, write_all_atomic
from solver.penta_rush.card import is_card_id
from solver.penta_rush.dice import Roll
from solver.penta_rush.options import named_cards, points_option
from solver.penta_rush.points import Points
from solver.runtime.sigint import deferred

_ENDINGS = (".svg", ".pdf", ".png")
_DPI = 300
_KIND = "sheet"


def _millimetres(least: float, most: float) -> Callable[[str | float], float]:
    """Return the type of an option that is a length from *least* to *most* millimetres."""

    def parse(value: str | float) -> float:
        try:
            length = float(value)
        except ValueError:
            length = float("nan")
        if not least <= length <= most:
            expected = f"{least:g} to {most:g} mm"
            raise click.BadParameter(f"expected {expected}, found {quoted(value)}.")
        return length

    return parse


def _parse_rolls(texts: tuple[str, ...]) -> tuple[Roll, ...]:
    """Return the rolls of a key, each once: AABCD, A,A,B,C,D, or several, AABCD,ABCDE."""
    rolls: list[Roll] = []
    for text in texts:
        parts = [part.strip() for part in text.split(",")]
        is_one_roll = all(len(part) == 1 for part in parts)
        rolls += map(Roll.parse, [text] if is_one_roll else parts)
    return tuple(dict.fromkeys(rolls))


@click.command(
    epilog=examples(
        "penta generate sheet meadow -o meadow.svg",
        "penta generate sheet meadow orchard --duplex long -o cards.pdf --json",
        "penta generate sheet meadow --key AABCD,ABCDE --tiles --dice -o game.pdf",
        "penta generate sheet meadow --size 90 --copies 4 --low-ink -o small.svg",
    ),
    context_settings={"show_default": True},
)
@click.argument("cards", metavar="CARD...", nargs=-1, required=True)
@click.option(
    "-o", "--output", metavar="FILE", required=True, help="Write to this .svg, .pdf or .png."
)
@click.option(
    "--paper",
    type=click.Choice(list(PAPERS), case_sensitive=False),
    metavar=f"[{'|'.join(PAPERS)}]",
    default="A4",
    help="The paper, used upright or across, whichever takes fewer pages.",
)
@click.option(
    "--size",
    type=_millimetres(10, 1000),
    metavar="MM",
    default=120,
    help="The longer side of a card, with its border.",
)
@click.option(
    "--bleed",
    type=_millimetres(0, 20),
    metavar="MM",
    default=3,
    help="Print the border so far beyond the edge of a card.",
)
@click.option(
    "--border",
    type=click.Choice([border.value for border in Border]),
    default="grey",
    help="The colour of the border around the grid.",
)
@click.option("--low-ink", is_flag=True, help="Print outlines only, nothing filled.")
@click.option(
    "--copies",
    type=click.IntRange(1, 100),
    metavar="N",
    default=1,
    help="Print each card so many times.",
)
@click.option(
    "--duplex",
    type=click.Choice([edge.value for edge in DuplexEdge]),
    help="Print backs as well, for paper turned over its long or its short edge.",
)
@click.option(
    "--key",
    "rolls",
    metavar="ROLL",
    multiple=True,
    callback=parse_with(_parse_rolls),
    help="Add an answer key: the best packing of each roll; separate rolls by commas.",
)
@click.option("--tiles", is_flag=True, help="Add the twelve tiles with their points.")
@click.option("--dice", is_flag=True, help="Add nets of five dice with the symbols of the cards.")
@click.option(
    "--die",
    type=_millimetres(5, 60),
    metavar="MM",
    help=f"The edge of a die.  [default: {DEFAULT_EDGE:g}]",
)
@click.option(
    "--dpi",
    type=click.IntRange(72, 600),
    metavar="N",
    help=f"Dots per inch of a .png.  [default: {_DPI}]",
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

    A page holds as many cards as fit, with bleed, crop marks, and a bar of 100 mm to check the
    printer by. The cards' symbols differ by form and by colour. A .pdf holds all pages, and the
    boxes that a print shop cuts by; an .svg or .png is one page, so that several pages become
    numbered files: cards-1.svg, cards-2.svg.

    Printed two-sided, every card has a back with its name, which lies behind it to the millimetre.
    The cells of the tiles are as large as those of the first card.
    """
    ending = check_ending(output, _ENDINGS, kind=_KIND)
    if die is not None and not dice:
        raise click.UsageError("--die goes with --dice.")
    if dpi is not None and ending != ".png":
        raise click.UsageError("--dpi goes with a .png.")
    job = PrintJob(
        cards=_printed_cards(cards),
        points=points,
        style=CardStyle(size, bleed, Border(border), low_ink),
        paper=paper,
        copies=copies,
        duplex=DuplexEdge(duplex) if duplex else None,
        rolls=rolls,
        has_tiles=tiles,
        die_edge=(die or DEFAULT_EDGE) if dice else None,
    )
    pages = document(job)
    names = numbered(output, len(pages) if ending != ".pdf" else 1, kind=_KIND)
    check_writable(((_KIND, name) for name in names), sources=cards)
    title = ", ".join(dict.fromkeys(printed.name for printed in job.cards))
    contents = _file_contents(pages, ending, title=title, dpi=dpi or _DPI)
    with deferred():
        write_all_atomic(dict(zip(names, contents, strict=True)), kind=_KIND)
    symbols = dice_symbols(job.cards)
    blanks = die_faces(symbols).count(" ") if dice else 0
    if blanks:
        left_over = f"leave {blanks} of {FACES} faces blank"
        print_error(f"dice: {len(symbols)} symbols ({symbols}) {left_over}; {BLANK_RULE}")
    show_answer(
        document_json(pages, names, paper=paper, bleed=bleed),
        document_text(pages, names, paper=paper),
        as_json=as_json,
    )


def _printed_cards(typed: Sequence[str]) -> tuple[PrintedCard, ...]:
    """Return the cards with short names: that of the sample or the file, or one made from cells."""
    cards = []
    for typed_name, (_, card) in zip(typed, named_cards(typed), strict=True):
        is_nameless = typed_name == STDIN or is_card_id(typed_name)
        name = default_name(card) if is_nameless else Path(typed_name).stem
        cards.append(PrintedCard(printable_text(name), card))
    return tuple(cards)


def _file_contents(pages: Sequence[Page], ending: str, *, title: str, dpi: int) -> list[bytes]:
    if ending == ".svg":
        return [svg(page, title=title) for page in pages]
    if ending == ".pdf":
        from solver.drawing.pdf import pdf

        return [pdf(pages, title=title)]
    from solver.drawing.png import png

    return [png(page, dpi=dpi) for page in pages]
