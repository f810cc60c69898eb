"""The name of a symbol: what may be one, and when two are the same."""

import re
from collections.abc import Sequence
from string import ascii_uppercase

from solver.errors import CardError, quoted

MAX_NAME_LENGTH = 30  # characters
# Of names in a line: those of ASCII, and the commas and semicolons of Chinese, Japanese and Arabic.
SEPARATORS = ";\t,\uff1b\uff0c\u3001\u061b\u060c"
SEPARATOR = re.compile(f"[{SEPARATORS}]")

_VARIATION_SELECTORS = {0xFE0E: None, 0xFE0F: None}  # as text, as a picture: the same symbol
_JOINER = "\u200d"  # joins several emoji into one, and is not printable by itself
# The flags of regions, such as England: a black flag and the letters of its region, unseen.
_REGION_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
_COMMENT = re.compile(r"^#$|\s#|#\s")


def is_letter(text: str) -> bool:
    """Return whether *text* is a single letter A to Z of either case."""
    return len(text) == 1 and text.isascii() and text.isalpha()


def normalized_name(text: str) -> str:
    """Return *text* without blanks around it, inner ones single, in Unicode's composed form.

    >>> normalized_name("  red   circle ")
    'red circle'
    """
    name = " ".join(text.split())
    if not name.isascii():
        from unicodedata import normalize

        name = normalize("NFC", name)
    return name


def name_key(name: str) -> str:
    """Return what spellings of one *name* share: neither capitals nor variants of emoji matter."""
    return name.casefold().translate(_VARIATION_SELECTORS)


def is_spelled(name: str) -> bool:
    """Return whether *name* is a word that may be misspelt, and no numeral or emoji."""
    letters = name.replace(" ", "").replace("-", "").casefold()
    return len(letters) > 2 and letters.isalpha() and not {*letters} <= {*"ivx"}  # noqa: PLR2004


def look_key(name: str) -> str:
    """Return what names share that look the same, in letters of another script."""
    if name.isascii():
        return name_key(name)
    from solver.penta_rush.look_alike import latin_look

    return name_key(latin_look(name))


def looks_like_beginning(name: str, typed: str) -> bool:
    """Return whether *name* looks as if it began with *typed*, in letters of another script."""
    are_latin = name.isascii() and typed.isascii()
    return not are_latin and look_key(name).startswith(look_key(typed))


def check_name(name: str, where: str) -> None:
    """Raise `CardError` unless *name* can be the name of a symbol."""
    if not name or len(name) > MAX_NAME_LENGTH:
        expected = f"a name of 1 to {MAX_NAME_LENGTH} characters"
        raise CardError(where, expected=expected, found=quoted(name))
    visible = _REGION_FLAG.sub("", name).replace(_JOINER, "")
    if not visible.isprintable() or name[0] == _JOINER:
        raise CardError(where, expected="a printable name", found=quoted(name))
    if SEPARATOR.search(name) or "=" in name or _COMMENT.search(name):
        expected = "a name without a comma, a semicolon, '=' or '#' beside a blank"
        raise CardError(where, expected=expected, found=quoted(name))


def graphemes(text: str) -> list[str]:
    """Return the characters of *text* as people count them: an emoji is one."""
    if text.isascii():
        return list(text)
    from wcwidth import iter_graphemes  # few cards need it

    return list(iter_graphemes(text))


def letters_for(names: Sequence[str]) -> dict[str, str]:
    """Return a letter for each of *names*, at most 26 that differ; the result is by name.

    A name that is a letter stays it; the others take the letters that are free, in their order in
    the alphabet, so that cards of the same symbols come to the same letters.

    >>> letters_for(["sun", "B", "red"])
    {'B': 'B', 'red': 'A', 'sun': 'C'}
    """
    own = {name: name.upper() for name in names if is_letter(name)}
    free = (letter for letter in ascii_uppercase if letter not in own.values())
    others = sorted({*names} - {*own}, key=lambda name: (name.casefold(), name))
    return own | dict(zip(others, free, strict=False))
