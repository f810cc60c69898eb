"""Symmetric cards: flips or turns give the same card with its symbols relabelled.

Whatever a roll can do on such a card, the relabelled roll can do as well, moved: both have the same
optimum. So a search for a flat card has fewer different rolls to care for, and fewer cells to set.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from solver.errors import ConstraintError
from solver.geometry.cell import rectangle
from solver.geometry.symmetry import FLIP, HALF_TURN, MIRROR, QUARTER_TURN, Isometry, isometries
from solver.penta_rush.card import Card
from solver.penta_rush.dice import rolls

# The symmetries by name, and how many elements each has: turns, flips and the identity. A mirror
# flips left to right, mirrors also top to bottom; a quarter-turn is clockwise, and only for square
# cards.
ORDERS = {"mirror": 2, "half-turn": 2, "quarter-turn": 4, "mirrors": 4}
_GENERATORS = {
    None: (),
    "mirror": (MIRROR,),
    "half-turn": (HALF_TURN,),
    "quarter-turn": (QUARTER_TURN,),
    "mirrors": (MIRROR, FLIP),
}

Permutation = tuple[int, ...]


class Symmetry(NamedTuple):
    """Where each element of a symmetry takes each cell and each symbol, all given by number.

    The identity comes first, and next *generator_count* elements that generate all.
    """

    images: tuple[tuple[int, ...], ...]  # (cells, order)
    relabellings: tuple[Permutation, ...]  # (order, symbols)
    generator_count: int


@lru_cache(maxsize=8)
def symmetry(name: str | None, rows: int, cols: int, symbols: int) -> Symmetry:
    """Return the symmetry *name* of cards with this number of *symbols*; None is the identity.

    Raises `ConstraintError` when no card of this kind can have it.

    >>> images, relabellings, generator_count = symmetry("mirror", 1, 3, 3)
    >>> images, relabellings, generator_count
    (((0, 2), (1, 1), (2, 0)), ((0, 1, 2), (1, 0, 2)), 1)
    """
    if name == "quarter-turn" and rows != cols:
        raise ConstraintError(
            f"--symmetry {name}", expected="as many rows as cols", found=f"{rows}x{cols}"
        )
    cells = rectangle(rows, cols)
    isometries = [isometry.aligned(cells) for isometry in _GENERATORS[name]]
    generators = [
        tuple(row * cols + col for row, col in map(isometry.image, sorted(cells)))
        for isometry in isometries
    ]
    elements = _elements(name, generators, rows * cols)
    leaves_cells = any(
        image == cell for element in elements[1:] for cell, image in enumerate(element)
    )
    labels = relabellings(name, symbols, leave_one=leaves_cells)
    return Symmetry(tuple(zip(*elements, strict=True)), labels, len(generators))


def relabellings(
    name: str | None, symbols: int, *, leave_one: bool = False
) -> tuple[Permutation, ...]:
    """Return the new number of each symbol under each element of the symmetry.

    A turn permutes the symbols in cycles as long as its order, and a mirror exchanges them in
    pairs; both mirrors together permute them in fours, each of which goes to any other of the four.
    Those left over are in shorter cycles, or stay. Where a card has cells that stay in their
    places, the symmetry has to *leave_one* symbol as it is.

    >>> relabellings("quarter-turn", 7)[1]
    (1, 2, 3, 0, 5, 4, 6)
    >>> relabellings("half-turn", 6, leave_one=True)[1]
    (1, 0, 3, 2, 4, 5)
    """
    generators = _relabelling_generators(name, symbols)
    if leave_one and not any(
        all(once[symbol] == symbol for once in generators) for symbol in range(symbols)
    ):
        last = symbols - 1
        generators = [(*once, last) for once in _relabelling_generators(name, last)]
    return tuple(_elements(name, generators, symbols))


def _relabelling_generators(name: str | None, symbols: int) -> list[Permutation]:
    """Return how the elements that generate the symmetry *name* relabel the symbols."""
    if name == "mirrors":
        whole = symbols // 4 * 4  # in fours, a square each that is flipped either way
        left_over = [*range(whole, symbols)]
        if len(left_over) > 1:
            left_over[:2] = reversed(left_over[:2])
        return [tuple([symbol ^ bit for symbol in range(whole)] + left_over) for bit in (1, 2)]
    once: list[int] = []
    length = ORDERS[name] if name else 1
    while len(once) < symbols:
        first = len(once)
        if symbols - first < length:
            length //= 2
        else:
            once += [*range(first + 1, first + length), first]
    return [tuple(once)] if name else []


def _elements(name: str | None, generators: Sequence[Permutation], size: int) -> list[Permutation]:
    """Return all elements of the symmetry *name*, as *generators* of it permute *size* numbers."""
    identity = tuple(range(size))
    if name == "mirrors":
        mirror, flip = generators
        return [identity, mirror, flip, tuple(flip[number] for number in mirror)]
    elements = [identity]
    while name and len(elements) < ORDERS[name]:
        elements.append(tuple(generators[0][number] for number in elements[-1]))
    return elements


@lru_cache(maxsize=8)
def roll_orbits(symbols: str, labels: tuple[Permutation, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the groups of rolls, by number, that have one optimum on a card of a symmetry.

    *labels* are the new numbers of each of *symbols* under each element of the symmetry.
    """
    numbers = {roll.symbols: number for number, roll in enumerate(rolls(symbols))}
    tables = [
        {symbol: symbols[label] for symbol, label in zip(symbols, element, strict=True)}
        for element in labels
    ]

    def orbit(roll: str) -> tuple[int, ...]:
        images = {"".join(sorted(table[symbol] for symbol in roll)) for table in tables}
        return tuple(sorted(numbers[image] for image in images))

    return tuple(sorted({orbit(roll) for roll in numbers}))


_DIAGONALS = Isometry(0, 1, 1, 0), Isometry(0, -1, -1, 0)

# All symmetries that a card may have, those with the most turns and flips first, and what each may
# be given by. A flip up and down is a mirror of the card turned a quarter.
_KINDS: dict[str, tuple[tuple[Isometry, ...], ...]] = {
    "all": ((QUARTER_TURN, MIRROR),),
    "quarter-turn": ((QUARTER_TURN,),),
    "mirrors": ((MIRROR, FLIP),),
    "diagonals": (_DIAGONALS,),
    "half-turn": ((HALF_TURN,),),
    "mirror": ((MIRROR,), (FLIP,)),
    "diagonal": tuple((diagonal,) for diagonal in _DIAGONALS),
}


def symmetry_name(card: Card) -> str | None:
    """Return the name of the greatest symmetry that *card* has, or None if it has none.

    >>> symmetry_name(Card(("AAB", "CAB"))), symmetry_name(Card(("AAB", "BBA")))
    (None, 'mirror')
    """
    symmetries = set(_symmetries(card))
    names = (name for name, choices in _KINDS.items() if any(map(symmetries.issuperset, choices)))
    return next(names, None)


def _symmetries(card: Card) -> Iterator[Isometry]:
    """Yield the turns and flips, without a shift, that move a cell and relabel the symbols."""
    cells = sorted(rectangle(card.rows, card.cols))
    for isometry in isometries(card.cells):
        images = list(map(isometry.image, cells))
        pairs = {(card[cell], card[image]) for cell, image in zip(cells, images, strict=True)}
        is_one_to_one = len(pairs) == len({new for _, new in pairs}) == len(card.symbols)
        if images != cells and is_one_to_one:
            yield isometry._replace(down=0, right=0)
