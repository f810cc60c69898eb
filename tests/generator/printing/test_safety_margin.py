"""The safety margin: nothing but the border stands in it, by the marks and by the dots printed."""

from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from math import hypot

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from generator.printing import cut_outs
from generator.printing.answer import sheet
from generator.printing.card_art import CardStyle, card_back, card_front, card_layout
from generator.printing.document import PrintJob
from generator.printing.face_layout import LegendPart
from generator.printing.page_layout import Mirror
from generator.printing.pieces import PrintedCard
from solver.drawing.outline import outline
from solver.drawing.png import png
from solver.drawing.scene import (
    MM_PER_INCH,
    Box,
    Emoji,
    Mark,
    Picture,
    Point,
    Scene,
    Text,
    bounding_box,
    text_width,
)
from solver.errors import PaperError
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.symbol_art import SymbolStyle
from tests.generator.printing.test_face_layout import _card
from tests.solver.drawing.pages import mark_box
from tests.strategies import cards
from tests.support import Run, cases, error_text, refusal, slow

NAME = "gypsy (queen)"  # descenders, and what is higher than a capital
DPI = 300
STYLES = [SymbolStyle(), SymbolStyle(low_ink=True)]


def _sides(card: Card, style: CardStyle) -> tuple[Box, list[list[Mark]]]:
    """Return where a card is trimmed that is printed 7 and 9 mm from the upper left, and its sides.

    Of the border nothing is left but its marks' first one.
    """
    layout = card_layout(NAME, card, style)
    trim = Box(7.0, 9.0, layout.width, layout.height)
    return trim, [card_front(NAME, card, trim, style), card_back(NAME, trim, style)]


def _nearest(trim: Box, marks: list[Mark]) -> float:
    """Return how far the outermost of *marks* is from the trim line, with its stroke."""
    boxes = []
    for mark in marks:
        stroke = 0.0 if isinstance(mark, Text | Emoji | Picture) else mark.paint.width
        boxes.append(mark_box(mark).grown(stroke / 2))
    return min(
        min(box.x - trim.x, trim.right - box.right, box.y - trim.y, trim.bottom - box.bottom)
        for box in boxes
    )


@given(cards(), st.floats(10.0, 200.0), st.floats(0.0, 20.0), st.sampled_from(STYLES))
@example(_card(10, 10), 120.0, 3.0, STYLES[0])
@example(_card(10, 10), 60.0, 3.0, STYLES[0])
@example(_card(3, 10), 60.0, 3.0, STYLES[0])
@example(_card(20, 1), 40.0, 0.0, STYLES[1])
def test_no_mark_but_the_border_is_nearer_than_the_safety_margin(
    card: Card, size: float, safe: float, symbols: SymbolStyle
) -> None:
    safe = min(safe, size / 3)
    style = CardStyle(size=size, safe=safe, symbols=symbols)
    trim, sides = _sides(card, style)
    for marks in sides:
        assert _nearest(trim, marks if symbols.low_ink else marks[1:]) >= safe - 1e-6


@cases(
    "side letter", (11.0, True), (9.65, True), (7.5, True), (7.4, False), (6.0, False), (4.0, False)
)
@pytest.mark.parametrize("back", [None, *Mirror])
def test_texts_on_tiles_keep_the_margin_from_the_cut_where_the_cells_have_room(
    back: Mirror | None, side: float, *, letter: bool
) -> None:
    for shape in SHAPES:
        cells = cut_outs.tile_cells(shape, back)
        texts = [
            mark
            for mark in cut_outs.tile(
                shape, 4, Box(0, 0, 0, 0), side, low_ink=False, safe=3.0, back=back
            )
            if isinstance(mark, Text)
        ]
        assert [text.text for text in texts] == ["4", *([shape] if letter else [])]
        assert min(text.size for text in texts) >= 1.4
        if side < 7:
            continue
        corners = outline(cells, Point(0.0, 0.0), side)
        for text in texts:
            width, height = text_width(text.text, text.size), 0.73 * text.size  # of capitals
            shown = Box(text.at.x - width / 2, text.at.y - height, width, height)
            assert Cell(int(shown.centre.y // side), int(shown.centre.x // side)) in cells
            for start, end in pairwise([*corners, corners[0]]):
                edge = bounding_box([Box(*start, 0.0, 0.0), Box(*end, 0.0, 0.0)])
                across = max(edge.x - shown.right, shown.x - edge.right, 0.0)
                down = max(edge.y - shown.bottom, shown.y - edge.bottom, 0.0)
                assert hypot(across, down) >= 3.0 - 1e-6


def test_tiles_without_letters_are_told_of_once() -> None:
    job = PrintJob(cards=(PrintedCard("a", _card(10, 10)),), style=CardStyle(cell=6.0))
    told = "tiles: no room for the letters of the shapes, which are left out (larger cells: --cell)"
    assert not [note for note in sheet(job).remarks if note.startswith("tiles")]
    tiles = [note for note in sheet(replace(job, has_tiles=True)).remarks if "tiles" in note]
    near = "tiles: their points stand nearer to the cut than 3 mm (larger cells: --cell)"
    assert tiles == [told, near]
    assert not [
        note
        for note in sheet(replace(job, has_tiles=True, style=CardStyle(cell=11.0))).remarks
        if "tiles" in note
    ]


@given(cards(), st.floats(1.0, 100.0), st.floats(0.0, 20.0))
@example(_card(10, 10), 9.65, 3.0)
@example(_card(1, 1), 1.0, 3.0)
@example(_card(20, 1), 2.0, 3.0)
@example(_card(18, 3, "ABCDEFGHIJKLMNOPQRSTU"), 1.0, 0.1)
def test_a_card_grows_around_cells_of_any_size_and_keeps_its_margin(
    card: Card, cell: float, safe: float
) -> None:
    style = CardStyle(cell=cell, safe=safe)
    trim, sides = _sides(card, style)
    layout = card_layout(NAME, card, style)
    assert layout.side == cell
    assert layout.field.width == pytest.approx(card.cols * cell)
    assert layout.field.height == pytest.approx(card.rows * cell)
    assert (trim.width == trim.height) or card.rows != card.cols
    for marks in sides:
        assert _nearest(trim, marks[1:]) >= safe - 1e-6


@pytest.mark.parametrize(("rows", "cols"), [(10, 10), (7, 7), (3, 10), (10, 3), (1, 20), (4, 4)])
@pytest.mark.parametrize("cell", [12.0, 9.65, 6.0, 4.0])
def test_around_cells_of_a_given_size_there_is_room_for_all(
    rows: int, cols: int, cell: float
) -> None:
    layout = card_layout("meadow", _card(rows, cols), CardStyle(cell=cell))
    assert layout.part is LegendPart.WHOLE
    assert layout.code


@pytest.mark.parametrize("safe", [3.0, 5.0])
@pytest.mark.parametrize("size", [120.0, slow(90.0), slow(60.0), 40.0])
@pytest.mark.parametrize(("rows", "cols"), [(10, 10), slow(7, 7), (3, 10), (10, 3)])
def test_no_dot_but_of_the_border_is_printed_in_the_safety_margin(
    rows: int, cols: int, size: float, safe: float
) -> None:
    style = CardStyle(size=size, safe=safe)
    trim, sides = _sides(_card(rows, cols), style)
    scale = DPI / MM_PER_INCH

    def at_dot(edge: float) -> int:
        return round(edge * scale)

    for marks in sides:
        page = Scene(Box(0, 0, trim.right + 7, trim.bottom + 9), marks)
        with Image.open(BytesIO(png(page, dpi=DPI))) as image:
            printed = image.convert("RGB")
        upper_left = at_dot(trim.x), at_dot(trim.y)
        card = printed.crop((*upper_left, at_dot(trim.right), at_dot(trim.bottom)))
        grey = Image.new("RGB", card.size, "#b4b4b4")
        left, top, right, bottom = ImageChops.difference(card, grey).getbbox() or (0, 0, 0, 0)
        nearest = min(left, top, card.width - right, card.height - bottom) / scale
        assert safe - 1.5 / scale <= nearest <= max(safe, size / 24) + 1.0
    assert nearest > 0


@cases(
    "size rows cols",
    (120, 10, 10),
    (120, 3, 10),
    (120, 20, 20),
    (120, 10, 3),
    (90, 10, 10),
    (90, 7, 7),
    (90, 6, 9),
    (60, 10, 10),
    (60, 7, 7),
    (60, 3, 10),
    (60, 6, 9),
    (60, 4, 4),
)
def test_cards_of_usual_sizes_have_legend_id_and_code_in_spite_of_it(
    size: float, rows: int, cols: int
) -> None:
    layout = card_layout("meadow", _card(rows, cols), CardStyle(size=size))
    assert layout.part is LegendPart.WHOLE
    assert layout.code


def test_a_margin_that_leaves_no_card_is_refused(typed: Run) -> None:
    assert error_text(PaperError, CardStyle, size=10.0, safe=3.5) == (
        "safe: expected at most 3.333 mm on a card of 10 mm, found 3.5 mm"
    )
    sheet = ("generate", "sheet", "meadow", "-o", "a.svg")
    assert "safe: expected at most 10 mm" in refusal(typed, *sheet, "--size", "30", "--safe", "11")
    assert "expected 0 to 20 mm, found '21'" in refusal(typed, *sheet, "--safe", "21")
