"""The labels of symbols in pictures of text, where a cell has room for a few characters only."""

from collections.abc import Iterator, Mapping

from solver.drawing.text_grid import (
    MAX_WIDTH,
    Grid,
    StyledLine,
    display_width,
    plain_line,
    wrapped_lines,
)
from solver.penta_rush.card import Card
from solver.penta_rush.symbol_name import graphemes

_MARGINS = 9  # of them, beside the cells of two pictures side by side
_SECOND_PICTURE = 3  # characters a cell: the label of a shape, and what stands between cells
_LEAST, _MOST = 2, 8  # characters of a label


def card_labels(card: Card) -> Grid:
    """Return the rows of *card* as pictures of text show them: names cut short, or letters."""
    if not card.legend:
        return card.lines
    label_of = symbol_labels(card)
    return [[label_of[symbol] for symbol in line] for line in card.lines]


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
