from collections.abc import Sequence
from itertools import combinations

from hypothesis import given

from solver.drawing.crop_marks import crop_marks, trim_and_bleed
from solver.drawing.page_slots import MARGIN, Measure, PageLayout, Spacing, fitting_layouts
from solver.drawing.paper import PAPERS, paper_size
from solver.drawing.scene import Box, Line
from solver.errors import PaperError
from tests.solver.drawing.pages import LAYOUTS, apart, pages
from tests.support import cases, error_text


@given(LAYOUTS)
def test_slots_with_their_bleed_lie_apart_by_the_gaps_and_clear_of_the_edges(
    layout_and_count: tuple[PageLayout, int],
) -> None:
    layout, count = layout_and_count
    bleed, across, down, sides, ends = layout.spacing
    on_pages = pages(layout, count)
    assert sum(map(len, on_pages)) == count
    for slots in on_pages:
        assert all((slot.width, slot.height) == (layout.width, layout.height) for slot in slots)
        bled = [slot.grown(bleed) for slot in slots]
        for (x, y, width, height), second in combinations(bled, 2):
            wide = Box(x - across, y - down, width + 2 * across, height + 2 * down)
            assert apart(wide.grown(-1e-6), second)
        for box in bled:
            assert sides - 1e-6 <= box.x < box.right <= layout.paper.width - sides + 1e-6
            assert ends - 1e-6 <= box.y < box.bottom <= layout.paper.height - ends + 1e-6


@given(LAYOUTS)
def test_no_further_row_or_col_of_slots_would_fit(layout_and_count: tuple[PageLayout, int]) -> None:
    layout, _ = layout_and_count
    bleed, across, down, sides, ends = layout.spacing
    cols, rows = layout.cols + 1, layout.rows + 1
    wide = cols * (layout.width + 2 * bleed) + layout.cols * across
    high = rows * (layout.height + 2 * bleed) + layout.rows * down
    assert wide > layout.paper.width - 2 * sides
    assert high > layout.paper.height - 2 * ends


def test_both_ways_to_lay_the_paper_are_told_if_a_slot_fits() -> None:
    spacing, measure = Spacing(sides=10, ends=10), Measure("side", 60)
    upright, across = fitting_layouts((60, 40), "A4", spacing, measure=measure)
    assert (upright.cols, upright.rows, upright.paper[2:]) == (3, 6, (210, 297))
    assert (across.cols, across.rows, across.paper[2:]) == (4, 4, (297, 210))
    (only,) = fitting_layouts((200, 40), "A4", spacing, measure=measure)
    assert only.capacity == 4
    assert only.paper.width == 297


@cases(
    "length message",
    (300, "side: expected at most 277 mm on A4, found 300 mm (larger paper: --paper A3)"),
    (500, "side: expected at most 277 mm on A4, found 500 mm (larger paper: --paper A2)"),
    (900, "side: expected at most 277 mm on A4, found 900 mm (larger paper: --paper poster)"),
)
def test_the_error_of_a_slot_that_does_not_fit_has_the_size_and_the_paper_that_would(
    length: float, message: str
) -> None:
    spacing = Spacing(sides=10, ends=10)

    def layouts(side: float) -> list[PageLayout]:
        size, measure = (side, side / 2), Measure("side", side)
        return fitting_layouts(size, "A4", spacing, measure=measure, otherwise="poster")

    assert error_text(PaperError, layouts, length) == message
    assert [layout.capacity for layout in layouts(277)] == [1]


def test_every_paper_holds_a_small_slot() -> None:
    for name in PAPERS:
        measure = Measure("side", 10)
        upright, across = fitting_layouts((10, 10), name, Spacing(), measure=measure)
        assert upright.paper[2:] == across.paper[:1:-1] == paper_size(name)


def _crossed(line: Line, box: Box) -> bool:
    """Return whether *line* goes through the inside of *box*."""
    (x, y), (right, low) = line.start, line.end
    return not apart(Box(x, y, right - x, low - y), box.grown(-1e-9))


@given(LAYOUTS)
def test_crop_marks_run_all_over_the_page_and_never_through_a_slot_or_its_bleed(
    layout_and_count: tuple[PageLayout, int],
) -> None:
    layout, count = layout_and_count
    within = layout.paper.grown(-MARGIN)
    for slots in pages(layout, count):
        bled = [slot.grown(layout.spacing.bleed) for slot in slots]
        marks = crop_marks(slots, bled, within)
        assert not any(_crossed(line, box) for line in marks for box in bled)
        for slot in slots:
            _check_marked(slot, marks, within)


def _ends_at(marks: Sequence[Line], x: float) -> list[tuple[float, float]]:
    return [(line.start.y, line.end.y) for line in marks if line.start.x == line.end.x == x]


def _check_marked(slot: Box, marks: Sequence[Line], inner: Box) -> None:
    """Raise unless a mark at each edge of *slot* comes from either end of the page."""
    for x in (slot.x, slot.right):
        starts, ends = zip(*_ends_at(marks, x), strict=True)
        assert (min(starts), max(ends)) == (inner.y, inner.bottom)
    for y in (slot.y, slot.bottom):
        along = [(line.start.x, line.end.x) for line in marks if line.start.y == line.end.y == y]
        starts, ends = zip(*along, strict=True)
        assert (min(starts), max(ends)) == (inner.x, inner.right)


def test_crop_marks_leave_out_what_lies_between_cards() -> None:
    slots = [Box(20, 20, 50, 50), Box(20, 90, 50, 50)]
    text = Box(15, 75, 30, 4)
    within = Box(5, 10, 100, 150)
    lines = _ends_at(crop_marks(slots, [*slots, text], within), 20)
    assert lines == [(10, 20), (70, 75), (79, 90), (140, 160)]


def test_a_crop_mark_keeps_clear_of_a_card_that_is_not_cut_there() -> None:
    slots = [Box(20, 20, 50, 50), Box(30, 80, 30, 30)]
    within = Box(5, 10, 100, 150)
    assert _ends_at(crop_marks(slots, slots, within), 20) == [(10, 20), (70, 160)]
    assert _ends_at(crop_marks(slots, slots, within), 30) == [(71, 80), (110, 160)]
    near = [slots[0], slots[1]._replace(y=71)]
    assert _ends_at(crop_marks(near, near, within), 30) == [(70.5, 71), (101, 160)]
    text = Box(25, 72, 30, 4)
    assert _ends_at(crop_marks(slots, [*slots, text], within), 30) == [(76, 80), (110, 160)]


def test_a_page_is_trimmed_around_its_cards_and_bleeds_beyond() -> None:
    paper = Box(0, 0, 210, 297)
    left, right = Box(20, 30, 50, 60), Box(100, 30, 50, 60)
    assert trim_and_bleed([left], paper, 3) == (left, left.grown(3))
    assert trim_and_bleed([left, right], paper, 3) == (Box(20, 30, 130, 60), Box(17, 27, 136, 66))
    assert trim_and_bleed([], paper, 3) == (paper, paper)
