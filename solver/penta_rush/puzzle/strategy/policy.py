"""The policies: who chooses what to do with a roll, from the simple to the strong.

match     an unused shape on free cells whose symbols are the roll
give up   to cross a shape that fits, at a place where it fits

first    takes the first match, reading the card row by row; gives up the first shape by letter
greedy   takes the match of the most points, the first of them; gives up the cheapest shape
mobile   as greedy, and of equal ones what leaves the most matches to expect of the next roll
value    takes or gives up what leaves the most points to expect, by an estimate
rollout  of what the estimate likes best, takes what scored most in games played to their end
"""

from enum import IntEnum

ROLLOUT_PLAYOUTS = 1000  # of the rollout policy, a round


class Policy(IntEnum):
    """A way to play, by the number that the kernel knows it by."""

    FIRST = 0
    GREEDY = 1
    MOBILE = 2
    VALUE = 3
    ROLLOUT = 4

    @property
    def label(self) -> str:
        """Its name on the command line."""
        return self.name.lower()
