import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import RecordError
from solver.geocinco.play.saved_game import parse_saved_game, saved_game_json
from solver.geocinco.play.session import Session
from solver.geocinco.record import Contest, Record
from solver.geocinco.rules.verdict import judge
from tests.fuzz import attempt
from tests.solver.geocinco.play.support import begun, played, whole_game
from tests.strategies import any_json


def _read_back(session: Session) -> Session:
    return parse_saved_game(json.dumps(saved_game_json(session)))


@pytest.mark.parametrize("number", [*range(40), 80, 120])
def test_a_game_is_read_back_from_its_json_at_any_step_and_is_a_legal_record(number: int) -> None:
    _check_is_read_back(whole_game()[number])


def test_a_slower_game_of_three_on_the_other_board_is_read_back() -> None:
    session = begun(("blue", "red"), ("random",), board="strait", tokens=1)
    for _ in range(20):
        session = played(session, 2)
        _check_is_read_back(session)


def _check_is_read_back(session: Session) -> None:
    value = saved_game_json(session)
    again = parse_saved_game(json.dumps(value))
    assert saved_game_json(again) == value
    assert again.settings == session.settings
    assert (again.state, again.colour, again.steps) == (
        session.state,
        session.colour,
        session.steps,
    )
    record = Record.parse(json.dumps(value))
    assert record == session.record
    assert judge(record).violation is None


def test_a_game_that_was_left_goes_on_as_the_uninterrupted_one() -> None:
    for before, after in pairwise(whole_game()[:50]):
        assert saved_game_json(played(_read_back(before), 1)) == saved_game_json(after)


def test_what_was_typed_before_a_game_was_left_can_be_taken_back() -> None:
    session, again = whole_game()[80], _read_back(whole_game()[80])
    while True:
        before, left = session.without_last(), again.without_last()
        if before is None or left is None:
            assert before is left is None
            return
        assert saved_game_json(left) == saved_game_json(before)
        session, again = before, left


def _with_pending(kind: str) -> dict[str, Any]:
    """Return a saved game in the middle of a turn: done, or before or after an extra token."""
    for before in whole_game():
        contest = next((one for one in before.current.moves if isinstance(one, Contest)), None)
        has_extra = contest is not None and contest.extra is not None
        due = before.current.extra is not None
        if before.current.moves and {
            "extra due": due and not before.has_ended,
            "extra of the defender due": due and before.has_ended,
            "extra laid": has_extra,
            "token laid": contest is None,
        }.get(kind, False):
            return saved_game_json(before)
    raise AssertionError(kind)


@pytest.mark.parametrize(
    ("kind", "change", "message"),
    [
        (
            "token laid",
            {"throw": "*+"},
            "pending, throw: expected the throw of seed 7, ",
        ),
        ("token laid", {"moves": ["E5g3", "E5g3"]}, "pending: expected a legal turn, found "),
        ("token laid", {"done": True}, "found too few tokens: 1 of 2 laid, and there is a place"),
        ("token laid", {"done": 1}, "pending, done: expected true or false, found 1"),
        ("token laid", {"moves": ["C3r9"]}, "pending, move 1: expected a slot, as C3r2"),
        ("token laid", {"turn": 1}, "pending: expected keys throw, moves, done, found 'turn'"),
        ("extra due", {"done": True}, "found wrong extra token: "),
    ],
)
def test_a_turn_that_goes_on_is_checked_as_all_others(
    kind: str, change: dict[str, Any], message: str
) -> None:
    value = _with_pending(kind)
    value["play"]["pending"] |= change
    with pytest.raises(RecordError) as error:
        parse_saved_game(json.dumps(value))
    assert message in str(error.value)


def test_a_turn_that_is_over_does_not_go_on() -> None:
    value = saved_game_json(whole_game()[60])
    *value["turns"], last = value["turns"]
    value["play"]["pending"] = last
    with pytest.raises(RecordError, match="pending: expected a turn that goes on, found one that"):
        parse_saved_game(json.dumps(value))


@pytest.mark.parametrize("kind", ["extra due", "extra of the defender due", "extra laid"])
def test_the_dice_of_a_contest_that_goes_on_are_those_of_the_seed(kind: str) -> None:
    value = _with_pending(kind)
    contest = next(move for move in value["play"]["pending"]["moves"] if "contest" in move)
    contest["dice"] = ["11", "22", *contest["dice"]]
    with pytest.raises(RecordError, match=r"pending, dice: expected the dice of seed 7, .*, found"):
        parse_saved_game(json.dumps(value))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 0.5}, "play, seed: expected a whole number, found 0.5"),
        ({"seed": True}, "play, seed: expected a whole number, found true"),
        ({"seed": 8}, "turn 1, throw: expected the throw of seed 8, "),
        ({"programs": ["random"]}, "play, programs: expected an object with a level per program"),
        (
            {"programs": {"green": "random"}},
            "programs: expected colours that play, red, yellow, found 'green'",
        ),
        ({"programs": {"red": "good"}}, "programs, red: expected random"),
        ({"programs": {"red": ["random"]}}, "programs, red: expected random"),
        (
            {"programs": dict.fromkeys(("red", "yellow"), "random")},
            "play, programs: expected at least one person, found programs alone",
        ),
        ({"pending": []}, "play, pending: expected an object with throw, moves, done, found []"),
        ({"dice": []}, "play: expected keys programs, seed, pending, found 'dice'"),
    ],
)
def test_what_is_wrong_in_how_it_is_played_is_told(change: dict[str, Any], message: str) -> None:
    value = saved_game_json(whole_game()[20])
    value["play"] |= change
    with pytest.raises(RecordError) as error:
        parse_saved_game(json.dumps(value))
    assert message in str(error.value)


def test_the_dice_of_a_contest_are_those_of_the_seed() -> None:
    value = saved_game_json(whole_game()[100])
    moves = [move for turn in value["turns"] for move in turn["moves"] if "contest" in move]
    moves[0]["dice"] = ["11", *moves[0]["dice"]]
    with pytest.raises(RecordError, match=r"turn \d+, dice: expected the dice of seed 7, "):
        parse_saved_game(json.dumps(value))


def test_a_game_that_is_over_or_illegal_or_from_elsewhere_is_not_played_on() -> None:
    over = saved_game_json(whole_game()[-1])
    assert "pending" not in over["play"]
    with pytest.raises(RecordError, match="expected an unfinished game, found a finished one"):
        parse_saved_game(json.dumps(over))
    elsewhere = whole_game()[30].record.to_json()
    with pytest.raises(RecordError, match="expected an unfinished game saved by 'penta geo play"):
        parse_saved_game(json.dumps(elsewhere))
    illegal = saved_game_json(whole_game()[30])
    illegal["turns"][1]["moves"].pop()
    with pytest.raises(
        RecordError, match=r"game, turn 2, yellow: expected a legal turn, found too few tokens: 1"
    ):
        parse_saved_game(json.dumps(illegal))


@given(any_json(["throw", "moves", "done", "play", "programs", "seed", "pending", "red", "A1r1"]))
def test_any_way_to_play_is_right_or_our_error(value: Any) -> None:
    record = {"players": ["red", "blue"], "turns": []}
    attempt(parse_saved_game, json.dumps({**record, "play": value}))
    play = {"programs": {}, "seed": 1, "pending": value}
    attempt(parse_saved_game, json.dumps({**record, "play": play}))


@given(st.data())
def test_any_moves_of_a_turn_that_goes_on_are_right_or_our_error(data: st.DataObject) -> None:
    before = data.draw(st.sampled_from(whole_game()[:90]))
    slots = st.sampled_from(sorted(before.settings.board.slots))
    dice = st.lists(st.sampled_from(["11", "52", "2*"]), max_size=2)
    contest = st.fixed_dictionaries({"contest": slots, "dice": dice}, optional={"extra": slots})
    bridge = st.tuples(slots, slots).map(lambda pair: {"bridge": pair})
    value = saved_game_json(before)
    moves = data.draw(st.lists(slots | contest | bridge, max_size=4))
    throw = str(before.current.throw)
    done = data.draw(st.booleans())
    value["play"]["pending"] = {"throw": throw, "moves": moves, "done": done}
    attempt(parse_saved_game, json.dumps(value))
