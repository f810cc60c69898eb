"""A program at a game that is played turn by turn, by the kernel that plays whole games too."""

from collections.abc import Sequence
from random import Random

from solver.geocinco.board import COLOURS
from solver.geocinco.record import Contest, Lay, LayBridge
from solver.geocinco.rules.turn import Done, Extra, Step, TurnInProgress
from solver.geocinco.state import MAX_HELD, State
from solver.geocinco.strategy.board_arrays import blank_workspace, board_arrays, position_arrays
from solver.geocinco.strategy.kernel.choice import (
    Players,
    Table,
    choose_extra,
    choose_slot,
    lay_bridges,
    own_estimate,
)
from solver.geocinco.strategy.kernel.estimate import TOKEN
from solver.geocinco.strategy.kernel.position import CONTEST, NONE, find_places
from solver.geocinco.strategy.level import Level
from solver.geocinco.throw import DIGIT_FACES, LETTER_FACES
from solver.runtime.arrays import np

_SEED_BITS = 64


def next_move(level: Level, turn: TurnInProgress, rng: Random) -> Step:
    """Return the next step of *turn* by the program of this *level*; a contest has no dice yet."""
    if turn.winner is not None:
        return Done()
    state, extra = turn.state, turn.extra
    colour = turn.player if extra is None else extra.colour
    player, names = state.players.index(colour), tuple(state.board.slots)
    table = table_of(state, [level] * len(state.players), rng)
    if extra is not None:
        return Extra(names[choose_extra(table, player)])
    if lay_bridges(table, player):
        first, second = table.board.ends[table.laid[0]]
        return LayBridge(names[first], names[second])
    if turn.laid == turn.tokens:
        return Done()
    digit, letter = DIGIT_FACES.index(turn.throw.digit), LETTER_FACES.index(turn.throw.letter)
    find_places(table.board, table.position, COLOURS.index(colour), digit, letter)
    slot = choose_slot(table, player)
    if slot == NONE:
        return Done()
    is_contest = table.position.reach[slot] == CONTEST
    return Contest(names[slot], ()) if is_contest else Lay(names[slot])


def tokens_to_win(state: State) -> dict[str, float]:
    """Return how many tokens the programs think that each player of *state* is from winning."""
    table = table_of(state, [Level.STRONG] * len(state.players), Random(0))
    return {
        colour: float(own_estimate(table, COLOURS.index(colour)) / TOKEN)
        for colour in state.players
    }


def table_of(state: State, levels: Sequence[Level], rng: Random) -> Table:
    """Return what programs of these *levels*, in the order of the players, choose by in *state*."""
    return Table(
        board_arrays(state.board),
        position_arrays(state),
        blank_workspace(),
        Players(np.array([*map(COLOURS.index, state.players)]), np.array([*map(int, levels)])),
        laid=np.zeros(MAX_HELD, np.int64),
        seed=np.array([rng.getrandbits(_SEED_BITS)], np.uint64),
    )
