"""How many rolls a game of several will last: until the first sheet is full, and one more.

Nobody knows, but the free cells of a sheet tell it within two or three rolls. Whoever reckons with
a shorter game plays faster, mostly ends it himself, and leaves those behind who play as if alone.
In games of two who look at two rolls, against one who reckons with no end: no haste won 41 %, two
rolls 53 % (150 games each), four 62 %, six 70 %, eight 66 %, ten 67 % (500 each; at most a tenth
drawn). Where both reckon with an end, haste gains nothing: four rolls won 44 % against none, which
won 48 %, and 47 % against six, which won 44 %. Four rolls are between what is good against either.
"""

from collections.abc import Collection

from solver.knaster.sheet import Sheet

HASTE = 4  # rolls
# By the free cells of a sheet: the rolls until it is full and one more, the mean of 20,000
# solitaires by the learned table.
_ROLLS = (
    *(1.0, 2.1, 3.3, 4.6, 5.9, 7.4, 9.0, 10.7, 12.4, 14.2, 16.0, 17.9, 19.5),
    *(21.1, 22.7, 24.2, 25.6, 26.9, 28.2, 29.5, 30.7, 31.8, 33.0, 34.0, 35.1, 36.1),
)


def rolls_left(rivals: Collection[Sheet]) -> int | None:
    """Return the rolls to reckon with, the next one included, against *rivals*; None without any.

    No sheet is full, so that the next roll is not the last one.

    >>> rolls_left([Sheet()]), rolls_left([])
    (32, None)
    """
    if not rivals:
        return None
    left = round(min(_ROLLS[len(sheet.free_cells)] for sheet in rivals)) - HASTE
    return max(2, left)  # the next one and the last one
