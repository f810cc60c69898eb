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
from solver.knaster.strategy.player import greedy_turn, legal_turns

VALUES = default_line_values()
SEED = 7


def typed(turn: Turn) -> str:
    """Return what a person may type for *turn*."""
    cell = turn.circle or turn.write
    return "pass" if cell is None else names_of((cell, *turn.bonus))


def greedily(session: Session, count: int | None = None) -> Session:
    """Return *session* after so many more turns, or its end; all players play greedily."""
    turns = 0
    while not session.is_over and turns != count:
        session = session.with_turn(greedy_turn(session.situation(VALUES), Random(0)))
        turns += 1
    return session


def with_bonus_to_choose() -> tuple[Session, Turn]:
    """Return a solitaire and a turn that fills a line with a hand, whose bonus may be chosen."""
    session = new_session((), (), SEED)
    while True:
        turns = list(legal_turns(session.sheet, session.throw.roll, is_last=session.is_last))
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
