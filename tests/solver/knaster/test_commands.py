"""`penta knaster referee` and `score`, run in this process through the boundary of cli.py."""

import json
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import click
import pytest

import data
from solver.files.input_text import Named
from solver.knaster.commands import score
from solver.knaster.options import NamedSheet, named_record, named_sheet, player_sheet
from solver.knaster.record import Player, Record, Turn
from solver.knaster.rules import judge
from solver.knaster.sheet import Sheet
from tests.solver.knaster import oracle
from tests.solver.knaster.test_sheet import TIM
from tests.support import Patch, Run, cases

ALONE = named_record("alone").value
FAMILY = named_record("family").value


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "knaster")


def _json(run: Run, *args: str, stdin: str = "") -> Any:
    code, out, err = run(*args, "--json", stdin=stdin)
    assert (code in (0, 1), err) == (True, "")
    return json.loads(out)


def test_the_referee_counts_a_solitaire(run: Run) -> None:
    answer = _json(run, "referee", "alone")
    (sheet,) = judge(ALONE).sheets
    assert answer == {
        "legal": True,
        "over": True,
        "score": 84,
        "lines": answer["lines"],
        "circled": len(sheet.circled),
    }
    assert [line["name"] for line in answer["lines"]] == [
        line.name for line in sheet.circled_lines()
    ]
    assert sum(line["points"] for line in answer["lines"]) + answer["circled"] == 84
    code, out, err = run("referee", "alone")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "record alone: legal: 38 turns, over"
    assert "84 points = 9 (row 1) + " in out


def test_the_referee_says_who_wins(run: Run) -> None:
    answer = _json(run, "referee", "family")
    assert (answer["legal"], answer["over"], answer["winners"]) == (True, True, ["Linus"])
    scores = {name: player["score"] for name, player in answer["players"].items()}
    assert scores == {"Sarah": 52, "Tim": 55, "Linus": 70}
    for player in answer["players"].values():
        assert player.keys() == {"score", "lines", "circled"}
    code, out, _ = run("referee", "family")
    assert (code, out.splitlines()[-1]) == (0, "Linus wins with 70 points.")


def test_of_a_game_that_goes_on_the_referee_says_who_leads(run: Run) -> None:
    record = Record(tuple(Player(name, turns[:20]) for name, turns in _turns(FAMILY)))
    text = json.dumps(record.to_json())
    answer = _json(run, "referee", "-", stdin=text)
    assert (answer["legal"], answer["over"], answer["winners"]) == (True, False, None)
    code, out, _ = run("referee", "-", stdin=text)
    assert code == 0
    assert out.splitlines()[-2] == "record -: legal: 20 turns, not over yet"
    assert " leads with " in out.splitlines()[-1]


def _turns(record: Record) -> list[tuple[str, tuple[Turn, ...]]]:
    return [(player.name, player.turns) for player in record.players]


def test_a_tie_is_shared(run: Run) -> None:
    twins = Record(tuple(Player(name, ALONE.players[0].turns) for name in ("Ann", "Ben")))
    text = json.dumps(twins.to_json())
    assert _json(run, "referee", "-", stdin=text)["winners"] == ["Ann", "Ben"]
    _, out, _ = run("referee", "-", stdin=text)
    assert out.splitlines()[-1] == "Ann and Ben tie with 84 points."


def test_an_illegal_turn_is_named_with_its_rule_and_the_exit_code_is_1(run: Run) -> None:
    code, out, err = run("referee", "slip")
    assert (code, err) == (1, "")
    last = " ".join(out.splitlines()[-2:])
    assert last.startswith("record slip: turn 14 is illegal: wrong bonus: ")
    answer = _json(run, "referee", "slip")
    reason = answer["violation"].pop("reason")
    violation = {"turn": 14, "player": "you", "rule": "wrong bonus"}
    assert answer == {"legal": False, "violation": violation}
    assert reason in last
    assert run("referee", "slip", "--json")[0] == 1


def test_of_several_players_the_referee_says_whose_turn_is_illegal(run: Run) -> None:
    name, turns = _turns(FAMILY)[1]
    slip = Player(name, (*turns[:3], Turn(turns[3].roll), *turns[4:]))
    record = Record((FAMILY.players[0], slip, FAMILY.players[2]))
    text = json.dumps(record.to_json())
    answer = _json(run, "referee", "-", stdin=text)
    assert list(answer["violation"].values())[:3] == [4, "Tim", "early pass"]
    code, out, _ = run("referee", "-", stdin=text)
    assert code == 1
    assert "record -: turn 4 of Tim is illegal: early pass: " in out


def test_a_game_without_a_turn_is_legal(run: Run) -> None:
    assert _json(run, "referee", "-", stdin='{"turns": []}') == {
        "legal": True,
        "over": False,
        "score": 0,
        "lines": [],
        "circled": 0,
    }
    _, out, _ = run("referee", "-", stdin='{"players": {"Ann": {"turns": []}, "B": {"turns": []}}}')
    assert out.endswith(
        "record -: legal: 0 turns, not over yet\nAnn and B are level with 0 points.\n"
    )


def test_the_score_of_the_booklet(run: Run) -> None:
    assert _json(run, "score", "tim") == {
        "score": 41,
        "lines": [
            {"name": "col a", "points": 9},
            {"name": "col c", "points": 7},
            {"name": "diagonal a1-e5", "points": 10},
        ],
        "circled": 15,
    }
    code, out, err = run("score", "tim")
    assert (code, err) == (0, "")
    assert "sheet tim: 41 points = 9 (col a) + 7 (col c) + 10 (diagonal a1-e5)" in out


@cases("text", TIM, json.dumps(Sheet.parse(TIM).to_json()), f"\n\n{TIM}".replace("\n", "\r\n"))
def test_a_sheet_is_read_as_text_and_as_json(run: Run, text: str, tmp_path: Path) -> None:
    (tmp_path / "sheet").write_text(text, encoding="utf-8")
    assert _json(run, "score", str(tmp_path / "sheet"))["score"] == 41
    assert _json(run, "score", "-", stdin=text)["score"] == 41


def test_of_a_record_or_a_saved_game_the_last_sheet_is_counted(run: Run, tmp_path: Path) -> None:
    assert _json(run, "score", "-", stdin=str(ALONE))["score"] == 84
    assert _json(run, "score", "alone")["score"] == 84
    begun = {"turns": ALONE.to_json()["turns"][:9], "play": {"seed": 7}}
    expected = judge(Record.of_solitaire(ALONE.players[0].turns[:9])).sheets[0]
    (tmp_path / "game.json").write_text(json.dumps(begun), encoding="utf-8")
    assert _sheet(str(tmp_path / "game.json")) == expected
    named = {"players": {"Ann": ALONE.to_json()}}
    assert _json(run, "score", "-", stdin=json.dumps(named))["score"] == 84


def _sheet(name: str, player: str | None = None) -> Sheet:
    return player_sheet(named_sheet(name), player, must_be_open=False).sheet


def test_of_a_record_of_several_the_sheet_of_a_player_is_counted(run: Run) -> None:
    scores = {
        name: _json(run, "score", "family", "--player", name)["score"] for name, _ in _turns(FAMILY)
    }
    assert scores == {"Sarah": 52, "Tim": 55, "Linus": 70}
    assert "sheet family, Tim: 55 points = " in run("score", "family", "--player", "Tim")[1]
    assert _sheet("family", "Tim") == judge(FAMILY).sheets[1]


@cases(
    "args message",
    ("family --player Ann", "family, player: expected one of Sarah, Tim, Linus, found 'Ann'"),
    ("alone --player Ann", "alone, player: expected one of you, found 'Ann'"),
    ("tim --player Ann", "tim, player: expected a record, whose players have names, found a s"),
    ("slip", "slip, turn 14: expected a legal turn, found wrong bonus: "),
)
def test_a_player_is_one_of_the_record(run: Run, args: str, message: str) -> None:
    code, out, err = run("score", *args.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"penta: sheet {message}")


def test_of_several_players_one_roll_is_left_when_a_sheet_is_full() -> None:
    counts = [len(turns) for _, turns in _turns(FAMILY)]
    for left, is_last in ((2, False), (1, True)):
        players = (Player(name, turns[: counts[0] - left]) for name, turns in _turns(FAMILY))
        named: NamedSheet = Named("record", Record(tuple(players)))
        for name, _ in _turns(FAMILY):
            assert player_sheet(named, name, must_be_open=True).is_last == is_last


def test_samples_of_sheets_and_of_records_are_completed() -> None:
    sheet = next(param for param in score.params if param.name == "named")
    words = [item.value for item in sheet.shell_complete(click.Context(score), "")]
    assert words[1:] == ["half", "tim", "alone", "family", "slip"]


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
        "sheet -, turn 1: expected a legal turn, found early pass: only the last roll may",
    ),
    ('{"turns": 7}', "sheet -, turns: expected a list of turns, found 7"),
)
def test_what_is_no_sheet_is_one_line_on_stderr(run: Run, text: str, message: str) -> None:
    code, out, err = run("score", "-", stdin=text)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"penta: {message}")


def test_line_values_replace_the_bundled_ones(run: Run, tmp_path: Path) -> None:
    values = tmp_path / "values.toml"
    values.write_text(
        "rows = [1, 2, 3, 4, 5]\ncols = [100, 0, 1000, 0, 0]\ndiagonals = [20, 30]\n", "utf-8"
    )
    assert _json(run, "score", "tim", "--values", str(values))["score"] == 100 + 1000 + 20 + 15
    points = [1, 2, 3, 4, 5, 100, 0, 1000, 0, 0, 20, 30]
    answer = _json(run, "referee", "family", "--values", str(values))
    for player, sheet in zip(answer["players"].values(), judge(FAMILY).sheets, strict=True):
        assert player["score"] == oracle.score(sheet, points)
    code, out, _ = run("score", "tim", "--values", str(values))
    assert code == 0
    assert "(1000)" in out
    code, _, err = run("score", "tim", "--values", str(tmp_path / "none"))
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith("penta: line values ")


def test_line_values_may_come_from_the_environment(
    run: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    values = tmp_path / "values.toml"
    values.write_text("rows = [1]", "utf-8")
    monkeypatch.setenv("PENTA_VALUES", str(values))
    code, _, err = run("score", "tim")
    assert code == 2
    assert err.startswith("penta: PENTA_VALUES: line values ")


@pytest.mark.parametrize("args", [("score", "tim"), ("referee", "family"), ("referee", "slip")])
def test_pictures_are_written_beside_the_answer(
    run: Run, args: tuple[str, ...], tmp_path: Path
) -> None:
    svg, png = tmp_path / "sheet.svg", tmp_path / "sheet.png"
    code, out, err = run(*args, "--svg", str(svg), "--png", str(png))
    assert (code, err) == (int(args[1] == "slip"), "")
    assert out == run(*args)[1]
    root = ET.fromstring(svg.read_bytes())  # noqa: S314 - our own
    assert root.tag.endswith("svg")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_a_picture_never_replaces_the_sheet_that_it_shows(run: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text(TIM, "utf-8")
    code, _, err = run("score", str(sheet), "--svg", str(sheet))
    assert (code, err.count("\n")) == (2, 1)
    assert sheet.read_text("utf-8") == TIM
    code, _, err = run("score", "tim", "--svg", str(tmp_path / "no" / "sheet.svg"))
    assert (code, err.count("\n")) == (2, 1)


def test_every_sample_is_read(run: Run) -> None:
    for name in data.samples("knaster/sheets"):
        assert run("score", name)[0] == 0
    for name in data.samples("knaster/records"):
        assert run("referee", name)[0] == int(name == "slip")


def test_answers_fit_a_terminal(run: Run) -> None:
    for args in [("score", "tim"), *(("referee", name) for name in ("alone", "family", "slip"))]:
        assert max(map(len, run(*args)[1].splitlines())) <= 80
