"""A training as a search: what it has learned so far, and how well that plays."""

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from solver.answer import Answer
from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.errors import CheckpointError
from solver.files.input_text import printable
from solver.knaster.line import LineValues, default_line_values
from solver.knaster.strategy.table import LearnedTable
from solver.knaster.strategy.training.training import Training, TrainingSpec, load_training
from solver.question import Count, Seed, question
from solver.runtime.background import when_stopped
from solver.search import Report, Search

_DECIMALS = 4


@dataclass(frozen=True, slots=True, repr=False)
class TrainedTable(Answer):
    """The *table* from *games* games; *mean* is that of the last ones without random moves."""

    table: LearnedTable
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


@question
def train(
    games: Count = 10**6,
    *,
    seed: Seed = 0,
    values: LineValues | None = None,
    known_end: bool = False,
    checkpoint: str | None = None,
) -> Search[TrainedTable]:
    """Return the search that learns a table from *games* games, also of those with a *known_end*.

    The same *seed* gives the same table. Every minute, and when it ends, the training is kept in
    the file *checkpoint*, from which it goes on if it was stopped. Raises `CheckpointError` where
    that is of another training, or of more games.
    """
    spec = TrainingSpec(seed, values or default_line_values(), known_end)

    def begun() -> Training:
        state = spec.first_state() if checkpoint is None else load_training(checkpoint, spec)
        if state.games > games:
            expected = f"the checkpoint of at most {games} games"
            where = f"checkpoint {printable(checkpoint or '')}"
            raise CheckpointError(where, expected=expected, found=f"one of {state.games}")
        return Training(spec, state, checkpoint)

    training = begun()

    def prepare() -> None:
        nonlocal training
        training = begun()  # anew, as it may have been run before

    def work(report: Report[TrainedTable]) -> TrainedTable:
        current, start_games, start_s = training, training.games, time.monotonic()

        def so_far() -> TrainedTable:
            state = current.state()
            return TrainedTable(spec.learned_table(state), state.games, state.mean)

        with when_stopped(current.stop), closing(current.run(games)) as steps:
            for done, mean in steps:
                pace = (done - start_games) / (time.monotonic() - start_s)
                report(done, games, done, f"mean {mean:.1f}, {pace:,.0f} games/s", answer=so_far)
        return so_far()

    search = Search(work, label="training", noun="games", prepare=prepare, checkpoint=checkpoint)
    search.is_resumed = training.games > 0
    return search
