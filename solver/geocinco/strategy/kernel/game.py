"""Whole games, move by move, and what was done in them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.geocinco.strategy.kernel.choice import Players, choose_extra, choose_slot, lay_bridges
from solver.geocinco.strategy.kernel.estimate import Workspace
from solver.geocinco.strategy.kernel.position import (
    ANY,
    CONTEST,
    NONE,
    BoardArrays,
    Position,
    find_anywhere,
    find_places,
    has_won,
    put,
)
from solver.runtime.jit import below, borrowing_jit, jit

FACES = 6
# The kinds of entries of a log, and what else they hold.
TURN = 0  # the digit and the letter that were thrown
LAY = 1  # the slot
BRIDGE = 2  # the number of the place
LOST = 3  # the slot of a contest, which the challenger loses; the faces of both follow
WON = 4  # likewise, and the challenger wins
DICE = 5  # the faces of both
EXTRA = 6  # the number of the player, and the slot


class Log(NamedTuple):
    """What was done in a game."""

    entries: NDArray[np.int16]  # (n, 3): the kind, and two numbers
    length: NDArray[np.int64]  # (1,)


class Table(NamedTuple):
    """All that a game needs."""

    board: BoardArrays
    position: Position
    workspace: Workspace
    players: Players
    log: Log
    laid: NDArray[np.int64]  # (MAX_HELD,): the bridges of a moment
    owed: NDArray[np.int64]  # (n,): the players who lay an extra token after the turn
    seed: NDArray[np.uint64]  # (1,)


@jit
def play_game(table: Table, tokens: int, max_turns: int) -> int:
    """Play a game from the position of *table*, and return the player who wins, NONE if nobody."""
    count = len(table.players.colour)
    table.log.length[0] = 0
    passed = 0
    for turn in range(max_turns):
        player = turn % count
        laid, winner = _play_turn(table, player, tokens)
        if winner != NONE:
            return int(winner)
        passed = 0 if laid else passed + 1
        if passed == count:
            break
    return NONE


@borrowing_jit
def _note(table: Table, kind: int, first: int, second: int) -> None:
    log = table.log
    index = log.length[0]
    if index < len(log.entries):
        log.entries[index, 0] = kind
        log.entries[index, 1] = first
        log.entries[index, 2] = second
    log.length[0] = index + 1


@borrowing_jit
def _play_turn(table: Table, player: int, tokens: int) -> tuple[int, int]:
    """Play a turn; return the tokens laid, and who has won."""
    board, position, colour = table.board, table.position, table.players.colour[player]
    digit, letter = below(table.seed, FACES), below(table.seed, FACES)
    _note(table, TURN, digit, letter)
    left = tokens + (1 if letter == ANY else 0)
    laid, owed = 0, 0
    if _lay_bridges(table, player):
        return laid, player
    while left:
        find_places(board, position, colour, digit, letter)
        slot = choose_slot(board, position, table.workspace, table.players, player, table.seed)
        if slot == NONE:
            break
        left -= 1
        laid += 1
        if position.reach[slot] == CONTEST:
            owner = position.owner[slot]
            if _contest(table, slot):
                put(board, position, slot, colour)
                if has_won(board, position, colour) or _lay_extra(table, player):
                    return laid, player
            else:
                for rival in range(len(table.players.colour)):
                    if table.players.colour[rival] == owner:
                        table.owed[owed] = rival
                owed += 1
        else:
            _note(table, LAY, slot, NONE)
            put(board, position, slot, colour)
            if has_won(board, position, colour):
                return laid, player
        if _lay_bridges(table, player):
            return laid, player
    for index in range(owed):
        if _lay_extra(table, table.owed[index]):
            return laid, table.owed[index]
    return laid, NONE


@borrowing_jit
def _lay_bridges(table: Table, player: int) -> bool:
    """Lay the bridges that are of use, and return whether that wins."""
    board, position, players = table.board, table.position, table.players
    count = lay_bridges(board, position, table.workspace, players, player, table.laid, table.seed)
    for index in range(count):
        _note(table, BRIDGE, table.laid[index], NONE)
    return count > 0 and has_won(board, position, players.colour[player])


@borrowing_jit
def _contest(table: Table, slot: int) -> bool:
    """Throw the dice of a contest, and return whether the challenger wins."""
    start = table.log.length[0]
    _note(table, LOST, slot, NONE)
    while True:
        mine, theirs = below(table.seed, FACES), below(table.seed, FACES)
        _note(table, DICE, mine, theirs)
        if mine != theirs:
            break
    if mine > theirs and start < len(table.log.entries):
        table.log.entries[start, 0] = WON
    return mine > theirs


@borrowing_jit
def _lay_extra(table: Table, player: int) -> bool:
    """Lay the extra token of a contest that was won, and return whether that wins."""
    board, position, colour = table.board, table.position, table.players.colour[player]
    find_anywhere(board, position, colour)
    slot = choose_extra(board, position, table.workspace, table.players, player, table.seed)
    _note(table, EXTRA, player, slot)
    if slot == NONE:
        return False
    put(board, position, slot, colour)
    return has_won(board, position, colour)
