"""The options of commands that print to paper, and their pages written to files.

A .pdf holds all pages; an .svg or a .png is one page, so that several become numbered files.
``-.pdf`` is no file but standard output, for a pipe; ``-.svg`` and ``-.png`` are one page there.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from operator import methodcaller
from typing import Any

import click

from solver.answer import DPI_RANGE
from solver.console.command import Delivered
from solver.console.number_types import WholeNumber
from solver.console.options import Command, check_goes_with, parse_with
from solver.console.output import check_outputs, output_file_option
from solver.drawing.document import DEFAULT_DPI, ENDINGS, Inks
from solver.drawing.font import Fonts, default_fonts, read_fonts
from solver.drawing.output_profile import (
    MAX_BYTES,
    PROFILE_KIND,
    OutputProfile,
    default_profile,
    output_profile,
)
from solver.drawing.paper import PAPERS, parse_paper
from solver.drawing.scene import Page
from solver.drawing.total_ink import MOST_INK, total_ink
from solver.errors import PaperError, SourceError, quoted
from solver.files.input_text import file_bytes
from solver.files.output_file import check_ending, check_writable, numbered, write_all_atomic

FontsOption = Fonts | None  # the value of `font_option`
IccOption = OutputProfile | None  # the value of `icc_option`
_SHOWN = 20  # characters, of those that a font does not have


def read_profile(name: str | None) -> IccOption:
    """Return the profile in the file *name*; raises `SourceError` when it is none for CMYK."""
    if name is None:
        return None
    where = f"icc {quoted(name)}"
    content = file_bytes(name, where, PROFILE_KIND, {}, most=MAX_BYTES)
    if len(content) > MAX_BYTES:
        raise SourceError(where, expected=f"at most {MAX_BYTES} bytes", found="more")
    return output_profile(content, where)


# The parameters *output*, *fonts*, *dpi*, *cmyk* and *icc* of a command.
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
cmyk_option = click.option(
    "--cmyk",
    is_flag=True,
    help="The four inks of a press in a .pdf, which is a PDF/X-4 file then: our own colours as "
    "their authors give them, others for coated paper (FOGRA39) or by --icc.",
)
icc_option = click.option(
    "--icc",
    metavar="FILE",
    callback=parse_with(read_profile),
    help="The ICC profile of the press and the paper, for --cmyk, as the print shop gives it.",
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
    pages, and `click.UsageError` for *dpi*, *is_cmyk* and *icc* that it has no use for, and where
    standard output would get both pages and JSON.
    """

    def __init__(  # noqa: PLR0913 - as many as there are options
        self,
        output: str,
        *,
        kind: str,
        dpi: int | None,
        fonts: FontsOption,
        is_cmyk: bool = False,
        icc: IccOption = None,
    ) -> None:
        self.is_stdout = output.lower() in {f"-{ending}" for ending in ENDINGS}
        if self.is_stdout and click.get_current_context().params["as_json"]:
            raise click.UsageError("--json does not go with pages on standard output.")
        self.ending = check_ending(output, ENDINGS, kind=kind)
        if dpi is not None and self.ending != ".png":
            raise click.UsageError("--dpi goes with a .png.")
        if is_cmyk and self.ending != ".pdf":
            raise click.UsageError("--cmyk goes with a .pdf.")
        check_goes_with("--cmyk", "icc", is_given=is_cmyk)
        self._profile = (icc or default_profile()) if is_cmyk else None
        self._output, self._kind, self._fonts = output, kind, fonts
        self._format = methodcaller(
            "contents",
            ending=self.ending,
            dpi=dpi or DEFAULT_DPI,
            fonts=fonts,
            profile=self._profile,
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
        if self._profile:
            inks = Inks(self._profile.name, total_ink(document.pages, self._profile))
            document = replace(document, inks=inks)
        if self.is_stdout and len(contents) > 1:
            found, hint = str(len(contents)), "a .pdf holds all pages"
            raise PaperError("standard output", expected="1 page", found=found, hint=hint)

        def deliver(document: Any) -> Any:
            if self.is_stdout:
                sys.stdout.buffer.write(contents[0])
                sys.stdout.flush()
            else:
                write_all_atomic(dict(zip(names, contents, strict=True)), kind=self._kind)
            return document.written(names, list(self._remarks(document)))

        return Delivered(document, deliver, lambda document: document.written([]))

    def _remarks(self, document: Any) -> Iterator[str]:
        """Yield what is wrong with the files of *document*: missing characters, too much ink."""
        yield from self._missing_characters(document.pages)
        if document.inks and document.inks.total_ink > MOST_INK:
            most = f"{document.inks.total_ink:.0f} % is more than {MOST_INK} %"
            yield f"total ink: {most}, which many print shops refuse (paler colours or other --icc)"

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
