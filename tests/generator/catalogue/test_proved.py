"""`penta generate prove`: what it claims, and by what."""

import json

import pytest

import cli
from generator.proof.proof import claim_text
from solver.penta_rush.card import Card
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import Survey
from tests.support import slow

CLAIM = claim_text(7, default_points())


def _least_optimum(card: str) -> int:
    return min(row.optimum for row in Survey(Card.parse(card), default_points()))


def test_prove_prints_its_claim(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["generate", "prove", "3x5:ACABBCBBCBCBAAC", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["proved"], answer["claim"], answer["better"]) == (True, CLAIM, None)
    assert answer["methods"] == ["exhaustion", "cp-sat"]


def test_prove_names_a_richer_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["generate", "prove", "3x5:AAAAAAAAAAAAABC", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert not answer["proved"]
    assert _least_optimum(answer["better"]) > answer["value"]


def test_a_proof_that_takes_longer_than_asked_is_undecided(
    capsys: pytest.CaptureFixture[str],
) -> None:
    card = "5x6:" + "ABCABCBCABCACABCAB" + "ABCABCBCABCA"  # minutes
    assert cli.run(["generate", "prove", card, "--seconds", "0.3"]) == 3
    out, err = capsys.readouterr()
    assert (out, err) == ("", "penta: undecided: there was no answer within 0.3 s\n")


def test_a_card_that_is_not_flat_is_not_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["generate", "prove", "meadow"]) == 1
    assert "not proved: it is not flat" in capsys.readouterr().out


def test_a_flat_card_at_the_most_that_five_tiles_earn_is_proved_by_counting(
    capsys: pytest.CaptureFixture[str],
) -> None:
    card = "5x6:BABCABCCBCABBABABCAACABCCCBACA"
    assert cli.run(["generate", "prove", card, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["value"], answer["methods"]) == (18, ["counting"])
    assert answer["claim"] == "flat at 18, the most that any roll can be worth"
    assert answer["reason"] == "five tiles earn 18 points at most"


def test_a_size_is_too_small_by_counting(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["generate", "prove", "13x13", "--value", "18", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["rows"], answer["cols"], answer["symbols"]) == (13, 13, 6)
    assert (answer["proved"], answer["methods"], answer["card"]) == (True, ["counting"], None)
    assert answer["reason"].endswith("126 placements of it; there are 121")


@pytest.mark.parametrize("engine", ["exhaustion", "cp-sat", slow("both")])
@pytest.mark.parametrize("value", [7, 8])
def test_a_size_is_decided_by_each_engine(
    capsys: pytest.CaptureFixture[str], engine: str, value: int
) -> None:
    words = ["generate", "prove", "3x5", "--symbols", "3", "--value", str(value)]
    assert cli.run([*words, "--engine", engine, "--json"]) == (1 if value == 7 else 0)
    answer = json.loads(capsys.readouterr().out)
    assert answer["proved"] == (value == 8)
    if value == 7:
        assert _least_optimum(answer["card"]) >= 7


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["6x6"], "--value is missing; a size needs one."),
        (["6x6", "--value", "9", "--catalogue", "none.db"], "--catalogue goes with CARD."),
        *(
            (
                ["pocket", "--catalogue", "none.db", "--engine", engine],
                "--catalogue goes with --engine both.",
            )
            for engine in ("cp-sat", "exhaustion")
        ),
        (["pocket", "--value", "9"], "--value goes with a size, such as 6x6."),
        (["pocket", "--symbols", "3"], "--symbols goes with a size, such as 6x6."),
        (["0x6", "--value", "9"], "size: expected 1x1 to 20x20 cells, found 0x6"),
        (["21x6", "--value", "9"], "size: expected 1x1 to 20x20 cells, found 21x6"),
        (["6x6", "--value", "0"], "0"),
        (["6x6", "--value", "9", "--symbols", "2"], "2"),
    ],
)
def test_what_cannot_be_proved_is_refused_on_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert cli.run(["generate", "prove", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert "Traceback" not in err
