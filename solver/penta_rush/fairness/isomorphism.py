"""How alike two cards look once one of them may be turned, flipped and relabelled.

Two cards are isomorphic if one becomes the other by that; they play alike, with other symbols.
"""

from collections import Counter
from collections.abc import Sequence
from string import ascii_uppercase
from sys import maxsize
from typing import NamedTuple

from solver.geometry.symmetry import grid_orientations
from solver.penta_rush.card import Card


class NearestIsomorph(NamedTuple):
    """Of all cards isomorphic to one card, the *card* that differs from another in fewest cells.

    *distance* is the number of those cells, 0 if the two cards are isomorphic. *isometry* is how
    the one card was turned and flipped, *relabelling* the new letter of each of its symbols.
    """

    distance: int
    isometry: str
    relabelling: dict[str, str]
    card: Card


def nearest_isomorph(card: Card, target: Card) -> NearestIsomorph | None:
    """Return the isomorph of *card* nearest to *target*; of equally near ones, the first isometry.

    No two symbols get the same letter. None when no turn gives *card* the size of *target*.

    >>> nearest = nearest_isomorph(Card(("AAB", "BCC")), Card(("YX", "ZX", "ZX")))
    >>> nearest.distance, nearest.isometry, nearest.relabelling  # the last cell was Y
    (1, 'turned right', {'A': 'X', 'B': 'Y', 'C': 'Z'})
    """
    nearest: NearestIsomorph | None = None
    for isometry, lines in grid_orientations(card.lines):
        if (len(lines), len(lines[0])) != (target.rows, target.cols):
            continue
        relabelling = _best_relabelling("".join(lines), "".join(target.lines))
        table = str.maketrans(relabelling)
        isomorph = Card(tuple(line.translate(table) for line in lines))
        distance = sum(isomorph[cell] != target[cell] for cell in target.cells)
        if nearest is None or distance < nearest.distance:
            nearest = NearestIsomorph(distance, isometry, relabelling, isomorph)
    return nearest


def canonical_form(card: Card) -> Card:
    """Return the one card that stands for all isomorphs of *card* of its own size: of least id.

    Its symbols are A, B, ... in the order in which they come, row by row. A card that is not square
    has only four orientations of its size: turned a quarter, it has another canonical form.

    >>> str(canonical_form(Card(("CCB", "BAX")))), str(canonical_form(Card(("XAB", "BCC"))))
    ('2x3:AABBCD', '2x3:AABBCD')
    """
    return Card(
        min(
            _relabelled_in_order(lines)
            for _, lines in grid_orientations(card.lines)
            if len(lines) == card.rows and len(lines[0]) == card.cols
        )
    )


def _relabelled_in_order(lines: tuple[str, ...]) -> tuple[str, ...]:
    symbols = "".join(dict.fromkeys("".join(lines)))
    table = str.maketrans(symbols, ascii_uppercase[: len(symbols)])
    return tuple(line.translate(table) for line in lines)


def _best_relabelling(shown: str, wanted: str) -> dict[str, str]:
    """Return the new letters of the symbols *shown* that make the most cells what is *wanted*."""
    symbols, letters = sorted(set(shown)), sorted(set(wanted))
    # Symbols left over get letters that the target does not show.
    unused = [letter for letter in ascii_uppercase if letter not in letters]
    letters += unused[: max(0, len(symbols) - len(letters))]
    counts = Counter(zip(shown, wanted, strict=True))
    cols = _assignment([[-counts[symbol, letter] for letter in letters] for symbol in symbols])
    return {symbol: letters[col] for symbol, col in zip(symbols, cols, strict=True)}


def _assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return a column for each row, no two the same, so that the sum of their costs is least.

    There are at least as many columns as rows. The Hungarian algorithm (H. Kuhn, 1955): rows are
    assigned one by one, each along a shortest augmenting path, and the potentials of rows and
    columns keep every reduced cost at 0 or more.
    """
    rows, cols = len(costs), len(costs[0])
    row_potential, col_potential = [0] * rows, [0] * (cols + 1)
    owner = [-1] * cols + [0]  # of each column; the last column is where a new row starts
    for row in range(rows):
        owner[cols] = row
        path, at = [cols], cols
        distance, previous, unvisited = [maxsize] * cols, [cols] * cols, list(range(cols))
        while (displaced := owner[at]) >= 0:
            for col in unvisited:
                reduced = costs[displaced][col] - row_potential[displaced] - col_potential[col]
                if reduced < distance[col]:
                    distance[col], previous[col] = reduced, at
            at = min(unvisited, key=distance.__getitem__)
            change = distance[at]
            for col in path:
                row_potential[owner[col]] += change
                col_potential[col] -= change
            for col in unvisited:
                distance[col] -= change
            unvisited.remove(at)
            path.append(at)
        while at != cols:
            owner[at] = owner[previous[at]]
            at = previous[at]
    return [owner.index(row) for row in range(rows)]
