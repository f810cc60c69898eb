"""The referee: what is known of the empty board, each rule, and all of it beside the oracle."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import BrokenInvariantError
from solver.geocinco.board import BOARDS, COLOURS, Board, Hexagon
from solver.geocinco.record import Contest, GameTurn, Lay, LayBridge, Move, Record
from solver.geocinco.rules import position, turn
from solver.geocinco.rules.position import (
    anywhere,
    bridge_places,
    extra_places,
    has_won,
    is_dead,
    networks,
    places,
    towers,
    winner,
)
from solver.geocinco.rules.turn import Done, Extra, IllegalMoveError, TurnInProgress, TurnRule
from solver.geocinco.rules.verdict import Verdict, check, judge
from solver.geocinco.state import Bridge, State
from solver.geocinco.throw import THROWS, Throw
from tests.solver.geocinco import oracle
from tests.solver.geocinco.games import random_game, slipped, states_of
from tests.support import Patch, cases, slow

WHOLE = Board.named("whole")
PLAYERS = ("red", "blue")
GAMES = {
    "seed": st.integers(0, 10**6),
    "players": st.integers(2, 4),
    "board": st.sampled_from(BOARDS),
    "tokens": st.integers(1, 2),
}


def _throw(text: str) -> Throw:
    return Throw.parse(text)


def _pentagon(name: str) -> tuple[str, ...]:
    colour = next(colour for colour in COLOURS if colour[0] == name[2])
    return WHOLE.pentagon_of[Hexagon(name[1], name[0]), colour].slots


def _state(*, players: tuple[str, ...] = PLAYERS, held: int = 0, **slots: str) -> State:
    """Return a state with tokens of each colour on these slots and pentagons, divided by blanks."""
    state = State.start(WHOLE, players)
    state = replace(state, held=dict.fromkeys(players, held))
    tokens: dict[str, str] = {}
    for colour, names in slots.items():
        for name in names.split():
            tokens |= dict.fromkeys(_pentagon(name) if len(name) == 3 else [name], colour)
    return replace(state, tokens=tokens)


def _turn(state: State, throw: str, *moves: Move, tokens: int = 2) -> TurnInProgress:
    """Return a turn after some *moves*."""
    turn = TurnInProgress(state, _throw(throw), tokens)
    for move in moves:
        turn.play(move)
    return turn


# What is known.


@pytest.mark.parametrize("colour", COLOURS)
def test_the_places_of_a_throw_on_the_empty_board(colour: str) -> None:
    state = State.start(WHOLE, (colour, *(other for other in COLOURS if other != colour)))
    counts = {
        text: len(places(state, colour, _throw(text)).free) for text in ("3C", "*B", "4+", "*+")
    }
    assert counts == {"3C": 5, "*B": 25, "4+": 25, "*+": 125}
    for throw in THROWS:
        assert not places(state, colour, throw).contest
        pentagons = [WHOLE.pentagon_of[hexagon, colour] for hexagon in throw.hexagons]
        assert places(state, colour, throw).free == {
            slot for pentagon in pentagons for slot in pentagon.slots
        }


# Beside the oracle.


@given(**GAMES, turns=st.integers(1, 60))
def test_places_towers_and_networks_are_those_of_the_oracle(
    seed: int, players: int, board: str, tokens: int, turns: int
) -> None:
    record = random_game(seed, players=players, board=board, tokens=tokens, turns=turns)
    state = judge(record).state
    _compare(state, random.Random(seed).sample(THROWS, 6))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_whole_games_of_states_are_those_of_the_oracle(seed: int) -> None:
    record = random_game(seed, players=2 + seed % 3, board=BOARDS[seed % 2], turns=120)
    rng = random.Random(seed)
    for verdict in states_of(record):
        _compare(verdict.state, rng.sample(THROWS, 2))


def _compare(state: State, throws: list[Throw]) -> None:
    position = oracle.Position.of_state(state.to_json())
    for colour in state.players:
        assert [tower.name for tower in towers(state, colour)] == position.towers(colour)
        assert sorted(map(sorted, networks(state, colour))) == sorted(
            map(sorted, position.networks(colour))
        )
        assert anywhere(state, colour) == position.anywhere(colour)
        assert extra_places(state, colour) == position.extras(colour)
        bridges = [[first, second] for _, first, second in bridge_places(state, colour)]
        assert bridges == position.bridges_for(colour)
        for throw in throws:
            free, contest = position.places(colour, str(throw))
            assert places(state, colour, throw).free == free, throw
            assert places(state, colour, throw).contest == contest, throw
    assert winner(state) == position.won()


@given(**GAMES, turns=st.integers(1, 30))
def test_the_verdict_on_a_game_with_a_slip_is_that_of_the_oracle(
    seed: int, players: int, board: str, tokens: int, turns: int
) -> None:
    record = random_game(seed, players=players, board=board, tokens=tokens, turns=turns)
    rng = random.Random(seed)
    for _ in range(3):
        _compare_verdicts(slipped(record, rng))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_the_verdict_on_a_whole_game_is_that_of_the_oracle(seed: int) -> None:
    record = random_game(seed, board=BOARDS[seed % 2], tokens=1 + seed % 2)
    assert _compare_verdicts(record).over
    rng = random.Random(seed)
    for _ in range(5):
        _compare_verdicts(slipped(record, rng))


def _compare_verdicts(record: Record) -> Verdict:
    verdict, expected = judge(record), oracle.judge(record.to_json())
    assert (verdict.violation and verdict.violation.turn) == expected.illegal
    assert (verdict.winner, verdict.drawn) == (expected.won, expected.drawn)
    assert oracle.Position.of_state(verdict.state.to_json()) == expected.position
    return verdict


@cases("whole begun", (range(3), range(6)), slow(range(0, 1000, 5), range(1000)))
def test_the_referee_accepts_random_games(whole: range, begun: range) -> None:
    for seed in whole:
        verdict = check(random_game(seed, tokens=2 - seed % 2))
        assert verdict.over
        assert verdict.winner is not None
    for seed in begun:
        check(random_game(seed, players=2 + seed % 3, board=BOARDS[seed % 2], turns=30))


# Where tokens go.


def test_a_token_goes_beside_the_networks_that_touch_the_hexagon_wherever_they_lead() -> None:
    chain = _state(red="C3r3 C3y4 D3r5")
    reached = places(chain, "red", _throw("3C")).free
    far = set(WHOLE.adjacent["D3r5"]) - WHOLE.hexagon_slots[_hexagon("C3")]
    assert far == {"D3g3", "D3r4"}
    assert far <= reached
    assert not reached & {"A1r1", "E5r1"}
    elsewhere = _state(red="A1r1 A1r2")
    assert places(elsewhere, "red", _throw("3C")).free == set(_pentagon("C3r"))
    assert places(elsewhere, "blue", _throw("3C")).free == set(_pentagon("C3b"))


def _hexagon(name: str) -> Hexagon:
    return Hexagon(name[1], name[0])


def test_a_network_is_joined_by_its_bridges() -> None:
    first, second = min(map(sorted, WHOLE.bridge_places))
    apart = _state(red=f"{first} {second}")
    joined = replace(apart, bridges=frozenset({Bridge.between("red", first, second)}))
    assert [len(network) for network in networks(apart, "red")] == [1, 1]
    assert networks(joined, "red") == [{first, second}]


def test_a_network_of_another_is_of_no_use() -> None:
    state = _state(red="C3r3", blue="C3r4 D3b4")
    assert places(state, "blue", _throw("3C")).contest == {"C3r3"}
    assert places(state, "red", _throw("3C")).contest == {"C3r4"}


def test_where_all_pentagons_of_a_throw_are_dead_a_token_goes_anywhere() -> None:
    state = _state(blue="C3b", red="A1r1")
    dead = [name for name in ("C3r", "B4r", "C4r", "B3r") if _is_dead(state, name)]
    assert dead == ["C3r", "C4r"]
    assert places(state, "red", _throw("3C")).free == anywhere(state, "red") - state.tokens.keys()
    assert places(state, "red", _throw("*C")).free != anywhere(state, "red") - state.tokens.keys()
    assert places(state, "red", _throw("3C")) == places(state, "red", _throw("*+"))
    assert not _is_dead(_state(red="C3r"), "C3r")
    assert places(state, "blue", _throw("3C")).contest == frozenset()


def _is_dead(state: State, name: str) -> bool:
    return is_dead(state, WHOLE.pentagon_of[_hexagon(name), "red"])


def test_a_tower_is_never_contested_and_another_token_is() -> None:
    state = _state(blue="C3b C3r3")
    free, contest = places(state, "red", _throw("*+"))
    assert contest == {"C3r3"}
    assert not free & set(_pentagon("C3b"))


# A turn, rule by rule.


ROW = "A1r B1r C1r D1r E1r"
ENDS = min(map(sorted, WHOLE.bridge_places))  # of a bridge
BRIDGE, PLACE = "=".join(ENDS), TurnRule.BRIDGE_PLACE
NO_PLACE = "are not parallel, face to face, and near enough"
NO_TOKEN, JOINED = f"{ENDS[1]} has no token of red", f"{' and '.join(ENDS)} are joined already"
DIFFER = "both throw until they differ, and then no more; thrown were"
FULL = replace(_state(), tokens=dict.fromkeys(WHOLE.slots, "blue"))


@cases(
    "state throw moves rule reason",
    (_state(), "3C", "C3r3 C3r4 C3r5", TurnRule.TOO_MANY, "2 are laid already"),
    (_state(), "3+", "C3r3 C3r4 C3r5 D3r3", TurnRule.TOO_MANY, "3 are laid already"),
    (_state(), "3C", "C3r3", TurnRule.TOO_FEW, "1 of 2 laid, and there is a place"),
    (_state(), "3C", "", TurnRule.TOO_FEW, "0 of 2 laid, and there is a place"),
    (_state(), "3C", "C3r3 C3r3", TurnRule.TAKEN, "C3r3 has a token of red"),
    (_state(blue="C3r3"), "3C", "C3r3", TurnRule.TAKEN, "C3r3 has a token of blue"),
    (_state(), "3C", "A1r1", TurnRule.PLACE, "A1r1 cannot be reached by red with 3C"),
    (_state(), "3C", "C3b1", TurnRule.PLACE, "C3b1 cannot be reached by red with 3C"),
    (_state(), "*+", "C3b2", TurnRule.PLACE, "C3b2 cannot be reached by red with *+"),
    (_state(), "3C", "C3r3!52", TurnRule.NO_CONTEST, "C3r3 is free"),
    (_state(), "3C", "C3r3 C3r3!52", TurnRule.NO_CONTEST, "C3r3 has red's own token"),
    (_state(blue="A1r1"), "3C", "A1r1!52", TurnRule.PLACE, "A1r1 cannot be reached by red with 3C"),
    (_state(blue="C3b"), "*+", "C3r5!52", TurnRule.TOWER, "C3r5 is of a tower of blue"),
    *(
        (_state(blue="C3r3"), "3C", f"C3r3!{dice}", TurnRule.DICE, f"{DIFFER} {thrown}")
        for dice in ("", "55", "**", "52!52", "52!55", "55!44")
        for thrown in [dice.replace("!", " ") or "none"]
    ),
    (_state(blue="C3r3"), "3C", "C3r3!52 C3r4", TurnRule.EXTRA, "red has to lay one first"),
    (_state(), "3C", BRIDGE, TurnRule.NO_BRIDGE, "red holds none"),
    (_state(held=1, red="A1r1 E5r1"), "3C", "A1r1=E5r1", PLACE, f"A1r1 and E5r1 {NO_PLACE}"),
    (_state(held=1, red=ENDS[0]), "3C", BRIDGE, PLACE, NO_TOKEN),
    (_state(held=1, red=ENDS[0], blue=ENDS[1]), "3C", BRIDGE, PLACE, NO_TOKEN),
    (_state(held=2, red=" ".join(ENDS)), "3C", f"{BRIDGE} {ENDS[1]}={ENDS[0]}", PLACE, JOINED),
    (_state(red=f"{ROW} A1y4 B1y4 C1y4 D1y4"), "3C", "C3r3", TurnRule.OVER, "red has won"),
)
def test_a_move_that_breaks_a_rule_is_refused_and_changes_nothing(
    state: State, throw: str, moves: str, rule: TurnRule, reason: str
) -> None:
    made = [_move(text) for text in moves.split()]
    last = None if rule is TurnRule.TOO_FEW else made.pop()
    turn = _turn(state, throw, *made)
    kept = turn.state, list(turn.moves), turn.laid, turn.extra, turn.winner
    with pytest.raises(IllegalMoveError) as caught:
        turn.play(last or Done())
    assert (caught.value.rule, caught.value.reason) == (rule, reason)
    assert (turn.state, turn.moves, turn.laid, turn.extra, turn.winner) == kept


def _move(text: str) -> Move:
    """Return the move in *text*: a slot, one contested with dice behind it, or two of a bridge."""
    if "=" in text:
        return LayBridge(*text.split("="))
    slot, *dice = text.split("!")
    return Contest(slot, tuple(filter(None, dice))) if "!" in text else Lay(slot)


def test_a_lost_token_is_no_fault() -> None:
    turn = _turn(FULL, "3C")
    assert turn.places == (frozenset(), frozenset())
    turn.play(Done())
    assert (turn.laid, turn.so_far) == (0, GameTurn(_throw("3C")))


@pytest.mark.parametrize(("throw", "tokens", "count"), [("3C", 1, 1), ("3+", 1, 2), ("*+", 2, 3)])
def test_a_turn_lays_its_tokens_and_one_for_a_plus(throw: str, tokens: int, count: int) -> None:
    turn = TurnInProgress(_state(), _throw(throw), tokens)
    while turn.places.free:
        turn.play(Lay(min(turn.places.free)))
    turn.play(Done())
    assert (turn.laid, len(turn.state.tokens)) == (count, count)


# Contests.


@pytest.mark.parametrize("dice", ["52", "*5", "21", "11!**!54"])
def test_a_challenger_who_wins_takes_the_token_and_lays_one_more_at_once(dice: str) -> None:
    turn = _turn(_state(blue="C3r3"), "3C", _move(f"C3r3!{dice}"))
    assert turn.state.tokens == {"C3r3": "red"}
    assert turn.extra is not None
    assert turn.extra.colour == "red"
    with pytest.raises(IllegalMoveError, match="has to lay one first"):
        turn.play(Done())
    for slot, why in [("C3r3", "C3r3 is taken"), ("A1b2", "A1b2 is out of red's reach")]:
        with pytest.raises(IllegalMoveError) as caught:
            turn.play(Extra(slot))
        assert (caught.value.rule, caught.value.reason) == (TurnRule.EXTRA, why)
    turn.play(Extra("A1r1"))
    turn.play(Lay("C3r4"))
    turn.play(Done())
    assert turn.state.tokens == {"C3r3": "red", "A1r1": "red", "C3r4": "red"}
    assert turn.so_far.moves == (Contest("C3r3", tuple(dice.split("!")), "A1r1"), Lay("C3r4"))


@pytest.mark.parametrize("dice", ["25", "5*", "11!**!45"])
def test_a_defender_who_wins_lays_one_more_when_the_turn_is_over(dice: str) -> None:
    turn = _turn(_state(blue="C3r3"), "3C", _move(f"C3r3!{dice}"))
    assert turn.state.tokens == {"C3r3": "blue"}
    assert turn.extra is None
    with pytest.raises(IllegalMoveError, match="none is due"):
        turn.play(Extra("A1b2"))
    turn.play(Lay("C3r4"))
    turn.play(Done())
    assert turn.extra is not None
    assert turn.extra.colour == "blue"
    turn.play(Extra("A1b2"))
    assert turn.extra is None
    assert turn.next_state.tokens == {"C3r3": "blue", "C3r4": "red", "A1b2": "blue"}
    assert turn.next_state.turn == "blue"


def test_no_extra_token_is_due_where_there_is_no_place_for_it() -> None:
    tokens = {slot: ("blue" if number % 2 else "red") for number, slot in enumerate(WHOLE.slots)}
    state = replace(_state(), tokens=tokens)
    slot = min(places(state, "red", _throw("*+")).contest)
    turn = _turn(state, "*+", Contest(slot, ("52",)))
    assert turn.extra is None


# Towers, bridges, the end.


def test_each_tower_brings_a_bridge_and_no_third_is_kept() -> None:
    state = _state(red="C3r3 C3r4 C3r5 B3y3")
    turn = _turn(state, "3C", Lay("C2b1"))
    assert [tower.name for tower in towers(turn.state, "red")] == ["C3r"]
    assert turn.state.held == {"red": 1, "blue": 0}
    turn = _turn(replace(state, held={"red": 2, "blue": 0}), "3C", Lay("C2b1"))
    assert turn.state.held == {"red": 2, "blue": 0}


def test_a_token_beside_a_tower_brings_no_bridge() -> None:
    state = _state(red="C3r")
    for slot in places(state, "red", _throw("3C")).free:
        assert _turn(state, "3C", Lay(slot)).state.held == {"red": 0, "blue": 0}


def test_a_tower_may_be_completed_by_a_contest_or_an_extra_token() -> None:
    state = _state(red="C3r3 C3r4 C3r5 B3y3", blue="C2b1 D3r3")
    contest = _turn(state, "3C", Contest("C2b1", ("52",)))
    assert contest.state.held["red"] == 1
    free = replace(state, tokens={**state.tokens, "C2b1": "red", "C3r5": "blue"})
    free = replace(free, tokens={s: c for s, c in free.tokens.items() if s != "C3r4"})
    extra = _turn(free, "3C", Contest("C3r5", ("52",)))
    assert extra.state.held["red"] == 0
    extra.play(Extra("C3r4"))
    assert extra.state.held["red"] == 1


def test_a_tower_is_of_the_own_colour_on_all_five_sides() -> None:
    assert not towers(_state(blue="C3r"), "blue")
    assert not towers(_state(red="C3r3 C3r4 C3r5 B3y3", blue="C2b1"), "red")


def test_a_bridge_is_laid_between_own_tokens_and_is_then_no_more_held() -> None:
    state = _state(red=" ".join(ENDS), held=1)
    turn = _turn(state, "3C", LayBridge(*reversed(ENDS)))
    assert turn.state.bridges == {Bridge("red", *ENDS)}
    assert turn.state.held == {"red": 0, "blue": 1}
    assert turn.laid == 0


def test_five_towers_win_once_they_are_in_one_network() -> None:
    assert not has_won(_state(red=ROW), "red")
    links = _links(_state(red=ROW))
    assert len(links) == 4
    linked = _state(red=f"{ROW} {' '.join(links)}")
    assert has_won(linked, "red")
    for missing in links:
        state = _state(red=f"{ROW} {' '.join(link for link in links if link != missing)}")
        assert winner(state) is None
        turn = _turn(state, "*+", Lay(missing))
        assert turn.winner == winner(turn.state) == "red"
        assert turn.places == (frozenset(), frozenset())
        turn.play(Done())
    assert winner(linked) == "red"


def _links(state: State) -> list[str]:
    """Return a slot between each two neighbours of a row of towers."""
    found = []
    for first, second in zip(ROW.split(), ROW.split()[1:], strict=False):
        sides = set(_pentagon(first)), set(_pentagon(second))
        found.append(
            next(
                slot
                for slot in WHOLE.slots
                if slot not in state.tokens
                and all(side & set(WHOLE.adjacent[slot]) for side in sides)
            )
        )
    return found


def test_five_towers_win_by_a_bridge_too() -> None:
    four = ROW[: -len(" E1r")]
    links = _links(_state(red=ROW))[:3]
    own = _state(red=four).tokens.keys()
    fifth = next(
        pentagon
        for pentagon in WHOLE.of_colour("red")
        if any(pair & own and pair & {*pentagon.slots} - own for pair in WHOLE.bridge_places)
    )
    state = _state(red=f"{four} {' '.join(links)} {fifth.name}", held=1)
    assert winner(state) is None
    assert bridge_places(state, "red")
    for bridge in bridge_places(state, "red"):
        turn = _turn(state, "3C", LayBridge(bridge.first, bridge.second))
        assert (turn.winner == "red") == (len(bridge.slots & set(fifth.slots)) == 1)


def test_a_defender_may_win_with_the_extra_token() -> None:
    *links, last = _links(_state(red=ROW))
    state = _state(players=("blue", "red"), red=f"{ROW} {' '.join(links)} C3r5")
    turn = _turn(state, "*+", Contest("C3r5", ("25",)), Lay("A5b1"), Lay("B5b1"))
    turn.play(Done())
    turn.play(Extra(last))
    assert turn.winner == "red"
    assert turn.so_far.moves[0] == Contest("C3r5", ("25",), last)


# Whole records.


def _record(*turns: GameTurn) -> Record:
    return Record(WHOLE, PLAYERS, turns)


def test_the_first_illegal_turn_is_named_and_the_state_is_the_one_before_it() -> None:
    legal = GameTurn(_throw("3C"), (Lay("C3r3"), Lay("C3r4")))
    wrong = GameTurn(_throw("3C"), (Lay("C3r3"),))
    verdict = judge(_record(legal, wrong, wrong))
    assert verdict.violation is not None
    assert verdict.violation[:3] == (2, "blue", TurnRule.TAKEN)
    assert verdict.state.tokens == {"C3r3": "red", "C3r4": "red"}
    assert (verdict.state.turn, verdict.over) == ("blue", False)
    with pytest.raises(BrokenInvariantError, match=r"turn 2, blue: the slot is taken: C3r3 has"):
        check(_record(legal, wrong))


@cases(
    "dice extra reason",
    ("52", None, "red has to lay one, and does not"),
    ("52", "C3r4", "C3r4 is taken"),
    ("25", None, "blue has to lay one, and does not"),
    ("25", "C3r1", "C3r1 is out of blue's reach"),
)
def test_a_record_has_the_extra_token_of_who_won(dice: str, extra: str | None, reason: str) -> None:
    contest = Contest("C2b1", (dice,), extra)
    record = _record(
        GameTurn(_throw("3C"), (Lay("C3r3"), Lay("C3r4"))),
        GameTurn(_throw("2C"), (Lay("C2b1"), Lay("C2b2"))),
        GameTurn(_throw("3C"), (contest, Lay("C3r5"))),
    )
    verdict = judge(record)
    assert verdict.violation is not None
    assert (verdict.violation.turn, verdict.violation.rule) == (3, TurnRule.EXTRA)
    assert verdict.violation.reason == reason


def test_a_game_that_was_won_is_over() -> None:
    record = random_game(3)
    verdict = judge(record)
    assert (verdict.over, verdict.drawn) == (True, False)
    more = judge(replace(record, turns=(*record.turns, record.turns[0])))
    assert more.violation is not None
    assert (more.violation.turn, more.violation.rule) == (len(record.turns) + 1, TurnRule.OVER)
    assert more.violation.reason == f"{verdict.winner} has won"


def test_a_game_is_drawn_when_nobody_can_lay_for_a_whole_round(monkeypatch: Patch) -> None:
    monkeypatch.setattr(turn, "places", lambda *_: position.NO_PLACES)
    lost = GameTurn(_throw("3C"))
    verdicts = [judge(_record(*[lost] * count)) for count in range(4)]
    assert [(verdict.drawn, verdict.over) for verdict in verdicts[:3]] == [
        (False, False),
        (False, False),
        (True, True),
    ]
    assert verdicts[3].violation == (3, "red", TurnRule.OVER, "it is drawn")
    assert verdicts[3].winner is None


@pytest.mark.parametrize("players", [("red", "blue"), ("blue", "green", "red")])
def test_turns_go_round_in_the_order_of_the_players(players: tuple[str, ...]) -> None:
    record = random_game(5, players=len(players), turns=7)
    turns = [verdict.state.turn for verdict in states_of(record)]
    assert turns == [record.players[number % len(players)] for number in range(8)]
