"""Whether the symbols of a card lie scattered, as on the cards of a game.

A card that is flat, or symmetric up to relabelling, may show it: equal symbols lie side by side,
and half of the card mirrors the other. On a scattered card no more neighbours are equal than on a
random one, nearly, and no turn or flip takes more cells to equal ones than chance would. So it may
well be symmetric, if the symbols that the turn takes to each other differ.
"""

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import sqrt

from solver.geometry.cell import Cell, rectangle
from solver.geometry.symmetry import isometries
from solver.penta_rush.card import Card

_MOST_OF_RANDOM = 1.2  # equal neighbours, of those of a random card
_MOST_SWAPS = 5000  # steppe takes some hundred
_MOST_DEVIATIONS = 4  # of the equal pairs of a turn or flip, above those of a random card

Pairs = frozenset[tuple[int, int]]  # cells by number, the lower first


def equal_chance(rows: int, cols: int, symbols: int) -> float:
    """Return the chance that two cells of a random card show the same of its even *symbols*."""
    cells = rows * cols
    counts = [cells // symbols + (number < cells % symbols) for number in range(symbols)]
    return sum(count * (count - 1) for count in counts) / max(1, cells * (cells - 1))


def most_equal_neighbours(rows: int, cols: int, symbols: int) -> int:
    """Return on how many edges of a scattered card both sides may show the same symbol.

    >>> most_equal_neighbours(10, 10, 6)  # a random card has 28.4
    34
    """
    edges = rows * (cols - 1) + (rows - 1) * cols
    return int(_MOST_OF_RANDOM * edges * equal_chance(rows, cols, symbols))


@lru_cache(maxsize=8)
def moved_pairs(rows: int, cols: int) -> tuple[Pairs, ...]:
    """Return, for each turn and flip of a card, the pairs of cells that it takes to each other."""
    cells = rectangle(rows, cols)
    by_isometry = [
        frozenset(
            (min(cell, image), max(cell, image))
            for cell, image in (
                (row * cols + col, moved.row * cols + moved.col)
                for row, col in cells
                for moved in [isometry.image(Cell(row, col))]
            )
            if cell != image
        )
        for isometry in isometries(cells)
    ]
    return tuple(pairs for pairs in dict.fromkeys(by_isometry) if pairs)


def most_equal_pairs(pairs: Pairs, rows: int, cols: int, symbols: int) -> int:
    """Return how many of these *pairs* may be equal on a scattered card."""
    chance = equal_chance(rows, cols, symbols)
    expected = len(pairs) * chance
    return int(expected + _MOST_DEVIATIONS * sqrt(expected * (1 - chance)))


def scattered(card: Card, symbols: int, rng: random.Random, keeps: Callable[[Card], bool]) -> Card:
    """Return *card* after swaps of two cells until it is scattered, each of which *keeps* true.

    No swap makes more neighbours equal. Where that takes too many, the card is what they come to.
    """
    cells, equal = list("".join(card.lines)), _equal_neighbours(card)
    for _ in range(_MOST_SWAPS):
        if not any(scatter_violations(card, symbols)):
            break
        one, other = rng.randrange(len(cells)), rng.randrange(len(cells))
        cells[one], cells[other] = cells[other], cells[one]
        text = "".join(cells)
        swapped = Card(tuple(text[at : at + card.cols] for at in range(0, len(text), card.cols)))
        if (after := _equal_neighbours(swapped)) <= equal and keeps(swapped):
            card, equal = swapped, after
        else:
            cells[one], cells[other] = cells[other], cells[one]
    return card


def _equal_neighbours(card: Card) -> int:
    """Return on how many edges of *card* both sides show the same symbol."""
    lines = [*card.lines, *map("".join, zip(*card.lines, strict=True))]
    return sum(first == second for line in lines for first, second in pairwise(line))


def scatter_violations(card: Card, symbols: int) -> Iterator[str]:
    """Yield in what *card*, of this number of *symbols*, is not scattered."""
    size = card.rows, card.cols, symbols
    equal = _equal_neighbours(card)
    if equal > (most := most_equal_neighbours(*size)):
        yield f"{equal} neighbours are equal, more than {most}"
    shown = "".join(card.lines)
    for pairs in moved_pairs(card.rows, card.cols):
        equal = sum(shown[cell] == shown[image] for cell, image in pairs)
        if equal > (most := most_equal_pairs(pairs, *size)):
            yield f"a turn or flip takes {equal} cells to equal ones, more than {most}"
