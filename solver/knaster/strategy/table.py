"""Learned tables: what the kernels play by, bundled or from a file, and how they are kept.

A file is compressed with xz: a line of JSON, which describes the training, and the entries as
16-bit integers, least significant byte first, those of one line state side by side, stage by stage:
they are much alike, so the file is smaller. A unit is 1/32 of a point.

A table is learned for the points of its lines. Played with other points, a line takes the entries
of the line with the nearest ones, in proportion to what they are worth with all numbers circled.
"""

import json
import lzma
import sys
from array import array
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Self

import data
from solver.errors import TableError, error_text, errors_within, quoted
from solver.files.input_text import printable
from solver.files.json_reader import json_quoted
from solver.knaster.dice import ROLLS, chance
from solver.knaster.line import CELLS, LINES, SIZE, LineValues
from solver.knaster.strategy.kernel.evaluation import (
    COUNTS,
    EMPTY_STAGES,
    MASKS,
    TURN_STAGES,
    VALUE_CLASSES,
    ValueTable,
    mask_classes,
)
from solver.knaster.strategy.kernel.line_state import LineStates, line_states
from solver.knaster.strategy.kernel.position import Board, grid_of_lines
from solver.question import question
from solver.runtime.arrays import HAS_NUMPY, NDArray, np
from solver.runtime.kernel import Array1

UNITS = 32  # in a point
_FORMAT = "penta knaster table 1"
_MAX_BYTES = 10_000_000  # of a file
_MAX_HEADER = 10_000
_MAX_MEMORY = 100_000_000  # bytes: a hostile file may ask for gigabytes
_ENTRY_BYTES = 2
_FILES = {False: "knaster/solitaire.xz", True: "knaster/known_end.xz"}
_masks = cache(mask_classes)


@cache
def _states() -> LineStates:
    if HAS_NUMPY:
        return line_states()
    from solver.knaster.strategy.plain_states import plain_line_states

    return plain_line_states()


@dataclass(frozen=True, slots=True)
class LearnedTable:
    """Entries learned for *values*: for games until the sheet is full, or with a *known_end*.

    *training* says how, as JSON; messages call the table *title*.
    """

    values: LineValues
    known_end: bool
    entries: NDArray[np.float32]
    training: dict[str, Any]
    title: str = "table"

    def value_table(self, values: LineValues) -> ValueTable:
        """Return the table for the kernels, to play with lines of these *values*."""
        own = layout(self.values, known_end=self.known_end)
        if values == self.values:
            return own._replace(entries=self.entries)
        table = layout(values, known_end=self.known_end)
        own_classes, classes = line_classes(self.values), line_classes(values)
        size = own.stages * own.feature_count
        for line, points in enumerate(values.points):
            nearest = min(
                range(len(LINES)), key=lambda known: abs(self.values.points[known] - points)
            )
            scale = (points + SIZE) / (self.values.points[nearest] + SIZE)
            begin, own_begin = classes[line] * size, own_classes[nearest] * size
            entries = self.entries[own_begin : own_begin + size]
            table.entries[begin : begin + size] = np.multiply(entries, np.float32(scale))
        table.entries[table.masks_at :] = self.entries[own.masks_at :]
        return table

    def __bytes__(self) -> bytes:
        """Return the content of a file with this table."""
        header = {
            "format": _FORMAT,
            "known_end": self.known_end,
            "values": list(self.values.points),
            "training": self.training,
        }
        limits = np.iinfo(np.int16)
        units = np.clip(np.rint(self.entries * UNITS), limits.min, limits.max).astype("<i2")
        table = layout(self.values, known_end=self.known_end)
        turned = _turned(units, table.masks_at, table.stages, table.feature_count)
        content = json.dumps(header).encode() + b"\n" + turned.tobytes()
        return lzma.compress(content, preset=9)

    @classmethod
    @question
    def parse(cls, content: bytes, *, source: str = "table") -> Self:
        """Return the table in the *content* of a file; raise `TableError` if it is none."""
        wrong = partial(TableError, source, expected="a table that 'penta knaster train' wrote")
        if len(content) > _MAX_BYTES:
            raise TableError(source, expected=f"at most {_MAX_BYTES:,} bytes", found="more")
        size = max(_layout_size(len(LINES), stages) for stages in (EMPTY_STAGES, TURN_STAGES))
        decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MAX_MEMORY)
        try:
            whole = decoder.decompress(content, _MAX_HEADER + _ENTRY_BYTES * size)
        except (lzma.LZMAError, EOFError):
            raise wrong(found="no xz file, or a damaged one") from None
        if not decoder.eof:
            raise wrong(found="one that is cut off, or too long")
        line, _, body = whole.partition(b"\n")
        try:
            header = json.loads(line.decode())
        except (ValueError, RecursionError):
            header = None
        if not isinstance(header, dict) or header.get("format") != _FORMAT:
            raise wrong(found=quoted(line[:100].decode(errors="replace")))
        points, known_end = header.get("values"), header.get("known_end")
        if not isinstance(points, list) or not isinstance(known_end, bool):
            found = f"values {json_quoted(points)}, known_end {json_quoted(known_end)}"
            raise wrong(found=found)
        with errors_within(source):
            values = LineValues(tuple(points))
        table = layout(values, known_end=known_end)
        size = len(table.entries) * _ENTRY_BYTES
        if len(body) != size:
            raise TableError(source, expected=f"{size:,} bytes of entries", found=f"{len(body):,}")
        entries = _entries(body, table)
        training = header.get("training")
        training = training if isinstance(training, dict) else {}
        return cls(values, known_end, entries, training, source)


@question
def read_table(name: str) -> LearnedTable:
    """Return the table in the file *name*; raises `TableError` as `LearnedTable.parse` does."""
    where = f"table {printable(name)}"
    try:
        with Path(name).open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        found = error_text(error)
        raise TableError(where, expected="a file that can be read", found=found) from None
    return LearnedTable.parse(content, source=where)


@cache
def bundled_table(*, known_end: bool = False) -> LearnedTable:
    """Return the bundled table for games until the sheet is full, or with a known end."""
    name = _FILES[known_end]
    return LearnedTable.parse(data.read_bytes(name), source=f"bundled table {name}")


def layout(values: LineValues, *, known_end: bool) -> ValueTable:
    """Return a table of zeros for games with these *values*."""
    stages = TURN_STAGES if known_end else EMPTY_STAGES
    classes = max(line_classes(values)) + 1
    feature_count = _states().feature_count
    masks_at = classes * stages * feature_count
    counts_at = masks_at + stages * MASKS
    empty_at = counts_at + stages * VALUE_CLASSES * COUNTS**2
    entries = np.zeros(empty_at + stages * (len(CELLS) + 1), np.float32)
    return ValueTable(entries, stages, feature_count, masks_at, counts_at, empty_at, _masks())


def _entries(body: bytes, table: ValueTable) -> Array1[np.float32]:
    """Return the entries of a file, in the order of *table*."""
    if not HAS_NUMPY:
        table.entries[:] = array("f", _plain_entries(body, table))
        return table.entries
    turned = np.frombuffer(body, "<i2")
    units = _turned(turned, table.masks_at, table.feature_count, table.stages)
    entries: Array1[np.float32] = units.astype(np.float32) / np.float32(UNITS)
    return entries


def _plain_entries(body: bytes, table: ValueTable) -> list[float]:
    units = array("h", body)
    if sys.byteorder == "big":
        units.byteswap()
    in_order, size = array("h"), table.feature_count * table.stages
    for first in range(0, table.masks_at, size):
        grid = units[first : first + size]
        for stage in range(table.stages):
            in_order += grid[stage :: table.stages]
    in_order += units[table.masks_at :]
    return [unit / UNITS for unit in in_order]


def _turned(units: NDArray[np.int16], end: int, rows: int, cols: int) -> NDArray[np.int16]:
    """Return *units* with each grid of *rows* and *cols* before *end* turned to cols and rows."""
    grids = units[:end].reshape(-1, rows, cols)
    return np.concatenate([grids.swapaxes(1, 2).ravel(), units[end:]])


def _layout_size(classes: int, stages: int) -> int:
    """Return the number of entries of a table for *classes* classes of lines."""
    shared = MASKS + VALUE_CLASSES * COUNTS**2 + len(CELLS) + 1
    return stages * (classes * _states().feature_count + shared)


def line_classes(values: LineValues) -> list[int]:
    """Return the class of each line: a row and the column that mirrors it share one.

    They do if their points are equal. Then the transposition of a sheet changes nothing.
    """
    rows, cols = values.points[:SIZE], values.points[SIZE : 2 * SIZE]
    if rows == cols:
        return [*range(SIZE), *range(SIZE), SIZE, SIZE + 1]
    return list(range(len(LINES)))


def new_board(values: LineValues) -> Board:
    """Return the lines of a sheet, with these *values*, as the kernels take them."""
    return Board(
        grid_of_lines(),
        np.array(
            [sum(1 << n for n, line in enumerate(LINES) if cell in line.cells) for cell in CELLS]
        ),
        np.array(values.points),
        np.array(line_classes(values)),
        _states(),
        np.array([float(chance(roll)) for roll in ROLLS]),
    )
