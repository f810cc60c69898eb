"""Advice for the solitaire: its tables, its estimate, its playouts, and what they add up to."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from math import fsum, sqrt
from operator import mul
from random import Random
from statistics import pstdev

import numpy as np
import pytest

import data
from solver.errors import GameError, RollError
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, chance, rolls
from solver.penta_rush.points import default_points
from solver.penta_rush.puzzle.rules import PuzzleState
from solver.penta_rush.puzzle.strategy.answer import advise_in, simulate
from solver.penta_rush.puzzle.strategy.kernel.estimate import (
    backpropagate,
    blank_estimate,
    fill_estimate,
    solve_values,
)
from solver.penta_rush.puzzle.strategy.kernel.game import rank_moves
from solver.penta_rush.puzzle.strategy.kernel.playout import (
    build_plan,
    control_variate,
    playout_roll,
    run_playouts,
)
from solver.penta_rush.puzzle.strategy.kernel.state import (
    ALL_SHAPES,
    SolitaireTables,
    build_state,
    live_state,
    use_shape,
)
from solver.penta_rush.puzzle.strategy.program import RatedMove
from solver.penta_rush.puzzle.strategy.simulation import solitaire_tables
from solver.runtime.word import splitmix64
from tests.oracles import LETTERS, canonical, connected_sets


def meadow() -> Card:
    return Card.parse(data.read("cards/meadow.txt"))


def random_card(rows: int, cols: int, seed: int) -> Card:
    """Return a card of all six symbols, as far as it has room for them."""
    rng = Random(seed)
    shown = [*"ABCDEF", *rng.choices("ABCDEF", k=rows * cols)][: rows * cols]
    rng.shuffle(shown)
    return Card(tuple("".join(shown[at : at + cols]) for at in range(0, rows * cols, cols)))


def test_the_estimate_of_the_last_round_is_exact() -> None:
    card = random_card(6, 7, 9)
    tables = solitaire_tables(card, default_points())
    state = build_state(tables, np.ones(42, np.uint8), 1 << SHAPES.index("Y"))
    estimate = blank_estimate(tables)
    fill_estimate(state, 42, 1, estimate)
    shown = "".join(card.lines)
    matched = {
        "".join(sorted(shown[row * 7 + col] for row, col in cells))
        for cells in connected_sets(card.cells, 5)
        if LETTERS[canonical(frozenset(cells))] == "Y"
    }
    expected = sum(float(chance(roll)) for roll in rolls("ABCDEF") if str(roll) in matched)
    assert estimate.value[1 << SHAPES.index("Y")] == pytest.approx(2 * expected * 7776 / 6120)


def test_the_gradient_is_how_the_value_grows_with_a_match_probability() -> None:
    card, unused, stages = random_card(6, 7, 9), 0b11010010110, 6
    tables = solitaire_tables(card, default_points())
    state = build_state(tables, np.ones(42, np.uint8), unused)
    estimate = blank_estimate(tables)
    fill_estimate(state, 42, stages, estimate)
    backpropagate(tables.points, unused, stages, estimate)
    gradient, before, step = estimate.gradient.copy(), estimate.value[unused], 1e-6
    assert (gradient > 0).sum() > stages
    for shape, stage in zip(*np.nonzero(gradient), strict=True):
        estimate.match_probability[shape, stage] += step
        solve_values(tables.points, unused, stages, estimate)
        growth = (estimate.value[unused] - before) / step
        estimate.match_probability[shape, stage] -= step
        assert growth == pytest.approx(gradient[shape, stage], abs=1e-6)


def test_playouts_throw_each_roll_as_often_as_dice_do() -> None:
    tables, count = solitaire_tables(random_card(4, 7, 3), default_points()), 60_000
    with np.errstate(over="ignore"):  # words wrap around
        seeds = [splitmix64(np.uint64(number)) for number in range(1, count // 12 + 1)]
        seen = Counter(playout_roll(tables, seed, turn) for seed in seeds for turn in range(12))
    chi_square = sum(
        (seen[roll] - count * chance) ** 2 / (count * chance)
        for roll, chance in enumerate(tables.chances.tolist())
    )
    freedom = len(tables.chances) - 1
    assert abs(chi_square - freedom) < 4 * sqrt(2 * freedom)  # four standard deviations


def test_the_control_variate_has_mean_0_so_that_playouts_are_unbiased() -> None:
    tables = solitaire_tables(meadow(), default_points())
    state = build_state(tables, np.ones(100, np.uint8), ALL_SHAPES)
    plan = build_plan(state, blank_estimate(tables))
    rng = Random(5)
    while state.unused[0]:
        lucks = [control_variate(state, plan, roll) for roll in range(len(tables.chances))]
        assert tables.chances @ lucks == pytest.approx(0, abs=1e-9)
        assert max(lucks) > 0 or not state.counts[:, :-1].any()
        placement = rng.choice([*np.flatnonzero(state.alive).tolist(), -1])
        unused = [shape for shape in range(12) if state.unused[0] >> shape & 1]
        shape = tables.shapes[placement] if placement >= 0 else rng.choice(unused)
        use_shape(state, shape, placement)


def _best_play(tables: SolitaireTables) -> Callable[[int, int], float]:
    """Return what best play without foresight expects, of free cells and unused shapes.

    Both are bit sets; every roll, every match and every cross is looked at.
    """
    masks = [sum(1 << cell for cell in cells) for cells in tables.cells.tolist()]
    shapes, rolls = tables.shapes.tolist(), tables.rolls.tolist()
    points, chances = tables.points.tolist(), tables.chances.tolist()

    @cache
    def expected(free: int, unused: int) -> float:
        left = [shape for shape in range(12) if unused >> shape & 1]
        alive = [at for at, mask in enumerate(masks) if shapes[at] in left and not mask & ~free]
        after = {at: expected(free & ~masks[at], unused ^ 1 << shapes[at]) for at in alive}
        undrawn = [] if alive else [expected(free, unused ^ 1 << shape) for shape in left]
        best = [max([*after.values(), *undrawn], default=0.0)] * (len(chances) + 1)
        for at in alive:
            best[rolls[at]] = max(best[rolls[at]], points[shapes[at]] + after[at])
        return fsum(map(mul, chances, best))

    return expected


def test_no_playout_beats_best_play_and_the_estimate_chooses_nearly_as_well() -> None:
    card = Card(("ABCDA", "BDCAB", "CADBD", "DBACC"))
    tables, free = solitaire_tables(card, default_points()), (1 << 20) - 1
    expected, playouts, regrets = _best_play(tables), 400, []
    unused = sum(1 << SHAPES.index(shape) for shape in "LNY")
    state = build_state(tables, np.ones(20, np.uint8), unused)
    for roll in range(len(tables.chances)):
        moves, values = np.empty((8, 3), np.int64), np.empty(8)
        count = rank_moves(state, roll, blank_estimate(tables), moves, values)
        exact = [
            tables.points[shape] * circled
            + expected(
                free & ~sum(1 << cell for cell in tables.cells[placement].tolist()),
                unused ^ 1 << shape,
            )
            for shape, placement, circled in moves[:count].tolist()
        ]
        regrets.append(max(exact) - exact[0])
        sums, squares = np.zeros(count), np.zeros(count)
        run_playouts(state, moves[:count], np.uint64(1), 0, playouts, sums, squares)
        means = sums / playouts
        errors = np.sqrt(np.maximum(squares / playouts - means**2, 0.0) / playouts)
        assert (means <= exact + 5 * errors + 1e-9).all()
    assert tables.chances @ regrets < 0.01 * expected(free, unused)


def test_the_tables_have_every_placement_and_its_roll() -> None:
    card = random_card(4, 7, 3)
    tables, legal = solitaire_tables(card, default_points()), list(rolls(card.symbols))
    total = sum(chance(roll, sides=len(card.symbols)) for roll in legal)
    assert tables.chances == pytest.approx([float(chance(roll) / total) for roll in legal])
    shown = "".join(card.lines)
    assert len(tables.shapes) == sum(1 for _ in connected_sets(card.cells, 5))
    for cells, roll in zip(tables.cells.tolist(), tables.rolls.tolist(), strict=True):
        symbols = "".join(sorted(shown[cell] for cell in cells))
        if roll < len(legal):
            assert legal[roll].symbols == symbols
        else:
            assert symbols not in map(str, legal)


def test_what_is_alive_is_what_brute_force_leaves() -> None:
    card, rng = random_card(5, 8, 4), Random(1)
    tables = solitaire_tables(card, default_points())
    state = build_state(tables, np.ones(40, np.uint8), ALL_SHAPES)
    free, unused = set(range(40)), set(range(12))
    while state.alive.any():
        placement = rng.choice(np.flatnonzero(state.alive).tolist())
        same, indices = live_state(state)
        assert indices.tolist() == np.flatnonzero(state.alive).tolist()
        use_shape(same, tables.shapes[placement], indices.tolist().index(placement))
        use_shape(state, tables.shapes[placement], placement)
        free -= set(tables.cells[placement].tolist())
        unused.discard(int(tables.shapes[placement]))
        alive = [
            shape in unused and free.issuperset(cells)
            for shape, cells in zip(tables.shapes.tolist(), tables.cells.tolist(), strict=True)
        ]
        assert state.alive.tolist() == alive
        assert same.alive.tolist() == [alive[index] for index in indices]
        assert (same.counts == state.counts).all()
        assert state.unused.tolist() == [sum(1 << shape for shape in unused)]
        assert state.free_count.tolist() == [len(free)]
        assert state.shape_counts.sum() == sum(alive)


def _state_after(rounds: int) -> PuzzleState:
    """Return a state on meadow after *rounds* rounds of a game."""
    (game,) = simulate(meadow(), games=1, seed=4, hindsight=False).run().games
    return PuzzleState(meadow(), game.rounds[:rounds])


def _advise(
    state: PuzzleState, roll: str, playouts: int, seed: int = 0, jobs: int = 1
) -> tuple[RatedMove, ...]:
    """Return the moves that are advised with the usual points."""
    search = advise_in(
        state, Roll.parse(roll), default_points(), playouts=playouts, seed=seed, jobs=jobs
    )
    return search.run().moves


def test_advice_is_ranked_legal_and_the_same_whatever_the_jobs() -> None:
    state = _state_after(7)
    moves = _advise(state, "ABCDE", 60, 3)
    assert moves == _advise(state, "ABCDE", 60, 3, jobs=3)
    means = [move.mean for move in moves]
    assert means == sorted(means, reverse=True)
    for move in moves:
        assert move.round.shape in state.unused
        assert state.free.issuperset(move.round.cells)
        if move.round.circled:
            assert sorted(state.card[cell] for cell in move.round.cells) == list("ABCDE")
        assert move.error > 0


def test_advice_in_the_last_round_is_exact() -> None:
    state, points = _state_after(11), default_points()
    before = sum(points[played.shape] for played in state.rounds if played.circled)
    for text in ("ABCDE", "AABBC", "CDEEF"):
        for move in _advise(state, text, 10):
            gained = points[move.round.shape] if move.round.circled else 0
            assert (move.mean, move.error) == (before + gained, 0)


def test_without_playouts_the_advice_is_the_estimate() -> None:
    for move in _advise(_state_after(6), "ABCDE", 0):
        assert (move.mean, move.error) == (move.estimate, 0)


@pytest.mark.slow
def test_without_luck_the_first_round_needs_four_times_fewer_playouts() -> None:
    playouts = 200
    games = simulate(meadow(), games=200, seed=1, hindsight=False).run().games
    deviation = pstdev(game.score for game in games)
    for move in _advise(PuzzleState(meadow()), "ABCDE", playouts, 1, jobs=2):
        assert move.error < deviation / sqrt(4 * playouts) * 1.25


def test_there_is_no_advice_after_the_last_round_or_on_an_impossible_roll() -> None:
    with pytest.raises(GameError, match="a round left"):
        _advise(_state_after(12), "ABCDE", 0)
    with pytest.raises(RollError, match="symbols of the card"):
        _advise(_state_after(3), "ABCDZ", 0)
