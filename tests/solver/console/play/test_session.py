"""A game at one keyboard, whatever is played: undone, saved, and read again."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solver.errors import RecordError
from tests.fuzz import attempt
from tests.solver.console.play.support import CASES, Case, played, whole_game
from tests.strategies import any_json
from tests.support import cases, error_text

STEPS = [*range(40), 80, 120]


def _read_back(session: Any) -> Any:
    return type(session).parse(str(session))


def test_a_game_is_read_back_at_any_step_and_is_a_legal_record(case: Case) -> None:
    unfinished = whole_game(case.name)[:-1]
    for session in (unfinished[step] for step in STEPS if step < len(unfinished)):
        again = _read_back(session)
        assert str(again) == str(session)
        assert (again.settings, again.player) == (session.settings, session.player)
        assert case.judge(str(session)) is None


def test_a_game_that_was_left_goes_on_as_the_uninterrupted_one(case: Case) -> None:
    for before, after in pairwise(whole_game(case.name)[:40]):
        assert str(played(case, 1, _read_back(before))) == str(after)


def test_undo_leads_from_choice_to_choice_of_a_person_and_at_last_to_the_beginning(
    case: Case,
) -> None:
    sessions = whole_game(case.name)
    session, persons = (
        _read_back(sessions[20]),
        [one for one in sessions[:20] if not one.is_program],
    )
    while (before := session.without_last()) is not None:
        assert str(before) == str(persons.pop())
        session = before
    assert persons == []


def test_the_same_dice_fall_and_programs_choose_the_same_after_an_undo(case: Case) -> None:
    sessions = whole_game(case.name)[:30]
    for session in filter(lambda one: one.is_program, sessions):
        step = case.choose(session)
        after = session.with_step(step)
        assert after.before is not None
        assert case.choose(after.before) == step
        assert str(after.before.with_step(step)) == str(after)


WRONG = [
    *((name, {"seed": 0.5}, "play, seed: expected a whole number, found 0.5") for name in CASES),
    *((name, {"dice": []}, ", found 'dice'") for name in CASES),
    ("knaster", {"seed": 1}, "play, seed, turn 1: expected the roll of seed 1, 7, found 5"),
    ("knaster", {"pending": {}}, "play, pending, turns: expected a list of turns, found an object"),
    ("knaster", {"pending": [{}]}, "play, pending, turn 1: expected a key 'roll', found none"),
    (
        "knaster",
        {"pending": [{"roll": 13}]},
        "play, pending, turn 1, roll: expected the sum of two",
    ),
    ("geo", {"seed": 8}, "turn 1, throw: expected the throw of seed 8, "),
    ("geo", {"pending": []}, "play, pending: expected an object with throw, moves, done, found []"),
    (
        "up",
        {"white": "me"},
        "play, white: expected human or search or random or greedy, found 'me'",
    ),
    ("up", {"black": []}, "play, black: expected human or search"),
    ("up", {"lowest": 1}, "play, lowest: expected true or false, found 1"),
    ("up", {"seconds": 2, "steps": 3}, "play: expected seconds or steps, found both"),
    ("up", {"steps": None, "seconds": 0}, "play, seconds: expected a number above 0 to 1000000"),
    ("up", {"steps": 0}, "play, steps: expected 1 to 1000000000, found 0"),
    ("up", {"resigned": "red"}, "play, resigned: expected white or black, found 'red'"),
]


@pytest.mark.parametrize(("name", "change", "message"), WRONG)
def test_what_is_wrong_in_how_it_is_played_is_explained(
    name: str, change: dict[str, Any], message: str
) -> None:
    value = whole_game(name)[20].to_json()
    if "steps" in change:
        del value["play"]["seconds"]
    value["play"] |= change
    assert message in error_text(RecordError, CASES[name].begun.parse, json.dumps(value))


@pytest.mark.parametrize("name", ["knaster", "geo"])
@cases(
    "programs message",
    (["greedy"], "play, programs: expected an object with a level per program"),
    ({"Eve": "random"}, "programs: expected players of the game, found 'Eve'"),
    ({0: "good"}, "expected random"),
    ({0: ["random"]}, "expected random"),
    (dict.fromkeys(range(3), "random"), "at least one person, found programs"),
)
def test_programs_are_players_of_the_game(name: str, programs: Any, message: str) -> None:
    value = whole_game(name)[20].to_json()
    names = [*value["players"]]
    if isinstance(programs, dict):  # numbers stand for players
        programs = {names[n] if n in range(3) else n: level for n, level in programs.items()}
    value["play"]["programs"] = programs
    assert message in error_text(RecordError, CASES[name].begun.parse, json.dumps(value))


def test_a_game_that_is_over_is_not_played_on(case: Case) -> None:
    with pytest.raises(
        RecordError, match=r"expected (an unfinished game|a game that is not over), "
    ):
        _read_back(whole_game(case.name)[-1])


@pytest.mark.parametrize("name", ["knaster", "geo"])
def test_a_record_that_does_not_say_how_it_is_played_is_not_played_on(name: str) -> None:
    session = whole_game(name)[20]
    saved = f"an unfinished game saved by 'penta {name} play --save'"
    with pytest.raises(RecordError, match=f"expected {saved}, found a record without a key 'play'"):
        session.parse(str(session.record))


@pytest.mark.parametrize("name", CASES)
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_way_to_play_is_right_or_our_error(name: str, data: st.DataObject) -> None:
    session, value = CASES[name].begun, data.draw(any_json(CASES[name].keys))
    json_of_begun = session.to_json()
    attempt(session.parse, json.dumps({**json_of_begun, "play": value}))
    play = {**json_of_begun["play"], "pending": value}
    attempt(session.parse, json.dumps({**json_of_begun, "play": play}))
