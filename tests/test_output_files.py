"""A file that penta did not write is replaced with ``--force`` alone; its own ones are at once."""

import lzma
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from solver.files.origin import is_ours
from tests.support import Run, cases, commands, refusal, slow

SVG_OF_0_1_0 = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="181.1mm" height="28.1mm" '
    b'viewBox="0 0 181.1 28.1" font-family="Helvetica, Arial, \'Liberation Sans\', sans-serif" '
    b'stroke-linejoin="round" fill="none">'
)
PDF_OF_0_1_0 = b"/Author (penta) /Keywords () /Creator (penta) /Producer ("
HTML_OF_0_1_0 = (
    b'<!DOCTYPE html>\n<html lang="en">\n<style>\n'
    b":root { color-scheme: light dark; --ink: #1b1b1b; "
)
NOTES = b"# Notes\nbuy milk, and a game that is\n# Made by penta\n"
PNG, XML = b"\x89PNG\r\n\x1a\n", b'<?xml version="1.0"?>\n'
# What is read, or read before it is written: all other options for a file write it.
READ = {"checkpoint", "catalogue", "fonts", "points", "resume", "save", "values"}
GREY = "generate grey --rows 3 --cols 5 --symbols 3 --target 7 --steps 50 --seed 1"
FILES = [  # a command for each option and each format, the file's name at the end
    f"{GREY} -o card.txt",
    "rush enter -o card.txt",
    *(f"rush solve AABCD --no-count --{kind} a.{kind}" for kind in ("svg", "png")),
    *(f"rush check steppe --plot a.{kind}" for kind in ("svg", "png", "pdf")),
    "rush check pocket pocket --plot a.svg",
    "rush check steppe --report a.html",
    *(f"rush read meadow --overlay a.{kind}" for kind in ("jpg", "png", "webp")),
    "rush puzzle simulate 3x5:ABCDEBCDEACDEAB --games 2 --program first --plot a.svg",
    "up match --games 1 --against random --steps 1 --records a.ndjson",
    "geo simulate --games 1 --program random --records a.ndjson",
    "geo play --seed 1 --svg a.svg",
    *(f"generate sheet meadow -o a.{kind}" for kind in ("svg", "pdf", "png")),
    *(f"generate records --size 3x5 --{kind} a.{kind}" for kind in ("svg", "png")),
    "knaster sheet -o a.pdf",
    "knaster simulate --games 2 --program random --plot a.png",
]
STDIN = {"rush enter -o card.txt": "ABC\nBCA\n", "geo play --seed 1 --svg a.svg": "quit\n"}


def _file_options(command: click.Command) -> set[str]:
    return {
        option.name
        for option in command.params
        if option.name and isinstance(option, click.Option) and option.metavar == "FILE"
    }


def test_an_option_for_a_file_that_is_not_written_is_there() -> None:
    assert set().union(*(_file_options(command) for _, command in commands())) >= READ


@pytest.mark.parametrize(("name", "command"), commands())
def test_force_comes_with_all_options_that_write_files(name: str, command: click.Command) -> None:
    has_force = any(option.name == "force" for option in command.params)
    assert has_force == bool(_file_options(command) - READ), name


# Those that take long are of options of which another format is tried.
LONG = {
    *(f"rush check steppe --plot a.{kind}" for kind in ("png", "pdf")),
    *(f"rush read meadow --overlay a.{kind}" for kind in ("jpg", "png")),
    "generate sheet meadow -o a.png",
}


@cases("line", *(slow(line) if line in LONG else line for line in FILES))
def test_a_strangers_file_is_replaced_by_force_alone_and_our_own_at_once(
    line: str, typed: Run, folder: Path
) -> None:
    if "read" in line.split() and not find_spec("cv2"):
        pytest.skip("there is no OpenCV here")
    words, file, stdin = line.split(), folder / line.rsplit(maxsplit=1)[-1], STDIN.get(line, "")
    file.write_bytes(NOTES)
    message = refusal(typed, *words, stdin=stdin)
    expected = "expected a new file or one of penta's, found a file that penta did not write"
    assert message.endswith(f"'{file.name}': {expected} (--force replaces it)\n")
    assert file.read_bytes() == NOTES
    for force in (["--force"], []):
        code, _, err = typed(*words, *force, stdin=stdin)
        assert code in (0, 1), err  # 1: a card that is not fair
        assert not file.read_bytes().startswith(NOTES[:5])
        assert is_ours(file)


@cases(
    "content ours",
    (b"", True),
    (b"# 1x2:AB\n# Made by penta 0.1.0: penta generate grey\n\nA B\n", True),
    (b"\xef\xbb\xbf# Made by penta\r\nA B\r\n", True),
    (b"A B\nB A\n", False),
    (b"A B  # Made by penta\n", False),
    (b"Made by penta\n", False),
    (b"# Made by pentagons\n", False),
    (b"# Made by penta: my list\n", False),
    (b"<!DOCTYPE html>\n<p>" + b"my own page " * 200 + b"<!-- Made by penta -->", False),
    (NOTES, False),
    (b'<svg xmlns="x">\n<!-- Made by penta -->\n</svg>', True),
    (b'<svg xmlns="x"><text>Made by penta</text></svg>', False),
    (XML + b"<svg><dc:description>Made by penta</dc:description></svg>", True),
    (XML + b"<svg/>", False),
    (b"text <!-- Made by penta -->", False),
    (PNG + b"tEXtDescription\0Made by penta", True),
    (PNG + b"tEXtDescription\0Made by hand", False),
    (b"%PDF-1.4 /Subject (Made by penta)", True),
    (b"%PDF-1.4 /Subject (Mine)", False),
    # As version 0.1.0 began its files.
    (SVG_OF_0_1_0 + b"\n<title>meadow</title>\n", True),
    (SVG_OF_0_1_0.replace(b"mm", b"") + b"\n<title>meadow</title>\n", False),
    (SVG_OF_0_1_0 + b'\n<path d="M0,0"/>\n', False),
    (b"%PDF-1.4\n" + PDF_OF_0_1_0 + b"ReportLab PDF Library)", True),
    (b"%PDF-1.4\n" + PDF_OF_0_1_0 + b"a pentagon)", False),
    (HTML_OF_0_1_0 + b"--paper: #fff; --faint: #595959;\n", True),
    (HTML_OF_0_1_0 + b"--paper: red;\n", False),
    (b'{"moves": [{"colour": "white", "shape": "F", "cells": [[0, 0]', True),
    (b'{"moves": ["e4", "e5"]}', False),
    (b'{"board": "whole", "players": ["red", "blue"], "tokens": 2', True),
    (b'{"board": "whole"}', False),
    (lzma.compress(b'{"format": "penta knaster table 1", "values": []}\n'), True),
    (lzma.compress(b"somebody's archive"), False),
    (lzma.compress(b'{"format": "penta knaster table 1", "values": []}\n')[:20], False),
    (b"SQLite format 3\0", False),
)
def test_a_file_of_ours_is_known_by_its_content(
    content: bytes,
    ours: bool,  # noqa: FBT001 - a case of the table
    tmp_path: Path,
) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    assert is_ours(file) == ours


def test_a_folder_or_a_file_that_is_gone_again_is_none_of_ours(tmp_path: Path) -> None:
    assert not is_ours(tmp_path)
    assert not is_ours(tmp_path / "none")


def test_a_file_larger_than_any_of_ours_is_not_read(tmp_path: Path) -> None:
    huge = tmp_path / "huge.svg"
    with huge.open("wb") as file:
        file.write(b"<svg><!-- Made by penta -->")
        file.truncate(10**12)  # a hole, which takes no room on the disk
    assert not is_ours(huge)
