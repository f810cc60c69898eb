"""The layout constraints of a card, and the referee that checks a card against them.

The referee shares no code with the model that proposes layouts but the relabellings of a symmetry,
so that each checks the other.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import pairwise

from generator.card_symmetry import ORDERS, symmetry
from generator.scatter import scatter_violations
from solver.errors import ConstraintError, quoted
from solver.geometry.cell import Cell, components
from solver.geometry.symmetry import mirrored, turned_right
from solver.penta_rush.card import Card
from solver.question import check_fields


@dataclass(frozen=True, slots=True)
class LayoutConstraints:
    """What the layout of a card has to obey.

    *even*: every symbol is on the card, and their counts differ by one at most. *most_touching*:
    the most cells of one symbol that may be joined edge to edge; None for no limit. *no_blocks*:
    no 2x2 cells show one symbol. *every_line*: each symbol is in every row and every column.
    *symmetry*: the name of a symmetry of the card, see `card_symmetry`. *no_dead_cell*: every
    cell is part of a placement of some roll; only a survey can tell, so neither the proposals nor
    the referee here check it. *scatter*: the symbols lie as on a random card, see `scatter`; a
    proposal is swapped until it does.
    """

    even: bool = True
    most_touching: int | None = None
    no_blocks: bool = False
    every_line: bool = False
    symmetry: str | None = None
    no_dead_cell: bool = False
    scatter: bool = False

    def __post_init__(self) -> None:
        check_fields(self)
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
        counts = [sum(line.count(symbol) for line in card.lines) for symbol in set(symbols)] or [0]
        if self.even and (min(counts) == 0 or max(counts) - min(counts) > 1):
            yield f"the symbols are on {min(counts)} to {max(counts)} cells each"
        if self.most_touching is not None:
            cells_of = (
                frozenset(cell for cell in card.cells if card[cell] == symbol)
                for symbol in sorted(set(symbols))
            )
            parts = [part for cells in cells_of for part in components(cells)]
            largest = max(parts, key=len, default=frozenset())
            if len(largest) > self.most_touching:
                cell = min(largest)
                yield f"{len(largest)} {card[cell]} touch at {cell}, more than {self.most_touching}"
        blocks = [
            Cell(row, col)
            for row, (upper, lower) in enumerate(pairwise(card.lines))
            for col in range(card.cols - 1)
            if len({*upper[col : col + 2], *lower[col : col + 2]}) == 1
        ]
        if self.no_blocks and blocks:
            yield f"four {card[blocks[0]]} form a 2x2 block at {blocks[0]}"
        lines = [("row", line) for line in card.lines]
        lines += [("col", "".join(col)) for col in zip(*card.lines, strict=True)]
        lacking = [(kind, line) for kind, line in lines if set(symbols) - set(line)]
        if self.every_line and lacking:
            kind, line = lacking[0]
            yield f"the {kind} {line} lacks {', '.join(sorted(set(symbols) - set(line)))}"
        if self.symmetry is not None and not _is_symmetric(card, symbols, self.symmetry):
            yield f"the card does not have the symmetry {self.symmetry}"
        if self.scatter:
            yield from scatter_violations(card, len(set(symbols)))

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


def _is_symmetric(card: Card, symbols: str, name: str) -> bool:
    """Return whether the flips or the turn of a symmetry only relabel the symbols of *card*."""
    relabellings = symmetry(name, card.rows, card.cols, len(symbols)).relabellings[1:]
    for move, labels in zip(_MOVES[name], relabellings, strict=False):
        table = str.maketrans(symbols, "".join(symbols[number] for number in labels))
        if move(tuple(line.translate(table) for line in card.lines)) != card.lines:
            return False
    return True


_MOVES: dict[str, list[Callable[[tuple[str, ...]], tuple[str, ...]]]] = {
    "mirror": [mirrored],
    "half-turn": [lambda lines: mirrored(lines[::-1])],
    "quarter-turn": [turned_right],
    "mirrors": [mirrored, lambda lines: lines[::-1]],
}
