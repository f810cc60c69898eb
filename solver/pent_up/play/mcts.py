"""Monte Carlo tree search: the tree grows where the playouts through it come out well.

playout  a game from a position to its end: each side lays any tile it has left, on any place
visit    a playout through a node of the tree
points   of the one who moved to a node: 1 for each visit that he wins, 1/2 for a draw

A child is chosen by UCB1 (UCT: Kocsis & Szepesvari, 2006). With hundreds of moves in most
positions, only so many are looked at as the visits of a node warrant (progressive widening:
Coulom, 2007), those on the levels that are worth most first, equal ones by lot.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random

from solver.pent_up.play.budget import StopCondition
from solver.pent_up.play.evaluation import level_weights, sign, white_lead
from solver.pent_up.play.player import random_placement
from solver.pent_up.position import PilePlacement, Position

_CURIOSITY = 0.7  # the weight of what is seldom visited, in UCB1
_WIDTH = 1.5  # children that a node has for the square root of its visits
_MOST = 200  # children of a node: more would take 20,000 visits, and memory from the first on


@dataclass(slots=True, eq=False)
class Node:
    """A *position*, what follows it by the moves looked at, and the results of its visits."""

    position: Position
    children: dict[PilePlacement, "Node"] = field(default_factory=dict)
    waiting: list[PilePlacement] | None = None  # moves not looked at, the next one last
    visits: int = 0
    wins: int = 0  # of the one who moved to it
    draws: int = 0

    @property
    def points(self) -> float:
        """What the visits brought to the one who moved to it."""
        return self.wins + self.draws / 2

    def favourite(self) -> PilePlacement:
        """Return the move that was visited most."""
        return max(self.children, key=lambda move: self.children[move].visits)

    def child(self) -> "Node":
        """Return the child to visit next, by UCB1."""
        tries = log(self.visits)
        return max(
            self.children.values(),
            key=lambda one: one.points / one.visits + _CURIOSITY * sqrt(tries / one.visits),
        )

    def has_room(self) -> bool:
        """Return whether its visits warrant one more child."""
        return len(self.children) < 1 + _WIDTH * sqrt(self.visits)

    def widen(self, placement: PilePlacement) -> "Node":
        """Return the new child by a move."""
        child = self.children[placement] = Node(self.position.play(placement))
        return child

    def count(self, result: int) -> None:
        """Count a visit with this *result*: 1 if White wins, -1 if Black does."""
        mover = 1 if len(self.position.placed) % 2 else -1
        self.visits += 1
        self.wins += result == mover
        self.draws += result == 0


def search_tree(position: Position, rng: Random, limit: StopCondition, *, lowest: bool) -> Node:
    """Return the root of a tree with one visit or more; there must be a move."""
    root = Node(position)
    while not (root.visits and limit(root.visits)):
        path = list(_descent(root, rng, lowest=lowest))
        result = playout(path[-1].position, rng, lowest=lowest)
        for node in path:
            node.count(result)
    return root


def playout(position: Position, rng: Random, *, lowest: bool) -> int:
    """Return the result of a game that goes on by lot: 1 if White wins, -1 if Black does."""
    while shapes := position.tiles_left:
        position = position.play(random_placement(position.placement_sets(rng.choice(shapes)), rng))
    return sign(white_lead(position.placed, lowest=lowest))


def _descent(node: Node, rng: Random, *, lowest: bool) -> Iterator[Node]:
    """Yield the nodes from the root to the one that this visit adds, or to the end of a game."""
    yield node
    while node.position.tiles_left:
        if node.waiting is None:
            node.waiting = _moves(node.position, rng, lowest=lowest)
        if node.waiting and node.has_room():
            yield node.widen(node.waiting.pop())
            return
        node = node.child()
        yield node


def _moves(position: Position, rng: Random, *, lowest: bool) -> list[PilePlacement]:
    """Return the legal moves that may be looked at, the first one last."""
    moves = list(position.placements())
    if not position.placed:  # how the first tile is turned makes no difference
        moves = list({move.shape: move for move in moves}.values())
    worth = level_weights(lowest=lowest)
    rng.shuffle(moves)
    return sorted(moves, key=lambda move: worth[move.level])[-_MOST:]
