"""`penta knaster advise`, with advice from a stub, and once from the table."""

import json
from pathlib import Path

import pytest

import data
from solver.knaster.options import named_record
from solver.knaster.record import Player, Record
from solver.knaster.sheet import Sheet
from solver.knaster.strategy.advice import Advisor
from tests.solver.knaster import oracle
from tests.solver.knaster.stub_advisor import stub_advisor
from tests.support import Patch, Run

ADVISE = ("knaster", "advise")


@pytest.fixture
def stubbed(monkeypatch: Patch) -> None:
    """Let advice come from the stub."""
    monkeypatch.setattr(Advisor, "load", stub_advisor)


@pytest.mark.usefixtures("stubbed")
def test_with_a_roll_json_has_that_roll_alone_and_else_all_eleven(typed: Run) -> None:
    code, out, err = typed(*ADVISE, "half", "7", "--json")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert list(answer["rolls"]) == ["7"]
    assert answer["mean"] == answer["rolls"]["7"][0]["mean"]
    _, out, _ = typed(*ADVISE, "half", "--json")
    every = json.loads(out)
    assert list(map(int, every["rolls"])) == list(range(2, 13))
    assert every["rolls"]["7"] == answer["rolls"]["7"]
    means = [every["rolls"][str(roll)][0]["mean"] for roll in oracle.ROLLS]
    assert every["mean"] == pytest.approx(sum(means) / 36, abs=1e-3)


@pytest.mark.usefixtures("stubbed")
@pytest.mark.parametrize("roll", ["1", "13", "0", "-3", "7.5", "seven"])
def test_a_roll_that_two_dice_cannot_show_is_an_error_on_one_line(roll: str, typed: Run) -> None:
    code, out, err = typed(*ADVISE, "half", "--", roll)
    assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.usefixtures("stubbed")
def test_a_record_is_advised_on_until_its_last_roll_is_played(typed: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    record = oracle.random_game(1)
    path.write_text(str(record), encoding="utf-8")
    message = "expected a game with a roll left, found one whose last roll was played"
    assert typed(*ADVISE, str(path)) == (2, "", f"penta: sheet {path}: {message}\n")
    path.write_text(str(oracle.random_game(1, most=len(record.rolls) - 1)), encoding="utf-8")
    code, out, _ = typed(*ADVISE, str(path))
    assert code == 0
    assert ", exactly " in out


@pytest.mark.usefixtures("stubbed")
def test_a_player_is_advised_on_the_last_roll_when_another_has_filled_his_sheet(typed: Run) -> None:
    family = named_record("family").value.players
    for left, may_pass in ((1, True), (2, False)):
        begun = (Player(player.name, player.turns[:-left]) for player in family)
        args = (*ADVISE, "-", "7", "--player", "Sarah", "--all")
        code, out, err = typed(*args, stdin=str(Record(tuple(begun))))
        assert (code, err) == (0, "")
        assert ("  pass\n" in out) == may_pass


@pytest.mark.usefixtures("stubbed")
def test_other_line_values_are_told_to_be_scaled(typed: Run, tmp_path: Path) -> None:
    path = tmp_path / "values.toml"
    text = data.read("line_values.toml")
    path.write_text(text, encoding="utf-8")
    assert typed(*ADVISE, "half", "7", "--values", str(path))[2] == ""
    path.write_text(text.replace("10", "11"), encoding="utf-8")
    _, _, err = typed(*ADVISE, "half", "7", "--values", str(path))
    assert err == "the table was learned for the bundled line values: it is scaled to these\n"


@pytest.mark.usefixtures("stubbed")
def test_a_picture_shows_the_best_move_and_what_each_cell_loses(typed: Run, tmp_path: Path) -> None:
    path = tmp_path / "advice.svg"
    code, _, err = typed(*ADVISE, "half", "7", "--svg", str(path))
    assert (code, err) == (0, "")
    text = path.read_text(encoding="utf-8")
    assert "#f3c98b" in text
    assert ">-" in text
    assert "roll 7: expected" in text
    code, out, err = typed(*ADVISE, "half", "7", "--svg", str(tmp_path / "no" / "a.svg"))
    assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.usefixtures("compiled")
def test_the_table_rates_every_legal_move_and_knows_exact_endings(
    typed: Run, tmp_path: Path
) -> None:
    typed(*ADVISE, "half", "7")  # which may announce on stderr that it compiles
    code, out, err = typed(*ADVISE, "half", "7", "--json")
    assert (code, err) == (0, "")
    moves = json.loads(out)["rolls"]["7"]
    sheet = Sheet.parse(data.read("knaster/sheets/half.txt"))
    assert len(moves) == len(list(oracle.turns(sheet, 7)))
    means = [move["mean"] for move in moves]
    assert means == sorted(means, reverse=True)
    path = tmp_path / "ending.txt"
    path.write_text(str(Sheet.parse("(6) 5 . (7) 4\n" + 4 * "2 (3) 8 9 11\n")), encoding="utf-8")
    answer = json.loads(typed(*ADVISE, str(path), "--json")[1])
    numerator, denominator = map(int, answer["exact"].split("/"))
    assert answer["mean"] == pytest.approx(numerator / denominator, abs=1e-4)
    assert all(move["exact"] for moves in answer["rolls"].values() for move in moves)
