"""Games at the keyboard, as tests begin and play them: three games to ask the same questions of."""

import io
from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

from solver.console.keyboard import Keyboard
from solver.console.play.console import Console, QuitGameError
from solver.console.play.session import Session
from solver.console.play.terminal_game import TerminalGame
from solver.geocinco.play.session import Session as GeocincoSession
from solver.geocinco.play.terminal_game import GeocincoGame
from solver.geocinco.play.typed_step import typed_text
from solver.geocinco.record import Record as GeocincoRecord
from solver.geocinco.rules.verdict import judge as judge_geocinco
from solver.geometry.cell import names_of
from solver.knaster.line import default_line_values
from solver.knaster.play.session import Session as KnasterSession
from solver.knaster.play.session import new_session
from solver.knaster.play.terminal_game import KnasterGame
from solver.knaster.record import Record as KnasterRecord
from solver.knaster.record import Turn
from solver.knaster.rules import judge as judge_knaster
from solver.knaster.strategy.program import greedy_turn
from solver.pent_up.play.session import HUMAN, Settings
from solver.pent_up.play.session import Session as PentUpSession
from solver.pent_up.play.terminal_game import PentUpGame
from solver.pent_up.record import Record, TileMove
from solver.pent_up.rules import judge as judge_pent_up
from solver.pent_up.strategy.budget import SearchBudget
from solver.pent_up.strategy.program import greedy_move
from tests.solver.geocinco.play.support import begun, builder

VALUES = default_line_values()
SEED = 7


class Case(NamedTuple):
    """A game of persons and a program, which the command line begins with *args*.

    *choose* returns what a person or the program chooses in a session, *typed* what is typed for
    it.
    """

    name: str
    args: tuple[str, ...]
    begun: Session[Any]
    game: Callable[..., TerminalGame[Any, Any]]
    choose: Callable[[Any], Any]
    typed: Callable[[Any], str]
    judge: Callable[[str], Any]  # returns the first illegal step of a record in a text
    slips: tuple[str, ...]  # lines that ask for something, or are refused
    keys: tuple[str, ...]  # in its JSON

    def __repr__(self) -> str:
        return self.name


def played(case: Case, steps: int | None = None, session: Any = None) -> Any:
    """Return the game after *steps* from *session* or its beginning, or when it is over."""
    session, taken = session or case.begun, 0
    while not session.is_over and taken != steps:
        session = session.with_step(case.choose(session))
        taken += 1
    return session


@cache
def whole_game(name: str) -> tuple[Any, ...]:
    """Return the sessions of a whole game of this *name*, the last of which is over."""
    case, found = CASES[name], [CASES[name].begun]
    while not found[-1].is_over:
        found.append(played(case, 1, found[-1]))
    return tuple(found)


def lines_of_persons(case: Case, *sessions: Any) -> list[str]:
    """Return what the persons type in these *sessions*."""
    return [case.typed(case.choose(one)) for one in sessions if not one.is_program]


def play_lines(
    game: Callable[..., TerminalGame[Any, Any]], session: Any, *lines: str
) -> tuple[list[Any], str]:
    """Return what was saved while *lines* were typed, and what was printed; first the beginning."""
    keyboard = Keyboard(io.TextIOWrapper(io.BytesIO("".join(f"{n}\n" for n in lines).encode())))
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    saved = [session]
    playing = game(session, Console(keyboard, stream), saved.append)
    try:
        playing.play()
    except QuitGameError:
        assert not playing.session.is_over
    assert saved[-1] is playing.session
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return saved, stream.buffer.getvalue().decode()


def unwrapped(printed: str) -> str:
    """Return what was *printed* with the lines of a message on one line."""
    return printed.replace("\n    ", " ")


def typed_turn(turn: Turn) -> str:
    """Return what a person may type for a *turn* of Knaster."""
    cell = turn.circle or turn.write
    return "pass" if cell is None else names_of((cell, *turn.bonus))


def _turn(session: KnasterSession) -> Turn:
    if session.is_program:
        return session.program_turn(VALUES)
    return greedy_turn(session.situation(VALUES), Random(session.number))


def _move(session: PentUpSession) -> TileMove:
    if session.is_program:
        return session.program_move()
    rng = Random(len(session.moves))
    return session.position.as_move(greedy_move(session.position, rng, lowest=False))


def _typed_move(move: TileMove) -> str:
    return f"{move.shape} {names_of(move.cells)}"


def _builder(session: GeocincoSession) -> Any:
    return session.choice(builder)


_SEED = ("--seed", str(SEED))
_KEYS = ("play", "programs", "seed", "pending")
CASES = {
    case.name: case
    for case in (
        Case(
            "knaster",
            ("--player", "Ann", "--player", "Ben", "--against", "greedy", *_SEED),
            new_session(("Ann", "Ben"), ("greedy",), SEED),
            partial(KnasterGame, values=VALUES),
            _turn,
            typed_turn,
            lambda text: judge_knaster(KnasterRecord.parse(text)).violation,
            ("f9", "show", "circle a1 b2 c3 d4 e5", "pass", "7", "f1", "circle a1"),
            ("turns", "roll", "you", "write", "a1", *_KEYS),
        ),
        Case(
            "geo",
            ("--player", "blue", "--player", "red", "--against", "random", *_SEED),
            begun(("blue", "red"), ("random",)),
            GeocincoGame,
            _builder,
            typed_text,
            lambda text: judge_geocinco(GeocincoRecord.parse(text)).violation,
            ("F9r1", "done", "show", "contest A1r1", "moves", "sides C3", "bridge C3r1 C3r2"),
            ("throw", "moves", "done", "red", "A1r1", *_KEYS),
        ),
        Case(
            "up",
            ("--black", "greedy", *_SEED),
            PentUpSession(
                Settings(HUMAN, "greedy", lowest=False, seed=SEED, budget=SearchBudget(1.0))
            ),
            PentUpGame,
            _move,
            _typed_move,
            lambda text: judge_pent_up(Record.parse(text)).violation,
            ("W a1 b1 b2 c2", "moves", "moves x a1", "W a1", "a1", "zzz1 b1 c1 d1 e1"),
            ("moves", "white", "black", "lowest", "seconds", "steps", *_KEYS),
        ),
    )
}
