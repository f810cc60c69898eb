"""The best score that the rolls of each simulated game would have allowed, had they been known."""

from collections.abc import Iterable, Iterator

from solver.penta_rush.puzzle.hindsight.best_plan import best_score
from solver.penta_rush.puzzle.hindsight.known_rolls import KnownRollsGame
from solver.penta_rush.puzzle.strategy.simulation import SimulatedGame, SimulationSpec
from solver.runtime.parallel import process_map


def hindsight_scores(
    spec: SimulationSpec, games: Iterable[SimulatedGame], *, jobs: int = 1
) -> Iterator[int]:
    """Yield the best score of each of *games*, as *jobs* processes find them.

    The same whatever *jobs*. Raises `WorkerError` when processes are killed again and again.
    """
    known = (
        KnownRollsGame(spec.card, tuple(played.roll for played in game.rounds), spec.points)
        for game in games
    )
    with process_map(jobs) as map_tasks:  # the search is plain Python: threads would not be faster
        yield from map_tasks(best_score, known)
