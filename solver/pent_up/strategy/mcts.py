"""Monte Carlo tree search: the tree grows where the playouts through it turn out well.

A playout is a game from a position to its end, in which each side lays any tile it has left on any
place. A node's visits are the playouts through it. Its points are counted for the side that moved
to it: 1 for each visit which that side wins, 1/2 for a draw.

A child is selected by UCB1 (UCT: Kocsis & Szepesvari, 2006). Most positions have hundreds of moves,
so the number of children of a node is limited by its visits (progressive widening: Coulom, 2007).
Moves on the levels with the greatest weights come first, equal ones in random order.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random

from solver.pent_up.position import PilePlacement, Position
from solver.pent_up.strategy.budget import StopCondition
from solver.pent_up.strategy.endgame import level_weights, sign, white_lead
from solver.pent_up.strategy.program import random_placement

_EXPLORATION = 0.7  # the weight of UCB1's term for nodes with few visits
_WIDENING = 1.5  # children that a node may have, by the square root of its visits
_MAX_CHILDREN = 200  # more would take 20,000 visits, and memory from the first one on


@dataclass(slots=True, eq=False)
class Node:
    """A *position*, its children by the moves tried so far, and the results of its visits."""

    position: Position
    children: dict[PilePlacement, "Node"] = field(default_factory=dict)
    untried: list[PilePlacement] | None = None  # the next one last; None until they are needed
    visits: int = 0
    wins: int = 0  # of the side that moved to it
    draws: int = 0

    def select_child(self) -> "Node":
        """Return the child to visit next, by UCB1."""
        log_visits = log(self.visits)

        def upper_bound(child: Node) -> float:
            points = child.wins + child.draws / 2
            return points / child.visits + _EXPLORATION * sqrt(log_visits / child.visits)

        return max(self.children.values(), key=upper_bound)

    def add_visit(self, result: int) -> None:
        """Count a visit, with the *result* of its playout: 1 if White wins, -1 if Black does."""
        mover = 1 if len(self.position.placed) % 2 else -1
        self.visits += 1
        self.wins += result == mover
        self.draws += result == 0


def search_tree(position: Position, rng: Random, must_stop: StopCondition, *, lowest: bool) -> Node:
    """Return the root of a tree with at least one visit; a tile must be left to lay."""
    root = Node(position)
    while not (root.visits and must_stop(root.visits)):
        path = list(_select_path(root, rng, lowest=lowest))
        result = playout(path[-1].position, rng, lowest=lowest)
        for node in path:
            node.add_visit(result)
    return root


def playout(position: Position, rng: Random, *, lowest: bool) -> int:
    """Return the result of a game that goes on at random: 1 if White wins, -1 if Black does."""
    while shapes := position.tiles_left:
        placement = random_placement(position.placement_sets(rng.choice(shapes)), rng)
        position = position.play(placement)
    return sign(white_lead(position.placed, lowest=lowest))


def _select_path(node: Node, rng: Random, *, lowest: bool) -> Iterator[Node]:
    """Yield the nodes from the root to the one that this visit adds, or to the end of a game."""
    yield node
    while node.position.tiles_left:
        if node.untried is None:
            node.untried = _candidate_moves(node.position, rng, lowest=lowest)
        if node.untried and len(node.children) < 1 + _WIDENING * sqrt(node.visits):
            placement = node.untried.pop()
            child = node.children[placement] = Node(node.position.play(placement))
            yield child
            return
        node = node.select_child()
        yield node


def _candidate_moves(position: Position, rng: Random, *, lowest: bool) -> list[PilePlacement]:
    """Return the legal moves that may be tried, the first one last."""
    moves = list(position.placements())
    if not position.placed:  # how the first tile is turned makes no difference
        moves = list({move.shape: move for move in moves}.values())
    weights = level_weights(lowest=lowest)
    rng.shuffle(moves)
    return sorted(moves, key=lambda move: weights[move.level])[-_MAX_CHILDREN:]
