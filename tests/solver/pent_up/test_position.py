"""The moves found fast are those of brute force, and the referee accepts each of them."""

import pytest
from hypothesis import given

from solver.geometry.bitset import bits
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES
from solver.pent_up.bitboard import Window, margin_mask, neighbour_mask, window_around
from solver.pent_up.position import PilePlacement, Position
from solver.pent_up.record import Colour, Record, TileMove
from solver.pent_up.rules import Pile, first_violation, judge
from tests.oracles import pile_moves
from tests.strategies import piles
from tests.support import slow

LegalMoves = dict[str, tuple[int, set[frozenset[Cell]]]]  # by shape: the level, the cells


def _legal_moves(position: Position) -> LegalMoves:
    legal: LegalMoves = {}
    for placement in position.placements(SHAPES):
        cells = frozenset(position.as_move(placement).cells)
        level, outlines = legal.setdefault(placement.shape, (placement.level, set()))
        assert level == placement.level
        assert cells not in outlines
        outlines.add(cells)
    return legal


def _counts(position: Position) -> list[tuple[int, int, int]]:
    return [
        (orientation, level, corners.bit_count())
        for orientation, level, corners in position.placement_sets()
    ]


@given(piles(most=6))
def test_the_moves_are_those_of_brute_force(position: Position) -> None:
    if position.placed:
        tiles = [(frozenset(move.cells), move.level) for move in position.moves()]
        assert _legal_moves(position) == pile_moves(tiles)


@given(piles())
def test_the_referee_accepts_every_move(position: Position) -> None:
    pile = Pile(position.moves())
    for orientation, level, corners in position.placement_sets():
        first, *_, last = [*bits(corners)] * 2
        for corner in {first, last}:  # only these two, since the referee is slow
            move = position.as_move(PilePlacement(orientation, level, corner))
            assert first_violation(pile, move) is None


@given(piles())
def test_a_position_is_built_again_from_its_moves(position: Position) -> None:
    moves = list(position.moves())
    rebuilt = Position.from_moves(moves)
    assert list(rebuilt.moves()) == moves
    assert rebuilt.height == position.height == Pile(moves).height
    assert _counts(rebuilt) == _counts(position)
    sample = list(rebuilt.placements())[::7]
    assert [rebuilt.as_placement(rebuilt.as_move(placement)) for placement in sample] == sample


def test_on_the_empty_table_each_orientation_has_one_placement() -> None:
    position = Position.from_moves()
    placements = list(position.placements())
    assert len(placements) == 63
    assert {placement.level for placement in placements} == {1}
    moves = [position.as_move(placement) for placement in placements]
    assert moves[0].colour is Colour.WHITE
    # In the rectangle whose upper left cell is a1.
    assert all(min(move.cells).row == 0 for move in moves)


def test_tiles_that_are_placed_are_not_left() -> None:
    position = Position.from_moves()
    for shape in "XIFX":
        assert shape in position.tiles_left
        position = position.play(next(position.placements(shape)))
    assert position.tiles_left == "ILNPTUVWYZ"  # of White, who laid X and F
    assert position.play(next(position.placements("L"))).tiles_left == "FLNPTUVWYZ"


def test_placements_come_by_shape_then_orientation_then_row_by_row() -> None:
    position = Position.from_moves().play(next(Position.from_moves().placements("W")))
    placements = list(position.placements())
    assert placements == sorted(placements, key=lambda place: (place.orientation, place.corner))
    shapes = [placement.shape for placement in placements]
    assert shapes == sorted(shapes)


@pytest.mark.parametrize(("down", "right"), [slow(0, 5), (-5, 0)])
def test_the_window_grows_with_the_pile(down: int, right: int) -> None:
    position = Position.from_moves()
    for number in range(12):  # as no legal game goes
        line = [(0, step) if right else (step, 0) for step in range(5)]
        cells = tuple(Cell(number * down + row, number * right + col) for row, col in line)
        position = position.play(position.as_placement(TileMove(Colour.WHITE, "I", cells, 1)))
    assert position.window.side > 64
    tiles = [(frozenset(move.cells), move.level) for move in position.moves()]
    assert _legal_moves(position) == pile_moves(tiles)
    assert list(Position.from_moves(list(position.moves())).moves()) == list(position.moves())


def test_a_window_has_a_margin_as_wide_as_a_tile_is_long() -> None:
    window = Window(Cell(-3, 7), 12)
    inner = {window.cell(bit) for bit in range(12 * 12) if not margin_mask(12) >> bit & 1}
    assert inner == {Cell(row, col) for row in (2, 3) for col in (12, 13)}
    assert all(window.bit(window.cell(bit)) == bit for bit in range(12 * 12))
    assert window_around(Cell(4, 9), 12).cell(window.middle) == Cell(4, 9)


def test_the_neighbours_of_a_cell_share_an_edge_with_it() -> None:
    assert neighbour_mask(1 << 17, 8) == 1 << 16 | 1 << 18 | 1 << 9 | 1 << 25


@given(piles())
def test_a_legal_game_goes_on_until_all_tiles_are_laid(position: Position) -> None:
    while position.tiles_left:
        position = position.play(next(position.placements()))
    assert len(position.placed) == 24
    assert judge(Record(tuple(position.moves()))).violation is None
    assert not list(position.placements())
