"""The pages of score sheets: as many sheets on each as fit, to be cut along the crop marks."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from solver.answer import Answer
from solver.drawing.crop_marks import crop_marks, trim_and_bleed
from solver.drawing.document import Document, box_json, size_text
from solver.drawing.page_slots import MARGIN, Measure, Spacing, fitting_layouts
from solver.drawing.paper import parse_paper
from solver.drawing.scene import (
    BLACK,
    FAINT,
    WHITE,
    Anchor,
    Box,
    Circle,
    Line,
    Mark,
    Page,
    Paint,
    Point,
    Polygon,
    Text,
    centred_text,
    text_width,
)
from solver.drawing.styled_text import StyledLine, plain_line, plural
from solver.files.texts import Language, Texts
from solver.knaster.answer import player_sheet
from solver.knaster.line import SIZE, LineValues, default_line_values
from solver.knaster.picture import CELL_GREEN, LINE_GREEN, POINTS_SPACE, grid_marks
from solver.knaster.record import Record
from solver.knaster.rules import Hand
from solver.knaster.sheet import Sheet
from solver.question import Count, Within, question

LEAST_CELL, MOST_CELL = 10.0, 40.0  # mm: the smallest text has 4 points; it fits on A3
_SIDES, _ENDS = 0.3, 0.23  # kept free left and right, above and below, for the scissors
_COLUMN, _GAP = 2.78, 0.32  # the width of the hands, and from them to the grid
_WIDTH = 2 * _SIDES + _COLUMN + _GAP + SIZE + POINTS_SPACE
_HEIGHT = 2 * _ENDS + 2 * POINTS_SPACE + SIZE
_BASELINE = 0.55  # of the title and the name, from the top of what is not kept free
_TITLE, _TEXT = 0.42, 0.2  # the sizes of texts
_AFTER_TEXT, _BELOW_NAME = 0.08, 0.05  # from "Name" to the line for it, and that line's drop
_BOX_WIDTH, _BOX_HEIGHT, _BOX_GAP = 0.9, 0.37, 0.08  # of the boxes for the score
_THIN = 0.02  # the width of lines

# What is counted at the end, from the top, and whether it is set in bold.
_COUNTS = {"printed.lines": False, "printed.circled": False, "printed.total": True}

# In the order of the rules, with the examples there.
EXAMPLES = {
    Hand.THREE: (7, 8, 7, 7, 4),
    Hand.FOUR: (6, 3, 6, 6, 6),
    Hand.FIVE: (8, 8, 8, 8, 8),
    Hand.TWO_PAIRS: (5, 6, 6, 10, 5),
    Hand.FULL_HOUSE: (4, 9, 4, 4, 9),
    Hand.STRAIGHT: (7, 10, 8, 6, 9),
}

_HEAD, _ROW = 0.32, 0.66  # heights: of the line above the rows, and of a row
_ROW_BASELINE, _NUMBERS = 0.18, 0.26  # of a text, and the top of an example: from the top of a row
_NAME, _NUMBER, _HEADING = 0.2, 0.19, 0.17  # the sizes of texts
_CELL = 0.29  # the side of a cell of an example
_RING, _RING_STEP = 0.1, 0.27  # the radius of a ring, and from one to the next
_TABLE_THIN, _RING_LINE = 0.015, 0.03  # widths of lines


@dataclass(frozen=True, slots=True)
class ScoreSheetPage(Page):
    """A page, and where on it the score *sheets* lie."""

    sheets: tuple[Box, ...]


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class ScoreSheets(Document[ScoreSheetPage], Answer):
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


@question
def score_sheets(  # noqa: PLR0913 - what is on the paper, and how large
    filled: Sheet | Record | None = None,
    *,
    player: str | None = None,
    paper: str = "A4",
    cell: Annotated[float, Within(LEAST_CELL, MOST_CELL)] = 14.0,
    copies: Count = 1,
    values: LineValues | None = None,
    title: str = "score sheets",
    language: Language = "en",
) -> ScoreSheets:
    """Return *copies* pages of score sheets with cells of *cell* mm, on which *filled* is written.

    In a record *filled* is the sheet of *player*, by default of its one player. *paper*, such as
    "A4" or "100x200mm", is used upright or across, whichever holds more. *language* is that of the
    words on it. Raises `PaperError` where
    no score sheet fits on it.
    """
    sheet = player_sheet(filled or Sheet(), player, title=title).sheet
    paper = parse_paper(paper)
    measure = Measure("cell", cell)
    layouts = fitting_layouts(score_sheet_size(cell), paper, Spacing(), measure=measure)
    layout = max(layouts, key=lambda layout: layout.capacity)
    slots = layout.slots(layout.capacity)
    marks: list[Mark] = [*crop_marks(slots, slots, layout.paper.grown(-MARGIN))]
    for slot in slots:
        marks += score_sheet_marks(
            sheet, values or default_line_values(), slot, cell, Texts(language)
        )
    trim, bleed = trim_and_bleed(slots, layout.paper, 0.0)
    page = ScoreSheetPage(layout.paper, marks, trim, bleed, tuple(slots))
    return ScoreSheets(pages=copies * [page], paper=paper, cell=cell)


def score_sheet_size(side: float) -> tuple[float, float]:
    """Return the width and the height of a score sheet whose grid has cells of this *side*."""
    return _WIDTH * side, _HEIGHT * side


def score_sheet_marks(
    sheet: Sheet, values: LineValues, frame: Box, side: float, text: Texts
) -> Iterator[Mark]:
    """Yield a score sheet in *frame*, which has its size, on which *sheet* is written already."""
    left, top = frame.x + _SIDES * side, frame.y + _ENDS * side
    width, bottom = _COLUMN * side, frame.bottom - _ENDS * side
    grid = Box(left + width + _GAP * side, top + POINTS_SPACE * side, SIZE * side, SIZE * side)
    title = Point(left, top + _BASELINE * side)
    yield Text(title, "Knaster", _TITLE * side, bold=True)
    yield from _name_marks(Point(grid.x, title.y), grid.right - _GAP * side, side, text)
    yield from _table_marks(Point(left, grid.y), width, side, text)
    yield from _count_marks(Point(left, bottom), width, side, text)
    yield from grid_marks(sheet, values, grid)


def _name_marks(at: Point, right: float, side: float, text: Texts) -> Iterator[Mark]:
    """Yield the line to write a name on, which begins *at* a point and ends at *right*."""
    name = text("printed.name")
    yield Text(at, name, _TEXT * side, colour=FAINT)
    start = at.x + text_width(name, _TEXT * side) + _AFTER_TEXT * side
    y = at.y + _BELOW_NAME * side
    yield Line(Point(start, y), Point(right, y), Paint(stroke=FAINT, width=_THIN * side))


def _count_marks(at: Point, width: float, side: float, text: Texts) -> Iterator[Mark]:
    """Yield the boxes for what is counted at the end; their lower left corner is *at* a point."""
    step = (_BOX_HEIGHT + _BOX_GAP) * side
    for number, (key, is_bold) in enumerate(reversed(_COUNTS.items())):
        box_width, height = _BOX_WIDTH * side, _BOX_HEIGHT * side
        box = Box(at.x + width - box_width, at.y - height - number * step, box_width, height)
        line = (2 if is_bold else 1) * _THIN * side
        yield Polygon(box.corners, Paint(WHITE, LINE_GREEN, line))
        left = Point(at.x, box.centre.y)
        yield centred_text(left, text(key), _TEXT * side, bold=is_bold, anchor=Anchor.START)


def _table_marks(at: Point, width: float, side: float, text: Texts) -> Iterator[Mark]:
    """Yield the table, its upper left corner *at* a point, for a grid whose cells have a *side*."""
    baseline, right = at.y + _ROW_BASELINE * side, at.x + width
    size = _HEADING * side
    yield Text(Point(at.x, baseline), text("printed.full-line"), size, colour=FAINT)
    yield Text(Point(right, baseline), text("printed.circles"), size, Anchor.END, FAINT)
    for number, (hand, example) in enumerate(EXAMPLES.items()):
        y = at.y + (_HEAD + number * _ROW) * side
        name = text(f"printed.hands.{hand.name.lower()}")
        yield Text(Point(at.x, y + _ROW_BASELINE * side), name, _NAME * side, bold=True)
        top = y + _NUMBERS * side
        yield from _example_marks(hand, example, Point(at.x, top), side)
        middle = Point(right, top + _CELL / 2 * side)
        yield from _rings(hand.bonus, middle, side)


def _example_marks(hand: Hand, numbers: tuple[int, ...], at: Point, side: float) -> Iterator[Mark]:
    """Yield five cells with *numbers*; those that make no part of the *hand* are faint."""
    counts, width = Counter(numbers), _CELL * side
    for index, number in enumerate(numbers):
        box = Box(at.x + index * width, at.y, width, width)
        yield Polygon(box.corners, Paint(CELL_GREEN, LINE_GREEN, _TABLE_THIN * side))
        is_part = hand is Hand.STRAIGHT or counts[number] > 1
        colour = BLACK if is_part else FAINT
        yield centred_text(box.centre, str(number), _NUMBER * side, colour=colour, bold=is_part)


def _rings(count: int, right: Point, side: float) -> Iterator[Circle]:
    """Yield *count* rings in a row that ends at the point *right*."""
    for index in range(count):
        centre = Point(right.x - (_RING + index * _RING_STEP) * side, right.y)
        yield Circle(centre, _RING * side, Paint(stroke=BLACK, width=_RING_LINE * side))
