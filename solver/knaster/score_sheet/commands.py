"""The command that prints score sheets: `penta knaster sheet`."""

import click

from solver import knaster
from solver.console.command import Delivered, Named, command
from solver.console.number_types import WholeNumber, millimetres
from solver.console.options import LanguageOption, language_option
from solver.console.printing import (
    FontsOption,
    PageFile,
    dpi_option,
    font_option,
    output_option,
    paper_option,
)
from solver.knaster.options import SheetOrRecord, filled_option, player_option, values_option


@command(
    examples=(
        "penta knaster sheet -o sheets.pdf",
        "penta knaster sheet --paper letter --copies 5 -o sheets.pdf",
        "penta knaster sheet --lang de -o blatt.pdf",
        "penta knaster sheet --paper A5 --cell 18 -o large.svg",
        "penta knaster sheet --filled half -o half.png --dpi 150 --json",
    ),
    context_settings={"show_default": True},
)
@output_option
@paper_option("upright or across, whichever holds more.")
@click.option(
    "--cell",
    type=millimetres(knaster.LEAST_CELL, knaster.MOST_CELL),
    metavar="MM",
    default=14,
    help="The side of a cell; all else grows with it.",
)
@click.option(
    "--copies", type=WholeNumber(1, 100), metavar="N", default=1, help="How many pages to print."
)
@filled_option
@player_option("With --filled, take the sheet of NAME in a record of several.")
@values_option
@language_option("The language of what is printed.")
@font_option
@dpi_option
def sheet(
    *,
    output: str,
    paper: str,
    cell: float,
    copies: int,
    filled: Named[SheetOrRecord] | None,
    player: str | None,
    values: knaster.LineValues,
    language: LanguageOption,
    fonts: FontsOption,
    dpi: int | None,
) -> Delivered:
    """Print score sheets, as many on a page as fit.

    A score sheet has a grid to write in, with the points of its lines in white boxes, and beside it
    the hands with an example and the number of cells that each circles. Crop marks show where to
    cut. A .pdf holds all pages; an .svg or .png is one page, so that several pages become numbered
    files: sheets-1.svg, sheets-2.svg.
    """
    file = PageFile(output, kind="score sheets", dpi=dpi, fonts=fonts)
    title, value = filled or ("score sheets", None)
    pages = knaster.score_sheets(
        value,
        player=player,
        paper=paper,
        cell=cell,
        copies=copies,
        values=values,
        title=title,
        language=language,
    )
    return file.holding(pages)
