"""Journals: what is kept, torn ends, other people's files."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from solver.errors import CheckpointError
from solver.files.checkpoint import Checkpoint

QUESTION: dict[str, Any] = {"checkpoint": "test", "of": [1, 2]}


def _records(path: Path) -> list[Any]:
    journal = Checkpoint(str(path), QUESTION)
    records = journal.records
    journal.close()
    return records


def test_records_come_back_in_order(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Checkpoint(str(path), QUESTION)
    for record in ({"a": 1}, [2], "three"):
        journal.append(record)
    journal.close()
    assert _records(path) == [{"a": 1}, [2], "three"]


def test_a_file_cut_anywhere_gives_the_whole_records_before_the_cut(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Checkpoint(str(path), QUESTION)
    journal.append({"a": 1})
    journal.append({"b": 2})
    journal.close()
    content = path.read_bytes()
    for cut in range(len(content) + 1):
        path.write_bytes(content[:cut])
        ends = content[:cut].count(b"\n")
        assert _records(path) == [{"a": 1}, {"b": 2}][: max(0, ends - 1)]
        journal = Checkpoint(str(path), QUESTION)
        journal.append("next")
        journal.close()
        assert _records(path)[-1] == "next"


@pytest.mark.parametrize(
    "content", [b"root:x:0:0\n", b'{"checkpoint": "test", "of": [1, 2]}\n', b"\0\xff", b"x"]
)
def test_what_is_not_our_file_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(CheckpointError, match="expected a checkpoint, or no file yet"):
        Checkpoint(str(path), QUESTION)
    assert path.read_bytes() == content


def test_the_journal_of_another_question_is_left_and_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    Checkpoint(str(path), {"checkpoint": "test", "of": [1]}).close()
    content = path.read_bytes()
    with pytest.raises(CheckpointError, match=r"this question, of \[1, 2\], found \[1\]"):
        Checkpoint(str(path), QUESTION)
    assert path.read_bytes() == content


def test_a_spoilt_record_is_named_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Checkpoint(str(path), QUESTION)
    journal.append(1)
    journal.close()
    path.write_bytes(path.read_bytes() + b"{spoilt\n2\n")
    with pytest.raises(CheckpointError, match="line 3: expected a record"):
        Checkpoint(str(path), QUESTION)


def test_a_changed_character_is_found_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Checkpoint(str(path), QUESTION)
    journal.append({"tilings": 136})
    journal.close()
    content = path.read_bytes()
    for place in range(content.index(b"\n") + 1, len(content) - 1):
        path.write_bytes(content[:place] + b"7" + content[place + 1 :])
        if path.read_bytes() != content:
            with pytest.raises(CheckpointError):
                Checkpoint(str(path), QUESTION)


def test_two_runs_do_not_share_a_file(tmp_path: Path) -> None:
    first = Checkpoint(str(tmp_path / "journal"), QUESTION)
    with pytest.raises(CheckpointError, match="another run"):
        Checkpoint(str(tmp_path / "journal"), QUESTION)
    first.close()


def test_a_file_has_a_name() -> None:
    with pytest.raises(CheckpointError, match="expected a name, found an empty one"):
        Checkpoint("", QUESTION)


@pytest.mark.parametrize("name", ["", "no/such/folder", "a\0b"])
def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(CheckpointError, match="expected a file that can be written"):
        Checkpoint(f"{tmp_path}/{name}", QUESTION)


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there are no devices")
def test_a_device_is_no_file() -> None:
    with pytest.raises(CheckpointError, match="found a device"):
        Checkpoint("/dev/null", QUESTION)


def test_a_record_that_does_not_fit_is_told_and_leaves_whole_records(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    with closing(Checkpoint(str(tmp_path / "journal"), QUESTION)) as journal:
        journal.append(1)
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
        try:
            with pytest.raises(CheckpointError, match="expected a file that can be written"):
                journal.append("x" * 200)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert _records(tmp_path / "journal") == [1]
