"""Training runs: the table learns from games, a chunk at a time, and can be kept at any moment.

A run is the same for the same seed, in one go or in several: training resumes from its state alone.
A checkpoint has the number of games played, and the arrays of the state as they are in memory,
least significant byte first, in base 64.
"""

import time
from base64 import b64decode, b64encode
from collections.abc import Generator, Iterator
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.answer import Answer
from solver.drawing.styled_text import StyledLine, plain_line, plural
from solver.errors import CheckpointError
from solver.files.checkpoint import read_snapshot, write_snapshot
from solver.files.input_text import printable
from solver.files.json_reader import json_quoted
from solver.knaster.line import LineValues, default_line_values
from solver.knaster.strategy.kernel.evaluation import MAX_TURNS
from solver.knaster.strategy.kernel.position import NO_LIMIT
from solver.knaster.strategy.kernel.training import Errors
from solver.knaster.strategy.kernel.training import train as train_games
from solver.knaster.strategy.table import LearnedTable, layout, new_board
from solver.question import Count, Seed, question
from solver.runtime.background import when_stopped
from solver.search import Report, Search

_CHUNK = 1000  # games in one call of compiled code, some tenth of a second
_RECENT_CHUNKS = 20  # whose mean is shown
_DECAY = 0.85
_STEP = 1.0  # the learning rate, before temporal coherence adapts it
_EXPLORING = 0.4  # the share of games that begin with random moves
_MIN_TURNS = 18  # of a game whose end is known
_SEEDS = 2**64
_SAVED_EVERY_S = 60
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


class TrainingSpec(NamedTuple):
    """A table for these line *values*, for games whose end is known or not, by this *seed*."""

    seed: int
    values: LineValues
    known_end: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return what distinguishes one training from another, as a JSON object."""
        return {
            "seed": self.seed,
            "known_end": self.known_end,
            "values": list(self.values.points),
            "decay": _DECAY,
            "step": _STEP,
            "exploring": _EXPLORING,
        }

    def learned_table(self, state: "TrainingState") -> LearnedTable:
        """Return the table of a training at *state*."""
        description = {**self.to_json(), "games": state.games}
        return LearnedTable(self.values, self.known_end, state.entries, description)

    def first_state(self) -> "TrainingState":
        """Return the state before the first game."""
        entries = layout(self.values, known_end=self.known_end).entries
        return TrainingState(
            0,
            np.array([self.seed % _SEEDS], np.uint64),
            np.zeros((_RECENT_CHUNKS, 2)),
            entries,
            Errors(np.zeros_like(entries), np.zeros_like(entries)),
        )


class TrainingState(NamedTuple):
    """A training after *games* games; it resumes from this state alone."""

    games: int
    seed: NDArray[np.uint64]  # (1,)
    # (20, 2): of the last chunks, the sum of the scores of the games without random moves, and how
    # many these were; a chunk has the row of its number modulo 20.
    recent: NDArray[np.float64]
    entries: NDArray[np.float32]  # of the table
    errors: Errors

    @property
    def arrays(self) -> list[NDArray[Any]]:
        """The arrays, in the order in which a checkpoint has them."""
        return [self.seed, self.recent, self.entries, *self.errors]

    @property
    def mean(self) -> float:
        """The mean score of the last games without random moves, 0 before any; at most 20,000."""
        score_sum, count = self.recent.sum(axis=0)
        return float(score_sum / count) if count else 0.0


class Training:
    """A training by *spec* that goes on from *state*, which it changes, in a *checkpoint*."""

    def __init__(
        self, spec: TrainingSpec, state: TrainingState, checkpoint: str | None = None
    ) -> None:
        self.spec, self._checkpoint = spec, checkpoint
        self._board = new_board(spec.values)
        self._table = layout(spec.values, known_end=spec.known_end)._replace(entries=state.entries)
        self._state = state
        self._lock = Lock()  # a state is taken between two chunks, while a thread may train
        self.is_stopped = False

    @property
    def games(self) -> int:
        """The games played so far."""
        return self._state.games

    def state(self) -> TrainingState:
        """Return a copy of the state after the last whole chunk."""
        with self._lock:
            return deepcopy(self._state)

    def stop(self) -> None:
        """Let `run` play no more games than those that it plays now, and save what it has."""
        with self._lock:
            self.is_stopped = True
        self._save()

    def run(self, games: int) -> Generator[tuple[int, float], None, None]:
        """Train until *games* games are played; yield how many are, and their recent mean.

        The checkpoint is written every minute, and at the end.
        """
        save_s = time.monotonic() + _SAVED_EVERY_S
        try:
            while self.games < games:
                number, begun = divmod(self.games, _CHUNK)
                chunk = min(_CHUNK - begun, games - self.games)
                with self._lock:
                    if self.is_stopped:
                        return
                    recent = self._state.recent[number % _RECENT_CHUNKS]
                    if not begun:
                        recent[:] = 0
                    recent += self._train(chunk)
                    self._state = self._state._replace(games=self.games + chunk)
                yield self.games, self._state.mean
                if time.monotonic() >= save_s:
                    self._save()
                    save_s = time.monotonic() + _SAVED_EVERY_S
        finally:
            if not self.is_stopped:  # whoever stopped it has saved it
                self._save()

    def _save(self) -> None:
        if self._checkpoint is not None and self.games:
            save_training(self._checkpoint, self.spec, self.state())

    def _train(self, games: int) -> tuple[float, int]:
        errors, seed = self._state.errors, self._state.seed
        turns = (_MIN_TURNS, MAX_TURNS) if self.spec.known_end else (NO_LIMIT, NO_LIMIT)
        settings = _DECAY, _EXPLORING, _STEP
        return train_games(self._board, self._table, errors, seed, games, *settings, *turns)


def save_training(name: str, spec: TrainingSpec, state: TrainingState) -> None:
    """Write the *state* to the file *name*; raise `SourceError` when it cannot be written."""
    arrays = (array.astype(array.dtype.newbyteorder("<")).tobytes() for array in state.arrays)
    numbers = b64encode(b"".join(arrays)).decode()
    write_snapshot(name, _header(spec), {"games": state.games, "numbers": numbers})


def load_training(name: str, spec: TrainingSpec) -> TrainingState:
    """Return the state of the training by *spec* in the file *name*.

    It is the state before the first game if there is no such file, or an empty one. Raises
    `CheckpointError` when the file is of another training or of something else.
    """
    wrong = partial(CheckpointError, f"checkpoint {printable(name)}")
    state = spec.first_state()
    match read_snapshot(name, _header(spec)):
        case None:
            return state
        case {"games": int(games), "numbers": str(numbers)} if games >= 0:
            pass
        case other:
            expected = "the number of games played, and numbers"
            raise wrong(expected=expected, found=json_quoted(other))
    try:
        data = b64decode(numbers, validate=True)
    except ValueError:
        data = b""
    size = sum(array.nbytes for array in state.arrays)
    if len(data) != size:
        raise wrong(expected=f"{size:,} bytes of numbers", found=f"{len(data):,}")
    start = 0
    for array in state.arrays:
        part = np.frombuffer(data, array.dtype.newbyteorder("<"), array.size, start)
        if not np.isfinite(part).all():
            raise wrong(expected="finite numbers", found="one that is not")
        array[...] = part.reshape(array.shape)
        start += array.nbytes
    return state._replace(games=games)


def _header(spec: TrainingSpec) -> dict[str, Any]:
    return {"checkpoint": "knaster training 2", **spec.to_json()}
