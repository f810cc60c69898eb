"""The card of Penta-Rush, a rectangle of cells with a symbol A-Z each, and its two text forms.

The picture has one line per row; blanks between symbols are optional, and ``#`` starts a comment.
The card id is the same on one line: ``3x4:ABCABBCACBAC``, rows before cols.

Decisions: letters of either case are one symbol, so that there are 26; empty lines are skipped;
what reads a picture reads an id as well.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from solver.errors import CardError, PentaError, RollError, quoted
from solver.geometry.cell import Cell, Cells, rectangle
from solver.penta_rush.dice import Roll

MAX_SIDE = 20

_ID = re.compile(r"(\d{1,9})\s*[xX]\s*(\d{1,9})\s*:(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Card:
    """A card by its *lines* of symbols A-Z, all of one length. Its str is its id."""

    lines: tuple[str, ...]

    def __post_init__(self) -> None:
        _check_lines(self.lines, "card", range(1, len(self.lines) + 1))

    @property
    def rows(self) -> int:
        """The number of rows, 1 to 20."""
        return len(self.lines)

    @property
    def cols(self) -> int:
        """The number of cols, 1 to 20."""
        return len(self.lines[0])

    @property
    def symbols(self) -> str:
        """The symbols that the card shows, each once, sorted."""
        return "".join(sorted(set("".join(self.lines))))

    @property
    def cells(self) -> Cells:
        """The region of all its cells."""
        return rectangle(self.rows, self.cols)

    def __getitem__(self, cell: Cell) -> str:
        return self.lines[cell.row][cell.col]

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}:{''.join(self.lines)}"

    @classmethod
    def parse(cls, text: str, *, source: str = "card") -> "Card":
        r"""Return the card whose picture or id is *text*; *source* names it in messages.

        Raises `CardError` with line and column when the text is neither.

        >>> str(Card.parse("A B C A  # the first row\nbbca"))
        '2x4:ABCABBCA'
        """
        uncommented = (line.partition("#")[0] for line in text.splitlines())
        lines = {number: line for number, line in enumerate(uncommented, 1) if line.strip()}
        if len(lines) == 1 and (match := _ID.fullmatch("".join(lines.values()).strip())):
            return _card_of_id(match, source)
        rows = tuple(_parse_row(line, f"{source}, line {n}") for n, line in lines.items())
        _check_lines(rows, source, list(lines))
        return Card(rows)


def parse_card_id(text: str, *, source: str = "card") -> Card:
    """Return the card whose id is *text*. Raises `CardError` when it is not an id."""
    if not is_card_id(text):
        raise CardError(source, expected="a card id (2x5:ABCDEFABCD)", found=quoted(text))
    return Card.parse(text, source=source)


def format_card(card: Card) -> str:
    """Return the picture of *card*: one line per row, a blank between symbols."""
    return "".join(" ".join(line) + "\n" for line in card.lines)


def is_card_id(text: str) -> bool:
    """Return whether *text* has the form of a card id, right or wrong."""
    return _ID.fullmatch(text.strip()) is not None


def check_on_card(roll: Roll, card: Card, *, source: str = "roll") -> None:
    """Raise `RollError` when *roll* holds a symbol that *card* does not show."""
    missing = [symbol for symbol in roll.symbols if symbol not in card.symbols]
    if missing:
        where = f"{source} {quoted(roll.symbols)}"
        expected = f"symbols of the card ({card.symbols})"
        raise RollError(where, expected=expected, found=repr(missing[0]))


def check_cells(cells: Sequence[Cell], card: Card, where: str, error: type[PentaError]) -> None:
    """Raise *error* unless *cells* are on *card*, each of them named once."""
    rows, cols = card.rows, card.cols
    for cell in cells:
        if not (0 <= cell.row < rows and 0 <= cell.col < cols):
            expected = f"cells on the {rows}x{cols} card"
            raise error(where, expected=expected, found=quoted(list(cell)))
    if len(set(cells)) < len(cells):
        twice = next(cell for cell in cells if cells.count(cell) > 1)
        raise error(where, expected="each cell once", found=f"{list(twice)} again")


def _card_of_id(match: re.Match[str], source: str) -> Card:
    where = f"{source}, id {quoted(match.string)}"
    rows, cols = int(match[1]), int(match[2])
    size = f"{rows}x{cols}"
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise CardError(where, expected=f"1x1 to {MAX_SIDE}x{MAX_SIDE} cells", found=size)
    symbols = _parse_row(match[3], where, skipped=match.start(3))
    if len(symbols) != rows * cols:
        expected = f"{rows * cols} symbols for {size}"
        raise CardError(where, expected=expected, found=str(len(symbols)))
    return Card(tuple(symbols[start : start + cols] for start in range(0, rows * cols, cols)))


def _parse_row(line: str, where: str, *, skipped: int = 0) -> str:
    for column, character in enumerate(line, start=skipped + 1):
        if not (character.isspace() or (character.isascii() and character.isalpha())):
            where = f"{where}, column {column}"
            raise CardError(where, expected="a letter A-Z", found=quoted(character))
    return "".join(line.split()).upper()


def _check_lines(lines: tuple[str, ...], source: str, numbers: "range | list[int]") -> None:
    """Raise `CardError` unless *lines* make a card; *numbers* are their numbers in the text."""
    if not lines or not lines[0]:
        raise CardError(source, expected="rows of letters", found="none: the card is empty")
    if len(lines) > MAX_SIDE:
        where = f"{source}, line {numbers[MAX_SIDE]}"
        raise CardError(where, expected=f"at most {MAX_SIDE} rows", found=str(len(lines)))
    for number, line in zip(numbers, lines, strict=True):
        where = f"{source}, line {number}"
        if len(line) > MAX_SIDE:
            raise CardError(where, expected=f"at most {MAX_SIDE} symbols", found=str(len(line)))
        if len(line) != len(lines[0]):
            expected = f"{len(lines[0])} symbols as in line {numbers[0]}"
            hint = "a card is a rectangle"
            raise CardError(where, expected=expected, found=str(len(line)), hint=hint)
        if any(not "A" <= symbol <= "Z" for symbol in line):
            raise CardError(where, expected="letters A-Z", found=quoted(line))
