"""Pictures of answers: written beside what is printed, and never in place of what is read."""

import shlex
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from solver.geocinco.board import BOARD_NOTE
from tests.support import Run, cases, commands, refusal
from tests.test_control_characters import TYPED

DRAWN = [name for name, command in commands() if {"svg", "png"} <= {p.name for p in command.params}]


@cases(
    "line text",
    ("rush solve AABCD", "AABCD on card meadow"),
    ("knaster score tim", "10"),
    ("knaster referee family", "Linus"),
    ("knaster referee slip", "10"),
    ("knaster advise half 7", "10"),
    ("geo board", BOARD_NOTE),
    ("geo board --board strait", BOARD_NOTE),
    ("geo moves crowd --throw 4+", BOARD_NOTE),
    ("geo referee four", BOARD_NOTE),
    ("geo referee slip", BOARD_NOTE),
    ("geo fewest crowd --engine tree --bridges 1", BOARD_NOTE),
    ("up draw duel --upto 7", "Level 1: 2 white, 2 black"),
    ("up moves duel --upto 20", "Level 6: 2 moves"),
    ("up moves duel", "All tiles are laid."),
    ("up suggest duel --upto 20 --steps 9", "White lays W on level 6"),
    ("up suggest duel", "All tiles are laid."),
    ("up climb --level 3", "Level 3: 1 white, 0 black"),
    ("up surround X", "Rings around X"),
    ("up surround --rings", "Rings around X"),
    ("tile corners", "A tiling of region corners"),
)
def test_answers_are_drawn_and_printed_too(line: str, text: str, typed: Run, folder: Path) -> None:
    expected = typed(*line.split())
    assert typed(*line.split(), "--svg", "a.svg", "--png", "a.png") == expected
    assert (expected[0], expected[2]) == (int("slip" in line), "")
    root = ET.fromstring((folder / "a.svg").read_bytes())  # noqa: S314 - our own
    assert root.tag.endswith("svg")
    assert any(text in shown for shown in root.itertext())
    assert (folder / "a.png").read_bytes().startswith(b"\x89PNG")


@cases("line", "tile 2x5", "up climb --level 11")
def test_an_answer_without_a_picture_writes_none(line: str, typed: Run, folder: Path) -> None:
    note = "picture a.svg: not written, there is nothing to show in it\n"
    _, shown, told = typed(*line.split())
    assert typed(*line.split(), "--svg", "a.svg") == (1, shown, f"{told}{note}")
    assert not list(folder.iterdir())


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("option", ["--svg", "--png"])
@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_that_cannot_be_written_is_told(name: str, option: str, typed: Run) -> None:
    message = refusal(
        typed,
        *name.split(),
        *shlex.split(TYPED[name].removesuffix(" --limit 1")),
        option,
        "nowhere/picture",
    )
    assert "expected a file that can be written, found no folder" in message


@cases(
    "text line",
    ("7 . . . .\n" + 4 * ". . . . .\n", "knaster score"),
    ('{"players": ["red", "blue"], "tokens": {}}', "geo moves --throw 3C"),
    ("ABCDE\nBCDEA\n", "rush solve AABCD --card"),
    (".....\n", "tile"),
)
def test_pictures_never_replace_their_source(
    text: str, line: str, typed: Run, folder: Path
) -> None:
    (folder / "read").write_text(text, "utf-8")
    for option in ("--svg", "--png"):
        message = refusal(typed, *line.split(), "read", option, "read")
        assert "expected a file of its own, found the file that is read" in message
    assert (folder / "read").read_text("utf-8") == text


def test_a_full_disk_leaves_the_picture_that_was_there(
    typed: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    (folder / "duel.svg").write_text("before", "utf-8")
    monkeypatch.setattr(Path, "replace", full)
    code, out, err = typed("up", "draw", "duel", "--svg", "duel.svg", "--force")
    assert (code, err.count("\n")) == (2, 1)
    assert "No space left on device" in err
    assert out == typed("up", "draw", "duel")[1]  # the answer is not lost
    assert [path.read_text("utf-8") for path in folder.iterdir()] == ["before"]
