"""The command that prints the whole box of a game: `penta generate box`."""

import click

import generator
from solver.console.command import Delivered, command
from solver.console.options import input_argument
from solver.console.output import output_file_option
from solver.console.printing import (
    FontsOption,
    IccOption,
    PageFile,
    cmyk_option,
    dpi_option,
    font_option,
    icc_option,
    output_option,
)
from solver.console.progress import progress_bar


@command(
    examples=(
        "penta generate box seasons -o box.pdf",
        "penta generate box seasons --only cards,tiles -o cards.pdf --json",
        "penta generate box seasons --only board -o board.svg",
        "penta generate box seasons --only cards -o cards.pdf --csv figures.csv",
        "penta generate box pent-up --cmyk -o pent-up.pdf",
        "penta generate box geocinco --only board -o board.png --dpi 150",
    ),
    files={"csv": lambda box: box.csv()},
)
@input_argument(
    "GAME",
    lambda name: generator.read_box(name),  # noqa: PLW0108 - imported when it is called
    samples="boxes",
)
@output_option
@click.option(
    "--only",
    metavar="NAMES",
    help="Print these components alone: contents, cards, tiles, dice, board, rules, keys; of"
    " Pent-Up pieces; of Geocinco board, tokens, bridges, dice.",
)
@output_file_option(
    "--csv", help="Write the figures of every roll on every card to FILE, as a table with commas."
)
@font_option
@dpi_option
@cmyk_option
@icc_option
def box(
    named: "generator.BoxSpec",
    *,
    output: str,
    only: str | None,
    csv: str | None,
    fonts: FontsOption,
    dpi: int | None,
    cmyk: bool,
    icc: IccOption,
) -> Delivered:
    """Print the whole box of a game, as GAME describes it.

    GAME is a TOML file, a sample (seasons, pent-up, geocinco) or '-'. A title is all that it needs:

    \b
      title = "My game"
      white = ["red.txt", "blue.txt"]  # samples, ids or files
      grey = "grey.txt"                # behind each of them

    The box of Penta-Rush holds two-sided cards, twelve tiles in the scale of their cells, five
    dice, a board for the score and for the puzzle variant, the rules, and answer keys. That of
    Pent-Up holds the pieces of both players, that of Geocinco board, tokens, bridges and dice.
    Before them come the contents and a cutting list. Every page is followed by its back.

    The keys of the file, with sizes in mm, are in docs/box.md. The same file makes the same bytes.
    """  # noqa: D301 - click reads the character
    file = PageFile(output, kind="box", dpi=dpi, fonts=fonts, is_cmyk=cmyk, icc=icc)
    names = [] if only is None else [name.strip() for name in only.split(",")]
    with progress_bar("solving") as advance:
        answer = generator.box(
            named, only=names, has_figures=csv is not None, fonts=fonts, advance=advance
        )
    return file.holding(answer, sources=named.sources)
