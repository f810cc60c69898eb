"""The levels of the programs that play a solitaire, from the weakest to the strongest.

random  makes any legal move, all equally likely
greedy  makes the move of the most points at once; of several any, all equally likely
table   makes the move of the highest expected final score, by the table that was learned, after
        looking some plies, that is rolls, ahead: one ply is the roll to play

None of them does nothing in the last roll while it has a move.
"""

from enum import IntEnum


class Level(IntEnum):
    """The level of a program; the kernel knows it by its number."""

    RANDOM = 0
    GREEDY = 1
    TABLE = 2

    @property
    def label(self) -> str:
        """Its name on the command line."""
        return self.name.lower()
