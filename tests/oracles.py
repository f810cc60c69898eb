"""Brute force, written from the rules alone: no orientation, bit set or search of solver/.

Pentominoes are grown cell by cell, and identified by a canonical form that is made here.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from solver.geometry.cell import Cell
from solver.penta_rush.packing import RollProblem

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


def connected_sets(cells: frozenset[Cell], size: int, *, start: Cell | None = None) -> set[Outline]:
    """Return every edge-joined set of *size* of *cells*, with *start* in it if that is given."""
    grown = {frozenset({cell}) for cell in (cells if start is None else [start])}
    for _ in range(size - 1):
        grown = {piece | {cell} for piece in grown for cell in _adjacent(piece) & cells}
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


def matching(problem: RollProblem) -> list[Penta]:
    """Return every Penta-Rush of *problem*: its letter and its cells."""
    return [
        (LETTERS[canonical(cells)], cells)
        for cells in connected_sets(problem.card.cells, 5)
        if sorted(problem.card[cell] for cell in cells) == list(problem.roll.symbols)
    ]


def packings(problem: RollProblem) -> Iterator[frozenset[Penta]]:
    """Yield every packing: one to five of them, no shape twice, no cell twice."""
    return _extend(matching(problem), frozenset())


def _extend(left: list[Penta], chosen: frozenset[Penta]) -> Iterator[frozenset[Penta]]:
    if chosen:
        yield chosen
    if len(chosen) < 5:
        for place, (letter, cells) in enumerate(left, start=1):
            compatible = [
                (other, outline)
                for other, outline in left[place:]
                if other != letter and not outline & cells
            ]
            yield from _extend(compatible, chosen | {(letter, cells)})


def _adjacent(cells: Outline) -> frozenset[Cell]:
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
    left, count = set(tilings), 0
    while left:
        left -= _images(next(iter(left)))
        count += 1
    return count


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


def pile_moves(placed: list[tuple[Outline, int]]) -> dict[str, tuple[int, set[Outline]]]:
    """Return where each pentomino may be placed by the rules of Pent-Up, and on which level.

    *placed* has the cells and the level of each tile so far, at least one.
    """
    top = {cell: (level, number) for number, (cells, level) in enumerate(placed) for cell in cells}
    adjacent = frozenset(_adjacent(frozenset(top)))
    near = frozenset(top)
    for _ in range(5):
        near |= _adjacent(near)
    moves: dict[str, tuple[int, set[Outline]]] = {}
    for outline in connected_sets(near, 5):
        heights = {top[cell][0] if cell in top else 0 for cell in outline}
        below = {top[cell][1] for cell in outline if cell in top}
        if len(heights) == 1 and (len(below) > 1 if below else outline & adjacent):
            letter, level = _letter(_at_origin(outline)), max(heights) + 1
            if level > moves.get(letter, (0,))[0]:
                moves[letter] = level, set()
            if level == moves[letter][0]:
                moves[letter][1].add(outline)
    return moves


def rings(placed: Outline, pieces: str, most: int) -> set[frozenset[Penta]]:
    """Return the rings of at most *most* different *pieces* around *placed*, each touching it."""
    boundary = _adjacent(placed)
    near = placed
    for _ in range(5):
        near |= _adjacent(near)
    outlines_on = {
        cell: [
            (_letter(_at_origin(outline)), outline)
            for outline in connected_sets(near, 5, start=cell)
        ]
        for cell in boundary
    }

    def extend(uncovered: Outline, chosen: frozenset[Penta]) -> Iterator[frozenset[Penta]]:
        if not uncovered:
            yield chosen
        elif len(chosen) < most:
            letters = {letter for letter, _ in chosen}
            taken = placed.union(*(outline for _, outline in chosen))
            for letter, outline in outlines_on[min(uncovered)]:
                if letter in pieces and letter not in letters and not outline & taken:
                    yield from extend(uncovered - outline, chosen | {(letter, outline)})

    return set(extend(boundary, frozenset()))


def _at_origin(cells: Outline) -> Outline:
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return frozenset(Cell(row - top, col - left) for row, col in cells)


@cache
def _letter(cells: Outline) -> str:
    return LETTERS[canonical(cells)]
