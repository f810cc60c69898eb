"""What a player types: every action is read back from its text, every mistake explained."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import MoveError
from solver.geometry.cell import Cell, names_of
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.play.action import Action, ActionKind, parse_action
from tests.fuzz import attempt
from tests.support import cases, error_text

CARD = Card(("ABCDEFA", "BCDEFAB"))  # a1 to g2
TOP_ROW = tuple(Cell(0, col) for col in range(5))

_cells = st.permutations(sorted(CARD.cells)).map(lambda cells: tuple(cells[:5]))
_actions = (
    st.sampled_from(
        [kind for kind in ActionKind if kind not in (ActionKind.OUTLINE, ActionKind.CROSS)]
    ).map(Action)
    | st.builds(Action, st.just(ActionKind.OUTLINE), _cells, st.just(""))
    | st.builds(Action, st.just(ActionKind.CROSS), st.just(()) | _cells, st.sampled_from(SHAPES))
)


@given(_actions)
def test_an_action_is_read_back_from_its_text(action: Action) -> None:
    word = "" if action.kind is ActionKind.OUTLINE else action.kind.value
    text = f"{word} {action.shape} {names_of(action.cells)}"
    assert parse_action(text, CARD) == action


@given(st.text("abgcrosudnetF 12,:-", max_size=20))
def test_any_line_is_an_action_or_a_named_error(text: str) -> None:
    attempt(lambda line: parse_action(line, CARD), text)


@pytest.mark.parametrize("text", ["a1 b1 c1 d1 e1", "A1,B1, C1,D1,E1", " a1b1c1d1e1 "])
def test_cells_may_be_separated_by_blanks_commas_or_nothing_in_any_case(text: str) -> None:
    assert parse_action(text, CARD) == Action(ActionKind.OUTLINE, TOP_ROW)


def test_a_cross_without_a_letter_has_the_shape_of_its_cells() -> None:
    assert parse_action("CROSS\ta1 b1 c1 d1 e1", CARD) == Action(ActionKind.CROSS, TOP_ROW, "I")


@pytest.mark.parametrize("text", ["quit", "q", " EXIT "])
def test_a_game_is_left_by_any_quit_word(text: str) -> None:
    assert parse_action(text, CARD) == Action(ActionKind.QUIT)


@cases(
    "text message",
    ("a1 a2", "typed: expected 5 cells, found 2"),
    ("a1 b1 c1 d1 h1", "typed: expected cells from a1 to g2, found 'h1'"),
    ("a1 b1 c1 d1 a01", "typed: expected cells from a1 to g2, found 'a01'"),
    ("-a0 b1 c1 d1 e1", "typed: expected cells from a1 to g2, found '-a0'"),
    ("a1 b1 c1 d1 d1", "typed: expected each cell once, found d1 again"),
    ("done now", "typed: expected 'done' alone, found 'done now'"),
    ("cross F a1", "typed: expected 5 cells, found 1"),
    ("cross F a1 ?", "typed: expected cells from a1 to g2, found '?'"),
    ("cross a1 b1 c1 d1 g1", "typed, cross: expected cells of a shape, found a1 b1 c1 d1 g1"),
    (
        "cross q",
        (
            "typed, cross: expected a shape (F I L N P T U V W X Y Z) and the cells to draw it"
            " on, as in 'cross F c4 c5 d5 d6 e5', found 'q'"
        ),
    ),
    (
        "doen",
        (
            "typed: expected cells like c4 c5 d5 e5 e6, undo, done, turn, cross, show, hint,"
            " help, quit, found 'doen' (did you mean 'done'?)"
        ),
    ),
)
def test_a_mistake_is_explained(text: str, message: str) -> None:
    assert error_text(MoveError, parse_action, text, CARD) == message


def test_an_action_that_is_not_allowed_now_is_refused() -> None:
    with pytest.raises(MoveError, match="expected cross, quit, found 'done'"):
        parse_action("done", CARD, [ActionKind.CROSS, ActionKind.QUIT])
    with pytest.raises(MoveError, match="expected cross, quit, found 'a1 b1 c1 d1 e1'"):
        parse_action("a1 b1 c1 d1 e1", CARD, [ActionKind.CROSS, ActionKind.QUIT])
