"""The chart of records: the sd of each size, a line for each least mean."""

from fractions import Fraction
from math import sqrt

import pytest

from generator.catalogue.chart import drawn_means, flattest, records_chart
from generator.catalogue.entry import Entry
from generator.catalogue.record import records
from generator.catalogue.store import Catalogue, named_catalogue
from tests.generator.catalogue.made import made
from tests.support import ROOT


def _entries(*figures: tuple[str, str, str]) -> list[Entry]:
    return [made(*each, number=number).entry for number, each in enumerate(figures)]


ENTRIES = _entries(("3x5", "6", "1"), ("3x5", "7.5", "4"), ("4x4", "7", "0.25"), ("2x8", "8", "9"))


def test_a_line_has_the_least_sd_of_each_number_of_cells_at_its_mean_or_more() -> None:
    assert flattest(ENTRIES, Fraction(6)) == [(sqrt(15), 1), (4, 0.5)]
    assert flattest(ENTRIES, Fraction(7)) == [(sqrt(15), 2), (4, 0.5)]
    assert flattest(ENTRIES, Fraction(8)) == [(4, 3)]
    assert flattest(ENTRIES, Fraction(9)) == []


def test_at_most_six_means_are_drawn_from_the_least_to_the_greatest() -> None:
    assert drawn_means(ENTRIES) == [6, 7, Fraction(15, 2), 8]
    many = _entries(*(("3x5", f"{half}/2", str(half)) for half in range(3, 30)))
    means = drawn_means(many)
    assert len(means) == 6
    assert (means[0], means[-1]) == (Fraction(3, 2), Fraction(29, 2))
    assert drawn_means([]) == []


def test_the_chart_names_its_lines_and_its_sizes() -> None:
    text = records_chart(ENTRIES, ".svg", symbols=3).decode()
    title = "The flattest cards known, 3 symbols"
    assert {title, "mean at least 6", "mean at least 7.5", "3x3", "4x4"} <= set(_texts(text))
    assert records_chart(ENTRIES, ".svg", symbols=3).decode() == text


@pytest.mark.parametrize("ending", [".svg", ".png"])
def test_a_chart_of_nothing_is_drawn_empty(ending: str) -> None:
    assert records_chart(ENTRIES, ending, symbols=6)


def test_the_chart_of_the_docs_is_that_of_the_bundled_records() -> None:
    with Catalogue(named_catalogue("records"), create=False) as catalogue:
        found = [each.entry for each in records(catalogue.entries(symbols=6))]
    shown = (ROOT / "docs" / "records.svg").read_text(encoding="utf-8")
    text = records_chart(found, ".svg", symbols=6).decode()
    assert _texts(shown) == _texts(text)


def _texts(svg: str) -> list[str]:
    """Return the texts in *svg*; how exactly lines are drawn is up to matplotlib."""
    return [part.partition("</text>")[0].rpartition(">")[2] for part in svg.split("<text")[1:]]
