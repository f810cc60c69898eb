"""The command that prints score sheets: `penta knaster sheet`."""

import click

from solver.console.options import (
    WholeNumber,
    complete_samples,
    examples,
    json_option,
    millimetres,
    parse_with,
)
from solver.console.printing import (
    check_output,
    dpi_option,
    font_option,
    output_option,
    paper_option,
    print_missing_characters,
    write_pages,
)
from solver.console.terminal import show_answer
from solver.drawing.file_format import DEFAULT_DPI, FileFormat
from solver.drawing.font import Fonts
from solver.files.input_text import Named
from solver.knaster.line_values import LineValues
from solver.knaster.options import (
    SHEETS,
    NamedSheet,
    named_sheet,
    player_option,
    player_sheet,
    values_option,
)
from solver.knaster.score_sheet.document import (
    LEAST_CELL,
    MOST_CELL,
    document_json,
    document_text,
    score_sheet_page,
)
from solver.knaster.sheet import Sheet

_KIND = "score sheets"
_TITLE = "Knaster: score sheets"
_EMPTY: NamedSheet = Named("score sheets", Sheet())


@click.command(
    epilog=examples(
        "penta knaster sheet -o sheets.pdf",
        "penta knaster sheet --paper letter --copies 5 -o sheets.pdf",
        "penta knaster sheet --paper A5 --cell 18 -o large.svg",
        "penta knaster sheet --filled half -o half.png --dpi 150 --json",
    ),
    context_settings={"show_default": True},
)
@output_option
@paper_option("upright or across, whichever holds more.")
@click.option(
    "--cell",
    type=millimetres(LEAST_CELL, MOST_CELL),
    metavar="MM",
    default=14,
    help="The side of a cell; all else grows with it.",
)
@click.option(
    "--copies",
    type=WholeNumber(1, 100),
    metavar="N",
    default=1,
    help="How many pages to print.",
)
@click.option(
    "--filled",
    metavar="SHEET",
    callback=parse_with(lambda name: _EMPTY if name is None else named_sheet(name)),
    shell_complete=complete_samples(SHEETS),
    help="Print what is on this sheet, a file, '-' or a sample (tim, half), on every score sheet.",
)
@player_option("With --filled, take the sheet of NAME in a record of several.")
@values_option
@font_option
@dpi_option
@json_option
def sheet(
    *,
    output: str,
    paper: str,
    cell: float,
    copies: int,
    filled: NamedSheet,
    player: str | None,
    values: LineValues,
    fonts: Fonts | None,
    dpi: int | None,
    as_json: bool,
) -> None:
    """Print score sheets, as many on a page as fit.

    A score sheet has a grid to write in, with the points of its lines in white boxes, and beside it
    the hands with an example and the number of cells that each circles. Crop marks show where to
    cut. A .pdf holds all pages; an .svg or .png is one page, so that several pages become numbered
    files: sheets-1.svg, sheets-2.svg.
    """
    ending = check_output(output, dpi=dpi, kind=_KIND, as_json=as_json)
    written = player_sheet(filled, player, must_be_open=False).sheet
    pages = copies * [score_sheet_page(written, values, paper=paper, cell=cell)]
    file_format = FileFormat(ending, _TITLE, dpi or DEFAULT_DPI, fonts)
    names = write_pages(pages, output, file_format, kind=_KIND)
    print_missing_characters(pages, file_format)
    if names:
        show_answer(
            document_json(pages, names, paper=paper, cell=cell),
            document_text(pages, names, paper=paper, cell=cell),
            as_json=as_json,
        )
