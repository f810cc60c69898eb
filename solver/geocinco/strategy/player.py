"""The programs that play, by their levels, from the weakest."""

from collections.abc import Mapping
from random import Random
from typing import Protocol

from solver.geocinco.record import Contest, Lay, LayBridge
from solver.geocinco.rules.position import bridge_places, extra_places
from solver.geocinco.rules.turn import Done, Extra, Step, TurnInProgress
from solver.geocinco.strategy.level import Level


class Program(Protocol):
    """A program that plays; all choices at random come from the generator it is handed."""

    def next_move(self, turn: TurnInProgress, rng: Random) -> Step:
        """Return the next step of *turn*; whoever runs the game throws the dice of a contest."""


class RandomProgram:
    """Any legal move, all equally likely, but a bridge before all others."""

    def next_move(self, turn: TurnInProgress, rng: Random) -> Step:
        """Return the next step of *turn*; whoever runs the game throws the dice of a contest."""
        state, colour = turn.state, turn.player
        if turn.extra is not None:
            return Extra(rng.choice(sorted(extra_places(state, turn.extra.colour))))
        if turn.winner is not None:
            return Done()
        bridges = bridge_places(state, colour) if state.held[colour] else []
        if bridges:
            chosen = rng.choice(bridges)
            return LayBridge(chosen.first, chosen.second)
        free, contest = turn.places
        moves: list[Lay | Contest] = [Lay(slot) for slot in sorted(free)]
        moves += [Contest(slot, ()) for slot in sorted(contest)]
        return rng.choice(moves) if moves else Done()


class _CompiledProgram:
    """A program of a *level*; it imports numba, which takes long, when it first plays."""

    def __init__(self, level: Level) -> None:
        self._level = level

    def next_move(self, turn: TurnInProgress, rng: Random) -> Step:
        """Return the next step of *turn*; whoever runs the game throws the dice of a contest."""
        from solver.geocinco.strategy.program import next_move

        return next_move(self._level, turn, rng)


PROGRAMS: Mapping[str, Program] = {
    Level.RANDOM.label: RandomProgram(),
    Level.GREEDY.label: _CompiledProgram(Level.GREEDY),
    Level.STRONG.label: _CompiledProgram(Level.STRONG),
}
