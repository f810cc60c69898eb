"""A card read from a photo: where it is, what it shows, and how sure each cell is."""

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any, NamedTuple

import numpy as np

from solver.drawing.styled_text import plural
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card
from solver.penta_rush.legend import Legend
from solver.penta_rush.photo.find_card import SeenCard, card_at, find_card
from solver.penta_rush.photo.image_file import Flags, Floats, Photo
from solver.penta_rush.photo.lattice import Lattice
from solver.penta_rush.photo.read_grid import UNSURE, read_grid
from solver.penta_rush.photo.symbol_look import distinct_names, looks, own_letters
from solver.penta_rush.symbol_art import symbol_name

_SHOWN = 10  # cells


class CodeCheck(NamedTuple):
    """The *card* that the code printed on a card names, and whether it *is_taken*.

    *different* ``(rows, cols)`` says which cells look different; None where no grid fits the code.
    """

    card: Card
    different: Flags | None
    is_taken: bool

    def __str__(self) -> str:
        card, different, is_taken = self
        if different is None:
            if is_taken:
                return f"taken; the grid was not found, so no cell of {card} was compared"
            return f"{card}, which fits no grid that was found; what is seen was taken"
        count = f"{different.sum()} of {plural(different.size, 'cell')}"
        if not is_taken and different.sum() * 2 <= different.size:
            has = f"{card.rows}x{card.cols} cells of {plural(len(card.symbols), 'symbol')}"
            return f"{card}, {has}, not as asked for; what is seen was taken"
        if not is_taken:
            return f"{card}, but {count} look different; what is seen was taken"
        if not different.any():
            return f"taken; all {different.size} cells look like it"
        return f"taken, though {count} look different: {_shown(_names(different))}"

    def to_json(self) -> dict[str, Any]:
        """Return what the code says as JSON."""
        different = None if self.different is None else _names(self.different)
        return {"card": str(self.card), "taken": self.is_taken, "different": different}


@dataclass(frozen=True, slots=True)
class CardReading:
    """A *card* read from a photo, with the names of its symbols as its legend.

    *lattice* is its grid in the dots of the photo's file, held upright, without rows and cols if
    only the code was found; *confidence*
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
    def unsure(self) -> list[str]:
        """The names of the cells that a person should look at."""
        return _names(self.confidence < UNSURE)

    @property
    def notes(self) -> Iterator[str]:
        """What the printed code says, what is in doubt, and which cells are unsure."""
        if self.code is not None:
            yield f"printed code: {self.code}"
        yield from (f"in doubt: {doubt}" for doubt in self.doubts)
        if self.unsure:
            yield f"unsure of {plural(len(self.unsure), 'cell')}: {_shown(self.unsure)}"

    def to_json(self) -> dict[str, Any]:
        """Return the card, its size and legend, how sure each cell is, its corners and its code."""
        corners = [[round(float(x), 1), round(float(y), 1)] for x, y in self.lattice.corners]
        return {
            **self.card.to_json(),
            "rows": self.card.rows,
            "cols": self.card.cols,
            "symbols": self.card.symbols,
            "confidence": [[round(float(each), 2) for each in row] for row in self.confidence],
            "unsure": self.unsure,
            "doubts": self.doubts,
            "corners": corners if self.lattice.rows else None,
            "code": self.code and self.code.to_json(),
        }


def _names(marked: Flags) -> list[str]:
    return [str(Cell(row, col)) for row, col in np.argwhere(marked).tolist()]


def _shown(names: list[str]) -> str:
    return ", ".join(names[:_SHOWN]) + (", ..." if len(names) > _SHOWN else "")


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
