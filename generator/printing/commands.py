"""The command that prints cards: `penta generate sheet`."""

from collections.abc import Sequence

import click

import generator
from generator.printing.options import AskedStyle, style_options
from solver import penta_rush
from solver.console.command import Delivered, command
from solver.console.number_types import WholeNumber, millimetres
from solver.console.options import check_goes_with, complete_samples
from solver.console.printing import (
    FontsOption,
    IccOption,
    PageFile,
    cmyk_option,
    dpi_option,
    font_option,
    icc_option,
    output_option,
    paper_option,
)
from solver.console.progress import progress_bar
from solver.console.terminal import print_error
from solver.penta_rush.options import (
    chosen_reading,
    named_cards,
    points_for,
    points_option,
    reading_option,
)


@command(
    examples=(
        "penta generate sheet meadow -o meadow.svg",
        "penta generate sheet meadow orchard --duplex long -o cards.pdf --json",
        "penta generate sheet meadow --key AABCD,ABCDE --tiles --dice -o game.pdf",
        "penta generate sheet meadow --key all -o key.pdf",
        "penta generate sheet meadow --size 90 --copies 4 --low-ink -o small.svg",
        "penta generate sheet meadow orchard --paper card --duplex long -o shop.pdf",
        "penta generate sheet meadow 3x4:ABCDBCDACDAB --cell 10 --tiles -o cells.pdf",
        "penta generate sheet meadow --title Ours --border-colour blue -o blue.pdf",
        'penta generate sheet meadow --border-colour "#2a6f97" --cmyk -o press.pdf',
        "penta generate sheet meadow --bleed 5 --safe 4 -o meadow.pdf",
        "penta generate sheet spring summer autumn winter --paper table -o deck.png",
        "penta generate sheet meadow --logo logo.png --duplex long -o ours.pdf",
    ),
    context_settings={"show_default": True},
)
@click.argument(
    "cards", metavar="CARD...", nargs=-1, required=True, shell_complete=complete_samples("cards")
)
@reading_option
@output_option
@paper_option(
    "upright or across, whichever takes fewer pages; card: a page for each card, as large as the "
    "card with its bleed; table: an image of all faces and one of all backs, as .png, for online "
    "tables.",
    generator.CARD_PAPER,
    generator.TABLE_PAPER,
)
@style_options
@font_option
@click.option(
    "--copies",
    type=WholeNumber(1, 100),
    metavar="N",
    default=1,
    help="How often to print each card.",
)
@click.option(
    "--duplex",
    type=click.Choice([edge.value for edge in generator.DuplexEdge], case_sensitive=False),
    help="Print backs as well, for paper turned over its long or its short edge.",
)
@click.option(
    "--key",
    "rolls",
    metavar="ROLL",
    multiple=True,
    help="Add an answer key: the best packing of each roll; separate rolls by semicolons, or by "
    "commas in letters; all: every legal roll of a card.",
)
@click.option("--tiles", is_flag=True, help="Add the twelve tiles with their points.")
@click.option("--dice", is_flag=True, help="Add nets of five dice with the symbols of the cards.")
@click.option(
    "--die",
    type=millimetres(*generator.EDGE_RANGE),
    metavar="MM",
    help=f"The edge of a die.  [default: {generator.DEFAULT_EDGE:g}]",
)
@dpi_option
@cmyk_option
@icc_option
@points_option
def sheet(
    asked: AskedStyle,
    cards: tuple[str, ...],
    *,
    output: str,
    paper: str,
    copies: int,
    duplex: str | None,
    rolls: tuple[str, ...],
    die: float | None,
    dpi: int | None,
    points: penta_rush.Points | None,
    fonts: FontsOption,
    tiles: bool,
    dice: bool,
    cmyk: bool,
    icc: IccOption,
) -> Delivered:
    """Print cards to cut out, in exact millimetres.

    A page holds as many cards as fit, with bleed, crop marks, and a bar of 100 mm to check the
    printer by. The cards' symbols differ by form and by colour. A .pdf holds all pages, and the
    boxes that a print shop cuts by; an .svg or .png is one page, so that several pages become
    numbered files: cards-1.svg, cards-2.svg.

    Inside the trim line stand the card's name, which letter each symbol is, and the card id, so
    that the card can be typed from the print, in letters whose capitals are 1 mm high or more; and
    the id once more as a QR code, by which 'penta rush read' knows the card in a photo.
    A is a blue circle, B an orange square, C a green triangle, D a red star, E a pink diamond, F a
    light blue cross, G a black heart, H a blue crescent, I an orange hexagon, J a green X, K a red
    hourglass, L a pink arrow, M a light blue drop; N to Z are the same forms with a hole, in other
    colours. Symbols with names look as these say, in English, German or French: 'moon', 'roter
    Kreis', 'cercle rouge'. Other names, and emoji, stand in the cells themselves.

    Printed two-sided, every card has a back with its name, which lies behind it to the millimetre,
    or with the picture of --back, or with that of --logo instead of the name.
    The cells of the tiles are as large as those of the cards, which have one size then.

    For Tabletop Simulator, Tabletop Playground and their like, --paper table makes two images,
    up to 4096 dots wide and high, or as --dpi says: the faces in equal cells, and the backs in the
    same order. The last cell is the face of a hidden card. --json tells in which cell each card is.
    """
    file = PageFile(output, kind="sheet", dpi=dpi, fonts=fonts, is_cmyk=cmyk, icc=icc)
    is_table = paper == generator.TABLE_PAPER
    has_backs = is_table or duplex is not None
    check_goes_with("--dice", "die", is_given=dice)
    check_goes_with("--duplex or --paper table", "back_file", "logo_file", is_given=has_backs)
    if asked.style.title is not None and not asked.shows_names(is_two_sided=has_backs):
        raise click.UsageError(
            "--title goes with --legend, or with --duplex and without --back and --logo."
        )
    if is_table and file.ending != ".png":
        raise click.UsageError("--paper table goes with a .png.")
    check_goes_with("paper to cut", "bleed", "duplex", is_given=not is_table)
    if paper in {generator.CARD_PAPER, generator.TABLE_PAPER} and (rolls or tiles or dice):
        raise click.UsageError(
            f"--key, --tiles and --dice need a larger paper than --paper {paper}."
        )
    named = named_cards(cards)
    printed = tuple(map(generator.printed_card, cards, (card for _, card in named)))
    job = generator.PrintJob(
        cards=printed,
        points=_points_of(named, points, is_needed=bool(rolls or tiles)),
        style=asked.with_symbols(printed, fonts),
        paper=paper,
        copies=copies,
        duplex=generator.DuplexEdge(duplex) if duplex else None,
        rolls=generator.key_rolls(rolls, printed[0].card.legend, reading=chosen_reading()),
        has_tiles=tiles,
        die_edge=(die or generator.DEFAULT_EDGE) if dice else None,
        dpi=dpi if is_table else None,
    )
    with progress_bar("solving") as advance:
        answer = generator.sheet(job, advance=advance)
    return file.holding(answer, sources=[*cards, *asked.files])


def _points_of(
    cards: Sequence[penta_rush.NamedCard], given: penta_rush.Points | None, *, is_needed: bool
) -> "penta_rush.Points | None":
    """Return the points of the tiles and the answer key, where one of them needs any."""
    if is_needed:
        return points_for(given, *cards)
    for title, card in cards:
        if card.points:
            print_error(f"{title}: its points are not printed; --tiles prints them")
    return given
