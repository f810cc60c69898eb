"""Sheets in text, and their grids in pictures."""

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given

import data
from solver.drawing.scene import Box, Circle, Mark, Point, Polygon, Text, text_width
from solver.drawing.styled_text import plain_text
from solver.drawing.text_grid import patch_style
from solver.geometry.cell import Cell, parse_cells
from solver.knaster.line import CELLS, LINES, LineValues, default_line_values
from solver.knaster.picture import POINTS_SPACE, cell_box, grid_marks, sheets_scene
from solver.knaster.sheet import Sheet
from solver.knaster.sheet_view import sheet_lines
from tests.solver.drawing.pages import apart, mark_box
from tests.solver.knaster.test_sheet import TIM, line_values, sheets

HALF = Sheet.parse(data.samples("knaster/sheets")["half"].read_text("utf-8"))


def _text(sheet: Sheet, *, marked: str = "") -> list[str]:
    lines = sheet_lines(sheet, marked=parse_cells(marked), values=default_line_values())
    return [plain_text(line).rstrip() for line in lines]


def test_circled_numbers_and_the_points_of_circled_lines_stand_in_brackets() -> None:
    assert _text(Sheet.parse(TIM)) == [
        "     a    b    c    d    e   10",
        " 1  (7)  11   (7)   4    8    9",
        " 2  (9)  (9)  (6)   5    4    8",
        " 3  (6)   9   (8)   6  (10)   7",
        " 4  (8)   5   (6)  (7)   9    6",
        " 5 (10) (10)  (7)   3   (5)   5",
        "    (9)   8   (7)   6    5  (10)",
    ]


def test_a_marked_number_is_followed_by_a_star() -> None:
    assert _text(HALF, marked="a1 d4")[1:5] == [
        " 1  (7)*  7    8   (7)   .    9",
        " 2   6    .    .    .    .    8",
        " 3  (6)   9   (8)   .    .    7",
        " 4   5    .    .    7*   .    6",
    ]


def test_what_is_circled_has_one_colour_and_what_is_marked_another() -> None:
    _, first, _, _, fourth, *_ = sheet_lines(
        HALF, marked=parse_cells("b1 d4"), values=default_line_values()
    )
    circled, marked = patch_style(2), patch_style(0)
    assert [style for _, style in first] == ["dim", circled, marked, "", circled, "", "dim"]
    assert [style for _, style in fourth] == ["dim", "", "", "", marked, "", "dim"]


@given(sheets(), line_values())
def test_every_number_is_shown_and_lines_fit_a_terminal(sheet: Sheet, values: LineValues) -> None:
    lines = [plain_text(line) for line in sheet_lines(sheet, values=values)]
    assert max(map(len, lines)) <= 60
    shown = Counter(" ".join(lines).split())
    for row in sheet.numbers:
        for number in row:
            assert str(number or ".") in shown or f"({number})" in shown


@given(sheets())
def test_a_picture_has_a_ring_for_each_circled_number_and_each_won_line(sheet: Sheet) -> None:
    scene = sheets_scene([("Ann", sheet), ("Ben", Sheet())], default_line_values())
    rings = [mark for mark in scene.marks if isinstance(mark, Circle)]
    assert len(rings) == len(sheet.circled) + len(sheet.circled_lines())
    texts = Counter(mark.text for mark in scene.marks if isinstance(mark, Text))
    assert texts["Ann"] == texts["Ben"] == 1
    numbers = Counter(map(str, (number for row in sheet.numbers for number in row if number)))
    points = Counter(map(str, (9, 8, 7, 6, 5, 9, 8, 7, 6, 5, 10, 10)))
    names = Counter("12345")
    assert all(
        texts[text] == numbers[text] + 2 * points[text] + 2 * names[text]
        for text in [*"23456789", "10", "11", "12"]
    )


GRID = Box(30.0, 40.0, 100.0, 100.0)
VALUES = LineValues(tuple(range(101, 113)))
BEGUN = Sheet.parse("(6) (5) 12 (7) (4)\n. 7 . (7) .\n. 11 (12) 2 3\n9 (9) . 9 .\n(5) . 3 . 8")


def _texts(marks: Iterable[Mark]) -> dict[str, list[Point]]:
    """Return where the middles of texts are."""
    places: dict[str, list[Point]] = {}
    for mark in marks:
        if isinstance(mark, Text):
            places.setdefault(mark.text, []).append(Point(mark.at.x, mark.at.y - 0.36 * mark.size))
    return places


def _rings(marks: Iterable[Mark]) -> set[tuple[float, float]]:
    return {_rounded(mark.centre) for mark in marks if isinstance(mark, Circle)}


def _rounded(point: Point) -> tuple[float, float]:
    return round(point.x, 6), round(point.y, 6)


def test_the_points_of_a_line_stand_beyond_its_last_cell() -> None:
    texts = _texts(grid_marks(Sheet(), VALUES, GRID))
    assert texts.keys() == {str(points) for points in VALUES.points}
    corner = POINTS_SPACE * 20
    for line, points in zip(LINES, VALUES.points, strict=True):
        ((x, y),) = texts[str(points)]
        first, last = (cell_box(line.cells[end], GRID).centre for end in (0, -1))
        assert (x - last.x, y - last.y) == pytest.approx(
            ((last.x - first.x) / 4 * 0.92, (last.y - first.y) / 4 * 0.92)
        )
        assert x > GRID.right or y > GRID.bottom
        assert x < GRID.right + corner
        assert GRID.y - corner < y < GRID.bottom + corner


def test_the_numbers_of_a_sheet_stand_in_its_cells_and_the_circled_ones_have_rings() -> None:
    marks = list(grid_marks(BEGUN, VALUES, GRID))
    texts = _texts(marks)
    for cell in CELLS:
        centre = cell_box(cell, GRID).centre
        places = map(_rounded, texts.get(str(BEGUN[cell]), []))
        assert (_rounded(centre) in places) is (BEGUN[cell] is not None)
        assert (_rounded(centre) in _rings(marks)) is (cell in BEGUN.circled)


def test_long_points_stay_inside_their_ring() -> None:
    for points in (0, 10, 100, 1000):
        values = LineValues(12 * (points,))
        for mark in grid_marks(Sheet(), values, GRID):
            if isinstance(mark, Text):
                assert text_width(mark.text, mark.size) <= 8 + 1e-9


def test_marked_cells_stand_out() -> None:
    plain, marked = (
        [
            mark
            for mark in grid_marks(BEGUN, VALUES, GRID, marked=cells)
            if isinstance(mark, Polygon)
        ]
        for cells in ([], [Cell(1, 2)])
    )
    differing = [second for first, second in zip(plain, marked, strict=True) if first != second]
    (cell,) = differing
    assert isinstance(cell, Polygon)
    assert cell.points == cell_box(Cell(1, 2), GRID).corners


def test_a_picture_shows_each_sheet_under_its_title_apart_from_the_others() -> None:
    sheets = [(f"player {number}, who has a name that is too long", BEGUN) for number in range(6)]
    scene = sheets_scene(sheets, default_line_values(), notes={Cell(1, 0): "-0.34"})
    texts = _texts(scene.marks)
    assert len(texts["-0.34"]) == len(texts["11"]) == 6
    titles = [mark for mark in scene.marks if isinstance(mark, Text) and "player" in mark.text]
    assert [title.text[:8] for title in titles] == [f"player {number}" for number in range(6)]
    others = [mark for mark in scene.marks if mark not in titles]
    for title in titles:
        assert all(apart(mark_box(title), mark_box(other)) for other in others)
    for mark in scene.marks:
        box = mark_box(mark)
        assert 5 < box.x < box.right < scene.size.width - 5
        assert 5 < box.y < box.bottom < scene.size.height - 5
