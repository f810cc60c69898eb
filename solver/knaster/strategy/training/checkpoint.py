"""The checkpoint of a training: its state in a file, from which a run that was killed goes on.

The file has a checksum, a line of JSON that tells the run and how many games were played, and the
arrays of the state as they are in memory, least significant byte first. It is written as a whole,
so that it is the state at some moment, whenever the run is killed.
"""

import json
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from solver.errors import CheckpointError, error_text, quoted
from solver.files.input_text import printable
from solver.files.json_reader import json_quoted
from solver.files.output_file import write_atomic
from solver.knaster.strategy.training.training import TrainingSpec, TrainingState

_KIND = "knaster training"
_CHECKSUM = b"%08x\n"
_MAX_BYTES = 100_000_000  # of a file; a training has 20 to 50 millions


def save_training(name: str, spec: TrainingSpec, state: TrainingState) -> None:
    """Write the *state* of a training by *spec* to the file *name*.

    Raises `SourceError` when it cannot be written.
    """
    header = json.dumps({**_description(spec), "games": state.games}).encode()
    arrays = (array.astype(array.dtype.newbyteorder("<")).tobytes() for array in state.arrays)
    content = b"".join([header, b"\n", *arrays])
    write_atomic(name, _CHECKSUM % crc32(content) + content, kind="checkpoint")


def load_training(name: str, spec: TrainingSpec) -> TrainingState:
    """Return the state of the training by *spec* in the file *name*.

    It is the state before the first game if there is no such file, or an empty one. Raises
    `CheckpointError` when the file is of another training or of something else.
    """
    where = f"checkpoint {printable(name)}"
    state = spec.first_state()
    size = sum(array.nbytes for array in state.arrays)
    content = _read(name, where)
    if not content:
        return state
    header, data = _parse(content, where)
    hint = "name another file to begin anew"
    for key, value in _description(spec).items():
        if header.get(key) != value:
            expected = f"the checkpoint of this run, with {key} {json_quoted(value)}"
            found = json_quoted(header.get(key))
            raise CheckpointError(where, expected=expected, found=found, hint=hint)
    games = header.get("games")
    if type(games) is not int or games < 0:
        expected = "the number of games played"
        raise CheckpointError(where, expected=expected, found=json_quoted(games))
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


def _description(spec: TrainingSpec) -> dict[str, Any]:
    return {"checkpoint": _KIND, **spec.to_json()}


def _read(name: str, where: str) -> bytes:
    """Return the content of the file, or as much as a checkpoint may have; none without a file."""
    try:
        with Path(name).open("rb") as file:
            return file.read(_MAX_BYTES)
    except FileNotFoundError:
        return b""
    except (OSError, ValueError) as error:
        found = error_text(error)
        raise CheckpointError(where, expected="a file that can be read", found=found) from None


def _parse(content: bytes, where: str) -> tuple[dict[str, Any], bytes]:
    """Return the header and the arrays of a checkpoint."""
    checksum, _, described = content.partition(b"\n")
    if checksum + b"\n" == _CHECKSUM % crc32(described):
        line, _, data = described.partition(b"\n")
        try:
            header = json.loads(line.decode())
        except (ValueError, RecursionError):  # somebody else wrote it, with a checksum of its own
            header = None
        if isinstance(header, dict):
            return header, data
    found = quoted(content[:100].decode(errors="replace").partition("\n")[0])
    raise CheckpointError(where, expected="a whole checkpoint, or no file yet", found=found)
