"""What is typed at the keyboard, line by line, and what becomes of the draft of the card.

A row that reads like a word of the help is typed with blanks between its letters.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from solver.drawing.styled_text import plural
from solver.errors import CardError, PointsError
from solver.penta_rush.entry.draft import SOURCE, CardDraft, row_text
from solver.penta_rush.symbol_name import graphemes, naming_option, without_comment
from solver.penta_rush.symbol_table import legend_line

_HELP = {
    "A B C A, or ABCA": "a row of letters, digits or emoji",
    "red, sun, star, red": "a row of words; without the commas too, if they have no blanks",
    "A = red circle": "the name of a letter; every new symbol then needs one first",
    "row 3, or back": "type row 3, or the last row, again",
    "insert 3": "type a new row before row 3",
    "delete 3": "delete row 3",
    "undo": "take back the last change",
    "show": "show the card again",
    "help, or ?": "show this help",
    "done, or an empty line": "the card is finished",
    "quit": "leave without a card; Ctrl-C keeps what is typed so far",
}
_COMMAND = re.compile(r"(done|undo|back|show|help|\?|quit)|(row|insert|delete)\s+(\d{1,9})")
_WORDS = ("done", "undo", "back", "show", "help", "quit", "row", "insert", "delete")


class End(Enum):
    """How the typing ends."""

    DONE = "done"
    QUIT = "quit"


class Reply(NamedTuple):
    """What is answered to a line: *texts*, the card if it *shows_card*, the *end* if it is one."""

    texts: tuple[str, ...] = ()
    shows_card: bool = False
    end: End | None = None


class CardEditor:
    """Takes lines, and changes its *draft*; the next one begins with *default*, a row to mend."""

    def __init__(self, draft: CardDraft | None = None) -> None:
        self._drafts = [draft or CardDraft()]  # all there have been, for undo
        self._target: tuple[str, int] | None = None  # "row" or "insert", and which one is typed
        self.default = ""

    @property
    def draft(self) -> CardDraft:
        """The card so far."""
        return self._drafts[-1]

    @property
    def prompt(self) -> str:
        """The text that asks for the next line."""
        if self._target is None:
            return f"row {len(self.draft.rows) + 1}> "
        verb, number = self._target
        return f"row {number} again> " if verb == "row" else f"new row {number}> "

    @property
    def words(self) -> list[str]:
        """The words that may be completed: the symbols that are words, else the commands."""
        symbols = {symbol for row in self.draft.rows for symbol in row}
        symbols |= {name for _, name in self.draft.names}
        return [symbol for symbol in symbols if len(graphemes(symbol)) > 1] or list(_WORDS)

    def note(self, text: str) -> str:
        """Return how many symbols the row in *text* has so far, and of how many."""
        draft, typed = self.draft, text.strip()
        if not typed or "=" in typed or _COMMAND.fullmatch(typed):
            return ""
        try:
            count = len(draft.split(typed, 1))
        except CardError:  # an empty cell between two commas, say
            return ""
        of_all = f" of {len(draft.rows[0])}" if draft.rows else ""
        return f"{count}{of_all}"

    def enter(self, line: str) -> Reply:
        """Return the reply to *line*; a mistake is explained, and the line is to be mended."""
        typed = without_comment(line).strip()
        self.default = ""
        if not typed:
            return Reply() if line.strip() else self._on_empty_line()
        match = _COMMAND.fullmatch(typed)
        try:
            if match is None:
                return self._change(typed)
            word, verb, number = match.groups()
            return self._with_number(verb, int(number)) if verb else self._command(word)
        except (CardError, PointsError) as error:
            self.default = "" if match else typed
            return Reply((f"  {error}", *self._advice()))

    def status(self) -> str:
        """Return what there is so far, in words: how many rows, how often each symbol."""
        if not self.draft.rows:
            return "no rows so far"
        card = self.draft.card
        shown = "".join(card.lines)
        name = card.legend.name
        times = ", ".join(
            f"{name(each)}{f' ({each})' if name(each) != each else ''} {shown.count(each)}"
            for each in card.symbols
        )
        size = f"{plural(card.rows, 'row')} of {plural(card.cols, 'symbol')}"
        return f"{size} so far: {times}"

    def _on_empty_line(self) -> Reply:
        if self._target is None:
            return self._done()
        verb, number = self._target
        self._target = None
        kept = f"row {number} stays as it is" if verb == "row" else "no row is inserted"
        return Reply((f"  {kept}",))

    def _done(self) -> Reply:
        if self.draft.rows:
            return Reply(end=End.DONE)
        return Reply(("  no row is typed yet; 'help' says what to type, 'quit' leaves",))

    def _undo(self) -> Reply:
        self._target = None
        if len(self._drafts) == 1:
            return Reply(("  there is nothing to take back",))
        self._drafts.pop()
        return Reply(("  taken back",), shows_card=True)

    def _command(self, word: str) -> Reply:
        match word:
            case "done":
                return self._done()
            case "quit":
                return Reply(end=End.QUIT)
            case "show":
                return Reply(shows_card=True)
            case "undo":
                return self._undo()
            case "back":
                return self._with_number("row", max(1, len(self.draft.rows)))
        width = max(map(len, _HELP))
        return Reply(tuple(f"  {what:<{width}}  {does}" for what, does in _HELP.items()))

    def _with_number(self, verb: str, number: int) -> Reply:
        rows = len(self.draft.rows)
        if not 1 <= number <= rows:
            expected = f"a row from 1 to {rows}" if rows else "a row"
            found = f"row {number}" if rows else "none so far"
            raise CardError(f"{SOURCE}, {verb}", expected=expected, found=found)
        self._target = None
        if verb == "delete":
            self._drafts.append(self.draft.deleted(number))
            return Reply(shows_card=True)
        self._target = verb, number
        self.default = row_text(self.draft.rows[number - 1]) if verb == "row" else ""
        return Reply()

    def _change(self, typed: str) -> Reply:
        if "=" in typed or legend_line(typed):
            self._drafts.append(self.draft.named(typed))
        elif self._target is None:
            self._drafts.append(self.draft.inserted(len(self.draft.rows) + 1, typed))
        else:
            verb, number = self._target
            change = self.draft.replaced if verb == "row" else self.draft.inserted
            self._drafts.append(change(number, typed))
            self._target = None
        notes = tuple(f"  {naming_option(note)}" for note in self.draft.notes)
        return Reply(notes, shows_card=True)

    def _advice(self) -> Iterator[str]:
        """Yield how a wrong row is left, and what else may be wrong if it is the second one."""
        rows, typed = self.draft.rows, self.default
        if typed:
            yield "  (mend the row, or clear it with Ctrl-U)"
        is_row = self._target is None and typed and "=" not in typed
        if len(rows) == 1 and is_row and self.note(typed) != f"{len(rows[0])} of {len(rows[0])}":
            yield "  (or is row 1 wrong? Then clear the row and type 'back')"
