"""`penta geo board`, `moves` and `referee`, run in this process through the boundary of cli.py."""

import json
import random
from functools import partial

import pytest

import data
from solver.errors import RecordError, StateError
from solver.geocinco.answer import player_of
from solver.geocinco.board import BOARDS, Board
from solver.geocinco.record import Record
from solver.geocinco.rules.position import networks, places
from solver.geocinco.rules.verdict import judge, parse_state
from solver.geocinco.throw import THROWS
from tests.solver.geocinco.games import random_game, slipped
from tests.support import Run, answer, cases, refusal

DUEL = Record.parse(data.samples("geocinco/records")["duel"].read_text("utf-8"))
STATES = {
    name: parse_state(file.read_text("utf-8"))
    for name, file in data.samples("geocinco/states").items()
}
MIDDLE = STATES["middle"]
EMPTY = '{"players": ["red", "blue"], "tokens": {}}'


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "geo")


def test_moves_are_the_places_of_the_rules_in_the_order_of_the_board(run: Run) -> None:
    order = list(MIDDLE.board.slots)
    for throw in THROWS[::5]:
        for colour in MIDDLE.players:
            found = answer(run, "moves", "middle", "--throw", str(throw), "--colour", colour)
            assert found == {
                kind: sorted(slots, key=order.index)
                for kind, slots in places(MIDDLE, colour, throw)._asdict().items()
            }


def test_of_a_record_or_a_saved_game_the_last_state_is_looked_at(run: Run) -> None:
    begun = json.dumps({**DUEL.to_json(), "turns": DUEL.to_json()["turns"][:20], "play": {}})
    assert parse_state(begun) == MIDDLE
    args = ("--throw", "*A", "--colour", "blue")
    found = answer(run, "moves", "-", *args, stdin=begun)
    assert found == answer(run, "moves", "middle", *args)


def test_where_the_game_is_over_there_is_no_place(run: Run) -> None:
    assert answer(run, "moves", "duel", "--throw", "*+") == {"free": [], "contest": []}
    full = {"players": ["red", "blue"], "tokens": dict.fromkeys(MIDDLE.board.slots, "red")}
    for name in ("duel", "-"):
        code, out, _ = run("moves", name, "--throw", "3C", stdin=json.dumps(full))
        assert (code, "\nred has won\n" in out) == (0, True)


def test_where_nothing_is_legal_the_token_is_lost(run: Run) -> None:
    board = Board.named("whole")
    towers = {slot for pentagon in board.of_colour("blue") for slot in pentagon.slots}
    # Blue has all its towers, no two of them in one network.
    tokens = {slot: "blue" if slot in towers else "red" for slot in board.slots}
    state = json.dumps({"players": ["red", "blue"], "tokens": tokens})
    code, out, _ = run("moves", "-", "--throw", "3C", stdin=state)
    assert (code, "\nno place: the token is lost\n" in out) == (0, True)


def test_a_colour_has_to_play() -> None:
    with pytest.raises(StateError):
        player_of(MIDDLE, "yellow", title="mine")
    assert player_of(MIDDLE, "blue", title="mine") == "blue"
    with pytest.raises(RecordError):
        parse_state(data.samples("geocinco/records")["slip"].read_text("utf-8"))


@cases(
    "text message",
    ('{"players": ["red", "blue"], "turns": 7}', ", turns: expected a list of turns"),
    (
        '{"players": ["red", "blue"], "turns": [{"throw": "3C", "moves": ["A1r1"]}]}',
        ", turn 1 of red: expected a legal turn, found not a place for this throw: A1r1",
    ),
)
def test_what_is_no_state_is_one_line_on_stderr(run: Run, text: str, message: str) -> None:
    line = refusal(run, "moves", "-", "--throw", "3C", stdin=text)
    assert line.startswith(f"penta: state -{message}")


def test_the_referee_says_how_all_stand_and_who_has_won(run: Run) -> None:
    found = answer(run, "referee", "duel")
    state = judge(DUEL).state
    assert list(found["players"]) == ["red", "blue"]
    for colour, player in found["players"].items():
        assert player.keys() == {"tokens", "towers", "networks", "bridges", "held"}
        assert player["tokens"] == len(state.tokens_of(colour))
        sizes = [len(network["slots"]) for network in player["networks"]]
        assert sizes == sorted(map(len, networks(state, colour)), reverse=True)
        assert sum(sizes) == player["tokens"]
        towers = [tower for network in player["networks"] for tower in network["towers"]]
        assert sorted(towers) == sorted(player["towers"])
        assert player["held"] == state.held[colour]
    red = found["players"]["red"]
    assert len(red["networks"][0]["towers"]) == 5
    assert red["bridges"] == [["C4r4", "D5r4"], ["D5y4", "E4r5"]]


def test_a_game_that_goes_on_has_no_winner(run: Run) -> None:
    for turns, counted, whose in ((0, "0 turns", "red"), (1, "1 turn", "blue")):
        text = json.dumps({**DUEL.to_json(), "turns": DUEL.to_json()["turns"][:turns]})
        found = answer(run, "referee", "-", stdin=text)
        assert (found["over"], found["winner"], found["turns"]) == (False, None, turns)
        code, out, _ = run("referee", "-", stdin=text)
        ending = f"not over yet, and it is the turn of {whose}"
        assert (code, out.splitlines()[-2]) == (0, f"record -: legal: {counted}, {ending}")


def test_random_games_with_slips_are_judged_and_never_break_the_command(run: Run) -> None:
    rng = random.Random(1)
    for seed in range(12):
        record = slipped(random_game(seed, players=2 + seed % 3, turns=20), rng)
        code, out, err = run("referee", "-", "--json", stdin=str(record))
        illegal = judge(record).violation
        assert (code, err) == (int(illegal is not None), "")
        assert json.loads(out)["legal"] == (illegal is None)


def test_every_sample_is_read(run: Run) -> None:
    for name in data.samples(("geocinco/states", "geocinco/records")):
        assert run("moves", name, "--throw", "3C")[0] == 2 * (name == "slip")
    boards = {state.board.name for state in STATES.values()}
    assert boards == set(BOARDS)
