"""Solitaires with known rolls, random and small, for the tests of plans in hindsight."""

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, roll_dice
from solver.penta_rush.points import default_points
from solver.penta_rush.puzzle.hindsight.known_rolls import KnownRollsGame
from solver.penta_rush.puzzle.hindsight.search import search_circles
from solver.penta_rush.puzzle.rules import ROUNDS
from tests.strategies import points

POINTS = default_points()
_SIZES = [(1, 11), (2, 5), (2, 6), (3, 4), (5, 2), (4, 3)]


def thrown_rolls(symbols: str, seed: int) -> tuple[Roll, ...]:
    rng = Random(seed)
    return tuple(roll_dice(symbols, rng) for _ in range(ROUNDS))


def random_game(rows: int, cols: int, seed: int, symbols: str = "ABCDEF") -> KnownRollsGame:
    rng = Random(seed)
    shuffled = [symbols[index % len(symbols)] for index in range(rows * cols)]
    rng.shuffle(shuffled)
    lines = ("".join(shuffled[start : start + cols]) for start in range(0, rows * cols, cols))
    return KnownRollsGame(Card(tuple(lines)), thrown_rolls(symbols, seed), POINTS)


@st.composite
def small_games(draw: st.DrawFn, sizes: Sequence[tuple[int, int]] = _SIZES) -> KnownRollsGame:
    rows, cols = draw(st.sampled_from(sizes))
    symbols = draw(st.sampled_from(["ABC", "ABCD"]))
    shown = draw(st.lists(st.sampled_from(symbols), min_size=rows * cols, max_size=rows * cols))
    shown[: len(symbols)] = symbols
    lines = ("".join(shown[start : start + cols]) for start in range(0, rows * cols, cols))
    return KnownRollsGame(
        Card(tuple(lines)), thrown_rolls(symbols, draw(st.integers(0, 99))), draw(points())
    )


def perfect_game(seed: int) -> KnownRollsGame | None:
    """Return the game of *seed* if all twelve shapes can be circled in it."""
    game = random_game(10, 10, seed)
    circled = search_circles(game)
    return game if circled and len(circled) == ROUNDS else None


def losing_game() -> KnownRollsGame:
    """Return a game in which not all twelve shapes can be circled."""
    games = (random_game(10, 10, seed) for seed in range(99))
    circles = ((game, search_circles(game)) for game in games)
    return next(game for game, circled in circles if circled and len(circled) < ROUNDS)


def dense_game() -> KnownRollsGame:
    """Return a game in which the best circles leave no room for the crosses that are due."""
    return random_game(5, 5, 2)
