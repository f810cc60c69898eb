"""Whole games, move by move, and what was done in them."""

from typing import NamedTuple

from solver.geocinco.strategy.kernel.choice import Table, choose_extra, choose_slot, lay_bridges
from solver.geocinco.strategy.kernel.position import ANY, CONTEST, NONE, find_places, has_won, put
from solver.runtime.arrays import np
from solver.runtime.kernel import Array2, Ints, borrowing, kernel
from solver.runtime.word import below

FACES = 6
# The kinds of entries of a log, and what else they hold.
TURN = 0  # the digit and the letter that were thrown
LAY = 1  # the slot
BRIDGE = 2  # the number of the place
LOST = 3  # the slot of a contest, which the challenger loses; the faces of both follow
WON = 4  # likewise, and the challenger wins
DICE = 5  # the faces of both
EXTRA = 6  # the number of the player, and the slot


class Game(NamedTuple):
    """The *table* of a game, and what is done in it."""

    table: Table
    entries: Array2[np.int16]  # (n, 3), the log: the kind of an entry, and two numbers
    length: Ints  # (1,): of the log
    owed: Ints  # (n,): the players who lay an extra token after the turn


@kernel
def play_game(game: Game, tokens: int, max_turns: int) -> int:
    """Play a *game* from its position, and return the player who wins, NONE if nobody."""
    count = len(game.table.players.colour)
    game.length[0] = 0
    passed = 0
    for turn in range(max_turns):
        player = turn % count
        laid, winner = _play_turn(game, player, tokens)
        if winner != NONE:
            return int(winner)
        passed = 0 if laid else passed + 1
        if passed == count:
            break
    return NONE


@borrowing
def _note(game: Game, kind: int, first: int, second: int) -> None:
    index, entries = game.length[0], game.entries
    if index < len(entries):
        entries[index, 0] = kind
        entries[index, 1] = first
        entries[index, 2] = second
    game.length[0] = index + 1


@borrowing
def _play_turn(game: Game, player: int, tokens: int) -> tuple[int, int]:
    """Play a turn; return the tokens laid, and who has won."""
    table = game.table
    board, position, colour = table.board, table.position, table.players.colour[player]
    digit, letter = below(table.seed, FACES), below(table.seed, FACES)
    _note(game, TURN, digit, letter)
    left = tokens + (1 if letter == ANY else 0)
    laid, owed = 0, 0
    if _lay_bridges(game, player):
        return laid, player
    while left:
        find_places(board, position, colour, digit, letter)
        slot = choose_slot(table, player)
        if slot == NONE:
            break
        left -= 1
        laid += 1
        if position.reach[slot] == CONTEST:
            owner = position.owner[slot]
            if _contest(game, slot):
                put(board, position, slot, colour)
                if has_won(board, position, colour) or _lay_extra(game, player):
                    return laid, player
            else:
                for rival in range(len(table.players.colour)):
                    if table.players.colour[rival] == owner:
                        game.owed[owed] = rival
                owed += 1
        else:
            _note(game, LAY, slot, NONE)
            put(board, position, slot, colour)
            if has_won(board, position, colour):
                return laid, player
        if _lay_bridges(game, player):
            return laid, player
    for index in range(owed):
        if _lay_extra(game, game.owed[index]):
            return laid, game.owed[index]
    return laid, NONE


@borrowing
def _lay_bridges(game: Game, player: int) -> bool:
    """Lay the bridges that are of use, and return whether that wins."""
    table = game.table
    count = lay_bridges(table, player)
    for index in range(count):
        _note(game, BRIDGE, table.laid[index], NONE)
    return count > 0 and has_won(table.board, table.position, table.players.colour[player])


@borrowing
def _contest(game: Game, slot: int) -> bool:
    """Throw the dice of a contest, and return whether the challenger wins."""
    start, seed = game.length[0], game.table.seed
    _note(game, LOST, slot, NONE)
    while True:
        mine, theirs = below(seed, FACES), below(seed, FACES)
        _note(game, DICE, mine, theirs)
        if mine != theirs:
            break
    if mine > theirs and start < len(game.entries):
        game.entries[start, 0] = WON
    return mine > theirs


@borrowing
def _lay_extra(game: Game, player: int) -> bool:
    """Lay the extra token of a contest that was won, and return whether that wins."""
    board, position = game.table.board, game.table.position
    colour, slot = game.table.players.colour[player], choose_extra(game.table, player)
    _note(game, EXTRA, player, slot)
    if slot == NONE:
        return False
    put(board, position, slot, colour)
    return has_won(board, position, colour)
