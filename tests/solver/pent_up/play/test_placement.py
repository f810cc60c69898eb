import pytest
from hypothesis import given
from hypothesis import strategies as st

import data
from solver.errors import MoveError
from solver.geometry.cell import Cell, names_of
from solver.geometry.polyomino import SHAPES
from solver.pent_up.play.placement import TypedTile, chosen_move, listed_moves, parse_tile
from solver.pent_up.play.session import Session
from solver.pent_up.record import Record, TileMove
from tests.solver.pent_up.play.support import TWO_PEOPLE, cells, duel
from tests.strategies import records


def _chosen(session: Session, typed: str) -> TileMove:
    return chosen_move(session, parse_tile(typed.lower()))


FIVE = tuple(Cell(3 + n, 2) for n in range(5))  # c4 to c8


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        ("i c4 c5 c6 c7 c8", TypedTile("I", FIVE)),
        ("i c4,c5, c6\tc7c8", TypedTile("I", FIVE)),
        ("c4 c5 c6 c7 c8", TypedTile("", FIVE)),
        ("c4c5c6c7c8", TypedTile("", FIVE)),
        ("i\tc4c5c6c7c8", TypedTile("I", FIVE)),
        ("w c4", TypedTile("W", (Cell(3, 2),))),
        ("w -a0 -b-3", TypedTile("W", (Cell(-1, -1), Cell(-4, -2)))),
        ("w 12", TypedTile("W", number=12)),
        ("w", TypedTile("W")),
    ],
)
def test_a_tile_is_typed_by_its_letter_its_cells_or_a_number(text: str, tile: TypedTile) -> None:
    assert parse_tile(text) == tile


@given(
    st.sampled_from(SHAPES),
    st.lists(
        st.builds(Cell, st.integers(-1200, 1200), st.integers(-1200, 1200)),
        min_size=1,
        max_size=5,
        unique=True,
    ),
    st.sampled_from([" ", ", ", "", "\t"]),
)
def test_cells_are_typed_as_they_are_named_anywhere_on_the_table(
    shape: str, cells: list[Cell], between: str
) -> None:
    names = names_of(cells).replace(" ", between)
    assert parse_tile(f"{shape} {names}").cells == tuple(cells)


@given(records(most=23))
def test_every_legal_move_can_be_typed_by_its_cells_and_by_its_number(record: Record) -> None:
    session = Session(TWO_PEOPLE, record.moves)
    shape = session.position.tiles_left[-1]
    for number, move in [*listed_moves(session, shape).items()][:9]:
        names = names_of(reversed(move.cells))
        assert _chosen(session, f"{shape} {number}") == move
        assert _chosen(session, f"{shape} {names}") == move
        assert _chosen(session, names) == move


def test_cells_that_only_one_place_covers_are_enough() -> None:
    session = duel(20)
    move = TileMove(session.colour, "W", cells("h9 h10 i10 i11 j11"), 6)
    assert _chosen(session, "W h9") == move
    assert [*listed_moves(session, "W", cells("i10"))] == [1, 2]
    assert [*listed_moves(session, "W", cells("h9"))] == [2]


def test_a_tile_with_one_place_is_laid_by_its_letter_alone() -> None:
    (move,) = listed_moves(duel(18), "I").values()
    assert _chosen(duel(18), "i") == move


def test_a_move_below_the_highest_level_is_told_where_it_could_go() -> None:
    *moves, slip = Record.parse(data.samples("records")["slip"].read_text(encoding="utf-8")).moves
    with pytest.raises(MoveError, match="found not the highest level: could go to level 3 at"):
        _chosen(Session(TWO_PEOPLE, tuple(moves)), names_of(slip.cells))


def test_a_first_tile_may_be_typed_far_away() -> None:
    session = Session(TWO_PEOPLE)
    move = _chosen(session, "-c-2 -b-2 -a-2 a-2 b-2")
    assert (move.shape, names_of(move.cells), move.level) == ("I", "-c-2 -b-2 -a-2 a-2 b-2", 1)
    assert session.with_step(move).moves == (move,)


@pytest.mark.parametrize(
    ("count", "typed", "message"),
    [
        (20, "W a1 b1 b2 c2 c3", "found not touching: it shares no edge with a tile on the table"),
        (20, "X h9 h10 i10 i11 j11", "found not that shape: h9 h10 i10 i11 j11 are W"),
        (20, "h9 h10 i10 i11 a1", "found not that shape: a1 h9 h10 i10 i11 are no pentomino"),
        (20, "P", "found tile used twice: White's P was move 1"),
        (20, "P 1", "found tile used twice: White's P was move 1"),
        (20, "P h9", "found tile used twice: White's P was move 1"),
        (20, "P h9 h10 h11 i9 i10", "found tile used twice: White's P was move 1"),
        (20, "W 3", "expected one of the 2 places of W, found 3 ('moves W' lists them)"),
        (20, "W 0", "expected one of the 2 places of W, found 0"),
        (20, "W", "found 2 (1 is h10 i10 i11 j11 j12; 2 is h9 h10 i10 i11 j11)"),
        (20, "W a1", "found a1 (it must go to level 6; 'moves W' lists where)"),
        (0, "W a1", "found a1 (the first tile may lie anywhere, if you type all five cells)"),
        (8, "I", "typed, I: expected one place, found"),
        (1, "I j9 i9 h9 g9 f9", "found hanging: nothing carries"),
        (1, "Z a1 a2 b2 c2 c3", "found not touching: it shares no edge with a tile on the table"),
        (2, "c4 c5 c6 c7 c8", "found not touching"),
    ],
)
def test_a_move_that_cannot_be_is_refused_in_the_words_of_the_referee(
    count: int, typed: str, message: str
) -> None:
    with pytest.raises(MoveError) as error:
        _chosen(duel(count), typed)
    assert message in str(error.value)


def test_a_cell_beyond_the_table_is_our_error() -> None:
    with pytest.raises(ValueError, match="expected rows and cols from -1114 to 1114"):
        _chosen(Session(TWO_PEOPLE), "zzz1 zzz2 zzz3 zzz4 zzz5")
    far = _chosen(Session(TWO_PEOPLE), "a1010 a1011 a1012 a1013 a1014")
    with pytest.raises(ValueError, match="rows and cols from -999 to 999"):
        Session(TWO_PEOPLE).with_step(far)
