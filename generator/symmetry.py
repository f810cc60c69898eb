"""Symmetric cards: mirrored or turned, such a card is itself, with its symbols renamed.

symmetry  the motion: "mirror", left to right; "half-turn"; "quarter-turn", to the right, of squares
order     how often the motion is done until all lies as before
renaming  what each symbol becomes by the motion: symbols change in cycles, as long as can be
image     where a cell comes to lie

What is found of a roll on such a card is found, moved, of the renamed roll; both are worth as much.
So there are as many fewer rolls to be made alike as the order tells, and as many fewer cells to do
it with; and cards that are few can be searched far more thoroughly.
"""

from functools import lru_cache
from typing import NamedTuple

from solver.dice import rolls
from solver.errors import WishError

ORDERS = {"mirror": 2, "half-turn": 2, "quarter-turn": 4}


class Symmetry(NamedTuple):
    """Where cells and symbols, by their numbers, go when the motion is done 0, 1, ... times."""

    images: tuple[tuple[int, ...], ...]  # (cells, order)
    renamings: tuple[tuple[int, ...], ...]  # (order, symbols)

    def is_fixed(self, cell: int) -> bool:
        """Return whether *cell* is its own image: it lies on the axis, or in the middle."""
        return len(set(self.images[cell])) == 1


def symmetry(name: str | None, rows: int, cols: int, symbols: int) -> Symmetry:
    """Return the symmetry of this *name*, of cards of so many *symbols*; None: none at all.

    Raises `WishError` for a quarter turn of a card that is not a square.

    >>> symmetry("mirror", 1, 3, 3)
    Symmetry(images=((0, 2), (1, 1), (2, 0)), renamings=((0, 1, 2), (1, 0, 2)))
    """
    if name == "quarter-turn" and rows != cols:
        raise WishError(
            "--symmetry quarter-turn", expected="as many rows as cols", found=f"{rows}x{cols}"
        )
    order = ORDERS[name] if name else 1
    once = renaming(symbols, order)
    renamings, images = [tuple(range(symbols))], []
    for _ in range(order - 1):
        renamings.append(tuple(once[symbol] for symbol in renamings[-1]))
    for cell in range(rows * cols):
        places = [divmod(cell, cols)]
        for _ in range(order - 1):
            row, col = places[-1]
            places.append(
                {
                    "mirror": (row, cols - 1 - col),
                    "half-turn": (rows - 1 - row, cols - 1 - col),
                    "quarter-turn": (col, rows - 1 - row),
                }[name or ""]
            )
        images.append(tuple(row * cols + col for row, col in places))
    return Symmetry(tuple(images), tuple(renamings))


def renaming(symbols: int, order: int) -> tuple[int, ...]:
    """Return what each of so many *symbols* becomes: in cycles of *order*, of half of it, of one.

    >>> renaming(7, 4)
    (1, 2, 3, 0, 5, 4, 6)
    """
    becomes: list[int] = []
    size = order
    while len(becomes) < symbols:
        first = len(becomes)
        if symbols - first < size:
            size //= 2
        else:
            becomes += [*range(first + 1, first + size), first]
    return tuple(becomes)


@lru_cache(maxsize=4)
def kinds(symbols: str, name: str | None) -> tuple[tuple[int, ...], ...]:
    """Return the rolls, by their numbers, that are worth the same on a card of this symmetry."""
    numbers = {roll.symbols: number for number, roll in enumerate(rolls(symbols))}
    tables = [
        {one: symbols[becomes] for one, becomes in zip(symbols, to, strict=True)}
        for to in symmetry(name, 1, 1, len(symbols)).renamings
    ]
    return tuple(
        sorted(
            {
                tuple(
                    sorted({numbers["".join(sorted(map(to.__getitem__, roll)))] for to in tables})
                )
                for roll in numbers
            }
        )
    )
