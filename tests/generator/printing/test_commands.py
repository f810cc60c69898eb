"""`penta generate sheet`, as it is typed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import cli
from generator.printing.commands import _parse_rolls
from solver.files.output_file import numbered
from solver.penta_rush.dice import Roll
from tests.support import PENTA, ROOT

SHORT = "3x4:ABCDBCDACDAB"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def _sheet(*args: str) -> int:
    return cli.run(["generate", "sheet", *args])


@pytest.mark.parametrize(
    ("name", "magic"), [("a.svg", b"<svg "), ("a.pdf", b"%PDF-"), ("A.PNG", b"\x89PNG")]
)
def test_the_ending_of_the_file_chooses_its_format(name: str, magic: bytes, folder: Path) -> None:
    assert _sheet(SHORT, "-o", name) == 0
    assert (folder / name).read_bytes().startswith(magic)
    assert _files(folder) == [name]


@pytest.mark.parametrize("form", ["svg", "pdf"])
def test_the_same_sheet_is_the_same_bytes_in_another_process(form: str, folder: Path) -> None:
    arguments = ["generate", "sheet", "meadow", "--key", "AABCD", "--dice", "--duplex", "long"]
    for seed, name in (("1", "first"), ("2", "second")):
        subprocess.run(
            [*PENTA, *arguments, "-o", str(folder / f"{name}.{form}")],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        )
    files = sorted(folder.iterdir())
    half = len(files) // 2
    assert half == (6 if form == "svg" else 1)
    for first, second in zip(files[:half], files[half:], strict=True):
        assert first.read_bytes() == second.read_bytes()


def test_several_pages_of_one_page_files_are_numbered(folder: Path) -> None:
    assert _sheet("meadow", "--tiles", "--duplex", "short", "-o", "a.b.svg") == 0
    assert _files(folder) == [f"a.b-{number}.svg" for number in (1, 2, 3, 4)]
    assert numbered("y.png", 10, kind="sheet")[::9] == ["y-01.png", "y-10.png"]


def test_json_holds_the_files_and_where_each_card_lies(capsys: pytest.CaptureFixture[str]) -> None:
    assert _sheet("meadow", SHORT, "-o", "a.svg", "--size", "95", "--json") == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["files"], printed["paper"], printed["width"]) == (["a.svg"], "A4", 210)
    (page,) = printed["pages"]
    first, second = page["cards"]
    assert (first["name"], second["card"]) == ("meadow", SHORT)
    assert (first["trim"]["width"], first["bleed"]["width"]) == (95, 101)
    assert page["scale_bar"]["width"] == 100


def test_a_card_is_named_by_its_file_and_never_breaks_a_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "my\ncard.txt").write_text("ABCDE\n")
    assert _sheet("my\ncard.txt", "-o", "a.svg") == 0
    assert "fronts  my?card 120 x 32" in capsys.readouterr().out
    assert b"my?card" in (folder / "a.svg").read_bytes()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["-o", "a.txt"], "sheet 'a.txt': expected an ending .svg, .pdf or .png, found '.txt'"),
        (["-o", "pdf"], "sheet 'pdf': expected an ending .svg, .pdf or .png, found ''"),
        (["-o", "-"], "sheet '-': expected an ending"),
        (["-o", "no/a.svg"], "expected a file that can be written, found no folder"),
        (["-o", "a.svg", "--bleed", "nan"], "expected 0 to 20 mm, found 'nan'"),
        (["-o", "a.svg", "--size", "-3"], "expected 10 to 1000 mm, found '-3'"),
        (["-o", "a.svg", "--size", "500"], "expected at most 188 mm on A4"),
        (["-o", "a.svg", "--paper", "a3", "--size", "500"], "expected at most 275 mm on A3"),
        (["-o", "a.svg", "--key", "AABCD,AAB"], "roll 'AAB': expected 5 symbols, found 3"),
        (["-o", "a.svg", "--key", "AABCX"], "expected symbols of the card (ABCDEF), found 'X'"),
        (["-o", "a.svg", "--dpi", "300"], "--dpi goes with a .png."),
        (["-o", "a.svg", "--die", "20"], "--die goes with --dice."),
        (["ABCDEFG.svg", "-o", "a.svg"], "card 'ABCDEFG.svg': expected a text file"),
        (["1x7:ABCDEFG", "--dice", "-o", "a.svg"], "dice: expected 3 to 6 symbols on the cards"),
        (["-", "-", "-o", "a.svg"], "standard input can be read only once"),
    ],
)
def test_an_error_is_one_line_and_writes_nothing(
    args: list[str], message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _sheet("meadow", *args) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err
    assert _files(folder) == []


def test_a_card_is_never_written_over(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("card.svg", "sheet-2.svg"):
        (folder / name).write_text("ABCDE\n")
    assert _sheet("card.svg", "-o", "card.svg") == 2
    assert "expected a file of its own, found the file that is read" in capsys.readouterr().err
    assert _sheet("sheet-2.svg", "--tiles", "-o", "sheet.svg") == 2
    assert _files(folder) == ["card.svg", "sheet-2.svg"]
    assert (folder / "sheet-2.svg").read_text() == "ABCDE\n"


def test_nothing_is_written_when_interrupted(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("generator.printing.commands._file_contents", interrupted)
    assert _sheet("meadow", "-o", "a.svg") == 130
    assert capsys.readouterr().err == "penta: interrupted\n"
    assert _files(folder) == []


def test_rolls_are_given_one_by_one_or_separated_by_commas() -> None:
    pair, different = Roll("AABCD"), Roll("ABCDE")
    assert _parse_rolls(("AABCD", "abcde")) == (pair, different)
    assert _parse_rolls(("daabc, edcba",)) == (pair, different)
    assert _parse_rolls(("A,A,B,C,D", "AABCD")) == (pair,)
    assert _parse_rolls(()) == ()


def test_an_svg_needs_no_library(folder: Path) -> None:
    program = (
        "import sys, cli; cli.run(sys.argv[1:]);"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    arguments = ["generate", "sheet", "meadow", "--key", "AABCD", "--tiles", "--dice", "-o"]
    process = subprocess.run(
        [sys.executable, "-c", program, *arguments, str(folder / "a.svg")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    heavy = {"numpy", "numba", "ortools", "pandas", "rich", "matplotlib", "reportlab"}
    assert not heavy & set(process.stderr.split())
    assert len(_files(folder)) == 4
