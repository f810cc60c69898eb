"""Piles as text, as outlines and as pictures, drawn for any game."""

import re
from collections import Counter
from xml.etree import ElementTree as ET

from hypothesis import given

from solver.drawing.svg import svg
from solver.geometry.cell import Cell
from solver.pent_up.answer import LegalMoves, RefereeReport, level_text, pile_text
from solver.pent_up.picture import move_scene, moves_scene, pile_scene
from solver.pent_up.pile_view import frame_around
from solver.pent_up.position import Position
from solver.pent_up.record import Colour, Record, TileMove
from solver.pent_up.rules import Pile, judge
from tests.solver.pent_up.test_commands import DUEL
from tests.strategies import piles


@given(piles())
def test_a_pile_as_text_shows_every_height_and_every_top_tile(position: Position) -> None:
    moves = tuple(position.moves())
    pile = Pile(moves)
    stacks: dict[Cell, list[TileMove]] = {}
    for move in moves:
        for cell in move.cells:
            stacks.setdefault(cell, []).append(move)
    lines = ["".join(text for text, _ in line) for line in pile_text(pile, drawn=False)]
    start = next(number for number, line in enumerate(lines) if line.startswith("From above: "))
    rows, cols = zip(*(stacks or [Cell(0, 0)]), strict=True)
    all_rows, all_cols = range(min(rows), max(rows) + 1), range(min(cols), max(cols) + 1)
    width, below = len(all_cols), start + 2 + len(all_rows)
    heights = [line.split()[1:] for line in lines[start + 2 : below]]
    # The tiles stand beside them, or below, after an empty line and the letters of the columns.
    tiles = [line.split()[1:] for line in lines[below + 2 :]] or [
        marks[width + 1 :] for marks in heights
    ]
    for row, marks, shown in zip(all_rows, heights, tiles, strict=True):
        in_row = [stacks.get(Cell(row, col), []) for col in all_cols]
        assert marks[:width] == [".123456789abcdefghijklmno"[len(stack)] for stack in in_row]
        tops = [stack[-1] if stack else None for stack in in_row]
        assert shown == [
            "." if top is None else top.shape if top.colour is Colour.WHITE else top.shape.lower()
            for top in tops
        ]


@given(piles())
def test_the_outlines_of_a_pile_are_closed(position: Position) -> None:
    moves = tuple(position.moves())
    pile, verdict = Pile(moves), judge(Record(moves))
    legal = [position.as_move(placement) for placement in position.placements()]
    for lines, outlined in (
        (RefereeReport(Record(moves), verdict, "it").lines(drawn=True), moves),
        (pile_text(pile, drawn=True), moves),
        (LegalMoves(pile, legal, "it", listed=True).lines(drawn=True), legal),
    ):
        texts = ["".join(text for text, _ in line) for line in lines]
        assert not any("?" in text for text in texts)
        corners = Counter(mark for text in texts for mark in text if mark in "┌┐└┘")
        assert bool(corners) == bool(outlined)
    assert ET.fromstring(svg(pile_scene(pile), title="a<b")).tag.endswith("svg")  # noqa: S314 - our own


def test_white_and_black_tiles_are_filled_in_their_colours() -> None:
    picture = svg(pile_scene(Pile(DUEL.moves[:3])), title="three").decode()
    filled = re.findall(r'<path [^>]*fill="(#\w+)" stroke="(#\w+)" stroke-width="0.3"', picture)
    assert [fill for fill, _ in filled].count(
        "#ffffff"
    ) == 2 * 2  # in the panel of their level, and from above
    assert len(filled) == 2 * 3


def test_a_move_is_outlined_on_the_pile_that_it_makes() -> None:
    picture = svg(move_scene(Pile(DUEL.moves[:4]), DUEL.moves[4]), title="five").decode()
    assert picture.count('stroke="#d55e00"') == 1
    assert ">White lays Y on level 2<" in picture
    tiles = re.findall(r'<path [^>]*stroke-width="0.3"', picture)
    assert len(tiles) == 4 + 5  # before, and after


def test_every_cell_that_some_move_may_cover_is_marked() -> None:
    position = Position.from_moves(DUEL.moves[:20])
    moves = [position.as_move(placement) for placement in position.placements("W")]
    picture = svg(moves_scene(Pile(DUEL.moves[:20]), moves), title="W").decode()
    assert picture.count('fill="#f3c98b"') == len({cell for move in moves for cell in move.cells})
    assert ">Level 6: 2 moves<" in picture
    assert ">All tiles are laid.<" in svg(moves_scene(Pile(DUEL.moves), []), title="over").decode()


def test_tiles_are_white_and_dark_on_any_screen() -> None:
    def light(code: str) -> float:
        shares = [int(code[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [
            each / 12.92 if each <= 0.04 else ((each + 0.055) / 1.055) ** 2.4 for each in shares
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def contrast(one: str, other: str) -> float:
        darker, lighter = sorted((light(one), light(other)))
        return (lighter + 0.05) / (darker + 0.05)

    cells = [tuple(Cell(row, col) for row in range(5)) for col in range(2)]
    moves = [TileMove(colour, "I", each, 1) for colour, each in zip(Colour, cells, strict=True)]
    lines = level_text(moves, frame_around([*cells[0], *cells[1]]), drawn=True)
    styles = {style.split("bold ")[-1] for line in lines for text, style in line if style != "dim"}
    edges = {style for style in styles if style and " on " not in style}
    fills = {tuple(style.split(" on ")) for style in styles if " on " in style}
    backgrounds = {background for _, background in fills}
    assert max(map(light, backgrounds)) == 1
    assert min(map(light, backgrounds)) < 0.05
    assert all(contrast(*fill) > 7 for fill in fills)
    for edge in edges:
        assert min(contrast(edge, screen) for screen in ("#000000", "#ffffff")) > 3
    assert len(backgrounds) == 2
    assert edges
