"""Foresight: what the rolls of games that were played allowed, had they been known.

The search for it is plain Python, which threads do no faster; so processes do it.
"""

from collections.abc import Iterable, Iterator

from solver.penta_rush.puzzle.hindsight.best_plan import best_score
from solver.penta_rush.puzzle.hindsight.known_rolls import KnownRollsGame
from solver.penta_rush.puzzle.strategy.simulation import SimulatedGame, SimulationSpec
from solver.runtime.parallel import ProcessPool


def optima(series: SimulationSpec, played: Iterable[SimulatedGame], *, jobs: int = 1) -> Iterator[int]:
    """Yield the best score of each game that was *played*, as *jobs* processes find them.

    The same whatever *jobs*. Raises `WorkerError` when processes are killed again and again.
    """
    prospects = (
        KnownRollsGame(series.card, tuple(one.roll for one in game.rounds), series.points)
        for game in played
    )
    if jobs == 1:
        yield from map(best_score, prospects)
        return
    with ProcessPool(jobs) as processes:
        yield from processes.map(best_score, prospects)
