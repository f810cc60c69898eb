"""Random games and states of them, for the tests of Geocinco."""

import random
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random

from solver.geocinco.board import COLOURS, DIGITS, Board
from solver.geocinco.contest import contest_dice
from solver.geocinco.record import TOKENS, Contest, GameTurn, Lay, LayBridge, Move, Record
from solver.geocinco.rules.turn import TurnInProgress
from solver.geocinco.rules.verdict import Verdict, verdicts
from solver.geocinco.state import State
from solver.geocinco.strategy.program import PROGRAMS, Program
from solver.geocinco.throw import THROWS, throws


def random_game(
    seed: int, *, players: int = 2, board: str = "whole", tokens: int = 2, turns: int | None = None
) -> Record:
    """Return a game of random legal moves, of at most *turns* turns."""
    rng = random.Random(seed)
    colours = rng.sample(COLOURS, players)
    programs = dict.fromkeys(colours, PROGRAMS["random"])
    return play_game(Board.named(board), programs, rng, tokens=tokens, max_turns=turns)


@cache
def opposite(board: Board) -> Mapping[str, tuple[str, ...]]:
    """Return the slots that a bridge can join to each slot of *board*, sorted."""
    found = defaultdict(list)
    for first, second in map(sorted, board.bridge_places):
        found[first].append(second)
        found[second].append(first)
    return {name: tuple(sorted(found[name])) for name in board.slots}


def states_of(record: Record) -> list[Verdict]:
    """Return the verdicts at the start of *record* and after each of its legal turns."""
    return [verdict for verdict in verdicts(record) if verdict.violation is None]


def slipped(record: Record, rng: random.Random) -> Record:
    """Return *record* with a change in one turn, which most often breaks a rule."""
    at = rng.randrange(len(record.turns))
    turn = record.turns[at]
    moves = list(turn.moves)
    number = rng.randrange(len(moves)) if moves else None
    slot = rng.choice(list(record.board.slots))
    kind = rng.randrange(7)
    if kind == 0:
        turn = replace(turn, throw=rng.choice(THROWS))
    elif kind == 1 or number is None:
        added: list[Move] = [Lay(slot), Contest(slot, ("52",)), LayBridge(slot, slot)]
        moves.append(rng.choice(added))
    elif kind == 2:
        del moves[number]
    elif kind == 3:
        pair = rng.choice(sorted(map(sorted, record.board.bridge_places)))
        moves.insert(number, LayBridge(*pair))
    elif kind == 4 and isinstance(moves[number], Contest):
        moves[number] = _other_contest(moves[number], slot, rng)
    else:
        moves[number] = Lay(slot)
    changed = replace(turn, moves=tuple(moves))
    return replace(record, turns=(*record.turns[:at], changed, *record.turns[at + 1 :]))


def _other_contest(move: Move, slot: str, rng: random.Random) -> Move:
    assert isinstance(move, Contest)
    dice = tuple(rng.choice(DIGITS) + rng.choice(DIGITS) for _ in range(rng.randrange(4)))
    return rng.choice(
        [
            replace(move, slot=slot),
            replace(move, dice=dice),
            replace(move, extra=slot),
            replace(move, extra=None),
        ]
    )


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
        turn = TurnInProgress(state, throw, tokens)
        while not turn.is_over:
            player = turn.player if turn.extra is None else turn.extra.colour
            step = programs[player](turn, rng)
            turn.play(replace(step, dice=contest_dice(rng)) if isinstance(step, Contest) else step)
        turns.append(turn.so_far)
        state = turn.next_state
        passed = 0 if turn.laid else passed + 1
        if turn.winner is not None or passed == len(players) or len(turns) == max_turns:
            break
    return Record(board, players, tuple(turns), tokens)
