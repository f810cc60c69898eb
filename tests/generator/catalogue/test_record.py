"""Which cards are records, and the news that a card is one."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalogue.entry import CardStatus, PeopleStatistics, format_row
from generator.catalogue.record import (
    Announced,
    Category,
    KnownRecords,
    is_flatter,
    least_mean,
    records,
)
from generator.catalogue.store import StoredEntry
from solver.errors import CatalogueError
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points
from solver.penta_rush.survey.card_survey import Survey
from tests.generator.catalogue.made import for_people, made


def _figures(stored: list[StoredEntry]) -> list[tuple[str, str]]:
    """Return the means and variances of what is stored."""
    statistics = [each.entry.statistics for each in stored]
    return [(str(figures.mean), str(figures.variance)) for figures in statistics]


def _cards(*figures: tuple[str, str]) -> list[StoredEntry]:
    return [made("3x5", *each, number=number) for number, each in enumerate(figures)]


@pytest.mark.parametrize(
    ("mean", "least"),
    [("0", 0), ("1/3", 0), ("1/2", Fraction(1, 2)), ("11.99", Fraction(23, 2)), ("12", 12)],
)
def test_a_least_mean_is_the_mean_rounded_down_to_half_a_point(mean: str, least: Fraction) -> None:
    assert least_mean(made("3x5", mean, "1").entry) == least


def test_the_records_of_a_size_grow_in_mean_and_in_sd() -> None:
    stair = [("6.2", "0.1"), ("7.4", "0.5"), ("9", "2")]
    beaten = [("6.1", "0.2"), ("7.4", "0.6"), ("5", "0.3"), ("8.9", "3")]
    assert _figures(records(_cards(*beaten, *stair))) == [
        ("31/5", "1/10"),
        ("37/5", "1/2"),
        ("9", "2"),
    ]


def test_a_card_is_beaten_by_a_richer_one_that_is_as_flat() -> None:
    assert _figures(records(_cards(("6", "1"), ("6.1", "1"), ("5", "1")))) == [("61/10", "1")]


def test_a_card_within_the_same_half_point_is_beaten_though_it_is_richer() -> None:
    assert _figures(records(_cards(("6.4", "1"), ("6", "0.9")))) == [("6", "9/10")]
    assert len(records(_cards(("6.5", "1"), ("6", "0.9")))) == 2


def test_a_perfect_card_is_beaten_by_none_of_lower_mean() -> None:
    assert _figures(records(_cards(("7", "0"), ("6.9", "0"), ("6", "0.1")))) == [("7", "0")]


def test_of_two_cards_as_flat_and_as_rich_the_proved_one_is_the_record() -> None:
    known = made("3x5", "7", "0")
    proved = made("3x5", "7", "0", number=5, status=CardStatus.PROVED, proof="all cards")
    assert records([known, proved]) == records([proved, known]) == [proved]


def test_of_two_cards_that_are_equal_the_one_whose_search_is_known_is_the_record() -> None:
    unexplained, found = made("3x5", "7", "0"), made("3x5", "7", "0", number=5, seed=1)
    assert str(unexplained.entry.card) < str(found.entry.card)
    assert records([unexplained, found]) == records([found, unexplained]) == [found]


def test_sizes_and_numbers_of_symbols_have_records_of_their_own_but_turned_cards_are_one() -> None:
    stored = [
        made("4x4", "6", "1"),
        made("5x3", "6", "2"),
        made("3x5", "6", "3"),
        made("3x5", "6", "4", dice="ABCD"),
    ]
    found = records(stored)
    assert found == [stored[1], stored[3], stored[0]]
    assert [str(Category.of(each.entry)) for each in found] == [
        "3x5, 3 symbols",
        "3x5, 4 symbols",
        "4x4, 3 symbols",
    ]


def test_cards_for_other_points_and_worthless_cards_are_no_records() -> None:
    assert records([made("3x5", "6", "1", points=Points((1,) * 12))]) == []
    assert records([made("3x5", "0.4", "0")]) == []


_FIGURES = st.tuples(st.integers(0, 40), st.integers(0, 6)).map(
    lambda pair: (f"{pair[0]}/8", str(pair[1]))
)


@given(figures=st.lists(_FIGURES, max_size=8))
def test_the_records_are_those_that_no_card_beats(figures: list[tuple[str, str]]) -> None:
    stored = _cards(*figures)
    found = records(stored)
    for each in stored:
        is_beaten = any(
            is_flatter(other.entry, each.entry)
            and least_mean(other.entry) >= least_mean(each.entry)
            for other in stored
        )
        as_good = [other for other in found if _figures([other]) == _figures([each])]
        assert len(as_good) == (not is_beaten and least_mean(each.entry) > 0)


@given(figures=st.lists(_FIGURES, min_size=1, max_size=6))
def test_a_card_is_news_if_it_is_a_record_beside_those_before(
    figures: list[tuple[str, str]],
) -> None:
    *known, new = _cards(*figures)
    (news,) = KnownRecords(known).announcements([new.entry])
    is_record = new in records([*known, new])
    as_good = any(_figures([each]) == _figures([new]) for each in known)
    assert bool(news) == (is_record and not as_good)


# --- the news


def _news(known: list[StoredEntry], *new: StoredEntry) -> list[str]:
    return [str(news) for news in KnownRecords(known).announcements(each.entry for each in new)]


def test_news_say_what_was_beaten_or_that_there_was_nothing() -> None:
    known = [made("9x9", "12.1", "0.9216"), made("9x9", "11.2", "0.09", number=3)]
    flatter, richer = made("9x9", "11.7", "0.26", number=1), made("9x9", "14", "4", number=2)
    assert _news(known, flatter) == [
        "a record for 9x9, 3 symbols: sd 0.51 at a mean of at least 11.5; before 0.96"
    ]
    assert _news(known, richer) == [
        "the first for 9x9, 3 symbols at a mean of at least 14: sd 2.00"
    ]


def test_news_of_a_card_that_beats_poorer_ones_too_name_the_flattest_of_these() -> None:
    known = [
        made("9x9", "10.1", "0.25"),
        made("9x9", "11.2", "1", number=1),
        made("9x9", "12.3", "2", number=2),
    ]
    assert _news(known, made("9x9", "12.5", "0.49", number=3)) == [
        "a record for 9x9, 3 symbols: sd 0.70 at a mean of at least 12.5; before 1.00 at 11"
    ]


def test_news_of_a_card_as_flat_say_that_it_is_richer() -> None:
    known, new = made("9x9", "11.5", "1"), made("9x9", "11.75", "1", number=1)
    (text,) = _news([known], new)
    assert text.endswith(" at a mean of at least 11.5; before the mean was 11.50, not 11.75")


def test_a_card_that_is_known_or_that_another_new_one_beats_is_no_news() -> None:
    known, flatter = made("9x9", "11.5", "1"), made("9x9", "11.5", "0.5", number=1)
    assert _news([known], known, flatter, flatter) == [
        "None",
        "a record for 9x9, 3 symbols: sd 0.71 at a mean of at least 11.5; before 1.00",
        "None",
    ]


def test_news_in_json_have_the_record_before() -> None:
    known, new = made("9x8", "11.5", "1"), made("8x9", "12.75", "0.25", number=1)
    (news,) = KnownRecords([known]).announcements([new.entry])
    assert news is not None
    assert news.to_json() == {
        "size": "8x9",
        "symbols": 3,
        "least_mean": 12.5,
        "sd": 0.5,
        "mean": 12.75,
        "before": {"card": str(known.entry.card), "sd": 1, "mean": 11.5},
    }
    (news,) = KnownRecords([known]).announcements([made("8x9", "12.75", "4").entry])
    assert news is not None
    assert news.to_json()["before"] is None


# --- the records for people


def _people_cards(*figures: tuple[str, str]) -> list[StoredEntry]:
    """Return cards that are the flatter for perfect play the later they come."""
    return [
        for_people(made("3x5", "6", f"1/{number + 1}", number=number), *each)
        for number, each in enumerate(figures)
    ]


def test_the_records_for_people_are_by_their_figures_alone() -> None:
    stored = _people_cards(("2.2", "0.3"), ("2.4", "0.2"), ("2.5", "0.4"), ("0.4", "0"))
    assert records(stored, people=True) == [stored[1], stored[2]]
    assert records(stored) == [stored[3]]
    assert least_mean(stored[2].entry, people=True) == Fraction(5, 2)


def test_cards_that_are_not_measured_exactly_or_for_others_are_no_records_for_people() -> None:
    plain = made("3x5", "6", "1")
    dense = PeopleStatistics(Fraction("0.2"), None, None)
    others = [
        plain,
        made("3x5", "6", "1", people=dense),
        for_people(plain, "2", "0.1", skill="0.3"),
        for_people(made("3x5", "6", "1", points=Points((1,) * 12)), "2", "0.1"),
    ]
    assert records(others, people=True) == []
    known = for_people(plain, "2", "0.5")
    assert records([*others, known], people=True) == [known]
    with pytest.raises(CatalogueError, match="people: expected how they do on the card"):
        least_mean(plain.entry, people=True)


@given(figures=st.lists(_FIGURES, max_size=8))
def test_both_kinds_of_records_are_the_same_where_the_figures_are(
    figures: list[tuple[str, str]],
) -> None:
    stored = [
        for_people(made("3x5", mean, str(int(sd) ** 2), number=number), mean, sd)
        for number, (mean, sd) in enumerate(figures)
    ]
    assert records(stored, people=True) == records(stored)


def test_news_for_people_say_so_and_have_their_figures() -> None:
    known, new = _people_cards(("2.2", "0.3"), ("2.6", "0.25"))
    both = KnownRecords([known]).announced([new.entry, known.entry])
    perfect, people = both[0]
    assert str(perfect) == (
        "a record for 3x5, 3 symbols: sd 0.71 at a mean of at least 6; before 1.00"
    )
    assert people is not None
    assert str(people) == (
        "a record for people on 3x5, 3 symbols: sd 0.25 at a mean of at least 2.5; before 0.30 at 2"
    )
    assert people.to_json() == {
        "size": "3x5",
        "symbols": 3,
        "least_mean": 2.5,
        "sd": 0.25,
        "mean": 2.6,
        "before": {"card": str(known.entry.card), "sd": 0.3, "mean": 2.2},
    }
    assert both[1] == Announced(None, None)
    assert both[1].to_json() == {"record": None, "people_record": None}


def test_news_for_people_measure_the_known_cards_that_were_not() -> None:
    flat = made("3x5", "6", "1")  # it has hardly a placement
    real = replace(flat.entry, card=Card.parse("3x5:ACABBCBBCBCBAAC"))
    known = KnownRecords([StoredEntry(format_row(real), real)])
    measured = PeopleStatistics.of(Survey(real.card, real.points))
    assert measured.mean is not None
    assert measured.sd is not None
    worse = measured._replace(sd=measured.sd + 1)
    better = measured._replace(sd=measured.sd / 2)
    for _ in range(2):
        for people, is_news in ((worse, False), (better, True)):
            new = replace(flat.entry, people=people)
            (news,) = known.announcements([new], people=True)
            assert bool(news) == is_news
            assert news is None or news.before == replace(real, people=measured)
