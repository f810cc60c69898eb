from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.printing.page_layout import (
    STRIP,
    DuplexEdge,
    behind,
    choose_layout,
    flow_boxes,
    frame_marks,
    scale_bar,
)
from solver.drawing.page_slots import MARGIN, PageLayout
from solver.drawing.paper import PAPERS, paper_size
from solver.drawing.scene import Anchor, Box, Text, text_width
from solver.errors import PaperError
from tests.solver.drawing.pages import apart, pages
from tests.support import cases, error_text

SIZES = st.tuples(st.floats(10, 150), st.floats(10, 150))
LAYOUTS = st.builds(
    lambda size, count, paper, bleed: (choose_layout([size] * count, paper, bleed=bleed), count),
    SIZES,
    st.integers(1, 30),
    st.sampled_from(sorted({*PAPERS} - {"A5"})),  # which is smaller than some of the sizes
    st.sampled_from([0.0, 3.0, 5.0]),
)


@given(LAYOUTS)
def test_cards_with_their_bleed_lie_apart_and_where_printers_print(
    layout_and_count: tuple[PageLayout, int],
) -> None:
    layout, count = layout_and_count
    on_pages = pages(layout, count)
    assert sum(map(len, on_pages)) == count
    for slots in on_pages:
        bled = [slot.grown(layout.spacing.bleed) for slot in slots]
        for first, second in combinations(bled, 2):
            assert apart(first, second)
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
    for slots in pages(layout, count):
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


@cases(
    "size count paper across most",
    ((120, 120), 2, "A4", False, 2),
    ((120, 120), 2, "Letter", True, 2),
    ((120, 120), 1, "Letter", False, 1),
    ((90, 90), 4, "A4", False, 4),
    ((120, 120), 6, "A3", False, 6),
    ((200, 60), 4, "A4", True, 2),
)
def test_the_paper_is_used_upright_or_across_whichever_takes_fewerpages(
    size: tuple[float, float], count: int, paper: str, *, across: bool, most: int
) -> None:
    layout = choose_layout([size] * count, paper, bleed=3)
    assert (layout.paper.width > layout.paper.height) is across
    assert layout.capacity == most


def test_the_error_of_a_card_that_does_not_fit_has_the_size_that_would() -> None:
    assert error_text(PaperError, choose_layout, [(250.0, 250.0)], "A4", bleed=3.0) == (
        "size: expected at most 188 mm on A4 with a bleed of 3 mm, found 250 mm"
        " (larger paper: --paper A3)"
    )
    assert choose_layout([(188.0, 188.0)], "A4", bleed=3.0).capacity == 1
    with pytest.raises(PaperError, match=r"at most 281 mm on A3, found 300 mm .*A2\)$"):
        choose_layout([(300.0, 300.0)], "A3", bleed=0.0)


@cases(
    "size paper suggested",
    (150, "A5", " (larger paper: --paper A4)"),
    (250, "A5", " (larger paper: --paper A3)"),
    (380, "A3", " (larger paper: --paper A2)"),
    (500, "A2", ""),
    (200, "100x150mm", " (larger paper: --paper A3)"),
    (220, "Letter", " (larger paper: --paper Tabloid)"),
    (300, "Letter", " (larger paper: --paper A2)"),
)
def test_the_smallest_larger_paper_is_suggested_on_which_a_card_fits(
    size: float, paper: str, suggested: str
) -> None:
    def lay(name: str) -> PageLayout:
        return choose_layout([(size, size)], name, bleed=3)

    assert error_text(PaperError, lay, paper).endswith(f"found {size} mm{suggested}")
    if suggested:
        assert lay(suggested.rpartition(" ")[2][:-1]).capacity


@given(st.lists(st.tuples(st.floats(5, 100), st.floats(5, 100)), min_size=1, max_size=20))
def test_flowing_boxes_lie_apart_in_their_room(sizes: list[tuple[float, float]]) -> None:
    room = Box(5, 12, 100, 150)
    pages = flow_boxes(sizes, room, gap=4)
    assert [(box.width, box.height) for page in pages for box in page] == sizes
    for page in pages:
        for first, second in combinations(page, 2):
            assert apart(first, second)
        for box in page:
            assert room.x - 1e-6 <= box.x < box.right <= room.right + 1e-6
            assert room.y - 1e-6 <= box.y < box.bottom <= room.bottom + 1e-6


@pytest.mark.parametrize("name", [*PAPERS, "50x50mm", "60x90mm", "105x148mm", "1500x1500mm"])
def test_title_and_scale_bar_lie_on_every_paper(name: str) -> None:
    for width, height in (paper_size(name), paper_size(name)[::-1]):
        paper = Box(0, 0, width, height)
        bar = scale_bar(paper)
        assert bar.width == 100 or width < 148
        for mark in frame_marks(paper, "Cards: meadow, orchard", f"{name}, page 1 of 1"):
            if isinstance(mark, Text) and mark.anchor is Anchor.START:
                assert mark.at.x + text_width(mark.text, mark.size) <= width - 5 + 1e-6
            elif isinstance(mark, Text):
                assert mark.at.x - text_width(mark.text, mark.size) >= 5
