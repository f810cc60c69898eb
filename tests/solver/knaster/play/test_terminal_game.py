import pytest

from solver.knaster.play.session import Session, new_session
from solver.knaster.record import Turn
from solver.knaster.rules import bonuses, judge
from tests.solver.knaster.play.support import (
    SEED,
    greedily,
    play_lines,
    typed,
    with_bonus_to_choose,
)

ALONE = new_session((), (), SEED)
FAMILY = new_session(("Ann", "Ben"), ("greedy",), SEED)


def _persons_lines(session: Session, begun: Session | None = None) -> list[str]:
    """Return what the persons of a game type, from its beginning or where it was *begun*."""
    names, programs, _ = session.settings
    begun_turns = len(begun.turns) if begun else 0
    return [
        typed(turn)
        for number, turn in enumerate(session.turns)
        if number >= begun_turns and names[number % len(names)] not in programs
    ]


def test_a_whole_solitaire_is_typed_by_its_cells_and_saved_after_every_turn() -> None:
    whole = greedily(ALONE)
    saved, printed = play_lines(ALONE, *_persons_lines(whole))
    assert saved[-1] == whole
    assert [len(session.turns) for session in saved] == list(range(len(whole.turns) + 1))
    assert f"The game: legal: {len(whole.turns)} turns, over\n" in printed


def test_several_play_with_programs_that_answer_by_themselves() -> None:
    whole = greedily(FAMILY)
    saved, printed = play_lines(FAMILY, *_persons_lines(whole))
    assert saved[-1] == whole
    assert judge(saved[-1].record).over
    assert printed.count("greedy: write ") + printed.count("greedy: circle ") >= 25
    assert printed.count("Ann> ") == len(whole.record.rolls) == printed.count("Ben> ")
    assert printed.splitlines()[-1].endswith("points.")


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
    assert asked[-1] == at_once[-1] == begun.with_turn(turn)
    assert "you, circle> " in printed
    assert f": circle {len(turn.bonus)} of " in printed


def test_a_wrong_bonus_is_refused_and_asked_for_again() -> None:
    begun, turn = with_bonus_to_choose()
    assert turn.write is not None
    bonus = " ".join(map(str, turn.bonus))
    wrong = next(str(cell) for cell in begun.sheet.free_cells if cell != turn.write)
    saved, printed = play_lines(begun, f"{turn.write}", wrong, "pass", f"{bonus} {wrong}", bonus)
    assert saved[-1] == begun.with_turn(turn)
    assert printed.replace("\n    ", " ").count(" must be circled, but ") == 2
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
    assert saved[-1] == begun.with_turn(turn)


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


def test_undo_takes_back_the_last_turn_of_a_person_and_what_programs_did_after_it() -> None:
    saved, printed = play_lines(FAMILY, "a1", "b2", "undo", "undo", "undo")
    assert [len(session.turns) for session in saved] == [0, 1, 2, 3, 1, 0]
    assert "\ntaken back: Ben: write b2\n" in printed
    assert "\ntaken back: Ann: write a1\n" in printed
    assert printed.count("  no turn has been typed yet\n") == 1


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


def test_the_winners_are_told_at_the_end() -> None:
    whole = greedily(new_session(("Ann", "Ben"), (), SEED))  # who both do the same
    _, printed = play_lines(Session(whole.settings, whole.turns[:-1]), typed(whole.turns[-1]))
    assert printed.splitlines()[-1].startswith("Ann and Ben tie with ")


def test_what_is_printed_is_at_most_80_columns_wide() -> None:
    whole = greedily(FAMILY)
    slips = ("f9", "nonsense" * 9, "pass", "show", "help", "circle a1 b2 c3 d4 e5")
    _, printed = play_lines(FAMILY, *slips, *_persons_lines(whole))
    assert max(map(len, printed.splitlines())) <= 80


def test_mistakes_and_empty_lines_change_nothing() -> None:
    saved, printed = play_lines(ALONE, "", "  ", "f1", "unod", "circle a1", "a1 b2", "pass")
    assert len(saved) == 1
    assert "(did you mean 'undo'?)" in printed.replace("\n    ", " ")
    assert "  a1 has no number to circle\n" in printed
