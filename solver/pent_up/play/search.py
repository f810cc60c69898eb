"""A good move: the best one where the end of the game can be solved, else by tree search."""

from random import Random
from typing import NamedTuple

from solver.pent_up.play.budget import Effort
from solver.pent_up.play.endgame import solve
from solver.pent_up.play.mcts import grown
from solver.pent_up.position import Placement, Position
from solver.pent_up.record import TILES

_FEW = 4  # tiles: half a second solves about every other such end game, and most smaller ones


class Odds(NamedTuple):
    """How often the side that moves is expected to *win*, to *draw* and to *lose*."""

    win: float
    draw: float
    lose: float


class Advice(NamedTuple):
    """A move and its *odds*, seen in so many *visits* of all *playouts*: 0 if they are proved."""

    placement: Placement
    odds: Odds
    visits: int = 0
    playouts: int = 0

    @property
    def is_proved(self) -> bool:
        """Whether this comes of the best play of both sides."""
        return not self.playouts


def advise(position: Position, rng: Random, effort: Effort, *, lowest: bool) -> Advice:
    """Return a good move for the side that moves, which must have a tile left.

    Where few tiles are left, half of the *effort* goes into solving the game.
    """
    if TILES - len(position.laid) <= _FEW:
        half, effort = effort.halves()
        solution = solve(position, half.limit(), lowest=lowest)
        if solution:
            placement, value = solution
            odds = Odds(float(value > 0), float(value == 0), float(value < 0))
            return Advice(placement, odds)
    root = grown(position, rng, effort.limit(), lowest=lowest)
    placement = root.favourite()
    node = root.children[placement]
    win, draw = node.wins / node.visits, node.draws / node.visits
    return Advice(placement, Odds(win, draw, 1 - win - draw), node.visits, root.visits)


def good_move(position: Position, rng: Random, *, effort: Effort, lowest: bool) -> Placement:
    """Return a good move; with an *effort* it is a player."""
    return advise(position, rng, effort, lowest=lowest).placement
