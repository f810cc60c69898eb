"""The checkpoint of a training: its state in a file, from which a run that was killed goes on.

The record has the number of games played, and the arrays of the state as they are in memory, least
significant byte first, in base 64.
"""

from base64 import b64decode, b64encode
from typing import Any

import numpy as np

from solver.errors import CheckpointError
from solver.files.checkpoint import read_snapshot, write_snapshot
from solver.files.input_text import printable
from solver.files.json_reader import json_quoted
from solver.knaster.strategy.training.training import TrainingSpec, TrainingState


def save_training(name: str, spec: TrainingSpec, state: TrainingState) -> None:
    """Write the *state* of a training by *spec* to the file *name*.

    Raises `SourceError` when it cannot be written.
    """
    arrays = (array.astype(array.dtype.newbyteorder("<")).tobytes() for array in state.arrays)
    numbers = b64encode(b"".join(arrays)).decode()
    write_snapshot(name, _header(spec), {"games": state.games, "numbers": numbers})


def load_training(name: str, spec: TrainingSpec) -> TrainingState:
    """Return the state of the training by *spec* in the file *name*.

    It is the state before the first game if there is no such file, or an empty one. Raises
    `CheckpointError` when the file is of another training or of something else.
    """
    where, state = f"checkpoint {printable(name)}", spec.first_state()
    match read_snapshot(name, _header(spec)):
        case None:
            return state
        case {"games": int(games), "numbers": str(numbers)} if games >= 0:
            pass
        case other:
            expected, found = "the number of games played, and numbers", json_quoted(other)
            raise CheckpointError(where, expected=expected, found=found)
    try:
        data = b64decode(numbers, validate=True)
    except ValueError:
        data = b""
    size = sum(array.nbytes for array in state.arrays)
    if len(data) != size:
        expected, found = f"{size:,} bytes of numbers", f"{len(data):,}"
        raise CheckpointError(where, expected=expected, found=found)
    start = 0
    for array in state.arrays:
        part = np.frombuffer(data, array.dtype.newbyteorder("<"), array.size, start)
        if not np.isfinite(part).all():
            expected, found = "finite numbers", "one that is not"
            raise CheckpointError(where, expected=expected, found=found)
        array[...] = part.reshape(array.shape)
        start += array.nbytes
    return state._replace(games=games)


def _header(spec: TrainingSpec) -> dict[str, Any]:
    return {"checkpoint": "knaster training 2", **spec.to_json()}
