"""Sheets in text and in pictures."""

from collections import Counter

from hypothesis import given

import data
from solver.drawing.scene import Circle, Text
from solver.drawing.svg import svg
from solver.drawing.text_grid import patch_style, plain_text
from solver.geometry.cell import Cell, parse_cells
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.picture import sheets_scene
from solver.knaster.sheet import Sheet
from solver.knaster.sheet_view import sheet_lines
from tests.solver.knaster.test_line_values import line_values
from tests.solver.knaster.test_sheet import TIM, sheets

HALF = Sheet.parse(data.samples("knaster/sheets")["half"].read_text(encoding="utf-8"))


def _text(sheet: Sheet, *, marked: str = "") -> list[str]:
    lines = sheet_lines(sheet, marked=parse_cells(marked))
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
    _, first, _, _, fourth, *_ = sheet_lines(HALF, marked=parse_cells("b1 d4"))
    circled, marked = patch_style(2), patch_style(0)
    assert [style for _, style in first] == ["dim", circled, marked, "", circled, "", "dim"]
    assert [style for _, style in fourth] == ["dim", "", "", "", marked, "", "dim"]


@given(sheets(), line_values())
def test_every_number_is_shown_and_no_line_is_wider_than_a_terminal(
    sheet: Sheet, values: LineValues
) -> None:
    lines = [plain_text(line) for line in sheet_lines(sheet, values=values)]
    assert max(map(len, lines)) <= 60
    shown = Counter(" ".join(lines).split())
    for row in sheet.numbers:
        for number in row:
            assert str(number or ".") in shown or f"({number})" in shown


@given(sheets())
def test_a_picture_has_a_ring_for_each_circled_number_and_each_line_that_counts(
    sheet: Sheet,
) -> None:
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


def test_everything_in_a_picture_lies_on_its_paper() -> None:
    for count in (1, 2, 4, 5, 100):
        scene = sheets_scene([("a name", HALF)] * count, default_line_values())
        for mark in scene.marks:
            if isinstance(mark, Text):
                assert 0 < mark.at.x < scene.size.width
                assert mark.size < mark.at.y < scene.size.height
            if isinstance(mark, Circle):
                assert mark.radius < mark.centre.x < scene.size.right - mark.radius
                assert mark.radius < mark.centre.y < scene.size.bottom - mark.radius


def test_the_marked_cells_of_a_picture_have_a_colour_of_their_own() -> None:
    plain = svg(sheets_scene([("", HALF)], default_line_values()), title="half")
    scene = sheets_scene([("", HALF)], default_line_values(), marked=[Cell(0, 0)])
    assert plain.count(b"#f3c98b") == 0
    assert svg(scene, title="half").count(b"#f3c98b") == 1
