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

from solver.errors import ConstraintError
from solver.penta_rush.dice import rolls

ORDERS = {"mirror": 2, "half-turn": 2, "quarter-turn": 4}


class Symmetry(NamedTuple):
    """Where cells and symbols, by their numbers, go when the motion is done 0, 1, ... times."""

    images: tuple[tuple[int, ...], ...]  # (cells, order)
    renamings: tuple[tuple[int, ...], ...]  # (order, symbols)


def symmetry(name: str | None, rows: int, cols: int, symbols: int) -> Symmetry:
    """Return the symmetry of this *name*, of cards of so many *symbols*; None: none at all.

    Raises `ConstraintError` when no card can have it.

    >>> symmetry("mirror", 1, 3, 3)
    Symmetry(images=((0, 2), (1, 1), (2, 0)), renamings=((0, 1, 2), (1, 0, 2)))
    """
    if name == "quarter-turn" and rows != cols:
        raise ConstraintError(
            f"--symmetry {name}", expected="as many rows as cols", found=f"{rows}x{cols}"
        )
    every = renamings(name, symbols)
    images = tuple(
        _images(name, row, col, rows, cols) for row in range(rows) for col in range(cols)
    )
    if name and any(one == other for one, other, *_ in images) and every[1][-1] != symbols - 1:
        raise ConstraintError(
            f"--symmetry {name}",
            expected="a symbol that is renamed to itself, for the cells that stay: an odd number",
            found=f"{symbols}",
        )
    return Symmetry(images, every)


def _images(name: str | None, row: int, col: int, rows: int, cols: int) -> tuple[int, ...]:
    """Return the cells, by their numbers, to which one goes, itself first."""
    places = [row * cols + col]
    for _ in range(ORDERS[name] - 1 if name else 0):
        if name == "mirror":
            col = cols - 1 - col
        elif name == "half-turn":
            row, col = rows - 1 - row, cols - 1 - col
        else:
            row, col = col, rows - 1 - row
        places.append(row * cols + col)
    return tuple(places)


def renamings(name: str | None, symbols: int) -> tuple[tuple[int, ...], ...]:
    """Return what each of so many *symbols* becomes when the motion is done 0, 1, ... times.

    They go round in cycles as long as the order of the motion; those left over in shorter ones.

    >>> renamings("quarter-turn", 7)[1]
    (1, 2, 3, 0, 5, 4, 6)
    """
    order = ORDERS[name] if name else 1
    once: list[int] = []
    size = order
    while len(once) < symbols:
        first = len(once)
        if symbols - first < size:
            size //= 2
        else:
            once += [*range(first + 1, first + size), first]
    every = [tuple(range(symbols))]
    while len(every) < order:
        every.append(tuple(once[symbol] for symbol in every[-1]))
    return tuple(every)


@lru_cache(maxsize=4)
def kinds(symbols: str, name: str | None) -> tuple[tuple[int, ...], ...]:
    """Return the rolls, by their numbers, that are worth the same on a card of this symmetry."""
    numbers = {roll.symbols: number for number, roll in enumerate(rolls(symbols))}
    tables = [
        {one: symbols[becomes] for one, becomes in zip(symbols, to, strict=True)}
        for to in renamings(name, len(symbols))
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
