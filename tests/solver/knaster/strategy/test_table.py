"""Learned tables: their files, other line values, and `penta knaster train`, which makes them."""

import json
import lzma
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from hashlib import sha256
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

from solver import knaster
from solver.errors import CheckpointError, PentaError, TableError
from solver.files.origin import is_ours
from solver.knaster.line import LineValues, default_line_values
from solver.knaster.strategy.program import Level, SimulationSpec
from solver.knaster.strategy.simulation import simulate
from solver.knaster.strategy.table import (
    UNITS,
    LearnedTable,
    bundled_table,
    layout,
    line_classes,
    read_table,
)
from solver.knaster.strategy.training import training
from solver.knaster.strategy.training.training import (
    Training,
    TrainingSpec,
    TrainingState,
    load_training,
    save_training,
)
from tests.solver.knaster.oracle import UNEQUAL
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


pytestmark = pytest.mark.usefixtures("folder", "_small_chunks")


def _train(games: int, output: str) -> tuple[str, ...]:
    return ("knaster", "train", "--games", str(games), "-o", output)


TRAIN = _train(300, "table")


@pytest.mark.slow
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

    def interrupted(
        self: training.Training, games: int
    ) -> Generator[tuple[int, float], None, None]:
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


@pytest.mark.slow
@cases("number", signal.SIGINT, signal.SIGTERM)
def test_a_signal_leaves_the_table_so_far_soon(number: signal.Signals) -> None:
    program = (
        "from solver.knaster.strategy.training import training; training._SAVED_EVERY_S = 0;"
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


SPEC = TrainingSpec(1, default_line_values())
# What the trainings of the bundled tables had learned in 650 games: as long as it is learned again,
# the command that is said to have made them makes them again.
BUNDLED = [(False, "6926e6bc8e81dd35"), (True, "089712b20a19ef49")]
SPECS = [SPEC, TrainingSpec(7, default_line_values(), known_end=True)]


@pytest.fixture
def _small_chunks(monkeypatch: Patch) -> None:
    monkeypatch.setattr(training, "_CHUNK", 100)


def _trained(spec: TrainingSpec, *stops: int, state: TrainingState | None = None) -> TrainingState:
    """Return the state after the games that the last of *stops* says, with a break at each."""
    for games in stops:
        run = Training(spec, state or spec.first_state())
        *_, (played, mean) = run.run(games)
        state = run.state()
        assert (played, mean) == (state.games, state.mean) == (games, state.mean)
    assert state is not None
    return state


def _bytes(state: TrainingState) -> list[bytes]:
    return [array.tobytes() for array in state.arrays]


@pytest.mark.parametrize("spec", SPECS)
def test_a_training_is_the_same_for_the_same_seed_also_in_parts(spec: TrainingSpec) -> None:
    whole = _trained(spec, 250)
    assert _bytes(_trained(spec, 250)) == _bytes(whole)
    assert _bytes(_trained(spec, 30, 100, 210, 250)) == _bytes(whole)
    assert _bytes(_trained(spec._replace(seed=2), 250)) != _bytes(whole)


def test_a_training_that_is_run_again_begins_anew() -> None:
    search = knaster.train(200)
    next(steps := search.steps())
    steps.close()
    tables = [search.run(), search.run()]
    assert [trained.games for trained in tables] == [200, 200]
    first, second = (trained.table.entries.tobytes() for trained in tables)
    assert first == second


@pytest.mark.parametrize(("known_end", "digest"), BUNDLED)
def test_a_training_begins_as_the_bundled_ones_did(*, known_end: bool, digest: str) -> None:
    state = _trained(SPEC._replace(known_end=known_end), 650)
    assert sha256(state.entries.tobytes()).hexdigest().startswith(digest)


@pytest.mark.slow
def test_a_short_training_plays_far_better_than_chance() -> None:
    table = SPEC.learned_table(_trained(SPEC, 1500))
    by_chance, by_table = (
        simulate(SimulationSpec(games=300, seed=1, **choice)).run().scores.mean
        for choice in ({"level": Level.RANDOM}, {"table": table})
    )
    assert by_chance < 15
    assert by_table > by_chance + 40


@pytest.mark.slow
def test_a_longer_training_is_better() -> None:
    state = _trained(SPEC, 50_000)
    assert state.mean > _trained(SPEC, 1000).mean + 10
    assert state.mean > 70


def test_the_mean_is_of_the_last_20_chunks(monkeypatch: Patch) -> None:
    monkeypatch.setattr(training, "_CHUNK", 20)
    run = Training(SPEC, SPEC.first_state())
    assert run.state().mean == 0
    sums = [run.state().recent for _ in run.run(420)]
    assert (sums[-1][0] != sums[-2][0]).all()  # the first chunk is forgotten
    assert (sums[-1][1:] == sums[-2][1:]).all()
    score_sum, count = sums[-1].sum(axis=0)
    assert run.state().mean == score_sum / count
    assert 0.5 * 400 < count < 0.7 * 400


@pytest.mark.parametrize("spec", [SPECS[0], *map(slow, SPECS[1:])])
def test_a_checkpoint_goes_on_as_if_never_stopped(spec: TrainingSpec, tmp_path: Path) -> None:
    name = str(tmp_path / "training.ck")
    assert _bytes(load_training(name, spec)) == _bytes(spec.first_state())  # there is none yet
    save_training(name, spec, _trained(spec, 120))
    state = load_training(name, spec)
    assert state.games == 120
    assert _bytes(_trained(spec, 300, state=state)) == _bytes(_trained(spec, 300))


@cases(
    "spec message",
    (SPEC._replace(seed=2), "with seed 2, found 1"),
    slow(SPEC._replace(known_end=True), "with known_end true, found false"),
    slow(SPEC._replace(values=UNEQUAL), "with values [9, 1, 7"),
)
def test_another_checkpoint_is_refused(spec: TrainingSpec, message: str, tmp_path: Path) -> None:
    name = str(tmp_path / "training.ck")
    save_training(name, SPEC, SPEC.first_state())
    with pytest.raises(CheckpointError) as caught:
        load_training(name, spec)
    assert message in str(caught.value)
    assert str(caught.value).endswith("(name another file to begin anew)")


@pytest.mark.parametrize("number", [np.nan, slow(np.inf)])
def test_numbers_that_are_none_are_refused(number: float, tmp_path: Path) -> None:
    name = str(tmp_path / "training.ck")
    state = SPEC.first_state()
    state.errors.total[5] = number
    save_training(name, SPEC, state)
    with pytest.raises(CheckpointError, match="expected finite numbers"):
        load_training(name, SPEC)
