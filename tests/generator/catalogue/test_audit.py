"""The audit of a catalogue, and the two commands that read one."""

import json
import sqlite3
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings

from generator.catalogue.audit import ENGINES, audit
from generator.catalogue.entry import CardStatus, CatalogueRow, format_row
from generator.catalogue.store import Catalogue
from generator.proof.proof import claim_text
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points, default_points
from solver.runtime.parallel import process_map
from tests.generator.catalogue.test_store import SAMPLES, entry, measured
from tests.strategies import cards, points
from tests.support import Run

CARD = Card.parse("3x5:AABCDDCBAAABCDA")

CLAIM = claim_text(7, default_points())


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "generate")


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Return a catalogue of three cards: two right, the second of them proved, and one wrong."""
    name = str(tmp_path / "cards.db")
    right = measured(CARD)
    proved = replace(
        measured(Card.parse("3x5:ACABBCBBCBCBAAC")), status=CardStatus.PROVED, proof=CLAIM
    )
    with Catalogue(name) as catalogue:
        for new in (right, proved, entry(3, points=Points((1,) * 12))):
            assert catalogue.add(new)
    return name


@pytest.mark.parametrize(
    ("card", "proof"),
    [
        ("3x5:ACABBCBBCBCBAAC", claim_text(6, default_points())),  # it is worth 7
        ("3x5:AABCDDCBAAABCDA", CLAIM),  # it is not flat
        ("3x5:AAABBBCCCABCABC", claim_text(0, default_points())),
    ],
)
def test_a_proof_that_does_not_hold_is_a_difference(card: str, proof: str) -> None:
    entry = replace(measured(Card.parse(card)), status=CardStatus.PROVED, proof=proof)
    (result,) = audit([format_row(entry)], "plain")
    assert [difference[:6] for difference in result.differences] == ["proof:"]


def test_a_proof_that_takes_too_much_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.proof.exhaustive._MAX_TILE_SETS", 3)
    card = Card.parse("3x5:ACABBCBBCBCBAAC")
    entry = replace(measured(card), status=CardStatus.PROVED, proof=CLAIM)
    (result,) = audit([format_row(entry)], "plain")
    (difference,) = result.differences
    assert difference.startswith("proof: it cannot be repeated: there are more than 3 ways")


@pytest.mark.parametrize("engine", list(ENGINES))
def test_every_engine_confirms_the_rows(engine: str) -> None:
    rows = [format_row(measured(CARD)), format_row(measured(CARD, dice="ABCDEF"))]
    assert [result.differences for result in audit(rows, engine)] == [[], []]


@settings(max_examples=10)
@given(card=cards(largest=5, symbols=4, cells=15), values=points())
def test_the_audit_confirms_what_the_survey_measured(card: Card, values: Points) -> None:
    row = format_row(measured(card, points=values, dice="".join(sorted({*card.symbols, *"ABC"}))))
    for engine in ("cp-sat", "plain"):
        (result,) = audit([row], engine)
        assert result == (row, [])


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ({"canonical": "3x5:AAAAAAAAAAAAAAA"}, "canonical: expected 3x5:A"),
        ({"rows": 5}, "rows: expected 3, found 5"),
        ({"exact_mean": "7/2"}, "exact_mean: expected 69/20, found 7/2"),
        ({"exact_variance": "0"}, "exact_variance: expected "),
        ({"sd": 1.5}, "sd: expected 1.9"),
        ({"least": 1}, "least: expected 0, found 1"),
        ({"greatest": 9}, "greatest: expected 8, found 9"),
        ({"duds": 0}, "duds: expected 2, found 0"),
        ({"symbols": 6}, "symbols: expected 4, found 6"),
        ({"dice": "ABC"}, "dice: expected three or more symbols"),
        ({"card": "?"}, "card: expected a card id (2x5:ABCDEFABCD), found '?'"),
        ({"status": "proved"}, "proof: expected one if the status is proved"),
        ({"options": '{"b": 1, "a": 2}'}, 'options: expected {"a": 2, "b": 1}'),
        ({"cols": 6}, "cols: expected 5, found 6"),
        ({"version": "the newest"}, "version: expected a version of penta, such as 0.1.0, found"),
        ({"seed": "7", "options": '{"seed": "8"}'}, "options: expected seed 7, as in the row"),
        ({"people_mean": 9.5}, "people_mean: expected 1.4501, found 9.5"),
        ({"people_sd": 0.0}, "people_sd: expected 0.9217, found 0.0"),
        ({"options": '{"rows": "5"}'}, "options: expected rows 3, as in the row, found '5'"),
        ({"options": '{"cols": 3}'}, "options: expected cols 5, as in the row, found 3"),
        ({"options": '{"symbols": "3"}'}, "options: expected symbols 4, as in the row, found '3'"),
    ],
)
def test_a_changed_value_is_a_difference(broken: dict[str, object], message: str) -> None:
    row = format_row(measured(CARD))
    (result,) = audit([CatalogueRow(**{**row._asdict(), **broken})], "plain")
    assert len(result.differences) == 1
    assert result.differences[0].startswith(message)


def test_the_last_decimal_of_how_people_do_may_be_that_of_another_machine() -> None:
    row = format_row(measured(CARD))
    assert row.people_sd is not None
    for change, differs in ((0.0001, False), (-0.0001, False), (0.0002, True)):
        (result,) = audit([row._replace(people_sd=round(row.people_sd + change, 4))], "plain")
        assert bool(result.differences) == differs
    for changes in ({"people_mean": None, "people_sd": None}, {"people_skill": "0.3"}):
        (result,) = audit([row._replace(**changes)], "plain")
        assert [each[:10] for each in result.differences] == ["people_mea", "people_sd:"]


def test_the_results_come_in_the_order_of_the_rows_whatever_the_jobs() -> None:
    rows = [format_row(entry(number)) for number in (3, 1)] + [format_row(measured(CARD))]
    with process_map(2) as map_tasks:
        results = list(audit(rows, "plain", map_tasks))
    assert [result.row for result in results] == rows
    assert [not result.differences for result in results] == [False, False, True]


# --- the commands


def test_best_lists_the_flattest_first_in_a_table_for_each_points(run: Run, file: str) -> None:
    code, out, err = run("records", file, "--all")
    assert (code, err) == (0, "")
    heads = [line for line in out.splitlines() if line.startswith("tiles")]
    assert heads == [
        "tiles F1 I1 L1 N1 P1 T1 U1 V1 W1 X1 Y1 Z1",
        "tiles F1 I4 L1 N2 P1 T3 U2 V3 W4 X4 Y2 Z3",
    ]
    assert out.count("best known") == 2
    assert "proved      3x5:" in out


def test_best_is_limited_to_the_best_of_a_size(run: Run) -> None:
    _, out, _ = run("records", "samples", "--all", "--size", "10x10", "--limit", "2")
    assert [line[:5] for line in out.splitlines()[2:]] == [" 0.76", " 0.96"]
    assert all(" 10x10:" in line for line in out.splitlines()[2:])


def test_best_in_json_has_how_a_card_was_found(run: Run) -> None:
    code, out, _ = run("records", "samples", "--all", "--symbols", "4", "--json")
    (found,) = json.loads(out)
    assert code == 0
    assert {"card", "sd", "mean", "min", "max", "duds", "status", "points"} <= found.keys()
    assert found["found"]["options"] == {"even": True}
    assert (found["found"]["seed"], found["status"], found["proof"]) == (1, "best known", None)


def test_an_empty_list_is_a_message_and_no_error(run: Run) -> None:
    message = "no card in the catalogue matches\n"
    assert run("records", "samples", "--all", "--size", "3x9") == (0, "", message)
    assert run("records", "samples", "--all", "--size", "3x9", "--json") == (0, "[]\n", message)


def test_where_no_row_matches_none_is_verified(run: Run) -> None:
    message = "no card in the catalogue matches\n"
    assert run("records", "samples", "--all", "--verify", "--size", "3x9") == (1, "", message)
    assert run("records", "samples", "--all", "--verify", "--size", "3x9", "--json") == (
        1,
        "[]\n",
        message,
    )


def test_verify_prints_every_row_and_exits_with_1_if_one_differs(run: Run, file: str) -> None:
    code, out, err = run("records", file, "--all", "--verify")
    assert (code, err) == (1, "")
    *lines, scope = out.splitlines()
    assert len(lines) == 3
    assert scope.endswith("Taken on trust: version, seed and options.")
    assert sum(line.startswith("ok  ") for line in lines) == 2
    assert sum(line.endswith(f"  proved: {CLAIM}") for line in lines) == 1
    (wrong,) = (line for line in lines if line.startswith("differs  2x5:"))
    assert "mean: expected " in wrong


def test_verify_in_json_has_what_differs(run: Run, file: str) -> None:
    code, out, _ = run("records", file, "--all", "--verify", "--json", "--engine", "plain")
    assert code == 1
    answer = json.loads(out)
    assert sorted(result["ok"] for result in answer) == [False, True, True]
    assert all(bool(result["differs"]) != result["ok"] for result in answer)
    assert {result["proof"] for result in answer} == {None, CLAIM}


@pytest.mark.slow
def test_the_bundled_catalogue_is_right(run: Run) -> None:
    code, out, _ = run("records", "samples", "--all", "--verify", "--engine", "plain")
    assert (code, out.count("ok  ")) == (0, 11)


@pytest.mark.slow
def test_the_bundled_catalogue_is_right_by_cp_sat(run: Run) -> None:
    assert run("records", "samples", "--all", "--verify")[0] == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ["records", "no.db", "--all"],
            "catalogue no.db: expected a catalogue, found no such file",
        ),
        (
            ["records", __file__, "--all", "--verify"],
            "can be read and written, found a file that is not",
        ),
        (
            ["records", "samples", "--all", "--size", "10"],
            "--size: expected rows before cols, 10x10, found '10'",
        ),
        (["records", "samples", "--all", "--symbols", "0"], "'--symbols'"),
        (["records", "samples", "--all", "--verify", "--engine", "x"], "'--engine'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run: Run, args: list[str], message: str) -> None:
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_a_row_that_was_tampered_with_is_no_traceback(run: Run, file: str) -> None:
    database = sqlite3.connect(file)
    with database:
        database.execute("UPDATE cards SET options = '{'")
    database.close()
    assert run("records", file, "--all")[0] == 0
    code, out, err = run("records", file, "--all", "--json")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"catalogue {file}, card '3x5:A" in err
    assert ", row: expected values as penta writes them, found Expecting property name" in err
    code, out, _ = run("records", file, "--all", "--verify")
    assert (code, out.count("differs  ")) == (1, 3)


def test_a_seed_that_is_not_that_of_the_options_is_noticed(run: Run, file: str) -> None:
    database = sqlite3.connect(file)
    with database:
        database.execute("UPDATE cards SET seed = '7', options = '{\"seed\": \"8\"}'")
        database.execute("DELETE FROM cards WHERE canonical LIKE '2x5:%'")
    database.close()
    code, out, _ = run("records", file, "--all", "--verify")
    assert (code, out.count("differs  ")) == (1, 2)


def test_a_sample_wins_over_a_file_of_its_name(run: Run) -> None:
    assert run("records", "samples", "--all")[1] == run("records", str(SAMPLES), "--all")[1]
