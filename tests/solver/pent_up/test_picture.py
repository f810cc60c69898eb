"""Pictures of piles and of moves."""

import re

from solver.drawing.svg import svg
from solver.pent_up.picture import move_scene, moves_scene, pile_scene
from solver.pent_up.position import Position
from solver.pent_up.rules import Pile
from tests.solver.pent_up.test_commands import DUEL


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
