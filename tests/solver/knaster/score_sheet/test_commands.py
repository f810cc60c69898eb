"""`penta knaster sheet`, as it is typed."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

import cli
from tests.support import PENTA, ROOT, Capture, Patch, cases

BEGUN = "(6) (5) 12 (7) (4)\n. 7 . (7) .\n. 11 (12) 2 3\n9 (9) . 9 .\n(5) . 3 . 8\n"
VALUES = "rows = [1000, 901, 802, 703, 604]\ncols = [95, 86, 77, 68, 59]\ndiagonals = [50, 0]\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def _sheet(*args: str) -> int:
    return cli.run(["knaster", "sheet", *args])


@cases(
    "paper cell count across",
    ("A5", "14", 2, False),
    ("A4", "14", 4, True),
    ("A4", "10", 8, False),
    ("A4", "20", 2, False),
    ("A4", "28", 1, True),
    ("letter", "14", 4, True),
    ("legal", "14", 4, True),
    ("A3", "14", 8, False),
    ("148x113mm", "14", 1, True),
    ("131.6x411", "11.5", 5, False),
)
def test_as_many_score_sheets_are_on_a_page_as_fit(
    paper: str, cell: str, count: int, *, across: bool, capsys: Capture
) -> None:
    assert _sheet("--paper", paper, "--cell", cell, "-o", "a.svg", "--json") == 0
    printed = json.loads(capsys.readouterr().out)
    (page,) = printed["pages"]
    assert (printed["sheets_per_page"], len(page["sheets"])) == (count, count)
    assert (printed["width"] > printed["height"]) is across
    assert {round(box["width"] / float(cell), 6) for box in page["sheets"]} == {9.4}
    for box in page["sheets"]:
        assert 8 <= box["x"] < box["x"] + box["width"] <= printed["width"] - 7.999
        assert 8 <= box["y"] < box["y"] + box["height"] <= printed["height"] - 7.999


def test_a_pdf_holds_all_pages_with_their_boxes_and_texts(folder: Path) -> None:
    (folder / "values.toml").write_text(VALUES)
    assert _sheet("--copies", "3", "--values", "values.toml", "-o", "a.pdf") == 0
    pages = PdfReader(folder / "a.pdf").pages
    assert len(pages) == 3
    for page in pages:
        media, trim = (
            [float(edge) * 25.4 / 72 for edge in box] for box in (page.mediabox, page.trimbox)
        )
        assert media == pytest.approx([0, 0, 297, 210], abs=0.01)
        assert trim == pytest.approx([16.9, 8.96, 280.1, 201.04], abs=0.01)
        text = page.extract_text()
        words = text.split()
        for points in re.findall(r"\d+", VALUES):
            assert words.count(points) == 4
        for label in ("Three of a kind", "Full house", "Straight", "Name", "Total"):
            assert text.count(label) == 4


def test_a_sheet_that_is_filled_is_on_every_score_sheet(folder: Path) -> None:
    (folder / "begun.txt").write_text(BEGUN)
    for name, args in {"empty.svg": [], "filled.svg": ["--filled", "begun.txt"]}.items():
        assert _sheet(*args, "-o", name) == 0
    counts = []
    for name in ("empty.svg", "filled.svg"):
        text = (folder / name).read_text()
        counts.append([text.count(tag) for tag in ("<text ", "<circle ")])
    numbers, circles = len(re.findall(r"\d+", BEGUN)), BEGUN.count("(")
    (texts, rings), (more_texts, more_rings) = counts
    assert more_texts - texts == 4 * numbers
    assert more_rings - rings == 4 * (circles + 1)  # one line is all circled


def test_several_pages_of_one_page_files_are_numbered(folder: Path, capsys: Capture) -> None:
    assert _sheet("--copies", "2", "--dpi", "72", "--paper", "letter", "-o", "a.png") == 0
    assert capsys.readouterr().out == (
        "a-1.png to a-2.png: 2 pages, Letter, 279.4 x 215.9 mm\n"
        "4 score sheets a page, 131.6 x 96.04 mm, cells of 14 mm\n"
    )
    assert _files(folder) == ["a-1.png", "a-2.png"]
    with Image.open("a-1.png") as first, Image.open("a-2.png") as second:
        assert first.size == second.size == (792, 612)
        assert first.tobytes() == second.tobytes()


@cases(
    "args message",
    ([], "Missing option '-o' / '--output'."),
    (["-o", "a.txt"], "score sheets 'a.txt': expected an ending .svg, .pdf or .png"),
    (["-o", "no/a.svg"], "expected a file that can be written, found no folder"),
    (["-o", "a.svg", "--cell", "9.9"], "expected 10 to 40 mm, found '9.9'"),
    (["-o", "a.svg", "--cell", "nan"], "expected 10 to 40 mm, found 'nan'"),
    (["-o", "a.svg", "--cell", "30"], "cell: expected at most 28 mm on A4, found 30 mm"),
    (["-o", "a.svg", "--cell", "30"], "(larger paper: --paper A3)"),
    (["-o", "a.svg", "--paper", "60x90mm"], "cell: expected at most 6 mm on 60x90mm"),
    (["-o", "a.svg", "--paper", "card"], "paper: expected A5, A4, A3, A2, Letter, Legal"),
    (["-o", "a.svg", "--dpi", "100"], "--dpi goes with a .png."),
    (["-o", "a.svg", "--copies", "0"], "expected a whole number from 1 to 100, found '0'."),
    (["-o", "a.svg", "--filled", "none.txt"], "sheet 'none.txt': expected"),
    (["-o", "a.svg", "--values", "none.toml"], "line values 'none.toml': expected"),
    (["-o", "a.svg", "--font", "none.ttf"], "font 'none.ttf': expected a TrueType or OpenType"),
    (["-o", "a.png", "--paper", "1500x1500"], "dpi: expected at most 214 on this paper"),
)
def test_an_error_is_one_line_and_writes_nothing(
    args: list[str], message: str, folder: Path, capsys: Capture
) -> None:
    assert _sheet(*args) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err
    assert _files(folder) == []


def test_a_file_that_is_read_is_never_written_over(folder: Path, capsys: Capture) -> None:
    (folder / "begun-2.svg").write_text(BEGUN)
    assert _sheet("--filled", "begun-2.svg", "-o", "begun.svg", "--copies", "2") == 2
    assert "expected a file of its own, found the file that is read" in capsys.readouterr().err
    assert _files(folder) == ["begun-2.svg"]
    assert (folder / "begun-2.svg").read_text() == BEGUN


def test_nothing_is_written_when_interrupted(
    folder: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    def interrupted(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("solver.console.printing.file_contents", interrupted)
    assert _sheet("-o", "a.pdf") == 130
    assert capsys.readouterr().err == "penta: interrupted\n"
    assert _files(folder) == []


def test_the_same_score_sheets_are_the_same_bytes_in_another_process(folder: Path) -> None:
    names = [str(folder / f"{seed}.svg") for seed in ("1", "2")]
    for seed, name in zip(("1", "2"), names, strict=True):
        subprocess.run(
            [*PENTA, "knaster", "sheet", "--filled", "tim", "-o", name],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        )
    first, second = (Path(name).read_bytes() for name in names)
    assert first == second


def test_an_svg_needs_no_library(folder: Path) -> None:
    program = (
        "import sys, cli; cli.run(sys.argv[1:]);"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    process = subprocess.run(
        [sys.executable, "-c", program, "knaster", "sheet", "-o", str(folder / "a.svg")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    heavy = {"numpy", "numba", "ortools", "pandas", "rich", "matplotlib", "reportlab"}
    assert not heavy & set(process.stderr.split())
