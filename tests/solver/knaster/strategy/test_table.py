"""Learned tables: their files, other line values, and `penta knaster train`, which makes them."""

import json
import lzma
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

from solver.errors import PentaError, TableError
from solver.files.origin import is_ours
from solver.knaster.line import LineValues, default_line_values
from solver.knaster.strategy.table import (
    UNITS,
    LearnedTable,
    bundled_table,
    layout,
    line_classes,
    read_table,
)
from solver.knaster.strategy.training import training
from solver.knaster.strategy.training.training import TrainingSpec
from tests.support import ROOT, Patch, Run, cases, refusal, slow

VALUES = default_line_values()
_BLOCK = 12  # where the header of the first block of an xz file begins
_DICTIONARY = _BLOCK + 4  # the byte in it that tells the size of the dictionary
_CHECKSUM = slice(_BLOCK + 8, _BLOCK + 12)


@pytest.fixture(scope="module")
def table() -> LearnedTable:
    entries = layout(VALUES, known_end=False).entries
    entries[:] = np.random.default_rng(1).integers(-500, 500, len(entries)) / UNITS
    return LearnedTable(VALUES, known_end=False, entries=entries, training={"games": 7})


@pytest.fixture(scope="module")
def written(table: LearnedTable) -> bytes:
    return bytes(table)  # which takes a second


def test_a_table_that_is_written_is_read_again(table: LearnedTable, written: bytes) -> None:
    again = LearnedTable.parse(written)
    assert (again.entries == table.entries).all()
    assert (again.values, again.known_end, again.training) == (VALUES, False, {"games": 7})


def test_entries_are_rounded_to_units_and_kept_within_sixteen_bits(table: LearnedTable) -> None:
    entries = np.zeros_like(table.entries)
    entries[:3] = 0.4 / UNITS, 0.6 / UNITS, 1e9
    again = LearnedTable.parse(bytes(LearnedTable(VALUES, False, entries, {})))  # noqa: FBT003
    assert again.entries[:3].tolist() == [0, 1 / UNITS, np.iinfo(np.int16).max / UNITS]


@pytest.mark.parametrize("content", [b"", b"no table", lzma.compress(b"no table\n")])
def test_another_file_is_no_table(content: bytes) -> None:
    with pytest.raises(TableError, match=r"^table: expected a table that 'penta knaster train'"):
        LearnedTable.parse(content)


def test_a_table_that_is_cut_off_is_refused(written: bytes) -> None:
    with pytest.raises(TableError):
        LearnedTable.parse(written[:-40])


def test_a_file_that_asks_for_a_large_dictionary_gets_no_memory() -> None:
    content = bytearray(lzma.compress(b"x"))
    content[_DICTIONARY] = 40  # 4 GiB
    content[_CHECKSUM] = crc32(content[_BLOCK : _CHECKSUM.start]).to_bytes(4, "little")
    with pytest.raises(lzma.LZMAError, match=r"[Mm]emory"):
        lzma.LZMADecompressor(memlimit=1 << 20).decompress(bytes(content))  # it does ask for it
    with pytest.raises(TableError, match="no xz file, or a damaged one"):
        LearnedTable.parse(bytes(content))


def test_line_values_in_a_table_are_those_of_twelve_lines() -> None:
    header = b'{"format": "penta knaster table 1", "known_end": false, "values": [1, 2]}\n'
    with pytest.raises(PentaError, match=r"^table, line values: expected 12 of them, found 2$"):
        LearnedTable.parse(lzma.compress(header))


def test_a_table_that_is_not_there_is_named() -> None:
    with pytest.raises(TableError, match=r"^table no.xz: expected a file that can be read"):
        read_table("no.xz")


def test_a_row_and_a_column_share_their_entries_if_transposition_changes_nothing() -> None:
    assert line_classes(VALUES) == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 5, 6]
    assert line_classes(LineValues((*range(11), 20))) == list(range(12))


def test_other_line_values_take_entries_in_proportion(table: LearnedTable) -> None:
    larger = LineValues((*VALUES.points[:-1], 25))
    own, scaled = table.value_table(VALUES), table.value_table(larger)
    size = own.stages * own.feature_count
    nearest = table.entries[5 * size : 6 * size]  # of the first line with 10 points
    assert scaled.entries[6 * size : 7 * size] == pytest.approx(nearest * (25 + 5) / (10 + 5))
    assert (scaled.entries[scaled.masks_at :] == own.entries[own.masks_at :]).all()


@pytest.mark.parametrize("known_end", [False, True])
def test_bundled_tables_are_those_of_a_training_by_the_command(*, known_end: bool) -> None:
    training = bundled_table(known_end=known_end).training
    assert training.pop("games") > 1_000_000
    assert training == TrainingSpec(training["seed"], VALUES, known_end).to_json()


pytestmark = pytest.mark.usefixtures("compiled", "folder")


def _train(games: int, output: str) -> tuple[str, ...]:
    return ("knaster", "train", "--games", str(games), "-o", output)


TRAIN = _train(300, "table")


def test_a_training_that_was_stopped_goes_on_from_its_checkpoint(typed: Run) -> None:
    whole = typed(*_train(300, "whole"))
    typed(*_train(120, "table"), "--checkpoint", "kept")
    assert typed(*TRAIN, "--checkpoint", "kept") == whole
    assert Path("table").read_bytes() == Path("whole").read_bytes()
    message = refusal(typed, *_train(100, "table"), "--checkpoint", "kept")
    expected = "expected the checkpoint of at most 100 games, found one of 300"
    assert message == f"penta: checkpoint kept: {expected}\n"


def test_interrupted_it_writes_table_and_checkpoint(typed: Run, monkeypatch: Patch) -> None:
    run = training.Training.run

    def interrupted(self: training.Training, games: int) -> Iterator[tuple[int, float]]:
        yield from run(self, games // 3)
        raise KeyboardInterrupt

    typed(*_train(100, "whole"))
    with monkeypatch.context() as patched:
        patched.setattr(training.Training, "run", interrupted)
        code, out, err = typed(*TRAIN, "--checkpoint", "kept", "--json")
    assert (code, json.loads(out)["games"]) == (130, 100)
    saved = "progress is saved: the same command goes on from kept"
    assert err == f"interrupted with 100 games so far\n{saved}\npenta: interrupted\n"
    assert Path("table").read_bytes() == Path("whole").read_bytes()
    typed(*_train(300, "longer"))
    typed(*TRAIN, "--checkpoint", "kept")
    assert Path("table").read_bytes() == Path("longer").read_bytes()


def test_a_table_is_replaced_by_a_run_that_goes_on_alone(typed: Run) -> None:
    strange = "a new file or one of penta's, found a file that penta did not write ("
    for content, expected in (
        (lzma.compress(b'{"format": "penta of hours"}'), "a new file, found an existing one ("),
        (b"of somebody else", strange),
    ):
        Path("table").write_bytes(content)
        for options in ([], ["--checkpoint", "kept"]):
            assert refusal(typed, *TRAIN, *options).startswith("penta: table 'table': expected ")
            assert expected in refusal(typed, *TRAIN, *options).replace("the name of ", "")
        assert Path("table").read_bytes() == content
        assert not Path("kept").exists()
    assert typed(*TRAIN, "--force")[0] == 0
    assert is_ours(Path("table"))


@cases("number", signal.SIGINT, slow(signal.SIGTERM))
def test_a_signal_leaves_the_table_so_far_soon(number: signal.Signals) -> None:
    program = (
        "from solver.knaster.strategy.training import answer; answer._SAVED_EVERY_S = 0;"
        "import cli; cli.main()"
    )
    args = ["knaster", "train", "--games", "1000000000", "-o", "table", "--checkpoint", "kept"]
    with subprocess.Popen(
        [sys.executable, "-c", program, *args],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while not Path("kept").exists():
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(number)
        start = time.monotonic()
        out, err = process.communicate()
        assert time.monotonic() - start < 60  # to compress the table takes two seconds
    assert process.returncode == 130, err
    assert "games played\n" in out
    assert LearnedTable.parse(Path("table").read_bytes()).training["games"] >= 1000
