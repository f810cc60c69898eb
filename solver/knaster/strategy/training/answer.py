"""A training as a search: what it has learned so far, and how well that plays."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solver.answer import Answer
from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.errors import CheckpointError
from solver.files.input_text import printable
from solver.knaster.line import LineValues, default_line_values
from solver.runtime.background import when_stopped
from solver.search import Report, Search

if TYPE_CHECKING:  # they import numba
    from solver.knaster.strategy.table import LearnedTable
    from solver.knaster.strategy.training.training import Training

_DECIMALS = 4
_SAVED_EVERY_S = 60


@dataclass(frozen=True, slots=True, repr=False)
class TrainedTable(Answer):
    """The *table* learned from *games* games.

    *mean* is the mean score of the last games that began without random moves.
    """

    table: "LearnedTable"
    games: int
    mean: float

    def lines(self, *, drawn: bool = False) -> Iterator[StyledLine]:  # noqa: ARG002
        """Yield how far the training came."""
        yield plain_line(f"{plural(self.games, 'game')} played")
        yield plain_line(f"Mean {self.mean:.2f} of the last games that began without random moves")

    def to_json(self) -> dict[str, Any]:
        """Return how far the training came, and what distinguishes it from others."""
        described = {key: value for key, value in self.table.training.items() if key != "games"}
        return {"games": self.games, "mean": round(self.mean, _DECIMALS), **described}


def train(
    games: int = 10**6,
    *,
    seed: int = 0,
    values: LineValues | None = None,
    known_end: bool = False,
    checkpoint: str | None = None,
) -> Search[TrainedTable]:
    """Return the search that learns a table from *games* games, also of those with a *known_end*.

    The same *seed* gives the same table. Every minute, and when it ends, the training is kept in
    the file *checkpoint*, from which it goes on if it was stopped. Raises `CheckpointError` where
    that is of another training, or of more games.
    """
    from solver.knaster.strategy.training.training import Training, TrainingSpec, load_training

    spec = TrainingSpec(seed, values or default_line_values(), known_end)
    state = spec.first_state() if checkpoint is None else load_training(checkpoint, spec)
    if state.games > games:
        expected = f"the checkpoint of at most {games} games"
        where = f"checkpoint {printable(checkpoint or '')}"
        raise CheckpointError(where, expected=expected, found=f"one of {state.games}")
    run = _Run(Training(spec, state), games, checkpoint)
    search = Search(
        run.work,
        label="training",
        noun="games",
        prepare=run.training.compile,
        checkpoint=checkpoint,
    )
    search.is_resumed = state.games > 0
    return search


class _Run:
    """A *training* until *games* games are played, kept in the file *checkpoint*."""

    def __init__(self, training: "Training", games: int, checkpoint: str | None) -> None:
        self.training, self._games, self._checkpoint = training, games, checkpoint

    def work(self, report: Report[TrainedTable]) -> TrainedTable:
        """Train, and report each chunk of games."""
        training, games = self.training, self._games
        start_games, start_s = training.games, time.monotonic()
        save_s = start_s + _SAVED_EVERY_S
        with when_stopped(self._stop):
            try:
                for done, mean in training.run(games):
                    now_s = time.monotonic()
                    pace = (done - start_games) / (now_s - start_s)
                    note = f"mean {mean:.1f}, {pace:,.0f} games/s"
                    report(done, games, done, note, answer=self._so_far)
                    if now_s >= save_s:
                        self._save()
                        save_s = now_s + _SAVED_EVERY_S
            finally:
                if not training.is_stopped:  # who stopped it has saved it
                    self._save()
        return self._so_far()

    def _stop(self) -> None:
        self.training.stop()
        self._save()

    def _save(self) -> None:
        from solver.knaster.strategy.training.training import save_training

        if self._checkpoint is not None and self.training.games:
            save_training(self._checkpoint, self.training.spec, self.training.state())

    def _so_far(self) -> TrainedTable:
        state = self.training.state()
        table = self.training.spec.learned_table(state)
        return TrainedTable(table, state.games, state.mean)
