import json
from itertools import count, islice
from random import Random

import pytest

from solver.errors import RecordError
from solver.knaster.dice import throws
from solver.knaster.play.session import Session, new_session
from solver.knaster.record import SOLITAIRE
from solver.knaster.rules import judge
from tests.solver.console.play.support import SEED, VALUES
from tests.solver.knaster.play.support import greedily

FAMILY = new_session(("Ann", "Ben"), ("greedy",), SEED)


def test_players_share_the_rolls_of_the_seed() -> None:
    session = greedily(FAMILY, 25)
    rolls = [throw.roll for throw in islice(throws(Random(SEED)), 99)]
    assert rolls[: session.number - 1] == session.record.rolls
    assert session.throw.roll == rolls[session.number - 1]
    assert {turn.roll for turn in session.pending} == {session.throw.roll}


def test_players_have_their_turns_one_after_the_other_before_the_dice_are_thrown_again() -> None:
    session, seen = FAMILY, []
    for _ in range(7):
        seen.append((session.number, session.player, len(session.pending), session.is_program))
        session = greedily(session, 1)
    assert seen == [
        (1, "Ann", 0, False),
        (1, "Ben", 1, False),
        (1, "greedy", 2, True),
        (2, "Ann", 0, False),
        (2, "Ben", 1, False),
        (2, "greedy", 2, True),
        (3, "Ann", 0, False),
    ]


def test_pending_turns_stand_on_the_sheets_and_not_in_the_record() -> None:
    session = greedily(FAMILY, 5)
    assert [len(player.turns) for player in session.record.players] == [1, 1, 1]
    free = [len(sheet.free_cells) + len(sheet.circled) for sheet in session.sheets]
    before = [len(sheet.free_cells) + len(sheet.circled) for sheet in session.verdict.sheets]
    assert free != before
    assert session.sheets[2] == session.verdict.sheets[2]


def test_a_sheet_that_is_full_ends_the_game_after_one_more_roll_for_all() -> None:
    session = greedily(FAMILY)
    turns = len(session.record.rolls)
    assert judge(session.record).over
    last = Session(session.settings, session.turns[: 3 * (turns - 1)])
    assert (last.is_last, last.is_over) == (True, False)
    earlier = Session(session.settings, session.turns[: 3 * (turns - 2)])
    assert (earlier.is_last, earlier.is_over) == (False, False)


def test_programs_are_called_by_their_level_with_a_number_if_that_is_taken() -> None:
    settings = new_session((), ("strong", "strong", "table"), 1).settings
    assert settings.names == (SOLITAIRE, "strong", "strong 2", "table")
    assert settings.programs == {"strong": "strong", "strong 2": "strong", "table": "table"}
    assert new_session(("strong",), ("strong",), 1).settings.programs == {"strong 2": "strong"}


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (("Ann", "Ann"), "expected each name once, found 'Ann' again"),
        (("",), "expected a printable name"),
        (("a\nb",), "expected a printable name"),
        (tuple(map(str, range(101))), "expected 1 to 100 of them, found 101"),
    ],
)
def test_players_who_cannot_be_told_apart_do_not_begin(
    players: tuple[str, ...], message: str
) -> None:
    with pytest.raises(RecordError, match=message):
        new_session(players, (), 1)


def test_pending_turns_are_checked_as_all_others() -> None:
    value = greedily(FAMILY, 8).to_json()
    first, second = value["play"]["pending"]
    for pending, message in (
        ([first, second, second], "pending: expected at most 2 turns, found 3"),
        (
            [first, {"roll": second["roll"]}],
            "pending, Ben: expected a legal turn, found early pass",
        ),
    ):
        value["play"]["pending"] = pending
        with pytest.raises(RecordError, match=message):
            Session.parse(json.dumps(value))


def test_a_record_with_an_illegal_turn_or_turns_after_the_end_is_not_played_on() -> None:
    over = greedily(FAMILY).to_json()
    over["play"]["pending"] = [{"roll": 7}]
    with pytest.raises(RecordError, match="pending: expected at most 0 turns, found 1"):
        Session.parse(json.dumps(over))
    illegal = greedily(FAMILY, 6).to_json()
    illegal["players"]["Ben"]["turns"][1].pop("write", None)
    illegal["players"]["Ben"]["turns"][1].pop("circle", None)
    with pytest.raises(
        RecordError, match="game, Ben, turn 2: expected a legal turn, found early pass"
    ):
        Session.parse(json.dumps(illegal))


def test_random_programs_in_one_game_choose_on_their_own() -> None:
    session = greedily(new_session((), ("random", "random"), SEED), 1)
    for _ in count():
        first = session.program_turn(VALUES)
        session = session.with_step(first)
        if session.program_turn(VALUES) != first:
            break
        session = greedily(session, 2)
