"""Towers by brute force, sharing no code with the search."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

from solver.geometry.cell import Cell
from tests.oracles import LETTERS, Outline, canonical, connected_sets

HIGHEST = 10  # level of a game

Penta = tuple[str, Outline]  # a letter and its cells
Storey = frozenset[Penta]  # a level of a tower


def moved(cells: Outline, down: int, right: int) -> Outline:
    return frozenset(Cell(row + down, col + right) for row, col in cells)


def at_origin(cells: Outline) -> Outline:
    return moved(cells, -min(row for row, _ in cells), -min(col for _, col in cells))


@cache
def fixed() -> tuple[Penta, ...]:
    """Return the 63 ways in which pentominoes can be turned and flipped."""
    grid = frozenset(Cell(row, col) for row in range(5) for col in range(5))
    outlines = {at_origin(cells) for cells in connected_sets(grid, 5)}
    return tuple(sorted(((LETTERS[canonical(cells)], cells) for cells in outlines), key=str))


def pentominoes_covering(cell: Cell) -> list[Penta]:
    """Return every pentomino, placed so that it covers *cell*."""
    return [
        (letter, moved(cells, cell.row - at.row, cell.col - at.col))
        for letter, cells in fixed()
        for at in cells
    ]


def is_supported(above: Storey, below: Storey) -> bool:
    """Return whether each tile *above* lies on two or more *below*."""
    return all(sum(bool(cells & under) for _, under in below) >= 2 for _, cells in above)


def covers(region: Outline, left: Counter[str], size: int = 3) -> dict[Outline, list[Storey]]:
    """Return the regions that hold *region* and the ways to tile them with *size* tiles *left*."""
    tilings = defaultdict(set)

    def cover(placed: Storey, covered: Outline) -> None:
        uncovered = region - covered
        if not uncovered and len(placed) == size:
            tilings[covered].add(placed)
        if 0 < len(uncovered) <= 5 * (size - len(placed)):
            for letter, cells in pentominoes_covering(max(uncovered)):
                used = sum(other == letter for other, _ in placed)
                if not cells & covered and used < left[letter]:
                    cover(placed | {(letter, cells)}, covered | cells)

    cover(frozenset(), frozenset())
    return {covered: sorted(storeys, key=str) for covered, storeys in tilings.items()}


def supporting_levels(above: Storey, size: int, stock: Counter[str]) -> set[Storey]:
    """Return the levels of *size* tiles that support the tiles *above*."""
    region: Outline = frozenset().union(*(cells for _, cells in above))
    storeys = chain.from_iterable(covers(region, stock, size).values())
    return {below for below in storeys if is_supported(above, below)}


def towers_below(tower: tuple[Storey, ...], height: int, left: Counter[str]) -> Iterator[Any]:
    """Yield the towers whose upper levels are *tower*."""
    if len(tower) == height:
        yield tower
        return
    for size in range(1, left.total() + 1):
        if size * (height - len(tower)) > left.total():  # no level below can have fewer cells
            break
        for below in supporting_levels(tower[0], size, left):
            used = Counter(letter for letter, _ in below)
            yield from towers_below((below, *tower), height, left - used)
