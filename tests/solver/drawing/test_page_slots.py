from itertools import combinations

import pytest
from hypothesis import given

from solver.drawing.page_slots import Measure, PageLayout, Spacing, fitting_layouts
from solver.drawing.paper import PAPERS, paper_size
from solver.drawing.scene import Box
from solver.errors import PaperError
from tests.solver.drawing.pages import LAYOUTS, apart, pages


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
        for first, second in combinations(bled, 2):
            wide = Box(first.x - across, first.y - down, 0, 0)._replace(
                width=first.width + 2 * across, height=first.height + 2 * down
            )
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
    upright, across = fitting_layouts((60, 40), "A4", spacing, measure=measure, larger=["A3", "A2"])
    assert (upright.cols, upright.rows, upright.paper[2:]) == (3, 6, (210, 297))
    assert (across.cols, across.rows, across.paper[2:]) == (4, 4, (297, 210))
    (only,) = fitting_layouts((200, 40), "A4", spacing, measure=measure, larger=["A3", "A2"])
    assert only.capacity == 4
    assert only.paper.width == 297


@pytest.mark.parametrize(
    ("length", "message"),
    [
        (300, "side: expected at most 277 mm on A4, found 300 mm (larger paper: --paper A3)"),
        (500, "side: expected at most 277 mm on A4, found 500 mm (larger paper: --paper A2)"),
        (900, "side: expected at most 277 mm on A4, found 900 mm (larger paper: --paper poster)"),
    ],
)
def test_the_error_of_a_slot_that_does_not_fit_has_the_size_and_the_paper_that_would(
    length: float, message: str
) -> None:
    spacing, larger = Spacing(sides=10, ends=10), ["A3", "A2", "poster"]

    def layouts(side: float) -> list[PageLayout]:
        size, measure = (side, side / 2), Measure("side", side)
        return fitting_layouts(size, "A4", spacing, measure=measure, larger=larger)

    with pytest.raises(PaperError) as error:
        layouts(length)
    assert str(error.value) == message
    assert [layout.capacity for layout in layouts(277)] == [1]


def test_every_paper_holds_a_small_slot() -> None:
    for name in PAPERS:
        measure = Measure("side", 10)
        upright, across = fitting_layouts((10, 10), name, Spacing(), measure=measure, larger=["A3"])
        assert (upright.paper.width, upright.paper.height) == paper_size(name)
        assert (across.paper.height, across.paper.width) == paper_size(name)
