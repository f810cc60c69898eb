"""Brute force, written from the rules alone: no orientation, bit set or search of solver/.

Pentominoes are grown cell by cell instead of laid, and told apart by their own canonical form.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from solver.geometry.cell import Cell
from solver.penta_rush.problem import RollProblem

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


def matching(deal: RollProblem) -> list[Penta]:
    """Return every Penta-Rush of *deal*, as its letter and its cells."""
    return [
        (LETTERS[canonical(cells)], cells)
        for cells in connected_sets(deal.card.cells, 5)
        if sorted(deal.card[cell] for cell in cells) == list(deal.roll.symbols)
    ]


def packings(deal: RollProblem) -> Iterator[frozenset[Penta]]:
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


def tilings(cells: frozenset[Cell], pieces: str = "FILNPTUVWXYZ") -> Iterator[frozenset[Penta]]:
    """Yield the tilings of *cells* by different *pieces*: a placement on the first cell, and on."""
    if not cells:
        yield frozenset()
        return
    first = min(cells)
    near = frozenset(cell for cell in cells if abs(cell.col - first.col) + cell.row - first.row < 5)
    for outline in connected_sets(near, 5):
        letter = LETTERS[canonical(outline)]
        if first in outline and letter in pieces:
            for rest in tilings(cells - outline, pieces.replace(letter, "")):
                yield rest | {(letter, outline)}


def classes(tilings: Iterable[frozenset[Penta]]) -> int:
    """Return how many of *tilings* there are up to turns and flips that keep their cells."""
    left, found = set(tilings), 0
    while left:
        one = next(iter(left))
        left -= _images(one)
        found += 1
    return found


def _images(tiling: frozenset[Penta]) -> set[frozenset[Penta]]:
    """Return *tiling* turned and flipped in all eight ways, moved back to where it was."""
    images = set()
    for flip in (1, -1):
        for turns in range(4):
            moved = []
            for letter, outline in tiling:
                cells = [(row, flip * col) for row, col in outline]
                for _ in range(turns):
                    cells = [(col, -row) for row, col in cells]
                moved.append((letter, cells))
            images.add(_moved_to(tiling, moved))
    return images


def _moved_to(
    tiling: frozenset[Penta], moved: list[tuple[str, list[tuple[int, int]]]]
) -> frozenset[Penta]:
    there = [cell for _, outline in tiling for cell in outline]
    here = [cell for _, cells in moved for cell in cells]
    down = min(row for row, _ in there) - min(row for row, _ in here)
    right = min(col for _, col in there) - min(col for _, col in here)
    return frozenset(
        (letter, frozenset(Cell(row + down, col + right) for row, col in cells))
        for letter, cells in moved
    )


def pile_moves(laid: list[tuple[Outline, int]]) -> dict[str, tuple[int, set[Outline]]]:
    """Return where each pentomino may be laid by the rules of Pent-Up, and on which level.

    *laid* are the cells and the levels of the tiles so far, of which there is one at least.
    """
    top = {cell: (level, number) for number, (cells, level) in enumerate(laid) for cell in cells}
    beside = frozenset(_beside(frozenset(top)))
    near = frozenset(top)
    for _ in range(5):
        near |= _beside(near)
    found: dict[str, tuple[int, set[Outline]]] = {}
    for outline in connected_sets(near, 5):
        heights = {top[cell][0] if cell in top else 0 for cell in outline}
        below = {top[cell][1] for cell in outline if cell in top}
        if len(heights) == 1 and (len(below) > 1 if below else outline & beside):
            letter, level = _letter(_at_origin(outline)), max(heights) + 1
            if level > found.get(letter, (0,))[0]:
                found[letter] = level, set()
            if level == found[letter][0]:
                found[letter][1].add(outline)
    return found


def rings(laid: Outline, pieces: str, most: int) -> set[frozenset[Penta]]:
    """Return the rings of at most *most* different *pieces* around *laid*, each touching it."""
    rim = _beside(laid)
    near = laid
    for _ in range(5):
        near |= _beside(near)
    on = {
        cell: [(_letter(_at_origin(one)), one) for one in _grown_from(cell, near)] for cell in rim
    }

    def extend(bare: Outline, chosen: frozenset[Penta]) -> Iterator[frozenset[Penta]]:
        if not bare:
            yield chosen
        elif len(chosen) < most:
            letters = {letter for letter, _ in chosen}
            taken = laid.union(*(outline for _, outline in chosen))
            for letter, outline in on[min(bare)]:
                if letter in pieces and letter not in letters and not outline & taken:
                    yield from extend(bare - outline, chosen | {(letter, outline)})

    return set(extend(rim, frozenset()))


def _grown_from(cell: Cell, cells: Outline) -> set[Outline]:
    """Return every edge-joined set of five of *cells* with *cell* in it."""
    grown = {frozenset({cell})}
    for _ in range(4):
        grown = {one | {beside} for one in grown for beside in _beside(one) & cells}
    return grown


def _at_origin(cells: Outline) -> Outline:
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return frozenset(Cell(row - top, col - left) for row, col in cells)


@cache
def _letter(cells: Outline) -> str:
    return LETTERS[canonical(cells)]
