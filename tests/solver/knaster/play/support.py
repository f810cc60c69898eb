"""Games of Knaster at the keyboard, as tests begin and play them."""

from functools import partial
from random import Random

from solver.knaster.play.session import Session, new_session
from solver.knaster.play.terminal_game import KnasterGame
from solver.knaster.record import Turn
from solver.knaster.rules import legal_moves
from solver.knaster.strategy.program import greedy_turn
from tests.solver.console.play import support
from tests.solver.console.play.support import SEED, VALUES

play_lines = partial(support.play_lines, partial(KnasterGame, values=VALUES))


def greedily(session: Session, count: int | None = None) -> Session:
    """Return *session* after *count* more turns, or its end; all players play greedily.

    Persons do the same with the same roll and sheet.
    """
    turns = 0
    while not session.is_over and turns != count:
        if session.is_program:
            turn = session.program_turn(VALUES)
        else:
            turn = greedy_turn(session.situation(VALUES), Random(session.number))
        session = session.with_step(turn)
        turns += 1
    return session


def with_bonus_to_choose() -> tuple[Session, Turn]:
    """Return a solitaire and a turn that fills a line with a hand, whose bonus may be chosen."""
    session = new_session((), (), SEED)
    while True:
        turns = list(legal_moves(session.sheet, session.throw.roll))
        for turn in turns:
            others = [other for other in turns if other.write == turn.write]
            if turn.bonus and len(others) > 1:
                return session, turn
        session = session.with_step(turns[-1])
