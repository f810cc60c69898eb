"""The cards that the tests of strong play use."""

from random import Random

import data
from solver.penta_rush.card import Card


def meadow() -> Card:
    return Card.parse(data.read("cards/meadow.txt"))


def random_card(rows: int, cols: int, seed: int) -> Card:
    """Return a card of all six symbols, as far as it has room for them."""
    rng = Random(seed)
    shown = [*"ABCDEF", *rng.choices("ABCDEF", k=rows * cols)][: rows * cols]
    rng.shuffle(shown)
    return Card(tuple("".join(shown[at : at + cols]) for at in range(0, rows * cols, cols)))
