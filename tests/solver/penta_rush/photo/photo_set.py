"""Many photos of many prints, and how well a reading of one fits the card."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import data
from generator.printing.card_art import Border
from solver.penta_rush.card import Card
from solver.penta_rush.photo.image_file import Floats
from solver.penta_rush.photo.read_card import CardReading
from tests.solver.penta_rush.photo import photo_maker

Marks = NDArray[np.bool_]

_PRINTS = 8  # kinds of them
_DRAWINGS = {5: photo_maker.forms_alone, 6: photo_maker.colours_alone, 7: photo_maker.other_forms}


def photographs(
    numbers: range, camera: photo_maker.Camera = photo_maker.ORDINARY
) -> Iterator[photo_maker.Photograph]:
    """Yield the photos of these *numbers*: of all sample cards, and of all kinds of prints."""
    paths = data.samples("cards")
    cards = {name: Card.parse(path.read_text("utf-8")) for name, path in paths.items()}
    for number in numbers:
        name = list(cards)[number % len(cards)]
        yield photo_maker.take_photo(_print(number, name, cards[name]), number, camera)


def wrong_cells(reading: CardReading | None, photograph: photo_maker.Photograph) -> int:
    """Return how many cells of the card in *photograph* were read wrongly.

    Symbols may have other letters; where nothing tells which side is up, the card may be turned. If
    it was not found, or has another size, or lies elsewhere, all its cells are wrong.
    """
    cells = photograph.card.rows * photograph.card.cols
    if reading is None or not lies_there(reading.lattice.corners, photograph):
        return cells
    marks = wrong_marks(reading.card, photograph.card)
    return cells if marks is None else int(marks.sum())


def wrong_marks(read: Card, wanted: Card) -> Marks | None:
    """Return which cells of *read* are wrong ``(rows, cols)``; None if it has another size.

    Symbols may have other letters, and the card may be turned; it is taken as it fits best.
    """
    numbers = _numbers(wanted)
    found = []
    for quarters in range(4):
        turned = np.rot90(_numbers(read), quarters)
        if turned.shape == numbers.shape:
            found.append(np.rot90(_wrong(turned, numbers), -quarters))
    return min(found, key=lambda marks: int(marks.sum()), default=None)


def _print(number: int, name: str, card: Card) -> photo_maker.Print:
    """Return the print of the photo of this *number*, of a sample or of a random card."""
    match number % _PRINTS:
        case 0 | 3:
            return photo_maker.printed_card(name, card)
        case 1:
            return photo_maker.printed_card(name, card, low_ink=True)
        case 2:
            return photo_maker.printed_card(name, card, border=Border.WHITE)
        case 4:
            return photo_maker.printed_page(name, card)
        case kind:
            rng = np.random.default_rng(number)
            rows, cols, symbols = rng.integers((4, 4, 4), (15, 15, 9)).tolist()
            other = photo_maker.random_card(number, rows, cols, symbols)
            return photo_maker.drawn_card(other, _DRAWINGS[kind], has_grid=bool(number % 3))


def lies_there(corners: Floats, photograph: photo_maker.Photograph) -> bool:
    """Return whether *corners* are those of the card, but for half a cell."""
    gaps = np.linalg.norm(corners[:, None] - photograph.corners[None], axis=2).min(axis=1)
    first, second, *_ = photograph.corners
    return bool(gaps.max() < np.linalg.norm(second - first) / photograph.card.cols / 2)


def _numbers(card: Card) -> Floats:
    return np.array([[card.symbols.index(letter) for letter in line] for line in card.lines])


def _wrong(read: Floats, wanted: Floats) -> Marks:
    """Return in which cells *read* differs from *wanted*, with letters matched one to one."""
    counts = np.zeros((int(read.max()) + 1, int(wanted.max()) + 1), np.int64)
    np.add.at(counts, (read.astype(int).ravel(), wanted.astype(int).ravel()), 1)
    right = np.zeros(wanted.shape, np.bool_)
    for _ in range(min(counts.shape)):
        one, other = np.unravel_index(counts.argmax(), counts.shape)
        right |= (read == one) & (wanted == other)
        counts[one], counts[:, other] = -1, -1
    return ~right
