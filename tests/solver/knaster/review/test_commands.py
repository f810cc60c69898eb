"""`penta knaster review`, with advice from a stub, and once from the table."""

import json
from pathlib import Path

import pytest

from solver.knaster.line_values import default_line_values
from solver.knaster.record import Record
from solver.knaster.rules import judge
from solver.knaster.strategy.advice import Advisor
from tests.solver.knaster import oracle
from tests.solver.knaster.stub_advisor import stub_advisor
from tests.support import Patch, Run

REVIEW = ("knaster", "review")
VALUES = default_line_values()


@pytest.fixture
def stubbed(monkeypatch: Patch) -> None:
    """Let advice come from the stub."""
    monkeypatch.setattr(Advisor, "load", stub_advisor)


def _written(record: Record, folder: Path) -> str:
    path = folder / "game.json"
    path.write_text(str(record), encoding="utf-8")
    return str(path)


@pytest.mark.usefixtures("stubbed")
def test_an_illegal_record_is_an_error_that_names_the_turn(typed: Run) -> None:
    code, out, err = typed(*REVIEW, "slip")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("penta: record slip, turn 14: expected a legal turn, found wrong bonus")


@pytest.mark.usefixtures("stubbed")
def test_a_game_that_is_not_over_is_reviewed_without_hindsight(typed: Run, tmp_path: Path) -> None:
    name = _written(oracle.random_game(1, players=2, most=12), tmp_path)
    code, out, err = typed(*REVIEW, name, "--json")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert (answer["over"], answer["hindsight"]) == (False, None)
    assert [len(player["turns"]) for player in answer["players"].values()] == [12, 12]
    first, second = answer["players"]
    alone = {"plies": 2, "over": False, **answer["players"][second], "hindsight": None}
    code, out, err = typed(*REVIEW, name, "--player", second, "--json")
    assert (code, json.loads(out), err) == (0, alone, "")
    code, out, err = typed(*REVIEW, name, "--player", "Nobody")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"player: expected one of {first}, {second}, found 'Nobody'" in err


@pytest.mark.usefixtures("stubbed")
def test_the_expected_score_is_plotted_the_same_every_time(typed: Run, tmp_path: Path) -> None:
    name = _written(oracle.random_game(1, players=2, most=12), tmp_path)
    plots = [tmp_path / "one.svg", tmp_path / "other.svg"]
    for plot in plots:
        assert typed(*REVIEW, name, "--plot", str(plot))[0] == 0
    assert plots[0].read_bytes() == plots[1].read_bytes()
    assert "player 1" in plots[0].read_text(encoding="utf-8")
    code, out, err = typed(*REVIEW, name, "--plot", str(tmp_path / "plot.txt"))
    assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.usefixtures("compiled", "short_searches")
def test_by_the_table_too_a_game_adds_up_and_its_rolls_allowed_no_less(
    typed: Run, tmp_path: Path
) -> None:
    record = oracle.random_game(5)
    name = _written(record, tmp_path)
    begun = '{"turns": [{"roll": 7, "write": "c3"}]}'
    typed(*REVIEW, "-", "--plies", "1", stdin=begun)  # which may announce that it compiles
    code, out, err = typed(*REVIEW, name, "--plies", "1", "--json")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    score = judge(record).sheets[0].score(VALUES)
    assert answer["score"] == score
    assert answer["start"] + answer["luck"] + answer["skill"] == pytest.approx(score, abs=1e-6)
    assert all(turn["loss"] >= 0 for turn in answer["turns"])
    assert answer["hindsight"]["score"] >= score
