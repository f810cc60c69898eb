"""The programs that play a solitaire, from the simplest to the strongest.

A match of a roll is a placement of an unused shape on free cells that show its symbols. Without a
match, or instead of one, a shape is crossed, where it fits.

first    circles the first match, reading the card row by row; crosses the first shape by letter
greedy   circles the match of the most points, the first of these; crosses the one of fewest
mobile   as greedy, but of equal placements takes the one that leaves the most matches to expect
value    circles or crosses what leaves the most points to expect, by an estimate
rollout  of what the estimate ranks highest, takes what scores most in games played to their end
"""

from dataclasses import dataclass
from typing import NamedTuple

from solver import simulation
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.question import Count

DEFAULT_PLAYOUTS = 200
ROLLOUT_PLAYOUTS = 1000  # of the rollout program, a round


class Level(simulation.Level):
    """The level of a program that plays solitaires."""

    FIRST = 0
    GREEDY = 1
    MOBILE = 2
    VALUE = 3
    ROLLOUT = 4


class RatedMove(NamedTuple):
    """What may be done in a *round*, and the *mean* and standard *error* of the final score.

    *estimate* is the final score that the estimate expects, without playouts.
    """

    round: PuzzleRound
    mean: float
    error: float
    estimate: float


@dataclass(frozen=True)
class SimulationSpec(simulation.SimulationSpec):
    """Games of a program of this *level* on *card*; rollout plays *playouts* in each round."""

    card: Card
    points: Points
    level: Level = Level.VALUE
    playouts: Count = ROLLOUT_PLAYOUTS


class SimulatedGame(NamedTuple):
    """The rounds of a game that a program played, and its score."""

    rounds: tuple[PuzzleRound, ...]
    score: int
