"""The bundled table of records: what stands in it, beside the documentation and the samples."""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import sqrt
from typing import Any

import numpy as np
import pytest

import data
from generator.annealing.objective import CardObjective
from generator.annealing.tables import roll_ways
from generator.catalogue.entry import CardStatus, Entry
from generator.catalogue.record import (
    BUNDLED,
    Category,
    KnownRecords,
    figures_of,
    least_mean,
    records,
)
from generator.catalogue.store import Catalogue, StoredEntry, named_catalogue
from generator.spec import CompleteSpec
from solver.files.checkpoint import Checkpoint
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.likeness import canonical_form
from tests.generator.catalogue.test_store import measured
from tests.support import ROOT, slow

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SMALL_FLAT = re.compile(r"^\| (\d+x\d+) \| (\d+) \| `(.*)` \|$", re.MULTILINE)


@cache
def table() -> list[StoredEntry]:
    with Catalogue(named_catalogue(BUNDLED), create=False) as catalogue:
        return catalogue.entries()


def of(size: str, symbols: int) -> list[Entry]:
    entries = [each.entry for each in table()]
    return [each for each in entries if str(Category.of(each)) == f"{size}, {symbols} symbols"]


@cache
def documented() -> list[Entry]:
    """Return the cards of three symbols or more whose ids stand on the pages."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    found = set(re.findall(r"\b(\d{1,2})x(\d{1,2}):([A-Z]+)\b", text))
    whole = [each for each in found if int(each[0]) * int(each[1]) == len(each[2])]
    cards = [Card.parse(f"{rows}x{cols}:{cells}") for rows, cols, cells in sorted(whole)]
    return [measured(card) for card in cards if len(card.symbols) >= 3]


def test_every_row_is_a_record() -> None:
    for_either = [*records(table()), *records(table(), people=True)]
    assert {str(each.entry.card) for each in for_either} == {
        str(each.entry.card) for each in table()
    }


def test_every_row_is_measured_for_people() -> None:
    assert [each.row.card for each in table() if each.entry.people is None] == []
    squares = {str(Category.of(each.entry)) for each in records(table(), people=True)}
    sides = range(6, 13)
    assert {f"{side}x{side}, 6 symbols" for side in sides} <= squares


def test_how_people_do_on_small_squares_is_nearly_what_the_kernel_of_the_search_finds() -> None:
    found = [each.entry for each in records(table(), people=True)]
    small = [each for each in found if Category.of(each) in {(6, 6, 6), (7, 7, 6), (8, 8, 6)}]
    assert len(small) >= 3
    for entry in small:
        rows, cols, _ = Category.of(entry)
        spec = CompleteSpec(
            target=Fraction(1), steps=1, seed=1, rows=rows, cols=cols, people=Fraction(1, 5)
        )
        objective = CardObjective.flat(spec)
        points = objective.state_of("".join(entry.card.lines)).people / 100
        ways = roll_ways(spec.symbols)
        mean = np.average(points, weights=ways)
        sd = sqrt(np.average((points - mean) ** 2, weights=ways))
        known = figures_of(entry, people=True)
        assert known is not None
        assert (mean, sd) == pytest.approx((float(known.mean), known.sd), abs=0.02)


def test_every_size_from_5_to_12_has_records_for_three_to_six_symbols() -> None:
    for rows, cols in combinations_with_replacement(range(5, 13), 2):
        for symbols in range(3, 7):
            assert of(f"{rows}x{cols}", symbols), f"{rows}x{cols}, {symbols} symbols"


@pytest.mark.slow
def test_every_flat_card_that_the_pages_name_is_in_the_table() -> None:
    known = {canonical_form(each.entry.card) for each in table()}
    flat = [entry for entry in documented() if not entry.statistics.variance]
    assert len(flat) >= 16
    assert [str(entry.card) for entry in flat if canonical_form(entry.card) not in known] == []


def test_the_small_flat_cards_of_the_pages_are_proved_but_for_one() -> None:
    page = (ROOT / "docs" / "making-cards.md").read_text(encoding="utf-8")
    listed = SMALL_FLAT.findall(page)
    assert len(listed) == 16
    for size, value, card in listed:
        (entry,) = of(size, 3)
        figures = entry.statistics
        assert (str(entry.card), figures.least, figures.greatest) == (card, int(value), int(value))
        assert (entry.status is CardStatus.PROVED) == (size != "3x10")


@pytest.mark.parametrize(
    "name",
    [
        name if name in {"pocket", "spring"} else slow(name)
        for name in sorted(data.samples("cards"))
    ],
)
def test_no_sample_beats_a_record(name: str) -> None:
    card = Card.parse(data.samples("cards")[name].read_text(encoding="utf-8"))
    assert list(KnownRecords(table()).announcements([measured(card)])) == [None]


def test_no_card_of_the_pages_beats_a_record() -> None:
    known = KnownRecords(table())
    news = [str(each) for each in known.announcements(documented()) if each]
    sizes = {str(Category.of(each.entry)) for each in table()}
    assert [text for text in news if any(size in text for size in sizes)] == []


def test_cards_that_twenty_seconds_once_beat_are_beaten_in_the_table() -> None:
    assert min(each.statistics.sd for each in of("9x9", 6) if least_mean(each) >= 9.5) < 1.2
    assert max(each.statistics.mean for each in of("10x10", 6)) > 13.2
    (small,) = of("4x4", 3)
    assert (small.statistics.least, small.statistics.greatest) == (8, 8)


# --- the run that makes it


@pytest.fixture
def make_run(monkeypatch: pytest.MonkeyPatch) -> Callable[[Checkpoint], Any]:
    """Return how a run of two sizes and short searches is made of a checkpoint."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import records_rounds

    monkeypatch.setattr(records_rounds, "SIDES", range(5, 7))
    monkeypatch.setattr(records_rounds, "SYMBOLS", range(4, 5))
    monkeypatch.setattr(records_rounds, "STEPS", 400)
    return records_rounds.Run


@pytest.mark.slow
def test_a_run_that_was_left_goes_on_to_the_same_cards(
    make_run: Callable[[Checkpoint], Any], tmp_path: Any
) -> None:
    header = {"checkpoint": "records 1"}
    whole, torn = tmp_path / "whole.ck", tmp_path / "torn.ck"
    first = Checkpoint(str(whole), header)
    run = make_run(first)
    for number in range(2):
        run.round(number)
    first.close()
    lines = whole.read_bytes().splitlines(keepends=True)
    torn.write_bytes(b"".join(lines[: len(lines) // 2]))
    second = Checkpoint(str(torn), header)
    run = make_run(second)
    for number in range(2):
        run.round(number)
    second.close()
    assert torn.read_bytes() == whole.read_bytes()
    steps = {
        category: sorted({task.steps for task in tasks}) for category, tasks in run.found.items()
    }
    assert len(steps) == 3
    assert steps[Category(5, 6, 4)] == [400, 800]


@pytest.mark.slow
def test_long_searches_are_for_every_half_point_from_the_poorest_row_of_a_square_to_the_richest(
    make_run: Callable[[Checkpoint], Any], tmp_path: Any
) -> None:
    checkpoint = Checkpoint(str(tmp_path / "run.ck"), {"checkpoint": "records 1"})
    run = make_run(checkpoint)
    rows = [entry for entry in of("6x6", 4) if entry.seed]
    run.squares([*rows, *of("5x6", 4)], 900)
    checkpoint.close()
    targets = sorted({Fraction(entry.options["target"]) for entry in rows} - {Fraction(18)})
    tasks = run.found[Category(6, 6, 4)]
    assert run.found.keys() == {Category(6, 6, 4)}
    assert {task.steps for task in tasks} == {900}
    half = Fraction(1, 2)
    wanted = [half * each for each in range(int(2 * targets[0]) - 1, int(2 * targets[-1]) + 1)]
    for symmetry in {task.symmetry for task in tasks}:
        assert sorted(task.target for task in tasks if task.symmetry == symmetry) == wanted


def test_a_mirror_is_asked_of_an_even_number_of_cols(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    from records_rounds import Task

    for size, turned in (((6, 7), (7, 6)), ((5, 6), (5, 6))):
        spec = Task(Category(*size, 4), Fraction(8), "mirror", 400, 1).spec
        assert (spec.rows, spec.cols) == turned
