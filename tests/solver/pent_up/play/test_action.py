import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import MoveError
from solver.geometry.cell import Cell, names_of
from solver.geometry.polyomino import SHAPES
from solver.pent_up.play.action import Action, ActionKind, parse_action
from tests.fuzz import attempt

FIVE = tuple(Cell(3 + n, 2) for n in range(5))  # c4 to c8


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("I c4 c5 c6 c7 c8", Action(ActionKind.LAY, "I", FIVE)),
        ("i C4,c5, c6\tc7c8 ", Action(ActionKind.LAY, "I", FIVE)),
        ("c4 c5 c6 c7 c8", Action(ActionKind.LAY, "", FIVE)),
        ("c4c5c6c7c8", Action(ActionKind.LAY, "", FIVE)),
        ("I\tc4c5c6c7c8", Action(ActionKind.LAY, "I", FIVE)),
        ("w c4", Action(ActionKind.LAY, "W", (Cell(3, 2),))),
        ("W -a0 -b-3", Action(ActionKind.LAY, "W", (Cell(-1, -1), Cell(-4, -2)))),
        ("W 12", Action(ActionKind.LAY, "W", number=12)),
        ("W", Action(ActionKind.LAY, "W")),
        ("moves", Action(ActionKind.MOVES)),
        ("Moves  w", Action(ActionKind.MOVES, "W")),
        ("moves w c4, -a0", Action(ActionKind.MOVES, "W", (Cell(3, 2), Cell(-1, -1)))),
        ("hint", Action(ActionKind.HINT)),
        (" UNDO ", Action(ActionKind.UNDO)),
        ("show", Action(ActionKind.SHOW)),
        ("resign", Action(ActionKind.RESIGN)),
        ("help", Action(ActionKind.HELP)),
        ("?", Action(ActionKind.HELP)),
        ("q", Action(ActionKind.QUIT)),
    ],
)
def test_what_is_typed_is_an_action(text: str, action: Action) -> None:
    assert parse_action(text) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("c4 c5", "expected 5 cells, found 2 (or a tile's letter and some of its cells)"),
        ("c4 c5 c6 c7 c8 c9", "expected 5 cells, found 6"),
        ("c4 c4 c6 c7 c8", "expected each cell once, found c4 again"),
        ("I c04", "expected a cell such as c4, found 'c04'"),
        ("I here", "typed, I: expected cells such as c4 c5 d5 d6 e5, or the number of a place"),
        ("I 1234567", "found '1234567'"),
        ("I 0.5", "found '0.5'"),
        ("I ²", "found '²'"),
        ("moves here", "expected 'moves' and the letter of a tile (FILNPTUVWXYZ)"),
        ("moves I 3", "typed, I: expected cells such as c4 c5 d5 d6 e5, found '3'"),
        ("undo it", "expected 'undo' alone, found 'undo it'"),
        ("? what", "expected '?' alone"),
        ("unod", "did you mean 'undo'?"),
        ("", "expected a tile and its cells, as in 'F c4 c5 d5 d6 e5', or moves, hint, undo"),
    ],
)
def test_a_mistake_says_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(MoveError) as error:
        parse_action(text)
    assert message in str(error.value)


@given(st.text() | st.text("fI c4,-a0mves?") | st.text("é²\0 a1"))
def test_any_text_is_an_action_or_our_error(text: str) -> None:
    attempt(parse_action, text)


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
    assert parse_action(f"{shape} {names}").cells == tuple(cells)
