"""Documents: pages to print, in millimetres, and the files that hold them.

A .pdf holds all pages, an .svg or a .png one, so that several become numbered files. In JSON, boxes
are measured from the upper left corner of the paper.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, Self, TypeVar

from solver.drawing.font import Fonts
from solver.drawing.output_profile import OutputProfile
from solver.drawing.scene import MM_PER_INCH, Box, Page
from solver.drawing.styled_text import StyledLine, plain_line, plural
from solver.errors import PaperError

DEFAULT_DPI = 300
ENDINGS = (".svg", ".pdf", ".png")
_DIGITS = 4  # of lengths, as in the files
_MAX_DOTS = 160_000_000  # of a .png: more than A2 at 600 dots an inch has

PageT = TypeVar("PageT", bound=Page)


class Inks(NamedTuple):
    """The *profile* by which a file has its inks, and the most of them on one spot, in percent."""

    profile: str
    total_ink: float


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Document(Generic[PageT]):
    """What a printed answer has: *pages*, at least one, on *paper*, and the *files* with them.

    *files* is None before that, and empty if the pages went to standard output. *inks* are those
    of files for a press. *remarks* are for the person who prints them.
    """

    pages: Sequence[PageT]
    paper: str
    title: str
    files: Sequence[str] | None = None
    inks: Inks | None = None
    remarks: Sequence[str] = ()

    def details(self) -> Iterator[StyledLine]:
        """Yield lines on the pages, below that on the files."""
        raise NotImplementedError

    def page_json(self, page: PageT) -> dict[str, Any]:
        """Return what is on *page* as JSON."""
        raise NotImplementedError

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - there is no outline
        """Yield a line on the files, if there are any, and those on the pages."""
        if self.files:
            names = " to ".join(dict.fromkeys((self.files[0], self.files[-1])))
            size = (
                f"{size_text(self.pages[0].size)} mm" if self.has_one_size else "of several sizes"
            )
            yield plain_line(f"{names}: {plural(len(self.pages), 'page')}, {self.paper}, {size}")
            if self.inks:
                profile, most = self.inks
                yield plain_line(f"total ink: at most {most:.0f} % (PDF/X-4, profile '{profile}')")
        if self.files is None or self.files:
            yield from self.details()

    def to_json(self) -> dict[str, Any]:
        """Return the files, the size of the first page, and of each page its file and contents."""
        files = list(self.files or ())
        first = self.pages[0].size
        return {
            "files": files,
            "paper": self.paper,
            "width": first.width,
            "height": first.height,
            **({"pdfx": "PDF/X-4", **self.inks._asdict()} if self.inks else {}),
            "pages": [
                {
                    "file": files[min(number, len(files) - 1)] if files else None,
                    **self.page_json(page),
                }
                for number, page in enumerate(self.pages)
            ],
        }

    def picture(self) -> PageT:
        """Return the first page."""
        return self.pages[0]

    @property
    def notes(self) -> Sequence[str]:
        """What is not printed as it was asked for."""
        return self.remarks

    @property
    def has_one_size(self) -> bool:
        """Whether all pages are equally large."""
        return all(page.size == self.pages[0].size for page in self.pages)

    def contents(
        self,
        ending: str,
        *,
        dpi: int = DEFAULT_DPI,
        fonts: Fonts | None = None,
        profile: OutputProfile | None = None,
    ) -> list[bytes]:
        """Return the contents of the files with this *ending*, in the order of the pages.

        A .png has *dpi* dots an inch. Without *fonts* texts are set in DejaVu Sans, or in the
        viewer's Helvetica in an .svg. *profile* asks for the four inks of a press in a .pdf, which
        is a PDF/X-4 file then. Raises `PaperError` when a page has too many dots, `SourceError`
        when a font is damaged.
        """
        if ending == ".pdf":
            from solver.drawing.pdf import pdf

            return [pdf(self.pages, title=self.title, fonts=fonts, profile=profile)]
        if ending == ".svg":
            from solver.drawing.svg import svg

            return self._drawn_once(lambda page: svg(page, title=self.title, fonts=fonts))
        from solver.drawing.png import png

        for page in self.pages:
            inches = page.size.width * page.size.height / MM_PER_INCH**2
            if inches * dpi**2 > _MAX_DOTS:
                most = int((_MAX_DOTS / inches) ** 0.5)
                raise PaperError("dpi", expected=f"at most {most} on this paper", found=str(dpi))
        return self._drawn_once(lambda page: png(page, dpi=dpi, fonts=fonts))

    def written(self, files: Sequence[str], remarks: Sequence[str] = ()) -> Self:
        """Return this answer once the pages are in *files*, with further *remarks*."""
        return replace(self, files=files, remarks=(*self.remarks, *remarks))

    def _drawn_once(self, draw: Callable[[PageT], bytes]) -> list[bytes]:
        """Return what *draw* makes of each page; one that comes again is drawn only once."""
        drawn = {key: draw(page) for key, page in {id(page): page for page in self.pages}.items()}
        return [drawn[id(page)] for page in self.pages]


def box_json(box: Box) -> dict[str, float]:
    """Return *box* as a JSON object."""
    return {name: round(length, _DIGITS) for name, length in box._asdict().items()}


def size_text(box: Box) -> str:
    """Return the width and the height of *box* to a hundredth of a millimetre.

    >>> size_text(Box(0, 0, 120.0, 33.3333333))
    '120 x 33.33'
    """
    return f"{round(box.width, 2):g} x {round(box.height, 2):g}"
