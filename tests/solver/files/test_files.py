"""Files are written whole, or not at all."""

import io
import os
import signal
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from solver.errors import SheetError, SourceError
from solver.files import output_file
from solver.files.input_text import read_text
from solver.files.json_reader import Json, json_quoted, read_cells
from solver.files.output_file import check_ending, check_writable, write_all_atomic, write_atomic
from solver.geometry.cell import Cell
from tests.support import Patch, cases


def _message(name: str) -> str:
    with pytest.raises(SourceError) as error:
        read_text(name, kind="card", samples="cards")
    return str(error.value)


def test_a_sample_wins_over_a_file_of_its_name(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("meadow").write_text("ABC", "utf-8")
    assert "sample card" in read_text("meadow", kind="card", samples="cards")
    assert read_text("./meadow", kind="card", samples="cards") == "ABC"
    assert read_text("meadow", kind="points") == "ABC"


def test_a_text_is_read_from_standard_input(monkeypatch: Patch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbfAB")))
    assert read_text("-", kind="card") == "AB"


def test_what_is_no_file_says_what_could_be_given_and_what_was_meant() -> None:
    assert _message("medow") == (
        "card 'medow': expected a text file, '-' for standard input or a sample"
        " (autumn, harbour, heath, meadow, orchard, pocket, prairie, spring, steppe, summer,"
        " winter),"
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


def test_a_cell_is_a_row_and_a_col_from_0_or_a_name() -> None:
    cells = read_cells(Json([[3, 2], "c4", "D1", [-1, -1], "-a0"], "sheet", SheetError))
    assert cells == (Cell(3, 2), Cell(3, 2), Cell(0, 3), Cell(-1, -1), Cell(-1, -1))


@pytest.mark.parametrize("cell", ["", "4c", "c04", [1], [1, 2, 3], ["c", 4], [1, True], None, {}])
def test_what_is_no_cell_is_told_with_what_was_expected(cell: Any) -> None:
    with pytest.raises(SheetError, match=r'^sheet: expected cells \[row, col\] or "c4", found '):
        read_cells(Json([cell], "sheet", SheetError))


def test_values_of_toml_are_quoted_too() -> None:
    assert json_quoted([date(2026, 11, 22)]) == '["2026-11-22"]'
    assert json_quoted({}) == "an object"
    assert json_quoted(16**4000) == "a number of thousands of digits"


def test_a_file_is_written_and_written_over(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content in (b"one", b"another one"):
        write_atomic(str(path), content, kind="plot")
        assert path.read_bytes() == content
    assert os.listdir(tmp_path) == ["file"]  # noqa: PTH208 - the names alone


def test_a_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    write_atomic(str(tmp_path / "file"), b"", kind="plot")
    (tmp_path / "other").touch()
    assert (tmp_path / "file").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_what_was_there_stays_if_not_writable(tmp_path: Path, monkeypatch: Patch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"before")

    def fail(_self: Path, _target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(SourceError, match="No space left"):
        write_atomic(str(path), b"after", kind="plot")
    assert path.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["file"]  # noqa: PTH208


@cases(
    "name told",
    ("", "expected the name of a file, found ''"),
    ("no/such/folder/file", "expected a file that can be written, found no folder"),
    (".", "found a folder"),
    ("../../../../../../../../dev/null", "found a device"),
    ("a\0b", "null byte"),
)
def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, name: str, told: str) -> None:
    with pytest.raises(SourceError, match=told):
        write_atomic(name and f"{tmp_path}/{name}", b"", kind="plot")


def test_a_link_is_followed_and_what_it_leads_to_keeps_its_permissions(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"before")
    path.chmod(0o600)
    link.symlink_to(path)
    write_atomic(str(link), b"after", kind="plot")
    assert link.is_symlink()
    assert path.read_bytes() == b"after"
    assert path.stat().st_mode & 0o777 == 0o600


def test_of_several_files_none_is_written_where_one_cannot_be(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "no such folder" / "second"
    first.write_bytes(b"before")
    with pytest.raises(SourceError, match="no folder"):
        write_all_atomic({str(first): b"after", str(second): b"after"}, kind="sheet")
    assert first.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["first"]  # noqa: PTH208


def test_the_file_that_cannot_be_replaced_is_named(tmp_path: Path, monkeypatch: Patch) -> None:
    def refuse(_: Path, __: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(SourceError, match=r"sheet 'first': .* \(Permission denied\)"):
        write_all_atomic({"first": b"after", "second": b"after"}, kind="sheet")
    assert os.listdir(tmp_path) == []  # noqa: PTH208


def test_ctrl_c_leaves_all_files_new_and_no_other_file(tmp_path: Path, monkeypatch: Patch) -> None:
    replace = Path.replace

    def press_ctrl_c_at_the_first(self: Path, target: Path) -> None:
        if not target.with_name("a.svg").exists():
            signal.raise_signal(signal.SIGINT)
        replace(self, target)

    monkeypatch.setattr(Path, "replace", press_ctrl_c_at_the_first)
    with pytest.raises(KeyboardInterrupt):
        write_all_atomic(
            {str(tmp_path / name): b"after" for name in ("a.svg", "b.png")}, kind="picture"
        )
    assert sorted(os.listdir(tmp_path)) == ["a.svg", "b.png"]  # noqa: PTH208


def test_a_target_is_no_source_and_no_other_target(tmp_path: Path) -> None:
    card, link = tmp_path / "card.txt", tmp_path / "link"
    card.touch()
    link.symlink_to(card)
    with pytest.raises(
        SourceError, match="expected a file of its own, found the file that is read"
    ):
        check_writable([("plot", str(card))], sources=["meadow", str(link)])
    twice = [("plot", str(tmp_path / "one")), ("report", f"{tmp_path}/./one")]
    with pytest.raises(SourceError, match="expected a file of its own, found the plot"):
        check_writable(twice, sources=[])


def test_a_target_is_tried_and_nothing_is_left_behind(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"before")
    check_writable([("plot", f"{tmp_path}/new"), ("card", f"{tmp_path}/old")], sources=[])
    assert os.listdir(tmp_path) == ["old"]  # noqa: PTH208
    assert (tmp_path / "old").read_bytes() == b"before"


def test_a_folder_that_takes_no_files_is_told_of(tmp_path: Path, monkeypatch: Patch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(output_file, "NamedTemporaryFile", refuse)
    with pytest.raises(SourceError, match=r"no way to write in folder .* \(Permission denied\)"):
        check_writable([("plot", f"{tmp_path}/one")], sources=[])


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no /proc")
def test_a_folder_of_the_system_takes_no_files_not_even_of_root() -> None:
    with pytest.raises(SourceError, match="found no way to write in folder '/proc'"):
        check_writable([("plot", "/proc/one")], sources=[])


def test_a_card_id_longer_than_a_file_name_is_no_file(tmp_path: Path) -> None:
    check_writable([("plot", str(tmp_path / "one"))], sources=["20x20:" + "ABCD" * 100])


def test_the_ending_of_a_file_is_one_of_those_expected() -> None:
    endings = (".svg", ".png", ".pdf")
    assert check_ending("folder.d/A.PNG", endings, kind="plot") == ".png"
    for name, found in (("a.gif", "'.gif'"), ("svg", "none"), ("-", "none"), ("a.svg.gz", "'.gz'")):
        with pytest.raises(SourceError) as error:
            check_ending(name, endings, kind="plot")
        expected = f"expected an ending .svg, .png or .pdf, found {found}"
        assert str(error.value) == f"plot {name!r}: {expected}"


def test_a_single_ending_is_named_alone() -> None:
    with pytest.raises(
        SourceError, match=r"^picture 'a.pdf': expected the ending .svg, found '.pdf'"
    ):
        check_ending("a.pdf", [".svg"], kind="picture")
