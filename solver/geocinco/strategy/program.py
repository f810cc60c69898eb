"""The programs that play, by their levels, from the weakest."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random

from solver.geocinco.record import Contest, Lay, LayBridge
from solver.geocinco.rules.position import extra_places
from solver.geocinco.rules.turn import Done, Extra, Step, TurnInProgress
from solver.geocinco.strategy.level import Level

# Chooses the next step of a turn; whoever runs the game throws the dice of a contest.
Program = Callable[[TurnInProgress, Random], Step]


def random_move(turn: TurnInProgress, rng: Random) -> Step:
    """Return any legal move, all equally likely, but a bridge before all others."""
    if turn.extra is not None:
        return Extra(rng.choice(sorted(extra_places(turn.state, turn.extra.colour))))
    if bridges := turn.bridges:
        chosen = rng.choice(bridges)
        return LayBridge(chosen.first, chosen.second)
    free, contest = turn.places
    moves: list[Lay | Contest] = [Lay(slot) for slot in sorted(free)]
    moves += [Contest(slot, ()) for slot in sorted(contest)]
    return rng.choice(moves) if moves else Done()


def _compiled_move(level: Level, turn: TurnInProgress, rng: Random) -> Step:
    from solver.geocinco.strategy.compiled_program import next_move  # imports numpy

    return next_move(level, turn, rng)


PROGRAMS: Mapping[str, Program] = {
    Level.RANDOM.label: random_move,
    Level.GREEDY.label: partial(_compiled_move, Level.GREEDY),
    Level.STRONG.label: partial(_compiled_move, Level.STRONG),
}
