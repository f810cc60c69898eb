"""`penta knaster referee` and `score`, run in this process through the boundary of cli.py."""

import json
from functools import partial
from pathlib import Path

import pytest

import data
from solver.knaster.answer import parse_sheet_or_record, player_sheet
from solver.knaster.record import Player, Record, Turn
from solver.knaster.rules import judge
from tests.solver.knaster import oracle
from tests.support import Patch, Run, answer, cases, refusal

ALONE, FAMILY = (
    Record.parse(data.read(f"knaster/records/{name}.json")) for name in ("alone", "family")
)
SCORES = {"Sarah": 52, "Tim": 55, "Linus": 70}


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "knaster")


def test_the_referee_says_who_wins(run: Run) -> None:
    told = answer(run, "referee", "family")
    assert (told["legal"], told["over"], told["winners"]) == (True, True, ["Linus"])
    assert {name: player["score"] for name, player in told["players"].items()} == SCORES
    assert {*map(frozenset, told["players"].values())} == {frozenset(("score", "lines", "circled"))}


def test_of_a_game_that_goes_on_the_referee_says_who_leads(run: Run) -> None:
    record = Record(tuple(Player(name, turns[:20]) for name, turns in _turns(FAMILY)))
    told = answer(run, "referee", "-", stdin=str(record))
    assert (told["legal"], told["over"], told["winners"]) == (True, False, None)
    code, out, _ = run("referee", "-", stdin=str(record))
    *_, before, last = out.splitlines()
    assert (code, before) == (0, "record -: legal: 20 turns, not over yet")
    assert " leads with " in last


def _turns(record: Record) -> list[tuple[str, tuple[Turn, ...]]]:
    return [(player.name, player.turns) for player in record.players]


def test_a_tie_is_shared(run: Run) -> None:
    twins = Record(tuple(Player(name, ALONE.players[0].turns) for name in ("Ann", "Ben")))
    assert answer(run, "referee", "-", stdin=str(twins))["winners"] == ["Ann", "Ben"]
    assert run("referee", "-", stdin=str(twins))[1].endswith("\nAnn and Ben tie with 84 points.\n")


def test_of_several_players_the_referee_says_whose_turn_is_illegal(run: Run) -> None:
    name, turns = _turns(FAMILY)[1]
    slip = Player(name, (*turns[:3], Turn(turns[3].roll), *turns[4:]))
    text = str(Record((FAMILY.players[0], slip, FAMILY.players[2])))
    told = answer(run, "referee", "-", stdin=text)
    assert list(told["violation"].values())[:3] == [4, "Tim", "early pass"]
    code, out, _ = run("referee", "-", stdin=text)
    assert code == 1
    assert "record -: turn 4 of Tim is illegal: early pass: " in out


def test_a_game_without_a_turn_is_legal(run: Run) -> None:
    told = answer(run, "referee", "-", stdin='{"turns": []}')
    legal = {"legal": True, "violation": None, "over": False}
    assert told == legal | {"score": 0, "lines": [], "circled": 0}
    _, out, _ = run("referee", "-", stdin='{"players": {"Ann": {"turns": []}, "B": {"turns": []}}}')
    text = "record -: legal: 0 turns, not over yet"
    assert out.endswith(f"{text}\nAnn and B are level with 0 points.\n")


def test_of_a_record_or_a_saved_game_the_last_sheet_is_counted(run: Run) -> None:
    named = json.dumps({"players": {"Ann": ALONE.to_json()}})
    for args, stdin in ((["-"], str(ALONE)), (["alone"], ""), (["-"], named)):
        assert answer(run, "score", *args, stdin=stdin)["score"] == 84
    begun = {"turns": ALONE.to_json()["turns"][:9], "play": {"seed": 7}}
    expected = judge(Record.of_solitaire(ALONE.players[0].turns[:9])).sheets[0]
    found = player_sheet(parse_sheet_or_record(json.dumps(begun)), None, title="game")
    assert found == ("game", expected, False)


def test_of_several_players_one_roll_is_left_when_a_sheet_is_full() -> None:
    counts = [len(turns) for _, turns in _turns(FAMILY)]
    for left, is_last in ((2, False), (1, True)):
        players = (Player(name, turns[: counts[0] - left]) for name, turns in _turns(FAMILY))
        record = Record(tuple(players))
        for name, _ in _turns(FAMILY):
            assert player_sheet(record, name, title="r", must_be_open=True).is_last == is_last


@cases(
    "text message",
    ("", "sheet -: expected 5 rows, found 0"),
    ("{", "sheet -, line 1, column 2: expected JSON, found ''"),
    ("[]", "sheet -: expected 5 rows, found 1"),
    (
        str(FAMILY),
        "sheet -: expected a sheet, or the record of one player, found a record of Sarah, ",
    ),
    (
        '{"turns": [{"roll": 7}]}',
        "sheet -, turn 1: expected a legal turn, found early pass: only t",
    ),
    ('{"turns": 7}', "sheet -, turns: expected a list of turns, found 7"),
)
def test_what_is_no_sheet_is_one_line_on_stderr(run: Run, text: str, message: str) -> None:
    assert refusal(run, "score", "-", stdin=text).startswith(f"penta: {message}")


def test_line_values_replace_the_bundled_ones(run: Run, tmp_path: Path, monkeypatch: Patch) -> None:
    values, args = tmp_path / "values.toml", ("--values", str(tmp_path / "values.toml"))
    rows = "rows = [1, 2, 3, 4, 5]\ncols = [100, 0, 1000, 0, 0]\ndiagonals = [20, 30]\n"
    values.write_text(rows, "utf-8")
    assert answer(run, "score", "tim", *args)["score"] == 100 + 1000 + 20 + 15
    points = [1, 2, 3, 4, 5, 100, 0, 1000, 0, 0, 20, 30]
    told = answer(run, "referee", "family", *args)
    for player, sheet in zip(told["players"].values(), judge(FAMILY).sheets, strict=True):
        assert player["score"] == oracle.score(sheet, points)
    assert "(1000)" in run("score", "tim", *args)[1]
    values.write_text("rows = [1]", "utf-8")
    monkeypatch.setenv("PENTA_VALUES", str(values))
    assert refusal(run, "score", "tim").startswith("penta: PENTA_VALUES: line values ")


def test_every_sample_is_read(run: Run) -> None:
    for name in data.samples("knaster/sheets"):
        assert run("score", name)[0] == 0
    for name in data.samples("knaster/records"):
        assert run("referee", name)[0] == int(name == "slip")


LETTERS, POINTS = "the letters of the columns", "the points of the lines, which --values sets"
HEADER, ROWS = "a b c d e 10\n", "".join(f"{row} . 7 . . 2\n" for row in range(1, 6))


@pytest.mark.parametrize("dice", [["4", "3"], ["4+3"], ["4", "+", "3"], ["4,3"]])
def test_two_dice_are_advised_on_as_their_sum_and_told(dice: list[str], typed: Run) -> None:
    args = ("knaster", "advise", "half", "--plies", "1", "--json")
    code, out, err = typed(*args, *dice)
    assert (code, err) == (0, "4 + 3 is taken as two dice, roll 7\n")
    assert typed(*args, "7") == (0, out, "")


@cases("command", "review", "referee")
def test_a_sheet_where_a_record_belongs_is_named_as_one(command: str, typed: Run) -> None:
    run = partial(typed, "knaster", command)
    for name, stdin in (("half", ""), ("-", "6,5,,7,4\n" * 5)):
        message = refusal(run, name, stdin=stdin)
        assert "expected the record of a game, turn by turn, found a sheet" in message
    assert "'nope': expected a text file" in refusal(run, "nope")
    assert "found a sheet" not in refusal(run, "-", stdin="no sheet")


def test_lines_of_a_number_and_a_cell_are_said_to_be_taken_as_a_sheet(typed: Run) -> None:
    code, out, err = typed("knaster", "score", "-", "--json", stdin="7 c3\n(8) d4\n")
    assert (code, err) == (0, "sheet -: taken as a sheet, a number and its cell on each line\n")
    assert out == '{"score": 1, "lines": [], "circled": 1}\n'


@cases(
    "text left_out",
    ("a b c d e\n" + 5 * ". . . . 7\n", LETTERS),
    (
        "a,b,c,d,e\n" + "".join(f"{row},.,.,.,.,7,3\n" for row in range(1, 6)) + "0,0,0\n",
        f"{LETTERS}, the numbers of the rows, {POINTS}",
    ),
)
def test_the_margins_of_a_sheet_are_left_out_with_a_line_that_says_so(
    typed: Run, text: str, left_out: str
) -> None:
    code, _, err = typed("knaster", "score", "-", stdin=text)
    assert (code, err) == (0, f"sheet -: left out as margins: {left_out}\n")


@cases(
    "text found",
    (f"{HEADER}{ROWS}{HEADER}{ROWS}", "below the rows: expected 5 rows and their points, found 11"),
    (f"{HEADER}{ROWS}2 2 2 2 2\n(9) (9) (9) (9) (9)\n", "5 rows and their points, found 7"),
    (f"{HEADER}{ROWS}2 2 . 2 2\n", "below the rows: expected the points of at most 6 lines"),
    (ROWS.replace("2 . 7 . . 2", "2 . 7 . . 2 foo"), "behind row 2: expected the points of a line"),
    (f"a b c d e 10 f\n{ROWS}", "above the rows: expected the points of a line, found '10 f'"),
)
def test_what_is_no_margin_of_a_sheet_is_refused(typed: Run, text: str, found: str) -> None:
    assert found in refusal(typed, "knaster", "score", "-", stdin=text)
