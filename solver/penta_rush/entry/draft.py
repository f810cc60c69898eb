"""The card as far as it has been typed: its rows, in symbols as they were typed, and its legend.

Typed row by row, groups of letters between blanks are words unless letters are asked for: in a
whole text `Card.parse` can tell from the other rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from solver.errors import CardError, quoted
from solver.penta_rush.card import Card, card_of_rows
from solver.penta_rush.card_id import is_card_id
from solver.penta_rush.card_text.letters_or_table import BARS
from solver.penta_rush.card_text.table import row_of
from solver.penta_rush.legend import Legend
from solver.penta_rush.points import Points, split_points
from solver.penta_rush.symbol_name import SEPARATORS, Reading, graphemes, name_key, without_comment
from solver.penta_rush.symbol_table import split_legend

SOURCE = "typed"
_MAX_ERRORS = 20

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardDraft:
    """The *rows* of a card so far, the *names* that its letters were given, and its *points*.

    Whatever changes it returns a new draft, or raises `CardError`. The *notes* say how the row that
    was typed last was taken, where it could have meant something else.
    """

    rows: tuple[Row, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    points: Points | None = None
    reading: Reading | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, card: Card, *, reading: Reading | None = None) -> "CardDraft":
        """Return the draft of a whole card."""
        name = card.legend.name
        rows = tuple(tuple(map(name, line)) for line in card.lines)
        draft = cls(rows, points=card.points, reading=reading)
        # Names that come of themselves are left open, so that there can be more of them.
        is_open = draft.card.lines == card.lines and draft.card.legend == card.legend
        return draft if is_open else replace(draft, names=card.legend.names)

    @property
    def card(self) -> Card:
        """The card so far. Raises `CardError` if there is none."""
        rows = dict(enumerate(self.rows, start=1))
        card = card_of_rows(rows, Legend.of(dict(self.names)).to_json(), SOURCE)
        return replace(card, points=self.points)

    def inserted(self, number: int, text: str) -> "CardDraft":
        """Return the draft with the row in *text* before row *number*; a card id gives all rows."""
        if not self.rows and is_card_id(text):
            draft = CardDraft.of(Card.parse(text, source=SOURCE), reading=self.reading)
            return replace(draft, names=self.names, points=self.points)
        row, notes = self._typed(text, number)
        rows = (*self.rows[: number - 1], row, *self.rows[number - 1 :])
        return self._with_rows(rows, notes)

    def replaced(self, number: int, text: str) -> "CardDraft":
        """Return the draft with the row in *text* instead of row *number*, from 1."""
        row, notes = self._typed(text, number)
        return self._with_rows((*self.rows[: number - 1], row, *self.rows[number:]), notes)

    def deleted(self, number: int) -> "CardDraft":
        """Return the draft without row *number*, from 1."""
        return self._with_rows((*self.rows[: number - 1], *self.rows[number:]))

    def named(self, line: str) -> "CardDraft":
        """Return the draft with a *line* such as ``A = red circle``, or ``points = F1 I4 ...``.

        The rows then show that name. From then on a symbol has a name or is a letter.
        """
        points, others = split_points({1: line}, SOURCE)
        if points:
            return replace(self, points=points, notes=())
        named, others = split_legend(others, SOURCE)
        if others:
            expected = "a letter and its name, such as 'A = red circle'"
            raise CardError(SOURCE, expected=expected, found=quoted(line))
        ((letter, name),) = named.items()
        legend = self.card.legend if self.rows else Legend.of(dict(self.names))
        old = name_key(legend.name(letter))
        rows = tuple(
            tuple(name if name_key(symbol) == old else symbol for symbol in row)
            for row in self.rows
        )
        names = legend.to_json() | {letter: name}
        return _checked(replace(self, rows=rows, names=tuple(sorted(names.items())), notes=()))

    def split(self, text: str, number: int) -> Row:
        """Return the symbols of the row in *text*, row *number*; raise if one is empty."""
        return self._typed(text, number)[0]

    def _typed(self, text: str, number: int) -> tuple[Row, tuple[str, ...]]:
        """Return the symbols of the row in *text*, row *number*, and notes on how it was taken."""
        if any(mark in text for mark in (*SEPARATORS, *BARS)):
            rows, notes = row_of(text, number, SOURCE, self.reading)
            if number in rows:
                return tuple(rows[number]), tuple(notes)
            where = f"{SOURCE}, line {number}"
            raise CardError(where, expected="symbols", found=f"only {quoted(text)}")
        words = text.split()
        characters = [graphemes(word) for word in words]
        are_words = self.reading is Reading.WORDS
        if self.reading is None and len(words) == 1:
            known = (*chain.from_iterable(self.rows), *dict(self.names).values())
            are_words = name_key(words[0]) in map(name_key, known)
        elif self.reading is None:
            are_words = any(len(word) > 1 for word in characters)
        return tuple(words if are_words else chain.from_iterable(characters)), ()

    def _with_rows(self, rows: tuple[Row, ...], notes: tuple[str, ...] = ()) -> "CardDraft":
        return _checked(replace(self, rows=rows, notes=notes))


def row_text(row: Sequence[str]) -> str:
    """Return *row* with blanks between its symbols, or commas where that would not be clear.

    >>> row_text(["A", "B", "C"]), row_text(["red circle", "sun"]), row_text(["red"])
    ('A B C', 'red circle, sun', 'red,')
    """
    has_bar = any(bar in symbol for symbol in row for bar in BARS)
    if all(len(graphemes(symbol)) == 1 for symbol in row) and not has_bar:
        return " ".join(row)
    shown = [f'"{symbol}"' for symbol in row] if has_bar else row
    return ", ".join(shown) + ("," if len(row) == 1 else "")


def _checked(draft: CardDraft) -> CardDraft:
    if draft.rows:
        _ = draft.card
    else:
        Legend.of(dict(draft.names))
    return draft


def card_or_errors(
    text: str, *, source: str, reading: Reading | None = None
) -> Card | list[CardError]:
    """Return the card that *text* is, or the error of each line that does not fit those before it.

    At most 20 errors are returned, in the order of the lines.
    """
    try:
        return Card.parse(text, source=source, reading=reading)
    except CardError as error:
        whole_error = error
    errors: list[CardError] = []
    right: list[str] = []  # the lines so far, empty where they were wrong
    for line in text.removeprefix("\ufeff").splitlines():
        content = without_comment(line).strip()
        right.append(content)
        if not content or all("=" in each for each in right if each):
            continue
        try:
            Card.parse("\n".join(right), source=source, reading=reading)
        except CardError as error:
            if str(error) in map(str, errors):  # of an earlier line, it would be met again
                break
            errors.append(error)
            right[-1] = ""
        if len(errors) == _MAX_ERRORS:
            break
    return errors or [whole_error]
