import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import MoveError
from solver.geocinco.board import Board, Hexagon
from solver.geocinco.play.action import Action, ActionKind, parse_action
from tests.fuzz import attempt

WHOLE, STRAIT = Board.named("whole"), Board.named("strait")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("C3r1", Action(ActionKind.SLOTS, ("B3y3",))),
        (" c3R3, d4g1\te5b2 ", Action(ActionKind.SLOTS, ("C3r3", "D4g1", "E5b2"))),
        ("contest C3g3", Action(ActionKind.CONTEST, ("C3g3",))),
        ("Bridge c3r1  c3g1", Action(ActionKind.BRIDGE, ("B3y3", "C3g1"))),
        ("sides c3", Action(ActionKind.SIDES, hexagon=Hexagon("3", "C"))),
        ("done", Action(ActionKind.DONE)),
        ("moves", Action(ActionKind.MOVES)),
        (" Hint ", Action(ActionKind.HINT)),
        ("undo", Action(ActionKind.UNDO)),
        ("show", Action(ActionKind.SHOW)),
        ("help", Action(ActionKind.HELP)),
        ("?", Action(ActionKind.HELP)),
        ("q", Action(ActionKind.QUIT)),
    ],
)
def test_what_is_typed_is_an_action(text: str, action: Action) -> None:
    assert parse_action(text, WHOLE) == action


def test_a_slot_has_the_names_of_its_board() -> None:
    assert parse_action("C3g1", WHOLE).slots == parse_action("c3G1", STRAIT).slots == ("C3g1",)
    assert parse_action("C3g5", WHOLE).slots == ("C3y4",)
    assert parse_action("C3g5", STRAIT).slots == ("C3g5",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("F3r1", "expected a slot, as C3r2: letter A-E, digit 1-5, colour r y g b, side 1-5, "),
        ("C3r6", "found 'C3r6'"),
        ("C3", "expected a slot, as C3r2"),
        ("C3r2 C2b1", "expected each slot once, found C2b1 again"),
        ("contest", "expected 'contest' and a slot, as in 'contest C3r2', found 'contest'"),
        ("contest C3r1 C3r2", "expected 'contest' and a slot"),
        ("bridge C3r1", "expected 'bridge' and two slots, as in 'bridge C3r1 C3g1'"),
        ("sides", "expected 'sides' and a coordinate, as in 'sides C3', found 'sides'"),
        ("sides F3", "expected a coordinate from A1 to E5, found 'F3'"),
        ("lay", "expected a slot such as C3r2, or contest, bridge, done"),
        ("done C3r1", "expected 'done' alone, found 'done C3r1'"),
        ("C3r1 done", "expected a slot such as C3r2, or contest"),
        ("contset C3r1", "(did you mean 'contest'?)"),
        ("", "expected a slot such as C3r2, or contest"),
    ],
)
def test_a_mistake_says_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(MoveError) as error:
        parse_action(text, WHOLE)
    assert message in str(error.value)


@given(st.text() | st.text("abcderyg12345 ,contesbridg") | st.text("é²\0İ a1r2"))
def test_any_text_is_an_action_or_our_error(text: str) -> None:
    attempt(lambda typed: parse_action(typed, WHOLE), text)
