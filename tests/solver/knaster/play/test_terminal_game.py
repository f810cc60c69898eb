import pytest

from solver.geometry.cell import Cell
from solver.knaster.play.session import Session, new_session
from solver.knaster.record import Turn
from solver.knaster.rules import bonuses
from tests.solver.console.play.support import SEED, unwrapped
from tests.solver.console.play.support import typed_turn as typed
from tests.solver.knaster.play.support import greedily, play_lines, with_bonus_to_choose

ALONE = new_session((), (), SEED)
FAMILY = new_session(("Ann", "Ben"), ("greedy",), SEED)


def test_a_cell_with_an_equal_number_is_circled() -> None:
    saved, printed = play_lines(new_session((), (), 3), "c3", "c3")
    assert [turn.to_json() for turn in saved[-1].turns] == [
        {"roll": 7, "write": "c3"},
        {"roll": 7, "circle": "c3"},
    ]
    assert "\nyou: circle c3: 1 point\n" in printed


def test_the_words_say_which_of_both_is_meant() -> None:
    saved, printed = play_lines(new_session((), (), 3), "write c3", "write c3", "circle c3")
    assert len(saved[-1].turns) == 2
    assert "  c3 has the number 7 already\n" in printed


@pytest.mark.parametrize("word", ["", "write "])
def test_a_bonus_is_asked_for_or_typed_at_once(word: str) -> None:
    begun, turn = with_bonus_to_choose()
    assert turn.write is not None
    at_once, _ = play_lines(begun, word + typed(turn))
    bonus = " ".join(map(str, turn.bonus))
    asked, printed = play_lines(begun, f"{word}{turn.write}", bonus)
    assert asked[-1] == at_once[-1] == begun.with_step(turn)
    assert "you, circle> " in printed
    assert f": circle {len(turn.bonus)} of " in printed


def test_a_wrong_bonus_is_refused_and_asked_for_again() -> None:
    begun, turn = with_bonus_to_choose()
    assert turn.write is not None
    bonus = " ".join(map(str, turn.bonus))
    wrong = next(str(cell) for cell in begun.sheet.free_cells if cell != turn.write)
    saved, printed = play_lines(begun, f"{turn.write}", wrong, "pass", f"{bonus} {wrong}", bonus)
    assert saved[-1] == begun.with_step(turn)
    assert unwrapped(printed).count(" must be circled, but ") == 2
    assert printed.count("  only the last roll may be passed\n") == 1
    assert printed.count("you, circle> ") == 4


def test_undo_takes_back_the_cell_whose_bonus_is_open() -> None:
    begun, turn = with_bonus_to_choose()
    saved, printed = play_lines(begun, f"{turn.write}", "undo", "undo")
    assert saved[1:] == [begun.without_last()]
    assert f"  taken back: write {turn.write}\n" in printed


def test_another_cell_may_be_written_in_while_a_bonus_is_open() -> None:
    begun, turn = with_bonus_to_choose()
    saved, _ = play_lines(begun, f"{turn.write}", f"write {typed(turn)}")
    assert saved[-1] == begun.with_step(turn)


def test_the_only_legal_bonus_is_taken_and_told() -> None:
    session = ALONE
    while not session.is_over:
        for cell in session.sheet.free_cells:
            roll = session.throw.roll
            possible = bonuses(session.sheet.with_number(cell, roll), cell)
            if len(possible) == 1 and any(possible):
                saved, printed = play_lines(session, str(cell))
                (bonus,) = possible
                cells = tuple(sorted(bonus))
                assert saved[-1].turns[-1] == Turn(roll, cell, cells)
                assert f"you: write {cell}, circle {' '.join(map(str, cells))} for " in printed
                return
        session = greedily(session, 1)
    pytest.fail("no such turn")


def test_the_same_dice_fall_again_after_an_undo() -> None:
    saved, printed = play_lines(ALONE, "a1", "a2", "undo", "undo", "b1", "b2")
    assert [turn.roll for turn in saved[-1].turns] == [turn.roll for turn in saved[2].turns]
    assert printed.count("Turn 2, roll ") == 3


def test_only_the_last_roll_may_be_passed() -> None:
    whole = greedily(FAMILY)
    before = Session(whole.settings, whole.turns[:-3])
    saved, printed = play_lines(before, "pass", "pass")
    assert saved[-1].is_over
    assert "the last roll, " in printed
    assert ": you may pass\n" in printed
    assert "\nAnn: pass\n" in printed
    _, early = play_lines(FAMILY, "pass")
    assert "  only the last roll may be passed\n" in early
    assert "you may pass" not in early


def test_every_sheet_is_shown_when_asked_for() -> None:
    _, printed = play_lines(greedily(FAMILY, 12), "show")
    shown = printed.split("Ann> ")[1]
    for name in FAMILY.settings.names:
        assert f"{name}: " in shown
    assert shown.count(" a    b    c    d    e ") == 3


@pytest.mark.parametrize("text", ["c3", " C3", "write c3", "WRITE  c3"])
def test_a_turn_is_typed_in_letters_of_either_case(text: str) -> None:
    saved, _ = play_lines(ALONE, text)
    assert saved[-1].turns == (Turn(ALONE.throw.roll, Cell(2, 2)),)


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
        ("circle a1", "  a1 has no number to circle\n"),
    ],
)
def test_a_mistake_says_what_was_expected(text: str, message: str) -> None:
    saved, printed = play_lines(ALONE, text)
    assert saved == [ALONE]
    assert message in unwrapped(printed)
