"""Checkpoints: records that come back, torn ends, files of other programs."""

from contextlib import closing
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from solver.errors import CheckpointError
from solver.files.checkpoint import Checkpoint
from tests.support import cases

HEADER: dict[str, Any] = {"checkpoint": "test", "of": [1, 2]}


def _records(path: Path) -> list[Any]:
    checkpoint = Checkpoint(str(path), HEADER)
    records = checkpoint.records
    checkpoint.close()
    return records


def test_records_come_back_in_order(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    checkpoint = Checkpoint(str(path), HEADER)
    for record in ({"a": 1}, [2], "three"):
        checkpoint.append(record)
    checkpoint.close()
    assert _records(path) == [{"a": 1}, [2], "three"]


def test_a_file_cut_anywhere_gives_the_whole_records_before_the_cut(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    checkpoint = Checkpoint(str(path), HEADER)
    checkpoint.append({"a": 1})
    checkpoint.append({"b": 2})
    checkpoint.close()
    content = path.read_bytes()
    for cut in range(len(content) + 1):
        path.write_bytes(content[:cut])
        ends = content[:cut].count(b"\n")
        assert _records(path) == [{"a": 1}, {"b": 2}][: max(0, ends - 1)]
        checkpoint = Checkpoint(str(path), HEADER)
        checkpoint.append("next")
        checkpoint.close()
        assert _records(path)[-1] == "next"


@cases("content", b"root:x:0:0\n", b'{"checkpoint": "test", "of": [1, 2]}\n', b"\0\xff", b"x")
def test_a_file_that_is_not_a_checkpoint_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(CheckpointError, match="expected a checkpoint, or no file yet"):
        Checkpoint(str(path), HEADER)
    assert path.read_bytes() == content


def test_the_checkpoint_of_another_run_is_an_error_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    Checkpoint(str(path), {"checkpoint": "test", "of": [1]}).close()
    content = path.read_bytes()
    with pytest.raises(CheckpointError, match=r"this run, with of \[1, 2\], found \[1\]"):
        Checkpoint(str(path), HEADER)
    assert path.read_bytes() == content


def test_a_spoilt_record_is_named_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    checkpoint = Checkpoint(str(path), HEADER)
    checkpoint.append(1)
    checkpoint.close()
    path.write_bytes(path.read_bytes() + b"{spoilt\n2\n")
    with pytest.raises(CheckpointError, match="line 3: expected a record"):
        Checkpoint(str(path), HEADER)


def test_a_change_of_any_character_is_detected(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    checkpoint = Checkpoint(str(path), HEADER)
    checkpoint.append({"tilings": 136})
    checkpoint.close()
    content = path.read_bytes()
    for place in range(content.index(b"\n") + 1, len(content) - 1):
        path.write_bytes(content[:place] + b"7" + content[place + 1 :])
        if path.read_bytes() != content:
            with pytest.raises(CheckpointError):
                Checkpoint(str(path), HEADER)


def test_two_runs_do_not_share_a_file(tmp_path: Path) -> None:
    first = Checkpoint(str(tmp_path / "checkpoint"), HEADER)
    with pytest.raises(CheckpointError, match="another run"):
        Checkpoint(str(tmp_path / "checkpoint"), HEADER)
    first.close()


def test_an_empty_name_is_an_error() -> None:
    with pytest.raises(CheckpointError, match="expected a name, found an empty one"):
        Checkpoint("", HEADER)


@pytest.mark.parametrize("name", ["", "no/such/folder", "a\0b"])
def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(CheckpointError, match="expected a file that can be written"):
        Checkpoint(f"{tmp_path}/{name}", HEADER)


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match=f"found no folder {tmp_path}/no/such$"):
        Checkpoint(f"{tmp_path}/no/such/file", HEADER)
    with pytest.raises(CheckpointError, match="expected the name of a file, found '-'"):
        Checkpoint("-", HEADER)


@cases(
    "text",
    *(b"", b"{", b'{"a": NaN', b"\xff", b"[" * 100_000, b"9" * 5000, b"null", b"\0", b'"\\ud8'),
    b"1 2",
)
def test_a_line_that_is_no_json_is_named_by_its_number(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "checkpoint"
    Checkpoint(str(path), HEADER).close()
    content = path.read_bytes() + b"%08x %s\n" % (crc32(text), text)
    path.write_bytes(content)
    with pytest.raises(CheckpointError, match=f"^checkpoint {path}, line 2: expected a record"):
        Checkpoint(str(path), HEADER)
    assert path.read_bytes() == content


def test_a_header_of_the_same_values_and_others_is_another_run(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    for header in ({**HEADER, "more": 1}, {"of": [1, 2], "checkpoint": "test"}):
        path.unlink(missing_ok=True)
        Checkpoint(str(path), header).close()
        with pytest.raises(CheckpointError, match="expected the checkpoint of this run, found one"):
            Checkpoint(str(path), HEADER)


def test_a_long_value_of_a_header_is_quoted_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    Checkpoint(str(path), {"region": "." * 60}).close()
    with pytest.raises(CheckpointError, match=r"with region '#{35}\.\.\.', found '\.{38}' \("):
        Checkpoint(str(path), {"region": "#" * 60})


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there are no devices")
def test_a_device_is_an_error() -> None:
    with pytest.raises(CheckpointError, match="found a device"):
        Checkpoint("/dev/null", HEADER)


def test_a_record_that_does_not_fit_is_an_error_and_leaves_whole_records(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    with closing(Checkpoint(str(tmp_path / "checkpoint"), HEADER)) as checkpoint:
        checkpoint.append(1)
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
        try:
            with pytest.raises(CheckpointError, match="expected a file that can be written"):
                checkpoint.append("x" * 200)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert _records(tmp_path / "checkpoint") == [1]
