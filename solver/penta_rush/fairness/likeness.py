"""How alike the cards of a set look, as they lie and once one is turned, flipped and relabelled.

Players who see a neighbour's card can copy from it what is on their own as well. What counts is how
the cards lie: a card flipped has the same best scores as before, and looks quite different. Two
cards are isomorphic if one becomes the other by turning, flipping and relabelling; they play alike,
with other symbols.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from string import ascii_uppercase
from sys import maxsize
from typing import NamedTuple, Self

from solver.errors import CardError
from solver.geometry.symmetry import grid_orientations, turned_right
from solver.penta_rush.card import Card


class VisibleDifference(NamedTuple):
    """The least number of *cells* in which two cards of a set differ, cell by cell.

    *in_place* is for cards that all face one way. *turned* is the least when one of the two may be
    turned, as the card of a player at another side of the table is.
    """

    in_place: int
    turned: int
    cells: int

    @classmethod
    def of_cards(cls, cards: Sequence[Card]) -> Self:
        """Return in how many cells two or more *cards* of one size differ.

        Raises `CardError` when they are not of one size.

        >>> cards = [Card(("AAB", "CCB")), Card(("BCC", "BBA"))]
        >>> VisibleDifference.of_cards(cards)  # turned half round, only one cell differs
        VisibleDifference(in_place=6, turned=1, cells=6)
        """
        for card in cards:
            if (card.rows, card.cols) != (cards[0].rows, cards[0].cols):
                expected = f"a card of {cards[0].rows}x{cards[0].cols}, as the first of the set"
                raise CardError(
                    f"set, card {card}", expected=expected, found=f"{card.rows}x{card.cols}"
                )
        pairs = [cls.of_pair(*pair) for pair in combinations(cards, 2)]
        return cls(
            in_place=min(pair.in_place for pair in pairs),
            turned=min(pair.turned for pair in pairs),
            cells=len(cards[0].cells),
        )

    @classmethod
    def of_pair(cls, first: Card, second: Card) -> Self:
        """Return in how many cells two cards of one size differ."""
        in_place, turned = differing_cells(first, second), differing_cells_turned(first, second)
        return cls(in_place, turned, len(first.cells))

    def least(self, *, turned: bool) -> int:
        """Return the least difference of two cards: as they lie, or also *turned*."""
        return self.turned if turned else self.in_place

    def __str__(self) -> str:
        return (
            f"any two cards differ in at least {self.in_place} of {self.cells} cells as they lie,"
            f" and in {self.turned} when one is turned"
        )

    def to_json(self) -> dict[str, int]:
        """Return the figures as JSON."""
        return {"cells": self.cells, "in_place": self.in_place, "turned": self.turned}


def visible_differences(cards: Sequence[Card]) -> dict[tuple[int, int], VisibleDifference]:
    """Return how every two of *cards* that are of one size differ, by their numbers, from 0."""
    return {
        (number, next_number): VisibleDifference.of_pair(card, next_card)
        for (number, card), (next_number, next_card) in combinations(enumerate(cards), 2)
        if (card.rows, card.cols) == (next_card.rows, next_card.cols)
    }


def differing_cells(first: Card, second: Card) -> int:
    """Return in how many cells two cards of one size differ as they lie."""
    return _count_differing(first.lines, second.lines)


def differing_cells_turned(first: Card, second: Card) -> int:
    """Return the least number of cells in which two cards of one size differ, the first one turned.

    A card that is not square is only turned half round.
    """
    lines, counts = first.lines, []
    for _ in range(4):
        if (len(lines), len(lines[0])) == (second.rows, second.cols):
            counts.append(_count_differing(lines, second.lines))
        lines = turned_right(lines)
    return min(counts)


def _count_differing(first: Sequence[str], second: Sequence[str]) -> int:
    pairs = zip("".join(first), "".join(second), strict=True)
    return sum(mine != theirs for mine, theirs in pairs)


class NearestIsomorph(NamedTuple):
    """Of all cards isomorphic to one card, the *card* that differs from another in fewest cells.

    *distance* is the number of those cells, 0 if the two cards are isomorphic. *isometry* is how
    the one card was turned and flipped, *relabelling* the new letter of each of its symbols.
    """

    distance: int
    isometry: str
    relabelling: dict[str, str]
    card: Card

    @property
    def renamed(self) -> list[tuple[str, str]]:
        """The symbols that get another letter, each with that letter."""
        return [(old, new) for old, new in sorted(self.relabelling.items()) if old != new]


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
        distance = _count_differing(isomorph.lines, target.lines)
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
