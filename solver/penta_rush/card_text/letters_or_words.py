"""What blanks separate: words, or characters that are a symbol each, with blanks for the eye.

Capitals that begin the alphabet without a gap are letters. Else, where both can be, characters are
taken if they come again and again, and the card says which way it was taken.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from string import ascii_lowercase

from solver.penta_rush.card_id import MAX_SIDE
from solver.penta_rush.dice import FEWEST_SYMBOLS
from solver.penta_rush.symbol_name import Reading, graphemes, is_letter, name_key, other_way

Rows = dict[int, Sequence[str]]  # of symbols, by their line numbers
Noted = tuple[Rows, list[str]]  # and notes on how they were taken, or on what was left out


def taken(
    words: Mapping[int, Sequence[str]],
    names: Mapping[str, str],
    source: str,
    reading: Reading | None = None,
) -> Noted:
    """Return the rows that the *words* on each line are, in letters or in words, and notes.

    *reading* says which way to take what can be taken in two.
    """
    as_words: Rows = dict(words)
    as_characters: Rows = {
        number: list(chain.from_iterable(map(graphemes, row))) for number, row in words.items()
    }
    if reading is not None:
        return as_words if reading is Reading.WORDS else as_characters, []
    if all(len(row) == len(as_characters[number]) for number, row in as_words.items()):
        return as_words, []
    words_fit = _fit(as_words, names)
    characters_fit = _fit(as_characters, names)
    texts = [word for row in words.values() for word in row]
    shown = [character for row in as_characters.values() for character in row]
    begins, widest = begins_alphabet(texts), max(map(len, as_words.values()))
    if not words_fit or not characters_fit:
        is_twice = len(texts) > _different(texts)
        are_words = (
            words_fit
            and not begins
            and (bool(names) or widest > 1 or _look_like_words(texts, shown) or is_twice)
        )
        is_named = bool(names) and (are_words or {*map(str.upper, shown)} <= names.keys())
        is_titled = any(text.istitle() and len(text) > 1 for text in texts)
        is_certain = (begins and not is_titled) or is_named
        if not are_words and not characters_fit:
            is_other = come_again(texts) or not _are_letters(texts)
            are_words, is_certain = widest > 1 and not begins and is_other, True  # an error says it
        elif are_words and widest > 1:
            is_certain = is_certain or come_again(texts)
    else:
        are_signs = widest == 1 and not any(each.isalnum() for each in shown)
        are_words = not are_signs and _are_words(as_words, texts, shown)
        is_certain = are_signs or (
            begins and "".join(texts).isupper() and (widest == 1 or not come_again(texts))
        )
    rows = as_words if are_words else as_characters
    notes = [] if is_certain else [taking_note(rows, source, are_words=are_words)]
    return rows, notes


def double_blank_note(lines: Mapping[int, str], source: str) -> Iterator[str]:
    """Yield a note if names in *lines* may have blanks in them.

    They may where two blanks separate some words, or no word comes again in another column.
    """
    wide = [re.split(r"\s{2,}", line.strip()) for line in lines.values()]
    narrow = [line.split() for line in lines.values()]
    is_table = len({*map(len, wide)}) == 1 and len(wide[0]) > 1
    has_no_break = any("\u00a0" in line.strip() and " " in line.strip() for line in lines.values())
    columns = [{*column} for column in zip(*narrow, strict=False)]
    are_apart = len(columns) > 1 and sum(map(len, columns)) == len(set().union(*columns))
    if (
        has_no_break
        or (len(lines) > 1 and are_apart and any(map(str.isalpha, narrow[0])))
        or (is_table and sum(map(len, wide)) < sum(map(len, narrow)))
    ):
        hint = "put commas between the cells if names have blanks in them"
        yield f"{source}: every blank separates two symbols ({hint})"


def one_row_note(rows: Rows, source: str) -> Iterator[str]:
    """Yield a note if the cells of the only one of *rows* may be rows of letters themselves."""
    texts = [text for row in rows.values() for text in row]
    shown = [character for text in texts for character in graphemes(text)]
    widths = {len(graphemes(text)) for text in texts}
    are_even = len(texts) > 1 and len(widths) == 1 and widths != {1}
    may_be_rows = are_even and not any(map(str.isspace, shown))
    if may_be_rows:
        may_be_rows = begins_alphabet(texts) or not _look_like_words(texts, shown)
    if len(rows) == 1 and (may_be_rows or any("/" in text[1:-1] for text in texts)):
        yield _one_row(rows, source, f"one row of {len(texts)} words")


def grouped_row_note(words: Rows, rows: Rows, source: str) -> Iterator[str]:
    """Yield a note if the only one of *rows* is letters in groups that may be rows themselves."""
    widths = {len(graphemes(word)) for row in words.values() for word in row}
    if len(widths) == 1 and 1 not in widths and len(next(iter(words.values()))) > 1:
        cells = len(next(iter(rows.values())))
        yield _one_row(rows, source, f"one row of {cells} symbols")


def _one_row(rows: Rows, source: str, size: str) -> str:
    return f"{source}, line {next(iter(rows))}: taken as {size} (write a line for every row)"


def taking_note(rows: Rows, source: str, *, are_words: bool) -> str:
    """Return the note that *rows* are taken as letters or words, and how to say the other way."""
    number, row = next(iter(rows.items()))
    shown = ", ".join(row[:3]) + (", ..." if len(row) > 3 else "")  # noqa: PLR2004 - an example
    way, other = ("words", Reading.LETTERS) if are_words else ("letters", Reading.WORDS)
    size = f"{len(rows)}x{len(row)} cells"
    return f"{source}, line {number}: taken as {way}: {size}, {shown} ({other_way(other)})"


def _fit(rows: Rows, names: Mapping[str, str]) -> bool:
    """Return whether *rows* can be those of a card, whose symbols have *names* if there are any."""
    widths = {*map(len, rows.values())}
    if len(widths) != 1 or not 1 <= max(widths) <= MAX_SIDE or len(rows) > MAX_SIDE:
        return False
    known = {name_key(name) for name in names.values()}
    return not names or all(
        is_letter(symbol) or name_key(symbol) in known for row in rows.values() for symbol in row
    )


def _are_words(rows: Rows, texts: Sequence[str], shown: Sequence[str]) -> bool:
    if begins_alphabet(texts):
        return False
    if max(map(len, rows.values())) == 1:
        return _look_like_words(texts, shown)
    if not _are_letters(texts):
        return True
    are_long = not any(map(is_letter, texts))
    are_symbols = are_long and come_again(texts) and _different(texts) >= FEWEST_SYMBOLS
    return are_symbols or 2 * _different(shown) >= len(shown)


def _look_like_words(texts: Sequence[str], shown: Sequence[str]) -> bool:
    """Return whether *texts*, one on each line, are words, not rows of the characters *shown*."""
    if len(texts) == 1 or not any(each.isalnum() for each in shown):
        return False  # one word alone would be a card of one cell
    if all(each.isdecimal() for each in shown):
        numbers = [*map(int, texts)]
        count_up = numbers == [*range(numbers[0], numbers[0] + len(numbers))]
        return count_up or come_again(texts) or min(shown) == "0"
    return 2 * _different(shown) >= len(shown) or come_again(texts)


def come_again(texts: Sequence[str]) -> bool:
    """Return whether *texts* are twice as many as differ, or more."""
    return 2 * _different(texts) <= len(texts)


def _different(texts: Sequence[str]) -> int:
    return len({text.casefold() for text in texts})


def _are_letters(texts: Sequence[str]) -> bool:
    return all(text.isascii() and text.isalpha() for text in texts)


def begins_alphabet(texts: Sequence[str]) -> bool:
    """Return whether the letters of *texts* are the first of the alphabet, without a gap."""
    letters = {each for text in texts for each in text.casefold() if is_letter(each)}
    are_ascii = "".join(texts).isascii() and not any(each.isdigit() for each in "".join(texts))
    return are_ascii and bool(letters) and letters == {*ascii_lowercase[: len(letters)]}
