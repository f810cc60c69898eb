"""The pages of score sheets: as many sheets on each as fit, to be cut along the crop marks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from solver.drawing.crop_marks import crop_marks, trim_and_bleed
from solver.drawing.page_report import box_json, files_line, pages_json, size_text
from solver.drawing.page_slots import (
    MARGIN,
    Measure,
    Spacing,
    fitting_layouts,
)
from solver.drawing.scene import Box, Mark, Page
from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.knaster.line_values import LineValues
from solver.knaster.score_sheet.score_sheet import score_sheet_marks, score_sheet_size
from solver.knaster.sheet import Sheet

LEAST_CELL, MOST_CELL = 10.0, 40.0  # mm: the smallest text has 4 points; it fits on A3
_LARGER = ("A4", "A3")  # what a message suggests


@dataclass(frozen=True, slots=True)
class ScoreSheetPage(Page):
    """A page, and where on it the score *sheets* lie."""

    sheets: tuple[Box, ...]


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


def document_text(
    pages: Sequence[ScoreSheetPage], files: Sequence[str], *, paper: str, cell: float
) -> Iterator[StyledLine]:
    """Yield a line on the files, and one on the score sheets."""
    yield files_line(pages, files, paper=paper)
    sheets = pages[0].sheets
    count = plural(len(sheets), "score sheet")
    yield plain_line(f"{count} a page, {size_text(sheets[0])} mm, cells of {cell:g} mm")


def document_json(
    pages: Sequence[ScoreSheetPage], files: Sequence[str], *, paper: str, cell: float
) -> dict[str, Any]:
    """Return the files, and of each page where its score sheets lie."""
    contents = (
        {
            "trim": box_json(page.trim),
            "sheets": [box_json(box) for box in page.sheets],
        }
        for page in pages
    )
    written = pages_json(pages, files, contents, paper=paper)
    return {**written, "cell": cell, "sheets_per_page": len(pages[0].sheets)}
