"""The programs that play, by their levels, from the weakest: each plays by the policy so named."""

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Protocol

from solver.geocinco.record import Contest, Lay, LayBridge
from solver.geocinco.rules.position import bridge_places, extra_places
from solver.geocinco.rules.turn import TurnInProgress
from solver.geocinco.state import State
from solver.geocinco.strategy.policy import Policy


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


class _CompiledProgram:
    """A program that plays by *policy*; it imports numba, which takes long, when it first plays."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    @cached_property
    def _program(self) -> Program:
        from solver.geocinco.strategy.program import PolicyProgram

        return PolicyProgram(self._policy)

    def next_move(self, turn: TurnInProgress, rng: Random) -> Lay | LayBridge | Contest | None:
        """Return the next move of *turn*, None when it is done."""
        return self._program.next_move(turn, rng)

    def extra_slot(self, state: State, colour: str, rng: Random) -> str:
        """Return where *colour* lays the extra token of a contest; there must be a place."""
        return self._program.extra_slot(state, colour, rng)


PROGRAMS: Mapping[str, Program] = {
    Policy.RANDOM.label: RandomProgram(),
    Policy.GREEDY.label: _CompiledProgram(Policy.GREEDY),
    Policy.STRONG.label: _CompiledProgram(Policy.STRONG),
}
