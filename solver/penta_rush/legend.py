"""The legend of a card: the names of its symbols, where its owner has other ones than A to Z.

A roll on such a card may be typed in names, in unambiguous beginnings of names, or in letters where
the card shows them. Each die is read by itself, and what fits two symbols is refused.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import Any

from solver.errors import CardError, PentaError, RollError, closest_match, did_you_mean, quoted
from solver.penta_rush.dice import DICE, Roll, check_legal, is_legal
from solver.penta_rush.symbol_name import (
    SEPARATOR,
    Reading,
    check_name,
    graphemes,
    is_letter,
    is_spelled,
    look_key,
    looks_like_beginning,
    name_key,
    normalized_name,
)

_OTHER_SEPARATORS = re.compile(r"\w\s*[/+|&:\-\u2010-\u2015]\s*\w")
_COUNTED = re.compile(r"\d+\s*[x\u00d7*]?\s*(\D.*)")  # 2 sun
_ROLL_OF_LETTERS = re.compile(rf"[A-Z]{{{DICE}}}")


@dataclass(frozen=True, slots=True)
class Legend:
    """The *names* of symbols, each as a letter and its name, sorted. Without any it is false.

    No two names are the same in small letters, and no name is a single letter but its own. It
    *shows_letters* unless the letters are only ours, for a card that shows nothing but names.
    """

    names: tuple[tuple[str, str], ...] = ()
    shows_letters: bool = field(default=True, compare=False, repr=False)

    def __post_init__(self) -> None:
        letters = [letter for letter, _ in self.names]
        if letters != sorted({*letters} & {*ascii_uppercase}):
            raise CardError("legend", expected="sorted letters A-Z", found=quoted(letters))
        letter_of: dict[str, str] = {}
        look_of: dict[str, str] = {}
        for letter, name in self.names:
            where = f"legend, {letter}"
            check_name(name, where)
            if is_letter(name) and name.upper() != letter:
                expected = "a name of more than one letter, or the letter itself"
                raise CardError(where, expected=expected, found=quoted(name))
            if (other := letter_of.setdefault(name_key(name), letter)) != letter:
                found = f"{quoted(name)}, which is {other}"
                raise CardError(where, expected="a name of its own", found=found)
            if (like := look_of.setdefault(look_key(name), name)) != name:
                found = f"{name!a} and {like!a}, which look the same"
                raise CardError(where, expected="a name of its own", found=found)

    def __bool__(self) -> bool:
        return bool(self.names)

    @classmethod
    def of(cls, names: Mapping[str, str], *, shows_letters: bool = True) -> "Legend":
        """Return the legend with these names by letters; false if all letters name themselves."""
        is_plain = all(is_letter(name) and name.upper() == letter for letter, name in names.items())
        return cls() if is_plain else cls(tuple(sorted(names.items())), shows_letters)

    @classmethod
    def from_json(cls, value: Any, where: str, error: type[PentaError] = CardError) -> "Legend":
        """Return the legend that *value*, an object of names by letters, is; or raise *error*."""
        if not isinstance(value, dict) or not all(
            is_letter(letter) and isinstance(name, str) for letter, name in value.items()
        ):
            expected = 'an object of names by letters, such as {"A": "red circle"}'
            raise error(where, expected=expected, found=quoted(value))
        letters = [letter.upper() for letter in value]
        if len({*letters}) < len(letters):
            twice = next(letter for letter in letters if letters.count(letter) > 1)
            raise error(where, expected="each letter once", found=f"{twice} again")
        return cls.of({letter.upper(): normalized_name(name) for letter, name in value.items()})

    def to_json(self) -> dict[str, str]:
        """Return the names by letters."""
        return dict(self.names)

    def including(self, letters: str) -> "Legend":
        """Return this legend with the *letters* that it lacks: beside red, R is the symbol R."""
        names = dict(zip(letters, letters, strict=True)) | self.to_json()
        return Legend.of(names, shows_letters=self.shows_letters)

    def name(self, letter: str) -> str:
        """Return the name of the symbol *letter*: the letter itself if it has no other."""
        return self.to_json().get(letter, letter)

    def roll_text(self, roll: Roll) -> str:
        """Return *roll* in the names of its symbols, as `symbols_text` writes them."""
        return self.symbols_text(roll.symbols)

    def symbols_text(self, letters: str) -> str:
        """Return the names of the symbols *letters*, with commas unless all names are short.

        >>> Legend.of({"A": "red", "B": "star", "C": "sun"}).symbols_text("AABBC")
        'red,red,star,star,sun'
        >>> Legend.of({"A": "1", "B": "2", "C": "3"}).symbols_text("AABBC")
        '11223'
        """
        are_short = all(len(graphemes(name)) == 1 for _, name in self.names)
        return ("" if are_short else ",").join(map(self.name, letters))

    def throw_text(self, dice: Sequence[str]) -> str:
        """Return what to say of *dice* as they fell: their names, and whether they roll again."""
        shown = self.symbols_text("".join(dice)) if self else " ".join(dice)
        return f"thrown: {shown}{'' if is_legal(dice) else ' - roll again'}"

    def parse_roll(
        self,
        text: str,
        *,
        source: str = "roll",
        reading: Reading | None = None,
        letters_hint: str = "",
    ) -> Roll:
        """Return the roll in *text*: names, beginnings of names that fit one name only, or letters.

        Names are separated by commas, semicolons, tabs or blanks; those of one character need no
        separator. *source* names the text in messages. *reading* says whether names or letters are
        meant where both could be; *letters_hint* is what a caller says who can read letters.
        Raises `RollError` unless it is a roll.

        >>> Legend.of({"A": "red", "B": "star", "C": "sun"}).parse_roll("r,r,sun,st,st")
        Roll(symbols='AABBC')
        """
        if not self or reading is Reading.LETTERS:
            return Roll.parse(text, source=source)
        where = f"{source} {quoted(text)}"
        if reading is None:
            self._check_capitals(text, where)
        if not all(map(str.strip, SEPARATOR.split(text)[1:-1])):
            raise RollError(where, expected="a symbol before each separator", found="none")
        words = self.words(text)
        if len(words) != DICE:
            hint = f"as in {','.join(name for _, name in (self.names * DICE)[:DICE])}"
            if _OTHER_SEPARATORS.search(text):
                hint = f"put commas between the symbols, {hint}"
            hint = next(filter(None, map(self._counted_hint, words)), hint)
            found = str(len(words))
            raise RollError(where, expected=f"{DICE} symbols", found=found, hint=hint)
        letters = [
            self._die(word, f"{where}, symbol {number}", reading, letters_hint)
            for number, word in enumerate(words, start=1)
        ]
        legal = "".join(sorted(letters))
        check_legal(legal, where, name=self.name)
        return Roll(legal)

    def parse_json_roll(self, text: str, *, source: str) -> Roll:
        """Return the roll in a *text* of JSON: five capitals are letters, as we write them.

        On a card that shows no letters, they may be names instead. Raises `RollError` where both
        fit.
        """
        are_letters = bool(self and _ROLL_OF_LETTERS.fullmatch(text))
        if are_letters and not self.shows_letters:
            are_letters = {*text} <= {*self.to_json()} and not all(map(self._named, text))
        return (Roll.parse if are_letters else self.parse_roll)(text, source=source)

    def misspellings(self, shown: str) -> dict[str, str]:
        """Return names that stand once among the letters *shown*, each with one nearly the same.

        >>> Legend.of({"A": "leaf", "B": "leav", "C": "sun"}).misspellings("AABCC")
        {'leav': 'leaf'}
        """
        names = [(name, shown.count(letter)) for letter, name in self.names if is_spelled(name)]
        common = [name for name, count in names if count > 1]
        near = {name: closest_match(name, common) for name, count in names if count == 1}
        return {name: meant for name, meant in near.items() if meant}

    def words(self, text: str) -> list[str]:
        """Return the names in *text*, or the beginnings of names, as they were typed."""
        text = text.strip()
        separated = SEPARATOR.split(text) if SEPARATOR.search(text) else text.split()
        words = [name for word in separated if (name := normalized_name(word))]
        if len(words) == 1 and not self._named(words[0]):
            return graphemes(words[0])
        return words

    def fits(self, word: str, reading: Reading | None = None) -> list[str]:
        """Return the letters of the symbols that *word* may stand for, whole or as a beginning."""
        named = [letter for letter, _ in self._named(word)]
        if any(name_key(name) == name_key(word) for _, name in self.names):
            return named
        if reading is not Reading.WORDS and self.shows_letters and is_letter(word):
            named += [letter for letter, _ in self.names if letter == word.upper()]
        return sorted({*named})

    def _named(self, word: str) -> Sequence[tuple[str, str]]:
        """Return the symbols whose name is *word*; if there are none, those that begin like it."""
        typed = name_key(word)
        same = [symbol for symbol in self.names if name_key(symbol[1]) == typed]
        return same or [
            symbol
            for symbol in self.names
            if name_key(symbol[1]).startswith(typed) or looks_like_beginning(symbol[1], typed)
        ]

    def _check_capitals(self, text: str, where: str) -> None:
        """Raise `RollError` where *text* may be our letters as well as beginnings of names."""
        if self.shows_letters or not _ROLL_OF_LETTERS.fullmatch(text):
            return
        names = [[name for _, name in self._named(letter)] for letter in text]
        is_both = {*text} <= {*self.to_json()} and all(names)
        if is_both and names != [[self.name(letter)] for letter in text]:
            typed = ",".join(" or ".join(each) for each in names)
            found = f"the letters of {self.symbols_text(text)}, or beginnings of {typed}"
            hint = "put names in full, with commas between them"
            raise RollError(where, expected="a roll", found=found, hint=hint)

    def _counted_hint(self, word: str) -> str:
        """Return what to type for a name behind a number, as in ``2 sun``; empty for others."""
        match = _COUNTED.fullmatch(word)
        is_counted = match and self._named(match[1]) and not self._named(word)
        return f"write a symbol once per die: {match[1]},{match[1]}" if match and is_counted else ""

    def _die(self, word: str, where: str, reading: Reading | None, letters_hint: str) -> str:
        """Return the letter of the one symbol that *word* stands for; raise `RollError` if none."""
        fits = self.fits(word, reading)
        if len(fits) == 1:
            return fits[0]
        names = [name for _, name in self.names]
        letter = word.upper() if is_letter(word) else ""
        if not fits:
            is_hidden = letter in self.to_json()
            hint = did_you_mean(word, names) or (letters_hint if is_hidden else "")
            hint = self._counted_hint(word) or hint
            expected = f"a symbol of the card ({', '.join(names)})"
            raise RollError(where, expected=expected, found=quoted(word), hint=hint)
        expected = " or ".join(self.name(letter) for letter in fits)
        is_shown = self.shows_letters and letter in fits
        shown = [f"{letter} is the letter of {self.name(letter)}"] if is_shown else []
        hint = "; ".join(filter(None, [*shown, letters_hint if is_shown else ""]))
        raise RollError(where, expected=expected, found=quoted(word), hint=hint)


PLAIN_LEGEND = Legend()  # of a card of letters that name themselves
