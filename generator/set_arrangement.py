"""Cards of a set that look different to players who sit around a table.

A card has the same optima however it is turned and flipped, so near-alike cards can be laid out to
differ in most cells, at no price. But a player at another side of the table sees a card turned, and
of three cards two are flipped alike. So cards that are made of one card are relabelled as well, by
a group of relabellings.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, product, starmap

from solver.geometry.symmetry import grid_orientations
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.likeness import (
    VisibleDifference,
    differing_cells,
    differing_cells_turned,
)

Keeps = Callable[[Card], bool]


def lay_out(cards: Sequence[Card], min_differing: int, keeps: Keeps) -> list[Card]:
    """Return *cards*, all but the first turned and flipped so that they look most different.

    If it can be had, any two differ in *min_differing* cells as they lie. Then what is greatest is
    the least number of cells in which two differ when one may be turned, and then as they lie.
    Only ways to lay a card that it *keeps* its constraints in count.
    """
    choices = [[cards[0]], *(_orientations(card, keeps) for card in cards[1:])]

    @cache
    def difference(card: Card, other: Card) -> tuple[int, int]:
        return differing_cells_turned(card, other), differing_cells(card, other)

    def least(laid: Iterable[Card]) -> tuple[int, int, int]:
        turned, in_place = zip(*starmap(difference, combinations(laid, 2)), strict=True)
        return min(*in_place, min_differing), min(turned), min(in_place)

    return list(max(product(*choices), key=least))


def first_apart(
    sets: Iterable[Sequence[Card]], min_differing: int, keeps: Keeps, *, turned: bool
) -> list[Card]:
    """Return the first of one or more *sets* of cards that can be laid out to look different.

    Any two of its cards differ in *min_differing* cells or more as they lie, or also *turned*. If
    there is no such set, it is the one whose cards differ in most.
    """
    best: list[Card] = []
    most = (-1, -1)
    for cards in sets:
        laid = lay_out(cards, min_differing, keeps)
        difference = VisibleDifference.of_cards(laid)
        figures = (difference.least(turned=turned), difference.in_place)
        if figures > most:
            best, most = laid, figures
        if figures[0] >= min_differing:
            break
    return best


def relabelled(card: Card, group: Iterable[Mapping[str, str]]) -> list[Card]:
    """Return *card* relabelled by each element of the *group*."""
    return [
        Card(tuple("".join(labels[symbol] for symbol in line) for line in card.lines))
        for labels in group
    ]


def _orientations(card: Card, keeps: Keeps) -> list[Card]:
    """Return the ways to lay *card* in its size that it *keeps* its constraints in; one or more."""
    grids = dict.fromkeys(lines for _, lines in grid_orientations(card.lines))
    size = card.rows, card.cols
    orientations = [Card(lines) for lines in grids if (len(lines), len(lines[0])) == size]
    return [orientation for orientation in orientations if keeps(orientation)] or [card]
