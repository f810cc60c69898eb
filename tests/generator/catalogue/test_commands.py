"""`penta generate records`, and the news of a record from the commands that make cards."""

import json
import random
import shlex
import signal
import sqlite3
import subprocess
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from string import ascii_uppercase

import pytest

from generator.catalogue.audit import ENGINES, audit
from generator.catalogue.entry import parse_row
from generator.catalogue.store import Catalogue
from solver.penta_rush.card import Card
from tests.generator.catalogue.made import made
from tests.generator.catalogue.test_store import measured
from tests.support import PENTA, ROOT, Run, slow

BUNDLED = ROOT / "data" / "catalogues" / "records.db"
# Quick to make; no size of the bundled records.
SMALL = ["--rows", "2", "--cols", "9", "--symbols", "3", "--seed", "1", "--steps", "400"]


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "generate")


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Return a catalogue of three cards: two of 3x5 cells, one of them a record, and one of 5x4."""
    name = str(tmp_path / "cards.db")
    with Catalogue(name) as catalogue:
        for card in ("3x5:ACABBCBBCBCBAAC", "3x5:AABBCCABCABCABC", "5x4:ABBCABACBACBCBCBCAAC"):
            assert catalogue.add(measured(Card.parse(card)))
    return name


def _tamper(file: str, change: str) -> None:
    database = sqlite3.connect(file)
    with database:
        database.execute(f"UPDATE cards SET {change}")  # noqa: S608 - a test's own words
    database.close()


def test_the_table_has_the_records_alone(run: Run, file: str) -> None:
    code, out, err = run("records", file)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "3x5, 3 symbols",
        "least mean     sd   mean  least  greatest  symmetry      status",
        "         7   0.00   7.00      7         7  none          best known",
        "  3x5:ACABBCBBCBCBAAC",
        "",
        "4x5, 3 symbols",
        "least mean     sd   mean  least  greatest  symmetry      status",
        "       8.5   0.47   8.67      8         9  none          best known",
        "  5x4:ABBCABACBACBCBCBCAAC",
    ]


@pytest.mark.parametrize("size", ["4x5", "5X4", " 5x4 "])
def test_a_size_takes_cards_that_are_turned_a_quarter_as_well(
    run: Run, file: str, size: str
) -> None:
    (found,) = json.loads(run("records", file, "--size", size, "--json")[1])
    assert found["size"] == "4x5"
    assert found["found"]["card"] == "5x4:ABBCABACBACBCBCBCAAC"


def test_symbols_take_the_cards_for_such_dice(run: Run, file: str) -> None:
    assert len(json.loads(run("records", file, "--symbols", "3", "--json")[1])) == 2
    assert run("records", file, "--symbols", "4") == (0, "", "no card in the catalogue matches\n")


@pytest.mark.slow
def test_the_bundled_records_are_listed_by_default(run: Run) -> None:
    found = run("records", "--json")
    assert found == run("records", "records", "--json") == run("records", str(BUNDLED), "--json")
    answer = json.loads(found[1])
    assert {record["status"] for record in answer} <= {"proved", "best known"}
    assert all(record["least_mean"] <= record["mean"] for record in answer)
    lines = run("records")[1].splitlines()
    assert all(len(line) <= 80 for line in lines if ":" not in line)


# --- the records for people


def test_the_table_for_people_has_the_figures_of_both(run: Run, file: str) -> None:
    code, out, err = run("records", file, "--for", "people")
    assert (code, err) == (0, "")
    head = "least mean     sd   mean  perfect: sd   mean  least  greatest  symmetry"
    assert out.splitlines() == [
        "3x5, 3 symbols, for people of skill 0.2",
        head,
        "       2.5   0.06   2.52         0.94   6.67      6         8  none",
        "  3x5:AABBCCABCABCABC",
        "",
        "4x5, 3 symbols, for people of skill 0.2",
        head,
        "         3   0.26   3.46         0.47   8.67      8         9  none",
        "  5x4:ABBCABACBACBCBCBCAAC",
        "",
        "People of skill 0.2. That is a model without data of people: good to compare",
        "rolls and cards, no more.",
    ]


def test_json_has_how_people_do_on_the_records_of_both_kinds(run: Run, file: str) -> None:
    for more in ([], ["--for", "people"], ["--for", "people=0.2"]):
        for record in json.loads(run("records", file, "--json", *more)[1]):
            people = record["people"]
            assert people.keys() == {"skill", "least_mean", "mean", "sd"}
            assert people["skill"] == "0.2"
            assert 0 <= people["mean"] - people["least_mean"] < 0.5
    plain = run("records", file, "--json")
    assert run("records", file, "--json", "--for", "perfect") == plain


def test_cards_of_an_earlier_penta_are_measured_and_told_of(run: Run, file: str) -> None:
    _, measured, _ = run("records", file, "--for", "people")
    for name in ("skill", "mean", "sd"):
        _tamper(file, f"people_{name} = NULL")
    assert json.loads(run("records", file, "--json")[1])[0]["people"] is None
    code, out, err = run("records", file, "--for", "people")
    message = "how people do was not in the catalogue for 3 cards: it was measured now\n"
    assert (code, out, err) == (0, measured, message)
    assert run("records", file, "--verify", "--for", "people")[0] == 0


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["people=0.3"], "--for: expected perfect, or people of skill 0.2, found 'people=0.3'"),
        (["nobody"], "--for: expected perfect, people, or people=P"),
        (["people", "--all"], "--all does not go with --for people"),
    ],
)
def test_records_for_others_are_refused(run: Run, more: list[str], message: str) -> None:
    code, out, err = run("records", "--for", *more)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


# --- checked by a second engine


@pytest.mark.parametrize("engine", list(ENGINES))
def test_right_records_are_verified_by_every_engine(run: Run, file: str, engine: str) -> None:
    code, out, err = run("records", file, "--verify", "--engine", engine)
    assert (code, err) == (0, "")
    assert [line[:8] for line in out.splitlines()] == ["ok  3x5:", "ok  5x4:", "Checked:"]


def test_a_wrong_record_is_told_with_exit_code_1(run: Run, file: str) -> None:
    _tamper(file, "exact_variance = '0' WHERE rows = 5")
    code, out, _ = run("records", file, "--verify")
    assert code == 1
    assert "differs  5x4:" in out
    code, out, _ = run("records", file, "--verify", "--json")
    assert code == 1
    right, wrong = json.loads(out)
    assert (right["ok"], right["differs"], wrong["ok"]) == (True, [], False)
    assert wrong["size"] == "4x5"
    assert wrong["differs"][0].startswith("exact_variance: expected ")
    assert run("records", file, "--verify", "--size", "3x5")[0] == 0


def test_where_there_is_no_record_none_is_verified(run: Run, file: str) -> None:
    message = "no card in the catalogue matches\n"
    assert run("records", file, "--verify", "--size", "9x9") == (1, "", message)
    assert run("records", file, "--verify", "--size", "9x9", "--json") == (1, "[]\n", message)
    assert run("records", file, "--size", "9x9", "--json") == (0, "[]\n", message)


@pytest.mark.slow
def test_small_bundled_records_are_right() -> None:
    with Catalogue(str(BUNDLED), create=False) as catalogue:
        rows = [
            row for row in catalogue.rows() if row.rows * row.cols <= 20 * (1 + (not row.proof))
        ]
    assert rows
    assert [result.differences for result in audit(rows, "plain")] == [[]] * len(rows)


@pytest.mark.slow
def test_all_bundled_records_are_right_by_cp_sat(run: Run) -> None:
    assert run("records", "--verify")[0] == 0
    assert run("records", "--all", "--verify")[0] == 0


@pytest.mark.parametrize("jobs", [slow("1"), "2"])
def test_ctrl_c_ends_a_verification_at_once(tmp_path: Path, jobs: str) -> None:
    file, rng = str(tmp_path / "large.db"), random.Random(1)
    with Catalogue(file) as catalogue:
        for size in ("20x20", "19x20"):  # with the rolls of 26 symbols each takes minutes
            stored = made(size, "7", "1/4", dice=ascii_uppercase)
            lines = ["".join(rng.choices(ascii_uppercase, k=20)) for _ in range(int(size[:2]))]
            assert catalogue.add(replace(stored.entry, card=Card(tuple(lines))))
    started = subprocess.Popen(
        [*PENTA, "generate", "records", file, "--verify", "--jobs", jobs],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(1.5)
    started.send_signal(signal.SIGINT)
    begin = time.monotonic()
    out, errors = started.communicate(timeout=60)
    assert time.monotonic() - begin < 5  # the machine may be busy
    assert (started.returncode, out, errors) == (130, "", "penta: interrupted\n")


# --- bad input


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["no.db"], "catalogue no.db: expected a catalogue, found no such file"),
        ([__file__], "found a file that is not an SQLite database"),
        (["--size", "10"], "--size: expected rows before cols, 10x10, found '10'"),
        (["--symbols", "0"], "'--symbols'"),
        (["--engine", "x"], "'--engine'"),
        (["--svg", "records.png"], "picture 'records.png': expected the ending .svg, found '.png'"),
        (["--png", "no/records.png"], "picture 'no/records.png': expected a file that can be"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run: Run, args: list[str], message: str) -> None:
    code, out, err = run("records", *args)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_a_row_that_was_tampered_with_is_an_error_that_names_it(run: Run, file: str) -> None:
    for change, found in (("options = '{'", "Expecting"), ("exact_variance = '-1'", "'-1'")):
        _tamper(file, change)
        code, out, err = run("records", file)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert f"catalogue {file}, card '3x5:A" in err
        assert found in err
        _tamper(file, "options = '{}'")


# --- pictures


def test_the_picture_is_written_beside_the_table(run: Run, file: str, tmp_path: Path) -> None:
    svg, png = str(tmp_path / "a.svg"), str(tmp_path / "a.png")
    shown = run("records", file, "--symbols", "3", "--svg", svg, "--png", png)
    assert shown == run("records", file, "--symbols", "3")
    assert "mean at least 7<" in Path(svg).read_text()
    assert Path(png).read_bytes().startswith(b"\x89PNG")


# --- cards that are made


def test_a_record_is_made_again_by_its_command(run: Run, typed: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "cards.db")
    like = ["--like", "2x9:ABCABCBCABCACABCAB"]
    for more in (["--target", "8"], ["--target", "6", "--no-blocks", *like]):
        assert run("grey", *SMALL, *more, "--catalogue", file)[0] == 0
    with Catalogue(file) as catalogue:
        rows = catalogue.rows()
    assert len(rows) == 2
    for row in rows:
        single = str(tmp_path / f"{row.card[-9:]}.db")
        with Catalogue(single) as catalogue:
            catalogue.add(parse_row(row))
        (record,) = json.loads(run("records", single, "--json")[1])
        program, *command = shlex.split(record["command"])
        assert program == "penta"
        assert json.loads(typed(*command, "--json")[1])["card"] == record["found"]["card"]


def _check_commands(run: Run, typed: Run, max_steps: int) -> None:
    """Check that the commands of bundled records that take no more steps make their cards."""
    found = json.loads(run("records", "--json")[1])
    short = [each for each in found if int(each["found"]["options"].get("steps", "0")) <= max_steps]
    made_by = {each["command"]: each["found"]["card"] for each in short if each["command"]}
    assert made_by
    for command, card in made_by.items():
        answer = json.loads(typed(*shlex.split(command)[1:], "--json")[1])
        assert card in {made["card"] for made in answer.get("cards", [answer])}


@pytest.mark.slow
def test_bundled_records_of_few_steps_are_made_again(run: Run, typed: Run) -> None:
    _check_commands(run, typed, 20_000)


@pytest.mark.slow
def test_bundled_records_of_many_steps_are_made_again(run: Run, typed: Run) -> None:
    _check_commands(run, typed, 1_000_000)


def test_a_card_that_is_a_record_is_news_once(run: Run, tmp_path: Path) -> None:
    grey = ["grey", *SMALL, "--no-scatter", "--target", "5", "--json"]
    grey += ["--catalogue", str(tmp_path / "cards.db")]
    code, out, err = run(*grey)
    news = json.loads(out)["record"]
    assert (code, news["size"], news["symbols"], news["before"]) == (0, "2x9", 3, None)
    mean, sd = f"{news['least_mean']:g}", f"{news['sd']:.2f}"
    people = json.loads(out)["people_record"]
    assert people["before"] is None
    least, people_sd = f"{people['least_mean']:g}", f"{people['sd']:.2f}"
    assert err == (
        f"the first for 2x9, 3 symbols at a mean of at least {mean}: sd {sd}\n"
        f"the first for people on 2x9, 3 symbols at a mean of at least {least}: sd {people_sd}\n"
    )
    code, out, err = run(*grey)
    assert (code, json.loads(out)["record"], err) == (0, None, "")
    assert json.loads(out)["people_record"] is None
    assert not {"record", "people_record"} & json.loads(run(*grey[:-2])[1]).keys()


def test_the_cards_of_a_set_are_news_one_by_one(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "cards.db")
    white = ["white", *SMALL, "--cards", "2", "--target", "5", "--apart", "1"]
    code, out, err = run(*white, "--catalogue", file, "--json")
    assert code == 0
    first, second = (card["record"] for card in json.loads(out)["cards"])
    assert (first["size"], second) == ("2x9", None)  # turned and relabelled, it is the same card
    assert err.startswith("the first for 2x9, 3 symbols at ")


def test_a_card_that_is_proved_is_news(run: Run, tmp_path: Path) -> None:
    prove = ["prove", "1x8:AABBCCAA", "--catalogue", str(tmp_path / "cards.db"), "--json"]
    code, out, err = run(*prove)
    assert (code, json.loads(out)["record"]["least_mean"]) == (0, 4)
    assert err == (
        "the first for 1x8, 3 symbols at a mean of at least 4: sd 0.00\n"
        "the first for people on 1x8, 3 symbols at a mean of at least 1: sd 0.30\n"
    )
    assert json.loads(out)["people_record"]["least_mean"] == 1
    code, out, err = run(*prove)
    assert (code, json.loads(out)["record"], err) == (0, None, "")
    assert "record" not in json.loads(run(*prove[:2], "--json")[1])


def test_a_damaged_catalogue_is_an_error_before_the_search(run: Run, file: str) -> None:
    _tamper(file, "exact_mean = 'many'")
    code, out, err = run("grey", *SMALL[:-1], "1000000000", "--catalogue", file)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"catalogue {file}, card '3x5:A" in err
