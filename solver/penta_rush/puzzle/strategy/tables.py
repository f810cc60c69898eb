"""The ground of a card: what the kernel needs of it, made of placements, rolls and points."""

from functools import lru_cache

import numpy as np

from solver.errors import RollError
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import DICE, chance, rolls
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.strategy.kernel.state import PlacementTables
from solver.penta_rush.survey.tables import placement_table


@lru_cache(maxsize=4)
def placement_tables(card: Card, points: Points) -> PlacementTables:
    """Return the ground of *card*; its dice bear the symbols that it shows.

    Raises `RollError` when these allow no legal roll.
    """
    legal = {roll.symbols: number for number, roll in enumerate(rolls(card.symbols))}
    if not legal:
        expected = "at least 3 symbols on the card"
        raise RollError("dice", expected=expected, found=str(len(card.symbols)))
    every = placement_table(card.rows, card.cols, points)
    cells, shapes = every.cells.astype(np.int64), every.shapes.astype(np.int64)
    shown = "".join(card.lines)
    fives = ("".join(sorted(shown[cell] for cell in five)) for five in cells.tolist())
    roll_of = np.array([legal.get(five, len(legal)) for five in fives], np.int64)
    falls = [float(chance(roll, sides=len(card.symbols))) for roll in rolls(card.symbols)]
    chances = np.array(falls) / sum(falls)
    by_roll, cover = np.argsort(roll_of, kind="stable"), np.argsort(cells.ravel(), kind="stable")
    spans = [np.flatnonzero(shapes == shape) for shape in range(len(SHAPES))]
    return PlacementTables(
        cells=cells,
        shapes=shapes,
        rolls=roll_of,
        points=np.array(points.values, np.float64),
        chances=chances,
        upto=np.cumsum(chances),
        by_roll=by_roll,
        starts=np.searchsorted(roll_of[by_roll], np.arange(len(legal) + 1)),
        cover=cover // DICE,
        cover_starts=np.searchsorted(cells.ravel()[cover], np.arange(len(shown) + 1)),
        spans=np.array([(own[0], own[-1] + 1) if len(own) else (0, 0) for own in spans]),
    )
