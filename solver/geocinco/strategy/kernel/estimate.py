"""An estimate of how far a colour is from five towers in one network, in tokens.

It takes the pentagons one by one: to the cheapest set so far the pentagon that costs least, which
is the tokens that it lacks and what joins it to one of the set; from every pentagon to begin with.
Another's token costs more than a free slot: it has to be contested. A bridge costs little, as every
tower brings one.
"""

from typing import NamedTuple

from solver.geocinco.strategy.kernel.position import (
    HEXAGONS,
    NONE,
    SIDES,
    WINNING_TOWERS,
    BoardArrays,
    Position,
    find_networks,
    in_tower,
)
from solver.runtime.arrays import np
from solver.runtime.kernel import Array1, Array2, Ints, borrowing

TOKEN = 8  # the unit of an estimate is an eighth of a token
# A contest takes two tokens in the mean, and may be lost for good. A bridge comes with a tower, but
# of two ways the one without is better.
_CONTESTED, _BRIDGE = 20, 1
_ROUNDABOUT = 2 * TOKEN  # where the slot that joins two pentagons is of another's tower
_NEVER = 2_000


class Workspace(NamedTuple):
    """Arrays that an estimate works in."""

    lack: Ints  # (HEXAGONS,): what a tower there costs
    joint: Array2[np.int64]  # (HEXAGONS, HEXAGONS): what joins two
    near: Ints  # (HEXAGONS,): what joins one to the set
    used: Array1[np.bool_]  # (HEXAGONS,)


@borrowing
def slot_cost(board: BoardArrays, position: Position, colour: int, slot: int) -> int:
    """Return what a token of *colour* on *slot* costs, in eighths of a token."""
    owner = position.owner[slot]
    if owner == colour:
        return 0
    if owner == NONE:
        return TOKEN
    return _NEVER if in_tower(board, position, slot) else _CONTESTED


@borrowing
def prepare(board: BoardArrays, position: Position, colour: int, workspace: Workspace) -> None:
    """Fill in what the towers of *colour* cost, and what joins two of them."""
    find_networks(board, position, colour)
    for hexagon in range(HEXAGONS):
        lack = 0
        for side in range(SIDES):
            lack += slot_cost(board, position, colour, board.sides[colour, hexagon, side])
        workspace.lack[hexagon] = min(lack, _NEVER)
    for first in range(HEXAGONS):
        for second in range(first):
            cost = _NEVER
            if workspace.lack[first] < _NEVER and workspace.lack[second] < _NEVER:
                cost = _joint_cost(board, position, colour, first, second)
            workspace.joint[first, second] = cost
            workspace.joint[second, first] = cost


@borrowing
def _joint_cost(
    board: BoardArrays, position: Position, colour: int, first: int, second: int
) -> int:
    """Return what joins two pentagons of *colour* once they are towers."""
    for side in range(SIDES):
        network = position.network[board.sides[colour, first, side]]
        if network == NONE:
            continue
        for other in range(SIDES):
            if position.network[board.sides[colour, second, other]] == network:
                return 0
    is_touched = board.joint[colour, first, second, 0] != NONE
    if not is_touched and board.span[colour, first, second, 0] == NONE:
        return TOKEN * int(board.apart[colour, first, second]) + _BRIDGE
    cost = _ROUNDABOUT
    for index in range(board.span.shape[3]):
        place = board.span[colour, first, second, index]
        if place == NONE:
            break
        is_laid = position.bridge[place] == colour
        for end in range(2):
            is_laid &= position.owner[board.ends[place, end]] == colour
        cost = min(cost, 0 if is_laid else _BRIDGE)
    for index in range(board.joint.shape[3]):
        slot = board.joint[colour, first, second, index]
        if slot == NONE:
            break
        cost = min(cost, slot_cost(board, position, colour, slot))
    return cost


@borrowing
def estimate(workspace: Workspace) -> int:
    """Return the estimate, in eighths of a token, of the colour in the prepared *workspace*."""
    best = _NEVER
    for start in range(HEXAGONS):
        total = workspace.lack[start]
        if total >= best:
            continue
        for hexagon in range(HEXAGONS):
            workspace.used[hexagon] = hexagon == start
            workspace.near[hexagon] = workspace.joint[start, hexagon]
        for _ in range(WINNING_TOWERS - 1):
            nearest, least = NONE, _NEVER
            for hexagon in range(HEXAGONS):
                cost = workspace.lack[hexagon] + workspace.near[hexagon]
                if not workspace.used[hexagon] and cost < least:
                    nearest, least = hexagon, cost
            total += least
            if nearest == NONE or total >= best:
                total = _NEVER
                break
            workspace.used[nearest] = True
            for hexagon in range(HEXAGONS):
                joint = workspace.joint[nearest, hexagon]
                workspace.near[hexagon] = min(workspace.near[hexagon], joint)
        best = min(best, total)
    return best
