"""A card that was read, and the code that is printed on it: which of them is taken.

The code says what the card is, and cannot be another card's by mistake, for it has a check. It is
taken unless most of the cells look different: then it is a code of another card. On photos of 24
cards, at the most two cells in a hundred looked different from their code, and from that of another
card 64 in a hundred or more.
"""

from dataclasses import replace

import numpy as np

from solver.penta_rush.card import Card
from solver.penta_rush.legend import Legend
from solver.penta_rush.photo.code_reader import different_cells, read_code
from solver.penta_rush.photo.description import distinct_names, looks
from solver.penta_rush.photo.find_card import quarter_turned
from solver.penta_rush.photo.image_file import Photo
from solver.penta_rush.photo.read_card import CardReading, CodeCheck
from solver.penta_rush.photo.straighten import straightened
from solver.penta_rush.photo.symbol_feature import symbol_features, symbol_forms
from solver.penta_rush.symbol_art import symbol_name

_MOST_DIFFERENT = 0.5  # of the cells


def with_code(
    reading: CardReading,
    photo: Photo,
    *,
    symbols: int | None = None,
    size: tuple[int, int] | None = None,
    keeps_side: bool = False,
) -> CardReading:
    """Return *reading*, or the card of the code beside it in *photo*, and how they compare.

    The card is turned as the code says, unless it *keeps_side*. A code of another number of
    *symbols* or another *size*, if that is known, is not taken.
    """
    scaled = np.diag([photo.scale, photo.scale, 1.0])
    found = reading.lattice._replace(matrix=scaled @ reading.lattice.matrix)
    seen = read_code(photo.image, found)
    if seen is None:
        return reading
    card, lattice, quarters = seen
    if lattice is None:
        return replace(reading, code=CodeCheck(card, None, is_taken=False))
    even = straightened(photo.image, lattice)
    labels = [card.symbols.index(symbol) for line in card.lines for symbol in line]
    features = symbol_features(symbol_forms(even.cells), even.plain)
    different = different_cells(features, labels).reshape(card.rows, card.cols)
    is_size = size is None or set(size) == {card.rows, card.cols}
    is_expected = is_size and symbols in {None, len(card.symbols)}
    is_taken = is_expected and different.mean() <= _MOST_DIFFERENT
    if not is_taken:
        return replace(reading, code=CodeCheck(card, different, is_taken=False))
    names = looks(even.cells, np.array(labels))
    if keeps_side:
        different = np.rot90(different, -quarters)
        for _ in range(-quarters % 4):
            lattice = quarter_turned(lattice)
    whole = lattice._replace(matrix=np.linalg.inv(scaled) @ lattice.matrix)
    named = _named(card, names, -quarters if keeps_side else 0)
    check = CodeCheck(card, different, is_taken=True)
    confidence = np.where(different, 0.0, 1.0)
    return CardReading(named, whole, confidence, code=check, others=reading.others)


def _named(card: Card, names: list[str], quarters: int) -> Card:
    """Return *card* turned by *quarters*, with a legend of the *names* of its symbols.

    If most of them are those of our symbols, all are.
    """
    ours = list(map(symbol_name, card.symbols))
    if 2 * sum(map(str.__eq__, ours, names)) > len(ours):
        names = ours
    legend = Legend.of(dict(zip(card.symbols, distinct_names(names), strict=True)))
    lines = np.rot90(np.array([list(line) for line in card.lines]), quarters)
    return Card(tuple("".join(line) for line in lines), legend)
