"""Symmetric cards: where cells and symbols go, which rolls are equal, and the proposals."""

import random
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.card_symmetry import ORDERS, relabellings, roll_orbits, symmetry, symmetry_name
from generator.constraints import LayoutConstraints
from generator.proposal import propose
from solver.errors import ConstraintError
from solver.geometry.symmetry import grid_orientations
from solver.penta_rush.card import Card
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import Survey
from tests.solver.penta_rush.fairness.test_set_limits import orientations_of
from tests.strategies import cards
from tests.support import cases

LETTERS = "ABCDEFGHIJ"
# What is relabelled first and, if there are two, second.
ISOMETRIES = {
    "mirror": ["flipped left to right"],
    "half-turn": ["turned half round"],
    "quarter-turn": ["turned right"],
    "mirrors": ["flipped left to right", "flipped left to right, turned half round"],
}
CYCLIC = [name for name, moves in ISOMETRIES.items() if len(moves) == 1]


@cases(
    "name symbols once",
    ("mirror", 6, "BADCFE"),
    ("half-turn", 5, "BADCE"),
    ("quarter-turn", 4, "BCDA"),
    ("quarter-turn", 6, "BCDAFE"),
    ("quarter-turn", 9, "BCDAFGHEI"),
    (None, 3, "ABC"),
)
def test_symbols_are_relabelled_in_cycles_as_long_as_possible(
    name: str | None, symbols: int, once: str
) -> None:
    powers = relabellings(name, symbols)
    labels = [LETTERS.index(letter) for letter in once]
    assert powers[0] == tuple(range(symbols))
    for before, after in zip(powers, powers[1:] + powers[:1], strict=True):
        assert after == tuple(labels[symbol] for symbol in before)


def test_mirrors_flip_squares_of_four_symbols_either_way() -> None:
    assert relabellings("mirrors", 7) == (
        (0, 1, 2, 3, 4, 5, 6),
        (1, 0, 3, 2, 5, 4, 6),
        (2, 3, 0, 1, 5, 4, 6),
        (3, 2, 1, 0, 4, 5, 6),
    )


@cases(
    "name size once",
    ("half-turn", (3, 5), "BADCEF"),
    ("quarter-turn", (5, 5), "BCDAEF"),
    ("mirror", (4, 5), "BADCEF"),
    ("mirrors", (5, 4), "BADCEF"),
    ("mirrors", (4, 4), "BADCFE"),
)
def test_a_symbol_stays_where_cells_do(name: str, size: tuple[int, int], once: str) -> None:
    labels = symmetry(name, *size, 6).relabellings[1]
    assert "".join(LETTERS[label] for label in labels) == once


@given(rows=st.integers(1, 7), cols=st.integers(1, 7), name=st.sampled_from(CYCLIC))
def test_cells_go_where_the_flip_or_turn_moves_them(rows: int, cols: int, name: str) -> None:
    assume(name != "quarter-turn" or rows == cols)
    images = symmetry(name, rows, cols, 5).images
    lines = tuple("".join(chr(row * cols + col) for col in range(cols)) for row in range(rows))
    moved = "".join(dict(grid_orientations(lines))[ISOMETRIES[name][0]])
    for cell, (first, once, *more) in enumerate(images):
        assert first == cell
        assert moved[once] == chr(cell)
        assert [images[once][: len(more)]] == [tuple([once, *more][: len(more)])]
    assert all(images[path[-1]][1] == path[0] for path in images)


@cases(
    "name side total",
    (None, 10, 126),
    ("mirror", 10, 63),
    ("half-turn", 10, 63),
    ("half-turn", 9, 68),
    ("quarter-turn", 10, 34),
    ("quarter-turn", 9, 35),
    ("mirrors", 10, 34),
    ("mirrors", 9, 39),
)
def test_every_roll_is_in_one_orbit(name: str | None, side: int, total: int) -> None:
    orbits = roll_orbits("ABCDEF", symmetry(name, side, side, 6).relabellings)
    assert len(orbits) == total
    assert sorted(number for orbit in orbits for number in orbit) == list(range(126))


@given(
    name=st.sampled_from(list(ORDERS)),
    size=st.tuples(st.integers(3, 6), st.integers(3, 6)),
    symbols=st.integers(3, 6),
    seed=st.integers(0, 10**6),
)
def test_rolls_of_an_orbit_have_the_same_optimum(
    name: str, size: tuple[int, int], symbols: int, seed: int
) -> None:
    rows, cols = size if name != "quarter-turn" else (size[0], size[0])
    alphabet, constraints = LETTERS[:symbols], LayoutConstraints(even=False, symmetry=name)
    card = propose(rows, cols, alphabet, constraints, random.Random(seed))
    _check_symmetric(card, alphabet, name)
    surveyed = Survey(card, default_points(), symbols=alphabet).rows
    for orbit in roll_orbits(alphabet, symmetry(name, rows, cols, symbols).relabellings):
        assert len({surveyed[number][1:] for number in orbit}) == 1


def _check_symmetric(card: Card, alphabet: str, name: str) -> None:
    """Check, cell by cell, that *card* moved is *card* relabelled."""
    elements = symmetry(name, card.rows, card.cols, len(alphabet)).relabellings[1:]
    for move, labels in zip(ISOMETRIES[name], elements, strict=False):
        moved = dict(grid_orientations(card.lines))[move]
        pairs = set(zip("".join(moved), "".join(card.lines), strict=True))
        assert pairs <= {(symbol, alphabet[labels[at]]) for at, symbol in enumerate(alphabet)}


@pytest.mark.parametrize("name", list(ORDERS))
def test_other_constraints_are_met_as_well(name: str) -> None:
    constraints = LayoutConstraints(symmetry=name, most_touching=2, no_blocks=True, every_line=True)
    card = propose(8, 8, "ABCDEF", constraints, random.Random(1))
    _check_symmetric(card, "ABCDEF", name)
    assert not constraints.violations(card, "ABCDEF")
    assert LayoutConstraints(symmetry=name).violations(card, "ABCDEF") == []
    one, other = next(
        (one, other)
        for one, other in combinations(sorted(card.cells), 2)
        if card[one] != card[other]
    )
    symbols = {cell: card[cell] for cell in sorted(card.cells)}
    symbols[one], symbols[other] = symbols[other], symbols[one]
    text = "".join(symbols.values())
    changed = Card(tuple(text[at : at + 8] for at in range(0, 64, 8)))
    assert (
        constraints.violations(changed, "ABCDEF")[-1]
        == f"the card does not have the symmetry {name}"
    )


def test_a_card_is_made_symmetric_with_few_changes() -> None:
    like = Card(("ACDB", "CABD", "DBAC", "ABCD"))  # symmetric but for the last row
    constraints = LayoutConstraints(even=False, symmetry="mirror")
    card = propose(4, 4, "ABCD", constraints, random.Random(1), like=like)
    _check_symmetric(card, "ABCD", "mirror")
    assert card.lines[:3] == like.lines[:3]


def test_an_unknown_symmetry_is_an_error() -> None:
    with pytest.raises(
        ConstraintError, match="expected mirror, half-turn, quarter-turn, mirrors, found 'spiral'"
    ):
        LayoutConstraints(symmetry="spiral")


def test_a_card_that_cannot_have_the_symmetry_is_an_error() -> None:
    constraints = LayoutConstraints(symmetry="quarter-turn")
    with pytest.raises(ConstraintError, match="expected as many rows as cols, found 4x5"):
        propose(4, 5, "ABCD", constraints, random.Random(1))


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        ("ABC AAC", None),
        ("AB CD", "all"),
        ("AAB BBA", "mirror"),  # A and B exchanged, up and down
        ("ABA CDC", "mirrors"),
        ("ABC CBA ABD", None),
        ("AABC DBAA", "half-turn"),
        ("AAB CBC BAA", "half-turn"),
        ("ABC BDA CAA", "diagonal"),
        ("CBA ADB AAC", "diagonal"),
        ("AABA BCCA ACCB ABAA", "quarter-turn"),
        ("AABC ADCB BCDA CBAA", "diagonals"),
    ],
)
def test_the_symmetry_of_a_card(rows: str, name: str | None) -> None:
    assert symmetry_name(Card(tuple(rows.split()))) == name


@pytest.mark.parametrize("name", list(ORDERS))
def test_a_card_that_is_asked_to_be_symmetric_has_that_symmetry(name: str) -> None:
    card = propose(8, 8, "ABCDEF", LayoutConstraints(symmetry=name), random.Random(1))
    assert symmetry_name(card) == name


@given(card=cards(largest=5, symbols=4, cells=20))
def test_turned_and_flipped_cards_are_symmetric_alike(card: Card) -> None:
    assert {symmetry_name(other) for other in orientations_of(card)} == {symmetry_name(card)}


def test_a_single_row_is_not_symmetric_because_it_may_be_flipped_up_and_down() -> None:
    assert symmetry_name(Card(("AABC",))) is None
    assert symmetry_name(Card(("AABB",))) is not None
