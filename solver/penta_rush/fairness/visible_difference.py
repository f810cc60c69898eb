"""In how many cells the cards of a set differ for players who sit around a table.

Players who see a neighbour's card can copy from it what is on their own as well. What counts is how
the cards lie: a card flipped has the same best scores as before, and looks quite different.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, Self

from solver.errors import CardError
from solver.geometry.symmetry import turned_right
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
    """Return how every two of *cards* that are of one size differ, by their places, from 0."""
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
    size = second.rows, second.cols
    return min(
        _count_differing(lines, second.lines)
        for lines in _turns(first.lines)
        if (len(lines), len(lines[0])) == size
    )


def _turns(lines: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for _ in range(4):
        yield lines
        lines = turned_right(lines)


def _count_differing(first: Sequence[str], second: Sequence[str]) -> int:
    pairs = zip("".join(first), "".join(second), strict=True)
    return sum(mine != theirs for mine, theirs in pairs)
