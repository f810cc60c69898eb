"""The referee of Pent-Up: moves that break and keep each rule, and brute force."""

import pytest
from hypothesis import given

import data
from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell, Cells
from solver.pent_up.position import Position
from solver.pent_up.record import Colour, Record, TileMove, colour_to_move
from solver.pent_up.rules import (
    GameResult,
    MoveRule,
    Pile,
    check,
    first_violation,
    game_result,
    is_over,
    judge,
    tiles_per_level,
)
from tests.oracles import pile_moves
from tests.strategies import piles, records
from tests.support import cases

DUEL = Record.parse(data.samples("records")["duel"].read_text(encoding="utf-8"))

# Two tiles on the table, side by side: White's I in row 1, Black's L below it.
ACROSS = "a1 b1 c1 d1 e1"
BELOW = "a2 b2 c2 d2 a3"
HIGHEST = "not the highest level"


def _move(number: int, shape: str, cells: str, level: int) -> TileMove:
    """Build the move of this *number*, from 0; cells are written ``a1 b1``."""
    named = (Cell(int(name[1:]) - 1, ord(name[0]) - ord("a")) for name in cells.split())
    return TileMove(colour_to_move(number), shape, tuple(named), level)


TWO = [_move(0, "I", ACROSS, 1), _move(1, "L", BELOW, 1)]


@cases(
    "shape cells level expected",
    ("I", "a4 a5 a6 a7 a8", 1, ("tile used twice", "White's I was move 1")),
    ("V", "f1 g1 h1 i1 i2", 1, ("not that shape", "f1 g1 h1 i1 i2 are L")),
    ("V", "f1 g1 h1 i1", 1, ("not that shape", "4 cells, not 5")),
    ("V", "f1 g1 h1 i1 j2", 1, ("not that shape", "f1 g1 h1 i1 j2 are no pentomino")),
    ("V", "c1 d1 e1 e2 e3", 2, ("hanging", "nothing carries e2 e3")),
    ("V", "c3 d3 e3 e2 e1", 1, ("hanging", "nothing carries e2 c3 d3 e3")),
    ("P", "a1 b1 a2 b2 c2", 1, ("wrong level", "it lies on level 2, not on 1")),
    ("P", "a1 b1 a2 b2 c2", 3, ("wrong level", "it lies on level 2, not on 3")),
    ("P", "f3 g3 f4 g4 h4", 2, ("wrong level", "it lies on level 1, not on 2")),
    ("X", "d4 c5 d5 e5 d6", 1, ("not touching", "it shares no edge with a tile on the table")),
    ("P", "b3 c3 b4 c4 b5", 1, (HIGHEST, "could go to level 2 at a1 b1 c1 a2 b2")),
    ("P", "a1 b1 a2 b2 c2", 2, None),
    ("X", "f1 e2 f2 g2 f3", 1, None),
)
def test_the_first_rule_that_is_broken_is_named(
    shape: str, cells: str, level: int, expected: tuple[str, str] | None
) -> None:
    broken = first_violation(Pile(TWO), _move(2, shape, cells, level))
    assert (broken and (broken[0].value, broken[1])) == expected


@cases(
    "third cells rule reason",
    (("X", "f1 e2 f2 g2 f3", 1), ACROSS, MoveRule.ONE_TILE, "all of it lies on White's I (move 1)"),
    (("P", "a1 b1 a2 b2 c2", 2), ACROSS, MoveRule.FLAT, "c1 is 1 high, a1 is 2"),
)
def test_a_tile_may_lie_neither_on_one_tile_only_nor_on_two_heights(
    third: tuple[str, str, int], cells: str, rule: MoveRule, reason: str
) -> None:
    pile = Pile([*TWO, _move(2, *third)])
    assert first_violation(pile, _move(3, "I", cells, 2)) == (rule, reason)


def test_a_tile_may_lie_on_two_tiles() -> None:
    pile = Pile([*TWO, _move(2, "X", "f1 e2 f2 g2 f3", 1)])
    assert first_violation(pile, _move(3, "I", "b1 c1 d1 e1 f1", 2)) is None


def test_the_colour_is_checked_before_all_else() -> None:
    wrong = TileMove(Colour.BLACK, "X", (Cell(0, 0),), 9)
    assert first_violation(Pile(), wrong) == (MoveRule.COLOUR, "it is White's turn")
    assert judge(Record((wrong,))).violation == (1, "black", MoveRule.COLOUR, "it is White's turn")


def test_the_first_tile_lies_anywhere_on_the_table_and_the_second_beside_it() -> None:
    first = _move(0, "I", ACROSS, 1)
    assert first_violation(Pile(), first) is None
    assert first_violation(Pile([first]), _move(1, "I", "a2 b2 c2 d2 e2", 1)) is None
    at_corner = first_violation(Pile([first]), _move(1, "I", "f2 g2 h2 i2 j2", 1))
    assert at_corner is not None
    assert at_corner[0] is MoveRule.TOUCH


def test_a_tile_under_others_is_still_on_the_table() -> None:
    moves = [
        _move(0, "I", ACROSS, 1),
        _move(1, "I", "a2 b2 c2 d2 e2", 1),
        _move(2, "P", "d1 e1 c2 d2 e2", 2),
    ]
    assert first_violation(Pile(moves), _move(3, "X", "g1 f2 g2 h2 g3", 1)) is None


def test_a_record_is_judged_up_to_its_first_illegal_move() -> None:
    twice = Record((*DUEL.moves[:5], DUEL.moves[3], *DUEL.moves[5:]))
    illegal, pile = judge(twice)
    assert illegal is not None
    assert (illegal.turn, illegal.rule) == (6, MoveRule.USED)
    assert pile.moves == DUEL.moves[:5]
    with pytest.raises(BrokenInvariantError, match="move 6: tile used twice"):
        check(twice)


def test_the_sample_duel_reaches_the_sixth_level() -> None:
    assert check(DUEL) is DUEL
    assert is_over(DUEL.moves)
    assert not is_over(DUEL.moves[:-1])
    assert Pile(DUEL.moves).height == len(tiles_per_level(DUEL.moves)) == 6
    assert game_result(DUEL.moves) == GameResult(Colour.WHITE, 6)
    assert game_result(DUEL.moves, lowest=True) == GameResult(Colour.BLACK, 1)


def _tiles(*counts: tuple[int, int]) -> list[TileMove]:
    """Build these numbers of White's and of Black's tiles on each level, from 1 up."""
    return [
        TileMove(colour, "I", (), level)
        for level, numbers in enumerate(counts, start=1)
        for colour, number in zip(Colour, numbers, strict=True)
        for _ in range(number)
    ]


@cases(
    "counts highest lowest",
    ([(7, 8), (4, 3), (1, 1)], (Colour.WHITE, 2), (Colour.BLACK, 1)),
    ([(9, 9), (2, 1), (1, 2)], (Colour.BLACK, 3), (Colour.WHITE, 2)),
    ([(9, 9), (3, 3)], (None, None), (None, None)),
    ([], (None, None), (None, None)),
)
def test_more_tiles_on_the_highest_level_win_and_the_next_level_breaks_ties(
    counts: list[tuple[int, int]],
    highest: tuple[Colour | None, int | None],
    lowest: tuple[Colour | None, int | None],
) -> None:
    tiles = _tiles(*counts)
    assert [tuple(level.values()) for level in tiles_per_level(tiles)] == counts
    assert game_result(tiles) == highest
    assert game_result(tiles, lowest=True) == lowest


@given(records())
def test_generated_records_are_legal(record: Record) -> None:
    assert judge(record).violation is None


@given(piles(most=5))
def test_the_referee_and_brute_force_accept_the_same_moves(position: Position) -> None:
    if not position.placed:
        return
    pile = Pile(position.moves())
    legal = pile_moves([(frozenset(move.cells), move.level) for move in pile.moves])
    colour = colour_to_move(len(pile.moves))
    for shape in position.tiles_left:
        level, outlines = legal[shape]
        for cells in _around(outlines):
            broken = first_violation(pile, TileMove(colour, shape, tuple(sorted(cells)), level))
            assert (broken is None) == (cells in outlines), (shape, level, broken)


def _around(outlines: set[Cells]) -> set[Cells]:
    """Return a sample of *outlines*, and each of these moved by a cell."""
    sample = sorted(outlines, key=sorted)[:: 1 + len(outlines) // 5]
    steps = [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)]
    return {
        frozenset(Cell(row + down, col + right) for row, col in cells)
        for cells in sample
        for down, right in steps
    }
