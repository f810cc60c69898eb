"""A program at a game that is played turn by turn, by the kernel that plays whole games too."""

from collections.abc import Sequence
from random import Random

import numpy as np

from solver.geocinco.board import COLOURS
from solver.geocinco.record import Contest, Lay, LayBridge
from solver.geocinco.rules.turn import Done, Extra, Step, TurnInProgress
from solver.geocinco.state import MAX_HELD
from solver.geocinco.strategy.board_arrays import blank_workspace, board_arrays, position_arrays
from solver.geocinco.strategy.kernel.choice import Players, choose_extra, choose_slot, lay_bridges
from solver.geocinco.strategy.kernel.position import CONTEST, NONE, find_anywhere, find_places
from solver.geocinco.strategy.level import Level
from solver.geocinco.throw import DIGIT_FACES, LETTER_FACES

_SEED_BITS = 64


def next_move(level: Level, turn: TurnInProgress, rng: Random) -> Step:
    """Return the next step of *turn* by the program of this *level*; a contest has no dice yet."""
    if turn.winner is not None:
        return Done()
    state, extra = turn.state, turn.extra
    colour = turn.player if extra is None else extra.colour
    player, number = state.players.index(colour), COLOURS.index(colour)
    board, names = board_arrays(state.board), tuple(state.board.slots)
    position, workspace = position_arrays(state), blank_workspace()
    players = players_of(state.players, [level] * len(state.players))
    seed = np.array([rng.getrandbits(_SEED_BITS)], np.uint64)
    if extra is not None:
        find_anywhere(board, position, number)
        return Extra(names[choose_extra(board, position, workspace, players, player, seed)])
    laid = np.zeros(MAX_HELD, np.int64)
    if lay_bridges(board, position, workspace, players, player, laid, seed):
        first, second = board.ends[laid[0]]
        return LayBridge(names[first], names[second])
    if turn.laid == turn.tokens:
        return Done()
    digit, letter = DIGIT_FACES.index(turn.throw.digit), LETTER_FACES.index(turn.throw.letter)
    find_places(board, position, number, digit, letter)
    slot = choose_slot(board, position, workspace, players, player, seed)
    if slot == NONE:
        return Done()
    return Contest(names[slot], ()) if position.reach[slot] == CONTEST else Lay(names[slot])


def players_of(colours: Sequence[str], levels: Sequence[Level]) -> Players:
    """Return who plays, for the kernel."""
    numbers = [COLOURS.index(colour) for colour in colours]
    return Players(np.array(numbers), np.array([int(level) for level in levels]))
