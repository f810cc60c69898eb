"""A card read from a photo: where it is, what it shows, and how sure each cell is."""

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.penta_rush.card import Card
from solver.penta_rush.legend import Legend
from solver.penta_rush.photo.description import (
    SymbolLook,
    distinct_names,
    looks,
    our_letters,
)
from solver.penta_rush.photo.find_card import card_at, find_card, quarter_turned
from solver.penta_rush.photo.grouping import grouped
from solver.penta_rush.photo.image_file import Floats, Photo
from solver.penta_rush.photo.lattice import Lattice
from solver.penta_rush.photo.straighten import straightened
from solver.penta_rush.photo.symbol_feature import symbol_features

UNSURE = 0.7  # below this confidence, a person should look


class CodeCheck(NamedTuple):
    """The *card* that the code printed on a card names, and whether it *is_taken*.

    *different* ``(rows, cols)`` says which cells look different; None where no grid fits the code.
    """

    card: Card
    different: NDArray[np.bool_] | None
    is_taken: bool


@dataclass(frozen=True, slots=True)
class CardReading:
    """A *card* read from a photo, with the names of its symbols as its legend.

    *lattice* is its grid in the dots of the photo's file, held upright; *confidence*
    ``(rows, cols)`` says how sure each cell is, from 0 to 1; *code* is what its code says, if it
    was looked for and found.
    """

    card: Card
    lattice: Lattice
    confidence: Floats
    code: CodeCheck | None = None

    @property
    def unsure(self) -> int:
        """How many cells a person should look at."""
        return int((self.confidence < UNSURE).sum())


def read_card(
    photo: Photo,
    *,
    symbols: int | None = None,
    size: tuple[int, int] | None = None,
    corners: Floats | None = None,
    at: tuple[float, float] | None = None,
) -> CardReading | None:
    """Return the card in *photo*; None if there is none.

    *symbols* is how many it has, *size* its rows and cols as it lies there, if that is known;
    *corners* ``(4, 2)`` are those of its grid, or
    of the card, clockwise in the dots of the file, from the upper left one of the card.

    Raises `CardError` when there are more symbols than cells.
    """
    if corners is not None:
        lattice: Lattice | None = card_at(photo.image, corners * photo.scale)
    else:
        x, y = at or (0.0, 0.0)
        lattice = find_card(photo.image, at=at and (x * photo.scale, y * photo.scale))
    if lattice is None:
        return None
    if size is not None:
        lattice = _divided(lattice, *size)
    cells = straightened(photo.image, lattice)
    groups, confidence = grouped(symbol_features(cells, lattice.cols), symbols)
    shape = lattice.rows, lattice.cols
    groups, confidence = groups.reshape(shape), confidence.reshape(shape)
    turned = looks(cells, groups.ravel().tolist())
    own_side = _own_side(turned)
    quarters = own_side if corners is None else 0
    for _ in range(quarters):
        lattice = quarter_turned(lattice)
    groups, confidence = np.rot90(groups, quarters), np.rot90(confidence, quarters)
    names = [look.words for look in turned[own_side]]
    letters = our_letters(names) or _letters_as_they_come(groups.ravel().tolist())
    lines = np.array(list(letters))[groups]
    legend = Legend.of(dict(zip(letters, distinct_names(names), strict=True)))
    card = Card(tuple("".join(line) for line in lines), Legend(tuple(sorted(legend.names))))
    back = np.diag([1 / photo.scale, 1 / photo.scale, 1.0])
    whole = lattice._replace(matrix=back @ lattice.matrix)
    return CardReading(card, whole, confidence)


def _divided(lattice: Lattice, rows: int, cols: int) -> Lattice:
    """Return the grid between the corners of *lattice*, of so many *rows* and *cols*."""
    steps = np.diag([lattice.cols / cols, lattice.rows / rows, 1.0])
    return Lattice(lattice.matrix @ steps, rows, cols, lattice.seen)


def _own_side(turned: Sequence[Sequence[SymbolLook]]) -> int:
    """Return by how many quarters a card has to be turned to be upright.

    Of our own symbols none looks like another one turned by a quarter. On other cards nobody knows.
    """
    likeness = [
        sum(look.like for look in each) if our_letters([look.words for look in each]) else 0.0
        for each in turned
    ]
    return int(np.argmax(likeness))


def _letters_as_they_come(groups: list[int]) -> str:
    """Return the letter of each group: A is the symbol of the first cell."""
    order = list(dict.fromkeys(groups))
    return "".join(ascii_uppercase[order.index(group)] for group in range(len(order)))
