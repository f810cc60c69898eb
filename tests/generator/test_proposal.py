import random
import subprocess
import sys
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.constraints import LayoutConstraints as Constraints
from generator.proposal import propose
from solver.cover.exact_cover import Status
from solver.errors import ConstraintError, UndecidedError
from solver.penta_rush.card import Card
from tests.strategies import cards
from tests.support import Patch, cases, error_text, slow

ALL = Constraints(most_touching=1, no_blocks=True, every_line=True)
NONE = Constraints(even=False)
TWO_TOUCH = Constraints(even=False, most_touching=2)
NO_BLOCKS = Constraints(even=False, no_blocks=True)
EVERY_LINE = Constraints(even=False, every_line=True)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


# --- the referee


@cases(
    "constraints card reasons",
    (Constraints(), "2x3:AABBCC", []),
    (Constraints(), "2x3:AAABCC", ["the symbols are on 1 to 3 cells each"]),
    (Constraints(), "1x4:ABAB", ["the symbols are on 0 to 2 cells each"]),
    (NONE, "1x4:AAAA", []),
    (NONE, "1x4:AAXD", ["D, X: not among the symbols ABC"]),
    (TWO_TOUCH, "3x3:AABBACCBC", ["3 A touch at a1, more than 2"]),
    (Constraints(even=False, most_touching=3), "3x3:AABBACCBC", []),
    (NO_BLOCKS, "2x3:BAACAA", ["four A form a 2x2 block at b1"]),
    (NO_BLOCKS, "2x3:BAAACA", []),
    (EVERY_LINE, "3x3:ABCBCACAB", []),
    (EVERY_LINE, "3x3:ABCBCACBB", ["the row CBB lacks A"]),
    (EVERY_LINE, "3x4:ABCABCABCABA", ["the col ABA lacks C"]),
)
def test_the_referee_gives_a_sentence_for_each_violated_constraint(
    constraints: Constraints, card: str, reasons: list[str]
) -> None:
    assert constraints.violations(Card.parse(card), "ABC") == reasons


def _meets(card: Card, symbols: str, constraints: Constraints) -> bool:
    """Return whether *card* meets the *constraints*, by brute force."""
    text = "".join(card.lines)
    counts = [text.count(symbol) for symbol in symbols]
    lines = [*card.lines, *("".join(col) for col in zip(*card.lines, strict=True))]
    blocks = (
        set(upper[at : at + 2] + lower[at : at + 2])
        for upper, lower in pairwise(card.lines)
        for at in range(card.cols - 1)
    )
    return (
        (not constraints.even or 0 < min(counts) >= max(counts) - 1)
        and (constraints.most_touching is None or _largest(card) <= constraints.most_touching)
        and not (constraints.no_blocks and any(len(block) == 1 for block in blocks))
        and (not constraints.every_line or all(set(symbols) <= set(line) for line in lines))
    )


def _largest(card: Card) -> int:
    """Return the size of the largest component, by spreading labels until nothing changes."""
    label = {cell: number for number, cell in enumerate(sorted(card.cells))}
    joined = [
        (one, other)
        for one, other in combinations(sorted(card.cells), 2)
        if abs(one.row - other.row) + abs(one.col - other.col) == 1 and card[one] == card[other]
    ]
    for _ in label:
        for one, other in joined:
            label[one] = label[other] = min(label[one], label[other])
    return max(list(label.values()).count(number) for number in label.values())


@st.composite
def constraints(draw: st.DrawFn) -> Constraints:
    touching = draw(st.none() | st.integers(1, 6))
    return Constraints(draw(st.booleans()), touching, draw(st.booleans()), draw(st.booleans()))


@given(card=cards(largest=6, symbols=3, cells=18), constraints=constraints())
def test_the_referee_agrees_with_brute_force(card: Card, constraints: Constraints) -> None:
    assert (not constraints.violations(card, "ABC")) == _meets(card, "ABC", constraints)


@pytest.mark.parametrize("number", [0, -1])
def test_most_touching_is_one_or_more(number: int) -> None:
    with pytest.raises(ConstraintError, match="--most-touching: expected 1 or more, found"):
        Constraints(most_touching=number)


# --- each constraint: met by a proposal, pinned to break it, pinned to meet it


@pytest.mark.parametrize("symbols", ["ABCDEF", "ABCD"])
@pytest.mark.parametrize("size", [slow((10, 10)), (7, 12), (12, 6)])
@cases(
    "constraints",
    Constraints(),
    NONE,
    *(Constraints(most_touching=most) for most in (1, 2, 3, 4, 7)),
    Constraints(no_blocks=True),
    Constraints(every_line=True),
    ids=str,
)
def test_a_proposal_meets_the_constraints(
    constraints: Constraints, size: tuple[int, int], symbols: str
) -> None:
    card = propose(*size, symbols, constraints, random.Random(1))
    assert (card.rows, card.cols) == size
    assert _meets(card, symbols, constraints)


# A card that violates one constraint only.
PINNED = [
    (Constraints(), "2x3:AAABCC"),
    (Constraints(even=False, most_touching=1), "3x4:ABCAABCABCAB"),
    (Constraints(even=False, most_touching=3), "3x4:AABCBAACCBCA"),
    (NO_BLOCKS, "2x3:BAACAA"),
    (EVERY_LINE, "3x4:ABCABCABCABA"),
]


@pytest.mark.parametrize(("constraints", "text"), PINNED)
def test_a_card_that_violates_a_constraint_is_changed_in_few_cells(
    constraints: Constraints, text: str
) -> None:
    like = Card.parse(text)
    assert constraints.violations(like, "ABC")
    card = propose(like.rows, like.cols, "ABC", constraints, random.Random(3), like=like)
    assert _meets(card, "ABC", constraints)
    assert 1 <= sum(card[cell] != like[cell] for cell in card.cells) <= 6


@cases(
    "constraints text",
    (Constraints(), "2x3:AABBCC"),
    (Constraints(even=False, most_touching=1), "3x4:ABCABCABCABC"),
    (Constraints(even=False, most_touching=4), "3x4:AABCBAACCBCA"),
    (NO_BLOCKS, "2x3:BAAAAB"),
    (EVERY_LINE, "3x4:ABCABCABCABC"),
)
def test_a_card_that_meets_the_constraints_stays_as_it_is(
    constraints: Constraints, text: str
) -> None:
    like = Card.parse(text)
    assert propose(like.rows, like.cols, "ABC", constraints, random.Random(3), like=like) == like


# --- tiny cards: is the verdict right?


@pytest.mark.parametrize("symbols", ["AB", "ABC"])
@pytest.mark.parametrize("size", [(2, 3), slow((3, 2)), slow((1, 4))])
def test_contradictory_constraints_are_named_where_no_card_meets_them(
    size: tuple[int, int], symbols: str
) -> None:
    rows, cols = size
    texts = map("".join, product(symbols, repeat=rows * cols))
    every = [Card(tuple(t[at : at + cols] for at in range(0, len(t), cols))) for t in texts]

    def possible(constraints: Constraints) -> bool:
        return any(_meets(card, symbols, constraints) for card in every)

    for even, most, blocks, lines in product((True, False), (None, 1, 2), *((True, False),) * 2):
        constraints = Constraints(even, most, blocks, lines)
        if possible(constraints):
            assert _meets(
                propose(*size, symbols, constraints, random.Random(5)), symbols, constraints
            )
            continue
        with pytest.raises(ConstraintError) as error:
            propose(*size, symbols, constraints, random.Random(5))
        message = str(error.value)
        named = constraints
        for name, option in constraints.layout_options.items():
            named = named if option in message else named.without(name)
        assert not possible(named), message
        assert all(possible(named.without(name)) for name in named.layout_options), message


@cases(
    "size symbols constraints message",
    ((10, 10), 11, ALL, "found --every-line, which no card meets"),
    ((20, 5), 6, ALL, "found --every-line, which no card meets"),
    ((3, 5), 1, Constraints(most_touching=3), "--most-touching 3, which no card meets"),
    slow((20, 20), 1, Constraints(most_touching=99), "--most-touching 99, which no card meets"),
    ((3, 5), 1, Constraints(no_blocks=True), "found --no-blocks, which no card meets"),
    ((5, 5), 26, ALL, "found --every-line, which no card meets"),
    ((5, 5), 26, Constraints(no_blocks=True), "(--uneven drops this), which no card meets"),
)
def test_a_constraint_that_no_card_meets_is_named(
    size: tuple[int, int], symbols: int, constraints: Constraints, message: str
) -> None:
    assert error_text(
        ConstraintError, propose, *size, LETTERS[:symbols], constraints, random.Random(1)
    ).endswith(message)


def test_only_the_constraints_that_contradict_each_other_are_named(monkeypatch: Patch) -> None:
    def near(_size: object, constraints: Constraints, *_rest: object) -> tuple[Status, None]:
        clash = constraints.even and constraints.most_touching and constraints.every_line
        return Status.INFEASIBLE if clash else Status.UNKNOWN, None

    monkeypatch.setattr("generator.proposal._nearest_feasible", near)
    assert error_text(ConstraintError, propose, 3, 9, "AB", ALL, random.Random(1)) == (
        "a 3x9 card of symbols AB: expected constraints that a card can meet, "
        "found even symbols (--uneven drops this), --most-touching 1 and --every-line, "
        "which contradict each other"
    )


# --- proposals vary, and are the same for the same seed


@given(
    seed=st.integers(0, 9),
    rows=st.integers(2, 9),
    cols=st.integers(2, 9),
    count=st.integers(2, 6),
    constraints=constraints(),
)
def test_the_same_seed_gives_the_same_card(
    seed: int, rows: int, cols: int, count: int, constraints: Constraints
) -> None:
    found = []
    for _ in range(2):
        try:
            card = propose(rows, cols, LETTERS[:count], constraints, random.Random(seed))
        except ConstraintError as error:
            found.append(str(error))
        else:
            assert _meets(card, LETTERS[:count], constraints)
            found.append(str(card))
    assert found[0] == found[1]


@cases("constraints", Constraints(), slow(Constraints(most_touching=1, every_line=True)), ids=str)
def test_proposals_differ_from_each_other_like_random_cards(constraints: Constraints) -> None:
    rng = random.Random(1)
    found = [propose(7, 12, "ABCDEF", constraints, rng) for _ in range(8)]
    for one, other in combinations(found, 2):
        # Five of six cells differ in the mean, 70 of 84, with a deviation below 4.
        assert sum(one[cell] != other[cell] for cell in one.cells) > 70 - 4 * 4


def test_even_symbols_alone_need_no_solver() -> None:
    program = (
        "import random, sys; from generator.proposal import propose;"
        "from generator.constraints import LayoutConstraints;"
        "propose(10, 12, 'ABCDEF', LayoutConstraints(), random.Random(1));"
        "sys.exit('ortools' in sys.modules)"
    )
    assert not subprocess.run([sys.executable, "-c", program], check=False).returncode


@cases(
    "rows cols symbols like message",
    (0, 5, "AB", None, "a 0x5 card: expected 1x1 to 20x20, found 0x5"),
    (5, 21, "AB", None, "found 5x21"),
    (2, 2, "", None, "expected symbols A-Z, one or more, found ''"),
    (2, 2, "a", None, "expected symbols A-Z"),
    (2, 2, "AB", Card(("ABA", "ABB")), "expected a card like it to have symbols of AB"),
    (2, 2, "AB", Card(("AC", "AB")), "expected a card like it to have symbols of AB"),
)
def test_an_impossible_size_or_alphabet_is_an_error(
    rows: int, cols: int, symbols: str, like: Card | None, message: str
) -> None:
    assert message in error_text(
        ConstraintError, propose, rows, cols, symbols, Constraints(), random.Random(1), like=like
    )


def test_a_search_at_its_limit_is_undecided_not_contradictory(monkeypatch: Patch) -> None:
    monkeypatch.setattr("generator.proposal._LIMITS", (0.0, 0.0))
    message = r"no 8x12 card found that meets even symbols .*, --most-touching 1"
    with pytest.raises(UndecidedError, match=message):
        propose(8, 12, "ABCDEF", ALL, random.Random(1))


@pytest.mark.slow
@pytest.mark.parametrize("most", [1, 2, 3, 4, 5, 8, 20])
@pytest.mark.parametrize("count", [2, 3, 6, 12])
@pytest.mark.parametrize("size", [(20, 20), (9, 20)])
def test_large_cards_are_proposed_as_well(size: tuple[int, int], count: int, most: int) -> None:
    lines = count <= 6
    constraints = Constraints(most_touching=most, no_blocks=True, every_line=lines)
    card = propose(*size, LETTERS[:count], constraints, random.Random(1))
    assert _meets(card, LETTERS[:count], constraints)
