"""The card of Penta-Rush, a rectangle of cells with a symbol A-Z each, and its two text forms.

The picture has one line per row; ``# `` starts a comment. The id stands on one line:
``3x4:ABCABBCACBAC``. Other symbols than letters (`card_text`) are the names of the card's legend.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import Any

import data
from solver.errors import CardError, PentaError, RollError, quoted
from solver.geometry.cell import Cell, Cells, rectangle
from solver.penta_rush.card_id import check_rectangle, is_card_id, match_id, rows_of_id
from solver.penta_rush.card_text.letters_or_table import are_plain_letters
from solver.penta_rush.dice import Roll
from solver.penta_rush.legend import PLAIN_LEGEND, Legend
from solver.penta_rush.points import Points, default_points, split_points
from solver.penta_rush.symbol_name import Reading, without_comment
from solver.question import check_argument, check_fields, question

_MOST_NAMED = 1000  # rows and cols: the names of farther cells are long


@dataclass(frozen=True, slots=True)
class Card:
    """A card by its *lines* of symbols A-Z, all of one length. Its str is its id.

    The *legend* has the names of all of them, if any has another one; *points* are those of the
    tiles that the card was made for, if it says so. The *notes*, a line each, say what its text
    could have meant as well, and what was left out. None of these makes it another card.
    """

    lines: tuple[str, ...]
    legend: Legend = field(default=PLAIN_LEGEND, compare=False, repr=False)
    points: Points | None = field(default=None, compare=False, repr=False)
    notes: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        check_fields(self, "card")
        numbered = dict(enumerate(self.lines, start=1))
        check_rectangle(numbered, "card")
        for number, line in numbered.items():
            if any(not "A" <= symbol <= "Z" for symbol in line):
                where = f"card, line {number}"
                raise CardError(where, expected="letters A-Z", found=quoted(line))
        if self.legend:
            object.__setattr__(self, "legend", self.legend.including(self.symbols))

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
    def tile_points(self) -> Points:
        """The points that it was made for: the usual ones if it says none."""
        return self.points or default_points()

    @property
    def cells(self) -> Cells:
        """The region of all its cells."""
        return rectangle(self.rows, self.cols)

    def __getitem__(self, cell: Cell) -> str:
        return self.lines[cell.row][cell.col]

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}:{''.join(self.lines)}"

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        source: str = "card",
        legend: Legend | None = None,
        reading: Reading | None = None,
    ) -> "Card":
        r"""Return the card whose picture or id is *text*; *source* names it in messages.

        *legend* has the names of its symbols, if they are known before; *reading* says how to take
        what could be letters or words. Raises `CardError` with line and column when the text is
        neither, or could mean two cards.

        >>> str(Card.parse("A B C A  # the first row\nbbca"))
        '2x4:ABCABBCA'
        >>> card = Card.parse("red,sun,star,sun\nstar,star,sun,red")
        >>> card.lines, card.legend.to_json()
        (('ACBC', 'BBCA'), {'A': 'red', 'B': 'star', 'C': 'sun'})
        >>> Card.parse("red sun\nsun red").notes[0][:37]
        'card, line 1: taken as words: 2x2 cel'
        """
        check_argument(text, str, source)
        check_argument(legend, Legend | None, f"{source}, legend")
        check_argument(reading, Reading | None, f"{source}, reading")
        text = text.removeprefix("\ufeff")  # a mark of the encoding
        raw = text.splitlines()
        bare = [without_comment(line) for line in raw]
        lines = {number: line for number, line in enumerate(bare, start=1) if line.strip()}
        names = legend.to_json() if legend else {}
        match, points = match_id(lines), None
        if not match and any("=" in line or ":" in line for line in lines.values()):
            from solver.penta_rush.symbol_table import check_has_rows, split_legend

            points, lines = split_points(lines, source)
            own_names, others = split_legend(lines, source)
            check_has_rows(lines, others, source)
            names, lines = names | own_names, others
            match = match_id(lines)
        rows = {number: line.split() for number, line in lines.items()}
        numbers = [*rows]  # of the lines that are rows
        if match:
            card, numbers = Card(rows_of_id(match, lines, source), Legend.of(names)), []
        elif reading is not Reading.WORDS and "\t" not in text and are_plain_letters(rows):
            card = _card_of_letters(rows, names, source)
        else:
            from solver.penta_rush.card_text.table import card_rows

            symbols, notes_on_rows = card_rows(lines, names, source, reading)
            card = card_of_rows(symbols, names, source, has_comments=True)
            card = replace(card, notes=tuple(notes_on_rows))
            numbers = [*symbols]
        notes = (*card.notes, *_spelling_notes(card, source))
        if numbers and numbers[-1] - numbers[0] >= len(numbers):
            from solver.penta_rush.card_text.label import block_notes

            notes += tuple(block_notes(raw, bare, numbers, source))
        return replace(card, points=points, notes=notes)

    @classmethod
    @question
    def parse_id(cls, text: str, *, source: str = "card") -> "Card":
        """Return the card whose id is *text*. Raises `CardError` when it is not an id."""
        if not is_card_id(text):
            raise CardError(source, expected="a card id (2x5:ABCDEFABCD)", found=quoted(text))
        return cls.parse(text, source=source)

    @classmethod
    def from_json(cls, fields: Mapping[str, Any], where: str, error: type[PentaError]) -> "Card":
        """Return the card of an object with ``card``, perhaps with ``legend`` and ``points``.

        As in commands, the name of a sample stands for that card. Raises *error* when they are of
        another type, `CardError` when they are no card.
        """
        if not isinstance(text := fields["card"], str):
            raise error(f"{where}, card", expected="a string", found=quoted(text))
        legend = None
        if "legend" in fields:
            legend = Legend.from_json(fields["legend"], f"{where}, legend", error)
        if sample := data.samples("cards").get(text):
            text = data.read(f"cards/{sample.name}")
        card = cls.parse(text, source=f"{where}, card", legend=legend)
        if "points" not in fields:
            return card
        where = f"{where}, points"
        if not isinstance(line := fields["points"], str):
            raise error(where, expected="a string, F1 I4 L1 ...", found=quoted(line))
        points = Points.parse_line(line, source=where)
        if card.points not in (None, points):
            expected = f"the points of the card, {card.points.line}"
            raise error(where, expected=expected, found=points.line)
        return replace(card, points=points)

    def to_json(self, points: Points | None = None) -> dict[str, Any]:
        """Return the keys of an answer about this card, for these *points*, with its notes."""
        return {**self.record(points), **({"notes": [*self.notes]} if self.notes else {})}

    def record(self, points: Points | None = None) -> dict[str, Any]:
        """Return the keys of a record, which `from_json` reads: the id leaves nothing to note."""
        return {"card": str(self), **self.beside_json(points)}

    def beside_json(self, points: Points | None = None) -> dict[str, Any]:
        """Return the keys beside the card: its legend, and its *points* where they are unusual."""
        points = points or self.points
        legend = {"legend": self.legend.to_json()} if self.legend else {}
        return legend if points in (None, default_points()) else {**legend, "points": points.line}

    @property
    def text(self) -> str:
        """Its picture: its points and legend, if any, and a line for each row."""
        points = f"points = {self.points.line}\n" if self.points else ""
        legend = "".join(
            f"{letter} = {name}\n"
            for letter, name in self.legend.names
            if name != letter or letter not in self.symbols
        )
        return points + legend + "".join(" ".join(line) + "\n" for line in self.lines)


def card_of_rows(
    rows: Mapping[int, Sequence[str]],
    names: Mapping[str, str],
    source: str,
    *,
    has_comments: bool = False,
) -> Card:
    """Return the card of the symbols in *rows*, by numbers for messages; nothing is left out.

    *names* by letters are known before. Where the text may have comments, the hint says so.
    """
    from solver.penta_rush.symbol_table import in_letters

    check_rectangle(rows, source, has_comments=has_comments)
    letters, legend = in_letters(rows, names, source)
    return Card(letters, legend)


def check_on_card(roll: Roll, card: Card, *, source: str = "roll", typed: str = "") -> None:
    """Raise `RollError` when *roll*, *typed* so, has a symbol that *card* does not show."""
    missing = [symbol for symbol in roll.symbols if symbol not in card.symbols]
    if missing:
        name, legend = card.legend.name, card.legend
        where = f"{source} {quoted(typed or legend.roll_text(roll))}"
        shown = ", ".join(map(name, card.symbols)) if legend else card.symbols
        expected = f"symbols of the card ({shown})"
        raise RollError(where, expected=expected, found=repr(name(missing[0])))


def check_cells(cells: Sequence[Cell], card: Card, where: str, error: type[PentaError]) -> None:
    """Raise *error* unless *cells* are on *card*, each of them named once."""
    rows, cols = card.rows, card.cols
    for cell in cells:
        if not (0 <= cell.row < rows and 0 <= cell.col < cols):
            expected = f"cells on the {rows}x{cols} card"
            name = f" ({cell})" if max(map(abs, cell)) < _MOST_NAMED else ""
            raise error(where, expected=expected, found=f"{quoted(list(cell))}{name}")
    if len(set(cells)) < len(cells):
        twice = next(cell for cell in cells if cells.count(cell) > 1)
        raise error(where, expected="each cell once", found=f"{list(twice)} again")


def _card_of_letters(
    rows: Mapping[int, Sequence[str]], names: Mapping[str, str], source: str
) -> Card:
    """Return the card whose *rows*, by their line numbers, are letters in groups."""
    lines = {number: "".join(row).upper() for number, row in rows.items()}
    check_rectangle(lines, source, has_comments=True)
    notes: tuple[str, ...] = ()
    columns = ["".join(column) for column in zip(*lines.values(), strict=True)]
    if len(lines) > 1 and any(map(_may_be_margin, ([*lines.values()], columns))):
        from solver.penta_rush.card_text.margin import notes_on_letters

        notes = tuple(notes_on_letters(rows, names, source))
    return Card(tuple(lines.values()), Legend.of(names), notes=notes)


def _may_be_margin(lines: Sequence[str]) -> bool:
    """Return whether *lines* need a closer look, as few do: at their ends, or if they count."""
    first, *inner, last = lines if len(lines) > 1 else (*lines, "")
    return not {*first, *last} <= {*"".join(inner)} or ascii_uppercase.startswith(first)


def _spelling_notes(card: Card, source: str) -> Iterator[str]:
    for rare, common in card.legend.misspellings("".join(card.lines)).items():
        yield f"{source}: only one cell shows {rare}; did you mean {common}?"
