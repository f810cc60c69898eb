import random
from itertools import permutations, product
from string import ascii_uppercase

from hypothesis import given
from hypothesis import strategies as st

from solver.penta_rush.card import Card
from solver.penta_rush.fairness.isomorphism import nearest_isomorph
from tests.solver.penta_rush.fairness.test_set_fairness import KLEIN, TALL, relabelled
from tests.strategies import cards
from tests.support import cases


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
def test_the_nearest_isomorph_is_that_of_all_isometries_and_relabellings(
    pair: tuple[Card, Card],
) -> None:
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


def test_relabelled_cards_are_at_distance_0() -> None:
    for letters in KLEIN[1:]:
        nearest = nearest_isomorph(TALL, relabelled(TALL, letters))
        assert nearest
        assert nearest.distance == 0
