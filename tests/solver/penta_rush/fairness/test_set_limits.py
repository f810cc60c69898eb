"""The limits of a fair set, and the figures behind their defaults that docs/fairness.md gives."""

from fractions import Fraction
from itertools import count
from math import comb, sqrt

import pytest

import data
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.set_fairness import SetFairness
from solver.penta_rush.fairness.set_limits import SetLimits, win_shares
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import Survey
from tests.support import ROOT, cases

PAGE = " ".join((ROOT / "docs" / "fairness.md").read_text(encoding="utf-8").split())
HUNDRED = 100  # matches


def _at_least(wins: int, share: Fraction, matches: int = HUNDRED) -> Fraction:
    """Return the chance of *wins* wins or more with this *share* of the wins."""
    chances = (
        comb(matches, won) * share**won * (1 - share) ** (matches - won)
        for won in range(wins, matches + 1)
    )
    return sum(chances, Fraction())


def _fairness(*names: str) -> SetFairness:
    cards = (Card.parse(data.samples("cards")[name].read_text(encoding="utf-8")) for name in names)
    return SetFairness.from_surveys([Survey(card, default_points()) for card in cards])


@cases("cards wins chances", (2, 59, ("4.4", "13.5", "62")), (4, 33, ("4.5", "15.8", "70")))
def test_in_100_matches_nobody_can_tell_the_default_from_even(
    cards: int, wins: int, chances: tuple[str, str, str]
) -> None:
    even = Fraction(1, cards)
    assert next(n for n in count() if _at_least(n, even) <= Fraction(1, 20)) == wins
    limit = SetLimits().max_win_gap
    assert limit is not None
    at_even, at_limit, at_tenth = (
        float(100 * _at_least(wins, even + gap)) for gap in (0, limit, Fraction(1, 10))
    )
    assert (f"{at_even:.1f}", f"{at_limit:.1f}", f"{at_tenth:.0f}") == chances
    for chance in chances:
        assert f"{chance} %" in PAGE


@pytest.mark.parametrize(("cards", "matches"), [(2, "750"), (4, "560")])
def test_to_tell_the_default_from_even_takes_many_matches(cards: int, matches: str) -> None:
    even, gap = 1 / cards, 0.03
    needed = even * (1 - even) * (1.645 / gap) ** 2  # 1.645 standard deviations are one in twenty
    assert f"some {round(needed / 10) * 10} matches" == f"some {matches} matches"
    assert f"some {matches} matches" in PAGE


def test_the_default_gap_of_the_means_is_less_than_a_point_in_a_match() -> None:
    limit = SetLimits().max_mean_gap
    assert limit is not None
    assert 6 * limit == Fraction("0.9") < 1


def test_two_sample_cards_differ_in_wins_by_what_the_page_says() -> None:
    fairness = _fairness("meadow", "orchard")
    gaps = [share.gap for share in win_shares(fairness.match)]
    assert [f"{float(gap):.2f}" for gap in gaps] == ["0.16", "0.16"]
    differences = [first - second for first, second in zip(*fairness.optima, strict=True)]
    mean, squares = fairness.mean(differences), fairness.mean(d * d for d in differences)
    sd_of_match = sqrt(8 * (squares - mean**2))  # four rounds, and one that counts twice
    assert 8.4 < sd_of_match < 12


def test_shares_are_even_for_cards_that_are_the_same() -> None:
    fairness = _fairness("meadow", "meadow", "meadow")
    shares = win_shares(fairness.match)
    assert len(shares) == 3 + 6
    assert {share.gap for share in shares} == {0}
    assert SetLimits(Fraction(0), Fraction(0)).judge(fairness, fairness.match) == (True, [])


def test_a_pair_that_is_uneven_makes_a_set_unfair_though_all_together_are_even() -> None:
    """Two cards tie with the third in sum, but one always beats the next: rock, paper, scissors."""
    meadow = _fairness("meadow", "meadow", "meadow")
    size = 126 // 3
    cycle = [(3, 2, 1), (2, 1, 3), (1, 3, 2)]
    optima = tuple(tuple(cycle[card][number // size] for number in range(126)) for card in range(3))
    fairness = SetFairness(meadow.rolls, (30,) * 126, optima)
    assert {share.gap for share in win_shares(fairness.match)[:3]} == {0}
    is_fair, reasons = SetLimits().judge(fairness, fairness.match)
    assert is_fair is False
    assert len(reasons) == 1
    assert reasons[0].startswith("the gap to an even win share is 0.")


def test_without_the_match_only_the_means_are_judged() -> None:
    fairness = _fairness("meadow", "orchard")
    assert SetLimits().judge(fairness, None)[0] is False
    assert SetLimits(max_mean_gap=None).judge(fairness, None) == (None, [])
    assert SetLimits(None, None).judge(fairness, None) == (True, [])
