import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from solver.drawing.styled_text import StyledLine, plain_line, plain_text, side_by_side
from solver.drawing.text_grid import (
    PALETTE,
    Patch,
    colour_adjacent,
    coloured_grid,
    lettered_grid,
    outlined_grid,
    plain_grid,
)
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card
from tests.strategies import cards


def _text(lines: list[StyledLine]) -> list[str]:
    return [plain_text(line).rstrip() for line in lines]


V_PIECE = Patch("V", [Cell(0, 0), Cell(1, 0), Cell(2, 0), Cell(2, 1), Cell(2, 2)])
I_PIECE = Patch("I", [Cell(row, 3) for row in range(3)])


def test_letters_show_the_card_and_beside_it_the_labels() -> None:
    assert _text(lettered_grid(["ABCD", "EFGH", "IJKL"], [V_PIECE, I_PIECE])) == [
        "   a b c d      a b c d",
        " 1 A B C D    1 V . . I",
        " 2 E F G H    2 V . . I",
        " 3 I J K L    3 V V V I",
    ]


def test_letters_of_a_wide_grid_stand_above_the_labels() -> None:
    grid, patch = ["A" * 19, "B" * 19], Patch("I", [Cell(1, col) for col in range(5)])
    lines = _text(lettered_grid(grid, [patch]))
    assert lines[:3] == _text(plain_grid(grid))
    assert lines[3] == ""
    assert lines[-1] == " 2 I I I I I" + " ." * 14
    assert len(_text(lettered_grid([row[:18] for row in grid], [patch]))) == 3


def test_outlines_run_around_patches_and_between_two_of_them() -> None:
    assert _text(outlined_grid(["ABCD", "EFGH", "IJKL"], [V_PIECE, I_PIECE])) == [
        "     a   b   c   d",
        "   ┌───┐       ┌───┐",
        " 1 │ A │ B   C │ D │",
        "   │   │       │   │",
        " 2 │ E │ F   G │ H │",
        "   │   └───────┤   │",
        " 3 │ I   J   K │ L │",
        "   └───────────┴───┘",
    ]


def test_each_patch_has_a_colour_of_its_own_and_free_cells_have_none() -> None:
    lines = outlined_grid(["AB"], [Patch("x", [Cell(0, 0)])])
    styles = dict(segment for line in lines for segment in line)
    assert styles[" A "] == f"bold {PALETTE[0]}"
    assert styles[" B "] == "dim"


@given(cards(cells=60), st.integers(1, 7))
def test_any_drawing_is_as_large_as_its_card_and_shows_every_symbol(card: Card, size: int) -> None:
    patch = Patch("x", sorted(card.cells)[:size])
    drawn = _text(outlined_grid(card.lines, [patch]))
    assert len(drawn) == 2 * card.rows + 2
    shown = "".join(re.sub(r"[^A-Z]", "", line) for line in drawn)
    assert shown == "".join(card.lines)
    assert "?" not in "".join(drawn)
    lettered, plain = lettered_grid(card.lines, [patch]), plain_grid(card.lines)
    assert len(plain) == card.rows + 1
    # Two of them stand side by side up to 18 cols: 38 characters each, and 3 between them.
    assert len(lettered) == (len(plain) if card.cols <= 18 else 2 * len(plain) + 1)


def test_patches_that_touch_get_hues_that_differ() -> None:
    rows = [Patch(str(row), [Cell(row, col) for col in range(3)]) for row in range(9)]
    hues = [patch.hue for patch in colour_adjacent(rows)]
    assert None not in hues
    assert all(hue != following for hue, following in pairwise(hues))
    assert hues == [0, 1] * 4 + [0]


def test_outlines_may_go_without_names() -> None:
    patch = Patch("I", [Cell(0, col) for col in range(2)])
    lines = outlined_grid(["II"], [patch], named=False)
    assert list(map(plain_text, lines)) == ["┌───────┐", "│ I   I │", "└───────┘"]


def test_a_col_beyond_z_has_two_letters() -> None:
    names = [str(Cell(0, col)) for col in (25, 26, 51, 52, 701, 702)]
    assert names == ["z1", "aa1", "az1", "ba1", "zz1", "aaa1"]


def test_a_grid_may_lie_anywhere_and_names_are_as_wide_as_they_need_to_be() -> None:
    origin = Cell(98, -2)
    patch = Patch("I", [Cell(98, -1), Cell(99, -1), Cell(99, 0)])
    assert _text(lettered_grid(["123", "456"], [patch], origin=origin)) == [
        "    -b -a  a       -b -a  a",
        " 99  1  2  3    99  .  I  .",
        "100  4  5  6   100  .  I  I",
    ]
    assert _text(outlined_grid(["123", "456"], [patch], origin=origin)) == [
        "     -b  -a   a",
        "        ┌───┐",
        " 99   1 │ 2 │ 3",
        "        │   └───┐",
        "100   4 │ 5   6 │",
        "        └───────┘",
    ]
    assert _text(plain_grid(["12"], origin=Cell(-3, 25))) == ["    z aa", "-2  1  2"]


def test_a_coloured_grid_shows_each_text_in_one_colour() -> None:
    grid = [["sun", "A", "A"], ["A", "\N{WHITE MEDIUM STAR}", "sun"]]
    lines = coloured_grid(grid)
    assert [plain_text(line) for line in lines] == [plain_text(line) for line in plain_grid(grid)]
    styles = {(text.strip(), style) for line in lines for text, style in line if style}
    assert len(styles) == len({style for _, style in styles}) == 3


def test_blocks_stand_side_by_side_while_they_fit_80_columns_and_else_one_below_the_other() -> None:
    left, right = [plain_line("a" * 40), plain_line("b")], [plain_line("c" * 37)]
    assert _text(side_by_side(left, right)) == ["a" * 40 + "   " + "c" * 37, "b"]
    assert _text(side_by_side(right, left)) == [f"{'c' * 37}   {'a' * 40}", " " * 40 + "b"]
    wider = [plain_line("c" * 38)]
    assert _text(side_by_side(left, wider)) == ["a" * 40, "b", "", "c" * 38]
