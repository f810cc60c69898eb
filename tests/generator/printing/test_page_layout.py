from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.printing.page_layout import (
    MARGIN,
    STRIP,
    DuplexEdge,
    PageLayout,
    behind,
    choose_layout,
    crop_marks,
    flow_boxes,
    inside,
    trim_and_bleed,
)
from generator.printing.paper import PAPERS
from solver.drawing.scene import Box, Line
from solver.errors import PaperError

SIZES = st.tuples(st.floats(10, 150), st.floats(10, 150))
LAYOUTS = st.builds(
    lambda size, count, paper, bleed: (choose_layout([size] * count, paper, bleed=bleed), count),
    SIZES,
    st.integers(1, 30),
    st.sampled_from(sorted({*PAPERS} - {"A5"})),  # which is smaller than some of the sizes
    st.sampled_from([0.0, 3.0, 5.0]),
)


def _apart(first: Box, second: Box) -> bool:
    return (
        first.right <= second.x
        or second.right <= first.x
        or first.bottom <= second.y
        or second.bottom <= first.y
    )


def _pages(layout: PageLayout, count: int) -> list[list[Box]]:
    return [
        layout.slots(min(layout.capacity, count - at)) for at in range(0, count, layout.capacity)
    ]


@given(LAYOUTS)
def test_cards_with_their_bleed_lie_apart_and_where_printers_print(
    layout_and_count: tuple[PageLayout, int],
) -> None:
    layout, count = layout_and_count
    pages = _pages(layout, count)
    assert sum(map(len, pages)) == count
    for slots in pages:
        bled = [slot.grown(layout.bleed) for slot in slots]
        for first, second in combinations(bled, 2):
            assert _apart(first, second)
        for box in bled:
            assert MARGIN < box.x < box.right < layout.paper.width - MARGIN
            assert box.y > MARGIN + STRIP
            assert box.bottom < layout.paper.height - MARGIN - STRIP


@given(LAYOUTS, st.sampled_from(DuplexEdge))
def test_backs_lie_behind_the_fronts_when_the_paper_is_turned(
    layout_and_count: tuple[PageLayout, int], edge: DuplexEdge
) -> None:
    layout, count = layout_and_count
    paper = layout.paper
    for slots in _pages(layout, count):
        backs = [behind(slot, paper, edge) for slot in slots]
        for front, back in zip(slots, backs, strict=True):
            # Turned over, a point of the back lies where its distance to one edge is kept and
            # that to the other pair of edges is swapped.
            over_x = (edge is DuplexEdge.LONG) == (paper.height > paper.width)
            assert back.x == pytest.approx(paper.width - front.right if over_x else front.x)
            assert back.y == pytest.approx(front.y if over_x else paper.height - front.bottom)
            assert behind(back, paper, edge) == pytest.approx(front)
            assert MARGIN < back.x < back.right < paper.width - MARGIN
            assert MARGIN + STRIP < back.y < back.bottom < paper.height - MARGIN - STRIP


@pytest.mark.parametrize(
    ("size", "count", "paper", "across", "most"),
    [
        ((120, 120), 2, "A4", False, 2),
        ((120, 120), 2, "Letter", True, 2),
        ((120, 120), 1, "Letter", False, 1),
        ((90, 90), 4, "A4", False, 4),
        ((120, 120), 6, "A3", False, 6),
        ((200, 60), 4, "A4", True, 2),
    ],
)
def test_the_paper_is_used_upright_or_across_whichever_takes_fewer_pages(
    size: tuple[float, float], count: int, paper: str, *, across: bool, most: int
) -> None:
    layout = choose_layout([size] * count, paper, bleed=3)
    assert (layout.paper.width > layout.paper.height) is across
    assert layout.capacity == most


def test_the_error_of_a_card_that_does_not_fit_has_the_size_that_would() -> None:
    with pytest.raises(PaperError) as error:
        choose_layout([(250.0, 250.0)], "A4", bleed=3.0)
    assert str(error.value) == (
        "size: expected at most 188 mm on A4 with a bleed of 3 mm, found 250 mm"
        " (larger paper: --paper A3)"
    )
    assert choose_layout([(188.0, 188.0)], "A4", bleed=3.0).capacity == 1
    with pytest.raises(PaperError, match=r"at most 281 mm on A3, found 300 mm .*A2\)$"):
        choose_layout([(300.0, 300.0)], "A3", bleed=0.0)


def _crossed(line: Line, box: Box) -> bool:
    """Return whether *line* goes through the inside of *box*."""
    (x, y), (right, low) = line.start, line.end
    return not _apart(Box(x, y, right - x, low - y), box.grown(-1e-9))


@given(LAYOUTS)
def test_crop_marks_run_all_over_the_page_and_never_through_a_card_or_its_bleed(
    layout_and_count: tuple[PageLayout, int],
) -> None:
    layout, count = layout_and_count
    for slots in _pages(layout, count):
        bled = [slot.grown(layout.bleed) for slot in slots]
        marks = crop_marks(slots, bled, inside(layout.paper))
        assert not any(_crossed(line, box) for line in marks for box in bled)
        for slot in slots:
            _check_marked(slot, marks, inside(layout.paper))


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


@given(st.lists(st.tuples(st.floats(5, 100), st.floats(5, 100)), min_size=1, max_size=20))
def test_flowing_boxes_lie_apart_in_their_room(sizes: list[tuple[float, float]]) -> None:
    room = Box(5, 12, 100, 150)
    pages = flow_boxes(sizes, room, gap=4)
    assert [(box.width, box.height) for page in pages for box in page] == sizes
    for page in pages:
        for first, second in combinations(page, 2):
            assert _apart(first, second)
        for box in page:
            assert room.x - 1e-6 <= box.x < box.right <= room.right + 1e-6
            assert room.y - 1e-6 <= box.y < box.bottom <= room.bottom + 1e-6
