"""The moves found fast are those of brute force, and the referee takes every one of them."""

import pytest
from hypothesis import given

from solver.geometry.bitset import bits
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES
from solver.pent_up.bitboard import (
    Window,
    all_orientations,
    margin_mask,
    neighbour_mask,
    window_around,
)
from solver.pent_up.position import PilePlacement, Position
from solver.pent_up.record import Colour, Record, TileMove
from solver.pent_up.rules import Pile, broken_rule, judge
from tests.oracles import pile_moves
from tests.strategies import piles

Found = dict[str, tuple[int, set[frozenset[Cell]]]]


def _found(position: Position) -> Found:
    found: Found = {}
    for placement in position.placements(SHAPES):
        cells = frozenset(position.as_move(placement).cells)
        level, there = found.setdefault(placement.shape, (placement.level, set()))
        assert level == placement.level
        assert cells not in there
        there.add(cells)
    return found


def _counts(position: Position) -> list[tuple[int, int, int]]:
    return [(fit.orientation, fit.level, fit.corners.bit_count()) for fit in position.placement_sets()]


@given(piles(most=6))
def test_the_moves_are_those_of_brute_force(position: Position) -> None:
    if position.placed:
        laid = [(frozenset(move.cells), move.level) for move in position.moves()]
        assert _found(position) == pile_moves(laid)


@given(piles())
def test_the_referee_takes_every_move(position: Position) -> None:
    pile = Pile(position.moves())
    for fit in position.placement_sets():  # of each two, as the referee takes its time
        first, *_, last = [*bits(fit.corners)] * 2
        for corner in {first, last}:
            move = position.as_move(PilePlacement(fit.orientation, fit.level, corner))
            assert broken_rule(pile, move) is None


@given(piles())
def test_a_position_is_built_again_from_its_moves(position: Position) -> None:
    moves = list(position.moves())
    again = Position.from_moves(moves)
    assert list(again.moves()) == moves
    assert again.height == position.height == Pile(moves).height
    assert _counts(again) == _counts(position)
    some = list(again.placements())[::7]
    assert [again.as_placement(again.as_move(placement)) for placement in some] == some


def test_on_the_empty_table_there_is_one_placement_an_orientation() -> None:
    found = list(Position.from_moves().placements())
    assert len(found) == 63
    assert {placement.level for placement in found} == {1}
    assert Position.from_moves().as_move(found[0]).colour is Colour.WHITE
    # In the rectangle whose upper left cell is a1.
    assert all(min(Position.from_moves().as_move(one).cells).row == 0 for one in found)


def test_tiles_that_are_laid_are_not_left() -> None:
    position = Position.from_moves()
    for shape in "XIFX":
        assert shape in position.tiles_left
        position = position.play(next(position.placements(shape)))
    assert position.tiles_left == "ILNPTUVWYZ"  # of White, who laid X and F
    assert position.play(next(position.placements("L"))).tiles_left == "FLNPTUVWYZ"


def test_placements_come_by_shape_then_orientation_then_row_by_row() -> None:
    position = Position.from_moves().play(next(Position.from_moves().placements("W")))
    found = list(position.placements())
    assert found == sorted(found, key=lambda one: (one.orientation, one.corner))
    assert [one.shape for one in found] == sorted(one.shape for one in found)


@pytest.mark.parametrize(("down", "right"), [(0, 5), (-5, 0)])
def test_the_window_grows_with_the_pile(down: int, right: int) -> None:
    position = Position.from_moves()
    for number in range(12):  # as no legal game goes
        along = [(0, step) if right else (step, 0) for step in range(5)]
        cells = tuple(Cell(number * down + a, number * right + b) for a, b in along)
        position = position.play(position.as_placement(TileMove(Colour.WHITE, "I", cells, 1)))
    assert position.window.side > 64
    laid = [(frozenset(move.cells), move.level) for move in position.moves()]
    assert _found(position) == pile_moves(laid)
    assert list(Position.from_moves(list(position.moves())).moves()) == list(position.moves())


def test_a_window_has_a_margin_as_wide_as_a_tile_is_long() -> None:
    window = Window(Cell(-3, 7), 12)
    inner = {window.cell(bit) for bit in range(12 * 12) if not margin_mask(12) >> bit & 1}
    assert inner == {Cell(row, col) for row in (2, 3) for col in (12, 13)}
    assert all(window.bit(window.cell(bit)) == bit for bit in range(12 * 12))
    assert window_around(Cell(4, 9), 12).cell(window.middle) == Cell(4, 9)


def test_what_is_beside_a_cell_shares_an_edge_with_it() -> None:
    assert neighbour_mask(1 << 17, 8) == 1 << 16 | 1 << 18 | 1 << 9 | 1 << 25


def test_there_are_63_orientations() -> None:
    assert len(all_orientations()) == len(set(all_orientations())) == 63


@given(piles())
def test_a_legal_game_goes_on_until_all_tiles_are_laid(position: Position) -> None:
    while position.tiles_left:
        position = position.play(next(position.placements()))
    assert len(position.placed) == 24
    assert judge(Record(tuple(position.moves()))).illegal_move is None
    assert not list(position.placements())
