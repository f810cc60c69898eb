"""The levels of the programs that play, from the weakest to the strongest.

random  lays a bridge if it can, and else a token anywhere, all positions equally likely
greedy  lays where an estimate of the tokens that it still needs falls most, of several such slots
        any; it contests only where nothing is free
strong  reckons with what the leading rival needs as well, and contests where that pays

The last two lay a bridge as soon as it lowers their estimate.
"""

from solver import simulation


class Level(simulation.Level):
    """The level of a program."""

    RANDOM = 0
    GREEDY = 1
    STRONG = 2
