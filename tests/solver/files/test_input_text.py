import io
import sys
from pathlib import Path

import pytest

from solver.errors import SourceError
from solver.files.input_text import read_text
from tests.support import Patch


def _message(name: str) -> str:
    with pytest.raises(SourceError) as error:
        read_text(name, kind="card", samples="cards")
    return str(error.value)


def test_a_sample_wins_over_a_file_of_its_name(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("meadow").write_text("ABC", encoding="utf-8")
    assert "sample card" in read_text("meadow", kind="card", samples="cards")
    assert read_text("./meadow", kind="card", samples="cards") == "ABC"
    assert read_text("meadow", kind="points") == "ABC"


def test_a_text_is_read_from_standard_input(monkeypatch: Patch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbfAB")))
    assert read_text("-", kind="card") == "AB"


def test_what_is_no_file_says_what_could_be_given_and_what_was_meant() -> None:
    assert _message("medow") == (
        "card 'medow': expected a text file, '-' for standard input or a sample"
        " (autumn, harbour, meadow, orchard, pocket, prairie, spring, steppe, summer, winter),"
        " found no such file (did you mean 'meadow'?)"
    )


def test_what_is_no_text_file_says_what_it_is(tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"AB\0C")
    latin = tmp_path / "latin"
    latin.write_bytes(b"A\xe9")
    huge = tmp_path / "huge"
    huge.write_bytes(b"A" * 1_000_001)
    (tmp_path / "wide").write_text("é,ü", encoding="utf-16")
    assert read_text(str(tmp_path / "wide"), kind="card") == "é,ü"
    assert "expected text, found a binary file (a zero byte at offset 2)" in _message(str(binary))
    assert "expected UTF-8 text, found a binary file (byte 0xe9 at offset 1)" in _message(
        str(latin)
    )
    assert "expected at most 1000000 bytes, found more" in _message(str(huge))
    for start, found in (
        (b"PK\x03\x04", "found a spreadsheet or another packed file (save the table as CSV, and"),
        (b"\xd0\xcf\x11\xe0", "found an old spreadsheet or document (save the table as CSV, and"),
        (b"%PDF-1.7", "found a PDF file (copy its text into a text file)"),
        (b"\x89PNG", "found a picture ('penta rush read' reads a card from a photo)"),
        (b"\xff\xd8\xff\xe0", "found a picture ('penta rush read'"),
        (b"\0\0\0\x18ftypheic", "found a picture ('penta rush read'"),
        (b"RIFF\0\0\0\0WEBP", "found a picture ('penta rush read'"),
    ):
        binary.write_bytes(start + b"\0" * 9)
        assert found in _message(str(binary))
    binary.write_bytes(b"\x89PNG")
    with pytest.raises(SourceError) as error:
        read_text(str(binary), kind="card index")  # no card, though its name begins so
    assert str(error.value).endswith("expected text, found a picture")
    assert "found a folder" in _message(str(tmp_path))
    assert "found an error (embedded null byte)" in _message("a\0b")
    assert "found an error (Not a directory)" in _message(str(binary / "x"))
    assert "found an error (File name too long)" in _message("x" * 5000)
