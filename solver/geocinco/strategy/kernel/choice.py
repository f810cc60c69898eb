"""Where a level lays the next token, an extra token, and a bridge."""

from typing import NamedTuple

from solver.geocinco.strategy.kernel.estimate import TOKEN, Workspace, estimate, prepare
from solver.geocinco.strategy.kernel.position import (
    CONTEST,
    FREE,
    NONE,
    TAKEN,
    BoardArrays,
    Position,
    find_anywhere,
    find_networks,
)
from solver.geocinco.strategy.level import Level
from solver.runtime.arrays import np
from solver.runtime.kernel import Array1, Ints, Words, borrowing, kernel
from solver.runtime.word import below

RANDOM, STRONG = int(Level.RANDOM), int(Level.STRONG)
# What a token of the leading rival counts for the strong level. Of 300 games against the greedy
# one it won 87 % with 0.25 and 0.5, 94 % with 0.75, 93 % with 1, and 94 % with 1.5.
_RIVAL = 0.75


class Players(NamedTuple):
    """Who plays."""

    colour: Ints  # (players,): in the order of the turns
    level: Ints  # (players,)


class Table(NamedTuple):
    """What the players see and choose by."""

    board: BoardArrays
    position: Position
    workspace: Workspace
    players: Players
    laid: Ints  # (MAX_HELD,): the bridges of a moment
    seed: Words  # (1,)


@borrowing
def own_estimate(table: Table, colour: int) -> int:
    """Return the estimate for *colour*, in eighths of a token."""
    prepare(table.board, table.position, colour, table.workspace)
    return estimate(table.workspace)


@borrowing
def rival_estimate(table: Table, colour: int) -> int:
    """Return the least estimate of the others, in eighths of a token."""
    colours, least = table.players.colour, 1 << 20
    for index in range(len(colours)):
        if colours[index] != colour:
            least = min(least, own_estimate(table, colours[index]))
    return least


@kernel
@borrowing
def choose_slot(table: Table, player: int) -> int:
    """Return where *player* lays a token, of `position.reach`; NONE if there is no place."""
    level, reach, seed = table.players.level[player], table.position.reach, table.seed
    if level == RANDOM:
        return _any_slot(reach, seed)
    best, least, ties = NONE, 0.0, 0
    has_free = False
    for slot in range(len(reach)):
        has_free |= reach[slot] == FREE
    if_lost = _value_if_lost(table, player)
    for slot in range(len(reach)):
        if reach[slot] == FREE or (reach[slot] == CONTEST and (level == STRONG or not has_free)):
            value = _value(table, player, slot, if_lost)
            if best == NONE or value < least - 1e-9:
                best, least, ties = slot, value, 1
            elif value < least + 1e-9:
                ties += 1
                if below(seed, ties) == 0:
                    best = slot
    return best


@borrowing
def _any_slot(reach: Array1[np.int8], seed: Words) -> int:
    chosen, count = NONE, 0
    for slot in range(len(reach)):
        if reach[slot]:
            count += 1
            if below(seed, count) == 0:
                chosen = slot
    return chosen


@borrowing
def _value(table: Table, player: int, slot: int, if_lost: float) -> float:
    """Return what is left to do after a token on *slot*: the less the better.

    A contest is lost as likely as not, and then the value is *if_lost*.
    """
    owners, colour = table.position.owner, table.players.colour[player]
    owner = owners[slot]
    owners[slot] = colour
    value = float(own_estimate(table, colour))
    if table.players.level[player] == STRONG:
        value -= _RIVAL * rival_estimate(table, colour)
        if owner != NONE:
            value = (value - TOKEN + if_lost) / 2
    owners[slot] = owner
    return value


@borrowing
def _value_if_lost(table: Table, player: int) -> float:
    """Return what is left to do after any contest is lost; only the strong level asks."""
    if table.players.level[player] != STRONG:
        return 0.0
    colour = table.players.colour[player]
    own = own_estimate(table, colour)
    return float(own - _RIVAL * (rival_estimate(table, colour) - TOKEN))


@kernel
@borrowing
def lay_bridges(table: Table, player: int) -> int:
    """Lay the bridges of *player* that are of use; fill in `table.laid`, and return how many."""
    position, colour = table.position, table.players.colour[player]
    count = 0
    while position.held[colour] > 0:
        place = _choose_bridge(table, player)
        if place == NONE:
            break
        position.bridge[place] = colour
        position.held[colour] -= 1
        table.laid[count] = place
        count += 1
    return count


@borrowing
def _choose_bridge(table: Table, player: int) -> int:
    """Return a place for a bridge between two networks, NONE if none is of use."""
    board, position, colour = table.board, table.position, table.players.colour[player]
    is_random = table.players.level[player] == RANDOM
    owner = position.owner
    least = own_estimate(table, colour)
    best, ties = NONE, 0
    for place in range(len(position.bridge)):
        first, second = board.ends[place, 0], board.ends[place, 1]
        if owner[first] != colour or owner[second] != colour or position.bridge[place] != NONE:
            continue
        if is_random:
            ties += 1
            if below(table.seed, ties) == 0:
                best = place
            continue
        find_networks(board, position, colour)
        if position.network[first] == position.network[second]:
            continue
        position.bridge[place] = colour
        value = own_estimate(table, colour)
        position.bridge[place] = NONE
        if value < least:
            best, least = place, value
    return best


@kernel
@borrowing
def choose_extra(table: Table, player: int) -> int:
    """Return where *player* lays an extra token, wherever it may; NONE if there is no place."""
    position = table.position
    find_anywhere(table.board, position, table.players.colour[player])
    for slot in range(len(position.reach)):
        if position.owner[slot] != NONE:
            position.reach[slot] = TAKEN
    return choose_slot(table, player)
