"""The name of a symbol: what may be one and is no comment; when two are or look the same."""

import re
from collections.abc import Sequence
from enum import Enum
from string import ascii_uppercase

from solver.errors import CardError, quoted

MAX_NAME_LENGTH = 30  # characters
# Of names in a line: those of ASCII, and the commas and semicolons of Chinese, Japanese and Arabic.
SEPARATORS = ";\t,\uff1b\uff0c\u3001\u061b\u060c"
SEPARATOR = re.compile(f"[{SEPARATORS}]")
LETTERS_HINT = "--as letters reads letters"

_VARIATION_SELECTORS = {0xFE0E: None, 0xFE0F: None}  # as text, as a picture: the same symbol
_JOINER = "\u200d"  # joins several emoji into one, and is not printable by itself
# The flags of regions, such as England: a black flag and the letters of its region, unseen.
_REGION_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
_NO_NAME = re.compile(r"^#$|\s#|#\s")  # it would be read as a comment
_COMMENT = re.compile(r"(?:^|(?<=\s))#(?=[ \u00a0#!]|$)")
# The letters of Cyrillic and Greek that most typefaces draw like a Latin one; the wide forms of
# East Asian text; and what is typed for apostrophes and hyphens.
_LATIN = str.maketrans(
    "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425"
    "\u051a\u051c\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u051b\u051d\u0391\u0392"
    "\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf\u03f2\u03f3"
    "\u2018\u2019\u02bc\u2010\u2011\u2012",
    "ABESIJKMHOPCTYXQWaeopcyxsijqwABEZHIKMNOPTYXocj'''---",
) | {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}


class Reading(Enum):
    """How a text is taken that may be read in both ways."""

    LETTERS = "letters"
    WORDS = "words"


def other_way(reading: Reading) -> str:
    """Return how a person says, in the text of a card itself, that *reading* is meant."""
    return f"for {reading.value}: put commas between them"


def naming_option(message: str) -> str:
    """Return *message* of a command that has the option ``--as``, which then names it too."""
    for reading in Reading:
        option = f"for {reading.value}: --as {reading.value}, or commas between them"
        message = message.replace(other_way(reading), option)
    return message


def is_letter(text: str) -> bool:
    """Return whether *text* is a single letter A to Z of either case."""
    return len(text) == 1 and text.isascii() and text.isalpha()


def normalized_name(text: str) -> str:
    """Return *text* without blanks around it, inner ones single, in Unicode's composed form."""
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
    return name_key(latin_look(name))


def latin_look(text: str) -> str:
    r"""Return *text* with Latin letters for the others that look the same.

    >>> latin_look("\u0410\uff11")
    'A1'
    """
    return text if text.isascii() else text.translate(_LATIN)


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
    if SEPARATOR.search(name) or "=" in name or _NO_NAME.search(name):
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
    """
    own = {name: name.upper() for name in names if is_letter(name)}
    free = (letter for letter in ascii_uppercase if letter not in own.values())
    others = sorted({*names} - {*own}, key=lambda name: (name.casefold(), name))
    return own | dict(zip(others, free, strict=False))


def without_comment(line: str) -> str:
    """Return *line* without the comment that ``#`` and a blank begin.

    >>> without_comment("red C# #sun  # a row")
    'red C# #sun  '
    """
    if "#" in line:
        for match in _COMMENT.finditer(line):
            # After a bar it stands in a cell of a ruled table.
            if shown_before(line, match.start()) != "|":
                return line[: match.start()]
    return line


def shown_before(line: str, end: int, separator: str = "") -> str:
    """Return the last character of *line* before *end* that is no blank; a *separator* is none."""
    at = end - 1
    while at >= 0 and line[at].isspace() and line[at] not in separator:
        at -= 1
    return line[at] if at >= 0 else ""
