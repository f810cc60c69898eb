"""How many rolls a game of several will last: until the first sheet is full, and one more."""

from collections.abc import Collection

from solver.knaster.sheet import Sheet


def rolls_left(own: Sheet, rivals: Collection[Sheet]) -> int | None:
    """Return the rolls left, the last one included, if a rival is to end the game before *own*."""
    return None
