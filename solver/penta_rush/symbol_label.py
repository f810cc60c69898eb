"""The labels of symbols in pictures of text, where a cell has room for a few characters only.

A terminal with colours shows the forms that it has characters for, in the colours of print.
"""

from collections.abc import Iterator, Mapping
from functools import partial

from solver.drawing.glyph import Glyph
from solver.drawing.styled_text import (
    MAX_WIDTH,
    StyledLine,
    display_width,
    plain_line,
    wrapped_lines,
)
from solver.drawing.text_grid import Grid
from solver.penta_rush.card import Card
from solver.penta_rush.legend import Legend
from solver.penta_rush.symbol_name import graphemes

_MARGINS = 9  # of them, beside the cells of two pictures side by side
_SECOND_PICTURE = 3  # characters a cell: the label of a shape, and what stands between cells
_LEAST, _MOST = 2, 8  # characters of a label
_CHARACTERS = {
    "circle": "\N{BLACK CIRCLE}",
    "square": "\N{BLACK SQUARE}",
    "triangle": "\N{BLACK UP-POINTING TRIANGLE}",
    "star": "\N{BLACK STAR}",
    "diamond": "\N{BLACK DIAMOND}",
    "cross": "\N{HEAVY GREEK CROSS}",
}
# The screen may be dark or light.
_BACKGROUNDS = {"black": " on #ffffff", "white": " on #303030"}


def card_labels(card: Card) -> Grid:
    """Return the rows of *card* as pictures of text show them: names cut short, or letters."""
    labels = symbol_labels(card) if card.legend else {symbol: symbol for symbol in card.symbols}
    label_of = {
        symbol: Glyph(label, partial(_form, symbol, card.legend))
        for symbol, label in labels.items()
    }
    return [[label_of[symbol] for symbol in line] for line in card.lines]


def roll_line(card: Card, text: str, roll: str) -> StyledLine:
    """Return *text*, in which the dice of *roll* have their forms where they have no names."""
    if card.legend:
        return plain_line(text)
    before, _, after = text.partition(roll)
    gap = "" if " " in roll else " "  # letters stand side by side, forms do not
    dice = (
        Glyph(letter, partial(_form, letter, card.legend, before=gap * bool(number)))
        if letter in card.symbols
        else letter
        for number, letter in enumerate(roll)
    )
    return [(before, ""), *((die, "") for die in dice), (after, "")]


def roll_lines(card: Card, text: str, roll: str) -> list[StyledLine]:
    """Return the `roll_line` in as many lines as its names take."""
    return wrapped_lines(text, others="  ") if card.legend else [roll_line(card, text, roll)]


def key_line(card: Card) -> StyledLine:
    """Return the line below *card*: an empty one, unless its forms are shown, which it explains."""
    return [(Glyph("", partial(_key, card)), "")]


def _key(card: Card) -> StyledLine:
    """Return the names of the symbols that are shown by their forms, each with its form."""
    key: StyledLine = []
    width = 0
    for symbol in card.symbols:
        if form := _form(symbol, card.legend):
            name = f"{card.legend.name(symbol)} "
            item = display_width(name) + 1
            gap = "" if not key else "  " if width + 2 + item <= MAX_WIDTH else "\n"
            width = item + (width + 2 if gap == "  " else 0)
            key += [(gap + name, ""), *form]
    return key


def _form(symbol: str, legend: Legend, *, before: str = "") -> StyledLine:
    """Return the character of a *symbol* in its colour; nothing if its form has none."""
    from solver.penta_rush.named_symbols import look_table, symbol_looks  # few screens show it

    form, colour, has_hole, text = symbol_looks(legend)[symbol]
    if has_hole or text or form not in _CHARACTERS:
        return []
    style = look_table()["colours"][colour]["hex"] + _BACKGROUNDS.get(colour, "")
    gap: StyledLine = [(before, "")] if before else []
    return [*gap, (_CHARACTERS[form], style)]


def symbol_labels(card: Card) -> Mapping[str, str]:
    """Return the label of each symbol of *card*.

    It is the first word of the name, as far as it fits. Where two would then be the same, all
    of them are letters.

    >>> symbol_labels(Card.parse("red circle,sun"))
    {'A': 'red', 'B': 'sun'}
    """
    width = max(_LEAST, min(_MOST, (MAX_WIDTH - _MARGINS) // card.cols - _SECOND_PICTURE))
    name, symbols = card.legend.name, card.symbols
    labels = {symbol: _shortened(name(symbol).split()[0], width) for symbol in symbols}
    are_different = len({label.casefold() for label in labels.values()}) == len(labels)
    return labels if are_different else dict(zip(symbols, symbols, strict=True))


def legend_text(card: Card) -> Iterator[StyledLine]:
    """Yield an empty line and what the labels stand for; nothing if all of them are names."""
    name, labels = card.legend.name, symbol_labels(card)
    cut = [(label, name(symbol)) for symbol, label in labels.items() if label != name(symbol)]
    if cut:
        yield plain_line("")
        yield from wrapped_lines(", ".join(f"{label} = {full}" for label, full in cut))


def _shortened(word: str, width: int) -> str:
    label = ""
    for character in graphemes(word):
        if display_width(label + character) > width:
            break
        label += character
    return label
