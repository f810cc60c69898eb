"""The picture of a tiling: its pentominoes in colours, each outlined and with its letter."""

from solver.drawing.outline import OUTLINE, lines_within, patch_fills, patch_outlines
from solver.drawing.scene import Box, Paint, Point, Scene, centred_text
from solver.drawing.text_grid import Patch, colour_adjacent
from solver.geometry.cell import middle_of
from solver.tiling.region import Region
from solver.tiling.rules import Tiling

_SIDE = 9.0  # mm, of a cell
_SIZE = 180.0  # mm, the longer side of the region at most
_LETTER = 0.5  # of a cell
_GRID, _GRID_COLOUR = 0.12, "#ffffff"


def tiling_picture(region: Region, tiling: Tiling) -> Scene:
    """Return the picture of *tiling*; holes of *region* stay white."""
    side = min(_SIDE, _SIZE / max(region.rows, region.cols))
    width = min(OUTLINE, side / 10)
    field = Box(width, width, region.cols * side, region.rows * side)
    origin = Point(field.x, field.y)
    patches = colour_adjacent([Patch(*placement) for placement in tiling])
    marks = patch_fills(patches, origin, side)
    grid = Paint(stroke=_GRID_COLOUR, width=_GRID)
    for patch in patches:
        marks += lines_within(frozenset(patch.cells), origin, side, grid)
    marks += patch_outlines(patches, origin, side, width=width)
    for shape, cells in tiling:
        row, col = middle_of(cells)
        centre = Point(origin.x + (col + 0.5) * side, origin.y + (row + 0.5) * side)
        marks.append(centred_text(centre, shape, _LETTER * side))
    return Scene(field.grown(width), marks)
