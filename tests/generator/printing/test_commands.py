"""`penta generate sheet`, as it is typed."""

import json
import re
import subprocess
import sys
from itertools import combinations_with_replacement
from pathlib import Path
from string import ascii_uppercase

import pytest
from PIL import Image
from pypdf import PdfReader

import cli
from generator.printing.answer import key_rolls, printed_card
from generator.printing.document import PrintJob, printed_pages
from solver.drawing.scene import Text
from solver.errors import RollError
from solver.files.output_file import numbered
from solver.penta_rush.dice import Roll
from solver.penta_rush.legend import Legend
from solver.penta_rush.options import named_card
from solver.penta_rush.symbol_art import symbol_name
from tests.support import PENTA, ROOT, Capture, Patch, Run, cases, error_text, refusal, slow

SHORT = "3x4:ABCDBCDACDAB"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def _sheet(*args: str) -> int:
    return cli.run(["generate", "sheet", *args])


@cases("name magic", ("a.svg", b"<svg "), ("a.pdf", b"%PDF-"), ("A.PNG", b"\x89PNG"))
def test_the_ending_of_the_file_chooses_its_format(name: str, magic: bytes, folder: Path) -> None:
    assert _sheet(SHORT, "-o", name) == 0
    assert (folder / name).read_bytes().startswith(magic)
    assert _files(folder) == [name]


@pytest.mark.parametrize("ending", [".svg", ".pdf", ".png"])
def test_a_dash_and_an_ending_is_standard_output(
    ending: str, folder: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert _sheet(SHORT, "-o", f"a{ending}") == 0
    capfdbinary.readouterr()
    assert _sheet(SHORT, "-o", f"-{ending}") == 0
    assert capfdbinary.readouterr().out == (folder / f"a{ending}").read_bytes()
    assert _files(folder) == [f"a{ending}"]


def test_standard_output_is_one_file_and_nothing_else(typed: Run, folder: Path) -> None:
    assert "standard output: expected 1 page, found" in refusal(
        typed, "generate", "sheet", SHORT, "--copies", "9", "-o", "-.svg"
    )
    assert "--json does not go with pages on standard output" in refusal(
        typed, "generate", "sheet", SHORT, "-o", "-.pdf", "--json"
    )
    assert not _files(folder)


def test_a_file_whose_name_begins_with_a_dash_is_a_file(folder: Path) -> None:
    assert _sheet(SHORT, "-o", "-.cards.svg") == 0
    assert _files(folder) == ["-.cards.svg"]


@pytest.mark.parametrize("form", ["svg", slow("pdf")])
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


def test_json_holds_the_files_and_where_each_card_lies(capsys: Capture) -> None:
    assert _sheet("meadow", SHORT, "-o", "a.svg", "--size", "95", "--json") == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["files"], printed["paper"], printed["width"]) == (["a.svg"], "A4", 210)
    (page,) = printed["pages"]
    first, second = page["cards"]
    assert (first["name"], second["card"]) == ("meadow", SHORT)
    assert (first["trim"]["width"], first["bleed"]["width"]) == (95, 101)
    assert page["scale_bar"]["width"] == 100
    assert _sheet("meadow", SHORT, "-o", "a.svg", "--cell", "8.5", "--json") == 0
    (page,) = json.loads(capsys.readouterr().out)["pages"]
    assert [card["cell"] for card in page["cards"]] == [8.5, 8.5]


def test_a_card_is_named_by_its_file_and_never_breaks_a_line(folder: Path, capsys: Capture) -> None:
    (folder / "my\ncard.txt").write_text("ABCDE\n")
    assert _sheet("my\ncard.txt", "-o", "a.svg") == 0
    assert "fronts  my?card 120 x 43.28 (cells 22)" in capsys.readouterr().out
    assert b"my?card" in (folder / "a.svg").read_bytes()


@cases(
    "args message",
    (["-o", "a.txt"], "sheet 'a.txt': expected an ending .svg, .pdf or .png, found '.txt'"),
    (["-o", "pdf"], "sheet 'pdf': expected an ending .svg, .pdf or .png, found none"),
    (["-o", "-"], "sheet '-': expected an ending"),
    (["-o", "no/a.svg"], "expected a file that can be written, found no folder"),
    (["-o", "a.svg", "--bleed", "nan"], "expected 0 to 20 mm, found 'nan'"),
    (["-o", "a.svg", "--size", "-3"], "expected 10 to 1000 mm, found '-3'"),
    (["-o", "a.svg", "--size", "500"], "expected at most 188 mm on A4"),
    (["-o", "a.svg", "--cell", "20"], "card: expected at most 188 mm on A4 with a bleed of 3 mm"),
    (["-o", "a.svg", "--cell", "9", "--size", "90"], "--cell does not go with --size"),
    (["-o", "a.svg", "--cell", "0.5"], "expected 1 to 100 mm, found '0.5'"),
    ([SHORT, "-o", "a.svg", "--tiles"], "(one for all: --cell 9.65)"),
    (["-o", "a.svg", "--paper", "a3", "--size", "500"], "expected at most 275 mm on A3"),
    (["-o", "a.svg", "--key", "AABCD,AAB"], "roll 'AAB': expected 5 symbols, found 3"),
    (["-o", "a.svg", "--key", "AABCD;ABCD"], "roll 'ABCD': expected 5 symbols, found 4"),
    (["-o", "a.svg", "--key", "AABCD;"], "roll '': expected 5 symbols, found 0"),
    (["-o", "a.svg", "--key", "all", "--key", "AAB"], "roll 'AAB': expected 5 symbols, found 3"),
    (["-o", "a.svg", "--key", "AABCX"], "expected symbols of the card (ABCDEF), found 'X'"),
    (["-o", "a.svg", "--dpi", "300"], "--dpi goes with a .png."),
    (["-o", "a.svg", "--die", "20"], "--die goes with --dice."),
    (["ABCDEFG.svg", "-o", "a.svg"], "card 'ABCDEFG.svg': expected a text file"),
    (["1x7:ABCDEFG", "--dice", "-o", "a.svg"], "dice: expected 3 to 6 symbols on the cards"),
    (["-", "-", "-o", "a.svg"], "standard input can be read only once"),
    (["-o", "a.svg", "--paper", "A9"], "paper: expected A5, A4, A3, A2, Letter"),
    (["-o", "a.svg", "--paper", "card", "--dice"], "need a larger paper than --paper card"),
    (["-o", "a.svg", "--cmyk"], "--cmyk goes with a .pdf."),
    (["-o", "a.pdf", "--icc", "none.icc"], "icc 'none.icc': expected an ICC profile for printing"),
    (["-o", "a.svg", "--art", "none"], "art 'none': expected a folder with an SVG or a PNG"),
    (["-o", "a.svg", "--font", "none.ttf"], "font 'none.ttf': expected a TrueType or OpenType"),
    (["-o", "a.png", "--paper", "1500x1500mm"], "dpi: expected at most 214 on this paper"),
)
def test_an_error_is_one_line_and_writes_nothing(
    args: list[str], message: str, folder: Path, capsys: Capture
) -> None:
    assert _sheet("meadow", *args) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err
    assert _files(folder) == []


def test_a_card_is_never_written_over(folder: Path, capsys: Capture) -> None:
    for name in ("card.svg", "sheet-2.svg"):
        (folder / name).write_text("ABCDE\n")
    assert _sheet("card.svg", "-o", "card.svg") == 2
    assert "expected a file of its own, found the file that is read" in capsys.readouterr().err
    assert _sheet("sheet-2.svg", "--tiles", "-o", "sheet.svg") == 2
    assert _files(folder) == ["card.svg", "sheet-2.svg"]
    assert (folder / "sheet-2.svg").read_text() == "ABCDE\n"


def test_nothing_is_written_when_interrupted(
    folder: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    def interrupted(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("solver.drawing.document.Document.contents", interrupted)
    assert _sheet("meadow", "-o", "a.svg") == 130
    assert capsys.readouterr().err == "penta: interrupted\n"
    assert _files(folder) == []


def test_rolls_are_given_one_by_one_or_separated_by_commas() -> None:
    pair, different = Roll("AABCD"), Roll("ABCDE")
    assert key_rolls(("AABCD", "abcde")) == (pair, different)
    assert key_rolls(("daabc, edcba",)) == (pair, different)
    assert key_rolls(("A,A,B,C,D", "AABCD")) == (pair,)
    assert key_rolls(()) == ()
    words = Legend.of(
        dict(zip("ABCDE", ["stars", "moons", "clock", "hands", "torch"], strict=True))
    )
    assert key_rolls(("stars,moons,clock,hands,torch",), words) == (different,)
    assert key_rolls(("AABCD,ABCDE",), words) == (pair, different)


@cases(
    "text says",
    (
        "red circle,red circle,blue",
        "roll 'red circle,red circle,blue': expected 5 symbols, found 3",
    ),
    (
        "red circle,sun,blue,moon,star,sun,red circle,sun,moon,star",
        "symbols, found 10 (commas between the dice of a roll, semicolons between rolls)",
    ),
)
def test_names_with_commas_are_the_dice_of_one_roll_however_many_they_are(
    text: str, says: str
) -> None:
    names = ["red circle", "blue square", "sun", "moon", "star"]
    words = Legend.of(dict(zip("ABCDE", names, strict=True)))
    assert says in error_text(RollError, key_rolls, [text], words)


def test_semicolons_separate_rolls_unless_each_part_is_a_die() -> None:
    pair, different = Roll("AABCD"), Roll("ABCDE")
    assert key_rolls(("AABCD;ABCDE",)) == (pair, different)
    assert key_rolls(("A,A,B,C,D; EDCBA,AABCD",)) == (pair, different)
    assert key_rolls(("A;A;B;C;D",)) == (pair,)
    assert key_rolls((";".join(["AABCD", "ABCDE"] * 2 + ["AABCD"]),)) == (pair, different)
    names = ["stars", "moons", "red circle", "hands", "torch"]
    words = Legend.of(dict(zip("ABCDE", names, strict=True)))
    one, other = "stars,stars,moons,red circle,hands", "stars, moons, red, hands, torch"
    assert key_rolls((f"{one};{other}",), words) == (pair, different)
    assert key_rolls((";".join([one, other] * 2 + [one]),), words) == (pair, different)
    assert key_rolls((one.replace(",", ";"), other.replace(",", " ")), words) == (pair, different)
    assert key_rolls(("s s m r h;s m r h t;AABCD;ABCDE",), words) == (pair, different)
    assert key_rolls(("s;s;m;r;h",), words) == (pair,)
    for separator in ";,":  # one misspelled name makes no five rolls of five letters
        text = separator.join(["stars", "moons", "starz", "hands", "torch"])
        message = error_text(RollError, key_rolls, (text,), words)
        assert "symbol 3: expected a symbol of the card" in message
    assert key_rolls(("AABCD", " All")) == "all"


@cases("cards count", (["meadow"], 126), ([SHORT], 4 + 12), (["meadow", SHORT], 126 + 16))
def test_a_key_of_all_rolls_has_each_legal_one_of_each_card(cards: list[str], count: int) -> None:
    printed = tuple(printed_card(name, named_card(name).value) for name in cards)
    pages = printed_pages(PrintJob(cards=printed, rolls="all"))
    texts = [mark.text for page in pages for mark in page.marks if isinstance(mark, Text)]
    listed = [text for text in texts if re.fullmatch("[A-F]{5}", text)]
    assert len(listed) == count
    symbols = [card.card.symbols for card in printed]
    expected = [
        "".join(throw)
        for letters in symbols
        for throw in combinations_with_replacement(letters, 5)
        if max(map(throw.count, throw)) <= 2
    ]
    assert listed == expected


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
    heavy = {"numpy", "numba", "ortools", "pandas", "rich", "reportlab"}
    assert not heavy & set(process.stderr.split())
    assert len(_files(folder)) == 4


def test_a_card_is_typed_back_from_the_text_of_a_pdf_and_of_an_svg(
    folder: Path, typed: Run
) -> None:
    for name in ("a.pdf", "a.svg"):
        assert typed("generate", "sheet", "meadow", "-o", name)[0] == 0
    pdf_lines = PdfReader(folder / "a.pdf").pages[0].extract_text().splitlines()
    svg_lines = re.findall(r"<text [^>]*>([^<]*)</text>", (folder / "a.svg").read_text())
    for lines in (pdf_lines, svg_lines):
        rows = [line for line in lines if re.fullmatch(r"(10x10:)?([A-F]{10} ?)+", line)]
        assert len(rows) == 2
        Path("typed.txt").write_text("\n".join(rows).replace("10x10:", "").replace(" ", "\n"))
        named = [
            typed("rush", "solve", "AABCD", "--card", name) for name in ("typed.txt", "meadow")
        ]
        assert named[0][1].replace("typed.txt", "meadow") == named[1][1]


def test_the_help_names_the_symbols_as_they_look(typed: Run) -> None:
    text = " ".join(typed("generate", "sheet", "--help")[1].split())
    for letter in ascii_uppercase[:13]:
        assert re.search(rf"\b{letter} (is )?(an? )?{symbol_name(letter)}\b", text), letter


def test_the_page_on_printing_names_the_symbols_as_they_look() -> None:
    page = (ROOT / "docs" / "printing.md").read_text("utf-8")
    for letter in ascii_uppercase:
        assert f"| {letter} | {symbol_name(letter)} |" in page


def test_every_card_has_a_page_of_its_own_with_its_trim_and_bleed(folder: Path) -> None:
    args = ["--paper", "card", "--duplex", "long", "--bleed", "2", "--size", "80"]
    assert _sheet("meadow", SHORT, *args, "-o", "a.pdf") == 0
    pages = PdfReader(folder / "a.pdf").pages
    sizes = [(84, 84)] * 2 + [(84, 65.67)] * 2
    for page, (width, height) in zip(pages, sizes, strict=True):
        boxes = [page.mediabox, page.bleedbox, page.trimbox]
        media, bleed, trim = [[float(edge) * 25.4 / 72 for edge in box] for box in boxes]
        assert media == pytest.approx([0, 0, width, height], abs=0.01)
        assert bleed == media
        assert trim == pytest.approx([2, 2, width - 2, height - 2], abs=0.01)


def test_pages_of_several_sizes_are_told(capsys: Capture) -> None:
    assert _sheet("meadow", SHORT, "--paper", "card", "-o", "a.pdf", "--json") == 0
    printed = json.loads(capsys.readouterr().out)
    assert [page["height"] for page in printed["pages"]] == pytest.approx([126, 98.5])
    assert [page["scale_bar"] for page in printed["pages"]] == [None, None]
    assert _sheet("meadow", SHORT, "--paper", "card", "-o", "a.pdf") == 0
    assert "a.pdf: 2 pages, card, of several sizes\n" in capsys.readouterr().out


def test_own_names_are_typed_and_printed(folder: Path, capsys: Capture) -> None:
    (folder / "own.csv").write_text("red,sun,star,sea\nsun,star,sea,red\nstar,sea,red,sun\n")
    key = ["--key", "red,sun,st,se,red", "--dice"]
    assert _sheet("own.csv", *key, "-o", "a.svg", "--json") == 0
    out, err = capsys.readouterr()
    assert "dice: 4 symbols (red,sea,star,sun) leave 2 of 6 faces blank" in err
    (card,) = json.loads(out)["pages"][0]["cards"]
    assert card["legend"] == {"A": "red", "B": "sea", "C": "star", "D": "sun"}
    assert "<text" in (text := (folder / "a-1.svg").read_text())
    for symbol in ("A red", "B sea", "C star", "D sun"):
        assert f">{symbol}</text>" in text
    assert ">red, red, sea, star, sun</text>" in (folder / "a-2.svg").read_text()
    assert _sheet("own.csv", "--key", "red,sun,s,se,red", "-o", "b.svg") == 2
    assert "expected sea or star or sun, found 's'" in capsys.readouterr().err


def test_what_a_font_lacks_is_said(folder: Path, capsys: Capture) -> None:
    (folder / "own.csv").write_text("red,\u8349\n\u8349,red\n")
    assert _sheet("own.csv", "-o", "a.pdf") == 0
    assert capsys.readouterr().err == (
        "symbols: as named (red); as letters (\u8349); --art FOLDER prints pictures of your own\n"
        "font: DejaVu Sans has no \u8349: printed as question marks (another one: --font)\n"
    )
    assert _sheet("own.csv", "-o", "a.svg") == 0
    assert "font" not in capsys.readouterr().err
    assert ">B \u8349</text>" in (folder / "a.svg").read_text()


def test_a_legend_without_room_is_said_and_may_be_left_out(folder: Path, capsys: Capture) -> None:
    assert _sheet("meadow", "--size", "40", "--no-code", "-o", "a.svg") == 0
    expected = "meadow: no room for the card id, which is left out (larger cards: --size)\n"
    assert capsys.readouterr().err == expected
    assert _sheet("meadow", "--size", "40", "--no-code", "--no-legend", "-o", "b.svg") == 0
    assert capsys.readouterr().err == ""
    assert ">A</text>" in (folder / "a.svg").read_text()
    assert ">A</text>" not in (folder / "b.svg").read_text()


@pytest.mark.parametrize("form", [slow("svg"), "pdf", slow("png")])
def test_art_takes_the_place_of_our_symbols(form: str, folder: Path, capsys: Capture) -> None:
    art = folder / "art"
    art.mkdir()
    for letter in "ABC":
        circle = '<svg viewBox="0 0 4 2"><circle cx="2" cy="1" r="1" fill="#123456"/></svg>'
        (art / f"{letter}.svg").write_text(circle)
    Image.new("RGB", (30, 20), "#654321").save(art / "D.png", "PNG")
    args = [SHORT, "--art", "art", "--key", "ABCDA", "--dice", "--dpi", "72"]
    dpi = 2 if form == "png" else -1 * 2
    assert _sheet(*(args if dpi > 0 else args[:dpi]), "-o", f"a.{form}") == 0
    capsys.readouterr()
    if form == "svg":
        text = (folder / "a-1.svg").read_text()
        assert text.count("<symbol ") == 4
        assert text.count("<use ") == 12 + 4  # the grid, and the legend
        assert "#0072b2" not in text
    elif form == "pdf":
        resources = PdfReader(folder / "a.pdf").pages[0]["/Resources"]
        names = resources["/XObject"]  # type: ignore[index]
        assert len([name for name in names if "art" in name]) == 4
    else:
        with Image.open(folder / "a-1.png") as page:
            colours = {colour for _, colour in page.convert("RGB").getcolors(99_999) or []}
        assert {(0x12, 0x34, 0x56), (0x65, 0x43, 0x21)} <= colours
    (art / "D.png").write_bytes(b"")
    assert _sheet(*args[:3], "-o", "b.svg") == 2
    assert capsys.readouterr().err == (
        "penta: art 'D.png': expected a PNG, found another file, or a damaged one\n"
    )
    assert not (folder / "b.svg").exists()


def test_art_that_is_cut_out_is_told_of(folder: Path, capsys: Capture) -> None:
    art = folder / "art"
    art.mkdir()
    for letter, side in zip("ABCD", (9, 1, 8, 2), strict=True):
        rect = f'<svg viewBox="0 0 10 10"><rect width="{side}" height="{side}"/></svg>'
        (art / f"{letter}.svg").write_text(rect)
    assert _sheet(SHORT, "--art", "art", "-o", "a.svg") == 0
    told = "art: cut out of an artboard of which it fills less than half: BD\n"
    assert told in capsys.readouterr().err


def test_art_and_font_are_never_written_over(folder: Path, capsys: Capture) -> None:
    art = folder / "art"
    art.mkdir()
    for letter in "ABCD":
        (art / f"{letter}.svg").write_text('<svg viewBox="0 0 4 2"><circle r="1"/></svg>')
    assert _sheet(SHORT, "--art", "art", "-o", "art/A.svg") == 2
    assert "expected a file of its own, found the file that is read" in capsys.readouterr().err


def test_a_pdf_for_four_inks_has_no_other_colours(folder: Path) -> None:
    extras = ["--key", "AABCD", "--tiles", "--dice", "--duplex", "long"]
    assert _sheet("meadow", *extras, "--cmyk", "-o", "a.pdf") == 0
    for page in PdfReader(folder / "a.pdf").pages:
        content = page.get_contents()
        assert content is not None
        assert set(re.findall(rb" (k|K|rg|RG|g|G)\b", content.get_data())) <= {b"k", b"K"}
