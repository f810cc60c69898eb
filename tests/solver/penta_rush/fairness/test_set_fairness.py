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
from solver.penta_rush.fairness.isomorphism import nearest_isomorph
from solver.penta_rush.fairness.set_fairness import (
    FairnessCriterion,
    HeadToHead,
    OptimumRange,
    SetFairness,
    Witness,
)
from solver.penta_rush.points import default_points
from solver.penta_rush.rules import Standing, winners
from solver.penta_rush.survey.card_survey import Survey
from tests.strategies import cards

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


def graded(*columns: Sequence[int], ways: Sequence[int] | None = None) -> SetFairness:
    """Grade columns that stand for as many rolls, equally likely if nothing else is said."""
    size = len(columns[0])
    return SetFairness(
        tuple(islice(rolls(ascii_uppercase), size)),
        tuple(ways or [1] * size),
        tuple(map(tuple, columns)),
    )


@st.composite
def grades(draw: st.DrawFn, *, rolls: int = 6, most: int = 4) -> SetFairness:
    """Draw 2 to 4 small columns, often with ties; the ways are small as well."""
    size = draw(st.integers(1, rolls))
    figures = st.lists(st.integers(0, most), min_size=size, max_size=size)
    columns = draw(st.lists(figures, min_size=2, max_size=4))
    ways = draw(st.lists(st.integers(1, 4), min_size=size, max_size=size))
    return graded(*columns, ways=ways)


def relabelled(card: Card, letters: str) -> Card:
    """Put *letters* for A, B, C, ... on a card."""
    return Card(tuple(line.translate(str.maketrans("ABCDEF", letters)) for line in card.lines))


def surveys(*some: Card, symbols: str = "") -> list[Survey]:
    return [Survey(card, default_points(), symbols=symbols) for card in some]


def exactly(win: Fraction | int, tie: Fraction | int, lose: Fraction | int) -> HeadToHead:
    return HeadToHead(Fraction(win), Fraction(tie), Fraction(lose))


def distances(grade: SetFairness) -> list[Fraction]:
    return [rung.distance for rung in grade.criteria]


# --- the ladder, by hand


@pytest.mark.parametrize("size", [2, 3, 4])
def test_equal_cards_are_at_the_top(size: int) -> None:
    grade = graded(*[(3, 0, 7)] * size, ways=(1, 2, 3))
    assert distances(grade) == [0] * 5
    assert grade.reached == FairnessCriterion("F4", "equal for every roll", Fraction(0), None)
    assert grade.next_criterion is None
    assert grade.optimum_range == OptimumRange(Fraction(0), 0, grade.rolls)
    assert (
        set(grade.head_to_head.values())
        == set(grade.match.head_to_head.values())
        == {exactly(0, 1, 0)}
    )
    assert grade.match.wins == (Fraction(1, size),) * size


def test_every_distance_of_a_set_worked_out_by_hand() -> None:
    grade = graded((4, 0), (0, 0), ways=(1, 3))
    apart = (1, Fraction(1, 4), Fraction(1, 8), Fraction(1, 8), 4)  # first: 1/4 and half of 3/4
    assert distances(grade) == list(apart)
    assert [rung.name for rung in grade.criteria] == ["F0", "F1", "F2", "F3", "F4"]
    assert [rung.witness for rung in grade.criteria] == [
        Witness((0, 1)),
        Witness((0, 1)),
        Witness((0, 1), card=0, place=1),
        Witness((0, 1)),
        Witness((0, 1), roll=grade.rolls[0]),
    ]
    assert grade.reached is None
    assert grade.next_criterion == grade.criteria[0]
    assert grade.head_to_head[0, 1] == exactly(Fraction(1, 4), Fraction(3, 4), 0)
    assert grade.head_to_head[1, 0] == exactly(0, Fraction(3, 4), Fraction(1, 4))
    assert grade.optimum_range == OptimumRange(Fraction(1), 4, grade.rolls[:1])


def test_cards_that_beat_each_other_in_a_ring_have_equal_distributions_only() -> None:
    grade = graded((2, 1, 0), (1, 0, 2), (0, 2, 1))
    # All three are place-fair, no two are: 2/3 for the one; 3 of 6 orders have all the chance.
    assert distances(grade) == [0, 0, Fraction(1, 6), HALF, 2]
    assert grade.reached == grade.criteria[1]
    assert grade.next_criterion == grade.criteria[2]
    assert grade.criteria[2].witness == Witness((0, 1), card=0, place=1)
    assert grade.criteria[3].witness == Witness((0, 1, 2))
    for winner, loser in [(0, 1), (1, 2), (2, 0)]:
        assert grade.head_to_head[winner, loser] == exactly(Fraction(2, 3), 0, Fraction(1, 3))
    assert grade.optimum_range == OptimumRange(Fraction(2), 2, grade.rolls)
    assert grade.match.wins == (Fraction(1, 3),) * 3


def test_the_first_place_is_that_of_the_most_points() -> None:
    grade = graded((2, 2), (1, 0), (0, 1))
    assert grade.criteria[2].distance == Fraction(2, 3)
    assert grade.criteria[2].witness == Witness((0, 1, 2), card=0, place=1)


def test_fair_finishing_orders_do_not_make_means_equal() -> None:
    grade = graded((9, 0), (1, 1))
    assert distances(grade) == [Fraction(7, 2), 1, 0, 0, 8]
    assert grade.reached is None
    assert [rung.met for rung in grade.criteria] == [False, False, True, True, False]


@pytest.mark.parametrize(("dice", "spread"), [(THREE_D6, 17), (FOUR_D12, 46)])
def test_go_first_dice_are_permutation_fair_and_have_no_value_in_common(
    dice: tuple[tuple[int, ...], ...], spread: int
) -> None:
    grade = graded(*zip(*product(*dice), strict=True))
    assert distances(grade) == [0, 1, 0, 0, spread]
    assert grade.reached == grade.criteria[0]


def test_four_cards_whose_orders_are_the_even_ones_are_place_fair_only() -> None:
    even = [
        order
        for order in permutations(range(4))
        if sum(one > after for one, after in combinations(order, 2)) % 2 == 0
    ]
    grade = graded(*zip(*even, strict=True))
    assert distances(grade) == [0, 0, 0, HALF, 3]  # 12 of the 24 orders have all the chance
    assert grade.reached == grade.criteria[2]
    assert grade.criteria[3].witness == Witness((0, 1, 2, 3))  # any three are permutation-fair


# --- the ladder, by enumeration


def naive(grade: SetFairness) -> list[Fraction]:
    """Return the distances of F0 to F4 from the throws one by one; ties are settled by all lots."""
    throws = [
        values
        for values, count in zip(zip(*grade.optima, strict=True), grade.ways, strict=True)
        for _ in range(count)
    ]
    count = len(throws)
    worst = [Fraction()] * 5
    for size in range(2, len(grade.optima) + 1):
        for some in combinations(range(len(grade.optima)), size):
            seen = [[throw[card] for card in some] for throw in throws]
            by_card = list(zip(*seen, strict=True))
            means = [Fraction(sum(column), count) for column in by_card]
            worst[0] = max(worst[0], max(means) - min(means))
            for one, other in combinations(map(Counter, by_card), 2):
                worst[1] = max(worst[1], Fraction((one - other).total(), count))
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


@given(grades())
def test_distances_are_those_of_all_throws_and_lots(grade: SetFairness) -> None:
    assert distances(grade) == naive(grade)


@given(grades())
def test_a_witness_alone_is_as_far_from_the_rung(grade: SetFairness) -> None:
    for number, rung in enumerate(grade.criteria):
        assert (rung.witness is None) == rung.met
        if rung.witness:
            columns = [grade.optima[card] for card in rung.witness.cards]
            alone = graded(*columns, ways=grade.ways).criteria[number]
            assert alone.distance == rung.distance
        if rung.witness and rung.witness.roll:
            at = grade.rolls.index(rung.witness.roll)
            values = [grade.optima[card][at] for card in rung.witness.cards]
            assert max(values) - min(values) == rung.distance


@given(grades())
def test_what_a_rung_implies_holds(grade: SetFairness) -> None:
    mean, distribution, place, order, every = (rung.met for rung in grade.criteria)
    assert mean or not distribution
    assert place or not order
    assert (mean and distribution and place and order) or not every
    assert every == (len(set(grade.optima)) == 1)


@given(grades())
def test_duels_are_those_of_all_throws(grade: SetFairness) -> None:
    throws = sum(grade.ways)
    for (one, other), duel in grade.head_to_head.items():
        signs: dict[int, int] = defaultdict(int)
        for mine, yours, count in zip(
            grade.optima[one], grade.optima[other], grade.ways, strict=True
        ):
            signs[(mine > yours) - (mine < yours)] += count
        assert duel == tuple(Fraction(signs[sign], throws) for sign in (1, 0, -1))


# --- the game


def played(grade: SetFairness, some: Sequence[int]) -> tuple[list[Fraction], Fraction]:
    """Return the win chances and the chance that all win, by the referee, over all games."""
    parts = [Fraction()] * len(some)
    level = 0
    for rounds in product(range(len(grade.rolls)), repeat=5):
        ways = 1
        for roll in rounds:
            ways *= grade.ways[roll]
        players = []
        for card in some:
            first = [grade.optima[card][roll] for roll in rounds[:4]]
            players.append(Standing(str(card), (*first, 2 * grade.optima[card][rounds[4]])))
        best = {player.name for player in winners(players)}
        level += ways * (len(best) == len(some))
        for at, card in enumerate(some):
            if str(card) in best:
                parts[at] += Fraction(ways, len(best))
    games = sum(grade.ways) ** 5
    return [part / games for part in parts], Fraction(level, games)


def check_play(grade: SetFairness) -> None:
    assert list(grade.match.wins) == played(grade, range(len(grade.optima)))[0]
    for (one, other), duel in grade.match.head_to_head.items():
        parts, level = played(grade, [one, other])
        assert duel == (parts[0] - level / 2, level, parts[1] - level / 2)


@given(grades(rolls=3, most=3))
def test_the_game_is_that_of_the_referee(grade: SetFairness) -> None:
    check_play(grade)


def test_a_card_that_is_better_at_one_of_two_rolls_wins_unless_it_never_falls() -> None:
    play = graded((1, 0), (0, 0)).match
    assert play.wins == (Fraction(63, 64), Fraction(1, 64))
    assert play.head_to_head[0, 1] == exactly(Fraction(31, 32), Fraction(1, 32), 0)


def test_the_game_of_small_cards_is_that_of_the_referee() -> None:
    grade = SetFairness.from_surveys(
        surveys(
            Card(("ABCA", "BACB", "CABC")),
            Card(("AABBC", "CCAAB")),
            Card(("BACAB", "ACBBA", "CABCC")),
        )
    )
    assert len(set(grade.optima)) == len(grade.optima)
    assert sum(grade.ways) == 90
    check_play(grade)


def test_four_cards_with_126_rolls_share_one_win() -> None:
    rng = random.Random(4)
    columns = [[rng.randint(0, 5) for _ in range(126)] for _ in range(4)]
    grade = graded(*columns)
    assert sum(grade.match.wins) == 1
    for duel in grade.match.head_to_head.values():
        assert sum(duel) == 1


def test_points_too_far_apart_for_the_tables_are_said_to_be() -> None:
    rng = random.Random(4)
    columns = [[rng.randint(0, 10**6) for _ in range(60)] for _ in range(4)]
    grade = graded(*columns)
    assert grade.criteria[4].distance > 0
    with pytest.raises(UndecidedError, match=r"a table of \d+ cells, more than"):
        _ = grade.match


# --- the cards of an orbit


def orbit(seed: int, letters: Sequence[str], *, most: int = 4) -> SetFairness:
    """Grade cards that are one card relabelled: worth at a roll what it is worth at another."""
    rng = random.Random(seed)
    every = list(rolls("ABCDEF"))
    worth = {roll: rng.randint(0, most) for roll in every}
    moves = [str.maketrans("ABCDEF", to) for to in letters]
    columns = [
        [worth[Roll("".join(sorted(roll.symbols.translate(move))))] for roll in every]
        for move in moves
    ]
    return SetFairness(tuple(every), tuple(map(ways, every)), tuple(map(tuple, columns)))


@pytest.mark.parametrize("letters", ["BCAEFD", "BCDEFA", "ACBEFD"])
def test_a_relabelled_card_has_the_same_distribution(letters: str) -> None:
    grade = orbit(1, ["ABCDEF", letters])
    assert grade.criteria[1].met
    assert not grade.criteria[4].met


@pytest.mark.parametrize("seed", range(5))
def test_a_klein_orbit_is_fair_for_two_and_place_fair_for_four_but_not_for_three(seed: int) -> None:
    grade = orbit(seed, KLEIN)
    assert grade.criteria[1].met
    for size, place, order in [(2, True, True), (3, False, False), (4, True, False)]:
        for some in combinations(range(4), size):
            places, orders = finishes(grade, some)
            assert (len(places) == 1) == place
            assert (len(orders) == 1) == order
    assert grade.reached == grade.criteria[1]
    assert grade.criteria[2].witness
    assert len(grade.criteria[2].witness.cards) == 3
    assert grade.match.wins == (Fraction(1, 4),) * 4
    assert all(duel.win == duel.lose for duel in grade.match.head_to_head.values())


def finishes(grade: SetFairness, some: Sequence[int]) -> tuple[set[int], set[int]]:
    """Return the different numbers of lots that give a card a place, and that give an order."""
    lots = list(permutations(range(len(some))))
    orders: dict[tuple[int, ...], int] = dict.fromkeys(lots, 0)
    for values, count in zip(zip(*grade.optima, strict=True), grade.ways, strict=True):
        for lot in lots:
            ranked = sorted(range(len(some)), key=lambda at: (-values[some[at]], lot[at]))
            orders[tuple(ranked)] += count
    places = {
        sum(count for order, count in orders.items() if order[place] == card)
        for card, place in product(range(len(some)), repeat=2)
    }
    return places, set(orders.values())


def test_three_cards_of_an_orbit_of_all_orders_are_permutation_fair() -> None:
    # A card that stays itself when B and C change names has three copies: A is one of ABC.
    rng = random.Random(3)
    every = list(rolls("ABCDEF"))
    worth: dict[str, int] = {}
    for roll in every:
        swapped = "".join(sorted(roll.symbols.translate(str.maketrans("BC", "CB"))))
        worth[roll.symbols] = worth.get(swapped, rng.randint(0, 9))
    columns = [
        [worth["".join(sorted(roll.symbols.translate(str.maketrans("ABC", to))))] for roll in every]
        for to in ("ABC", "BAC", "CBA")
    ]
    grade = graded(*columns, ways=list(map(ways, every)))
    assert [rung.met for rung in grade.criteria] == [True] * 4 + [False]
    assert grade.next_criterion == grade.criteria[4]


# --- sets of surveys


def test_a_set_of_relabelled_cards_is_graded_from_their_surveys() -> None:
    four = [relabelled(TALL, letters) for letters in KLEIN]
    grade = SetFairness.from_surveys(surveys(*four))
    assert grade.rolls == tuple(rolls("ABCD"))
    assert sum(grade.ways) == 600
    assert grade.optima[0] == tuple(row.optimum for row in surveys(TALL)[0].rows)
    assert grade.criteria[1].met
    assert grade.match.wins == (Fraction(1, 4),) * 4


@pytest.mark.parametrize("size", [0, 1, 5])
def test_a_set_has_two_to_four_cards(size: int) -> None:
    with pytest.raises(CardError, match=f"^set: expected 2 to 4 cards, found {size}$"):
        SetFairness.from_surveys(surveys(*[TALL] * size))


def test_the_cards_of_a_set_share_the_dice() -> None:
    with pytest.raises(CardError) as error:
        SetFairness.from_surveys(surveys(TALL, Card(("ABC", "ABC"))))
    assert str(error.value) == (
        "set, card 2x3:ABCABC: expected dice with the symbols ABCD, found ABC"
        " (the cards of a set share the rolls)"
    )
    grade = SetFairness.from_surveys(surveys(TALL, Card(("ABC", "ABC")), symbols="ABCD"))
    worth = zip(grade.rolls, grade.optima[1], strict=True)
    assert [str(roll) for roll, optimum in worth if optimum] == ["AABBC", "AABCC", "ABBCC"]


@pytest.mark.parametrize(
    ("columns", "ways", "message"),
    [
        (((1, 2), (1,)), (1, 1), "set: expected a figure for 2 rolls, found 1"),
        (((1, 2), (1, 2)), (1,), "set: expected a figure for 2 rolls, found 1"),
        (((1, 2), (1, 2)), (1, 0), "set: expected rolls with their ways, found (1, 0)"),
        (((), ()), (), "set: expected rolls with their ways, found ()"),
    ],
)
def test_columns_that_are_no_set_cannot_be_graded(
    columns: tuple[tuple[int, ...], ...], ways: tuple[int, ...], message: str
) -> None:
    with pytest.raises(CardError) as error:
        SetFairness(tuple(islice(rolls("ABCDEF"), len(columns[0]))), ways, columns)
    assert str(error.value) == message


# --- disguises


@pytest.mark.parametrize(
    ("lines", "motion"),
    [
        ("XXY ZZZ", "as it is"),
        ("ZX ZX ZY", "turned right"),
        ("ZZZ YXX", "turned half round"),
        ("YZ XZ XZ", "turned left"),
        ("YXX ZZZ", "flipped left to right"),
        ("ZY ZX ZX", "flipped left to right, turned right"),
        ("ZZZ XXY", "flipped left to right, turned half round"),
        ("XZ XZ YZ", "flipped left to right, turned left"),
    ],
)
def test_a_card_turned_flipped_and_renamed_is_the_same_card(lines: str, motion: str) -> None:
    other = Card(tuple(lines.split()))
    renaming = {"A": "X", "B": "Y", "C": "Z"}
    assert nearest_isomorph(Card(("AAB", "CCC")), other) == (0, motion, renaming, other)


def test_of_equally_good_motions_the_first_is_taken() -> None:
    card = Card(("AAA", "BCB"))
    assert nearest_isomorph(card, card) == (0, "as it is", {"A": "A", "B": "B", "C": "C"}, card)


def moved(card: Card) -> list[Card]:
    """Return a card turned and flipped in all eight ways, by its cells."""
    last_row, last_col = card.rows - 1, card.cols - 1
    found = []
    for turn, up, left in product((False, True), repeat=3):
        grid = {
            (last_row - row if up else row, last_col - col if left else col): card[cell]
            for cell in card.cells
            for row, col in [cell]
        }
        if turn:
            grid = {(col, row): symbol for (row, col), symbol in grid.items()}
        rows, cols = (card.cols, card.rows) if turn else (card.rows, card.cols)
        found.append(
            Card(tuple("".join(grid[row, col] for col in range(cols)) for row in range(rows)))
        )
    return found


def differing(one: Card, other: Card) -> int:
    return sum(one[cell] != other[cell] for cell in one.cells)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Card, Card]:
    """Draw two cards of the same size, or turned, with up to 4 symbols each."""
    one = draw(cards(largest=5, symbols=4, cells=20))
    rows, cols = draw(st.permutations((one.rows, one.cols)))
    line = st.text("BCDE"[: draw(st.integers(1, 4))], min_size=cols, max_size=cols)
    return one, Card(tuple(draw(st.lists(line, min_size=rows, max_size=rows))))


@given(pairs())
def test_the_best_disguise_is_that_of_all_motions_and_renamings(pair: tuple[Card, Card]) -> None:
    one, other = pair
    letters = other.symbols + "WXYZ"[: max(0, len(one.symbols) - len(other.symbols))]
    fewest = min(
        differing(Card(tuple(line.translate(table) for line in card.lines)), other)
        for card in moved(one)
        if (card.rows, card.cols) == (other.rows, other.cols)
        for to in permutations(letters, len(one.symbols))
        for table in [str.maketrans(one.symbols, "".join(to))]
    )
    found = nearest_isomorph(one, other)
    assert found
    assert found.distance == fewest == differing(found.card, other)
    assert len(set(found.relabelling.values())) == len(found.relabelling) == len(one.symbols)
    table = str.maketrans(found.relabelling)
    assert found.card in moved(Card(tuple(line.translate(table) for line in one.lines)))
    back = nearest_isomorph(other, one)
    assert back
    assert back.distance == fewest


@given(pairs())
def test_the_renaming_is_a_bijection_where_there_is_one(pair: tuple[Card, Card]) -> None:
    one, other = pair
    found = nearest_isomorph(one, other)
    assert found
    if len(one.symbols) >= len(other.symbols):
        assert set(found.relabelling.values()) >= set(other.symbols)


def test_cards_of_different_sizes_cannot_be_compared() -> None:
    assert nearest_isomorph(Card(("ABC", "ABC")), Card(("ABCD", "ABCD"))) is None
    assert nearest_isomorph(Card(("ABC", "ABC")), Card(("AB", "AB", "CC"))) is not None


def test_26_symbols_are_recognised_under_other_names() -> None:
    rng = random.Random(26)
    letters = "".join(rng.sample(ascii_uppercase, 26))
    text = ascii_uppercase + "".join(rng.choice(ascii_uppercase) for _ in range(18 * 13))
    lines = tuple(text[at : at + 13] for at in range(0, len(text), 13))
    card = Card(lines)
    other = Card(
        tuple(line.translate(str.maketrans(ascii_uppercase, letters))[::-1] for line in lines)
    )
    found = nearest_isomorph(card, other)
    assert found
    assert (found.distance, found.isometry) == (0, "flipped left to right")
    assert found.relabelling == dict(zip(ascii_uppercase, letters, strict=True))


def test_the_cards_of_an_orbit_are_one_card_in_disguise() -> None:
    for letters in KLEIN[1:]:
        found = nearest_isomorph(TALL, relabelled(TALL, letters))
        assert found
        assert found.distance == 0
