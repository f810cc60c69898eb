"""`penta geo board`, `moves` and `referee`, run in this process through the boundary of cli.py."""

import json
import random
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import click
import pytest

import data
from solver.errors import RecordError, StateError
from solver.geocinco.answer import player_of
from solver.geocinco.board import BOARD_NOTE, BOARDS, Board
from solver.geocinco.commands import moves
from solver.geocinco.record import Record
from solver.geocinco.rules.position import networks, places
from solver.geocinco.rules.verdict import judge, parse_state
from solver.geocinco.throw import THROWS
from tests.solver.geocinco.games import random_game, slipped
from tests.support import Run, cases

DUEL = Record.parse(data.samples("geocinco/records")["duel"].read_text("utf-8"))
STATES = {
    name: parse_state(file.read_text("utf-8"))
    for name, file in data.samples("geocinco/states").items()
}
MIDDLE = STATES["middle"]
THROW = "1-5 or '*', then A-E or '+', as in 3C, *B, 4+, *+"
EMPTY = '{"players": ["red", "blue"], "tokens": {}}'


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "geo")


def _json(run: Run, *args: str, stdin: str = "") -> Any:
    code, out, err = run(*args, "--json", stdin=stdin)
    assert (code in (0, 1), err) == (True, "")
    return json.loads(out)


def _last_lines(out: str) -> list[str]:
    return out.splitlines()[-2:]


def test_the_counts_of_the_board(run: Run) -> None:
    assert _json(run, "board") == {
        "board": "whole",
        "pentagons": 100,
        "slots": 279,
        "inner_slots": 221,
        "border_slots": 58,
        "hexagon_slots": [15],
        "colour_slots": {"red": 125, "yellow": 125, "green": 125, "blue": 125},
        "vertices": 180,
        "adjacent_pairs": 616,
        "bridge_places": 123,
        "long_bridge_places": 82,
        "short_bridge_places": 41,
        "note": BOARD_NOTE,
    }
    strait = _json(run, "board", "--board", "strait")
    assert (strait["slots"], strait["bridge_places"]) == (294, 138)
    assert "279: 221 between two pentagons, 58 on the border" in run("board")[1]


def test_every_text_that_shows_the_board_ends_with_whose_it_is(run: Run) -> None:
    for args in [
        ("board",),
        ("board", "--board", "strait"),
        ("moves", "middle", "--throw", "3C"),
        ("moves", "duel", "--throw", "3C"),
        *(("referee", name) for name in data.samples("geocinco/records")),
    ]:
        _, out, err = run(*args)
        assert (out.splitlines()[-1], err) == (BOARD_NOTE, "")
        assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(("throw", "count"), [("3C", 5), ("*B", 25), ("4+", 25), ("*+", 125)])
def test_the_places_on_the_empty_board(run: Run, throw: str, count: int) -> None:
    answer = _json(run, "moves", "-", "--throw", throw, stdin=EMPTY)
    assert (len(answer["free"]), answer["contest"]) == (count, [])


def test_moves_are_the_places_of_the_rules_in_the_order_of_the_board(run: Run) -> None:
    order = list(MIDDLE.board.slots)
    for throw in THROWS[::5]:
        for colour in MIDDLE.players:
            answer = _json(run, "moves", "middle", "--throw", str(throw), "--colour", colour)
            legal = places(MIDDLE, colour, throw)
            assert answer.keys() == {"free", "contest"}
            assert answer["free"] == sorted(legal.free, key=order.index)
            assert answer["contest"] == sorted(legal.contest, key=order.index)


def test_moves_are_by_default_those_of_the_player_whose_turn_it_is(run: Run) -> None:
    assert MIDDLE.turn == "red"
    args = ("moves", "middle", "--throw", "2b")
    assert _json(run, *args) == _json(run, *args, "--colour", "red")
    assert _json(run, *args) != _json(run, *args, "--colour", "blue")


def test_moves_in_words(run: Run) -> None:
    answer = _json(run, "moves", "middle", "--throw", "5E")
    code, out, err = run("moves", "middle", "--throw", "5e")
    assert (code, err) == (0, "")
    text = " ".join(out.replace("\n ", "").splitlines())
    counts = f"{len(answer['free'])} free slots, {len(answer['contest'])} tokens to contest"
    assert f"state middle, red, 5E: {counts}" in text
    assert f"free: {' '.join(answer['free'])}" in text
    assert "*" in out
    contest = " ".join(f"{slot} ({MIDDLE.tokens[slot]})" for slot in answer["contest"])
    assert f"contest: {contest}" in text or not contest


def test_of_a_record_or_a_saved_game_the_last_state_is_looked_at(run: Run) -> None:
    begun = {**DUEL.to_json(), "turns": DUEL.to_json()["turns"][:20], "play": {"seed": 7}}
    assert parse_state(json.dumps(begun)) == MIDDLE
    args = ("--throw", "*A", "--colour", "blue")
    answer = _json(run, "moves", "-", *args, stdin=json.dumps(begun))
    assert answer == _json(run, "moves", "middle", *args)


def test_where_the_game_is_over_there_is_no_place(run: Run) -> None:
    assert _json(run, "moves", "duel", "--throw", "*+") == {"free": [], "contest": []}
    assert "\nred has won\n" in run("moves", "duel", "--throw", "*+")[1]
    board = Board.named("whole")
    full = {"players": ["red", "blue"], "tokens": dict.fromkeys(board.slots, "red")}
    code, out, _ = run("moves", "-", "--throw", "3C", stdin=json.dumps(full))
    assert (code, "\nred has won\n" in out) == (0, True)


def test_where_nothing_is_legal_the_token_is_lost(run: Run) -> None:
    board = Board.named("whole")
    towers = {slot for pentagon in board.of_colour("blue") for slot in pentagon.slots}
    tokens = {slot: "blue" if slot in towers else "red" for slot in board.slots}
    # Blue has all its towers, no two of them in one network.
    code, out, _ = run(
        "moves",
        "-",
        "--throw",
        "3C",
        stdin=json.dumps({"players": ["red", "blue"], "tokens": tokens}),
    )
    assert (code, "\nno place: the token is lost\n" in out) == (0, True)


def test_a_colour_has_to_play(run: Run) -> None:
    code, out, err = run("moves", "middle", "--throw", "3C", "--colour", "green")
    assert (code, out) == (2, "")
    expected = "a colour that plays, red or blue"
    assert err == f"penta: state middle, colour: expected {expected}, found green\n"
    with pytest.raises(StateError):
        player_of(MIDDLE, "yellow", title="mine")
    assert player_of(MIDDLE, "blue", title="mine") == "blue"


@cases(
    "text message",
    ("", "state -, line 1, column 1: expected JSON, found ''"),
    ("[]", "state -: expected an object with board, players, turn, tokens, bridges, held, fou"),
    (
        '{"players": ["red", "blue"], "tokens": {"C2b1": "red", "C3r2": "blue"}}',
        "state -, tokens: expected each slot once, found C3r2, which is C2b1 too\n",
    ),
    (
        '{"players": ["red", "blue"], "tokens": {"C2b1": "green"}}',
        "state -, tokens, C2b1: expected a colour that plays, red or blue, found 'green'\n",
    ),
    (
        '{"players": ["red", "pink"], "tokens": {}}',
        "state -, players: expected two to four of red, yellow, green, blue, found 'pink'\n",
    ),
    (
        '{"players": ["red", "blue"], "tokens": {}, "bridges": [["red", "A1r1", "E5r1"]]}',
        "state -, bridge 1: expected two slots that a bridge can join: parallel, face to face",
    ),
    (
        '{"players": ["red", "blue"], "tokens": {}, "held": {"red": 3}}',
        "state -, held, red: expected 0 to 2 bridges not yet laid, found 3\n",
    ),
    ('{"players": ["red", "blue"], "turns": 7}', "state -, turns: expected a list of turns"),
    (
        '{"players": ["red", "blue"], "turns": [{"throw": "3C", "moves": ["A1r1"]}]}',
        "state -, turn 1 of red: expected a legal turn, found not a place for this throw: A1r1",
    ),
)
def test_what_is_no_state_is_one_line_on_stderr(run: Run, text: str, message: str) -> None:
    code, out, err = run("moves", "-", "--throw", "3C", stdin=text)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"penta: {message}")


@cases(
    "args message",
    (("--throw", "C3"), f"--throw: expected {THROW}, found 'C3' (did you mean '3C'?)"),
    ((), "Missing option '--throw'. (see 'penta geo moves --help')"),
)
def test_a_throw_is_needed(run: Run, args: tuple[str, ...], message: str) -> None:
    assert run("moves", "middle", *args) == (2, "", f"penta: {message}\n")


def test_the_referee_says_how_all_stand_and_who_has_won(run: Run) -> None:
    answer = _json(run, "referee", "duel")
    state = judge(DUEL).state
    assert list(answer)[-1] == "players"
    head = {"legal": True, "violation": None, "turns": 27, "over": True, "winner": "red"}
    assert {**answer, **head, "drawn": False} == answer
    assert list(answer["players"]) == ["red", "blue"]
    for colour, player in answer["players"].items():
        assert player.keys() == {"tokens", "towers", "networks", "bridges", "held"}
        assert player["tokens"] == len(state.tokens_of(colour))
        sizes = [len(network["slots"]) for network in player["networks"]]
        assert sizes == sorted(map(len, networks(state, colour)), reverse=True)
        assert sum(sizes) == player["tokens"]
        towers = [tower for network in player["networks"] for tower in network["towers"]]
        assert sorted(towers) == sorted(player["towers"])
        assert player["held"] == state.held[colour]
    red = answer["players"]["red"]
    assert len(red["networks"][0]["towers"]) == 5
    assert red["bridges"] == [["C4r4", "D5r4"], ["D5y4", "E4r5"]]
    code, out, _ = run("referee", "duel")
    assert code == 0
    assert _last_lines(out)[0] == (
        "record duel: legal: 27 turns, red wins with five towers in one network"
    )
    assert "red: 32 tokens in 2 networks of 27 + 5, 6 towers A1r C4r E4r C5r D5r E5r," in out


def test_a_game_that_goes_on_has_no_winner(run: Run) -> None:
    for turns, whose in ((0, "red"), (1, "blue")):
        text = json.dumps({**DUEL.to_json(), "turns": DUEL.to_json()["turns"][:turns]})
        answer = _json(run, "referee", "-", stdin=text)
        assert (answer["over"], answer["winner"], answer["turns"]) == (False, None, turns)
        code, out, _ = run("referee", "-", stdin=text)
        ending = f"not over yet, and it is the turn of {whose}"
        counted = "1 turn" if turns == 1 else f"{turns} turns"
        assert (code, _last_lines(out)[0]) == (0, f"record -: legal: {counted}, {ending}")


def test_an_illegal_turn_is_named_with_its_rule_and_the_exit_code_is_1(run: Run) -> None:
    code, out, err = run("referee", "slip")
    assert (code, err) == (1, "")
    answer = _json(run, "referee", "slip")
    rule, reason = "not a place for this throw", "C3r3 cannot be reached by red with 1A"
    violation = {"turn": 13, "player": "red", "rule": rule, "reason": reason}
    assert answer == {"legal": False, "violation": violation}
    text = " ".join(out.splitlines())
    assert f"turn 13 of red is illegal: {rule}: {reason}" in text
    assert run("referee", "slip", "--json")[0] == 1


def test_of_a_record_with_a_slip_there_is_no_state(run: Run) -> None:
    code, _, err = run("moves", "slip", "--throw", "3C")
    assert code == 2
    assert err.startswith("penta: state slip, turn 13 of red: expected a legal turn, found not a p")
    with pytest.raises(RecordError):
        parse_state(data.samples("geocinco/records")["slip"].read_text("utf-8"))


def test_random_games_with_slips_are_judged_and_never_break_the_command(run: Run) -> None:
    rng = random.Random(1)
    for seed in range(12):
        record = slipped(random_game(seed, players=2 + seed % 3, turns=20), rng)
        code, out, err = run("referee", "-", "--json", stdin=str(record))
        illegal = judge(record).violation
        assert (code, err) == (int(illegal is not None), "")
        assert json.loads(out)["legal"] == (illegal is None)


@cases(
    "args",
    ("board",),
    ("board", "--board", "strait"),
    ("moves", "crowd", "--throw", "4+"),
    ("referee", "four"),
    ("referee", "slip"),
)
def test_pictures_are_written_beside_the_answer(
    run: Run, args: tuple[str, ...], tmp_path: Path
) -> None:
    svg = tmp_path / "board.svg"
    code, out, err = run(*args, "--svg", str(svg))
    assert (code, err) == (int(args[-1] == "slip"), "")
    assert out == run(*args)[1]
    root = ET.fromstring(svg.read_bytes())  # noqa: S314 - our own
    assert root.tag.endswith("svg")
    assert BOARD_NOTE in svg.read_text("utf-8").replace("&#x27;", "'")


def test_a_picture_is_written_as_png_too(run: Run, tmp_path: Path) -> None:
    png = tmp_path / "board.png"
    assert run("referee", "duel", "--png", str(png))[0] == 0
    assert png.read_bytes().startswith(b"\x89PNG")


def test_a_picture_never_replaces_what_it_shows(run: Run, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    state.write_text(EMPTY, "utf-8")
    code, _, err = run("moves", str(state), "--throw", "3C", "--svg", str(state))
    assert (code, err.count("\n")) == (2, 1)
    assert state.read_text("utf-8") == EMPTY
    code, _, err = run("board", "--png", str(tmp_path / "no" / "board.png"))
    assert (code, err.count("\n")) == (2, 1)


def test_samples_are_completed() -> None:
    state = next(param for param in moves.params if param.name == "named")
    words = [item.value for item in state.shell_complete(click.Context(moves), "")]
    assert words[1:] == ["crowd", "middle", "strait", "duel", "four", "slip"]


def test_every_sample_is_read(run: Run) -> None:
    for name in data.samples(("geocinco/states", "geocinco/records")):
        assert run("moves", name, "--throw", "3C")[0] == 2 * (name == "slip")
    boards = {state.board.name for state in STATES.values()}
    assert boards == set(BOARDS)
