"""Regions: their text, errors, symmetries and cell order; pictures of their tilings."""

import re

import pytest
from hypothesis import given

import data
from solver.drawing.scene import Polygon, Scene, Text
from solver.drawing.svg import svg
from solver.errors import RegionError
from solver.geometry.cell import Cell, components, rectangle
from solver.tiling.answer import RegionTiling
from solver.tiling.problem import TilingProblem, first_tiling
from solver.tiling.region import MAX_SPAN, Region, cell_order, symmetries
from solver.tiling.rules import Tiling
from tests.strategies import regions
from tests.support import ROOT, cases


@given(regions())
def test_a_region_reads_back_from_its_text(region: Region) -> None:
    again = Region.parse(str(region))
    assert again.cells == region.cells
    assert str(again) == str(region)


def test_short_rows_end_in_holes_and_last_empty_lines_do_not_count() -> None:
    assert Region.parse("..\n.#..#\n\n\r\n").picture == ["..###", ".#..#"]
    assert Region.parse("..\n\n...").picture == ["..#", "###", "..."]


@cases(
    "text message",
    ("7x9", "region 7x9: expected at most 60 cells to fill, found 63"),
    ("7x8", "region 7x8: expected a multiple of 5 cells to fill, found 56"),
    ("5x13", "found 65"),
    ("0x5", "found none"),
    ("999999999x999999999", "found 999999998000000001"),
    ("", "expected 5 to 60 cells to fill, found none"),
    ("###", "found none"),
    ("....", "found 4"),
    ("..\n.x\n..", "region, line 2, column 2: expected '.' a cell to fill or '#' a hole"),
    (". . . . .", "line 1, column 2"),
    ("6x-10", "found '6'"),
)
def test_a_bad_text_is_an_error_of_one_line(text: str, message: str) -> None:
    with pytest.raises(RegionError) as error:
        Region.parse(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_cells_beyond_the_rectangle_are_refused() -> None:
    with pytest.raises(RegionError):
        Region(2, 2, rectangle(1, 5))


def test_a_region_may_be_in_a_wide_box() -> None:
    line = "." * 5
    region = Region.parse("\n".join([line] + ["#"] * 900 + ["#" * 900 + line]))
    assert (region.rows, region.cols) == (902, 905)
    assert [len(component) for component in components(region.cells)] == [5, 5]


def test_a_box_of_too_many_rows_or_cols_is_refused_before_work_begins() -> None:
    for rows, cols in ((1001, 5), (5, 1001), (19_992, 20_000)):
        text = "\n".join([".....", *["#"] * (rows - 2), "#" * cols])
        with pytest.raises(
            RegionError, match=f"at most 1000 rows and cols .*, found {rows}x{cols}"
        ):
            Region.parse(text)
    with pytest.raises(RegionError, match="found 1001x5"):
        Region(1001, 5, rectangle(1, 5))
    assert Region.parse("\n".join([".....", *["#"] * 998, "#" * 1000])).cols == 1000


@cases("name count", ("3x20", 4), ("5x5", 8), ("chessboard", 8), ("..\n...", 1), (".....", 2))
def test_a_region_has_as_many_symmetries_as_its_figure(name: str, count: int) -> None:
    known = data.samples("regions")
    text = known[name].read_text() if name in known else name
    images = symmetries(Region.parse(text).cells)
    assert len(images) == count
    assert all(cell == image for cell, image in images[0].items())


@given(regions())
def test_symmetries_form_a_group(region: Region) -> None:
    images = symmetries(region.cells)
    assert len({tuple(sorted(image.items())) for image in images}) == len(images)
    for image in images:
        assert set(image.values()) == region.cells
        for other in images:
            assert {cell: image[other[cell]] for cell in region.cells} in images


@given(regions())
def test_the_cell_order_has_every_cell_once_and_component_by_component(region: Region) -> None:
    order = cell_order(region.cells)
    assert sorted(order) == sorted(region.cells)
    start = 0
    for component in components(region.cells):
        assert set(order[start : start + len(component)]) == component
        start += len(component)


def test_no_placement_spans_more_of_the_cell_order_than_a_word_holds() -> None:
    # A block of 5 x 9 is ordered by cols where it is alone; a tail must not change that.
    block = rectangle(5, 9)
    tail = frozenset(Cell(row, 0) for row in range(5, 20))
    order = {cell: at for at, cell in enumerate(cell_order(block | tail))}
    for (row, col), at in order.items():
        for other in (Cell(row + 4, col), Cell(row, col + 4)):
            assert abs(order.get(other, at) - at) <= MAX_SPAN


CORNERS = Region.parse(data.samples("regions")["corners"].read_text())


def _first(region: Region) -> Tiling:
    tiling = first_tiling(TilingProblem(region), node_limit=1_000_000)
    assert tiling is not None
    return tiling


def _picture(region: Region, tiling: Tiling) -> Scene:
    scene = RegionTiling(region, tiling).picture()
    assert scene is not None
    return scene


def test_each_pentomino_is_filled_outlined_and_lettered() -> None:
    tiling = _first(CORNERS)
    marks = _picture(CORNERS, tiling).marks
    polygons = [mark for mark in marks if isinstance(mark, Polygon)]
    fills = [mark.points for mark in polygons if mark.paint.fill]
    outlines = [mark.points for mark in polygons if mark.paint.stroke == "#000000"]
    assert fills == outlines
    assert len(outlines) == 12
    assert [mark.text for mark in marks if isinstance(mark, Text)] == [shape for shape, _ in tiling]


def test_a_wide_box_of_holes_makes_no_larger_picture() -> None:
    region = Region.parse("\n".join(["...", "..", *["#"] * 900, "#" * 900 + "....."]))
    size = _picture(region, _first(region)).size
    assert max(size.width, size.height) < 181


def test_the_picture_in_the_documentation_is_drawn_by_the_program() -> None:
    picture = svg(_picture(CORNERS, _first(CORNERS)), title="A tiling of region corners")
    assert (ROOT / "docs" / "corners.svg").read_bytes() == picture
    page = (ROOT / "docs" / "tilings.md").read_text("utf-8")
    assert re.search(r"!\[[^]]+\]\(corners\.svg\)", page)
