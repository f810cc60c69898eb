"""The code on a card: inside the trim line, clear of all else, and a camera reads it."""

import re
from pathlib import Path

import pytest

from generator.printing.card_art import CardStyle, card_front, card_layout
from solver.drawing.png import png
from solver.drawing.scene import WHITE, Box, Paint, Polygon, Scene, Text
from solver.penta_rush.card import Card
from solver.penta_rush.photo.coded_card import code_anywhere
from solver.penta_rush.symbol_art import SymbolStyle
from tests.generator.printing.test_face_layout import CARDS, _are_apart, _card, _extent, _front
from tests.solver.penta_rush.photo.photo_maker import decoded
from tests.support import Run, slow

LARGE_ENOUGH = [entry for entry in CARDS if entry[0] not in {"small", "letters"}]


@pytest.mark.parametrize(("name", "card", "size"), LARGE_ENOUGH, ids=lambda value: str(value)[:12])
def test_a_code_lies_inside_the_trim_line_below_the_grid_clear_of_the_texts(
    name: str, card: Card, size: float
) -> None:
    layout, trim, marks = _front(name, card, CardStyle(size=size))
    assert layout.code is not None
    code = layout.code.moved(trim.x, trim.y)
    assert code.y == trim.y + layout.field.bottom
    assert code.right <= trim.right - 3 + 1e-6
    assert trim.x + 3 <= code.x
    assert code.bottom <= trim.bottom - 3 + 1e-6
    for mark in marks:
        if isinstance(mark, Text):
            assert _are_apart(_extent(mark), code)


def test_small_cards_have_no_code_before_they_lose_a_quarter_of_their_grid() -> None:
    for size in (40.0, 60.0, 90.0, 120.0):
        layout = card_layout("a", _card(10, 10), CardStyle(size=size))
        plain = card_layout("a", _card(10, 10), CardStyle(size=size, has_legend=False,
                                                          has_code=False))  # fmt: skip
        assert (layout.code is None) == (size < 60)
        assert layout.side >= 0.75 * plain.side


@pytest.mark.parametrize("low_ink", [False, True])
@pytest.mark.parametrize(("rows", "cols", "symbols"), [slow(4, 4, 4), (10, 10, 6), (20, 20, 26)])
def test_a_camera_reads_the_card_from_the_code(
    rows: int, cols: int, symbols: int, *, low_ink: bool
) -> None:
    card = _card(rows, cols, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:symbols])
    style = CardStyle(bleed=0.0, symbols=SymbolStyle(low_ink))
    layout = card_layout("a", card, style)
    trim = Box(0.0, 0.0, layout.width, layout.height)
    paper = Polygon(trim.corners, Paint(fill=WHITE))
    image = decoded(png(Scene(trim, [paper, *card_front("a", card, trim, style)]), dpi=300))
    height, width = image.shape[:2]
    reading = code_anywhere(image[height * 3 // 4 :, width // 2 :])
    assert reading is not None
    assert reading.card == card


def test_what_codes_have_no_room_is_told_and_no_code_leaves_them_out(
    typed: Run, tmp_path: Path
) -> None:
    small, plain = tmp_path / "small.svg", tmp_path / "plain.svg"
    code, _, err = typed("generate", "sheet", "meadow", "--size", "40", "-o", str(small))
    assert code == 0
    assert err.endswith(
        "\nmeadow: no room for the code, which is left out (larger cards: --size)\n"
    )
    assert typed("generate", "sheet", "meadow", "--no-code", "-o", str(plain))[::2] == (0, "")
    bars = len(re.findall("#000000", plain.read_text("utf-8")))
    typed("generate", "sheet", "meadow", "-o", str(plain))
    assert len(re.findall("#000000", plain.read_text("utf-8"))) > bars + 100
