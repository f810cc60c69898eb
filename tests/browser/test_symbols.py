"""The symbols on the page are those in print: the same forms, colours and names."""

from string import ascii_uppercase
from typing import TYPE_CHECKING

from solver.drawing.scene import Circle, Point, Polygon
from solver.penta_rush.symbol_art import symbol, symbol_colour, symbol_name

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from solver.drawing.scene import Mark

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
