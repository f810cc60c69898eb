"""The symbols of a card as people have it, words, emoji, digits or letters, and their letters."""

import re
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_uppercase

from solver.errors import CardError, did_you_mean, quoted
from solver.penta_rush.legend import Legend
from solver.penta_rush.symbol_name import (
    check_name,
    is_letter,
    latin_look,
    letters_for,
    look_key,
    name_key,
    normalized_name,
)

Row = Sequence[str]

_LEGEND_LINE = re.compile(r"([A-Za-z])\s*[=:]\s*(.*)")
# A line that gives a name, in the form of a legend or nearly so.
_NAMING = re.compile(
    r"[^=,;\t|]*[^\s=,;\t|]\s*=.*|[A-Za-z]\s*(?::|\s[-\u2010-\u2015]\s|->|\u2192).+"
)
_LEGEND_HINT = "the legend stands above the rows, one 'A = red' per line, the letter first"
_FIRST_HINT = "the legend stands first: '# ' before what is above it makes it a comment"
# What programs write into a cell that has no value.
_NO_VALUE = {"#ref!", "#n/a", "#value!", "#div/0!", "#name?", "#null!", "#num!", "#spill!"}
_NO_VALUE |= {"n/a", "null", "nan"}
_KEYCAP = "\u20e3"  # makes an emoji of '#' and '*', too
_SIGN_CATEGORIES = {"Sc", "Sk", "Sm"}  # of Unicode: of money, of mathematics, and accents alone
_ENDS = ".,:;!?\u060c\uff1b"
_SYMBOL_CATEGORIES = "LNS"  # of Unicode: letters, numbers, symbols, but not punctuation alone


def split_legend(lines: Mapping[int, str], source: str) -> tuple[dict[str, str], dict[int, str]]:
    """Return the names by letters at the beginning of *lines*, and the others."""
    names: dict[str, str] = {}
    others = dict(lines)
    for number, line in lines.items():
        if (match := legend_line(line)) is None:
            break
        letter, name = match[1].upper(), normalized_name(match[2])
        where = f"{source}, line {number}"
        if "=" in name:
            found = quoted(line.strip())
            raise CardError(where, expected="one name", found=found, hint=_LEGEND_HINT)
        check_name(name, where)
        if letter in names:
            found = f"{quoted(name)}, and {quoted(names[letter])} before"
            raise CardError(where, expected=f"one name of {letter}", found=found)
        names[letter] = name
        del others[number]
    return names, others


def check_has_rows(lines: Mapping[int, str], others: Mapping[int, str], source: str) -> None:
    """Raise `CardError` if all *lines* of a card are its legend, so that no *others* are left."""
    if lines and not others:
        line = next(iter(lines.values())).strip()
        hint = f"{quoted(line)} is a line of the legend; rows have no '=' and no ':'"
        expected = "rows of symbols below the legend"
        raise CardError(source, expected=expected, found="none", hint=hint)


def check_no_legend(lines: Mapping[int, str], source: str) -> None:
    """Raise `CardError` if one of the rows, *lines*, is a line of a legend, which belongs above."""
    for number, line in lines.items():
        if _NAMING.fullmatch(line.strip()):
            where, found = f"{source}, line {number}", quoted(line.strip())
            hint = _FIRST_HINT if legend_line(line) else _LEGEND_HINT
            raise CardError(where, expected="a row of symbols", found=found, hint=hint)


def in_letters(
    rows: Mapping[int, Row], names: Mapping[str, str], source: str
) -> tuple[tuple[str, ...], Legend]:
    """Return *rows*, by their line numbers, in letters, and the legend.

    If there are *names*, every symbol must be one of them, or a letter. Raises `CardError` when one
    is not, when more than 26 differ, or two look alike.
    """
    spelling: dict[str, str] = {}  # the first one of each symbol, by its small letters
    for number, row in rows.items():
        for position, symbol in enumerate(row, start=1):
            if name_key(symbol) not in spelling:
                _check_symbol(symbol, names, f"{source}, line {number}, symbol {position}")
                spelling[name_key(symbol)] = symbol
    _check_looks(spelling, rows, source)
    _check_ends(spelling, source)
    _check_signs(rows, source)
    if len(spelling) > len(ascii_uppercase):
        expected = f"at most {len(ascii_uppercase)} different symbols"
        raise CardError(source, expected=expected, found=str(len(spelling)))
    letters = {name_key(symbol): letter for letter, symbol in names.items()}
    if names:
        unnamed = {key: symbol.upper() for key, symbol in spelling.items() if key not in letters}
        letters = unnamed | letters
        legend = Legend.of(names)
    else:
        letter_of = letters_for(list(spelling.values()))
        letters = {name_key(symbol): letter for symbol, letter in letter_of.items()}
        legend = Legend.of(
            {letter: letter if is_letter(name) else name for name, letter in letter_of.items()},
            # Nobody has seen them; where no name has letters of its own, they are easier to type.
            shows_letters=not any(each.isalpha() for name in letter_of for each in name),
        )
    lines = ("".join(letters[name_key(symbol)] for symbol in row) for row in rows.values())
    return tuple(lines), legend


def merging_notes(rows: Mapping[int, Row], source: str) -> Iterator[str]:
    """Yield a note for spellings in *rows* of one symbol that differ in more than capitals."""
    first: dict[str, str] = {}
    for number, row in rows.items():
        for symbol in row:
            other = first.setdefault(name_key(symbol), symbol)
            if symbol != other and len(symbol.lower()) != len(other.lower()):
                first[name_key(symbol)] = symbol
                if symbol.isalpha():
                    yield f"{source}, line {number}: {symbol} and {other} are taken for one symbol"


def _check_looks(spelling: Mapping[str, str], rows: Mapping[int, Row], source: str) -> None:
    """Raise `CardError` if two symbols, by their *spelling*, look the same in different scripts."""
    first: dict[str, str] = {}
    for key, symbol in spelling.items():
        if (other := first.setdefault(look_key(symbol), key)) != key:
            number = next(number for number, row in rows.items() if symbol in row)
            expected = f"one script for {quoted(latin_look(symbol))}"
            found = f"{symbol!a} and {spelling[other]!a}, which look the same"
            raise CardError(f"{source}, line {number}", expected=expected, found=found)


def _check_ends(spelling: Mapping[str, str], source: str) -> None:
    """Raise `CardError` if a symbol, by its *spelling*, is another one with a full stop or so."""
    for key, symbol in spelling.items():
        bare = key.rstrip(_ENDS)
        if bare != key and bare in spelling:
            found = f"{quoted(symbol)} and {quoted(spelling[bare])}"
            raise CardError(source, expected="one spelling of each symbol", found=found)


def _check_signs(rows: Mapping[int, Row], source: str) -> None:
    """Raise `CardError` if a sign stands between all symbols of *rows*, or fills some of them."""
    from unicodedata import category

    between = {symbol for row in rows.values() for symbol in row[1::2]}
    others = {symbol for row in rows.values() for symbol in row[::2]}
    lines = [{*row} for row in rows.values()]
    for sign in between.union(*(line for line in lines if len(line) == 1)):
        if len(sign) > 1 or category(sign) not in _SIGN_CATEGORIES:
            continue
        is_ruling = {sign} in lines and not any(sign in line for line in lines if line != {sign})
        if len(lines) > 1 and is_ruling:
            raise CardError(source, expected="rows of symbols", found=f"rows of {quoted(sign)}")
        if between == {sign} and sign not in others and all(len(row) % 2 for row in rows.values()):
            found, hint = f"{quoted(sign)} between all of them", "put commas between the symbols"
            raise CardError(source, expected="symbols", found=found, hint=hint)


def legend_line(line: str) -> re.Match[str] | None:
    """Return the letter and the name that *line* gives it, as ``A = red circle`` does, if any."""
    # A spreadsheet may have put quotes around the line, and separators after it.
    text = line.strip().rstrip(",;\t ")
    return _LEGEND_LINE.fullmatch(text.strip('"') if text.startswith('"') else text)


def _check_symbol(symbol: str, names: Mapping[str, str], where: str) -> None:
    from unicodedata import category

    if names:
        if not (is_letter(symbol) or name_key(symbol) in map(name_key, names.values())):
            expected = f"a symbol of the legend ({', '.join(names.values())})"
            hint = did_you_mean(symbol, names.values())
            raise CardError(where, expected=expected, found=quoted(symbol), hint=hint)
        return
    if "=" in symbol:
        hint = "the legend stands before the rows"
        raise CardError(where, expected="a symbol", found=quoted(symbol), hint=hint)
    check_name(symbol, where)
    if symbol.casefold() in _NO_VALUE:
        hint = "a cell without a symbol, or with an error of the spreadsheet"
        raise CardError(where, expected="a symbol", found=quoted(symbol), hint=hint)
    has_sign = any(category(character)[0] in _SYMBOL_CATEGORIES for character in symbol)
    if not (has_sign or symbol.endswith(_KEYCAP)):
        expected = "a letter, a word, a digit or an emoji"
        raise CardError(where, expected=expected, found=quoted(symbol))
