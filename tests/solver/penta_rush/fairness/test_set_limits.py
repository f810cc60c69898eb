"""The limits of a fair set, and the figures behind their defaults that docs/fairness.md gives."""

import random
from fractions import Fraction
from itertools import combinations, count, permutations, product
from math import comb, sqrt
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

import data
from generator.constraints import LayoutConstraints
from solver.errors import CardError
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.likeness import (
    VisibleDifference,
    canonical_form,
    differing_cells,
    differing_cells_turned,
    nearest_isomorph,
    visible_differences,
)
from solver.penta_rush.fairness.set_fairness import SetFairness
from solver.penta_rush.fairness.set_limits import SetLimits, win_shares
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import Survey
from tests.strategies import cards
from tests.support import ROOT, cases

PAGE = " ".join((ROOT / "docs" / "fairness.md").read_text("utf-8").split())
HUNDRED = 100  # matches


def _at_least(wins: int, share: Fraction, matches: int = HUNDRED) -> Fraction:
    """Return the chance of *wins* wins or more with this *share* of the wins."""
    chances = (
        comb(matches, won) * share**won * (1 - share) ** (matches - won)
        for won in range(wins, matches + 1)
    )
    return sum(chances, Fraction())


def _fairness(*names: str) -> SetFairness:
    cards = (Card.parse(data.samples("cards")[name].read_text("utf-8")) for name in names)
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
    assert SetLimits(Fraction(0), Fraction(0)).judge(fairness, fairness.match).is_fair


def test_a_pair_that_is_uneven_makes_a_set_unfair_though_all_together_are_even() -> None:
    """Two cards tie with the third in sum, but one always beats the next: rock, paper, scissors."""
    meadow = _fairness("meadow", "meadow", "meadow")
    size = 126 // 3
    cycle = [(3, 2, 1), (2, 1, 3), (1, 3, 2)]
    optima = tuple(tuple(cycle[card][number // size] for number in range(126)) for card in range(3))
    fairness = SetFairness(meadow.rolls, (30,) * 126, optima)
    assert {share.gap for share in win_shares(fairness.match)[:3]} == {0}
    judgement = SetLimits().judge(fairness, fairness.match)
    assert judgement.is_fair is False
    (reason,) = judgement.reasons
    assert reason.startswith("the gap to an even win share is 0.")


def test_without_the_match_only_the_means_are_judged() -> None:
    fairness = _fairness("meadow", "orchard")
    assert SetLimits().judge(fairness, None).is_fair is False
    assert SetLimits(max_mean_gap=None).judge(fairness, None)[:2] == (None, [])
    assert SetLimits(None, None).judge(fairness, None)[:2] == (True, [])


@cases(
    "lines isometry",
    ("XXY ZZZ", "as it is"),
    ("ZX ZX ZY", "turned right"),
    ("ZZZ YXX", "turned half round"),
    ("YZ XZ XZ", "turned left"),
    ("YXX ZZZ", "flipped left to right"),
    ("ZY ZX ZX", "flipped left to right, turned right"),
    ("ZZZ XXY", "flipped left to right, turned half round"),
    ("XZ XZ YZ", "flipped left to right, turned left"),
)
def test_a_card_turned_flipped_and_relabelled_is_the_same_card(lines: str, isometry: str) -> None:
    other = Card(tuple(lines.split()))
    relabelling = {"A": "X", "B": "Y", "C": "Z"}
    assert nearest_isomorph(Card(("AAB", "CCC")), other) == (0, isometry, relabelling, other)


def test_of_equally_good_isometries_the_first_is_taken() -> None:
    card = Card(("AAA", "BCB"))
    assert nearest_isomorph(card, card) == (0, "as it is", {"A": "A", "B": "B", "C": "C"}, card)


def orientations_of(card: Card) -> list[Card]:
    """Return a card turned and flipped in all eight ways, cell by cell."""
    last_row, last_col = card.rows - 1, card.cols - 1
    oriented = []
    for turn, up, left in product((False, True), repeat=3):
        grid = {
            (last_row - row if up else row, last_col - col if left else col): card[cell]
            for cell in card.cells
            for row, col in [cell]
        }
        if turn:
            grid = {(col, row): symbol for (row, col), symbol in grid.items()}
        rows, cols = (card.cols, card.rows) if turn else (card.rows, card.cols)
        oriented.append(
            Card(tuple("".join(grid[row, col] for col in range(cols)) for row in range(rows)))
        )
    return oriented


def distance(card: Card, other: Card) -> int:
    return sum(card[cell] != other[cell] for cell in card.cells)


@st.composite
def card_pairs(draw: st.DrawFn) -> tuple[Card, Card]:
    """Draw two cards of the same size, or turned, with up to 4 symbols each."""
    card = draw(cards(largest=5, symbols=4, cells=20))
    rows, cols = draw(st.permutations((card.rows, card.cols)))
    line = st.text("BCDE"[: draw(st.integers(1, 4))], min_size=cols, max_size=cols)
    return card, Card(tuple(draw(st.lists(line, min_size=rows, max_size=rows))))


@given(card_pairs())
def test_the_nearest_isomorph_is_that_of_all_isomorphs(pair: tuple[Card, Card]) -> None:
    card, target = pair
    letters = target.symbols + "WXYZ"[: max(0, len(card.symbols) - len(target.symbols))]
    fewest = min(
        distance(Card(tuple(line.translate(table) for line in oriented.lines)), target)
        for oriented in orientations_of(card)
        if (oriented.rows, oriented.cols) == (target.rows, target.cols)
        for to in permutations(letters, len(card.symbols))
        for table in [str.maketrans(card.symbols, "".join(to))]
    )
    nearest = nearest_isomorph(card, target)
    assert nearest
    assert nearest.distance == fewest == distance(nearest.card, target)
    assert len(set(nearest.relabelling.values())) == len(nearest.relabelling) == len(card.symbols)
    table = str.maketrans(nearest.relabelling)
    assert nearest.card in orientations_of(
        Card(tuple(line.translate(table) for line in card.lines))
    )
    back = nearest_isomorph(target, card)
    assert back
    assert back.distance == fewest


@given(card_pairs())
def test_the_relabelling_is_onto_where_there_are_enough_symbols(pair: tuple[Card, Card]) -> None:
    card, target = pair
    nearest = nearest_isomorph(card, target)
    assert nearest
    if len(card.symbols) >= len(target.symbols):
        assert set(nearest.relabelling.values()) >= set(target.symbols)


def test_cards_of_different_sizes_cannot_be_compared() -> None:
    assert nearest_isomorph(Card(("ABC", "ABC")), Card(("ABCD", "ABCD"))) is None
    assert nearest_isomorph(Card(("ABC", "ABC")), Card(("AB", "AB", "CC"))) is not None


def test_26_symbols_are_recognised_when_relabelled() -> None:
    rng = random.Random(26)
    letters = "".join(rng.sample(ascii_uppercase, 26))
    text = ascii_uppercase + "".join(rng.choice(ascii_uppercase) for _ in range(18 * 13))
    lines = tuple(text[at : at + 13] for at in range(0, len(text), 13))
    card = Card(lines)
    other = Card(
        tuple(line.translate(str.maketrans(ascii_uppercase, letters))[::-1] for line in lines)
    )
    nearest = nearest_isomorph(card, other)
    assert nearest
    assert (nearest.distance, nearest.isometry) == (0, "flipped left to right")
    assert nearest.relabelling == dict(zip(ascii_uppercase, letters, strict=True))


LINE_PAIRS = st.sampled_from([(1, 4), (2, 3), (3, 3), (4, 2), (5, 5)]).flatmap(
    lambda size: st.tuples(
        *[
            st.lists(
                st.text("ABC", min_size=size[1], max_size=size[1]),
                min_size=size[0],
                max_size=size[0],
            )
        ]
        * 3
    )
)


def _by_cell(first: Card, second: Card, quarters: int) -> int:
    """Count cell by cell, the first card turned right by *quarters*; all if it sticks out."""
    differing = 0
    for row, col in first.cells:
        at, size = (row, col), (first.rows, first.cols)
        for _ in range(quarters):
            at, size = (at[1], size[0] - 1 - at[0]), (size[1], size[0])
        if size != (second.rows, second.cols):
            return len(first.cells)
        differing += first[Cell(row, col)] != second[Cell(*at)]
    return differing


@given(LINE_PAIRS)
def test_the_figures_are_those_of_a_count_cell_by_cell(lines: tuple[list[str], ...]) -> None:
    cards = [Card(tuple(rows)) for rows in lines]
    pairs = list(combinations(cards, 2))
    turns = (0, 1, 2, 3)
    for pair in pairs:
        assert differing_cells(*pair) == _by_cell(*pair, 0)
        assert differing_cells_turned(*pair) == min(_by_cell(*pair, turn) for turn in turns)
        assert differing_cells_turned(*pair) == differing_cells_turned(*pair[::-1])
    assert VisibleDifference.of_cards(cards) == (
        min(_by_cell(*pair, 0) for pair in pairs),
        min(_by_cell(*pair, turn) for pair in pairs for turn in turns),
        len(cards[0].cells),
    )


def test_cards_of_two_sizes_are_an_error_of_one_line() -> None:
    with pytest.raises(CardError) as caught:
        VisibleDifference.of_cards([Card(("ABC", "DEF")), Card(("AD", "BE", "CF"))])
    assert "expected a card of 2x3" in str(caught.value)
    assert "found 3x2" in str(caught.value)


def test_every_two_cards_of_one_size_are_compared() -> None:
    cards = [Card(("AAB", "CCB")), Card(("AB", "CD", "EF")), Card(("BCC", "BBA"))]
    assert visible_differences(cards) == {(0, 2): (6, 1, 6)}


def test_the_text_and_the_json_have_all_figures() -> None:
    difference = VisibleDifference.of_cards([Card(("AAB", "CCB")), Card(("BCC", "BBA"))])
    assert str(difference) == (
        "any two cards differ in at least 6 of 6 cells as they lie, and in 1 when one is turned"
    )
    assert difference.to_json() == {"cells": 6, "in_place": 6, "turned": 1}


SEASONS = ("spring", "summer", "autumn", "winter")


def _text(name: str) -> str:
    return data.samples("cards")[name].read_text("utf-8")


def _card(name: str) -> Card:
    return Card.parse(_text(name))


@pytest.mark.parametrize("name", ["pocket", "prairie", "steppe", *SEASONS])
def test_a_generated_card_has_its_id_and_the_command_that_makes_it_again(name: str) -> None:
    lines = [line.removeprefix("# ") for line in _text(name).splitlines()]
    assert lines[0].startswith(f"{name}: a sample card of ours: ")
    assert str(_card(name)) in lines
    made = next(line for line in lines if line.startswith("Made by penta"))
    assert " --steps " in made
    assert " --seed " in made


@cases(
    "name figures constraints",
    ("prairie", (1, 11, 9, 6), LayoutConstraints(symmetry="half-turn")),
    ("steppe", (0.77, 11.5, 10, 3), LayoutConstraints(even=False, symmetry="mirrors")),
)
def test_the_flat_cards_are_flat(
    name: str, figures: tuple[float, float, int, int], constraints: LayoutConstraints
) -> None:
    card = _card(name)
    optimum = CardFairness(Survey(card, default_points())).optimum
    sd, mean, least, width = figures
    assert optimum.sd <= sd
    assert optimum.mean >= mean
    assert optimum.least >= least
    assert optimum.greatest - optimum.least <= width
    assert constraints.violations(card, "ABCDEF") == []


def test_the_seasons_are_four_cards_fair_as_a_set() -> None:
    cards = [_card(name) for name in SEASONS]
    assert len(set(map(canonical_form, cards))) == 4
    fairness = SetFairness.from_surveys([Survey(card, default_points()) for card in cards])
    place_fair = next(criterion for criterion in fairness.criteria if criterion.name == "F2")
    assert place_fair.distance <= 0.01
    assert fairness.optimum_range.mean <= 1.5


def test_any_two_seasons_differ_in_60_cells_as_they_lie() -> None:
    cards = [_card(name) for name in SEASONS]
    for first, second in combinations(cards, 2):
        assert sum(first[cell] != second[cell] for cell in first.cells) >= 60
    assert VisibleDifference.of_cards(cards).in_place >= 60
