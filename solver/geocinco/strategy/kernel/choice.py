"""Where a level lays the next token, an extra token, and a bridge."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.geocinco.strategy.kernel.estimate import TOKEN, Workspace, estimate, prepare
from solver.geocinco.strategy.kernel.position import (
    CONTEST,
    FREE,
    NONE,
    BoardArrays,
    Position,
    find_networks,
)
from solver.geocinco.strategy.level import Level
from solver.runtime.jit import below, borrowing_jit

RANDOM, STRONG = int(Level.RANDOM), int(Level.STRONG)
# What a token of the leading rival counts for the strong level. Of 300 games against the greedy
# one it won 87 % with 0.25 and 0.5, 94 % with 0.75, 93 % with 1, and 94 % with 1.5.
_RIVAL = 0.75


class Players(NamedTuple):
    """Who plays."""

    colour: NDArray[np.int64]  # (players,): in the order of the turns
    level: NDArray[np.int64]  # (players,)


@borrowing_jit
def own_estimate(board: BoardArrays, position: Position, workspace: Workspace, colour: int) -> int:
    """Return the estimate for *colour*, in eighths of a token."""
    prepare(board, position, colour, workspace)
    return estimate(workspace)


@borrowing_jit
def rival_estimate(
    board: BoardArrays, position: Position, workspace: Workspace, players: Players, colour: int
) -> int:
    """Return the least estimate of the others, in eighths of a token."""
    least = 1 << 20
    for index in range(len(players.colour)):
        if players.colour[index] != colour:
            found = own_estimate(board, position, workspace, players.colour[index])
            least = min(least, found)
    return least


@borrowing_jit
def choose_slot(
    board: BoardArrays,
    position: Position,
    workspace: Workspace,
    players: Players,
    player: int,
    seed: NDArray[np.uint64],
) -> int:
    """Return where *player* lays a token, of `position.reach`; NONE if there is no place."""
    level = players.level[player]
    reach = position.reach
    if level == RANDOM:
        return _any_slot(reach, seed)
    best, least, ties = NONE, 0.0, 0
    has_free = False
    for slot in range(len(reach)):
        has_free |= reach[slot] == FREE
    if_lost = _value_if_lost(board, position, workspace, players, player)
    for slot in range(len(reach)):
        if reach[slot] == FREE or (reach[slot] == CONTEST and (level == STRONG or not has_free)):
            value = _value(board, position, workspace, players, player, slot, if_lost)
            if best == NONE or value < least - 1e-9:
                best, least, ties = slot, value, 1
            elif value < least + 1e-9:
                ties += 1
                if below(seed, ties) == 0:
                    best = slot
    return best


@borrowing_jit
def _any_slot(reach: NDArray[np.int8], seed: NDArray[np.uint64]) -> int:
    chosen, count = NONE, 0
    for slot in range(len(reach)):
        if reach[slot]:
            count += 1
            if below(seed, count) == 0:
                chosen = slot
    return chosen


@borrowing_jit
def _value(
    board: BoardArrays,
    position: Position,
    workspace: Workspace,
    players: Players,
    player: int,
    slot: int,
    if_lost: float,
) -> float:
    """Return what is left to do after a token on *slot*: the less the better.

    A contest is lost as likely as not, and then the value is *if_lost*.
    """
    colour = players.colour[player]
    is_strong = players.level[player] == STRONG
    owner = position.owner[slot]
    position.owner[slot] = colour
    value = float(own_estimate(board, position, workspace, colour))
    if is_strong:
        value -= _RIVAL * rival_estimate(board, position, workspace, players, colour)
        if owner != NONE:
            value = (value - TOKEN + if_lost) / 2
    position.owner[slot] = owner
    return value


@borrowing_jit
def _value_if_lost(
    board: BoardArrays, position: Position, workspace: Workspace, players: Players, player: int
) -> float:
    """Return what is left to do after any contest is lost; only the strong level asks."""
    if players.level[player] != STRONG:
        return 0.0
    colour = players.colour[player]
    own = own_estimate(board, position, workspace, colour)
    rival = rival_estimate(board, position, workspace, players, colour)
    return float(own - _RIVAL * (rival - TOKEN))


@borrowing_jit
def lay_bridges(
    board: BoardArrays,
    position: Position,
    workspace: Workspace,
    players: Players,
    player: int,
    laid: NDArray[np.int64],
    seed: NDArray[np.uint64],
) -> int:
    """Lay the bridges of *player* that are of use; fill in *laid*, and return how many."""
    colour = players.colour[player]
    count = 0
    while position.held[colour] > 0:
        place = _choose_bridge(board, position, workspace, players, player, seed)
        if place == NONE:
            break
        position.bridge[place] = colour
        position.held[colour] -= 1
        laid[count] = place
        count += 1
    return count


@borrowing_jit
def _choose_bridge(
    board: BoardArrays,
    position: Position,
    workspace: Workspace,
    players: Players,
    player: int,
    seed: NDArray[np.uint64],
) -> int:
    """Return a place for a bridge between two networks, NONE if none is of use."""
    colour = players.colour[player]
    is_random = players.level[player] == RANDOM
    owner = position.owner
    least = own_estimate(board, position, workspace, colour)
    best, ties = NONE, 0
    for place in range(len(position.bridge)):
        first, second = board.ends[place, 0], board.ends[place, 1]
        if owner[first] != colour or owner[second] != colour or position.bridge[place] != NONE:
            continue
        if is_random:
            ties += 1
            if below(seed, ties) == 0:
                best = place
            continue
        find_networks(board, position, colour)
        if position.network[first] == position.network[second]:
            continue
        position.bridge[place] = colour
        value = own_estimate(board, position, workspace, colour)
        position.bridge[place] = NONE
        if value < least:
            best, least = place, value
    return best


@borrowing_jit
def choose_extra(
    board: BoardArrays,
    position: Position,
    workspace: Workspace,
    players: Players,
    player: int,
    seed: NDArray[np.uint64],
) -> int:
    """Return where *player* lays an extra token, of `find_anywhere`; NONE if there is no place."""
    reach = position.reach
    for slot in range(len(reach)):
        if position.owner[slot] != NONE:
            reach[slot] = 0
    return choose_slot(board, position, workspace, players, player, seed)
