"""Games of Geocinco at the keyboard, as tests begin and play them."""

from functools import cache
from random import Random

import pytest

from solver.geocinco.board import Board
from solver.geocinco.play import hint, session, terminal_game
from solver.geocinco.play.session import Session, Settings, colours_and_programs
from solver.geocinco.record import Contest, Lay, LayBridge
from solver.geocinco.rules.position import extra_places
from solver.geocinco.rules.turn import Done, Extra, Step, TurnInProgress
from solver.geocinco.state import State
from solver.geocinco.strategy.program import Program

SEED = 7


def builder(turn: TurnInProgress, rng: Random) -> Step:
    """Build towers one after the other, and lay bridges or be done by turns.

    Every other time that it can, it contests.
    """
    if turn.extra is not None:
        colour = turn.extra.colour
        return Extra(_best(turn.state, colour, extra_places(turn.state, colour)))
    free, contest = turn.places
    if turn.bridges and rng.random() < 0.5:
        _, first, second = turn.bridges[0]
        return LayBridge(first, second)
    if contest and (not free or rng.random() < 0.5):
        return Contest(min(contest), ())
    return Lay(_best(turn.state, turn.player, free)) if free else Done()


def _best(state: State, colour: str, slots: frozenset[str]) -> str:
    own = state.tokens_of(colour)

    def progress(slot: str) -> int:
        of_slot = (each for each in state.board.of_colour(colour) if slot in each.slots)
        return max((len(own.intersection(each.slots)) for each in of_slot), default=-1)

    return max(sorted(slots), key=progress)


def patch_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the random program, which hints too, build towers."""
    for module in (session, terminal_game, hint):
        monkeypatch.setattr(module, "PROGRAMS", {"random": builder})


def begun(
    persons: tuple[str, ...] = ("red",),
    levels: tuple[str, ...] = ("random",),
    seed: int = SEED,
    *,
    board: str = "whole",
    tokens: int = 2,
) -> Session:
    """Return the beginning of a game."""
    players, programs = colours_and_programs(persons, levels)
    return Session.start(Settings(Board.named(board), players, tokens, programs, seed))


def played(session: Session, steps: int | None = None, program: Program = builder) -> Session:
    """Return *session* after *steps* more steps of *program*, for all players, or its end."""
    taken = 0
    while not session.is_over and taken != steps:
        session = session.with_step(session.choice(program))
        taken += 1
    return session


@cache
def whole_game() -> list[Session]:
    """Return the sessions of a whole game, the last of which is over.

    It has contests with extra tokens of both sides, and bridges laid and kept.
    """
    return sessions(played(begun()))


def sessions(last: Session) -> list[Session]:
    """Return the sessions that led to the *last* one, from the beginning, and it."""
    found = [last]
    while found[-1].before is not None:
        found.append(found[-1].before)
    return found[::-1]
