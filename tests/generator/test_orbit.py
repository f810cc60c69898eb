"""Orbits: a card and relabelled copies of it are exactly place-fair, whatever the card."""

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.card_symmetry import ORDERS
from generator.constraints import LayoutConstraints
from generator.orbit import groups, orbit
from generator.proposal import propose
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, ways
from solver.penta_rush.fairness.likeness import nearest_isomorph
from solver.penta_rush.fairness.set_fairness import SetFairness
from solver.penta_rush.people.card_people import CardPeople
from solver.penta_rush.people.set_people import SetPeople
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import Survey
from tests.strategies import cards as any_cards
from tests.support import ROOT, cases, slow

SIZES = [(3, 5), (4, 4), (6, 3), (2, 9)]


def _survey(rows: int, cols: int, symbols: str, seed: int) -> Survey:
    rng = random.Random(f"{rows}/{cols}/{symbols}/{seed}")
    lines = tuple("".join(rng.choice(symbols) for _ in range(cols)) for _ in range(rows))
    return Survey(Card(lines), default_points(), symbols=symbols)


def _set_fairness(cards: Sequence[Card], symbols: str) -> SetFairness:
    surveys = [Survey(card, default_points(), symbols=symbols) for card in cards]
    return SetFairness.from_surveys(surveys)


def _chances(fairness: SetFairness) -> list[list[Fraction]]:
    """Return the chance of each card of each place among all, ties split, throw by throw."""
    size = len(fairness.optima)
    chances = [[Fraction()] * size for _ in range(size)]
    for values, way in zip(zip(*fairness.optima, strict=True), fairness.ways, strict=True):
        for card, value in enumerate(values):
            better = sum(other > value for other in values)
            alike = values.count(value)
            for place in range(better, better + alike):
                chances[card][place] += Fraction(way, alike * sum(fairness.ways))
    return chances


CASES = [
    (count, size, symbols)
    for count, size, symbols in product((2, 3, 4), SIZES, ("ABC", "ABCD", "ABCDEF"))
    if count < 4 or symbols == "ABCD"
]
CASES += [(2, (3, 6), "ABCDEFG")]  # more symbols than are permuted
CASES += [slow(4, (5, 6), "ABCDEF")]


@pytest.mark.parametrize(("count", "size", "symbols"), CASES)
def test_an_orbit_is_exactly_place_fair(count: int, size: tuple[int, int], symbols: str) -> None:
    surveyed = _survey(*size, symbols, count)
    fairness = _set_fairness(orbit(surveyed, count), symbols)
    assert _chances(fairness) == [[Fraction(1, count)] * count] * count
    assert [criterion.met for criterion in fairness.criteria[:2]] == [True, True]


@pytest.mark.slow
@given(any_cards(largest=6, symbols=5, cells=30), st.integers(2, 4))
def test_the_orbit_of_any_card_is_exactly_place_fair(card: Card, count: int) -> None:
    fairness = _set_fairness(orbit(Survey(card, default_points(), symbols="ABCDE"), count), "ABCDE")
    assert _chances(fairness) == [[Fraction(1, count)] * count] * count


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [2, 4])
def test_every_head_to_head_of_two_or_four_cards_is_even(count: int, size: tuple[int, int]) -> None:
    fairness = _set_fairness(orbit(_survey(*size, "ABCD", 1), count), "ABCD")
    assert all(chances.win == chances.lose for chances in fairness.head_to_head.values())
    if count == 2:
        assert fairness.criteria[2].met


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_cards_are_the_first_card_turned_and_relabelled(
    count: int, size: tuple[int, int]
) -> None:
    surveyed = _survey(*size, "ABCD", 2)
    cards = orbit(surveyed, count)
    assert cards[0] == surveyed.card
    assert len(cards) == count
    for other in cards[1:]:
        assert (other.rows, other.cols) == size
        nearest = nearest_isomorph(surveyed.card, other)
        assert nearest
        assert nearest.distance == 0


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_orbit_is_that_of_the_group_with_the_closest_cards(count: int) -> None:
    surveyed = _survey(4, 5, "ABCD", 3)
    optimum = {row.roll: row.optimum for row in surveyed.rows}
    means = []
    for group in groups("ABCD", count):
        total = 0
        for roll, way in ((roll, ways(roll)) for roll in optimum):
            images = ("".join(labels[symbol] for symbol in roll.symbols) for labels in group)
            values = [optimum[Roll.parse(image)] for image in images]
            total += way * (max(values) - min(values))
        means.append(Fraction(total, sum(map(ways, optimum))))
    assert _set_fairness(orbit(surveyed, count), "ABCD").optimum_range.mean == min(means)
    assert min(means) < max(means)


@pytest.mark.parametrize("symbols", ["ABC", "ABCD", "ABCDE", "ABCDEF", "ABCDEFGH"])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_relabellings_form_groups(count: int, symbols: str) -> None:
    found = list(groups(symbols, count))
    for group in found:
        members = [tuple(labels[symbol] for symbol in symbols) for labels in group]
        assert members[0] == tuple(symbols)
        assert len(set(members)) == count
        for first, then in product(group, repeat=2):
            assert tuple(then[first[symbol]] for symbol in symbols) in members
    copies = Counter(
        frozenset(tuple(labels[symbol] for symbol in symbols) for labels in group)
        for group in found
    )
    # Every group comes once; those for three cards come in both directions.
    assert set(copies.values()) <= ({2} if count == 3 else {1})
    assert (not copies) == (count == 4 and symbols == "ABC")


@cases(
    "symbols count known",
    # Involutions less the identity, OEIS A000085; elements of order three, OEIS A001471.
    ("ABC", 2, 3),
    ("ABCD", 2, 9),
    ("ABCDE", 2, 25),
    ("ABCDEF", 2, 75),
    ("ABCD", 3, 8),
    ("ABCDE", 3, 20),
    ("ABCDEF", 3, 80),
    # Of four symbols: one group that moves all of them, and three of two swaps and both.
    ("ABCD", 4, 4),
    ("ABCDEF", 4, 165),
)
def test_no_group_is_missing(symbols: str, count: int, known: int) -> None:
    assert len(list(groups(symbols, count))) == known


def test_relabellings_that_are_no_group_are_seldom_fair() -> None:
    rng = random.Random(4)
    unfair = 0
    for seed in range(12):
        surveyed = _survey(4, 5, "ABCDE", seed)
        names = ["ABCDE", *("".join(rng.sample("ABCDE", 5)) for _ in range(2))]
        cards = [
            Card(
                tuple(line.translate(str.maketrans("ABCDE", name)) for line in surveyed.card.lines)
            )
            for name in names
        ]
        fairness = _set_fairness(cards, "ABCDE")
        # The cards have equal distributions of the optimum.
        assert [criterion.met for criterion in fairness.criteria[:2]] == [True, True]
        unfair += _chances(fairness) != [[Fraction(1, 3)] * 3] * 3
    assert unfair > 6


@pytest.mark.parametrize("count", [2, slow(3), 4])
@pytest.mark.parametrize("name", list(ORDERS))
@pytest.mark.parametrize("size", [slow((6, 7)), (4, 6), (4, 4)])
def test_an_orbit_of_a_symmetric_card_has_no_card_twice(
    count: int, name: str, size: tuple[int, int]
) -> None:
    if (name == "quarter-turn" and size[0] != size[1]) or ("mirror" in name and size[1] % 2):
        return
    constraints = LayoutConstraints(symmetry=name)
    card = propose(*size, "ABCDEF", constraints, random.Random(1))
    cards = orbit(Survey(card, default_points()), count)
    assert len(set(cards)) == count
    assert _chances(_set_fairness(cards, "ABCDEF")) == [[Fraction(1, count)] * count] * count


@pytest.mark.slow
def test_three_of_four_cards_of_an_orbit_are_as_uneven_as_the_page_says() -> None:
    # The card that `penta generate white --like steppe --steps 1000 --seed 1` relabels.
    lines = (
        "DDEBBAAFCC CAECDCDFBD "
        "ADECDCDFCB ADFFDCEECB "
        "AFFBBAAEEB CEEDDCCFFD "
        "CBEEBAFFAD CBFABABEAF "
        "ACFABABEDB BFFDDCEEAE"
    )
    made = Survey(Card(tuple("".join(lines).split())), default_points())
    surveys = [Survey(card, default_points()) for card in orbit(made, 4, min_differing_cells=60)]
    shares = SetFairness.from_surveys(surveys).match.shares
    for cards, wins in shares.items():
        assert (set(wins) == {Fraction(1, len(cards))}) == (len(cards) != 3)
    people = tuple(CardPeople(survey, Skill.even(0.2)) for survey in surveys[:3])
    match = SetPeople(people, ("first", "second", "third")).matches[0, 1, 2]
    perfect, of_people = (
        [f"{float(100 * share):.1f}" for share in wins] for wins in (shares[0, 1, 2], match.wins)
    )
    page = " ".join((ROOT / "docs" / "fairness.md").read_text("utf-8").split())
    for first, second, third in (perfect, of_people):
        assert f"{first}, {second} and {third} %" in page
