"""Answers about tilings as a person reads them, and as a program does (JSON)."""

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from solver.drawing.text_grid import Line, Patch, colour_adjacent, outlines
from solver.geometry.cell import Cell
from solver.tiling.engine import TilingCount
from solver.tiling.region import HOLE, Region
from solver.tiling.rules import TilingPlacement, Tiling


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


def first_json(region: Region, tiling: Tiling | None) -> dict[str, Any]:
    """Return the first tiling of a region; null if there is none."""
    return {"region": region_json(region), "tiling": None if tiling is None else _tiling(tiling)}


def tiling_lines(tilings: Iterable[Tiling]) -> Iterator[str]:
    """Yield each of *tilings* as a line of JSON, its placements sorted by shape."""
    for tiling in tilings:
        yield f'{{"placements": [{", ".join(map(_text, sorted(tiling)))}]}}\n'


def picture(region: Region, tiling: Tiling, *, drawn: bool) -> Iterator[Line]:
    """Yield *tiling* outlined if it can be *drawn*, else as letters, holes as in the region."""
    shape_at = {cell: shape for shape, cells in tiling for cell in cells}
    hole = " " if drawn else HOLE
    grid = [
        "".join(shape_at.get(Cell(row, col), hole) for col in range(region.cols))
        for row in range(region.rows)
    ]
    if drawn:
        yield from outlines(grid, colour_adjacent([Patch(*one) for one in tiling]), named=False)
    else:
        yield from ([(" ".join(line), "")] for line in grid)


def _tiling(tiling: Tiling) -> dict[str, Any]:
    return {"placements": [_placement(placement) for placement in sorted(tiling)]}


def _placement(placement: TilingPlacement) -> dict[str, Any]:
    return {"shape": placement.shape, "cells": [list(cell) for cell in placement.cells]}


@lru_cache(maxsize=1 << 12)  # many tilings share a placement
def _text(placement: TilingPlacement) -> str:
    return json.dumps(_placement(placement))
