"""The structural wishes of a card, and their referee.

wish      a named property that a card has or has not, switched on by an option of that name
patch     the cells of one symbol that are joined edge to edge
block     2x2 cells of one symbol
line      a row or a col
symmetry  a motion by which the card is itself, with its symbols renamed

The referee shares nothing with the model by which layouts are proposed but which cells are
neighbours.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

from generator.card_symmetry import ORDERS, renamings
from solver.errors import ConstraintError, quoted
from solver.geometry.polyomino import Cell, components
from solver.penta_rush.card import Card


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the layout of a card is to be like.

    *even*: the card shows every symbol, on equally many cells to within one. *most_touching*: no
    patch has more cells, None for no bound. *no_blocks*: there is no block. *every_line*: each
    symbol is in every row and every col. *symmetry*: the name of the one that the card has.
    *no_dead_cell* is a wish about the survey, of which neither the proposals nor the referee here
    know.
    """

    even: bool = True
    most_touching: int | None = None
    no_blocks: bool = False
    every_line: bool = False
    symmetry: str | None = None
    no_dead_cell: bool = False

    def __post_init__(self) -> None:
        if self.most_touching is not None and self.most_touching < 1:
            raise ConstraintError(
                "--most-touching", expected="1 or more", found=quoted(self.most_touching)
            )

        if self.symmetry is not None and self.symmetry not in ORDERS:
            raise ConstraintError(
                "--symmetry", expected=", ".join(ORDERS), found=quoted(self.symmetry)
            )

    def violations(self, card: Card, symbols: str) -> list[str]:
        """Return why *card* is not as wished, a reason for each wish; *symbols* are its alphabet.

        >>> Wishes(most_touching=2, no_blocks=True).violations(Card(("AAB", "BAB")), "AB")
        ['3 A touch at a1, more than 2']
        """
        return list(self._violations(card, symbols))

    def _violations(self, card: Card, symbols: str) -> Iterator[str]:
        strange = sorted(set(card.symbols) - set(symbols))
        if strange:
            yield f"{', '.join(strange)} is none of the symbols {symbols}"
        places = {
            symbol: frozenset(cell for cell in card.cells if card[cell] == symbol)
            for symbol in sorted(set(symbols))
        }
        counts = [len(cells) for cells in places.values()] or [0]
        if self.even and (min(counts) == 0 or max(counts) - min(counts) > 1):
            yield f"the symbols are on {min(counts)} to {max(counts)} cells each"
        patches = [
            (len(patch), symbol, min(patch))
            for symbol, cells in places.items()
            for patch in components(cells)
        ]
        size, symbol, cell = max(patches, key=lambda patch: patch[0], default=(0, "", ""))
        if self.most_touching is not None and size > self.most_touching:
            yield f"{size} {symbol} touch at {cell}, more than {self.most_touching}"
        blocks = [cell for cells in places.values() for cell in cells if _is_block(cell, card)]
        if self.no_blocks and blocks:
            yield f"four {card[min(blocks)]} are a block at {min(blocks)}"
        lines = [("row", line) for line in card.lines]
        lines += [("col", "".join(col)) for col in zip(*card.lines, strict=True)]
        lacking = [(kind, line) for kind, line in lines if set(symbols) - set(line)]
        if self.every_line and lacking:
            kind, line = lacking[0]
            yield f"the {kind} {line} lacks {', '.join(sorted(set(symbols) - set(line)))}"
        if self.symmetry is not None and card.lines != _moved(card, symbols, self.symmetry):
            yield f"it is another card by a {self.symmetry}"

    @property
    def options(self) -> dict[str, str]:
        """The options by which these are wished, and their values; a switch has none."""
        options = {} if self.even else {"uneven": ""}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name != "even" and value not in (None, False):
                options[field.name.replace("_", "-")] = "" if value is True else str(value)
        return options

    @property
    def of_layout(self) -> dict[str, str]:
        """The wishes for the layout that are switched on, by field, and how to speak of them."""
        typed = {
            name.replace("-", "_"): f"--{name} {value}".rstrip()
            for name, value in self.options.items()
            if name not in ("uneven", "no-dead-cell")
        }
        return ({"even": "even symbols (which --uneven leaves out)"} if self.even else {}) | typed

    def without(self, name: str) -> "Wishes":
        """Return these wishes with the one of this field switched off."""
        return replace(self, **{name: getattr(Wishes(even=False), name)})


def _moved(card: Card, symbols: str, motion: str) -> tuple[str, ...]:
    """Return the lines of *card* after the motion, its symbols renamed."""
    becomes = [symbols[number] for number in renamings(motion, len(symbols))[1]]
    renamed = [line.translate(str.maketrans(symbols, "".join(becomes))) for line in card.lines]
    if motion == "quarter-turn":
        return tuple("".join(col) for col in zip(*renamed[::-1], strict=True))
    lines = renamed if motion == "mirror" else renamed[::-1]
    return tuple(line[::-1] for line in lines)


def _is_block(corner: Cell, card: Card) -> bool:
    """Return whether *corner* is the top left one of a block."""
    row, col = corner
    if row + 1 == card.rows or col + 1 == card.cols:
        return False
    return len({card[Cell(row + down, col + right)] for down in (0, 1) for right in (0, 1)}) == 1
