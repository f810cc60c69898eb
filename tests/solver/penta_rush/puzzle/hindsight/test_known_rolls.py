"""A solitaire with known rolls: its rolls are checked, its candidates complete."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import RollError
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, parse_rolls, rolls
from solver.penta_rush.puzzle.hindsight.known_rolls import KnownRollsGame
from tests.oracles import connected_sets
from tests.solver.penta_rush.puzzle.hindsight.known_games import (
    POINTS,
    random_game,
    small_games,
    thrown_rolls,
)


def test_a_game_has_twelve_rolls_of_symbols_on_its_card() -> None:
    card, twelve = Card.parse("2x5:ABCDEABCDE"), thrown_rolls("ABCDE", 1)
    with pytest.raises(RollError, match="rolls: expected 12 rolls, found 11"):
        KnownRollsGame(card, twelve[:11], POINTS)
    with pytest.raises(RollError, match=r"rolls, round 12 'ABCDF': expected symbols of the card"):
        KnownRollsGame(card, (*twelve[:11], Roll("ABCDF")), POINTS)


def test_candidates_are_all_placements_that_show_the_roll_of_a_round_in_which_one_may_fit() -> None:
    game = random_game(4, 7, 5)
    assert game.drawing_rounds == 5  # after five shapes, 3 of the 28 cells are free
    for candidate in game.candidates:
        cells = [index for index in range(28) if candidate.cells >> index & 1]
        shown = sorted(game.card[Cell(*divmod(index, 7))] for index in cells)
        assert shown == list(game.rolls[candidate.round].symbols)
    matching = [
        cells
        for cells in connected_sets(game.card.cells, 5)
        for roll in game.rolls[:5]
        if sorted(game.card[cell] for cell in cells) == list(roll.symbols)
    ]
    assert len(matching) == len(game.candidates)


@given(st.lists(st.sampled_from(list(rolls("ABCDEF")))))
def test_rolls_are_read_back_from_their_text(given_rolls: list[Roll]) -> None:
    assert list(parse_rolls("\n".join(map(str, given_rolls))).values()) == given_rolls


@given(small_games([(3, 5), (2, 8), (4, 4)]))
def test_the_bound_is_that_of_the_best_matching_of_shapes_to_rounds(game: KnownRollsGame) -> None:
    pairs = {(each.shape, each.round) for each in game.candidates}

    def best(shapes: str, rounds: frozenset[int]) -> int:
        if not shapes:
            return 0
        first, rest = shapes[0], shapes[1:]
        matched = (
            game.points[first] + best(rest, rounds - {number})
            for number in rounds
            if (first, number) in pairs
        )
        return max([best(rest, rounds), *matched])

    assert game.score_bound == best(SHAPES, frozenset(range(game.drawing_rounds)))
