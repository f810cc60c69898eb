"""What every screen owes to everybody: room, names, contrast, colours, symbols, light and dark."""

import re
from itertools import combinations
from math import dist
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import TYPE_CHECKING

import pytest

from solver.drawing.scene import Circle, Point, Polygon
from solver.penta_rush.legend import Legend
from solver.penta_rush.named_symbols import Look, look_table, symbol_looks
from solver.penta_rush.symbol_art import symbol, symbol_colour, symbol_name
from tests.browser.conftest import HEIGHTS
from tests.browser.games import hidden_rows, overflow, tall_labels
from tests.browser.pictures import MOST_BYTES, WIDTHS, picture_file
from tests.browser.scenes import FURTHER, PICTURED, SCENES
from tests.browser.spoken import speak
from tests.solver.web.test_languages import LANGUAGES
from tests.support import Patch, slow

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from solver.drawing.scene import Mark
    from tests.browser.conftest import OpenPage

# Scenes that take a tenth of the time that all take, so in the slow tier.
LONG = {"fair", "geocinco", "knaster", "make", "puzzle"}


@pytest.mark.parametrize(
    "scene", [slow(scene) if scene in FURTHER | LONG else scene for scene in SCENES]
)
def test_a_screen_suits_every_page_and_every_reader(scene: str, open_page: "OpenPage") -> None:
    page = open_page()
    SCENES[scene](page)
    assert _small_targets(page) == []
    for width, height in HEIGHTS.items():
        page.set_viewport_size({"width": width, "height": height})
        assert (width, overflow(page)) == (width, [])
    assert _violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert _violations(page, "color-contrast") == []


def _on_small_phone(scene: str, language: str, open_page: "OpenPage", monkeypatch: Patch) -> "Page":
    """Return the page as it shows *scene* in a *language* on the smallest phone."""
    speak(language, monkeypatch)
    page = open_page(width=320, language=language)
    SCENES[scene](page)
    return page


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {"en"}))
@pytest.mark.parametrize("scene", SCENES)
def test_no_text_is_too_long_in_another_language(
    scene: str, language: str, open_page: "OpenPage", monkeypatch: Patch
) -> None:
    page = _on_small_phone(scene, language, open_page, monkeypatch)
    assert overflow(page) == []
    assert tall_labels(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_to_be_done_is_seen_below_the_card_on_a_small_phone(
    language: str, open_page: "OpenPage", monkeypatch: Patch
) -> None:
    page = _on_small_phone("play", language, open_page, monkeypatch)
    assert hidden_rows(page, ".status, .stage .hint, .bar > .button") == []
    assert tall_labels(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("scene", ["knaster", "knaster-pencil", "up", "up-puzzles", "up-climb"])
def test_what_a_game_asks_for_is_seen_above_the_bars_of_a_small_phone(
    scene: str, language: str, open_page: "OpenPage", monkeypatch: Patch
) -> None:
    page = _on_small_phone(scene, language, open_page, monkeypatch)
    page.evaluate("scrollTo(0, 0)")
    status, thumb = (
        page.locator(f".screen:not([hidden]) {part}:visible").bounding_box()
        for part in (".status", ".thumb")
    )
    assert status is not None
    assert thumb is not None
    assert status["y"] + status["height"] <= thumb["y"]


@pytest.mark.slow
@pytest.mark.parametrize("scene", ["play", "together-door", "knaster", "up-climb", "make"])
def test_no_label_of_a_button_takes_three_lines_in_german(
    scene: str, open_page: "OpenPage", monkeypatch: Patch
) -> None:
    speak("de", monkeypatch)
    page = open_page(width=320, language="de")
    SCENES[scene](page)
    lines = page.locator(".button span:visible").evaluate_all(
        """(all) => all.map((label) => {
            const range = document.createRange();
            range.selectNodeContents(label);
            const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
            return [label.innerText, new Set(tops).size];
        })"""
    )
    assert [label for label, count in lines if count > 2] == []


def test_light_and_dark_follow_the_reader(open_page: "OpenPage") -> None:
    page = open_page(dark=True)
    colour = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(colour) == "rgb(21, 23, 27)"
    page.emulate_media(color_scheme="light")
    assert page.evaluate(colour) == "rgb(244, 242, 237)"


def test_the_pictures_in_the_documentation_are_small() -> None:
    for scene in PICTURED:
        for width in WIDTHS:
            assert 0 < picture_file(scene, width).stat().st_size <= MOST_BYTES


def _small_targets(page: "Page") -> list[str]:
    """Return what is too small for a finger."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button, a, summary, label.switch")]
            .filter((one) => one.checkVisibility() && !one.matches(".skip"))
            .filter((one) => {
                const { width, height } = one.getBoundingClientRect();
                return Math.min(width, height) < 43.5;
            })
            .map((one) => one.outerHTML.slice(0, 100))"""
    )
    return found


def _violations(page: "Page", *rules: str) -> list[str]:
    """Return what axe finds wrong with names, roles and contrast, or against *rules* alone."""
    from axe_playwright_python.sync_playwright import Axe

    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = Axe().run(page, options=options).response["violations"]
    return [f"{one['id']}: {node['html'][:150]}" for one in found for node in one["nodes"]]


FRAME = Path(__file__).parents[2] / "solver/web/page/frame.css"
VISION = {
    "full": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
               (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                 (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                (0.004733, 0.691367, 0.303900)),
}  # fmt: skip
_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)

Triple = tuple[float, ...]


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("what", "least"), [("symbol", 13.5), ("outline", 24.0)])
def test_no_two_colours_look_alike(what: str, least: float, scheme: str, vision: str) -> None:
    light, dark = FRAME.read_text("utf-8").split("@media (prefers-color-scheme: dark)", 1)
    block = {"light": light, "dark": dark.split("}\n}", 1)[0]}[scheme]
    colours = re.findall(rf"--{what}-\d: #(\w+);", block)
    assert len(colours) == {"symbol": 7, "outline": 5}[what]
    seen = [_lab(_times(VISION[vision], _linear(colour))) for colour in colours]
    assert min(dist(one, other) for one, other in combinations(seen, 2)) >= least


def _linear(colour: str) -> Triple:
    digits = "".join(2 * digit for digit in colour) if len(colour) == 3 else colour
    levels = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return tuple(
        level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4 for level in levels
    )


def _lab(linear: Triple) -> Triple:
    xyz = _times(_XYZ, tuple(min(1.0, max(0.0, level)) for level in linear))
    x, y, z = (
        each ** (1 / 3) if each > 0.008856 else 7.787 * each + 16 / 116
        for each in (value / white for value, white in zip(xyz, _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(matrix: tuple[Triple, ...], vector: Triple) -> Triple:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


KNOWN = [
    word.replace("_", " ")
    for entry in (*look_table()["forms"].values(), *look_table()["colours"].values())
    for word in entry["words"].split()
    if len(word) > 1
]
_SIDE = 25  # points on a side of the cell, where the two are compared
_PLACES = [(number + 0.37) / _SIDE - 0.5 for number in range(_SIDE)]
_ON_EDGES = 4  # points that rounding may put on either side of a line


def test_a_symbol_on_the_page_is_the_one_in_print(page: "Page") -> None:
    shown = page.evaluate(
        """async ([letters, places]) => {
            const { ourSymbol, symbolName, symbolNode } = await import("/penta_rush/symbols.js");
            const style = getComputedStyle(document.documentElement);
            return Object.fromEntries([...letters].map((letter) => {
                const symbol = ourSymbol(letter);
                const node = symbolNode(symbol);
                document.body.append(node);
                const marks = [...node.querySelectorAll("path, circle")];
                const isIn = (mark, x, y) => mark.isPointInFill(new DOMPoint(x, y));
                const at = (x, y) => marks.map((mark) => isIn(mark, x, y));
                const points = places.flatMap((y) => places.map((x) => at(x, y)));
                node.remove();
                const colour = style.getPropertyValue(`--symbol-${symbol.colour}`);
                return [letter, { name: symbolName(symbol), colour, points }];
            }));
        }""",
        [ascii_uppercase, _PLACES],
    )
    for letter, found in shown.items():
        assert found["name"] == symbol_name(letter)
        assert found["colour"].replace("#000", "#000000") == symbol_colour(letter)
        marks = symbol(letter, Point(0, 0), 1.0)
        printed = [[_covers(mark, x, y) for mark in marks] for y in _PLACES for x in _PLACES]
        differing = sum(one != other for one, other in zip(found["points"], printed, strict=True))
        assert differing <= _ON_EDGES, letter


def test_a_symbol_looks_as_its_name_says_and_not_as_another_is_called(page: "Page") -> None:
    cards = [
        ["turquoise shape", "grey shape", "light blue star", "dark-red X", "white heart"],
        ["sun", "drop", "fish", "moon", "leaf", "star"],
        ["blue circle", "sun", "red shape 1", "red shape 2", "square", "triangle", "🍀"],
        [f"red shape {number}" for number in range(1, 27)],
    ]
    found = page.evaluate(
        """async (cards) => {
            const { namedSymbols, symbolName } = await import("/penta_rush/symbols.js");
            const names = (words) => words.map((name, at) => [String.fromCharCode(65 + at), name]);
            const symbols = (words) => namedSymbols(
                names(words).map(([letter]) => letter), Object.fromEntries(names(words)));
            const looks = (symbol) => symbolName({ ...symbol, name: "" });
            return cards.map((words) => symbols(words).map(looks));
        }""",
        cards,
    )
    assert found[0] == [
        "turquoise circle", "grey square", "light blue star", "red X", "white heart"
    ]  # fmt: skip
    forms = [look.split()[-1] for look in found[1]]
    assert (forms[1], forms[5]) == ("drop", "star")
    assert len({*forms}) == 6
    assert found[2][0] == "blue circle"
    assert "square" not in {look.split()[-1] for look in found[2][1:4]}
    assert all(look.startswith("red ") for look in [*found[2][2:4], *found[3]])
    assert all(len({*looks}) == len(looks) for looks in found)


def test_the_page_draws_named_symbols_as_the_printer_does(page: "Page") -> None:
    rng = Random(33)
    more = ["dragon", "elf", "7", "\u8349", "red shape 1", "red shape 2", "wood 2", "Rote Form"]
    words, legends = [*KNOWN, *more], list[dict[str, str]]()
    for _ in range(200):
        letters = sorted(rng.sample(ascii_uppercase, rng.randint(1, 12)))
        names = [" ".join(rng.choices(words, k=rng.choice([1, 1, 2]))) for _ in letters]
        named = {name[:30].strip().casefold(): name[:30].strip() for name in names}
        legends.append(dict(zip(letters, named.values(), strict=False)))
    seen = page.evaluate(
        """async ([letters, legends]) => {
            const { namedSymbols, symbolName } = await import("/penta_rush/symbols.js");
            const look = (symbol) => [symbolName({ ...symbol, name: "" }), Boolean(symbol.text)];
            return legends.map((names) => namedSymbols([...letters], names).map(look));
        }""",
        [ascii_uppercase, legends],
    )
    for legend, shown in zip(legends, seen, strict=True):
        looks = symbol_looks(Legend.of(legend))
        assert shown == [
            [_look_name(looks[each]), bool(looks[each].text)] for each in ascii_uppercase
        ]


def _look_name(look: Look) -> str:
    return f"{look.colour} {look.form}{' with a hole' if look.has_hole else ''}"


def _covers(mark: "Mark", x: float, y: float) -> bool:
    """Return whether the point lies in *mark*, by the crossings of a ray to the right."""
    if isinstance(mark, Circle):
        return (x - mark.centre.x) ** 2 + (y - mark.centre.y) ** 2 <= mark.radius**2
    assert isinstance(mark, Polygon)
    crossings = 0
    for start, end in zip(mark.points, [*mark.points[1:], mark.points[0]], strict=True):
        if (start.y > y) != (end.y > y):
            at = start.x + (y - start.y) / (end.y - start.y) * (end.x - start.x)
            crossings += at > x
    return crossings % 2 == 1
