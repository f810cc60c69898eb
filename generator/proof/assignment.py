"""Symbols for cells, so that each of some tiles shows its roll: the inner step of the exhaustion.

Which of the cells that the same tiles share shows what makes no difference. So these cells are one
area, and it is only decided how often it shows each symbol. Areas of one tile alone wait until the
end: whatever its other areas show, the rest of the roll is as long as the rest of the tile.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, reduce
from itertools import combinations_with_replacement
from operator import add, le, mul, or_, sub

from solver.geometry.bitset import bits
from solver.penta_rush.dice import Roll

Tile = int  # its cells as a bit set, numbered row by row
Area = tuple[int, ...]  # the numbers of the tiles that share it
Counts = list[int]  # of each symbol


def assigned_symbols(symbols: str, tiles: Sequence[tuple[Roll, Tile]]) -> dict[int, str] | None:
    """Return one of the *symbols* for each cell of *tiles*, by which each tile shows its roll.

    None if that is impossible.

    >>> roll = Roll("AABBC")
    >>> assigned_symbols("ABC", [(roll, 0b11111), (roll, 0b1111100000)])
    {0: 'A', 1: 'A', 2: 'B', 3: 'B', 4: 'C', 5: 'A', 6: 'A', 7: 'B', 8: 'B', 9: 'C'}
    >>> assigned_symbols("ABC", [(roll, 0b11111), (Roll("AABCC"), 0b11111)])
    """
    areas: defaultdict[Area, list[int]] = defaultdict(list)
    for cell in bits(reduce(or_, (tile for _, tile in tiles), 0)):
        areas[tuple(n for n, (_, tile) in enumerate(tiles) if tile >> cell & 1)].append(cell)
    missing = [[roll.symbols.count(symbol) for symbol in symbols] for roll, _ in tiles]
    shared = {area: len(cells) for area, cells in areas.items() if len(area) > 1}
    counts = _assign(shared, missing, {})
    if counts is None:
        return None
    counts |= {area: missing[area[0]] for area in areas if len(area) == 1}
    return {
        cell: symbol
        for area, cells in areas.items()
        for cell, symbol in zip(cells, "".join(map(mul, symbols, counts[area])), strict=True)
    }


def _assign(
    areas: Mapping[Area, int], missing: list[Counts], assigned: dict[Area, Counts]
) -> dict[Area, Counts] | None:
    """Return *assigned* with the counts of the other *areas*, given by their sizes.

    None if that is impossible. *missing* is what the tiles still need. At the end this is left for
    the areas of one tile; without a solution, *missing* and *assigned* are as they were.
    """
    open_areas = [area for area in areas if area not in assigned]
    if not open_areas:
        return dict(assigned)
    possible = ((area, _choices(area, areas[area], missing)) for area in open_areas)
    area, choices = min(possible, key=lambda each: len(each[1]))
    for counts in choices:
        for tile in area:
            missing[tile] = list(map(sub, missing[tile], counts))
        assigned[area] = counts
        completed = _assign(areas, missing, assigned)
        if completed is not None:
            return completed
        del assigned[area]
        for tile in area:
            missing[tile] = list(map(add, missing[tile], counts))
    return None


def _choices(area: Area, size: int, missing: Sequence[Counts]) -> list[Counts]:
    """Return what an *area* of *size* cells can show, if its tiles need what is *missing*."""
    room = [min(counts) for counts in zip(*(missing[tile] for tile in area), strict=True)]
    return [counts for counts in _all_counts(size, len(room)) if all(map(le, counts, room))]


@cache
def _all_counts(size: int, symbols: int) -> list[Counts]:
    """Return the counts of all multisets of *size* out of *symbols* symbols."""
    return [
        [shown.count(symbol) for symbol in range(symbols)]
        for shown in combinations_with_replacement(range(symbols), size)
    ]
