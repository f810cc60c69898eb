"""A saved game, step by step, as `penta geo step` plays it: the same game as at the keyboard."""

import json
from decimal import ROUND_HALF_UP, Decimal

import pytest

import data
from solver.errors import MoveError
from solver.geocinco.play.answer import parse_game, play_step
from solver.geocinco.play.hint import Hint
from solver.geocinco.play.typed_step import typed_text
from solver.geocinco.rules.position import places, tower_slots
from solver.geocinco.rules.turn import IllegalMoveError
from solver.geocinco.state import State
from solver.geocinco.strategy import compiled_program
from tests.solver.geocinco.play.support import begun, builder, played
from tests.support import Patch, cases

KINDS = ("tower", "sides", "blocks")
EVENING = data.samples("geocinco/games")["evening"].read_text("utf-8")


@pytest.mark.slow
@pytest.mark.usefixtures("builders")
def test_a_game_that_is_saved_after_each_step_is_the_game_at_the_keyboard() -> None:
    session = begun(("red", "blue"), ())
    kept = play_step(session).to_json()
    kinds = set()
    while session.steps < 90 and not session.is_over:
        step = session.choice(builder)
        typed = typed_text(step).split()
        session = session.with_step(step)
        kept = play_step(parse_game(json.dumps(kept["game"])), typed).to_json()
        assert kept["game"] == session.to_json()
        assert kept["player"] == session.player
        assert kept["turn"] == session.number
        assert {*kept["free"], *kept["contest"]} == {*session.places}
        kinds |= {each["kind"] for each in kept["steps"]}
    assert kinds >= {"token", "contest", "extra", "bridge"}


def test_places_and_bridges_are_those_of_the_rules() -> None:
    now = play_step(parse_game(EVENING))
    answer, current = now.to_json(), now.session.current
    free, contest = places(current.state, current.player, current.throw)
    assert {*answer["free"]} == free
    assert {*answer["contest"]} == contest
    assert contest.isdisjoint(tower_slots(current.state))
    assert answer["hexagons"] == ["C4"]
    assert (answer["over"], answer["winner"], answer["extra"]) == (False, None, False)


def test_undo_takes_back_what_a_person_did_and_the_programs_after_it() -> None:
    first = play_step(begun(("red",), ("random",))).session
    assert not play_step(first).to_json()["undo"]
    with pytest.raises(MoveError, match="a step of a person to undo"):
        play_step(first, ["undo"])
    session = first
    for _ in range(2):  # both tokens of a turn, and the turn of the program after them
        session = play_step(session, [min(session.places)]).session
    assert len(session.turns) == 2
    back = play_step(session, ["undo"]).session
    assert (len(back.turns), back.current.laid) == (0, 1)
    assert play_step(back, ["undo"]).session.to_json() == first.to_json()


def test_a_hint_says_what_the_program_would_do_and_changes_nothing() -> None:
    session = parse_game(EVENING)
    answer = play_step(session, ["hint"]).to_json()
    hint = answer["hint"]
    assert answer["game"] == session.to_json()
    after = play_step(session, hint["typed"].split())
    assert after.session.steps > session.steps
    assert hint["slots"][0] in {*answer["free"], *answer["contest"]}
    assert hint["needs"].keys() == {"red", "blue"}
    assert {each["name"][:2] for each in hint["pentagons"]} >= {hint["slots"][0][:2]}


@pytest.mark.slow
@pytest.mark.usefixtures("builders")
def test_the_reasons_of_a_hint_are_what_its_figures_come_to() -> None:
    session, seen = begun(("red", "blue"), ()), set()
    while not session.is_over and session.steps < 150:
        player, hint = session.player, Hint.of(session)
        figures = hint.to_json()
        reasons, pentagons = figures["reasons"], figures["pentagons"]
        named = {kind: [one["name"] for one in reasons if one["reason"] == kind] for kind in KINDS}
        own = [each for each in pentagons if each["colour"] == player]
        assert named["tower"] == [each["name"] for each in own if each["tower"]]
        assert named["sides"] == [each["name"] for each in own if not each["tower"]]
        others = [each["name"] for each in pentagons if each not in own]
        assert named["blocks"] == ([] if figures["kind"] == "bridge" else others)
        before, after = figures["networks"]
        assert ({"reason": "joins"} in reasons) == (after < before)
        for one in reasons:
            if one["reason"] == "back":
                was, now = figures["needs"][one["colour"]]
                assert one["count"] == pytest.approx(now - was)
        was, now = figures["needs"][player]
        assert figures["nearer"] == (f"now {_tenths(was)}." in hint.reason)
        assert (f"About {_tenths(now)} tokens are " in hint.reason) == (figures["kind"] != "done")
        seen |= {one["reason"] for one in reasons}
        session = session.with_step(hint.step)
    assert seen >= {*KINDS, "joins"}


@cases(
    "after nearer said",
    (18.75, True, "now 20.0."),
    (20.0, False, "as before."),
    (20.5, False, "now 20.0."),
)
def test_a_hint_leads_nearer_where_fewer_tokens_are_missing(
    after: float, *, nearer: bool, said: str, monkeypatch: Patch
) -> None:
    hint = Hint.of(parse_game(EVENING))
    missing = {id(hint.session.state): 20.0}

    def tokens_to_win(state: State) -> dict[str, float]:
        return dict.fromkeys(state.players, missing.get(id(state), after))

    monkeypatch.setattr(compiled_program, "tokens_to_win", tokens_to_win)
    assert hint.to_json()["nearer"] == nearer
    assert hint.reason.endswith(said)


def _tenths(tokens: float) -> Decimal:
    return Decimal(tokens).quantize(Decimal("0.1"), ROUND_HALF_UP)


@cases(
    "typed message",
    ("C9r1", "a slot, as C3r2"),
    ("C3r1 C3r2", "'contest' and a slot"),
    ("contest", "'contest' and a slot"),
    ("bridge C3r1", "two slots"),
)
def test_what_is_no_step_is_refused(typed: str, message: str) -> None:
    with pytest.raises(MoveError, match=message):
        play_step(parse_game(EVENING), typed.split())


def test_what_breaks_a_rule_is_refused() -> None:
    for typed in ("A1r1", "contest A1r1", "done", "bridge C3r1 C3g1"):
        with pytest.raises(IllegalMoveError):
            play_step(parse_game(EVENING), typed.split())


@pytest.mark.usefixtures("three_tokens_at_most")
def test_lost_tokens_are_told_of() -> None:
    session = played(begun(("red", "blue"), ()), 2)
    answer = play_step(session, [min(session.places)]).to_json()
    lost = [(step["turn"], step["count"]) for step in answer["steps"] if step["kind"] == "lost"]
    assert lost == [(2, 1), (3, 2), (4, 2)]
    assert (answer["over"], answer["winner"]) == (True, None)


def test_bridges_are_offered_and_laid() -> None:
    session = begun(("red", "blue"), ())
    while not session.current.bridges:
        session = session.with_step(session.choice(builder))
    answer = play_step(session).to_json()
    assert answer["bridges"] == [[first, second] for _, first, second in session.current.bridges]
    laid = play_step(session, ["bridge", *answer["bridges"][0]]).session
    assert laid.state.bridges > session.state.bridges


def test_a_game_that_is_over_is_read_and_offers_nothing() -> None:
    session = played(begun(("red", "blue"), ()))
    answer = play_step(parse_game(str(session)), ["hint"]).to_json()
    assert (answer["over"], answer["free"], answer["bridges"]) == (True, [], [])
    assert answer["winner"] == session.current.winner
    assert "hint" not in answer
