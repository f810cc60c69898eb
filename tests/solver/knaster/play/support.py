"""Games of Knaster at the keyboard, as tests begin and play them."""

import io
from random import Random

from solver.console.game_console import Console, QuitGameError
from solver.console.keyboard import Keyboard
from solver.geometry.cell import names_of
from solver.knaster.line_values import default_line_values
from solver.knaster.play.session import Session, new_session
from solver.knaster.play.terminal_game import TerminalGame
from solver.knaster.record import Turn
from solver.knaster.strategy.player import greedy_turn, moves

VALUES = default_line_values()
SEED = 7


def typed(turn: Turn) -> str:
    """Return what a person may type for *turn*."""
    cell = turn.circle or turn.write
    return "pass" if cell is None else names_of((cell, *turn.bonus))


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
        session = session.with_turn(turn)
        turns += 1
    return session


def with_bonus_to_choose() -> tuple[Session, Turn]:
    """Return a solitaire and a turn that fills a line with a hand, whose bonus may be chosen."""
    session = new_session((), (), SEED)
    while True:
        turns = list(moves(session.sheet, session.throw.roll))
        for turn in turns:
            others = [other for other in turns if other.write == turn.write]
            if turn.bonus and len(others) > 1:
                return session, turn
        session = session.with_turn(turns[-1])


def play_lines(session: Session, *lines: str) -> tuple[list[Session], str]:
    """Return what was saved while *lines* were typed, and what was printed; first the beginning."""
    keyboard = Keyboard(io.TextIOWrapper(io.BytesIO("".join(f"{n}\n" for n in lines).encode())))
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    saved = [session]
    game = TerminalGame(session, Console(keyboard, stream), VALUES, saved.append)
    try:
        game.play()
    except QuitGameError:
        assert not game.session.is_over
    assert saved[-1] == game.session
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return saved, stream.buffer.getvalue().decode()
