"""One score sheet: what is on it, and that nothing lies over anything else."""

from itertools import combinations

import pytest

from solver.drawing.font import default_fonts
from solver.drawing.scene import WHITE, Box, Circle, Line, Mark, Polygon, Text
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.rules import Hand, hand_of
from solver.knaster.score_sheet.document import LEAST_CELL, MOST_CELL
from solver.knaster.score_sheet.hands_table import EXAMPLES
from solver.knaster.score_sheet.score_sheet import score_sheet_marks, score_sheet_size
from solver.knaster.sheet import Sheet
from tests.solver.drawing.pages import apart, mark_box

LARGEST = LineValues(12 * (1000,))
FULL = Sheet(5 * (5 * (12,),)).with_circles({*Sheet().free_cells})
SIDES = [LEAST_CELL, 14.0, MOST_CELL]


def _marks(
    side: float = 14.0, sheet: Sheet | None = None, values: LineValues | None = None
) -> tuple[Box, list[Mark]]:
    place = Box(3.0, 7.0, *score_sheet_size(side))
    values = values or default_line_values()
    return place, list(score_sheet_marks(sheet or Sheet(), values, place, side))


def _within(inner: Box, outer: Box) -> bool:
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


@pytest.mark.parametrize("side", SIDES)
def test_all_lies_inside_the_score_sheet_and_clear_of_its_edges(side: float) -> None:
    for sheet, values in ((Sheet(), default_line_values()), (FULL, LARGEST)):
        place, marks = _marks(side, sheet, values)
        for mark in marks:
            assert _within(mark_box(mark), place.grown(-0.19 * side)), mark


@pytest.mark.parametrize("side", SIDES)
def test_no_text_lies_over_another_text_or_reaches_out_of_its_box(side: float) -> None:
    for sheet, values in ((Sheet(), default_line_values()), (FULL, LARGEST)):
        _, marks = _marks(side, sheet, values)
        texts = [mark_box(mark) for mark in marks if isinstance(mark, Text)]
        for first, second in combinations(texts, 2):
            assert apart(first, second)
        frame = max(
            (mark_box(mark) for mark in marks if isinstance(mark, Polygon)),
            key=lambda box: box.width,
        )
        outlined = [mark_box(mark) for mark in marks if isinstance(mark, Polygon | Circle | Line)]
        for text in texts:
            for box in outlined:
                assert apart(text, box) or _within(text, box) or _is_ring_around(text, box)
            assert apart(text, frame) or _within(text, frame)


def _is_ring_around(text: Box, ring: Box) -> bool:
    """Return whether the corners of a text lie in the bounding box of a ring but for a little."""
    return _within(text, ring.grown(0.02 * ring.width))


def test_every_hand_has_an_example_that_makes_it() -> None:
    assert EXAMPLES.keys() == set(Hand)
    for hand, numbers in EXAMPLES.items():
        assert hand_of(numbers) is hand


def test_every_hand_stands_above_its_example_with_a_ring_for_each_cell_that_it_circles() -> None:
    _, marks = _marks()
    names = [mark.at.y for mark in marks if isinstance(mark, Text) and mark.text in _hand_names()]
    assert len(names) == len(Hand)
    for (hand, numbers), top in zip(EXAMPLES.items(), names, strict=True):
        below = [mark for mark in marks if top < mark_box(mark).centre.y < top + 0.4 * 14]
        left = [mark for mark in below if mark_box(mark).right < 3 + 3.1 * 14]
        texts = [mark.text for mark in left if isinstance(mark, Text)]
        assert texts == [str(number) for number in numbers]
        assert len([mark for mark in left if isinstance(mark, Circle)]) == hand.bonus


def _hand_names() -> set[str]:
    return {hand.label.capitalize() for hand in Hand}


def test_there_is_room_to_write_the_name_and_the_score() -> None:
    _, marks = _marks()
    lines = [mark_box(mark) for mark in marks if isinstance(mark, Line)]
    assert [line.width > 50 for line in lines] == [True]
    labels = ("Points of lines", "Circled numbers", "Total")
    for label in labels:
        (text,) = [mark for mark in marks if isinstance(mark, Text) and mark.text == label]
        middle = mark_box(text).centre.y
        boxes = [
            mark_box(mark)
            for mark in marks
            if isinstance(mark, Polygon) and mark.paint.fill == WHITE
        ]
        beside = [box for box in boxes if box.y < middle < box.bottom and box.x < 3 + 3.1 * 14]
        assert [(box.width > 12, box.height > 5) for box in beside] == [(True, True)]


def test_the_smallest_text_has_four_typographic_points() -> None:
    _, marks = _marks(LEAST_CELL)
    fonts = default_fonts()
    texts = [mark for mark in marks if isinstance(mark, Text)]
    assert min(fonts.of(text).fitted_size(text.text, text.size) for text in texts) >= 1.41
