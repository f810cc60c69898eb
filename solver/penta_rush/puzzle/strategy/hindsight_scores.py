"""Foresight: what the rolls of games that were played allowed, had they been known.

The search for it is plain Python, which threads do no faster; so processes do it.
"""

from collections.abc import Iterable, Iterator

from solver.penta_rush.puzzle.hindsight.answer import optimum
from solver.penta_rush.puzzle.hindsight.known_rolls import Prospect
from solver.penta_rush.puzzle.strategy.simulation import Played, Series
from solver.runtime.processes import Processes


def optima(series: Series, played: Iterable[Played], *, jobs: int = 1) -> Iterator[int]:
    """Yield the best score of each game that was *played*, as *jobs* processes find them.

    The same whatever *jobs*. Raises `WorkerError` when processes are killed again and again.
    """
    prospects = (
        Prospect(series.card, tuple(one.roll for one in game.rounds), series.points)
        for game in played
    )
    if jobs == 1:
        yield from map(optimum, prospects)
        return
    with Processes(jobs) as processes:
        yield from processes.map(optimum, prospects)
