"""The programs that play, by their levels, from the weakest.

random   any legal move, all equally likely
"""

from collections.abc import Mapping
from random import Random
from typing import Protocol

from solver.geocinco.record import Contest, Lay, LayBridge
from solver.geocinco.rules import TurnInProgress, bridge_places, extra_places
from solver.geocinco.state import State


class Program(Protocol):
    """A program that plays; all choices at random come from the generator it is handed."""

    def next_move(self, turn: TurnInProgress, rng: Random) -> Lay | LayBridge | Contest | None:
        """Return the next move of *turn*, None when it is done.

        A `Contest` has no dice yet: they are thrown by who runs the game.
        """

    def extra_slot(self, state: State, colour: str, rng: Random) -> str:
        """Return where *colour* lays the extra token of a contest; there must be a place."""


class RandomProgram:
    """Any legal move, all equally likely."""

    def next_move(self, turn: TurnInProgress, rng: Random) -> Lay | LayBridge | Contest | None:
        """Return the next move of *turn*, None when it is done."""
        state, colour = turn.state, turn.player
        if turn.winner is not None:
            return None
        bridges = bridge_places(state, colour) if state.held[colour] else []
        if bridges:
            chosen = rng.choice(bridges)
            return LayBridge(chosen.first, chosen.second)
        free, contest = turn.places
        moves: list[Lay | Contest] = [Lay(slot) for slot in sorted(free)]
        moves += [Contest(slot, ()) for slot in sorted(contest)]
        return rng.choice(moves) if moves else None

    def extra_slot(self, state: State, colour: str, rng: Random) -> str:
        """Return where *colour* lays the extra token of a contest; there must be a place."""
        return rng.choice(sorted(extra_places(state, colour)))


PROGRAMS: Mapping[str, Program] = {"random": RandomProgram()}
