"""A policy at a game that is played turn by turn, by the kernel that plays whole games too."""

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from solver.geocinco.board import COLOURS
from solver.geocinco.record import Contest, Lay, LayBridge
from solver.geocinco.rules.turn import TurnInProgress
from solver.geocinco.state import MAX_HELD, State
from solver.geocinco.strategy.board_arrays import blank_room, board_arrays, position_arrays
from solver.geocinco.strategy.kernel.choice import (
    Players,
    choose_extra,
    choose_slot,
    lay_bridges,
)
from solver.geocinco.strategy.kernel.position import (
    CONTEST,
    NONE,
    find_anywhere,
    find_places,
)
from solver.geocinco.strategy.policy import Policy
from solver.geocinco.throw import DIGIT_FACES, LETTER_FACES

_SEED_BITS = 64


class PolicyProgram:
    """A program that plays by *policy*."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._room = blank_room()

    def next_move(self, turn: TurnInProgress, rng: Random) -> Lay | LayBridge | Contest | None:
        """Return the next move of *turn*, None when it is done."""
        if turn.winner is not None:
            return None
        state, seed = turn.state, _seed(rng)
        board, names = board_arrays(state.board), tuple(state.board.slots)
        position, players = position_arrays(state), self._players(state)
        player = state.players.index(turn.player)
        laid = np.zeros(MAX_HELD, np.int64)
        if lay_bridges(board, position, self._room, players, player, laid, seed):
            first, second = board.ends[laid[0]]
            return LayBridge(names[first], names[second])
        if turn.laid == turn.tokens:
            return None
        digit, letter = DIGIT_FACES.index(turn.throw.digit), LETTER_FACES.index(turn.throw.letter)
        find_places(board, position, COLOURS.index(turn.player), digit, letter)
        slot = choose_slot(board, position, self._room, players, player, seed)
        if slot == NONE:
            return None
        is_contest = position.reach[slot] == CONTEST
        return Contest(names[slot], ()) if is_contest else Lay(names[slot])

    def extra_slot(self, state: State, colour: str, rng: Random) -> str:
        """Return where *colour* lays the extra token of a contest; there must be a place."""
        board, position = board_arrays(state.board), position_arrays(state)
        players = self._players(state)
        find_anywhere(board, position, COLOURS.index(colour))
        player = state.players.index(colour)
        slot = choose_extra(board, position, self._room, players, player, _seed(rng))
        return tuple(state.board.slots)[slot]

    def _players(self, state: State) -> Players:
        return players_of(state.players, [self._policy] * len(state.players))


def players_of(colours: Sequence[str], policies: Sequence[Policy]) -> Players:
    """Return who plays, for the kernel."""
    numbers = [COLOURS.index(colour) for colour in colours]
    return Players(np.array(numbers), np.array([int(policy) for policy in policies]))


def _seed(rng: Random) -> NDArray[np.uint64]:
    return np.array([rng.getrandbits(_SEED_BITS)], np.uint64)
