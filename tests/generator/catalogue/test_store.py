"""The catalogue. The bundled one is made by ``python -m tests.generator.catalogue.test_store``."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, pstdev
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given

import data
from generator.catalogue import store
from generator.catalogue.entry import (
    PEOPLE,
    CardStatus,
    CatalogueRow,
    Entry,
    OptimumStatistics,
    PeopleStatistics,
    format_row,
    make_entry,
    parse_row,
)
from generator.catalogue.store import APPLICATION_ID, Catalogue
from generator.constraints import LayoutConstraints
from generator.proposal import propose
from solver.errors import CatalogueError, PentaError, SourceError
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.likeness import canonical_form, nearest_isomorph
from solver.penta_rush.people.round_outcome import round_outcome
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.survey.card_survey import Survey
from tests.solver.penta_rush.fairness.test_set_limits import orientations_of
from tests.strategies import cards
from tests.support import ROOT

SAMPLES = ROOT / "data" / "catalogues" / "samples.db"


def measured(card: Card, *, points: Points | None = None, dice: str = "") -> Entry:
    return make_entry(CardFairness(Survey(card, points or default_points(), symbols=dice)))


def entry(number: int = 0, **changes: Any) -> Entry:
    """Return an invented entry; the smaller the *number*, the flatter the card."""
    text = "".join("ABC"[number // 3**place % 3] for place in range(7))
    statistics = OptimumStatistics(Fraction(7, 2), Fraction(number + 1, 3), 0, 9, 2)
    first = Entry(Card.parse(f"2x5:ABC{text}"), default_points(), "ABC", statistics, "0.1")
    return replace(first, **changes)


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "cards.db")


# --- the canonical form of a card


@given(card=cards(largest=5, symbols=4, cells=20))
def test_turned_and_relabelled_cards_have_one_canonical_form(card: Card) -> None:
    form = canonical_form(card)
    found = nearest_isomorph(card, form)
    assert found
    assert found.distance == 0
    rng = random.Random(str(card))
    letters = "".join(rng.sample("ABCDEFGHIJKLMNOPQRSTUVWXYZ", len(card.symbols)))
    table = str.maketrans(card.symbols, letters)
    for other in orientations_of(card):
        if (other.rows, other.cols) == (card.rows, card.cols):
            renamed = Card(tuple(line.translate(table) for line in other.lines))
            assert canonical_form(renamed) == form
            assert str(form) <= str(_in_order(renamed))


def _in_order(card: Card) -> Card:
    names: dict[str, str] = {}
    for symbol in "".join(card.lines):
        names.setdefault(symbol, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[len(names)])
    return Card(tuple("".join(names[symbol] for symbol in line) for line in card.lines))


@pytest.mark.parametrize(
    ("rows", "cols", "symbols", "count"),
    [
        # Burnside, by hand: colourings fixed by each isometry and relabelling, over all of them.
        (1, 2, "AB", 2),  # AA AB
        (1, 3, "AB", 3),  # AAA AAB ABA
        (2, 2, "AB", 4),  # AAAA AAAB AABB ABBA
        (1, 3, "ABC", 4),  # and ABC
    ],
)
def test_the_number_of_canonical_forms_is_that_of_burnside(
    rows: int, cols: int, symbols: str, count: int
) -> None:
    texts = map("".join, product(symbols, repeat=rows * cols))
    found = {
        canonical_form(Card(tuple(text[at : at + cols] for at in range(0, len(text), cols))))
        for text in texts
    }
    assert len(found) == count


def test_a_card_turned_a_quarter_is_of_another_size() -> None:
    assert canonical_form(Card(("AB", "AC"))) == canonical_form(Card(("BB", "AC")))
    assert canonical_form(Card(("ABC",))) != canonical_form(Card(("A", "B", "C")))


# --- entries and rows


@pytest.mark.parametrize(
    "given",
    [
        entry(),
        entry(seed=-(2**70), options={"wishes": ["--even"], "seconds": 1.5}),
        entry(status=CardStatus.PROVED, proof="all 2x5 cards of 3 symbols"),
        entry(dice="ABCZ", points=Points((*range(1, 12), 1_000_000))),
    ],
)
def test_a_row_is_read_back(given: Entry) -> None:
    assert parse_row(format_row(given)) == given


def test_the_statistics_are_those_of_the_survey() -> None:
    card = Card.parse("3x5:AABCDDCBAAABCDA")
    row = format_row(measured(card))
    assert (row.least, row.greatest, row.duds) == (0, 8, 2)
    assert round(row.sd, 2) == 1.96
    assert Fraction(row.exact_mean) == Fraction(69, 20)
    assert (row.canonical, row.card) == (str(canonical_form(card)), str(card))
    # Dice with symbols that the card lacks throw duds.
    assert format_row(measured(card, dice="ABCDEF")).duds > 2


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"dice": "AB"},
            "dice: expected three or more symbols, sorted, with those of the card (ABC)",
        ),
        ({"dice": "CAB"}, "found 'CAB'"),
        ({"proof": "all"}, "proof: expected one if the status is proved"),
        ({"status": CardStatus.PROVED}, "proof: expected one if the status is proved"),
    ],
)
def test_an_entry_that_makes_no_sense_cannot_be_built(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(CatalogueError) as error:
        entry(**changes)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "broken",
    [
        {"exact_mean": "1/0"},
        {"exact_variance": "x"},
        {"card": "2x5:ABC"},
        {"points": "F1"},
        {"points": "F0 I4 L1 N2 P1 T3 U2 V3 W4 X4 Y2 Z3"},
        {"seed": "x"},
        {"options": "{"},
        {"options": "[" * 9999},
        {"options": "3"},
        {"options": '[["seed", 1]]'},
        {"options": "[]"},
        {"status": "certain"},
        {"status": "proved"},
        {"dice": "A"},
    ],
    ids=str,
)
def test_a_row_that_was_tampered_with_is_an_error(broken: dict[str, Any]) -> None:
    with pytest.raises(PentaError, match="expected"):
        parse_row(format_row(entry())._replace(**broken))


# --- how people do


def test_how_people_do_is_the_mean_and_sd_over_all_throws() -> None:
    card = Card.parse("4x5:AABCDDCBAAABCDABCDAB")
    survey, skill = Survey(card, default_points(), symbols="ABCDE"), Skill.even(0.2)
    rows = [row for row in survey.rows for _ in range(row.ways)]
    means = {
        row.roll: round_outcome(survey.engines.get(row.roll), skill).mean for row in survey.rows
    }
    throws = [means[row.roll] for row in rows]
    people = measured(card, dice="ABCDE").people
    assert people is not None
    assert (people.skill, people.mean) == (Fraction(1, 5), Fraction(f"{fmean(throws):.4f}"))
    assert people.sd == Fraction(f"{pstdev(throws):.4f}")


def test_a_row_with_how_people_do_is_read_back() -> None:
    for figures in ((Fraction("2.8917"), Fraction("0.05")), (None, None)):
        given = entry(people=PeopleStatistics(Fraction("0.2"), *figures))
        row = format_row(given)
        assert row.people_skill == "0.2"
        assert (row.people_mean, row.people_sd) in {(2.8917, 0.05), (None, None)}
        assert parse_row(row) == given


def test_on_a_card_of_too_many_placements_there_are_no_figures() -> None:
    with Catalogue(str(data.samples("catalogues")["records"]), create=False) as catalogue:
        (row,) = (each for each in catalogue.rows(symbols=3) if (each.rows, each.cols) == (10, 12))
    people = PeopleStatistics.of(Survey(Card.parse(row.card), default_points()))
    assert people == (Fraction(1, 5), None, None)


@pytest.mark.parametrize(
    "broken",
    [{"people_skill": None}, {"people_skill": "1e9"}, {"people_mean": None}, {"people_sd": -0.5}],
    ids=str,
)
def test_how_people_do_that_was_tampered_with_is_an_error(broken: dict[str, Any]) -> None:
    row = format_row(entry(people=PeopleStatistics(Fraction("0.2"), Fraction(3), Fraction(1))))
    with pytest.raises(CatalogueError, match="expected values as penta writes them"):
        parse_row(row._replace(**broken))


def _earlier(file: str, number: int) -> None:
    """Let *file* be as an earlier penta writes it, with one entry."""
    with Catalogue(file) as catalogue:
        catalogue.add(entry(number))
    _database(file, *(f"ALTER TABLE cards DROP COLUMN {name}" for name in PEOPLE))


def test_a_file_of_an_earlier_penta_is_read_as_it_is(file: str) -> None:
    _earlier(file, 4)
    before = Path(file).read_bytes()
    with Catalogue(file, create=False) as catalogue:
        assert [each.entry for each in catalogue.entries()] == [entry(4)]
    assert Path(file).read_bytes() == before


def test_a_file_of_an_earlier_penta_gets_how_people_do_which_is_kept(file: str) -> None:
    _earlier(file, 4)
    people = PeopleStatistics(Fraction("0.2"), Fraction("2.5"), Fraction("0.25"))
    with Catalogue(file) as catalogue:
        assert catalogue.add(entry(4, people=people))
        assert not catalogue.add(entry(4, people=people._replace(sd=Fraction(1))))
        assert not catalogue.add(entry(4))
        assert [each.entry for each in catalogue.entries()] == [entry(4, people=people)]


def test_an_earlier_penta_goes_on_with_a_file_of_this_one(file: str) -> None:
    with Catalogue(file) as catalogue:
        catalogue.add(entry(1))
    row = format_row(entry(2))._asdict()
    names = [name for name in row if name not in PEOPLE]
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (1,)
        database.execute(
            f"INSERT INTO cards ({', '.join(names)}) VALUES ({', '.join('?' for _ in names)})",  # noqa: S608
            [row[name] for name in names],
        )
    with Catalogue(file) as catalogue:
        assert [each.entry for each in catalogue.entries()] == [entry(1), entry(2)]


# --- adding and listing


def test_what_is_added_is_there_flattest_first(file: str) -> None:
    numbers = [5, 1, 3]
    with Catalogue(file) as catalogue:
        assert all(catalogue.add(entry(number)) for number in numbers)
        assert len(catalogue.rows()) == 3
    with Catalogue(file, create=False) as catalogue:
        assert catalogue.rows() == [format_row(entry(number)) for number in (1, 3, 5)]


def test_of_equally_flat_cards_the_greatest_mean_comes_first(file: str) -> None:
    statistics = entry().statistics
    means = [Fraction(3), Fraction(5), Fraction(4)]
    with Catalogue(file) as catalogue:
        for number, mean in enumerate(means):
            catalogue.add(entry(number, statistics=statistics._replace(mean=mean)))
        assert [row.mean for row in catalogue.rows()] == [5, 4, 3]


def test_rows_are_selected_by_symbols(file: str) -> None:
    with Catalogue(file) as catalogue:
        catalogue.add(entry(1))
        catalogue.add(entry(1, dice="ABCD"))
        catalogue.add(entry(1, card=Card.parse("5x2:ABCABCABCA")))
        assert len(catalogue.rows()) == 3
        assert [row.rows for row in catalogue.rows(symbols=3)] == [2, 5]
        assert [row.symbols for row in catalogue.rows(symbols=4)] == [4]
        assert catalogue.rows(symbols=5) == []


def test_an_isomorphic_card_is_added_again_only_for_other_points_or_dice(file: str) -> None:
    first = entry(4, seed=5)
    turned = Card(tuple(line[::-1] for line in first.card.lines))
    with Catalogue(file) as catalogue:
        assert catalogue.add(first)
        assert not catalogue.add(replace(first, card=turned, seed=7))
        assert [row.seed for row in catalogue.rows()] == ["5"]  # the earlier one is kept
        assert catalogue.add(replace(first, dice="ABCD"))
        assert not catalogue.add(replace(first, dice="ABCX"))  # as many symbols
        assert catalogue.add(replace(first, points=Points((1,) * 12)))
        assert len(catalogue.rows()) == 3


def test_a_proof_replaces_a_row_that_has_none_and_nothing_else_does(file: str) -> None:
    known, proved = entry(4), entry(4, status=CardStatus.PROVED, proof="all cards", seed=3)
    with Catalogue(file) as catalogue:
        assert catalogue.add(known)
        assert catalogue.add(proved)
        assert not catalogue.add(known)
        assert not catalogue.add(replace(proved, proof="again"))
        assert catalogue.rows() == [format_row(proved)]


@pytest.mark.parametrize("is_found_first", [True, False])
def test_a_proof_and_how_a_card_was_found_join(file: str, *, is_found_first: bool) -> None:
    found = entry(4, seed=3, options={"seed": "3", "steps": "9"}, version="0.2")
    turned = Card(tuple(line[::-1] for line in found.card.lines))
    proved = entry(4, card=turned, status=CardStatus.PROVED, proof="all cards")
    first, second = (found, proved) if is_found_first else (proved, found)
    with Catalogue(file) as catalogue:
        assert catalogue.add(first)
        assert catalogue.add(second)
        assert not catalogue.add(second)
        assert not catalogue.add(replace(found, seed=4))
        both = replace(found, status=CardStatus.PROVED, proof="all cards")
        assert catalogue.rows() == [format_row(both)]


def test_reading_a_catalogue_leaves_it_as_it_is(file: str) -> None:
    with Catalogue(file) as catalogue:
        catalogue.add(entry())
    before = Path(file).read_bytes()
    with Catalogue(file, create=False) as catalogue:
        assert len(catalogue.rows()) == 1
    assert Path(file).read_bytes() == before
    assert [path.name for path in Path(file).parent.iterdir()] == ["cards.db"]


# --- many at once


def _add_fifty(file: str, first: int) -> int:
    with Catalogue(file) as catalogue:
        return sum(catalogue.add(entry(number)) for number in range(first, first + 50))


@pytest.mark.slow
def test_four_processes_may_add_at_once(file: str) -> None:
    starts = (0, 25, 50, 75)
    with ProcessPoolExecutor(4, mp_context=get_context("spawn")) as pool:
        added = sum(pool.map(_add_fifty, [file] * 4, starts))
    different = {str(canonical_form(entry(number).card)) for number in range(125)}
    with Catalogue(file) as catalogue:
        assert {row.canonical for row in catalogue.rows()} == different
        assert added == len(catalogue.rows()) == len(different)


_ADDING = """
import sys
from generator.catalogue.store import Catalogue
from tests.generator.catalogue.test_store import entry
with Catalogue(sys.argv[1]) as catalogue:
    for number in range(10**6):
        print(int(catalogue.add(entry(number % 2000))), flush=True)
"""


def test_what_was_added_before_a_kill_is_there_after_it(file: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _ADDING, file], cwd=ROOT, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(40)]
        process.send_signal(signal.SIGKILL)
        lines += process.stdout.readlines()
    with Catalogue(file) as catalogue:
        added = lines.count(b"1\n")
        # It may have been killed before it printed.
        assert 0 < added <= len(catalogue.rows()) <= added + 1
        assert all(parse_row(row) for row in catalogue.rows())
        assert catalogue.add(entry(2100))
    with sqlite3.connect(file) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    database.close()


# --- files that are not catalogues


def _database(path: str, *statements: str) -> None:
    database = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        database.execute(statement)
    database.close()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"A B C\n" * 200, "found a file that is not an SQLite database"),
        (b"SQLite format 3\0" + b"\0" * 984, "found a file that is not an SQLite database"),
        (("CREATE TABLE a (b)",), "found a database of another program (application id 0x0)"),
        (
            ("PRAGMA application_id = 7",),
            "found a database of another program (application id 0x7)",
        ),
        (
            (f"PRAGMA application_id = {APPLICATION_ID}", "PRAGMA user_version = 2"),
            "expected a catalogue of schema 1, found schema 2 (a newer penta wrote it)",
        ),
    ],
)
@pytest.mark.parametrize("create", [True, False])
def test_a_file_that_is_not_a_catalogue_is_an_error_and_unchanged(
    file: str, content: bytes | tuple[str, ...], message: str, *, create: bool
) -> None:
    if isinstance(content, bytes):
        Path(file).write_bytes(content)
    else:
        _database(file, *content)
    before = Path(file).read_bytes()
    with pytest.raises(CatalogueError) as error:
        Catalogue(file, create=create)
    assert str(error.value).startswith(f"catalogue {file}: expected ")
    assert message in str(error.value)
    assert Path(file).read_bytes() == before


def test_an_empty_file_is_filled_but_not_read(file: str) -> None:
    Path(file).touch()
    with pytest.raises(CatalogueError, match="expected a catalogue, found an empty file"):
        Catalogue(file, create=False)
    with Catalogue(file) as catalogue:
        assert catalogue.add(entry())


def test_a_path_where_no_file_can_be_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match="expected a catalogue, found no such file"):
        Catalogue(str(tmp_path / "none.db"), create=False)
    assert not list(tmp_path.iterdir())
    for name in (str(tmp_path), str(tmp_path / "no" / "file.db"), "", "-", "a\0b"):
        with pytest.raises(SourceError, match=r"catalogue .*: expected "):
            Catalogue(name)


def test_a_locked_catalogue_is_an_error_for_a_writer(file: str) -> None:
    with Catalogue(file) as catalogue:
        catalogue.add(entry(1))
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with Catalogue(file, timeout_s=0.05) as catalogue:
        assert len(catalogue.rows()) == 1  # it can be read meanwhile
        with pytest.raises(
            CatalogueError, match=r"found another process that has locked it for 0.05"
        ):
            catalogue.add(entry(2))
    other.close()


def test_a_locked_new_file_is_an_error(file: str) -> None:
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(CatalogueError, match=r"found another process that has locked it for 0.05"):
        Catalogue(file, timeout_s=0.05)
    other.close()
    with Catalogue(file) as catalogue:
        assert catalogue.add(entry())


def test_creating_a_catalogue_waits_for_the_lock(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    def sleep(_seconds: float) -> None:
        other.close()

    clock = SimpleNamespace(monotonic=time.monotonic, sleep=sleep)
    monkeypatch.setattr(store, "time", clock)
    with Catalogue(file, timeout_s=5) as catalogue:
        assert catalogue.add(entry())


@pytest.fixture
def full(file: str) -> Iterator[Catalogue]:
    """Give a catalogue that has no room for more than a few rows."""
    with Catalogue(file) as catalogue:
        catalogue.add(entry(0))
        catalogue._database.execute("PRAGMA max_page_count = 8")  # noqa: SLF001
        yield catalogue


def test_on_a_full_disk_nothing_is_lost(full: Catalogue) -> None:
    kept = {format_row(entry(0)).canonical}

    def fill() -> None:
        for number in range(1, 1000):
            if full.add(entry(number)):
                kept.add(format_row(entry(number)).canonical)

    with pytest.raises(CatalogueError, match=r"found an error \(database or disk is full\)"):
        fill()
    assert {row.canonical for row in full.rows()} == kept


_may_write_all = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere"
)


@_may_write_all
def test_a_read_only_catalogue_is_an_error_for_a_writer_and_readable(file: str) -> None:
    with Catalogue(file) as catalogue:
        catalogue.add(entry(1))
    Path(file).chmod(0o400)
    Path(file).parent.chmod(0o500)
    with pytest.raises(CatalogueError, match="readonly"):
        Catalogue(file)
    with Catalogue(file, create=False) as catalogue:
        assert len(catalogue.rows()) == 1
    Path(file).parent.chmod(0o700)


def test_adding_to_a_read_only_connection_is_an_error(file: str) -> None:
    with Catalogue(file) as catalogue:
        catalogue._database.execute("PRAGMA query_only = 1")  # noqa: SLF001
        with pytest.raises(CatalogueError, match="attempt to write a readonly database"):
            catalogue.add(entry(1))


def test_a_row_of_wrong_types_cannot_get_in(file: str) -> None:
    with Catalogue(file) as catalogue:
        catalogue.add(entry(1))
        with pytest.raises(sqlite3.IntegrityError):
            catalogue._database.execute("UPDATE cards SET sd = 'x'")  # noqa: SLF001


# --- the bundled catalogue


def samples() -> Iterator[Entry]:
    """Yield the large sample cards, and a small one that was proposed without CP-SAT."""
    for path in data.samples("cards").values():
        card = Card.parse(path.read_text(encoding="utf-8"))
        if card.rows == 10:
            yield measured(card)
    card = propose(5, 6, "ABCD", LayoutConstraints(), random.Random(1))
    fairness = CardFairness(Survey(card, default_points()))
    yield replace(make_entry(fairness), seed=1, options={"even": True})


@pytest.mark.slow
def test_the_bundled_catalogue_has_the_sample_cards() -> None:
    with Catalogue(str(SAMPLES), create=False) as catalogue:
        found = {row._replace(version="") for row in catalogue.rows()}
    assert found == {format_row(replace(entry, version="")) for entry in samples()}


if __name__ == "__main__":
    SAMPLES.unlink(missing_ok=True)
    with Catalogue(str(SAMPLES)) as made:
        for each in samples():
            made.add(each)
    # As it is only read, it needs no room beside it for a log.
    _database(str(SAMPLES), "PRAGMA journal_mode = DELETE", "VACUUM")
    sys.stdout.write(f"{SAMPLES.name}: {len(list(CatalogueRow._fields))} columns\n")
