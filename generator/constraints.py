"""The layout constraints of a card, and the referee that checks a card against them.

The referee shares no code with the model that proposes layouts, so that each checks the other.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

from generator.card_symmetry import ORDERS, relabellings
from solver.errors import ConstraintError, quoted
from solver.geometry.cell import Cell, components
from solver.geometry.symmetry import mirrored, turned_right
from solver.penta_rush.card import Card


@dataclass(frozen=True, slots=True)
class LayoutConstraints:
    """What the layout of a card has to obey.

    *even*: every symbol is on the card, and their counts differ by one at most. *most_touching*:
    the most cells of one symbol that may be joined edge to edge; None for no limit. *no_blocks*:
    no 2x2 cells show one symbol. *every_line*: each symbol is in every row and every column.
    *symmetry*: the name of a symmetry of the card, see `card_symmetry`. *no_dead_cell*: every
    cell is part of a placement of some roll; only a survey can tell, so neither the proposals nor
    the referee here check it.
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
        """Return a sentence for each constraint that *card*, made for these *symbols*, violates.

        >>> LayoutConstraints(most_touching=2).violations(Card(("AAB", "BAB")), "AB")
        ['3 A touch at a1, more than 2']
        """
        return list(self._violations(card, symbols))

    def _violations(self, card: Card, symbols: str) -> Iterator[str]:
        unknown = sorted(set(card.symbols) - set(symbols))
        if unknown:
            yield f"{', '.join(unknown)}: not among the symbols {symbols}"
        places = {
            symbol: frozenset(cell for cell in card.cells if card[cell] == symbol)
            for symbol in sorted(set(symbols))
        }
        counts = [len(cells) for cells in places.values()] or [0]
        if self.even and (min(counts) == 0 or max(counts) - min(counts) > 1):
            yield f"the symbols are on {min(counts)} to {max(counts)} cells each"
        sizes = [
            (len(component), symbol, min(component))
            for symbol, cells in places.items()
            for component in components(cells)
        ]
        size, symbol, cell = max(sizes, key=lambda entry: entry[0], default=(0, "", ""))
        if self.most_touching is not None and size > self.most_touching:
            yield f"{size} {symbol} touch at {cell}, more than {self.most_touching}"
        blocks = [cell for cells in places.values() for cell in cells if _starts_block(cell, card)]
        if self.no_blocks and blocks:
            yield f"four {card[min(blocks)]} form a 2x2 block at {min(blocks)}"
        lines = [("row", line) for line in card.lines]
        lines += [("col", "".join(col)) for col in zip(*card.lines, strict=True)]
        lacking = [(kind, line) for kind, line in lines if set(symbols) - set(line)]
        if self.every_line and lacking:
            kind, line = lacking[0]
            yield f"the {kind} {line} lacks {', '.join(sorted(set(symbols) - set(line)))}"
        if self.symmetry is not None and card.lines != _image(card, symbols, self.symmetry):
            yield f"the card does not have the symmetry {self.symmetry}"

    @property
    def options(self) -> dict[str, str]:
        """The command-line options that set these constraints, with their values; "" for a flag."""
        options = {} if self.even else {"uneven": ""}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name != "even" and value not in (None, False):
                options[field.name.replace("_", "-")] = "" if value is True else str(value)
        return options

    @property
    def layout_options(self) -> dict[str, str]:
        """By field, how a message names each constraint that is on and that a layout can break."""
        names = {
            name.replace("-", "_"): f"--{name} {value}".rstrip()
            for name, value in self.options.items()
            if name not in ("uneven", "no-dead-cell")
        }
        return ({"even": "even symbols (--uneven drops this)"} if self.even else {}) | names

    def without(self, name: str) -> "LayoutConstraints":
        """Return these constraints without the one in the field *name*."""
        return replace(self, **{name: getattr(LayoutConstraints(even=False), name)})


def _image(card: Card, symbols: str, symmetry: str) -> tuple[str, ...]:
    """Return the lines of *card* after the *symmetry* has moved its cells and relabelled them."""
    labels = [symbols[number] for number in relabellings(symmetry, len(symbols))[1]]
    table = str.maketrans(symbols, "".join(labels))
    lines = tuple(line.translate(table) for line in card.lines)
    if symmetry == "quarter-turn":
        return turned_right(lines)
    return mirrored(lines if symmetry == "mirror" else lines[::-1])


def _starts_block(corner: Cell, card: Card) -> bool:
    """Return whether *corner* is the top left cell of a 2x2 block of one symbol."""
    row, col = corner
    if row + 1 == card.rows or col + 1 == card.cols:
        return False
    return len({card[Cell(row + down, col + right)] for down in (0, 1) for right in (0, 1)}) == 1
