from functools import partial
from itertools import pairwise

import pytest

from solver.geocinco.board import Board
from solver.geocinco.play.hint import Hint
from solver.geocinco.play.session import Session
from solver.geocinco.play.terminal_game import GeocincoGame
from solver.geocinco.play.typed_step import is_list_of_slots, parse_names, parse_slots, typed_text
from solver.geocinco.record import Contest, Lay, LayBridge
from solver.geocinco.rules.position import towers
from solver.geocinco.rules.turn import Done, Extra
from tests.solver.console.play import support
from tests.solver.console.play.support import unwrapped
from tests.solver.geocinco.play.support import begun, builder, played, sessions, whole_game
from tests.support import cases

pytestmark = pytest.mark.usefixtures("builders")

NOTE = "The board is ours: the picture of the game's own is lost.\n"
PAIR = begun(("red", "blue"), ())
play_lines, typed = partial(support.play_lines, GeocincoGame), typed_text


def _before(kind: type, *, by_person: bool = True) -> Session:
    """Return the first session in which the next step is of a *kind*."""
    return next(
        session
        for session in whole_game()[:-1]
        if isinstance(session.choice(builder), kind) and session.is_program != by_person
    )


def test_several_persons_type_their_own_steps() -> None:
    steps = sessions(played(begun(("red", "blue"), (), 0)))
    first = next(n for n, one in enumerate(steps) if one.current.extra) - 2
    begin, end = steps[first], steps[first + 30]
    lines = [typed(one.choice(builder)) for one in steps[first : first + 30]]
    saved, printed = play_lines(begin, *lines)
    assert saved[-1].to_json() == end.to_json()
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


def test_a_contest_is_asked_for_by_its_word_and_the_dice_are_announced() -> None:
    session = _before(Contest)
    step = session.choice(builder)
    assert isinstance(step, Contest)
    saved, printed = play_lines(session, step.slot)
    assert saved == [session]
    assert (
        f"typed: expected free slots, found a token of yellow on {step.slot} "
        f"('contest {step.slot}' throws dice for it)"
    ) in unwrapped(printed)
    saved, printed = play_lines(session, f"contest {step.slot}")
    assert saved[1].to_json() == session.with_step(step).to_json()
    dice = " ".join("-".join(pair) for pair in step.dice)
    assert f"\nred: contest {step.slot}, dice {dice}: " in printed
    winner = saved[1].state.tokens[step.slot]
    assert f"dice {dice}: {winner} wins" in printed


def test_an_extra_token_is_asked_of_the_winner_and_cannot_be_left_out() -> None:
    session = _before(Extra)
    slot = typed(session.choice(builder))
    saved, printed = play_lines(session, "moves", "done", slot)
    assert saved[1].to_json() == session.with_step(Extra(slot)).to_json()
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


def test_a_hint_is_what_the_strongest_program_would_type_without_the_dice() -> None:
    for kind in (Contest, Extra, Done, LayBridge):
        session = _before(kind)
        saved, printed = play_lines(session, "hint")
        assert saved == [session]
        words = typed(session.choice(builder))
        assert f"\n  the program random would type: {words}\n" in printed.replace("> ", "\n")
        assert " dice " not in printed.split("would type")[1]


def test_a_hint_says_why_in_the_words_of_its_reasons() -> None:
    for kind in (Lay, Contest, Extra, LayBridge):
        session = _before(kind)
        reason = Hint.of(session).reason
        assert ("If the contest is won, " in reason) == (kind is Contest)
        assert reason[0].isupper()
        assert reason in " ".join(play_lines(session, "hint")[1].split())


def test_moves_are_listed_by_what_is_typed_for_them() -> None:
    session = _before(Contest)
    _, printed = play_lines(session, "moves")
    listed = unwrapped(printed.split("red> ")[1])
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
def test_tokens_for_which_there_is_no_place_are_announced_and_the_draw_that_they_lead_to() -> None:
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


def test_towers_that_are_built_are_said() -> None:
    before = next(
        before
        for before, after in pairwise(whole_game())
        if not before.is_program
        and len(towers(after.state, "red")) > len(towers(before.state, "red"))
    )
    _, printed = play_lines(before, typed(before.choice(builder)))
    assert "; 1 tower of red built" in unwrapped(printed)


@cases(
    "text slots",
    ("C3r1", ["B3y3"]),
    (" c3R3, d4g1\te5b2 ", ["C3r3", "D4g1", "E5b2"]),
    ("C3g1", ["C3g1"]),
    ("C3g5", ["C3y4"]),
)
def test_slots_are_typed_by_any_of_their_names(text: str, slots: list[str]) -> None:
    assert is_list_of_slots(text)
    assert parse_slots(parse_names("", text), Board.named("whole")) == slots


def test_a_slot_has_the_names_of_its_board() -> None:
    assert parse_slots(["C3g5"], Board.named("strait")) == ["C3g5"]


@cases(
    "text message",
    ("F3r1", "expected a slot, as C3r2: letter A-E, digit 1-5, colour r y g b, side 1-5, "),
    ("C3r6", "found 'C3r6'"),
    ("C3", "expected a slot, as C3r2"),
    ("C3r2 C2b1", "expected each slot once, found C2b1 again"),
    ("contest", "expected 'contest' and a slot, as in 'contest C3r2', found 'contest'"),
    ("contest C3r1 C3r2", "expected 'contest' and a slot"),
    ("contest D3r3", "  nothing to contest: D3r3 is free\n"),
    ("bridge C3r1", "expected 'bridge' and two slots, as in 'bridge C3r1 C3g1'"),
    ("bridge C3r1 C3g1", "  no bridge held: red holds none\n"),
    ("bridge C3r1 C3r2", "  no bridge held: red holds none\n"),
    ("sides", "expected 'sides' and a coordinate, as in 'sides C3', found 'sides'"),
    ("sides F3", "expected a coordinate from A1 to E5, found 'F3'"),
    ("lay", "expected a slot such as C3r2, or contest, bridge, done"),
    ("done C3r1", "expected 'done' alone, found 'done C3r1'"),
    ("C3r1 done", "expected a slot such as C3r2, or contest"),
    ("contset C3r1", "(did you mean 'contest'?)"),
)
def test_a_mistake_says_what_was_expected(text: str, message: str) -> None:
    saved, printed = play_lines(PAIR, text)
    assert saved == [PAIR]
    assert message in unwrapped(printed)
