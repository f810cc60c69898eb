"""The options of commands that print to paper, and their pages written to files.

A .pdf holds all pages; an .svg or a .png is one page, so that several become numbered files.
``-.pdf`` is no file but standard output, for a pipe; ``-.svg`` and ``-.png`` are one page there.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from operator import methodcaller
from typing import Any

import click

from solver.answer import DPI_RANGE
from solver.console.command import Delivered
from solver.console.options import Command, WholeNumber, parse_with
from solver.console.output import check_outputs, output_file_option
from solver.drawing.document import DEFAULT_DPI, ENDINGS
from solver.drawing.font import Fonts, default_fonts, read_fonts
from solver.drawing.paper import PAPERS, parse_paper
from solver.drawing.scene import Page
from solver.errors import PaperError
from solver.files.output_file import check_ending, check_writable, numbered, write_all_atomic

FontsOption = Fonts | None  # the value of `font_option`
_SHOWN = 20  # characters, of those that a font does not have

# The parameters *output*, *fonts* and *dpi* of a command.
output_option = output_file_option(
    "-o",
    "--output",
    required=True,
    help="Write to this .svg, .pdf or .png; to -.pdf: to standard output.",
)
font_option = click.option(
    "--font",
    "fonts",
    metavar="FILE",
    callback=parse_with(lambda name: None if name is None else read_fonts(name)),
    help="A TrueType or OpenType font for all texts, put into the file.",
)
dpi_option = click.option(
    "--dpi",
    type=WholeNumber(*DPI_RANGE),
    metavar="N",
    help=f"Dots per inch of a .png.  [default: {DEFAULT_DPI}]",
)


def paper_option(use: str, *others: str) -> Callable[[Command], Command]:
    """Return the option ``--paper``, parameter *paper*: its name, one of *others* or a size.

    *use* says in the help how it is used.
    """
    return click.option(
        "--paper",
        metavar="PAPER",
        default="A4",
        show_default=True,
        callback=parse_with(lambda text: parse_paper(text, others)),
        help=f"{', '.join(PAPERS)} or WxHmm, {use}",
    )


class PageFile:
    """The file *output* that the pages of a document are written to, as the options say.

    *kind* is the word for it in messages. Raises `SourceError` for an ending that is none of
    pages, and `click.UsageError` for *dpi* that it has no use for, and where standard output would
    get both pages and JSON.
    """

    def __init__(
        self, output: str, *, kind: str, dpi: int | None, fonts: FontsOption, is_cmyk: bool = False
    ) -> None:
        self.is_stdout = output.startswith("-.")  # a dash and an ending
        if self.is_stdout and click.get_current_context().params["as_json"]:
            raise click.UsageError("--json does not go with pages on standard output.")
        self.ending = check_ending(output, ENDINGS, kind=kind)
        if dpi is not None and self.ending != ".png":
            raise click.UsageError("--dpi goes with a .png.")
        self._output, self._kind, self._fonts = output, kind, fonts
        self._format = methodcaller(
            "contents", ending=self.ending, dpi=dpi or DEFAULT_DPI, fonts=fonts, is_cmyk=is_cmyk
        )
        if not self.is_stdout:
            check_writable([(kind, output)], sources=[])  # an answer key may take long

    def holding(self, document: Any, *, sources: Sequence[str] = ()) -> Delivered:
        """Return *document*, an `Answer` that is a `Document`, with what writes its pages.

        All files are written, or none; the files *sources* were read. Raises `SourceError` as
        `check_outputs` does, and `PaperError` when a page has too many dots, or is one too many
        for standard output.
        """
        names = []
        if not self.is_stdout:
            count = 1 if self.ending == ".pdf" else len(document.pages)
            names = numbered(self._output, count, kind=self._kind)
            context = click.get_current_context()
            check_outputs(context, ((self._kind, name) for name in names), sources=sources)
        contents = self._format(document)
        if self.is_stdout and len(contents) > 1:
            found, hint = str(len(contents)), "a .pdf holds all pages"
            raise PaperError("standard output", expected="1 page", found=found, hint=hint)

        def deliver(document: Any) -> Any:
            if self.is_stdout:
                sys.stdout.buffer.write(contents[0])
                sys.stdout.flush()
            else:
                write_all_atomic(dict(zip(names, contents, strict=True)), kind=self._kind)
            return document.written(names, list(self._missing_characters(document.pages)))

        return Delivered(document, deliver, lambda document: document.written([]))

    def _missing_characters(self, pages: Sequence[Page]) -> Iterator[str]:
        """Yield which characters of *pages* their font does not have, if there are any."""
        if self.ending == ".svg" and self._fonts is None:
            return  # the viewer's fonts
        used = self._fonts or default_fonts()
        if missing := used.missing(pages):
            shown = missing if len(missing) <= _SHOWN else f"{missing[:_SHOWN]}..."
            is_svg = self.ending == ".svg"
            instead = "left to the viewer's fonts" if is_svg else "printed as question marks"
            yield f"font: {used.regular.name} has no {shown}: {instead} (another one: --font)"
