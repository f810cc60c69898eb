"""The tables that the kernels need of a card: its placements, rolls and points as arrays."""

from functools import lru_cache

import numpy as np

from solver.errors import RollError
from solver.penta_rush.card import Card
from solver.penta_rush.dice import chance, rolls
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.strategy.kernel.state import SolitaireTables, build_tables
from solver.penta_rush.survey.tables import placement_table


@lru_cache(maxsize=4)
def solitaire_tables(card: Card, points: Points) -> SolitaireTables:
    """Return the tables of *card*, whose dice have the symbols that it shows.

    Raises `RollError` when no roll of these is legal.
    """
    legal_rolls = list(rolls(card.symbols))
    if not legal_rolls:
        expected = "at least 3 symbols on the card"
        raise RollError("dice", expected=expected, found=str(len(card.symbols)))
    roll_index = {roll.symbols: index for index, roll in enumerate(legal_rolls)}
    layout = placement_table(card.rows, card.cols, points)
    cells = layout.cells.astype(np.int64)
    shown = "".join(card.lines)
    symbols = ("".join(sorted(shown[cell] for cell in row)) for row in cells.tolist())
    rolled = np.array([roll_index.get(text, len(legal_rolls)) for text in symbols], np.int64)
    weights = [float(chance(roll, sides=len(card.symbols))) for roll in legal_rolls]
    chances = np.array(weights) / sum(weights)
    return build_tables(
        cells,
        layout.shapes.astype(np.int64),
        rolled,
        np.array(points.values, np.float64),
        chances,
        len(shown),
    )
