"""Pages as the contents of files: one .pdf for all, or an .svg or a .png for each."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from solver.drawing.font import Fonts
from solver.drawing.scene import MM_PER_INCH, Page
from solver.drawing.svg import svg
from solver.errors import PaperError

DEFAULT_DPI = 300
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
