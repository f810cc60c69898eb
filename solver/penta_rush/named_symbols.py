"""How the symbols of a card look: as their names say, where these name what we can draw.

The words of English, German and French that do, their endings, the forms and the colours stand in
one file, which the web page reads as well. Its `symbols.js` decides in the same way, and a test
compares the two: the page draws a card while its names are typed, and cannot wait for an answer.
Any other name stands in the cells itself. A symbol without a name of its own has the form and the
colour of its letter, or another form where a name speaks of that one. No two look the same.
"""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from string import ascii_uppercase
from typing import Any, NamedTuple
from unicodedata import combining, normalize

from solver.penta_rush.legend import PLAIN_LEGEND, Legend
from solver.penta_rush.symbol_name import is_letter

LETTER_FORMS = 13  # the first ones: letters have them, and they may have a hole
_LETTER_COLOURS = 7  # the first ones, which the colour-blind tell apart

_FILE = Path(__file__).with_name("page") / "symbol_looks.json"
_WORD = re.compile(r"[^\W\d_]+|\d+")
_LIGATURES = str.maketrans({"\u0153": "oe", "\xe6": "ae"})
_LEAST_STEM = 3  # characters before an ending


class Look(NamedTuple):
    """A *form* in a *colour*, by their names, perhaps with a hole.

    Where a name is no form and no colour, *text* is that name, and is shown instead.
    """

    form: str
    colour: str
    has_hole: bool = False
    text: str = ""


class Meaning(NamedTuple):
    """What a name says of a look; None for what it leaves open."""

    form: str | None = None
    colour: str | None = None
    has_hole: bool = False


@cache
def look_table() -> Mapping[str, Any]:
    """Return the forms, the colours and their words, as the file has them."""
    table: Mapping[str, Any] = json.loads(_FILE.read_text("utf-8"))
    return table


@lru_cache(maxsize=64)
def symbol_looks(legend: Legend = PLAIN_LEGEND) -> Mapping[str, Look]:
    """Return the look of each symbol, A to Z; it depends on the *legend* alone.

    >>> symbol_looks(Legend.of({"A": "lune", "B": "roter Kreis", "C": "dragon"}))["B"]
    Look(form='circle', colour='red', has_hole=False, text='')
    """
    names = {letter: name for letter, name in legend.names if not is_letter(name)}
    said = {letter: meaning for letter, name in names.items() if (meaning := meaning_of(name))}
    looks = _Looks()
    for letter, (form, colour, has_hole) in said.items():
        if form and colour:
            looks.settle(letter, [Look(form, colour, has_hole)])
    looks.colour({letter: each for letter, each in said.items() if not each.colour})
    looks.form({letter: each for letter, each in said.items() if not each.form})
    told = looks.used(0)
    for letter in ascii_uppercase:
        if letter not in names and (own := _like_ours(letter)[0]).form not in told:
            looks.settle(letter, [own])
    for letter in sorted(ascii_uppercase, key=lambda each: each not in names):
        if letter not in looks.chosen:
            drawn = {look[::2] for look in looks.chosen.values()}
            free = sorted(_like_ours(letter), key=lambda look: look[::2] in drawn)
            free.sort(key=lambda look: look.form in told)
            looks.settle(letter, free, names.get(letter, ""))
    return looks.chosen


class _Looks:
    """The looks that are *chosen* so far, no two alike."""

    def __init__(self) -> None:
        self.chosen: dict[str, Look] = {}

    def used(self, part: int) -> set[object]:
        """Return the forms, part 0, or the colours, part 1, of the looks so far."""
        return {look[part] for look in self.chosen.values()}

    def settle(self, letter: str, choices: Iterable[Look], text: str = "") -> None:
        """Choose the first look of *choices* that no other symbol has, if there is one."""
        taken = {look._replace(text="") for look in self.chosen.values()}
        if found := next((look for look in choices if look not in taken), None):
            self.chosen[letter] = found._replace(text=text)

    def colour(self, forms: Mapping[str, Meaning]) -> None:
        """Give *forms* their usual colours, or else the first that no other symbol has yet."""
        usual = {}
        for letter, (form, _, has_hole) in forms.items():
            colour = look_table()["forms"][form].get("colour")
            if colour and colour not in self.used(1):
                usual[letter] = colour
                self.settle(letter, [Look(form or "", colour, has_hole)])
        for letter, (form, _, has_hole) in forms.items():
            if letter not in usual:
                colours = sorted(look_table()["colours"], key=self.used(1).__contains__)
                self.settle(letter, (Look(form or "", each, has_hole) for each in colours))

    def form(self, colours: Mapping[str, Meaning]) -> None:
        """Give *colours* plain forms, the first that no other symbol has yet."""
        letters = list(look_table()["forms"])[:LETTER_FORMS]
        plain = list(dict.fromkeys([*look_table()["plain"].split(), *letters]))
        for letter, (_, colour, _) in colours.items():
            forms = sorted(plain, key=self.used(0).__contains__)
            choices = product((False, True), forms)
            self.settle(letter, (Look(form, colour or "", hole) for hole, form in choices))


def shares_form(letter: str, legend: Legend) -> bool:
    """Return whether the form of the symbol *letter* is also that of another one with a name."""
    looks = symbol_looks(legend)
    drawn = [looks[each] for each, _ in legend.names if not looks[each].text]
    return sum(look[::2] == looks[letter][::2] for look in drawn) > 1


def meaning_of(name: str) -> Meaning | None:
    """Return what *name* says of a look; None if it has a word that says nothing of one.

    A number behind it tells it from others of its kind.

    >>> meaning_of("\u00c9toiles bleues"), meaning_of("red dragon")
    (Meaning(form='star', colour='blue', has_hole=False), None)
    """
    words, said, has_hole = _WORD.findall(_folded(name)), list[Meaning](), False
    if len(words) > 1 and words[-1].isdigit():
        words.pop()
    holes, fillers = (look_table()[key].split() for key in ("hole", "fillers"))
    while words:
        pair = _vocabulary().get(" ".join(words[:2])) if len(words) > 1 else None
        word, words = words[0], words[2 if pair else 1 :]
        if meaning := pair or _inflected(word):
            said.append(meaning)
        elif word in holes:
            has_hole = True
        elif word not in fillers:
            return None
    # A rose is a flower, and pink, unless another word says the form or the colour.
    forms = {form for form, colour, _ in said if form and not colour} or {
        form for form, _, _ in said if form
    }
    colours = {colour for form, colour, _ in said if colour and not form} or {
        colour for _, colour, _ in said if colour
    }
    if not said or len(forms) > 1 or len(colours) > 1 or (has_hole and not forms):
        return None
    form = next(iter(forms), None)
    may_have_hole = form in list(look_table()["forms"])[:LETTER_FORMS]
    return Meaning(form, next(iter(colours), None), has_hole and may_have_hole)


def _like_ours(letter: str) -> list[Look]:
    """Return looks for a symbol that has only a letter, first its own."""
    number, forms = ascii_uppercase.index(letter), list(look_table()["forms"])[:LETTER_FORMS]
    # Shifted by two, so that a form with a hole has another colour than the same one without it.
    shift = 2 * (number // LETTER_FORMS)
    colour = list(look_table()["colours"])[(number + shift) % _LETTER_COLOURS]
    steps = [divmod((number + step) % len(ascii_uppercase), LETTER_FORMS) for step in range(26)]
    return [Look(forms[form], colour, bool(has_hole)) for has_hole, form in steps]


@cache
def _vocabulary() -> Mapping[str, Meaning]:
    """Return what each word, or pair of words, means."""
    meanings: dict[str, Meaning] = {}
    for key in ("form", "colour"):
        for name, entry in look_table()[f"{key}s"].items():
            for word in entry["words"].replace("_", "\0").split():
                shown = word.replace("\0", " ")
                meanings[shown] = meanings.get(shown, Meaning())._replace(**{key: name})
    return meanings


def _inflected(word: str) -> Meaning | None:
    """Return what *word* means, perhaps in the plural, or as an adjective of a colour."""
    if word in _vocabulary():
        return _vocabulary()[word]
    endings, colour_endings = (look_table()[key].split() for key in ("endings", "colour_endings"))
    for ending in (*endings, *colour_endings):
        stem = word.removesuffix(ending)
        meaning = _vocabulary().get(stem) if stem != word and len(stem) >= _LEAST_STEM else None
        if meaning is None or (ending == "n" and not stem.endswith("e")):
            continue
        if not (meaning.form and ending in colour_endings):
            return meaning
    return None


def _folded(name: str) -> str:
    """Return *name* in small letters without accents."""
    apart = normalize("NFKD", name.casefold()).translate(_LIGATURES)
    return "".join(character for character in apart if not combining(character))
