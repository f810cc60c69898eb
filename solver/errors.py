"""The error classes: a caller's mistakes, defects of our own, and searches that hit their limit.

Every message about a caller's mistake has one form: where, what was expected, what was found.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any, Self

_MAX_QUOTED = 40  # characters


class PentaError(ValueError):
    """A caller's mistake, in one line: *where* something else was *expected* than was *found*.

    A *hint*, if there is one, says what to do. All four are attributes.

    >>> print(PentaError("card, line 2", expected="10 symbols", found="9"))
    card, line 2: expected 10 symbols, found 9
    """

    def __init__(self, where: str, *, expected: str, found: str, hint: str = "") -> None:
        remedy = f" ({hint})" if hint else ""
        super().__init__(f"{where}: expected {expected}, found {found}{remedy}")
        self.where, self.expected, self.found, self.hint = where, expected, found, hint

    def __reduce__(self) -> tuple[Any, ...]:
        # Python would call the class with the message alone. In a pool of processes that fails
        # where nobody sees it, and the pool waits for ever.
        return type(self).__new__, (type(self), *self.args), vars(self)

    def within(self, whole: str, *, joint: str = ", ") -> Self:
        """Return this error as one in a part of *whole*, which its message then begins with.

        >>> print(PentaError("points", expected="12 tiles", found="9").within("row 2"))
        row 2, points: expected 12 tiles, found 9
        """
        error, where = copy(self), f"{whole}{joint}{self.where}"
        PentaError.__init__(error, where, expected=self.expected, found=self.found, hint=self.hint)
        return error


@contextmanager
def errors_within(whole: str) -> Iterator[None]:
    """Let what a `PentaError` of the block complains of be a part of *whole*."""
    try:
        yield
    except PentaError as error:
        raise error.within(whole) from None


class SourceError(PentaError):
    """A file cannot be read or written: there is none, it is a folder, it is not text."""


class CardError(PentaError):
    """A text is not a card."""


class RollError(PentaError):
    """A text is not a legal roll, or the card does not show its symbols."""


class PointsError(PentaError):
    """A text does not give points to every tile, or to every line of a sheet."""


class SheetError(PentaError):
    """A text is not a player's sheet, or the sheet cannot be played on."""


class GameError(PentaError):
    """A text is not a game of Penta-Rush in the variant asked for, or the game is over."""


class MoveError(PentaError):
    """A player typed a line that is not allowed now."""


class StateError(PentaError):
    """A text is not the state of a game, as its board has it between two turns."""


class RecordError(PentaError):
    """A text is not the record of a game, or not of a legal one."""


class RegionError(PentaError):
    """A text is not a region that pentominoes can fill."""


class PiecesError(PentaError):
    """A text does not name pentominoes."""


class CheckpointError(PentaError):
    """A file is not the checkpoint of this search."""


class PaperError(PentaError):
    """Something does not fit on the paper or on the dice."""


class ConstraintError(PentaError):
    """No card meets the constraints of a layout, or a constraint is invalid."""


class TableError(PentaError):
    """A file is not a learned table of values."""


class WorkerError(PentaError):
    """Worker processes or a cluster are not available, or are killed again and again."""


class CatalogueError(PentaError):
    """A file is not a usable catalogue of cards, or a row of it is invalid."""


class PageError(PentaError):
    """A page.toml does not describe the page of a game."""


class BoxError(PentaError):
    """A GAME.toml does not describe what is in the box of a game."""


class RequestError(PentaError):
    """A browser asks for something that the page's server does not answer."""


class AddressError(PentaError):
    """The page's server cannot listen at an address."""


class CoverError(PentaError):
    """Options, items and bounds are not a valid exact cover problem."""


class BrokenInvariantError(RuntimeError):
    """A defect of ours: the referee or another engine does not accept what a search found."""


class UndecidedError(RuntimeError):
    """A search reached its limit before it had an answer."""


def quoted(value: Any) -> str:
    """Return the repr of *value* on one line, shortened if it is long.

    >>> quoted("AA?")
    "'AA?'"
    >>> quoted("A" * 500)
    "'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA...'"
    """
    if not isinstance(value, str):
        try:
            return shortened(repr(value))
        except RecursionError:
            return "a list of lists of lists"
    # Cut before repr is taken, so that a huge text costs nothing, and that no escape is cut.
    length = min(len(value), _MAX_QUOTED)
    while len(text := repr(value[:length])) > _MAX_QUOTED - (0 if length == len(value) else 3):
        length -= 1
    return text if length == len(value) else f"{text[:-1]}...{text[-1]}"


def shortened(text: str) -> str:
    """Return *text*, with dots for its end if it is long."""
    return text if len(text) <= _MAX_QUOTED else text[: _MAX_QUOTED - 2] + "..."


def error_text(error: OSError | ValueError) -> str:
    """Return what a message says was found where the system reports this *error*."""
    return f"an error ({error.strerror if isinstance(error, OSError) else error})"


def closest_match(word: str, known: Iterable[str]) -> str | None:
    """Return the word of *known* that is most like *word*, if any is close.

    >>> closest_match("medow", ["harbour", "meadow"])
    'meadow'
    """
    from difflib import get_close_matches  # only an error needs it

    return next(iter(get_close_matches(word, known, n=1)), None)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question that suggests a word of *known*; empty if none is close to *word*.

    >>> did_you_mean("medow", ["harbour", "meadow"])
    "did you mean 'meadow'?"
    """
    near = closest_match(word, known)
    return f"did you mean {near!r}?" if near else ""
