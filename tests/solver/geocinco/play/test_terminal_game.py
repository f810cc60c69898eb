import pytest

from solver.geocinco.play.saved_game import saved_game_json
from solver.geocinco.play.session import Done, Extra, Session
from solver.geocinco.record import Contest, LayBridge
from tests.solver.geocinco.play.support import (
    BUILDER,
    begun,
    lines_of_persons,
    patch_programs,
    play_lines,
    played,
    sessions,
    typed,
    whole_game,
)

pytestmark = pytest.mark.usefixtures("builders")

NOTE = "The board is ours: the picture of the game's own is lost.\n"
PAIR = begun(("red", "blue"), ())


def _before(kind: type, *, by_person: bool = True) -> Session:
    """Return the first session in which the next step is of a *kind*."""
    return next(
        session
        for session in whole_game()[:-1]
        if isinstance(session.choice(BUILDER), kind) and session.is_program != by_person
    )


def _unwrapped(printed: str) -> str:
    return printed.replace("\n    ", " ")


@pytest.fixture(scope="module")
def typed_game() -> tuple[list[Session], str]:
    """Return what is saved and printed while a whole game is typed, with slips before it."""
    slips = ("F9r1", "nonsense" * 9, "done", "show", "help", "contest A1r1", "moves", "hint")
    with pytest.MonkeyPatch.context() as patch:
        patch_programs(patch)
        start, end = whole_game()[0], whole_game()[-1]
        return play_lines(start, *slips, *lines_of_persons(end))


def test_a_whole_game_is_typed_against_a_program_and_saved_after_every_step(
    typed_game: tuple[list[Session], str],
) -> None:
    end, (saved, printed) = whole_game()[-1], typed_game
    assert list(map(saved_game_json, saved)) == list(map(saved_game_json, whole_game()))
    assert printed.endswith(
        f"\n\n{end.current.winner} wins in turn {end.number}: 5 towers in one network.\n"
    )
    assert printed.count("\nyellow: ") > printed.count("red> ") / 2
    assert "yellow> " not in printed


def test_towers_that_are_built_are_told(typed_game: tuple[list[Session], str]) -> None:
    _, printed = typed_game
    assert printed.count("; 1 tower of red built") + printed.count("; 1 tower of yellow built") > 5


def test_what_is_printed_is_at_most_80_columns_wide(
    typed_game: tuple[list[Session], str],
) -> None:
    _, printed = typed_game
    assert max(map(len, printed.splitlines())) <= 80


def test_several_persons_type_their_own_steps() -> None:
    steps = sessions(played(begun(("red", "blue"), (), 0)))
    first = next(n for n, one in enumerate(steps) if one.current.extra) - 2
    begin, end = steps[first], steps[first + 30]
    lines = [typed(one.choice(BUILDER)) for one in steps[first : first + 30]]
    saved, printed = play_lines(begin, *lines)
    assert saved_game_json(saved[-1]) == saved_game_json(end)
    # Of a contest in his turn, the extra token is the challenger's or that of the other.
    for prompt in ("red> ", "blue> ", "red, extra> ", "blue, extra> "):
        assert f"\n{prompt}" in printed


def test_the_board_is_shown_with_its_note_before_every_choice() -> None:
    throw = PAIR.current.throw
    _, printed = play_lines(PAIR, min(PAIR.current.places.free), "show")
    assert printed.count(NOTE) == 3
    assert printed.count("  A             B             C             D             E") == 3
    assert printed.count(f"Turn 1, red throws {throw}: 2 tokens to lay\n") == 1
    assert printed.count(f"Turn 1, red throws {throw}: 1 token left to lay\n") == 2


def test_several_tokens_are_laid_at_once_or_none_of_them() -> None:
    free, *_ = PAIR.current.places
    first, second, third, *_ = sorted(free)
    saved, _ = play_lines(PAIR, f"{first} {second}")
    assert saved[-1].record.turns[0].to_json()["moves"] == [first, second]
    elsewhere = min(PAIR.settings.board.slots.keys() - free)
    saved, printed = play_lines(PAIR, f"{first} {elsewhere}", f"{first} {second} {third}")
    assert saved == [PAIR]
    assert f"  not a place for this throw: {elsewhere} cannot be reached by red with " in printed
    assert "  typed: expected 2 slots, found 3\n" in printed


def test_a_slot_is_said_by_the_name_that_was_typed() -> None:
    free, _ = PAIR.current.places
    board = PAIR.settings.board
    slot = next(slot for name, slot in board.slots.items() if name in free and slot.other)
    saved, printed = play_lines(PAIR, str(slot.other).lower())
    assert slot.name in saved[-1].state.tokens
    assert f"red: {slot.other} ({slot.name})\n" in printed
    elsewhere = next(slot for name, slot in board.slots.items() if name not in free and slot.other)
    _, printed = play_lines(PAIR, str(elsewhere.other), elsewhere.name)
    for name in (elsewhere.other, elsewhere.name):
        assert f"  not a place for this throw: {name} cannot be reached by red with " in printed


def test_a_contest_is_asked_for_by_its_word_and_the_dice_are_told() -> None:
    session = _before(Contest)
    step = session.choice(BUILDER)
    assert isinstance(step, Contest)
    saved, printed = play_lines(session, step.slot)
    assert saved == [session]
    assert (
        f"typed: expected free slots, found a token of yellow on {step.slot} "
        f"('contest {step.slot}' throws dice for it)"
    ) in _unwrapped(printed)
    saved, printed = play_lines(session, f"contest {step.slot}")
    assert saved_game_json(saved[1]) == saved_game_json(session.with_step(step))
    dice = " ".join("-".join(pair) for pair in step.dice)
    assert f"\nred: contest {step.slot}, dice {dice}: " in printed
    winner = saved[1].state.tokens[step.slot]
    assert f"dice {dice}: {winner} wins" in printed


def test_an_extra_token_is_asked_of_the_winner_and_cannot_be_left_out() -> None:
    session = _before(Extra)
    slot = typed(session.choice(BUILDER))
    saved, printed = play_lines(session, "moves", "done", slot)
    assert saved_game_json(saved[1]) == saved_game_json(session.with_step(Extra(slot)))
    assert ": red lays an extra token" in printed
    assert "  extra token: " in printed
    assert "  wrong extra token: red has to lay one first\n" in printed
    assert f"\nred: extra token {slot}" in printed


def test_a_bridge_may_be_laid_or_kept() -> None:
    session = _before(Done)
    _, first, second = session.current.bridges[0]
    _, printed = play_lines(session, "moves")
    assert ": a bridge may be laid, " in printed
    assert f"  bridge: {first} {second}" in printed
    saved, printed = play_lines(session, f"bridge {second} {first}")
    assert len(saved[1].state.bridges) == len(session.state.bridges) + 1
    assert f"\nred: bridge {second} {first}\n" in printed
    saved, printed = play_lines(session, "done")
    assert len(saved[1].turns) == len(session.turns) + 1
    assert "\nred: done\n" in printed


def test_undo_takes_back_what_was_typed_last_and_what_programs_did_after_it() -> None:
    session = next(one for one in whole_game()[9:] if not one.is_program)
    typed_before = [one for one in sessions(session)[:-1] if not one.is_program][-2:]
    saved, printed = play_lines(session, "undo", "undo")
    assert saved == [session, *typed_before[::-1]]
    for before in typed_before:
        assert f"\ntaken back to turn {before.number}, red\n" in printed
    _, printed = play_lines(begun(), "undo")
    assert "  nothing has been typed yet\n" in printed


def test_the_same_dice_fall_again_after_an_undo() -> None:
    session = _before(Contest)
    step = session.choice(BUILDER)
    saved, printed = play_lines(session, typed(step), "undo", typed(step))
    assert printed.count(f"\nred: contest {typed(step)[8:]}, dice ") == 2
    assert saved_game_json(saved[-1]) == saved_game_json(saved[1])


def test_a_hint_is_what_the_strongest_program_would_type_without_the_dice() -> None:
    for kind in (Contest, Extra, Done, LayBridge):
        session = _before(kind)
        saved, printed = play_lines(session, "hint")
        assert saved == [session]
        words = typed(session.choice(BUILDER))
        assert f"\n  the program random would type: {words}\n" in printed.replace("> ", "\n")
        assert " dice " not in printed.split("would type")[1]


def test_moves_are_listed_by_what_is_typed_for_them() -> None:
    session = _before(Contest)
    _, printed = play_lines(session, "moves")
    listed = _unwrapped(printed.split("red> ")[1])
    for slot in session.current.places.contest:
        assert f"{slot} (yellow)" in listed
    for slot in session.current.places.free:
        assert slot in listed.split("free: ")[1].split("\n")[0]


def test_the_sides_of_a_pentagon_are_shown_with_their_numbers() -> None:
    _, printed = play_lines(PAIR, "sides C3")
    shown = printed.split("red> ")[1]
    assert all(f"C3{letter}" in shown for letter in "rygb")
    assert all(shown.count(number) >= 4 for number in "12345")


@pytest.mark.usefixtures("three_tokens_at_most")
def test_tokens_for_which_there_is_no_place_are_told_and_the_draw_that_they_lead_to() -> None:
    session = played(PAIR, 2)
    (slot, *_) = sorted(session.current.places.free)
    saved, printed = play_lines(session, slot)
    throws = [str(turn.throw) for turn in saved[-1].turns]
    assert printed.endswith(
        f"\n\nblue: {slot}\n"
        f"turn 2, blue throws {throws[1]}: no place for 1 token\n"
        f"turn 3, red throws {throws[2]}: no place for 2 tokens\n"
        f"turn 4, blue throws {throws[3]}: no place for 2 tokens\n\n"
        "The game is drawn in turn 4: nobody could lay a token for a whole round.\n"
    )


def test_mistakes_and_empty_lines_change_nothing() -> None:
    lines = ("", "  ", "F1r1", "unod", "contest D3r3", "bridge C3r1 C3g1", "bridge C3r1 C3r2")
    saved, printed = play_lines(PAIR, *lines)
    assert saved == [PAIR]
    assert "(did you mean 'undo'?)" in _unwrapped(printed)
    assert "  nothing to contest: D3r3 is free\n" in printed
    assert printed.count("  no bridge held: red holds none\n") == 2
