"""What is said and printed: each language has all texts, and all of them are used."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import data
from solver.files.texts import LANGUAGES as CODES
from solver.files.texts import Language, Texts
from solver.penta_rush.rules import Ruling
from solver.web.error_code import ErrorCode
from solver.web.game_page import GAMES
from solver.web.pages import FRAME
from tests.support import ROOT, Patch, cases

LANGUAGES = {
    code: tomllib.loads(path.read_text("utf-8")) for code, path in data.samples("languages").items()
}
FORMS = {"one", "other"}
# A text("key") in a module, a key that a template begins, and keys in the HTML of the frame.
USES = (
    re.compile(r'\btext\(\s*["\']([\w.-]+)["\']'),
    re.compile(r'data-(?:text|label)="([\w.-]+)"'),
    re.compile(r'["\']([\w-]+(?:\.[\w-]+)+)["\']'),
)
PREFIX = re.compile(r"""(?:`|f")([\w-]+\.(?:[\w-]+\.)*)\$?\{""")


def texts(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Yield the key and all forms of each text."""
    for name, value in table.items():
        if isinstance(value, str):
            yield f"{before}{name}", value
        elif value.keys() >= FORMS:
            yield f"{before}{name}", "\0".join(value.values())
        else:
            yield from texts(value, f"{before}{name}.")


def sources() -> Iterator[str]:
    """Yield what may name a text: the modules of the page, and those of Python that ask for one."""
    for folder in (FRAME, GAMES / "web/export/page", *GAMES.glob("*/page")):
        for path in folder.rglob("*"):
            if path.suffix in {".js", ".html"}:
                yield path.read_text("utf-8")
    for room in ("generator", "solver"):
        for path in (ROOT / room).rglob("*.py"):
            if " Texts" in (source := path.read_text("utf-8")):
                yield source


@pytest.mark.parametrize("code", sorted(LANGUAGES.keys() - {"en"}))
def test_each_language_has_all_texts_with_the_same_blanks(code: str) -> None:
    wanted, found = dict(texts(LANGUAGES["en"])), dict(texts(LANGUAGES[code]))
    assert list(found) == list(wanted)
    for key, text in wanted.items():
        blanks = [set(re.findall(r"\{\w+\}", each)) for each in (text, found[key])]
        assert blanks[0] == blanks[1], key
        assert found[key].strip() == found[key] != "", key


def untypographic(code: str, text: str) -> list[str]:
    """Return the quotes, apostrophes and spaces in *text* that its printers do not use.

    In French, a line does not end before a mark that a space precedes.
    """
    if code == "fr" and (spaces := re.findall("« | [:;?!»]", text)):
        return spaces
    others, quotes = "['\"“”„«»\u2018\u201a\u2039\u203a]", {"de": ("„", "“"), "fr": ("«", "»")}
    start, end = quotes[code]
    return re.findall(others, re.sub(f"{start}{others.replace('[', '[^')}*{end}", "", text))


@pytest.mark.parametrize("code", ["de", "fr"])
def test_quotes_apostrophes_and_spaces_are_typographic(code: Language) -> None:
    for key, text in texts(LANGUAGES[code]):
        assert untypographic(code, text) == [], key
    for game in data.samples(f"rules/{code}"):
        for _, text in Texts(code).rules(game):
            assert untypographic(code, text) == [], text


@cases(
    "code text found",
    ("fr", "C'est", ["'"]),
    ("fr", "C\u2019est «\u00a0là\u00a0»", []),
    ("fr", "„là“", ["„", "“"]),
    ("fr", "Où ? « Là\u00a0»\u00a0!", [" ?", "« "]),
    ("de", "„so“ und „so“", []),
    ("de", "„so” und “so“", ["„", "”", "“", "“"]),
)
def test_other_quotes_and_spaces_are_found(code: str, text: str, found: list[str]) -> None:
    assert untypographic(code, text) == found


def unknown_and_unused() -> tuple[set[str], set[str]]:
    """Return which keys are used but have no text, and which have a text but are not used."""
    keys = {key for key, _ in texts(LANGUAGES["en"])} - {"name"}
    used, prefixes = set(), {"games.", "screens."}
    for source in sources():
        used |= {key for pattern in USES[:2] for key in pattern.findall(source)}
        used |= {key for key in USES[2].findall(source) if key in keys}
        prefixes |= set(PREFIX.findall(source))
    unused = {key for key in keys - used if not key.startswith(tuple(prefixes))}
    return used - keys, unused


def test_no_text_is_missing_and_none_is_too_many() -> None:
    assert unknown_and_unused() == (set(), set())


def test_a_missing_and_an_unused_text_are_found(monkeypatch: Patch) -> None:
    monkeypatch.setitem(LANGUAGES, "en", {**LANGUAGES["en"], "frame": {"new": "New"}})
    missing, unused = unknown_and_unused()
    assert "frame.again" in missing
    assert unused == {"frame.new"}


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_each_symbol_of_penta_rush_is_called_by_its_colour_and_form(code: str) -> None:
    looks = json.loads((GAMES / "penta_rush/page/symbol_looks.json").read_text("utf-8"))
    colours, forms = LANGUAGES[code]["colours"], LANGUAGES[code]["forms"]
    assert (list(colours), list(forms)) == (list(looks["colours"]), list(looks["forms"]))
    if code == "en":  # as the command line calls them
        assert [*colours.values(), *forms.values()] == [*colours, *forms]
    # Of the words for a colour, a form has the first one, or that whose number follows it.
    kinds = {int(form.partition("/")[2] or 0) for form in forms.values()}
    assert kinds == set(range(max(colour.count("/") for colour in colours.values()) + 1))


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_each_sample_card_has_a_name_of_its_own(code: str) -> None:
    names = LANGUAGES[code]["card"]["names"]
    assert names.keys() == data.samples("cards").keys()
    assert len({*names.values()}) == len(names)
    if code == "en":  # as the command line calls them
        assert [*names.values()] == [*names]


def test_each_ruling_on_an_outline_has_a_text() -> None:
    assert LANGUAGES["en"]["play"]["verdict"] == {ruling.value: ruling.value for ruling in Ruling}


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_each_error_code_of_a_table_has_a_text(code: str) -> None:
    assert list(LANGUAGES[code]["seat"]) == [error.value for error in ErrorCode]


def test_each_ruling_against_an_outline_has_a_reason() -> None:
    shown_otherwise = {Ruling.COUNTED, Ruling.WRONG_SYMBOLS, Ruling.UNFINISHED}
    reasons = {ruling.value for ruling in {*Ruling} - shown_otherwise} | {"size", "apart"}
    assert LANGUAGES["en"]["play"]["reason"].keys() == reasons


def test_a_text_is_found_by_its_key_with_its_blanks_filled() -> None:
    assert set(CODES) == LANGUAGES.keys()
    assert Texts("fr")("printed.rules-of", title="Tuiles") == "Tuiles\u00a0: règles du jeu"
    with pytest.raises(KeyError):
        Texts("en")("printed.nothing")
