import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from solver.errors import RecordError
from solver.geocinco.board import COLOURS
from solver.geocinco.play.session import Session, colours_and_programs, drawn_order
from solver.geocinco.record import Contest, Lay, LayBridge
from solver.geocinco.rules.turn import Done, Extra, IllegalMoveError, TurnRule
from solver.geocinco.rules.verdict import judge
from solver.geocinco.strategy.program import PROGRAMS
from tests.solver.geocinco.play.support import begun, builder, played, sessions, whole_game
from tests.support import Run, cases


def test_a_whole_game_is_legal_and_has_steps_of_every_kind() -> None:
    verdict = judge(whole_game()[-1].record)
    assert verdict.violation is None
    assert verdict.winner == whole_game()[-1].current.winner is not None
    assert verdict.state == whole_game()[-1].current.next_state
    kinds = {type(before.choice(builder)) for before in whole_game()[:-1]}
    assert kinds == {Lay, Contest, LayBridge, Extra, Done}


def test_a_game_that_is_over_takes_no_more_steps() -> None:
    free = sorted(
        whole_game()[-1].settings.board.slots.keys() - whole_game()[-1].state.tokens.keys()
    )
    for step in (Lay(free[0]), Extra(free[0])):
        with pytest.raises(IllegalMoveError):
            whole_game()[-1].with_step(step)


def test_a_session_is_not_changed_by_what_follows() -> None:
    seen = []
    session = begun()
    for _ in range(60):
        seen.append((session, session.state, session.current.so_far, session.player))
        session = session.with_step(session.choice(builder))
    for before, state, turn, colour in seen:
        assert (before.state, before.current.so_far, before.player) == (state, turn, colour)


def test_turns_go_round_with_the_throws_of_the_seed() -> None:
    session = played(begun(("blue", "red"), ("random",)), 40)
    assert session.settings.players == ("blue", "red", "yellow")
    again = played(begun(("blue", "red"), ("random",)), 40, PROGRAMS["random"])
    shorter = min(len(session.turns), len(again.turns))
    assert [turn.throw for turn in session.turns][:shorter] == [turn.throw for turn in again.turns][
        :shorter
    ]
    turns = [(one.number, one.current.player) for one in sessions(session)]
    assert all(player == session.settings.players[(n - 1) % 3] for n, player in turns)


def test_an_extra_token_is_laid_by_the_winner_of_the_contest_the_defender_after_the_turn() -> None:
    whose = set()
    for before in whole_game():
        extra = before.current.extra
        if extra is None:
            continue
        assert before.player == extra.colour
        assert before.current.has_ended == (extra.colour != before.current.player)
        whose.add(before.current.has_ended)
        with pytest.raises(IllegalMoveError) as error:
            before.with_step(Done())
        assert error.value.rule is TurnRule.EXTRA
    assert whose == {False, True}


def test_a_turn_is_done_by_itself_unless_a_bridge_may_be_kept() -> None:
    for before in whole_game()[:-1]:
        if before.current.extra is None:
            assert any(before.current.places) or before.current.bridges
        if isinstance(before.choice(builder), Done):
            assert before.current.bridges
            assert not any(before.current.places)
    with pytest.raises(IllegalMoveError) as error:
        begun().with_step(Done())
    assert error.value.rule is TurnRule.TOO_FEW


@pytest.mark.usefixtures("three_tokens_at_most")
def test_turns_in_which_nothing_can_be_laid_are_passed_until_the_game_is_drawn() -> None:
    session = played(begun(), program=PROGRAMS["random"])
    assert session.current.winner is None
    assert [len(turn.moves) for turn in session.turns] == [2, 1, 0, 0]
    assert (session.steps, session.passed) == (3, 2)


def test_dice_of_contests_differ_from_contest_to_contest() -> None:
    choices = [before.choice(builder) for before in whole_game()[:-1]]
    dice = [step.dice for step in choices if isinstance(step, Contest)]
    assert len(set(dice)) > len(dice) / 3
    assert {len(thrown) for thrown in dice} > {1}


@cases(
    "persons levels players programs",
    ((), (), ("red", "yellow"), ["yellow"]),
    (("yellow",), (), ("yellow", "red"), ["red"]),
    (("blue", "red"), (), ("blue", "red"), []),
    (("green",), ("random", "random"), ("green", "red", "yellow"), ["red", "yellow"]),
    (COLOURS, (), COLOURS, []),
)
def test_programs_have_the_colours_that_are_left_and_one_person_has_an_opponent(
    persons: tuple[str, ...], levels: tuple[str, ...], players: tuple[str, ...], programs: list[str]
) -> None:
    levels_of = dict.fromkeys(programs, levels[0] if levels else [*PROGRAMS][-1])
    assert colours_and_programs(persons, levels) == (players, levels_of)


def test_players_are_not_too_many_and_not_the_same() -> None:
    with pytest.raises(RecordError, match="players: expected two to four, found 5"):
        colours_and_programs(("red", "blue"), ("random",) * 3)
    with pytest.raises(RecordError, match="players: expected each colour once, found red again"):
        colours_and_programs(("red", "red"), ())


def test_an_order_drawn_is_any_of_them() -> None:
    orders = {drawn_order(("red", "green", "blue"), seed) for seed in range(99)}
    assert len(orders) == 6
    assert drawn_order(COLOURS, 5) == drawn_order(COLOURS, 5)


def test_a_slower_game_lays_a_token_a_turn_and_one_more_for_a_plus() -> None:
    session = played(begun(("red", "blue"), (), board="strait", tokens=1), 12)
    assert str(Session.parse(str(session))) == str(session)
    for turn in session.turns:
        laid = sum(isinstance(move, Lay | Contest) for move in turn.moves)
        assert laid == 1 + turn.throw.has_plus


def test_programs_of_all_levels_play_with_each_other() -> None:
    players, programs = colours_and_programs(("blue",), tuple(PROGRAMS))
    session = Session.start(begun().settings._replace(players=players, programs=programs))
    while not session.is_over:
        level = programs.get(session.player, "strong")
        session = session.with_step(session.choice(PROGRAMS[level]))
    assert judge(session.record).violation is None
    assert session.current.winner in {"blue", "yellow", "green"}  # red plays at random


def _with_pending(kind: str) -> dict[str, Any]:
    """Return a saved game in the middle of a turn: done, or before or after an extra token."""
    for before in whole_game():
        contest = next((one for one in before.current.moves if isinstance(one, Contest)), None)
        has_extra = contest is not None and contest.extra is not None
        due = before.current.extra is not None
        if before.current.moves and {
            "extra due": due and not before.current.has_ended,
            "extra of the defender due": due and before.current.has_ended,
            "extra laid": has_extra,
            "token laid": contest is None,
        }.get(kind, False):
            return before.to_json()
    raise AssertionError(kind)


@cases(
    "kind change message",
    ("token laid", {"throw": "*+"}, "pending, throw: expected the throw of seed 7, "),
    ("token laid", {"moves": ["E5g3", "E5g3"]}, "pending: expected a legal turn, found "),
    ("token laid", {"done": True}, "found too few tokens: 1 of 2 laid, and there is a place"),
    ("token laid", {"done": 1}, "pending, done: expected true or false, found 1"),
    ("token laid", {"moves": ["C3r9"]}, "pending, move 1: expected a slot, as C3r2"),
    ("token laid", {"turn": 1}, "pending: expected keys throw, moves, done, found 'turn'"),
    ("extra due", {"done": True}, "found wrong extra token: "),
)
def test_a_turn_that_goes_on_is_checked_as_all_others(
    kind: str, change: dict[str, Any], message: str
) -> None:
    value = _with_pending(kind)
    value["play"]["pending"] |= change
    with pytest.raises(RecordError) as error:
        Session.parse(json.dumps(value))
    assert message in str(error.value)


def test_a_turn_that_is_over_does_not_go_on() -> None:
    value = whole_game()[60].to_json()
    *value["turns"], last = value["turns"]
    value["play"]["pending"] = last
    with pytest.raises(RecordError, match="pending: expected a turn that goes on, found one that"):
        Session.parse(json.dumps(value))


@pytest.mark.parametrize("kind", ["extra due", "extra of the defender due", "extra laid"])
def test_the_dice_of_a_contest_that_goes_on_are_those_of_the_seed(kind: str) -> None:
    value = _with_pending(kind)
    contest = next(move for move in value["play"]["pending"]["moves"] if "contest" in move)
    contest["dice"] = ["11", "22", *contest["dice"]]
    with pytest.raises(RecordError, match=r"pending, dice: expected the dice of seed 7, .*, found"):
        Session.parse(json.dumps(value))


def test_the_dice_of_a_contest_are_those_of_the_seed() -> None:
    value = whole_game()[100].to_json()
    moves = [move for turn in value["turns"] for move in turn["moves"] if "contest" in move]
    moves[0]["dice"] = ["11", *moves[0]["dice"]]
    with pytest.raises(RecordError, match=r"turn \d+, dice: expected the dice of seed 7, "):
        Session.parse(json.dumps(value))


def test_a_record_with_an_illegal_turn_is_not_played_on() -> None:
    illegal = whole_game()[30].to_json()
    illegal["turns"][1]["moves"].pop()
    message = "game, turn 2 of yellow: expected a legal turn, found too few tokens: 1"
    with pytest.raises(RecordError, match=message):
        Session.parse(json.dumps(illegal))


PAIR = ("--player", "red", "--player", "blue", "--seed", "3")  # the first throws are 3D and *E


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "geo", "play")


def test_who_plays_and_how_is_as_it_was_typed(run: Run) -> None:
    args = ("--against", "random", "--against", "random", "--player", "yellow", "--json")
    out = run(*args, "--seed", "3", "--tokens", "1", "--board", "strait")[1]
    value = json.loads(out)
    assert (value["board"], value["tokens"]) == ("strait", 1)
    assert value["players"] == ["yellow", "red", "green"]
    assert value["play"]["programs"] == {"red": "random", "green": "random"}
    orders = {
        json.loads(run(*args, "--seed", str(seed), "--random-order")[1])["players"][0]
        for seed in range(9)
    }
    assert len(orders) == 3


def test_the_board_is_drawn_in_a_picture_after_every_move(run: Run, tmp_path: Path) -> None:
    file, earlier = tmp_path / "board.svg", b""
    for lines in ("", "D3r3\n", "D3r3\nD3r4\n"):
        assert run(*PAIR, "--svg", str(file), stdin=lines)[0] == 0
        assert file.read_bytes() != earlier
        earlier = file.read_bytes()
    assert b"<title>turn 2</title>" in earlier
