"""Known answers of Surround, and what several of its tests need."""

from solver.geometry.cell import Cell, Cells, components
from solver.pent_up.surround.rules import Ring
from solver.pent_up.surround.solution import SurroundAnswer

# White tiles, solutions, distinct, surroundable, black tiles: as first found, by both engines.
KNOWN = {
    "F": (3, 55, 55, 55, 5),
    "I": (3, 24, 6, 24, 5),
    "L": (3, 30, 30, 30, 5),
    "N": (3, 54, 54, 54, 5),
    "P": (3, 1041, 1041, 1037, 5),
    "T": (3, 52, 26, 52, 5),
    "U": (3, 60, 30, 60, 5),
    "V": (3, 40, 20, 40, 5),
    "W": (3, 70, 35, 70, 5),
    "X": (3, 136, 17, 136, 5),
    "Y": (3, 38, 38, 38, 5),
    "Z": (3, 52, 26, 52, 5),
}


def cell_set(*pairs: tuple[int, int]) -> Cells:
    return frozenset(Cell(*pair) for pair in pairs)


def ring_sets(rings: list[Ring]) -> set[frozenset[tuple[str, Cells]]]:
    """Return *rings*, all different, as sets of tiles."""
    sets = [frozenset((tile.shape, frozenset(tile.cells)) for tile in ring) for ring in rings]
    assert len(set(sets)) == len(sets)
    return set(sets)


def answer_counts(answer: SurroundAnswer) -> tuple[int, int, int, int, int | None]:
    """Return the numbers of *answer* as `KNOWN` has them."""
    counts = (answer.white, answer.solutions, answer.distinct, answer.surroundable)
    return *counts, answer.black


def enclosed_holes(covered: Cells) -> list[Cells]:
    """Return the parts of the table that the cells *covered* enclose."""
    rows, cols = [cell.row for cell in covered], [cell.col for cell in covered]
    around = frozenset(
        Cell(row, col)
        for row in range(min(rows) - 1, max(rows) + 2)
        for col in range(min(cols) - 1, max(cols) + 2)
    )
    outside = min(around)
    return [part for part in components(around - covered) if outside not in part]
