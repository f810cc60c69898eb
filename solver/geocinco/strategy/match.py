"""Games of programs against each other, turn by turn, by the rules."""

from collections.abc import Mapping
from random import Random

from solver.geocinco.board import Board
from solver.geocinco.record import TOKENS, Contest, GameTurn, Record
from solver.geocinco.rules.turn import TurnInProgress
from solver.geocinco.state import State
from solver.geocinco.strategy.player import Program
from solver.geocinco.throw import DIGIT_FACES, Throw, throws


def play_turn(
    state: State, throw: Throw, tokens: int, programs: Mapping[str, Program], rng: Random
) -> TurnInProgress:
    """Return the turn that the program of the colour to move plays, to its end."""
    turn = TurnInProgress(state, throw, tokens)
    while (move := programs[turn.player].next_move(turn, rng)) is not None:
        if isinstance(move, Contest):
            turn.contest(move.slot, contest_dice(rng))
        else:
            turn.play(move)
        _lay_extras(turn, programs, rng)
    turn.end()
    _lay_extras(turn, programs, rng)
    return turn


def contest_dice(rng: Random) -> tuple[str, ...]:
    """Return the throws of a contest, to the first in which the two faces differ."""
    thrown = [rng.choice(DIGIT_FACES) + rng.choice(DIGIT_FACES)]
    while thrown[-1][0] == thrown[-1][1]:
        thrown.append(rng.choice(DIGIT_FACES) + rng.choice(DIGIT_FACES))
    return tuple(thrown)


def play_game(
    board: Board,
    programs: Mapping[str, Program],
    rng: Random,
    *,
    tokens: int = TOKENS,
    max_turns: int | None = None,
) -> Record:
    """Return the game of *programs*, by their colours in the order of the turns.

    It ends when somebody wins, when nobody can lay for a whole round, or after *max_turns*.
    """
    players = tuple(programs)
    state = State.start(board, players)
    turns: list[GameTurn] = []
    passed = 0
    for throw in throws(rng):
        turn = play_turn(state, throw, tokens, programs, rng)
        turns.append(turn.turn)
        state = turn.next_state
        passed = 0 if turn.laid else passed + 1
        if turn.winner is not None or passed == len(players) or len(turns) == max_turns:
            break
    return Record(board, players, tuple(turns), tokens)


def _lay_extras(turn: TurnInProgress, programs: Mapping[str, Program], rng: Random) -> None:
    while turn.extra is not None:
        colour = turn.extra.colour
        turn.lay_extra(programs[colour].extra_slot(turn.state, colour, rng))
