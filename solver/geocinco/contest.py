"""A contest for a slot: the player and the owner throw a die each, and the higher face wins.

The die is that of digits, and its star counts 6. Equal faces are thrown again.
"""

from random import Random

from solver.geocinco.throw import DIGIT_FACES


def die_value(face: str) -> int:
    """Return what a *face* of the die of digits is worth in a contest: the star counts 6."""
    return DIGIT_FACES.index(face) + 1


def contest_dice(rng: Random) -> tuple[str, ...]:
    """Return the throws of a contest, to the first in which the two faces differ."""
    thrown = [rng.choice(DIGIT_FACES) + rng.choice(DIGIT_FACES)]
    while thrown[-1][0] == thrown[-1][1]:
        thrown.append(rng.choice(DIGIT_FACES) + rng.choice(DIGIT_FACES))
    return tuple(thrown)


def challenger_wins(dice: tuple[str, ...]) -> bool | None:
    """Return whether the challenger wins; None unless the last of *dice* alone decides it.

    Each throw is the face of the challenger before that of the owner.

    >>> challenger_wins(("33", "*5")), challenger_wins(("12",)), challenger_wins(("33",))
    (True, False, None)
    """
    if any(len(pair) != 2 or not set(pair) <= set(DIGIT_FACES) for pair in dice):  # noqa: PLR2004
        return None
    values = [tuple(map(die_value, pair)) for pair in dice]
    ties = [mine == theirs for mine, theirs in values]
    if not values or ties != [True] * (len(values) - 1) + [False]:
        return None
    mine, theirs = values[-1]
    return mine > theirs
