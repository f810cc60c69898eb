"""Brute force, written from the rules alone: no orientation, bit set or search of solver/.

Pentominoes are grown cell by cell instead of laid, and told apart by their own canonical form.
"""

from collections.abc import Iterator

from solver.penta_rush.engine import Deal
from solver.polyomino import Cell

Outline = frozenset[Cell]
Penta = tuple[str, Outline]  # a letter and cells

# A picture of each shape, drawn here once more, so that the data file is checked as well.
_PICTURES = {
    "F": " ## /##  / #  ",
    "I": "#/#/#/#/#",
    "L": "# /# /# /##",
    "N": " #/ #/##/# ",
    "P": "##/##/# ",
    "T": "###/ # / # ",
    "U": "# #/###",
    "V": "#  /#  /###",
    "W": "#  /## / ##",
    "X": " # /###/ # ",
    "Y": " #/##/ #/ #",
    "Z": "## / # / ##",
}


def connected_sets(cells: frozenset[Cell], size: int) -> set[Outline]:
    """Return every edge-joined set of *size* cells, grown from its single cells."""
    grown = {frozenset({cell}) for cell in cells}
    for _ in range(size - 1):
        grown = {one | {cell} for one in grown for cell in _beside(one) & cells}
    return grown


def canonical(cells: Outline) -> tuple[tuple[int, int], ...]:
    """Return the same cells for all eight ways to turn and flip them, at the origin."""
    views = []
    for flip in (1, -1):
        points = [(row, flip * col) for row, col in cells]
        for _ in range(4):
            points = [(col, -row) for row, col in points]
            top, left = min(row for row, _ in points), min(col for _, col in points)
            views.append(tuple(sorted((row - top, col - left) for row, col in points)))
    return min(views)


LETTERS = {
    canonical(
        frozenset(
            Cell(row, col)
            for row, line in enumerate(picture.split("/"))
            for col, mark in enumerate(line)
            if mark == "#"
        )
    ): letter
    for letter, picture in _PICTURES.items()
}


def matching(deal: Deal) -> list[Penta]:
    """Return every Penta-Rush of *deal*, as its letter and its cells."""
    return [
        (LETTERS[canonical(cells)], cells)
        for cells in connected_sets(deal.card.cells, 5)
        if sorted(deal.card[cell] for cell in cells) == list(deal.roll.symbols)
    ]


def packings(deal: Deal) -> Iterator[frozenset[Penta]]:
    """Yield every packing: one to five of them, no shape twice, no cell twice."""
    return _grown(matching(deal), frozenset())


def _grown(left: list[Penta], chosen: frozenset[Penta]) -> Iterator[frozenset[Penta]]:
    if chosen:
        yield chosen
    if len(chosen) < 5:
        for place, (letter, cells) in enumerate(left, start=1):
            apart = [one for one in left[place:] if one[0] != letter and not one[1] & cells]
            yield from _grown(apart, chosen | {(letter, cells)})


def _beside(cells: Outline) -> frozenset[Cell]:
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    near = {Cell(row + down, col + right) for row, col in cells for down, right in steps}
    return frozenset(near) - cells
