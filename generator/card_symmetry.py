"""Symmetric cards: a flip or a turn gives the same card with its symbols relabelled.

Whatever a roll can do on such a card, the relabelled roll can do as well, moved: both have the same
optimum. So a search for a flat card has fewer different rolls to care for, and fewer cells to set.
"""

from functools import lru_cache
from typing import NamedTuple

from solver.errors import ConstraintError
from solver.geometry.cell import rectangle
from solver.geometry.symmetry import HALF_TURN, IDENTITY, MIRROR, QUARTER_TURN
from solver.penta_rush.dice import rolls

# The symmetries by name, and how often each is applied until every cell is back in its place.
# A mirror flips left to right; a quarter-turn is clockwise, and only for square cards.
ORDERS = {"mirror": 2, "half-turn": 2, "quarter-turn": 4}
_ISOMETRIES = {
    None: IDENTITY,
    "mirror": MIRROR,
    "half-turn": HALF_TURN,
    "quarter-turn": QUARTER_TURN,
}


class Symmetry(NamedTuple):
    """Where each cell and symbol, by number, goes when the symmetry is applied 0, 1, ... times."""

    images: tuple[tuple[int, ...], ...]  # (cells, order)
    relabellings: tuple[tuple[int, ...], ...]  # (order, symbols)


def symmetry(name: str | None, rows: int, cols: int, symbols: int) -> Symmetry:
    """Return the symmetry *name* of cards with this number of *symbols*; None is the identity.

    Raises `ConstraintError` when no card of this kind can have it.

    >>> symmetry("mirror", 1, 3, 3)
    Symmetry(images=((0, 2), (1, 1), (2, 0)), relabellings=((0, 1, 2), (1, 0, 2)))
    """
    if name == "quarter-turn" and rows != cols:
        raise ConstraintError(
            f"--symmetry {name}", expected="as many rows as cols", found=f"{rows}x{cols}"
        )
    cells, labels = rectangle(rows, cols), relabellings(name, symbols)
    isometry = _ISOMETRIES[name].aligned(cells)
    powers = [sorted(cells)]
    while len(powers) < len(labels):
        powers.append([isometry.image(cell) for cell in powers[-1]])
    numbers = [[row * cols + col for row, col in power] for power in powers]
    images = tuple(zip(*numbers, strict=True))
    if name and labels[1][-1] != symbols - 1 and any(cell == image for cell, image, *_ in images):
        raise ConstraintError(
            f"--symmetry {name}",
            expected="an odd number of symbols, as some cells stay in place",
            found=f"{symbols}",
        )
    return Symmetry(images, labels)


def relabellings(name: str | None, symbols: int) -> tuple[tuple[int, ...], ...]:
    """Return the new number of each symbol after the symmetry is applied 0, 1, ... times.

    The symbols are permuted in cycles as long as the order of the symmetry; those left over are in
    shorter cycles.

    >>> relabellings("quarter-turn", 7)[1]
    (1, 2, 3, 0, 5, 4, 6)
    """
    order = ORDERS[name] if name else 1
    once: list[int] = []
    length = order
    while len(once) < symbols:
        first = len(once)
        if symbols - first < length:
            length //= 2
        else:
            once += [*range(first + 1, first + length), first]
    powers = [tuple(range(symbols))]
    while len(powers) < order:
        powers.append(tuple(once[symbol] for symbol in powers[-1]))
    return tuple(powers)


@lru_cache(maxsize=4)
def roll_orbits(symbols: str, name: str | None) -> tuple[tuple[int, ...], ...]:
    """Return the groups of rolls, by number, that have one optimum on a card of this symmetry."""
    numbers = {roll.symbols: number for number, roll in enumerate(rolls(symbols))}
    tables = [
        {symbol: symbols[label] for symbol, label in zip(symbols, labels, strict=True)}
        for labels in relabellings(name, len(symbols))
    ]

    def orbit(roll: str) -> tuple[int, ...]:
        images = {"".join(sorted(table[symbol] for symbol in roll)) for table in tables}
        return tuple(sorted(numbers[image] for image in images))

    return tuple(sorted({orbit(roll) for roll in numbers}))
