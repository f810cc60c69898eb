import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import MoveError
from solver.geometry.cell import Cell
from solver.knaster.play.action import Action, ActionKind, parse_action
from tests.fuzz import attempt

C3, B2, D4 = Cell(2, 2), Cell(1, 1), Cell(3, 3)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("c3", Action(ActionKind.CELLS, (C3,))),
        (" C3,b2\td4 ", Action(ActionKind.CELLS, (C3, B2, D4))),
        ("c3b2", Action(ActionKind.CELLS, (C3, B2))),
        ("c3 c3 b2", Action(ActionKind.CELLS, (C3, C3, B2))),
        ("write c3", Action(ActionKind.WRITE, (C3,))),
        ("WRITE  c3, b2", Action(ActionKind.WRITE, (C3, B2))),
        ("circle C3", Action(ActionKind.CIRCLE, (C3,))),
        ("pass", Action(ActionKind.DECLINE)),
        (" Hint ", Action(ActionKind.HINT)),
        ("undo", Action(ActionKind.UNDO)),
        ("show", Action(ActionKind.SHOW)),
        ("help", Action(ActionKind.HELP)),
        ("?", Action(ActionKind.HELP)),
        ("quit", Action(ActionKind.QUIT)),
    ],
)
def test_what_is_typed_is_an_action(text: str, action: Action) -> None:
    assert parse_action(text) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f3", "expected cells from a1 to e5, found 'f3'"),
        ("c6", "expected cells from a1 to e5, found 'c6'"),
        ("c3 -a0", "expected cells from a1 to e5, found '-a0'"),
        ("c03", "expected cells from a1 to e5, found 'c03'"),
        ("c3 b2 b2", "expected each cell once, found b2 again"),
        ("write", "expected 'write' and a cell, as in 'write c3', found 'write'"),
        ("circle 7", "expected 'circle' and a cell, as in 'circle c3', found 'circle 7'"),
        ("c3 or d4", "expected a cell such as c3, or write, circle, pass, hint, undo"),
        ("pass c3", "expected 'pass' alone, found 'pass c3'"),
        ("wirte c3", "(did you mean 'write'?)"),
        ("7", "expected a cell such as c3, or write"),
        ("", "expected a cell such as c3, or write"),
    ],
)
def test_a_mistake_says_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(MoveError) as error:
        parse_action(text)
    assert message in str(error.value)


@given(st.text() | st.text("abcde12345 ,wriqu?") | st.text("é²\0 a1"))
def test_any_text_is_an_action_or_our_error(text: str) -> None:
    attempt(parse_action, text)
