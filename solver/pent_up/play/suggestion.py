"""A good move: the best one where the end of the game can be solved, else by tree search."""

from random import Random
from typing import NamedTuple

from solver.pent_up.play.budget import SearchBudget
from solver.pent_up.play.endgame import solve
from solver.pent_up.play.mcts import search_tree
from solver.pent_up.position import PilePlacement, Position
from solver.pent_up.record import TILE_COUNT

_FEW = 4  # tiles: half a second solves about every other such end game, and most smaller ones


class Odds(NamedTuple):
    """How often the side that moves is expected to *win*, to *draw* and to *lose*."""

    win: float
    draw: float
    lose: float


class Suggestion(NamedTuple):
    """A move and its *odds*, seen in so many *visits* of all *playouts*: 0 if they are proved."""

    placement: PilePlacement
    odds: Odds
    visits: int = 0
    playouts: int = 0

    @property
    def is_proved(self) -> bool:
        """Whether this comes of the best play of both sides."""
        return not self.playouts


def suggest_move(
    position: Position, rng: Random, effort: SearchBudget, *, lowest: bool
) -> Suggestion:
    """Return a good move for the side that moves, which must have a tile left.

    Where few tiles are left, half of the *effort* goes into solving the game.
    """
    if TILE_COUNT - len(position.placed) <= _FEW:
        half, effort = effort.halves()
        solution = solve(position, half.limit(), lowest=lowest)
        if solution:
            placement, value = solution
            odds = Odds(float(value > 0), float(value == 0), float(value < 0))
            return Suggestion(placement, odds)
    root = search_tree(position, rng, effort.limit(), lowest=lowest)
    placement = root.favourite()
    node = root.children[placement]
    win, draw = node.wins / node.visits, node.draws / node.visits
    return Suggestion(placement, Odds(win, draw, 1 - win - draw), node.visits, root.visits)


def suggested_move(
    position: Position, rng: Random, *, effort: SearchBudget, lowest: bool
) -> PilePlacement:
    """Return a good move; with an *effort* it is a player."""
    return suggest_move(position, rng, effort, lowest=lowest).placement
