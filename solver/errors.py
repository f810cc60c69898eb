"""What can go wrong: a caller's mistake has a named error, our own mistake another.

Every message of a caller's mistake has one form: where, what was expected, what was found.
"""

from collections.abc import Iterable
from typing import Any

_SHOWN = 40


class PentaError(ValueError):
    """A caller's mistake, told in one line: *where* what was *expected* and what *found*.

    >>> print(PentaError("card, line 2", expected="10 symbols", found="9"))
    card, line 2: expected 10 symbols, found 9
    """

    def __init__(self, where: str, *, expected: str, found: str, hint: str = "") -> None:
        mend = f" ({hint})" if hint else ""
        super().__init__(f"{where}: expected {expected}, found {found}{mend}")


class SourceError(PentaError):
    """A text cannot be had: no such file, a folder, a binary file."""


class CardError(PentaError):
    """A text is not a card."""


class RollError(PentaError):
    """A text is not a roll that counts, or the card cannot show it."""


class PointsError(PentaError):
    """A text does not give each tile its points."""


class SheetError(PentaError):
    """A text is not a player's sheet."""


class GameError(PentaError):
    """A text is not a game of five rounds."""


class MoveError(PentaError):
    """A line that a player typed is none that he may type now."""


class RecordError(PentaError):
    """A text is not the record of a game of Pent-Up, or not of a legal one."""


class RegionError(PentaError):
    """A text is not a region that pentominoes can fill."""


class PiecesError(PentaError):
    """A text does not name pentominoes."""


class CheckpointError(PentaError):
    """A file is not the checkpoint of this run."""


class PaperError(PentaError):
    """What is to be printed fits neither the paper nor the dice."""


class ConstraintError(PentaError):
    """Wishes of a card that no card keeps, or that are none."""


class WorkerError(PentaError):
    """Those who were to do the work cannot be had, or are killed again and again."""


class CatalogueError(PentaError):
    """A file is not a catalogue of cards that can be used, or an entry is none."""


class CoverError(PentaError):
    """Options, items and bounds do not pose an exact cover problem."""


class BrokenInvariantError(RuntimeError):
    """A search gave what the referee, or another engine, does not accept: a defect of ours."""


class UndecidedError(RuntimeError):
    """A search came to its limit before the answer."""


def quoted(value: Any) -> str:
    """Return the repr of *value* on one line, cut short where it is long.

    >>> quoted("AA?")
    "'AA?'"
    >>> quoted("A" * 500)
    "'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA..."
    """
    # Cut before repr is taken, so that a huge text costs nothing; and after, for escapes.
    text = repr(value[: 2 * _SHOWN] if isinstance(value, str) else value)
    return shortened(text)


def shortened(text: str) -> str:
    """Return *text*, cut short where it is long."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 2] + "..."


def closest_match(word: str, known: Iterable[str]) -> str | None:
    """Return the word of *known* that was meant, if one is near.

    >>> closest_match("medow", ["harbour", "meadow"])
    'meadow'
    """
    from difflib import get_close_matches  # only an error needs it

    return next(iter(get_close_matches(word, known, n=1)), None)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the question for the word of *known* that was meant; empty if none is near.

    >>> did_you_mean("medow", ["harbour", "meadow"])
    "did you mean 'meadow'?"
    """
    near = closest_match(word, known)
    return f"did you mean {near!r}?" if near else ""
