"""The referee of tilings: what is wrong with placements that are no tiling.

A tiling covers every cell of its region once, and uses no pentomino twice.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from solver.errors import BrokenInvariantError, PiecesError, quoted
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES, check_shape, pentomino_of
from solver.question import question
from solver.tiling.region import Region


class TilingPlacement(NamedTuple):
    """A pentomino on a region: its letter, and its cells row by row."""

    shape: str
    cells: tuple[Cell, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the shape, and the row and col of each cell."""
        return {"shape": self.shape, "cells": [list(cell) for cell in self.cells]}


Tiling = tuple[TilingPlacement, ...]


def tiling_line(tiling: Tiling) -> str:
    """Return *tiling* as one line of JSON, its placements sorted by shape."""
    return f'{{"placements": [{", ".join(map(_placement_text, sorted(tiling)))}]}}\n'


@lru_cache(maxsize=1 << 12)  # many tilings share a placement
def _placement_text(placement: TilingPlacement) -> str:
    return json.dumps(placement.to_json())


@question
def parse_pieces(text: str) -> str:
    """Return the sorted letters of the different pentominoes in *text*, or raise `PiecesError`."""
    pieces, where = text.upper().replace(",", "").replace(" ", ""), f"pieces {quoted(text)}"
    for piece, count in Counter(pieces).items():
        check_shape(piece, where, PiecesError)
        if count > 1:
            raise PiecesError(where, expected="each once", found=f"{piece} {count} times")
    if not pieces:
        raise PiecesError("pieces", expected=f"letters of {SHAPES}", found=quoted(text))
    return "".join(sorted(pieces))


def violations(region: Region, pieces: str, tiling: Tiling) -> Iterator[str]:
    """Yield every reason why *tiling* is no tiling of *region* by *pieces*; none if it is one."""
    for shape, cells in tiling:
        if _shape(cells) != shape:
            yield f"{', '.join(map(str, cells))} are no {shape}"
    for shape, count in Counter(shape for shape, _ in tiling).items():
        if shape not in pieces:
            yield f"{shape} is not among the pieces"
        if count > 1:
            yield f"{shape} is used {count} times"
    covered = Counter(cell for _, cells in tiling for cell in cells)
    for cell in sorted(region.cells | covered.keys()):
        if cell not in region.cells:
            yield f"{cell} is not in the region"
        elif covered[cell] != 1:
            yield f"{cell} is covered {covered[cell]} times"


def checked(region: Region, pieces: str, tilings: Iterable[Tiling]) -> Iterator[Tiling]:
    """Yield *tilings*, checked by the referee; a wrong one is a defect of the search."""
    for tiling in tilings:
        for violation in violations(region, pieces, tiling):
            raise BrokenInvariantError(f"no tiling of {region}: {violation}")
        yield tiling


@lru_cache(maxsize=1 << 14)  # a region of 60 cells has some 2000 placements
def _shape(cells: tuple[Cell, ...]) -> str | None:
    return pentomino_of(cells)
