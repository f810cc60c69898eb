import random
import subprocess
import sys
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.constraints import Wishes
from generator.proposal import propose
from solver.cover.status import Status
from solver.errors import ConstraintError, UndecidedError
from solver.penta_rush.card import Card, parse_card
from tests.strategies import cards

ALL = Wishes(most_touching=1, no_blocks=True, every_line=True)
NONE = Wishes(even=False)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


# --- the referee


@pytest.mark.parametrize(
    ("wishes", "card", "reasons"),
    [
        (Wishes(), "2x3:AABBCC", []),
        (Wishes(), "2x3:AAABCC", ["the symbols are on 1 to 3 cells each"]),
        (Wishes(), "1x4:ABAB", ["the symbols are on 0 to 2 cells each"]),
        (NONE, "1x4:AAAA", []),
        (NONE, "1x4:AAXD", ["D, X is none of the symbols ABC"]),
        (Wishes(even=False, most_touching=2), "3x3:AABBACCBC", ["3 A touch at a1, more than 2"]),
        (Wishes(even=False, most_touching=3), "3x3:AABBACCBC", []),
        (Wishes(even=False, no_blocks=True), "2x3:BAACAA", ["four A are a block at b1"]),
        (Wishes(even=False, no_blocks=True), "2x3:BAAACA", []),
        (Wishes(even=False, every_line=True), "3x3:ABCBCACAB", []),
        (Wishes(even=False, every_line=True), "3x3:ABCBCACBB", ["the row CBB lacks A"]),
        (Wishes(even=False, every_line=True), "3x4:ABCABCABCABA", ["the col ABA lacks C"]),
    ],
)
def test_the_referee_tells_a_reason_for_each_wish(
    wishes: Wishes, card: str, reasons: list[str]
) -> None:
    assert wishes.violations(parse_card(card), "ABC") == reasons


def _keeps(card: Card, symbols: str, wishes: Wishes) -> bool:
    """Return whether *card* keeps the *wishes*, by going through everything."""
    text = "".join(card.lines)
    counts = [text.count(symbol) for symbol in symbols]
    lines = [*card.lines, *("".join(col) for col in zip(*card.lines, strict=True))]
    blocks = (
        set(one[at : at + 2] + other[at : at + 2])
        for one, other in pairwise(card.lines)
        for at in range(card.cols - 1)
    )
    return (
        (not wishes.even or 0 < min(counts) >= max(counts) - 1)
        and (wishes.most_touching is None or _largest(card) <= wishes.most_touching)
        and not (wishes.no_blocks and any(len(block) == 1 for block in blocks))
        and (not wishes.every_line or all(set(symbols) <= set(line) for line in lines))
    )


def _largest(card: Card) -> int:
    """Return the size of the largest patch, by spreading labels until nothing changes."""
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
def wishes(draw: st.DrawFn) -> Wishes:
    touching = draw(st.none() | st.integers(1, 6))
    return Wishes(draw(st.booleans()), touching, draw(st.booleans()), draw(st.booleans()))


@given(card=cards(largest=6, symbols=3, cells=18), wishes=wishes())
def test_the_referee_agrees_with_brute_force(card: Card, wishes: Wishes) -> None:
    assert (not wishes.violations(card, "ABC")) == _keeps(card, "ABC", wishes)


@pytest.mark.parametrize("number", [0, -1])
def test_at_least_one_cell_touches(number: int) -> None:
    with pytest.raises(ConstraintError, match="--most-touching: expected 1 or more, found"):
        Wishes(most_touching=number)


# --- each constraint: kept by a proposal, pinned to break it, pinned to keep it


@pytest.mark.parametrize("symbols", ["ABCDEF", "ABCD"])
@pytest.mark.parametrize("size", [(10, 10), (7, 12), (12, 6)])
@pytest.mark.parametrize(
    "wishes",
    [
        Wishes(),
        NONE,
        *(Wishes(most_touching=most) for most in (1, 2, 3, 4, 7)),
        Wishes(no_blocks=True),
        Wishes(every_line=True),
    ],
    ids=str,
)
def test_a_proposal_keeps_the_wishes(wishes: Wishes, size: tuple[int, int], symbols: str) -> None:
    card = propose(*size, symbols, wishes, random.Random(1))
    assert (card.rows, card.cols) == size
    assert _keeps(card, symbols, wishes)


# A card that breaks one wish only, and the least that must change.
PINNED = [
    (Wishes(), "2x3:AAABCC"),
    (Wishes(even=False, most_touching=1), "3x4:ABCAABCABCAB"),
    (Wishes(even=False, most_touching=3), "3x4:AABCBAACCBCA"),
    (Wishes(even=False, no_blocks=True), "2x3:BAACAA"),
    (Wishes(even=False, every_line=True), "3x4:ABCABCABCABA"),
]


@pytest.mark.parametrize(("wishes", "text"), PINNED)
def test_a_card_that_breaks_a_wish_is_changed_where_it_must_be(wishes: Wishes, text: str) -> None:
    like = parse_card(text)
    assert wishes.violations(like, "ABC")
    card = propose(like.rows, like.cols, "ABC", wishes, random.Random(3), like=like)
    assert _keeps(card, "ABC", wishes)
    assert 1 <= sum(card[cell] != like[cell] for cell in card.cells) <= 6


@pytest.mark.parametrize(
    ("wishes", "text"),
    [
        (Wishes(), "2x3:AABBCC"),
        (Wishes(even=False, most_touching=1), "3x4:ABCABCABCABC"),
        (Wishes(even=False, most_touching=4), "3x4:AABCBAACCBCA"),
        (Wishes(even=False, no_blocks=True), "2x3:BAAAAB"),
        (Wishes(even=False, every_line=True), "3x4:ABCABCABCABC"),
    ],
)
def test_a_card_that_keeps_the_wishes_stays_as_it_is(wishes: Wishes, text: str) -> None:
    like = parse_card(text)
    assert propose(like.rows, like.cols, "ABC", wishes, random.Random(3), like=like) == like


# --- tiny cards: is the verdict right?


@pytest.mark.parametrize("symbols", ["AB", "ABC"])
@pytest.mark.parametrize("size", [(2, 3), (3, 2), (1, 4)])
def test_wishes_contradict_each_other_where_no_card_keeps_them(
    size: tuple[int, int], symbols: str
) -> None:
    rows, cols = size
    texts = map("".join, product(symbols, repeat=rows * cols))
    every = [Card(tuple(t[at : at + cols] for at in range(0, len(t), cols))) for t in texts]

    def possible(wishes: Wishes) -> bool:
        return any(_keeps(card, symbols, wishes) for card in every)

    for even, most, blocks, lines in product((True, False), (None, 1, 2), *((True, False),) * 2):
        wishes = Wishes(even, most, blocks, lines)
        if possible(wishes):
            assert _keeps(propose(*size, symbols, wishes, random.Random(5)), symbols, wishes)
            continue
        with pytest.raises(ConstraintError) as error:
            propose(*size, symbols, wishes, random.Random(5))
        told = str(error.value)
        named = wishes
        for name, typed in wishes.of_layout.items():
            named = named if typed in told else named.without(name)
        assert not possible(named), told
        assert all(possible(named.without(name)) for name in named.of_layout), told


@pytest.mark.parametrize(
    ("size", "symbols", "wishes", "told"),
    [
        ((10, 10), 11, ALL, "found --every-line, which none keeps"),
        ((20, 5), 6, ALL, "found --every-line, which none keeps"),
        ((3, 5), 1, Wishes(most_touching=3), "found --most-touching 3, which none keeps"),
        ((20, 20), 1, Wishes(most_touching=99), "found --most-touching 99, which none keeps"),
        ((3, 5), 1, Wishes(no_blocks=True), "found --no-blocks, which none keeps"),
        ((5, 5), 26, ALL, "found --every-line, which none keeps"),
        ((5, 5), 26, Wishes(no_blocks=True), "(which --uneven leaves out), which none keeps"),
    ],
)
def test_what_contradicts_itself_is_named(
    size: tuple[int, int], symbols: int, wishes: Wishes, told: str
) -> None:
    with pytest.raises(ConstraintError) as error:
        propose(*size, LETTERS[:symbols], wishes, random.Random(1))
    assert str(error.value).endswith(told)


def test_the_fewest_wishes_that_contradict_each_other_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def near(_size: object, wishes: Wishes, *_rest: object) -> tuple[Status, None]:
        clash = wishes.even and wishes.most_touching and wishes.every_line
        return Status.INFEASIBLE if clash else Status.UNKNOWN, None

    monkeypatch.setattr("generator.proposal._near", near)
    with pytest.raises(ConstraintError) as error:
        propose(3, 9, "AB", ALL, random.Random(1))
    assert str(error.value) == (
        "a 3x9 card of symbols AB: expected wishes that a card can keep, "
        "found even symbols (which --uneven leaves out), --most-touching 1 and --every-line, "
        "which contradict each other"
    )


# --- proposals are drawn richly, and the same every time


@given(
    seed=st.integers(0, 9),
    rows=st.integers(2, 9),
    cols=st.integers(2, 9),
    count=st.integers(2, 6),
    wishes=wishes(),
)
def test_the_same_state_gives_the_same_card(
    seed: int, rows: int, cols: int, count: int, wishes: Wishes
) -> None:
    found = []
    for _ in range(2):
        try:
            card = propose(rows, cols, LETTERS[:count], wishes, random.Random(seed))
        except ConstraintError as error:
            found.append(str(error))
        else:
            assert _keeps(card, LETTERS[:count], wishes)
            found.append(str(card))
    assert found[0] == found[1]


@pytest.mark.parametrize("wishes", [Wishes(), Wishes(most_touching=1, every_line=True)], ids=str)
def test_proposals_differ_from_each_other_like_random_cards(wishes: Wishes) -> None:
    rng = random.Random(1)
    found = [propose(7, 12, "ABCDEF", wishes, rng) for _ in range(8)]
    for one, other in combinations(found, 2):
        # Five of six cells differ in the mean, 70 of 84, with a deviation below 4.
        assert sum(one[cell] != other[cell] for cell in one.cells) > 70 - 4 * 4


def test_even_symbols_alone_need_no_solver() -> None:
    program = (
        "import random, sys; from generator.proposal import propose;"
        "from generator.constraints import Wishes;"
        "propose(10, 12, 'ABCDEF', Wishes(), random.Random(1)); sys.exit('ortools' in sys.modules)"
    )
    assert not subprocess.run([sys.executable, "-c", program], check=False).returncode


@pytest.mark.parametrize(
    ("rows", "cols", "symbols", "like", "told"),
    [
        (0, 5, "AB", None, "a 0x5 card: expected 1x1 to 20x20, found 0x5"),
        (5, 21, "AB", None, "found 5x21"),
        (2, 2, "", None, "expected symbols A-Z, one or more, found ''"),
        (2, 2, "a", None, "expected symbols A-Z"),
        (2, 2, "AB", Card(("ABA", "ABB")), "expected a card like it to have symbols of AB"),
        (2, 2, "AB", Card(("AC", "AB")), "expected a card like it to have symbols of AB"),
    ],
)
def test_what_is_no_card_cannot_be_proposed(
    rows: int, cols: int, symbols: str, like: Card | None, told: str
) -> None:
    with pytest.raises(ConstraintError) as error:
        propose(rows, cols, symbols, Wishes(), random.Random(1), like=like)
    assert told in str(error.value)


def test_undecided_is_not_contradictory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.proposal._LIMITS", (0.0, 0.0))
    told = r"no 8x12 card found that keeps even symbols .*, --most-touching 1"
    with pytest.raises(UndecidedError, match=told):
        propose(8, 12, "ABCDEF", ALL, random.Random(1))


@pytest.mark.slow
@pytest.mark.parametrize("most", [1, 2, 3, 4, 5, 8, 20])
@pytest.mark.parametrize("count", [2, 3, 6, 12])
@pytest.mark.parametrize("size", [(20, 20), (9, 20)])
def test_large_cards_are_proposed_as_well(size: tuple[int, int], count: int, most: int) -> None:
    lines = count <= 6
    wishes = Wishes(most_touching=most, no_blocks=True, every_line=lines)
    card = propose(*size, LETTERS[:count], wishes, random.Random(1))
    assert _keeps(card, LETTERS[:count], wishes)
