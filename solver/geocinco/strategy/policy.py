"""The policies that play, from the simplest to the strongest.

random  lays a bridge if it can, and else a token anywhere, all places equally likely
greedy  lays where an estimate of the tokens that it still needs falls most, of several such slots
        anywhere; it contests only where nothing is free
strong  reckons with what the leading rival needs as well, and contests where that pays

The last two lay a bridge as soon as it lowers their estimate.
"""

from enum import IntEnum


class Policy(IntEnum):
    """A way to play; the kernel knows it by its number."""

    RANDOM = 0
    GREEDY = 1
    STRONG = 2

    @property
    def label(self) -> str:
        """Its name on the command line."""
        return self.name.lower()
