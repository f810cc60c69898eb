"""The grid of a sheet as a picture shows it, and as it is printed."""

from collections.abc import Iterable

import pytest

from solver.drawing.scene import Box, Circle, Mark, Point, Polygon, Text, text_width
from solver.geometry.cell import Cell
from solver.knaster.grid_art import POINTS_ROOM, cell_box, grid_marks
from solver.knaster.line import CELLS, LINES
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.picture import sheets_scene
from solver.knaster.sheet import Sheet
from tests.solver.drawing.pages import apart, mark_box

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
    corner = POINTS_ROOM * 20
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


def test_the_points_of_a_line_that_is_all_circled_have_a_ring() -> None:
    marks = list(grid_marks(BEGUN, VALUES, GRID))
    (line,) = BEGUN.circled_lines()
    (centre,) = _texts(marks)[str(VALUES.points[LINES.index(line)])]
    assert len(_rings(marks)) == len(BEGUN.circled) + 1
    assert _rounded(centre) in _rings(marks)


def test_long_points_stay_inside_their_ring() -> None:
    for points in (0, 10, 100, 1000):
        values = LineValues(12 * (points,))
        for mark in grid_marks(Sheet(), values, GRID):
            if isinstance(mark, Text):
                assert text_width(mark.text, mark.size) <= 8 + 1e-9


def test_marked_cells_stand_out() -> None:
    plain, marked = (
        [mark for mark in grid_marks(BEGUN, VALUES, GRID, marked=cells) if _is_filled(mark)]
        for cells in ([], [Cell(1, 2)])
    )
    differing = [second for first, second in zip(plain, marked, strict=True) if first != second]
    (cell,) = differing
    assert isinstance(cell, Polygon)
    assert cell.points == cell_box(Cell(1, 2), GRID).corners


def _is_filled(mark: Mark) -> bool:
    return isinstance(mark, Polygon) and mark.paint.fill is not None


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
