"""Random games and states of them, for the tests of Geocinco."""

import random
from dataclasses import replace

from solver.geocinco.board import COLOURS, DIGITS, Board
from solver.geocinco.record import Contest, GameTurn, Lay, LayBridge, Move, Record
from solver.geocinco.rules.verdict import Verdict, verdicts
from solver.geocinco.strategy.match import play_game
from solver.geocinco.strategy.player import PROGRAMS
from solver.geocinco.throw import THROWS


def random_game(
    seed: int, *, players: int = 2, board: str = "whole", tokens: int = 2, turns: int | None = None
) -> Record:
    """Return a game of random legal moves, of at most so many *turns*."""
    rng = random.Random(seed)
    colours = rng.sample(COLOURS, players)
    programs = dict.fromkeys(colours, PROGRAMS["random"])
    return play_game(Board.named(board), programs, rng, tokens=tokens, max_turns=turns)


def states_of(record: Record) -> list[Verdict]:
    """Return the verdicts at the start of *record* and after each of its legal turns."""
    return [verdict for verdict in verdicts(record) if verdict.illegal is None]


def with_turn(record: Record, number: int, *moves: Move) -> Record:
    """Return *record* up to the turn of this *number*, from 1, which has other *moves*."""
    turns = record.turns[: number - 1]
    return replace(record, turns=(*turns, GameTurn(record.turns[number - 1].throw, moves)))


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
