from collections.abc import Sequence

from hypothesis import given

from solver.drawing.page_slots import MARGIN, PageLayout, crop_marks, trim_and_bleed
from solver.drawing.scene import Box, Line
from tests.solver.drawing.pages import LAYOUTS, apart, pages


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


def _check_marked(slot: Box, marks: Sequence[Line], inner: Box) -> None:
    """Raise unless a mark at each edge of *slot* comes from either end of the page."""
    for x in (slot.x, slot.right):
        ends = [(line.start.y, line.end.y) for line in marks if line.start.x == line.end.x == x]
        assert min(start for start, _ in ends) == inner.y
        assert max(end for _, end in ends) == inner.bottom
    for y in (slot.y, slot.bottom):
        ends = [(line.start.x, line.end.x) for line in marks if line.start.y == line.end.y == y]
        assert min(start for start, _ in ends) == inner.x
        assert max(end for _, end in ends) == inner.right


def test_crop_marks_leave_out_what_lies_between_cards() -> None:
    slots = [Box(20, 20, 50, 50), Box(20, 90, 50, 50)]
    text = Box(15, 75, 30, 4)
    within = Box(5, 10, 100, 150)
    lines = [
        (line.start.y, line.end.y)
        for line in crop_marks(slots, [*slots, text], within)
        if line.start.x == line.end.x == 20
    ]
    assert lines == [(10, 20), (70, 75), (79, 90), (140, 160)]


def test_a_page_is_trimmed_around_its_cards_and_bleeds_beyond() -> None:
    paper = Box(0, 0, 210, 297)
    left, right = Box(20, 30, 50, 60), Box(100, 30, 50, 60)
    assert trim_and_bleed([left], paper, 3) == (left, left.grown(3))
    assert trim_and_bleed([left, right], paper, 3) == (Box(20, 30, 130, 60), Box(17, 27, 136, 66))
    assert trim_and_bleed([], paper, 3) == (paper, paper)
