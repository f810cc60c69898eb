"""A card read from a photo: where it is, what it shows, and how sure each cell is."""

from dataclasses import dataclass
from string import ascii_uppercase
from typing import NamedTuple

import numpy as np

from solver.penta_rush.card import Card
from solver.penta_rush.legend import Legend
from solver.penta_rush.photo.find_card import SeenCard, card_at, find_card
from solver.penta_rush.photo.image_file import Flags, Floats, Photo
from solver.penta_rush.photo.lattice import Lattice
from solver.penta_rush.photo.read_grid import UNSURE, read_grid
from solver.penta_rush.photo.symbol_look import distinct_names, looks, own_letters
from solver.penta_rush.symbol_art import symbol_name


class CodeCheck(NamedTuple):
    """The *card* that the code printed on a card names, and whether it *is_taken*.

    *different* ``(rows, cols)`` says which cells look different; None where no grid fits the code.
    """

    card: Card
    different: Flags | None
    is_taken: bool


@dataclass(frozen=True, slots=True)
class CardReading:
    """A *card* read from a photo, with the names of its symbols as its legend.

    *lattice* is its grid in the dots of the photo's file, held upright; *confidence*
    ``(rows, cols)`` says how sure each cell is, from 0 to 1; *code* is what its code says, if it
    was looked for and found. *grid_doubt* and *symbol_doubt* say why the grid, or the number of
    symbols, may be another one; they are empty if that is unlikely. *others* are the middles of
    other cards in view, in dots of the file.
    """

    card: Card
    lattice: Lattice
    confidence: Floats
    code: CodeCheck | None = None
    grid_doubt: str = ""
    symbol_doubt: str = ""
    others: tuple[tuple[int, int], ...] = ()

    @property
    def doubts(self) -> list[str]:
        """Why more than single cells may be wrong, or another card be meant."""
        others = [f"another card is in view: --at {x},{y} reads it" for x, y in self.others]
        return [*filter(None, (self.grid_doubt, self.symbol_doubt)), *others]

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
    *corners* ``(4, 2)`` are those of its grid or of the card, clockwise in the dots of the file,
    from the upper left one of the card; *at* is a dot of the card that is meant.

    Raises `CardError` when there are more symbols than cells.
    """
    if corners is not None:
        seen: SeenCard | None = SeenCard(card_at(photo.image, corners * photo.scale), ())
    else:
        x, y = at or (0.0, 0.0)
        seen = find_card(photo.image, at=at and (x * photo.scale, y * photo.scale))
    if seen is None:
        return None
    lattice = seen.lattice
    is_known = corners is not None or size is not None
    if size is not None:
        steps = np.diag([lattice.cols / size[1], lattice.rows / size[0], 1.0])
        lattice = Lattice(lattice.matrix @ steps, *size, lattice.seen)
    read = read_grid(photo.image, lattice, symbols=symbols, is_known=is_known)
    if read is None:
        return None
    lattice, groups, confidence = read.lattice, read.groups, read.confidence
    own = own_letters(read.cells, groups.ravel())
    quarters = own.quarters if own and corners is None else 0
    groups, confidence = np.rot90(groups, quarters), np.rot90(confidence, quarters)
    if own:
        letters, names = own.letters, [symbol_name(letter) for letter in own.letters]
    else:
        order = list(dict.fromkeys(groups.ravel().tolist()))  # A is the symbol of the first cell
        letters = "".join(ascii_uppercase[order.index(group)] for group in range(len(order)))
        names = looks(read.cells, read.groups.ravel())
    lines = np.array(list(letters))[groups]
    legend = Legend.of(dict(zip(letters, distinct_names(names), strict=True)))
    card = Card(tuple("".join(line) for line in lines), Legend(tuple(sorted(legend.names))))
    whole = lattice.turned(quarters).scaled(1 / photo.scale)
    others = tuple((round(x / photo.scale), round(y / photo.scale)) for x, y in seen.others)
    doubts = read.grid_doubt, read.symbol_doubt
    return CardReading(card, whole, confidence, None, *doubts, others)
