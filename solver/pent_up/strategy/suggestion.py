"""A good move: the best one where the end of the game can be solved, else one by tree search.

A step of either search is a playout of the tree search, or twenty positions of the endgame search,
which take about as long.
"""

from random import Random
from typing import NamedTuple

from solver.pent_up.position import PilePlacement, Position
from solver.pent_up.record import TILE_COUNT
from solver.pent_up.strategy.budget import SearchBudget
from solver.pent_up.strategy.endgame import solve
from solver.pent_up.strategy.mcts import search_tree

_ENDGAME_TILES = 4  # half a second solves about every other such endgame, and most smaller ones


class Odds(NamedTuple):
    """How often the side to move is expected to *win*, to *draw* and to *lose*."""

    win: float
    draw: float
    lose: float


class Suggestion(NamedTuple):
    """A move and its *odds*, from *visits* of the playouts: 0 if they are proved."""

    placement: PilePlacement
    odds: Odds
    visits: int = 0
    playouts: int = 0

    @property
    def is_proved(self) -> bool:
        """Whether the odds are the result of best play by both sides."""
        return not self.playouts


def suggest_move(
    position: Position, rng: Random, budget: SearchBudget, *, lowest: bool
) -> Suggestion:
    """Return a good move; with few tiles left, half of the *budget* goes into solving the game."""
    if TILE_COUNT - len(position.placed) <= _ENDGAME_TILES:
        half, budget = budget.halves()
        best = solve(position, half.start(), lowest=lowest)
        if best:
            placement, value = best
            odds = Odds(float(value > 0), float(value == 0), float(value < 0))
            return Suggestion(placement, odds)
    root = search_tree(position, rng, budget.start(), lowest=lowest)
    placement, node = max(root.children.items(), key=lambda child: child[1].visits)
    win, draw = node.wins / node.visits, node.draws / node.visits
    return Suggestion(placement, Odds(win, draw, 1 - win - draw), node.visits, root.visits)
