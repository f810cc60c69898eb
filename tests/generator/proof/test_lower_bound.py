"""Sizes that are too small for a value: the counts, and that no card contradicts them."""

from itertools import combinations, product
from string import ascii_uppercase

import pytest

from generator.proof.lower_bound import count_placements, fewest_tiles, groups, shortage
from generator.proof.problem import MinimumValueProblem, minimal_shapes
from solver.geometry.cell import rectangle
from solver.geometry.polyomino import SHAPES, fixed_pentominoes, placements
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.rules import most_points
from solver.penta_rush.survey.card_survey import survey_many
from tests.support import slow

LETTERS = "ABCDEF"
FLAT = Points((1,) * 12)
RISING = Points((3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8))

# The smallest cards and squares known on which every roll is worth 18, with 3, 4 and 5 symbols.
PERFECT = [
    "5x6:BABCABCCBCABBABABCAACABCCCBACA",
    "6x6:BBCACCABAABBABCAACCCACABCABCBCABBCAB",
    "7x8:ACDACCDADCDBBCBBBBAADADBDCBDCADCACBCBBAAAADAACDCBCDDBCDB",
    "8x8:AABBCCBBACDBCDDBBCDADAACBBCABBCCAADDCADDACCBCBADDBBADBACDDAADDCC",
    (
        "11x11:BAEDCEEDDACDAEBBCCAABBCDADDEDBBEECDABEBDCACAEBCCACBEACDEBEABEDCEDEBACEDACAADECACABD"
        "EDCBAEEDDBEBBCBADDCCAADDECBACBBEEABECD"
    ),
    (
        "15x15:CEAFFADDAEBEBDDCAEEDFFCCEDAFBEAFFCADBDBBAAFEBEDDECCBADEAEDEFACDDAFCAFDBDBAFEEAECFCEE"
        "FFDAFBDBACFEDAADDCCFACBCDDEDEBEBBADACFAABBCCBEFACDBDFCBFFEEAFAECEEFCDBDBFCAFCBBACFEB"
        "ECEBCDAAEBBEDEFCCDDBDBCAFFCEDFCBEAAFFBEECABBDEDECBBCFFCEA"
    ),
]


def _shortage(rows: int, cols: int, symbols: int, value: int) -> str | None:
    return shortage(MinimumValueProblem(rows, cols, LETTERS[:symbols], default_points(), value))


def _smallest_square(symbols: int, value: int) -> int:
    return next(side for side in range(1, 21) if not _shortage(side, side, symbols, value))


@pytest.mark.parametrize(("rows", "cols"), [(1, 7), (2, 5), (3, 3), (4, 9), (7, 5), (11, 16)])
def test_the_number_of_placements_is_that_of_all_placements(rows: int, cols: int) -> None:
    card = rectangle(rows, cols)
    for shape in SHAPES:
        (one, *_) = fixed_pentominoes()[shape]  # and its other orientations
        assert count_placements(shape, rows, cols) == len(list(placements(one, card)))


def test_the_number_of_rolls_is_that_of_all_rolls() -> None:
    for symbols in range(9):
        problem = MinimumValueProblem(5, 6, ascii_uppercase[:symbols], default_points(), 8)
        assert problem.roll_count == len(problem.rolls)


def test_the_placements_of_x_and_w_and_i_have_formulas() -> None:
    for rows, cols in product(range(5, 21), repeat=2):
        inner = (rows - 2) * (cols - 2)
        assert count_placements("X", rows, cols) == inner
        assert count_placements("W", rows, cols) == 4 * inner
        assert count_placements("I", rows, cols) == rows * (cols - 4) + cols * (rows - 4)


@pytest.mark.parametrize("points", [default_points(), slow(FLAT), RISING])
@pytest.mark.parametrize("minimum", [1, 4, 5, 11, 17, 18, 33])
def test_a_group_is_what_every_packing_has_so_many_of(points: Points, minimum: int) -> None:
    if minimum > most_points(points):
        assert minimal_shapes(points, minimum) == []
        return
    rich = [
        set(shapes)
        for size in range(1, 6)
        for shapes in combinations(SHAPES, size)
        if sum(map(points.__getitem__, shapes)) >= minimum
    ]
    assert min(map(len, rich)) == fewest_tiles(points, minimum)
    numbers = dict(groups(points, minimum))
    for size in (1, 2, 3, 11, 12):
        for shapes in combinations(SHAPES, size):
            assert numbers.get(shapes, 0) == min(len(each & set(shapes)) for each in rich)


@pytest.mark.slow
def test_eighteen_points_of_six_symbols_take_at_least_14x14_or_176_cells() -> None:
    assert _smallest_square(6, 18) == 14
    sizes = [(r, c) for r in range(1, 21) for c in range(r, 21) if not _shortage(r, c, 6, 18)]
    assert min(sizes, key=lambda size: size[0] * size[1]) == (11, 16)


@pytest.mark.parametrize(
    ("value", "sides"),
    [(18, [6, 7, 10, 14]), (17, [6, 7, 8, 9]), (16, [6, 7, 8, 9]), (15, [5, 6, 7, 7])],
)
def test_the_smallest_squares_that_counting_leaves(value: int, sides: list[int]) -> None:
    assert [_smallest_square(symbols, value) for symbols in (3, 4, 5, 6)] == sides


def test_18_points_of_three_symbols_take_30_cells() -> None:
    """Five tiles for AABBC take ten cells of A, and so on: thirty cells, which 5x6 has."""
    sizes = [(r, c) for r in range(1, 21) for c in range(1, 21) if r * c < 30]
    assert all(_shortage(*size, 3, 18) for size in sizes)
    assert _shortage(5, 6, 3, 18) is None


@pytest.mark.parametrize("text", PERFECT)
def test_cards_on_which_every_roll_is_worth_18_are_not_denied(text: str) -> None:
    card = Card.parse(text)
    (table,) = survey_many([card], default_points(), symbols=card.symbols, max_counted=0)
    assert set(table[:, 2]) == {18}
    assert _shortage(card.rows, card.cols, len(card.symbols), 18) is None


@pytest.mark.parametrize("points", [default_points(), slow(FLAT), slow(RISING)])
@pytest.mark.parametrize(("rows", "cols"), [slow(2, 5), (3, 3), (5, 2)])
def test_no_card_has_what_counting_denies(points: Points, rows: int, cols: int) -> None:
    cards = [
        Card(tuple("".join(cells)[at : at + cols] for at in range(0, rows * cols, cols)))
        for cells in product("ABC", repeat=rows * cols)
        if cells[0] == "A"
    ]
    tables = survey_many(cards, points, symbols="ABC", max_counted=0)
    best = int(tables[:, :, 2].min(axis=1).max())
    for value in range(1, best + 1):
        assert shortage(MinimumValueProblem(rows, cols, "ABC", points, value)) is None
    most = most_points(points)
    assert shortage(MinimumValueProblem(rows, cols, "ABC", points, most + 1)) is not None
