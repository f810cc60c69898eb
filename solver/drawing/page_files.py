"""Pages in files: one .pdf for all, or an .svg or a .png for each; and what is said of them.

Lengths are millimetres, boxes from the upper left corner of the paper.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from solver.drawing.font import Fonts
from solver.drawing.scene import MM_PER_INCH, Box, Page
from solver.drawing.svg import svg
from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.errors import PaperError

DEFAULT_DPI = 300
_DIGITS = 4  # of lengths, as in the files
_MAX_DOTS = 160_000_000  # of a .png: more than A2 at 600 dots an inch has


class FileFormat(NamedTuple):
    """What files are written: their *ending*, .svg, .pdf or .png; the *title* that they bear.

    A .png has *dpi* dots an inch. Without *fonts* texts are set in DejaVu Sans, or in the viewer's
    Helvetica in an .svg. *is_cmyk* asks for the colours of four inks in a .pdf.
    """

    ending: str
    title: str
    dpi: int = DEFAULT_DPI
    fonts: Fonts | None = None
    is_cmyk: bool = False


def file_contents(pages: Sequence[Page], file_format: FileFormat) -> list[bytes]:
    """Return the contents of the files that hold *pages*, in their order.

    Raises `PaperError` when a page has too many dots, `SourceError` when a font is damaged.
    """
    ending, title, dpi, fonts, is_cmyk = file_format
    if ending == ".svg":
        return _drawn_once(pages, lambda page: svg(page, title=title, fonts=fonts))
    if ending == ".pdf":
        from solver.drawing.pdf import pdf

        return [pdf(pages, title=title, fonts=fonts, is_cmyk=is_cmyk)]
    from solver.drawing.png import png

    for page in pages:
        inches = page.size.width * page.size.height / MM_PER_INCH**2
        if inches * dpi**2 > _MAX_DOTS:
            most = int((_MAX_DOTS / inches) ** 0.5)
            raise PaperError("dpi", expected=f"at most {most} on this paper", found=str(dpi))
    return _drawn_once(pages, lambda page: png(page, dpi=dpi, fonts=fonts))


def _drawn_once(pages: Sequence[Page], draw: Callable[[Page], bytes]) -> list[bytes]:
    """Return what *draw* makes of each of *pages*; a page that comes again is drawn only once."""
    drawn = {key: draw(page) for key, page in {id(page): page for page in pages}.items()}
    return [drawn[id(page)] for page in pages]


def files_line(pages: Sequence[Page], files: Sequence[str], *, paper: str) -> StyledLine:
    """Return a line on the *files* that *pages* were written to, and on their *paper*."""
    names = files[0] if len(files) == 1 else f"{files[0]} to {files[-1]}"
    size = f"{size_text(pages[0].size)} mm" if are_alike(pages) else "of several sizes"
    return plain_line(f"{names}: {plural(len(pages), 'page')}, {paper}, {size}")


def pages_json(
    pages: Sequence[Page],
    files: Sequence[str],
    contents: Iterable[Mapping[str, Any]],
    *,
    paper: str,
) -> dict[str, Any]:
    """Return the *files*, the size of the first of *pages*, and of each its file and *contents*."""
    size = pages[0].size
    return {
        "files": list(files),
        "paper": paper,
        "width": size.width,
        "height": size.height,
        "pages": [
            {"file": files[min(number, len(files) - 1)], **content}
            for number, content in enumerate(contents)
        ],
    }


def are_alike(pages: Sequence[Page]) -> bool:
    """Return whether *pages* have one size."""
    return all(page.size == pages[0].size for page in pages)


def box_json(box: Box) -> dict[str, float]:
    """Return *box* as a JSON object."""
    return {name: round(length, _DIGITS) for name, length in box._asdict().items()}


def size_text(box: Box) -> str:
    """Return the width and the height of *box* to a hundredth of a millimetre.

    >>> size_text(Box(0, 0, 120.0, 33.3333333))
    '120 x 33.33'
    """
    return f"{round(box.width, 2):g} x {round(box.height, 2):g}"
