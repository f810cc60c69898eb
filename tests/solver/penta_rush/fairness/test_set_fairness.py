import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, islice, permutations, product
from math import factorial
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import CardError, UndecidedError
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, rolls, ways
from solver.penta_rush.fairness.match_chance import HeadToHead
from solver.penta_rush.fairness.set_fairness import (
    Example,
    FairnessCriterion,
    OptimumRange,
    SetFairness,
)
from solver.penta_rush.points import default_points
from solver.penta_rush.rules import Standing, winners
from solver.penta_rush.survey.card_survey import Survey
from tests.support import cases, error_text, slow

HALF = Fraction(1, 2)
# gofirstdice.ericharshbarger.org: R. Ford's sets, of which no two dice ever tie.
THREE_D6 = ((1, 5, 10, 11, 13, 17), (3, 4, 7, 12, 15, 16), (2, 6, 8, 9, 14, 18))
FOUR_D12 = (
    (1, 8, 11, 14, 19, 22, 27, 30, 35, 38, 41, 48),
    (2, 7, 10, 15, 18, 23, 26, 31, 34, 39, 42, 47),
    (3, 6, 12, 13, 17, 24, 25, 32, 36, 37, 43, 46),
    (4, 5, 9, 16, 20, 21, 28, 29, 33, 40, 44, 45),
)
KLEIN = ("ABCDEF", "BADCEF", "CDABEF", "DCBAEF")  # no two of them move a letter of A to D alike
TALL = Card(("ABCD", "BACC", "DDAB", "CABD", "BCDA"))


def set_of(*optima: Sequence[int], ways: Sequence[int] | None = None) -> SetFairness:
    """Return the fairness of cards with these optima, by default at equally likely rolls."""
    size = len(optima[0])
    return SetFairness(
        tuple(islice(rolls(ascii_uppercase), size)),
        tuple(ways or [1] * size),
        tuple(map(tuple, optima)),
    )


@st.composite
def card_sets(draw: st.DrawFn, *, rolls: int = 6, most: int = 4) -> SetFairness:
    """Draw 2 to 4 cards with small optima, often with ties; the ways are small as well."""
    size = draw(st.integers(1, rolls))
    figures = st.lists(st.integers(0, most), min_size=size, max_size=size)
    optima = draw(st.lists(figures, min_size=2, max_size=4))
    ways = draw(st.lists(st.integers(1, 4), min_size=size, max_size=size))
    return set_of(*optima, ways=ways)


def relabelled(card: Card, letters: str) -> Card:
    """Put *letters* for A, B, C, ... on a card."""
    return Card(tuple(line.translate(str.maketrans("ABCDEF", letters)) for line in card.lines))


def surveys(*cards: Card, symbols: str = "") -> list[Survey]:
    return [Survey(card, default_points(), symbols=symbols) for card in cards]


def exactly(win: Fraction | int, tie: Fraction | int, lose: Fraction | int) -> HeadToHead:
    return HeadToHead(Fraction(win), Fraction(tie), Fraction(lose))


def distances(fairness: SetFairness) -> list[Fraction]:
    return [criterion.distance for criterion in fairness.criteria]


# --- the criteria, worked out by hand


@pytest.mark.parametrize("size", [2, 3, 4])
def test_equal_cards_meet_every_criterion(size: int) -> None:
    fairness = set_of(*[(3, 0, 7)] * size, ways=(1, 2, 3))
    assert distances(fairness) == [0] * 5
    assert fairness.reached == FairnessCriterion("F4", "equal for every roll", Fraction(0), None)
    assert fairness.next_criterion is None
    assert fairness.optimum_range == OptimumRange(Fraction(0), 0, fairness.rolls)
    assert (
        set(fairness.head_to_head.values())
        == set(fairness.match.head_to_head.values())
        == {exactly(0, 1, 0)}
    )
    assert fairness.match.wins == (Fraction(1, size),) * size


def test_every_distance_of_a_set_worked_out_by_hand() -> None:
    fairness = set_of((4, 0), (0, 0), ways=(1, 3))
    # The first card is first with chance 1/4 and half of 3/4.
    assert distances(fairness) == [1, Fraction(1, 4), Fraction(1, 8), Fraction(1, 8), 4]
    assert [criterion.name for criterion in fairness.criteria] == ["F0", "F1", "F2", "F3", "F4"]
    assert [criterion.example for criterion in fairness.criteria] == [
        Example((0, 1)),
        Example((0, 1)),
        Example((0, 1), card=0, place=1),
        Example((0, 1)),
        Example((0, 1), roll=fairness.rolls[0]),
    ]
    assert fairness.reached is None
    assert fairness.next_criterion == fairness.criteria[0]
    assert fairness.head_to_head[0, 1] == exactly(Fraction(1, 4), Fraction(3, 4), 0)
    assert fairness.head_to_head[1, 0] == exactly(0, Fraction(3, 4), Fraction(1, 4))
    assert fairness.optimum_range == OptimumRange(Fraction(1), 4, fairness.rolls[:1])


def test_cards_that_beat_each_other_in_a_ring_have_equal_distributions_only() -> None:
    fairness = set_of((2, 1, 0), (1, 0, 2), (0, 2, 1))
    # All three are place-fair, but no two: one of them wins 2/3. Only 3 of the 6 orders occur.
    assert distances(fairness) == [0, 0, Fraction(1, 6), HALF, 2]
    assert fairness.reached == fairness.criteria[1]
    assert fairness.next_criterion == fairness.criteria[2]
    assert fairness.criteria[2].example == Example((0, 1), card=0, place=1)
    assert fairness.criteria[3].example == Example((0, 1, 2))
    for winner, loser in [(0, 1), (1, 2), (2, 0)]:
        assert fairness.head_to_head[winner, loser] == exactly(Fraction(2, 3), 0, Fraction(1, 3))
    assert fairness.optimum_range == OptimumRange(Fraction(2), 2, fairness.rolls)
    assert fairness.match.wins == (Fraction(1, 3),) * 3


def test_the_first_place_is_that_of_the_most_points() -> None:
    fairness = set_of((2, 2), (1, 0), (0, 1))
    assert fairness.criteria[2].distance == Fraction(2, 3)
    assert fairness.criteria[2].example == Example((0, 1, 2), card=0, place=1)


def test_fair_finishing_orders_do_not_make_means_equal() -> None:
    fairness = set_of((9, 0), (1, 1))
    assert distances(fairness) == [Fraction(7, 2), 1, 0, 0, 8]
    assert fairness.reached is None
    assert [criterion.met for criterion in fairness.criteria] == [False, False, True, True, False]


@pytest.mark.parametrize(("dice", "largest_range"), [(THREE_D6, 17), slow(FOUR_D12, 46)])
def test_go_first_dice_are_permutation_fair_and_have_no_value_in_common(
    dice: tuple[tuple[int, ...], ...], largest_range: int
) -> None:
    fairness = set_of(*zip(*product(*dice), strict=True))
    assert distances(fairness) == [0, 1, 0, 0, largest_range]
    assert fairness.reached == fairness.criteria[0]


def test_four_cards_that_finish_in_even_permutations_are_place_fair_only() -> None:
    even = [
        order
        for order in permutations(range(4))
        if sum(first > second for first, second in combinations(order, 2)) % 2 == 0
    ]
    fairness = set_of(*zip(*even, strict=True))
    assert distances(fairness) == [0, 0, 0, HALF, 3]  # only 12 of the 24 orders occur
    assert fairness.reached == fairness.criteria[2]
    assert fairness.criteria[3].example == Example((0, 1, 2, 3))  # any three are permutation-fair


# --- the criteria, by enumeration of all throws


def distances_by_enumeration(fairness: SetFairness) -> list[Fraction]:
    """Return the distances of F0 to F4 from the throws one by one; ties are settled by all lots."""
    throws = [
        values
        for values, count in zip(zip(*fairness.optima, strict=True), fairness.ways, strict=True)
        for _ in range(count)
    ]
    count = len(throws)
    worst = [Fraction()] * 5
    for size in range(2, len(fairness.optima) + 1):
        for members in combinations(range(len(fairness.optima)), size):
            seen = [[throw[card] for card in members] for throw in throws]
            by_card = list(zip(*seen, strict=True))
            means = [Fraction(sum(values), count) for values in by_card]
            worst[0] = max(worst[0], max(means) - min(means))
            for first, second in combinations(map(Counter, by_card), 2):
                worst[1] = max(worst[1], Fraction((first - second).total(), count))
            lots = list(permutations(range(size)))
            orders = Counter(
                tuple(sorted(range(size), key=lambda at: (-throw[at], lot[at])))
                for throw in seen
                for lot in lots
            )
            for card, place in product(range(size), repeat=2):
                here = sum(number for order, number in orders.items() if order[place] == card)
                chance = Fraction(here, count * len(lots))
                worst[2] = max(worst[2], abs(chance - Fraction(1, size)))
            even = count * len(lots) // factorial(size)
            apart = sum(abs(orders[order] - even) for order in lots)
            worst[3] = max(worst[3], Fraction(apart, 2 * count * len(lots)))
            worst[4] = max(worst[4], *(Fraction(max(throw) - min(throw)) for throw in seen))
    return worst


@given(card_sets())
def test_distances_are_those_of_all_throws_and_lots(fairness: SetFairness) -> None:
    assert distances(fairness) == distances_by_enumeration(fairness)


@given(card_sets())
def test_the_cards_of_a_example_alone_have_the_same_distance(fairness: SetFairness) -> None:
    for number, criterion in enumerate(fairness.criteria):
        assert (criterion.example is None) == criterion.met
        if criterion.example:
            optima = [fairness.optima[card] for card in criterion.example.cards]
            alone = set_of(*optima, ways=fairness.ways).criteria[number]
            assert alone.distance == criterion.distance
        if criterion.example and criterion.example.roll:
            at = fairness.rolls.index(criterion.example.roll)
            values = [fairness.optima[card][at] for card in criterion.example.cards]
            assert max(values) - min(values) == criterion.distance


@given(card_sets())
def test_criteria_imply_each_other_as_they_should(fairness: SetFairness) -> None:
    mean, distribution, place, order, every = (criterion.met for criterion in fairness.criteria)
    assert mean or not distribution
    assert place or not order
    assert (mean and distribution and place and order) or not every
    assert every == (len(set(fairness.optima)) == 1)


@given(card_sets())
def test_head_to_head_is_that_of_all_throws(fairness: SetFairness) -> None:
    throws = sum(fairness.ways)
    for (card, opponent), chances in fairness.head_to_head.items():
        signs: dict[int, int] = defaultdict(int)
        for mine, theirs, count in zip(
            fairness.optima[card], fairness.optima[opponent], fairness.ways, strict=True
        ):
            signs[(mine > theirs) - (mine < theirs)] += count
        assert chances == tuple(Fraction(signs[sign], throws) for sign in (1, 0, -1))


# --- the match


def match_by_enumeration(
    fairness: SetFairness, members: Sequence[int]
) -> tuple[list[Fraction], Fraction]:
    """Return the win chances and the chance that all win, by the referee, over all matches."""
    parts = [Fraction()] * len(members)
    level = 0
    for rounds in product(range(len(fairness.rolls)), repeat=5):
        ways = 1
        for roll in rounds:
            ways *= fairness.ways[roll]
        players = []
        for card in members:
            first = [fairness.optima[card][roll] for roll in rounds[:4]]
            players.append(Standing(str(card), (*first, 2 * fairness.optima[card][rounds[4]])))
        best = {player.name for player in winners(players)}
        level += ways * (len(best) == len(members))
        for at, card in enumerate(members):
            if str(card) in best:
                parts[at] += Fraction(ways, len(best))
    games = sum(fairness.ways) ** 5
    return [part / games for part in parts], Fraction(level, games)


def check_match(fairness: SetFairness) -> None:
    assert (
        list(fairness.match.wins) == match_by_enumeration(fairness, range(len(fairness.optima)))[0]
    )
    for (card, opponent), chances in fairness.match.head_to_head.items():
        parts, level = match_by_enumeration(fairness, [card, opponent])
        assert chances == (parts[0] - level / 2, level, parts[1] - level / 2)


@given(card_sets(rolls=3, most=3))
def test_the_match_is_that_of_the_referee(fairness: SetFairness) -> None:
    check_match(fairness)


def test_a_card_that_is_better_at_one_of_two_rolls_wins_unless_that_roll_never_comes() -> None:
    match = set_of((1, 0), (0, 0)).match
    assert match.wins == (Fraction(63, 64), Fraction(1, 64))
    assert match.head_to_head[0, 1] == exactly(Fraction(31, 32), Fraction(1, 32), 0)


def test_the_match_of_small_cards_is_that_of_the_referee() -> None:
    fairness = SetFairness.from_surveys(
        surveys(
            Card(("ABCA", "BACB", "CABC")),
            Card(("AABBC", "CCAAB")),
            Card(("BACAB", "ACBBA", "CABCC")),
        )
    )
    assert len(set(fairness.optima)) == len(fairness.optima)
    assert sum(fairness.ways) == 90
    check_match(fairness)


def test_four_cards_with_126_rolls_share_one_win() -> None:
    rng = random.Random(4)
    optima = [[rng.randint(0, 5) for _ in range(126)] for _ in range(4)]
    fairness = set_of(*optima)
    assert sum(fairness.match.wins) == 1
    for chances in fairness.match.head_to_head.values():
        assert sum(chances) == 1


@pytest.mark.slow
def test_a_match_with_too_large_tables_is_undecided() -> None:
    rng = random.Random(4)
    optima = [[rng.randint(0, 10**6) for _ in range(60)] for _ in range(4)]
    fairness = set_of(*optima)
    assert fairness.criteria[4].distance > 0
    with pytest.raises(UndecidedError, match=r"a table of \d+ cells, more than"):
        _ = fairness.match


# --- the cards of an orbit


def orbit(seed: int, letters: Sequence[str], *, most: int = 4) -> SetFairness:
    """Return the fairness of one card in several relabellings, with random optima."""
    rng = random.Random(seed)
    every = list(rolls("ABCDEF"))
    worth = {roll: rng.randint(0, most) for roll in every}
    moves = [str.maketrans("ABCDEF", to) for to in letters]
    optima = [
        [worth[Roll("".join(sorted(roll.symbols.translate(move))))] for roll in every]
        for move in moves
    ]
    return SetFairness(tuple(every), tuple(map(ways, every)), tuple(map(tuple, optima)))


@pytest.mark.parametrize("letters", ["BCAEFD", "BCDEFA", "ACBEFD"])
def test_a_relabelled_card_has_the_same_distribution(letters: str) -> None:
    fairness = orbit(1, ["ABCDEF", letters])
    assert fairness.criteria[1].met
    assert not fairness.criteria[4].met


@pytest.mark.parametrize("seed", [0, *map(slow, range(1, 5))])
def test_a_klein_orbit_is_fair_for_two_and_place_fair_for_four_but_not_for_three(seed: int) -> None:
    fairness = orbit(seed, KLEIN)
    assert fairness.criteria[1].met
    for size, place, order in [(2, True, True), (3, False, False), (4, True, False)]:
        for members in combinations(range(4), size):
            places, orders = finishes(fairness, members)
            assert (len(places) == 1) == place
            assert (len(orders) == 1) == order
    assert fairness.reached == fairness.criteria[1]
    assert fairness.criteria[2].example
    assert len(fairness.criteria[2].example.cards) == 3
    assert fairness.match.wins == (Fraction(1, 4),) * 4
    assert all(chances.win == chances.lose for chances in fairness.match.head_to_head.values())


def finishes(fairness: SetFairness, members: Sequence[int]) -> tuple[set[int], set[int]]:
    """Return the different numbers of lots that give a card a place, and that give an order."""
    lots = list(permutations(range(len(members))))
    orders: dict[tuple[int, ...], int] = dict.fromkeys(lots, 0)
    for values, count in zip(zip(*fairness.optima, strict=True), fairness.ways, strict=True):
        for lot in lots:
            ranked = sorted(range(len(members)), key=lambda at: (-values[members[at]], lot[at]))
            orders[tuple(ranked)] += count
    places = {
        sum(count for order, count in orders.items() if order[place] == card)
        for card, place in product(range(len(members)), repeat=2)
    }
    return places, set(orders.values())


def test_three_cards_of_an_orbit_of_all_orders_are_permutation_fair() -> None:
    # A card that is the same with B and C swapped has three relabellings: A is one of ABC.
    rng = random.Random(3)
    every = list(rolls("ABCDEF"))
    worth: dict[str, int] = {}
    for roll in every:
        swapped = "".join(sorted(roll.symbols.translate(str.maketrans("BC", "CB"))))
        worth[roll.symbols] = worth.get(swapped, rng.randint(0, 9))
    optima = [
        [worth["".join(sorted(roll.symbols.translate(str.maketrans("ABC", to))))] for roll in every]
        for to in ("ABC", "BAC", "CBA")
    ]
    fairness = set_of(*optima, ways=list(map(ways, every)))
    assert [criterion.met for criterion in fairness.criteria] == [True] * 4 + [False]
    assert fairness.next_criterion == fairness.criteria[4]


# --- sets of surveys


def test_the_fairness_of_relabelled_cards_comes_from_their_surveys() -> None:
    four = [relabelled(TALL, letters) for letters in KLEIN]
    fairness = SetFairness.from_surveys(surveys(*four))
    assert fairness.rolls == tuple(rolls("ABCD"))
    assert sum(fairness.ways) == 600
    assert fairness.optima[0] == tuple(row.optimum for row in surveys(TALL)[0].rows)
    assert fairness.criteria[1].met
    assert fairness.match.wins == (Fraction(1, 4),) * 4


@pytest.mark.parametrize("size", [0, 1, 5])
def test_a_set_has_two_to_four_cards(size: int) -> None:
    with pytest.raises(CardError, match=f"^set: expected 2 to 4 cards, found {size}$"):
        SetFairness.from_surveys(surveys(*[TALL] * size))


def test_the_cards_of_a_set_share_the_dice() -> None:
    assert error_text(CardError, SetFairness.from_surveys, surveys(TALL, Card(("ABC", "ABC")))) == (
        "set, card 2x3:ABCABC: expected dice with the symbols ABCD, found ABC"
        " (the cards of a set share the rolls)"
    )
    fairness = SetFairness.from_surveys(surveys(TALL, Card(("ABC", "ABC")), symbols="ABCD"))
    optima = zip(fairness.rolls, fairness.optima[1], strict=True)
    assert [str(roll) for roll, optimum in optima if optimum] == ["AABBC", "AABCC", "ABBCC"]


@cases(
    "optima ways message",
    (((1, 2), (1,)), (1, 1), "set: expected a figure for 2 rolls, found 1"),
    (((1, 2), (1, 2)), (1,), "set: expected a figure for 2 rolls, found 1"),
    (((1, 2), (1, 2)), (1, 0), "set: expected rolls with their ways, found (1, 0)"),
    (((), ()), (), "set: expected rolls with their ways, found ()"),
)
def test_optima_that_do_not_match_the_rolls_are_refused(
    optima: tuple[tuple[int, ...], ...], ways: tuple[int, ...], message: str
) -> None:
    assert (
        error_text(
            CardError, SetFairness, tuple(islice(rolls("ABCDEF"), len(optima[0]))), ways, optima
        )
        == message
    )
