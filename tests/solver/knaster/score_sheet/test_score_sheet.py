"""One score sheet: what is on it, and that nothing lies over anything else."""

import re
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest
from pypdf import PdfReader

from solver.drawing.font import default_fonts
from solver.drawing.scene import WHITE, Box, Circle, Line, Mark, Polygon, Text
from solver.files.texts import LANGUAGES, Language, Texts
from solver.knaster.line import LineValues, default_line_values
from solver.knaster.rules import Hand, hand_of
from solver.knaster.score_sheet.answer import (
    EXAMPLES,
    LEAST_CELL,
    MOST_CELL,
    score_sheet_marks,
    score_sheet_size,
)
from solver.knaster.sheet import Sheet
from tests.solver.drawing.pages import apart, mark_box
from tests.support import Patch, Run, answer, cases, interrupt, loaded, refusal

LARGEST = LineValues(12 * (1000,))
FULL = Sheet(5 * (5 * (12,),)).with_circles({*Sheet().free_cells})
SIDES = [LEAST_CELL, 14.0, MOST_CELL]


def _marks(
    side: float = 14.0,
    sheet: Sheet | None = None,
    values: LineValues | None = None,
    language: Language = "en",
) -> tuple[Box, list[Mark]]:
    place = Box(3.0, 7.0, *score_sheet_size(side))
    values = values or default_line_values()
    text = Texts(language)
    return place, list(score_sheet_marks(sheet or Sheet(), values, place, side, text))


def _within(inner: Box, outer: Box) -> bool:
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


@pytest.mark.parametrize("side", SIDES)
def test_all_lies_inside_the_score_sheet_and_clear_of_its_edges(side: float) -> None:
    for sheet, values in ((Sheet(), default_line_values()), (FULL, LARGEST)):
        place, marks = _marks(side, sheet, values)
        for mark in marks:
            assert _within(mark_box(mark), place.grown(-0.19 * side)), mark


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("side", SIDES)
def test_no_text_lies_over_another_text_or_reaches_out_of_its_box(
    side: float, language: Language
) -> None:
    for sheet, values in ((Sheet(), default_line_values()), (FULL, LARGEST)):
        _, marks = _marks(side, sheet, values, language)
        texts = [mark_box(mark) for mark in marks if isinstance(mark, Text)]
        for first, second in combinations(texts, 2):
            assert apart(first, second)
        frame = max(
            (mark_box(mark) for mark in marks if isinstance(mark, Polygon)),
            key=lambda box: box.width,
        )
        outlined = [mark_box(mark) for mark in marks if isinstance(mark, Polygon | Circle | Line)]
        for text in texts:
            for box in outlined:
                assert apart(text, box) or _within(text, box) or _is_ring_around(text, box)
            assert apart(text, frame) or _within(text, frame)


def _is_ring_around(text: Box, ring: Box) -> bool:
    """Return whether the corners of a text lie in the bounding box of a ring but for a little."""
    return _within(text, ring.grown(0.02 * ring.width))


def test_every_hand_has_an_example_that_makes_it() -> None:
    assert EXAMPLES.keys() == set(Hand)
    for hand, numbers in EXAMPLES.items():
        assert hand_of(numbers) is hand


def test_every_hand_stands_above_its_example_with_a_ring_for_each_cell_that_it_circles() -> None:
    _, marks = _marks()
    names = [mark.at.y for mark in marks if isinstance(mark, Text) and mark.text in _hand_names()]
    assert len(names) == len(Hand)
    for (hand, numbers), top in zip(EXAMPLES.items(), names, strict=True):
        below = [mark for mark in marks if top < mark_box(mark).centre.y < top + 0.4 * 14]
        left = [mark for mark in below if mark_box(mark).right < 3 + 3.1 * 14]
        texts = [mark.text for mark in left if isinstance(mark, Text)]
        assert texts == [str(number) for number in numbers]
        assert len([mark for mark in left if isinstance(mark, Circle)]) == hand.bonus


def _hand_names() -> set[str]:
    return {hand.label.capitalize() for hand in Hand}


def test_there_is_room_to_write_the_name_and_the_score() -> None:
    _, marks = _marks()
    lines = [mark_box(mark) for mark in marks if isinstance(mark, Line)]
    assert [line.width > 50 for line in lines] == [True]
    labels = ("Points of lines", "Circled numbers", "Total")
    for label in labels:
        (text,) = [mark for mark in marks if isinstance(mark, Text) and mark.text == label]
        middle = mark_box(text).centre.y
        boxes = [
            mark_box(mark)
            for mark in marks
            if isinstance(mark, Polygon) and mark.paint.fill == WHITE
        ]
        beside = [box for box in boxes if box.y < middle < box.bottom and box.x < 3 + 3.1 * 14]
        assert [(box.width > 12, box.height > 5) for box in beside] == [(True, True)]


def test_the_smallest_text_has_four_typographic_points() -> None:
    _, marks = _marks(LEAST_CELL)
    fonts = default_fonts()
    texts = [mark for mark in marks if isinstance(mark, Text)]
    assert min(fonts.of(text).fitted_size(text.text, text.size) for text in texts) >= 1.41


BEGUN = "(6) (5) 12 (7) (4)\n. 7 . (7) .\n. 11 (12) 2 3\n9 (9) . 9 .\n(5) . 3 . 8\n"
VALUES = "rows = [1000, 901, 802, 703, 604]\ncols = [95, 86, 77, 68, 59]\ndiagonals = [50, 0]\n"


def _files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def sheet(typed: Run) -> Run:
    return partial(typed, "knaster", "sheet")


@pytest.mark.usefixtures("folder")
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
    paper: str, cell: str, count: int, *, across: bool, sheet: Run
) -> None:
    printed = answer(sheet, "--paper", paper, "--cell", cell, "-o", "a.svg")
    (page,) = printed["pages"]
    assert (printed["sheets_per_page"], len(page["sheets"])) == (count, count)
    assert (printed["width"] > printed["height"]) is across
    assert {round(box["width"] / float(cell), 6) for box in page["sheets"]} == {9.4}
    for box in page["sheets"]:
        assert 8 <= box["x"] < box["x"] + box["width"] <= printed["width"] - 7.999
        assert 8 <= box["y"] < box["y"] + box["height"] <= printed["height"] - 7.999


def test_the_words_are_those_of_the_language(sheet: Run, folder: Path) -> None:
    for language, words in (("de", {"Straße", "Gesamt"}), ("fr", {"Brelan", "Nom"})):
        assert sheet("--lang", language, "-o", "a.svg")[0] == 0
        assert words <= set(re.findall(r"[^<>]+", (folder / "a.svg").read_text("utf-8")))


def test_a_pdf_holds_all_pages_with_their_boxes_and_texts(sheet: Run, folder: Path) -> None:
    (folder / "values.toml").write_text(VALUES)
    assert sheet("--copies", "3", "--values", "values.toml", "-o", "a.pdf")[0] == 0
    pages = PdfReader(folder / "a.pdf").pages
    assert len(pages) == 3
    for page in pages:
        media, trim = (
            [float(edge) * 25.4 / 72 for edge in box] for box in (page.mediabox, page.trimbox)
        )
        assert media == pytest.approx([0, 0, 297, 210], abs=0.01)
        assert trim == pytest.approx([16.9, 8.96, 280.1, 201.04], abs=0.01)
        text = page.extract_text()
        assert {text.split().count(points) for points in re.findall(r"\d+", VALUES)} == {4}
        labels = ("Three of a kind", "Full house", "Straight", "Name", "Total")
        assert [text.count(label) for label in labels] == [4] * 5


def test_a_sheet_that_is_filled_is_on_every_score_sheet(sheet: Run, folder: Path) -> None:
    (folder / "begun.txt").write_text(BEGUN)
    counts = []
    for args in ([], ["--filled", "begun.txt"]):
        assert sheet(*args, "-o", "a.svg")[0] == 0
        text = (folder / "a.svg").read_text()
        counts.append([text.count(tag) for tag in ("<text ", "<circle ")])
    (texts, rings), (more_texts, more_rings) = counts
    assert more_texts - texts == 4 * len(re.findall(r"\d+", BEGUN))
    assert more_rings - rings == 4 * (BEGUN.count("(") + 1)  # one line is all circled


def test_a_file_that_is_read_is_never_written_over(sheet: Run, folder: Path) -> None:
    (folder / "begun-2.svg").write_text(BEGUN)
    message = refusal(sheet, "--filled", "begun-2.svg", "-o", "begun.svg", "--copies", "2")
    assert "expected a file of its own, found the file that is read" in message
    assert _files(folder) == ["begun-2.svg"]
    assert (folder / "begun-2.svg").read_text() == BEGUN


def test_nothing_is_written_when_interrupted(sheet: Run, folder: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr("solver.drawing.document.Document.contents", interrupt)
    assert sheet("-o", "a.pdf") == (130, "", "penta: interrupted\n")
    assert _files(folder) == []


def test_an_svg_needs_no_library(folder: Path) -> None:
    heavy = {"numpy", "numba", "ortools", "pandas", "rich", "reportlab"}
    assert not heavy & loaded("knaster", "sheet", "-o", str(folder / "a.svg"))
