"""The command that prints cards: `penta generate sheet`."""

from collections.abc import Sequence
from pathlib import Path

import click

from generator.printing.art_folder import art_files, read_art
from generator.printing.card_art import Border, CardStyle
from generator.printing.cut_outs import BLANK_RULE, DEFAULT_EDGE, FACES, die_faces
from generator.printing.document import (
    PrintedCard,
    PrintJob,
    default_name,
    dice_symbols,
    document,
    left_out,
)
from generator.printing.page_layout import CARD_PAPER, DuplexEdge
from generator.printing.report import document_json, document_text
from solver.console.options import WholeNumber, complete_samples, examples, json_option, millimetres
from solver.console.printing import (
    check_output,
    dpi_option,
    font_option,
    is_stdout,
    output_option,
    paper_option,
    print_missing_characters,
    write_pages,
)
from solver.console.terminal import print_error, show_answer
from solver.drawing.font import Fonts
from solver.drawing.page_files import DEFAULT_DPI, FileFormat
from solver.drawing.scene import printable_text
from solver.errors import RollError, quoted
from solver.files.input_text import STDIN
from solver.files.output_file import check_writable
from solver.penta_rush.card_id import is_card_id
from solver.penta_rush.dice import DICE, Roll
from solver.penta_rush.legend import PLAIN_LEGEND, Legend
from solver.penta_rush.options import (
    NamedCard,
    chosen_reading,
    named_cards,
    points_for,
    points_option,
    reading_option,
)
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.symbol_art import SymbolStyle
from solver.penta_rush.symbol_name import LETTERS_HINT, Reading
from solver.runtime.background import interruptible

_KIND = "sheet"


def _parse_rolls(
    texts: tuple[str, ...], legend: Legend = PLAIN_LEGEND, reading: Reading | None = None
) -> tuple[Roll, ...]:
    """Return the rolls of a key, each once: AABCD, A,A,B,C,D, or several, AABCD,ABCDE.

    In the names of a *legend* red,red,sun,star,blue is one roll; *reading* says whether names or
    letters are meant where both could be.
    """
    rolls: list[Roll] = []
    for text in texts:
        if 0 < text.count(";") != DICE - 1:
            found, hint = quoted(text), "give --key once for each roll"
            raise RollError("roll", expected="one roll", found=found, hint=hint)
        parts = [part.strip() for part in text.split(",")]
        lengths = {len(part) for part in parts}
        has_names = bool(legend) and reading is not Reading.LETTERS
        are_names = has_names and (
            all(legend.fits(part, reading) for part in parts) or lengths != {DICE}
        )
        is_one_roll = lengths == {1} or (len(parts) == DICE and are_names)
        rolls += (
            legend.parse_roll(part, reading=reading, letters_hint=LETTERS_HINT)
            for part in ([text] if is_one_roll else parts)
        )
    return tuple(dict.fromkeys(rolls))


@click.command(
    epilog=examples(
        "penta generate sheet meadow -o meadow.svg",
        "penta generate sheet meadow orchard --duplex long -o cards.pdf --json",
        "penta generate sheet meadow --key AABCD,ABCDE --tiles --dice -o game.pdf",
        "penta generate sheet meadow --size 90 --copies 4 --low-ink -o small.svg",
        "penta generate sheet meadow orchard --paper card --duplex long -o shop.pdf",
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
    "card with its bleed.",
    CARD_PAPER,
)
@click.option(
    "--size",
    type=millimetres(10, 1000),
    metavar="MM",
    default=120,
    help="The longer side of a card, with its border.",
)
@click.option(
    "--bleed",
    type=millimetres(0, 20),
    metavar="MM",
    default=3,
    help="Print the border so far beyond the edge of a card.",
)
@click.option(
    "--border",
    type=click.Choice([border.value for border in Border], case_sensitive=False),
    default="grey",
    help="The colour of the border around the grid.",
)
@click.option(
    "--legend/--no-legend",
    "has_legend",
    default=True,
    help="Print name, legend and id of a card inside the trim line.",
)
@click.option(
    "--code/--no-code",
    "has_code",
    default=True,
    help="Print the id as a QR code inside the trim line, by which 'penta rush read' knows it.",
)
@click.option(
    "--art",
    "art_folder",
    metavar="FOLDER",
    help="An SVG or PNG for each symbol instead of ours: A.svg, red circle.png.",
)
@font_option
@click.option("--low-ink", is_flag=True, help="Print outlines only, nothing filled but the code.")
@click.option(
    "--copies",
    type=WholeNumber(1, 100),
    metavar="N",
    default=1,
    help="How often to print each card.",
)
@click.option(
    "--duplex",
    type=click.Choice([edge.value for edge in DuplexEdge], case_sensitive=False),
    help="Print backs as well, for paper turned over its long or its short edge.",
)
@click.option(
    "--key",
    "rolls",
    metavar="ROLL",
    multiple=True,
    help="Add an answer key: the best packing of each roll; separate rolls by commas.",
)
@click.option("--tiles", is_flag=True, help="Add the twelve tiles with their points.")
@click.option("--dice", is_flag=True, help="Add nets of five dice with the symbols of the cards.")
@click.option(
    "--die",
    type=millimetres(5, 60),
    metavar="MM",
    help=f"The edge of a die.  [default: {DEFAULT_EDGE:g}]",
)
@dpi_option
@click.option(
    "--cmyk",
    is_flag=True,
    help="Colours of a .pdf for four inks, as their authors give them; no ICC profile.",
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
    rolls: tuple[str, ...],
    die: float | None,
    dpi: int | None,
    points: Points | None,
    has_legend: bool,
    has_code: bool,
    art_folder: str | None,
    fonts: Fonts | None,
    low_ink: bool,
    tiles: bool,
    dice: bool,
    cmyk: bool,
    as_json: bool,
) -> None:
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
    colours.

    Printed two-sided, every card has a back with its name, which lies behind it to the millimetre.
    The cells of the tiles are as large as those of the first card.
    """
    ending = check_output(output, dpi=dpi, kind=_KIND, as_json=as_json)
    if die is not None and not dice:
        raise click.UsageError("--die goes with --dice.")
    if cmyk and (ending != ".pdf" or art_folder is not None):
        raise click.UsageError("--cmyk goes with a .pdf, and without --art.")
    if paper == CARD_PAPER and (rolls or tiles or dice):
        raise click.UsageError("--key, --tiles and --dice need a larger paper than --paper card.")
    typed = named_cards(cards)
    printed = _printed_cards(cards, typed)
    legend = printed[0].card.legend
    art = read_art(art_folder, dice_symbols(printed), legend) if art_folder is not None else {}
    job = PrintJob(
        cards=printed,
        points=_points_of(typed, points, is_needed=bool(rolls or tiles)),
        style=CardStyle(
            size, bleed, Border(border), has_legend, has_code, SymbolStyle(low_ink, art)
        ),
        paper=paper,
        copies=copies,
        duplex=DuplexEdge(duplex) if duplex else None,
        rolls=_parse_rolls(rolls, legend, chosen_reading()),
        has_tiles=tiles,
        die_edge=(die or DEFAULT_EDGE) if dice else None,
    )
    if not is_stdout(output):
        check_writable([(_KIND, output)], sources=[])  # an answer key may take long
    pages = interruptible(lambda: document(job))
    title = ", ".join(dict.fromkeys(name for name, _ in job.cards))
    file_format = FileFormat(ending, title, dpi or DEFAULT_DPI, fonts, is_cmyk=cmyk)
    sources = [*cards, *(art_files(art_folder) if art_folder else [])]
    names = write_pages(pages, output, file_format, kind=_KIND, sources=sources)
    _print_notes(job)
    print_missing_characters(pages, file_format)
    if names:
        show_answer(
            document_json(pages, names, paper=paper, bleed=bleed),
            document_text(pages, names, paper=paper),
            as_json=as_json,
        )


def _points_of(cards: Sequence[NamedCard], given: Points | None, *, is_needed: bool) -> Points:
    """Return the points of the tiles and the answer key, where one of them needs any."""
    if is_needed:
        return points_for(given, *cards)
    for title, card in cards:
        if card.points:
            print_error(f"{title}: its points are not printed; --tiles prints them")
    return given or default_points()


def _printed_cards(typed: Sequence[str], named: Sequence[NamedCard]) -> tuple[PrintedCard, ...]:
    """Return the cards with short names: that of the sample or the file, or one made from cells."""
    cards = []
    for typed_name, (_, card) in zip(typed, named, strict=True):
        is_nameless = typed_name == STDIN or is_card_id(typed_name)
        name = default_name(card) if is_nameless else Path(typed_name).stem
        cards.append(PrintedCard(printable_text(name), card))
    return tuple(cards)


def _print_notes(job: PrintJob) -> None:
    """Print what is left out: own symbols, faces of dice, legends, codes."""
    symbols = dice_symbols(job.cards)
    if not job.style.symbols.art and any(card.legend for _, card in job.cards):
        print_error("symbols: ours, named in the legend; --art FOLDER prints pictures of your own")
    blanks = die_faces(symbols).count(" ") if job.die_edge else 0
    if blanks:
        left_over = f"leave {blanks} of {FACES} faces blank"
        shown = job.cards[0].card.legend.symbols_text(symbols)
        print_error(f"dice: {len(symbols)} symbols ({shown}) {left_over}; {BLANK_RULE}")
    for name, thing in left_out(job):
        print_error(f"{name}: no room for {thing}, which is left out (larger cards: --size)")
