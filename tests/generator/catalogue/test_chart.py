"""The chart of records: the sd of each size, a line for each least mean."""

from fractions import Fraction
from math import sqrt

import pytest

from generator.catalogue.answer import CardList
from generator.catalogue.chart import drawn_means, flattest, records_chart
from generator.catalogue.entry import Entry
from generator.catalogue.record import records
from generator.catalogue.store import Catalogue, named_catalogue
from solver.answer import picture_files
from solver.drawing.chart import STYLES
from solver.drawing.scene import Polygon
from tests.generator.catalogue.made import for_people, made
from tests.solver.drawing.pages import check_texts, mark_box, texts
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
    chart = records_chart(ENTRIES, symbols=3)
    title = "The flattest cards known, 3 symbols"
    assert {title, "mean at least 6", "mean at least 7.5", "3x3", "4x4"} <= set(texts(chart))
    check_texts(chart)
    assert records_chart(ENTRIES, symbols=3) == chart


def test_the_chart_for_people_has_their_sd_and_leaves_out_who_is_not_measured() -> None:
    stored = [for_people(made("3x5", "6", "9"), "2.6", "0.5"), made("4x4", "7", "1")]
    entries = [each.entry for each in stored]
    assert drawn_means(entries, people=True) == [Fraction(5, 2)]
    assert flattest(entries, Fraction(5, 2), people=True) == [(sqrt(15), 0.5)]
    chart = records_chart(entries, symbols=3, people=True)
    check_texts(chart)
    title = "The flattest cards known for people, 3 symbols"
    axis = "sd of the points that people expect, by a model without data of people"
    assert {title, "mean at least 2.5", axis} <= set(texts(chart))


def test_where_lines_meet_the_mark_of_the_lower_one_shows_around_the_upper_one() -> None:
    marks = records_chart(ENTRIES, symbols=3).marks
    drawn = [mark for mark in marks if isinstance(mark, Polygon)]
    lower, upper = (
        [mark_box(mark) for mark in drawn if mark.paint.fill == colour][1]
        for colour, _ in STYLES[:2]
    )
    assert lower.centre == pytest.approx(upper.centre, abs=1e-4)
    assert lower.width > upper.width
    line_of = {colour: number for number, (colour, _) in enumerate(STYLES)}
    order = [line_of[str(mark.paint.fill)] for mark in drawn]
    assert order == [*sorted(order[:-4]), *range(4)]  # the legend comes last


def test_a_chart_of_nothing_is_drawn_empty() -> None:
    chart = records_chart(ENTRIES, symbols=6)
    check_texts(chart)
    assert not [mark for mark in chart.marks if isinstance(mark, Polygon)]


def test_the_chart_of_the_docs_is_that_of_the_bundled_records() -> None:
    with Catalogue(named_catalogue("records"), create=False) as catalogue:
        found = [each.entry for each in records(catalogue.entries())]
    found = [entry for entry in found if len(entry.dice) == 6]
    shown = (ROOT / "docs" / "records.svg").read_text(encoding="utf-8")
    chart = records_chart(found, symbols=6)
    check_texts(chart)
    assert shown == picture_files([chart], ".svg", title=CardList.title)[0].decode()
