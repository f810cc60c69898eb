import os
from pathlib import Path

import pytest
from PIL import Image

from solver.errors import SourceError
from solver.penta_rush.art_folder import art_notes, read_art
from solver.penta_rush.legend import Legend
from tests.support import Patch, cases, error_text

LEGEND = Legend.of({"A": "red circle", "B": "\u00e9toile"})
SVG = '<svg viewBox="0 0 4 2"><circle r="1"/></svg>'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("art").mkdir()
    return tmp_path / "art"


def _put(folder: Path, *names: str) -> None:
    for name in names:
        if name.lower().endswith(".png"):
            Image.new("RGB", (6, 3)).save(folder / name, "PNG")
        else:
            (folder / name).write_text(SVG)


def test_art_is_named_by_letters_or_by_the_names_of_symbols(folder: Path) -> None:
    # The name as macOS writes it, in small letters or not; and files of no concern.
    _put(folder, "Red  Circle.svg", "e\u0301toile.PNG", "c.svg", "Z.svg", ".hidden.svg", "LICENSE")
    _put(folder, "a symbol of another card.svg", "A.jpg", "x.pdf")
    art = read_art("art", "ABC", LEGEND)
    assert [(letter, art[letter].width) for letter in art] == [("A", 1024), ("B", 6), ("C", 1024)]


@cases(
    "files message",
    (["A.svg"], "art 'art': expected a file B.svg or \u00e9toile.png, found none"),
    (["A.svg", "B.svg"], "art 'art': expected a file C.svg or C.png, found none"),
    (["A.svg", "red circle.png"], "expected one file for A, found 'A.svg' and 'red circle.png'"),
    (["A.svg", "A.png"], "expected one file for A, found 'A.png' and 'A.svg'"),
    (["red cirle.svg"], "red circle.png, found none, but one named 'red cirle'"),
    (["A.svg", "Red circle.jpg", "B.PDF"], "expected SVG and PNG files, found 'B.PDF'"),
    (["A.jpg"], "expected SVG and PNG files, found 'A.jpg'"),
)
def test_a_missing_or_unknown_file_is_an_error(
    files: list[str], message: str, folder: Path
) -> None:
    _put(folder, *files)
    assert message in error_text(SourceError, read_art, "art", "ABC", LEGEND)


@cases(
    "content message",
    (b" " * 10_000_001, "expected at most 10000000 bytes, found more"),
    (SVG.encode("utf-16"), "expected an SVG in UTF-8, found byte 0xff at offset 0"),
    (b"<svg>", "expected an SVG, found an error"),
)
def test_a_file_that_cannot_be_used_is_named(content: bytes, message: str, folder: Path) -> None:
    (folder / "A.svg").write_bytes(content)
    with pytest.raises(SourceError, match=r"^art 'A.svg': ") as error:
        read_art("art", "A", LEGEND)
    assert message in str(error.value)


def test_symbols_that_share_a_picture_are_told(folder: Path) -> None:
    _put(folder, "A.svg", "B.svg")
    (folder / "C.svg").write_text('<svg viewBox="0 0 1 1"><circle r="1"/></svg>')
    art = read_art("art", "ABC", LEGEND)
    shared = LEGEND.symbols_text("AB")
    assert [*art_notes(art, LEGEND)] == [f"art: one picture for several symbols: {shared}"]


def test_all_faults_are_named_at_once(folder: Path) -> None:
    _put(folder, "B.svg", "D.gif")
    (folder / "A.svg").write_text("<svg><text/></svg>")
    (folder / "C.png").write_bytes(b"")
    message = error_text(SourceError, read_art, "art", "ABCD", LEGEND)
    assert message.startswith("art 'art': expected a picture for each symbol, found 3 faults: art ")
    for named in ("'A.svg': expected an SVG without texts", "'C.png': expected a PNG", "'D.gif'"):
        assert named in message
    assert "B.svg" not in message
    assert "\n" not in message


def test_a_pipe_is_not_read_and_the_folder_must_be_one(folder: Path) -> None:
    os.mkfifo(folder / "A.svg")
    with pytest.raises(SourceError, match=r"^art 'A.svg': expected a file, found none"):
        read_art("art", "A", LEGEND)
    for name, found in (("none", "no such folder"), ("file", "a file"), ("a\0", "an error")):
        Path("file").write_text("")
        with pytest.raises(
            SourceError, match=f"an SVG or a PNG file for each symbol, found {found}"
        ):
            read_art(name, "A", LEGEND)
