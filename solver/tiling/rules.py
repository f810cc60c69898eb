"""The referee of tilings: what a tiling of a region is, and what is wrong with one that is none.

placement  a pentomino laid on the region: its letter and its five cells
tiling     placements that cover every cell of the region once, no pentomino twice
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from solver.errors import BrokenInvariantError, PiecesError, quoted
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES, pentomino_of
from solver.tiling.region import Region


class TilingPlacement(NamedTuple):
    """A pentomino on the region, its cells row by row."""

    shape: str
    cells: tuple[Cell, ...]


Tiling = tuple[TilingPlacement, ...]


def parse_pieces(text: str) -> str:
    """Return the pentominoes that *text* names, sorted, as ``FILNP``; ``f,i`` will do.

    Raises `PiecesError` when a letter is none of the twelve or comes twice.
    """
    pieces = text.upper().replace(",", "").replace(" ", "")
    for piece, count in Counter(pieces).items():
        if piece not in SHAPES:
            raise PiecesError(
                f"pieces {quoted(text)}", expected=f"letters of {SHAPES}", found=quoted(piece)
            )
        if count > 1:
            raise PiecesError(
                f"pieces {quoted(text)}", expected="each once", found=f"{piece} {count} times"
            )
    if not pieces:
        raise PiecesError("pieces", expected=f"letters of {SHAPES}", found=quoted(text))
    return "".join(sorted(pieces))


def violations(region: Region, pieces: str, tiling: Tiling) -> Iterator[str]:
    """Yield what keeps *tiling* from being one of *region* by *pieces*; nothing if it is one."""
    for shape, cells in tiling:
        if _shape(cells) != shape:
            yield f"{', '.join(map(str, cells))} are no {shape}"
    for shape, count in Counter(shape for shape, _ in tiling).items():
        if shape not in pieces:
            yield f"{shape} is not to be used"
        if count > 1:
            yield f"{shape} is used {count} times"
    covered = Counter(cell for _, cells in tiling for cell in cells)
    for cell in sorted(region.cells | covered.keys()):
        if cell not in region.cells:
            yield f"{cell} is not in the region"
        elif covered[cell] != 1:
            yield f"{cell} is covered {covered[cell]} times"


def checked(region: Region, pieces: str, tilings: Iterable[Tiling]) -> Iterator[Tiling]:
    """Yield *tilings*, each once the referee has seen it; a wrong one is our defect."""
    for tiling in tilings:
        for violation in violations(region, pieces, tiling):
            raise BrokenInvariantError(f"no tiling of {region}: {violation}")
        yield tiling


@lru_cache(maxsize=1 << 14)  # a region of 60 cells has some 2000 placements
def _shape(cells: tuple[Cell, ...]) -> str | None:
    return pentomino_of(cells)
