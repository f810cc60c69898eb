"""The words that players type at the keyboard, one at the beginning of a line."""

from collections.abc import Collection

from solver.errors import MoveError, did_you_mean, quoted

_OTHER_WORDS = {"?": "help", "q": "quit", "exit": "quit"}


def parse_word(
    text: str, words: Collection[str], *, expected: str, with_more: Collection[str]
) -> tuple[str, str]:
    """Return which of the *words* begins *text*, in letters of either case, and what follows it.

    Besides, ``?`` is ``help``, and ``q`` and ``exit`` are ``quit``. Raises `MoveError` where it is
    none of them, and something else was *expected*, or where something follows a word that is not
    one *with_more*.

    >>> parse_word("Circle C3", ["circle"], expected="circle", with_more=["circle"])
    ('circle', 'c3')
    """
    typed, *more = text.lower().split(maxsplit=1) or [""]
    word, rest = _OTHER_WORDS.get(typed, typed), "".join(more).rstrip()
    if word not in words:
        hint = did_you_mean(typed, words)
        raise MoveError("typed", expected=expected, found=quoted(text), hint=hint)
    if rest and word not in with_more:
        raise MoveError("typed", expected=f"{typed!r} alone", found=quoted(text))
    return word, rest


def is_quit(text: str) -> bool:
    """Return whether *text* is one of the words that leave the game."""
    typed = text.strip().lower()
    return _OTHER_WORDS.get(typed, typed) == "quit"
