"""The picture of a tiling: every pentomino in a colour of its own place, outlined, lettered."""

import re

import data
from solver.drawing.scene import Polygon, Text
from solver.drawing.svg import svg
from solver.geometry.cell import neighbours
from solver.tiling.engine import first_tiling
from solver.tiling.picture import tiling_picture
from solver.tiling.problem import TilingProblem
from solver.tiling.region import Region
from solver.tiling.rules import Tiling
from tests.support import ROOT

CORNERS = Region.parse(data.samples("regions")["corners"].read_text())


def _first(region: Region) -> Tiling:
    tiling = first_tiling(TilingProblem(region), node_limit=1_000_000)
    assert tiling is not None
    return tiling


def test_each_pentomino_is_filled_outlined_and_lettered() -> None:
    tiling = _first(CORNERS)
    marks = tiling_picture(CORNERS, tiling).marks
    polygons = [mark for mark in marks if isinstance(mark, Polygon)]
    fills = [mark.points for mark in polygons if mark.paint.fill]
    outlines = [mark.points for mark in polygons if mark.paint.stroke == "#000000"]
    assert fills == outlines
    assert len(outlines) == 12
    assert [mark.text for mark in marks if isinstance(mark, Text)] == [shape for shape, _ in tiling]


def test_pentominoes_that_touch_differ_in_colour() -> None:
    tiling = _first(CORNERS)
    marks = tiling_picture(CORNERS, tiling).marks
    fills = [mark.paint.fill for mark in marks if isinstance(mark, Polygon) and mark.paint.fill]
    colour_at = {
        cell: fill for (_, cells), fill in zip(tiling, fills, strict=True) for cell in cells
    }
    shape_at = {cell: shape for shape, cells in tiling for cell in cells}
    borders = [
        (cell, other)
        for cell in shape_at
        for other in neighbours(cell)
        if shape_at.get(other, shape_at[cell]) != shape_at[cell]
    ]
    assert borders
    assert all(colour_at[cell] != colour_at[other] for cell, other in borders)


def test_a_letter_stands_within_its_pentomino_and_the_paper_is_as_wide_as_the_region() -> None:
    region = Region.parse("3x20")
    tiling = _first(region)
    scene = tiling_picture(region, tiling)
    side = (scene.size.width - scene.size.height) / 17
    texts = [mark for mark in scene.marks if isinstance(mark, Text)]
    for text, (_, cells) in zip(texts, tiling, strict=True):
        col = (text.at.x - (scene.size.width - 20 * side) / 2) / side - 0.5
        assert round(col, 6) in {cell.col for cell in cells}


def test_a_wide_box_of_holes_makes_no_larger_picture() -> None:
    region = Region.parse("\n".join(["...", "..", *["#"] * 900, "#" * 900 + "....."]))
    size = tiling_picture(region, _first(region)).size
    assert max(size.width, size.height) < 181


def test_the_picture_in_the_documentation_is_drawn_by_the_program() -> None:
    picture = svg(tiling_picture(CORNERS, _first(CORNERS)), title="A tiling of region corners")
    assert (ROOT / "docs" / "corners.svg").read_bytes() == picture
    page = (ROOT / "docs" / "tilings.md").read_text(encoding="utf-8")
    assert re.search(r"!\[[^]]+\]\(corners\.svg\)", page)
