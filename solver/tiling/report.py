"""Answers about tilings as text and as JSON."""

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from solver.drawing.text_grid import Patch, StyledLine, colour_adjacent, outlined_grid, plain_line
from solver.geometry.cell import Cell
from solver.tiling.engine import TilingCount
from solver.tiling.region import HOLE, Region
from solver.tiling.rules import Tiling, TilingPlacement


def region_json(region: Region) -> dict[str, Any]:
    """Return a region: its size, its area, its picture as a list of lines."""
    return {
        "rows": region.rows,
        "cols": region.cols,
        "area": len(region.cells),
        "picture": region.picture,
    }


def count_json(region: Region, count: TilingCount) -> dict[str, Any]:
    """Return the answer of a count."""
    return {"region": region_json(region), "tilings": count.tilings, "distinct": count.distinct}


def first_tiling_json(region: Region, tiling: Tiling | None) -> dict[str, Any]:
    """Return the first tiling of a region; null if there is none."""
    first = None if tiling is None else {"placements": [*map(_placement_json, sorted(tiling))]}
    return {"region": region_json(region), "tiling": first}


def tiling_lines(tilings: Iterable[Tiling]) -> Iterator[str]:
    """Yield each of *tilings* as one line of JSON, its placements sorted by shape."""
    for tiling in tilings:
        yield f'{{"placements": [{", ".join(map(_placement_text, sorted(tiling)))}]}}\n'


def tiling_text(region: Region, tiling: Tiling, *, drawn: bool) -> Iterator[StyledLine]:
    """Yield *tiling* as outlines if it can be *drawn*, else as letters with ``#`` for holes."""
    shape_at = {cell: shape for shape, cells in tiling for cell in cells}
    hole = " " if drawn else HOLE
    grid = [
        "".join(shape_at.get(Cell(row, col), hole) for col in range(region.cols))
        for row in range(region.rows)
    ]
    if drawn:
        yield from outlined_grid(
            grid, colour_adjacent([Patch(*placement) for placement in tiling]), named=False
        )
    else:
        yield from (plain_line(" ".join(line)) for line in grid)


def _placement_json(placement: TilingPlacement) -> dict[str, Any]:
    return {"shape": placement.shape, "cells": [list(cell) for cell in placement.cells]}


@lru_cache(maxsize=1 << 12)  # many tilings share a placement
def _placement_text(placement: TilingPlacement) -> str:
    return json.dumps(_placement_json(placement))
