"""The pages of score sheets: as many sheets on each as fit, to be cut along the crop marks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from solver.document import Document, box_json, size_text
from solver.drawing.crop_marks import crop_marks, trim_and_bleed
from solver.drawing.page_slots import MARGIN, Measure, Spacing, fitting_layouts
from solver.drawing.scene import Box, Mark, Page
from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.player_sheet import player_sheet
from solver.knaster.record import Record
from solver.knaster.score_sheet.score_sheet import score_sheet_marks, score_sheet_size
from solver.knaster.sheet import Sheet

LEAST_CELL, MOST_CELL = 10.0, 40.0  # mm: the smallest text has 4 points; it fits on A3
_LARGER = ("A4", "A3")  # what a message suggests


@dataclass(frozen=True, slots=True)
class ScoreSheetPage(Page):
    """A page, and where on it the score *sheets* lie."""

    sheets: tuple[Box, ...]


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class ScoreSheets(Document[ScoreSheetPage]):
    """Pages of score sheets with cells of *cell* mm."""

    cell: float
    title: str = "Knaster: score sheets"

    def details(self) -> Iterator[StyledLine]:
        """Yield how many score sheets there are, and how large."""
        sheets = self.pages[0].sheets
        count = plural(len(sheets), "score sheet")
        yield plain_line(f"{count} a page, {size_text(sheets[0])} mm, cells of {self.cell:g} mm")

    def page_json(self, page: ScoreSheetPage) -> dict[str, Any]:
        """Return where the score sheets of *page* lie."""
        return {"trim": box_json(page.trim), "sheets": [box_json(box) for box in page.sheets]}

    def to_json(self) -> dict[str, Any]:
        """Return the files, and of each page where its score sheets lie."""
        # The two-argument form: a dataclass with slots is not the class that `super` remembers.
        written = super(ScoreSheets, self).to_json()
        return {**written, "cell": self.cell, "sheets_per_page": len(self.pages[0].sheets)}


def score_sheets(  # noqa: PLR0913 - what is on the paper, and how large
    filled: Sheet | Record | None = None,
    *,
    player: str | None = None,
    paper: str = "A4",
    cell: float = 14.0,
    copies: int = 1,
    values: LineValues | None = None,
    title: str = "score sheets",
) -> ScoreSheets:
    """Return *copies* pages of score sheets with cells of *cell* mm, on which *filled* is written.

    In a record *filled* is the sheet of *player*, by default of its one player. Raises `PaperError`
    where no score sheet fits on *paper*, such as "A4" or "100x200mm".
    """
    sheet = player_sheet(filled or Sheet(), player, title=title).sheet
    page = score_sheet_page(sheet, values or default_line_values(), paper=paper, cell=cell)
    return ScoreSheets(pages=copies * [page], paper=paper, cell=cell)


def score_sheet_page(
    sheet: Sheet, values: LineValues, *, paper: str, cell: float
) -> ScoreSheetPage:
    """Return a page of score sheets with cells of *cell* mm, *sheet* written on each.

    The *paper* is used upright or across, whichever holds more; upright, if both hold as many.
    Raises `PaperError` when none fits.
    """
    layouts = fitting_layouts(
        score_sheet_size(cell), paper, Spacing(), measure=Measure("cell", cell), larger=_LARGER
    )
    layout = max(layouts, key=lambda layout: layout.capacity)
    slots = layout.slots(layout.capacity)
    marks: list[Mark] = [*crop_marks(slots, slots, layout.paper.grown(-MARGIN))]
    for slot in slots:
        marks += score_sheet_marks(sheet, values, slot, cell)
    trim, bleed = trim_and_bleed(slots, layout.paper, 0.0)
    return ScoreSheetPage(layout.paper, marks, trim, bleed, tuple(slots))
