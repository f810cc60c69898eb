"""The options of commands that print to paper, and their pages written to files.

A .pdf holds all pages; an .svg or a .png is one page, so that several become numbered files.
``-.pdf`` is no file but standard output, for a pipe; ``-.svg`` and ``-.png`` are one page there.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Protocol

import click

from solver.answer import Answer
from solver.console.options import Command, WholeNumber, parse_with
from solver.console.output import check_outputs, output_file_option
from solver.console.terminal import print_error, show_answer
from solver.drawing.font import Fonts, default_fonts, read_fonts
from solver.drawing.page_files import DEFAULT_DPI, FileFormat, file_contents
from solver.drawing.paper import PAPERS, parse_paper
from solver.drawing.scene import Page
from solver.errors import PaperError
from solver.files.output_file import check_ending, numbered, write_all_atomic
from solver.runtime.background import interruptible

_ENDINGS = (".svg", ".pdf", ".png")
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
    type=WholeNumber(72, 600),
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


def check_output(output: str, *, dpi: int | None, kind: str, as_json: bool) -> str:
    """Return the ending of the file *output*, one that pages are written to.

    *kind* is the word for the file in messages. Raises `SourceError` for another ending, and
    `click.UsageError` for *dpi* that it has no use for, and where standard output would get both
    pages and JSON.
    """
    if as_json and is_stdout(output):
        raise click.UsageError("--json does not go with pages on standard output.")
    ending = check_ending(output, _ENDINGS, kind=kind)
    if dpi is not None and ending != ".png":
        raise click.UsageError("--dpi goes with a .png.")
    return ending


def write_pages(
    pages: Sequence[Page],
    output: str,
    file_format: FileFormat,
    *,
    kind: str,
    sources: Sequence[str] = (),
) -> list[str]:
    """Write *pages* to the file *output*, or numbered ones, and return their names.

    All of them are written, or none; on standard output they have no names. Raises `SourceError`
    as `check_outputs` does, and `PaperError` when a
    page has too many dots, or is one too many for standard output.
    """
    if is_stdout(output):
        _write_to_stdout(interruptible(lambda: file_contents(pages, file_format)))
        return []
    names = numbered(output, len(pages) if file_format.ending != ".pdf" else 1, kind=kind)
    context = click.get_current_context()
    check_outputs(context, ((kind, name) for name in names), sources=sources)
    contents = interruptible(lambda: file_contents(pages, file_format))
    write_all_atomic(dict(zip(names, contents, strict=True)), kind=kind)
    return names


class Document(Protocol):
    """Pages to print, and their title."""

    @property
    def title(self) -> str:
        """The title of the file."""

    @property
    def pages(self) -> Sequence[Page]:
        """The pages, at least one."""

    def written(self, names: Sequence[str]) -> Answer:
        """Return what is said of the pages once they are in files of these *names*."""


def deliver_document(  # noqa: PLR0913 - the options of a command that prints
    make: Callable[[], Document],
    output: str,
    *,
    dpi: int | None,
    fonts: FontsOption,
    kind: str,
    as_json: bool,
) -> None:
    """Write the pages of the document that *make* makes, and print what became of them.

    Raises what `check_output` and `write_pages` raise.
    """
    ending = check_output(output, dpi=dpi, kind=kind, as_json=as_json)
    document = interruptible(make)
    file_format = FileFormat(ending, document.title, dpi or DEFAULT_DPI, fonts)
    names = write_pages(document.pages, output, file_format, kind=kind)
    print_missing_characters(document.pages, file_format)
    if names:
        answer = document.written(names)
        show_answer(answer.to_json(), answer.lines(drawn=False), as_json=as_json)


def is_stdout(output: str) -> bool:
    """Return whether *output* stands for standard output: a dash and an ending."""
    return output.startswith("-.")


def _write_to_stdout(contents: Sequence[bytes]) -> None:
    if len(contents) > 1:
        hint = "a .pdf holds all pages"
        raise PaperError("standard output", expected="1 page", found=str(len(contents)), hint=hint)
    sys.stdout.buffer.write(contents[0])
    sys.stdout.flush()


def print_missing_characters(pages: Sequence[Page], file_format: FileFormat) -> None:
    """Print which characters of *pages* their font does not have, if there are any."""
    if file_format.ending == ".svg" and file_format.fonts is None:
        return  # the viewer's fonts
    used = file_format.fonts or default_fonts()
    if missing := used.missing(pages):
        shown = missing if len(missing) <= _SHOWN else f"{missing[:_SHOWN]}..."
        is_svg = file_format.ending == ".svg"
        instead = "left to the viewer's fonts" if is_svg else "printed as question marks"
        print_error(f"font: {used.regular.name} has no {shown}: {instead} (another one: --font)")
