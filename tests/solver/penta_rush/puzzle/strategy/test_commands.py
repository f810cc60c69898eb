"""How the solitaire is played by policies: legal games, the same for all jobs, in their order."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from math import fsum, sqrt
from operator import mul
from pathlib import Path
from random import Random
from statistics import fmean, pstdev, pvariance
from typing import Any

import numpy as np
import pytest

import data
from solver.errors import GameError, RollError
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card, parse_card
from solver.penta_rush.dice import chance, parse_roll, rolls
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.penta_rush.puzzle.rules import PuzzleState
from solver.penta_rush.puzzle.strategy import advice as advices
from solver.penta_rush.puzzle.strategy import hindsight_scores as foresight
from solver.penta_rush.puzzle.strategy import simulation
from solver.penta_rush.puzzle.strategy.advice import PlayoutBudget, advise
from solver.penta_rush.puzzle.strategy.kernel import estimate, game, playout
from solver.penta_rush.puzzle.strategy.kernel import state as field
from solver.penta_rush.puzzle.strategy.policy import Policy
from solver.penta_rush.puzzle.strategy.simulation import (
    SimulatedGame,
    SimulationSpec,
    SimulationResult,
    simulate,
    standard_error,
)
from solver.penta_rush.puzzle.strategy.tables import placement_tables
from tests.oracles import LETTERS, canonical, connected_sets
from tests.support import Run, penta

SIZES = [(7, 9), (4, 12), (3, 5), (1, 6), (2, 3), (1, 1), (6, 4)]


def _card(rows: int, cols: int, seed: int) -> Card:
    rng = Random(seed)
    shown = [*"ABCDEF", *rng.choices("ABCDEF", k=rows * cols)][: rows * cols]
    rng.shuffle(shown)
    return Card(tuple("".join(shown[at : at + cols]) for at in range(0, rows * cols, cols)))


def _meadow() -> Card:
    return parse_card(data.read("cards/meadow.txt"))


def _judged(card: Card, points: Points, played: SimulatedGame) -> int:
    """Return the score of a game, every round of it seen to be legal by brute force."""
    unused, free, score = set(SHAPES), set(card.cells), 0
    everywhere = [frozenset(one) for one in connected_sets(card.cells, 5)]
    for one in played.rounds:
        assert one.shape in unused
        fitting = {LETTERS[canonical(cells)] for cells in everywhere if cells <= free}
        if one.circled or fitting & unused:
            cells = frozenset(one.cells)
            assert len(one.cells) == 5
            assert cells <= free
            assert LETTERS[canonical(cells)] == one.shape
            free -= cells
        else:
            assert not one.cells
        if one.circled:
            assert Counter(card[cell] for cell in one.cells) == Counter(one.roll.symbols)
            score += points[one.shape]
        unused.remove(one.shape)
    assert not unused
    return score


@pytest.mark.parametrize("policy", Policy)
def test_every_policy_plays_legal_games_and_scores_them_right(policy: Policy) -> None:
    points = Points(tuple(Random(5).choices(range(1, 9), k=12)))
    for seed, size in enumerate(SIZES):
        card = _card(*size, seed)
        if len(card.symbols) < 3:
            continue
        for played in simulate(SimulationSpec(card, points, policy, 3, seed, playouts=6)):
            assert _judged(card, points, played) == played.score


@pytest.mark.parametrize("policy", Policy)
def test_games_are_the_same_whatever_the_jobs(
    policy: Policy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "_BATCH_S", 0.0)  # a game a batch
    series = SimulationSpec(_meadow(), default_points(), policy, 5, 7, playouts=8)
    alone = list(simulate(series, jobs=1))
    assert alone == list(simulate(series, jobs=3))
    assert alone[:2] == list(simulate(series._replace(games=2)))
    assert alone != list(simulate(series._replace(seed=8)))


def test_what_the_rolls_allowed_is_the_same_whatever_the_jobs() -> None:
    series = SimulationSpec(_meadow(), default_points(), Policy.GREEDY, 3, 7)
    played = list(simulate(series))
    alone = list(foresight.optima(series, played))
    assert alone == list(foresight.optima(series, played, jobs=2))
    assert all(one.score <= best <= 30 for one, best in zip(played, alone, strict=True))


def test_all_policies_meet_the_same_rolls() -> None:
    series = SimulationSpec(_meadow(), default_points(), Policy.FIRST, 3, 1, playouts=2)
    thrown = [
        [[one.roll for one in played.rounds] for played in simulate(series._replace(policy=policy))]
        for policy in Policy
    ]
    assert all(rolled == thrown[0] for rolled in thrown)


def test_policies_get_better_by_more_than_chance() -> None:
    series = SimulationSpec(_meadow(), default_points(), Policy.FIRST, 150, 1)
    found = [
        [played.score for played in simulate(series._replace(policy=policy), jobs=2)]
        for policy in (Policy.FIRST, Policy.GREEDY, Policy.MOBILE, Policy.VALUE)
    ]
    for worse, better in pairwise(found):
        assert fmean(worse) < fmean(better)
    _, greedy, _, value = found
    gains = [one - other for one, other in zip(value, greedy, strict=True)]
    assert fmean(gains) > 5 * standard_error(gains)


def test_the_ground_knows_every_placement_and_its_roll() -> None:
    card = _card(4, 7, 3)
    known, legal = placement_tables(card, default_points()), list(rolls(card.symbols))
    total = sum(chance(roll, sides=len(card.symbols)) for roll in legal)
    assert known.chances == pytest.approx([float(chance(roll) / total) for roll in legal])
    shown = "".join(card.lines)
    assert len(known.shapes) == sum(1 for _ in connected_sets(card.cells, 5))
    for cells, number in zip(known.cells.tolist(), known.rolls.tolist(), strict=True):
        five = "".join(sorted(shown[cell] for cell in cells))
        assert legal[number].symbols == five if number < len(legal) else five not in map(str, legal)


def test_what_is_alive_is_what_brute_force_leaves() -> None:
    card, rng = _card(5, 8, 4), Random(1)
    known = placement_tables(card, default_points())
    state = field.build_state(known, np.ones(40, np.uint8), field.ALL_SHAPES)
    free, unused = set(range(40)), set(range(12))
    while state.alive.any():
        placement = rng.choice(np.flatnonzero(state.alive).tolist())
        small, same, names = field.restrict(known, state)
        assert names.tolist() == np.flatnonzero(state.alive).tolist()
        field.use_shape(small, same, known.shapes[placement], names.tolist().index(placement))
        field.use_shape(known, state, known.shapes[placement], placement)
        free -= set(known.cells[placement].tolist())
        unused.discard(int(known.shapes[placement]))
        alive = [
            shape in unused and free.issuperset(cells)
            for shape, cells in zip(known.shapes.tolist(), known.cells.tolist(), strict=True)
        ]
        assert state.alive.tolist() == alive
        assert same.alive.tolist() == [alive[name] for name in names]
        assert (same.counts == state.counts).all()
        assert state.left.tolist() == [sum(1 << shape for shape in unused), len(free)]
        assert state.fits.sum() == sum(alive)


def test_the_estimate_of_the_last_round_is_exact() -> None:
    card = _card(6, 7, 9)
    known = placement_tables(card, default_points())
    state = field.build_state(known, np.ones(42, np.uint8), 1 << SHAPES.index("Y"))
    found = estimate.blank_estimate(known)
    estimate.fill_estimate(known, state, 42, 1, found)
    shown = "".join(card.lines)
    matched = {
        "".join(sorted(shown[row * 7 + col] for row, col in cells))
        for cells in connected_sets(card.cells, 5)
        if LETTERS[canonical(frozenset(cells))] == "Y"
    }
    expected = sum(float(chance(roll)) for roll in rolls("ABCDEF") if str(roll) in matched)
    assert found.value[1 << SHAPES.index("Y")] == pytest.approx(2 * expected * 7776 / 6120)


def test_slopes_are_how_the_value_grows_with_an_offer() -> None:
    card, unused, stages = _card(6, 7, 9), 0b11010010110, 6
    known = placement_tables(card, default_points())
    state = field.build_state(known, np.ones(42, np.uint8), unused)
    found = estimate.blank_estimate(known)
    estimate.fill_estimate(known, state, 42, stages, found)
    estimate.backpropagate(known.points, unused, stages, found)
    slope, before, step = found.slope.copy(), found.value[unused], 1e-6
    assert (slope > 0).sum() > stages
    for shape, stage in zip(*np.nonzero(slope), strict=True):
        found.offer[shape, stage] += step
        estimate.solve_values(known.points, unused, stages, found)
        grown = (found.value[unused] - before) / step
        found.offer[shape, stage] -= step
        assert grown == pytest.approx(slope[shape, stage], abs=1e-6)


def test_playouts_throw_each_roll_as_often_as_dice_do() -> None:
    known, count = placement_tables(_card(4, 7, 3), default_points()), 60_000
    seeds = [
        np.uint64(playout.splitmix64(np.uint64(number))) for number in range(1, count // 12 + 1)
    ]
    seen = Counter(playout.playout_roll(known, seed, turn) for seed in seeds for turn in range(12))
    strangeness = sum(
        (seen[roll] - count * chance) ** 2 / (count * chance)
        for roll, chance in enumerate(known.chances.tolist())
    )
    freedom = len(known.chances) - 1
    assert abs(strangeness - freedom) < 4 * sqrt(2 * freedom)  # chi square, in standard deviations


def test_luck_is_nothing_in_the_mean_so_that_playouts_without_it_are_fair() -> None:
    card = _meadow()
    known = placement_tables(card, default_points())
    state = field.build_state(known, np.ones(100, np.uint8), field.ALL_SHAPES)
    plan = playout.build_plan(known, state, estimate.blank_estimate(known))
    rng = Random(5)
    while state.left[0]:
        lucks = [
            playout.control_variate(known, state, plan, roll) for roll in range(len(known.chances))
        ]
        assert known.chances @ lucks == pytest.approx(0, abs=1e-9)
        assert max(lucks) > 0 or not state.counts[:, :-1].any()
        placement = rng.choice([*np.flatnonzero(state.alive).tolist(), -1])
        unused = [shape for shape in range(12) if state.left[0] >> shape & 1]
        shape = known.shapes[placement] if placement >= 0 else rng.choice(unused)
        field.use_shape(known, state, shape, placement)


def test_without_luck_the_first_round_is_told_four_times_as_soon() -> None:
    roll, points, playouts = parse_roll("ABCDE"), default_points(), 200
    games = simulate(SimulationSpec(_meadow(), points, Policy.VALUE, 200, 1), jobs=2)
    spread = pstdev(game.score for game in games)
    for one in advise(PuzzleState(_meadow()), roll, points, PlayoutBudget(playouts, 1, 2)):
        assert one.error < spread / sqrt(4 * playouts) * 1.25


def _best_play(known: field.PlacementTables) -> Callable[[int, int], float]:
    """Return what the best play without foresight expects, of free cells and unused shapes.

    Both are bit sets; every roll, every match and every cross is looked at.
    """
    masks = [sum(1 << cell for cell in cells) for cells in known.cells.tolist()]
    shapes, rolled = known.shapes.tolist(), known.rolls.tolist()
    points, chances = known.points.tolist(), known.chances.tolist()

    @cache
    def expected(free: int, unused: int) -> float:
        left = [shape for shape in range(12) if unused >> shape & 1]
        alive = [at for at, mask in enumerate(masks) if shapes[at] in left and not mask & ~free]
        ends = {at: expected(free & ~masks[at], unused ^ 1 << shapes[at]) for at in alive}
        bare = [] if alive else [expected(free, unused ^ 1 << shape) for shape in left]
        best = [max([*ends.values(), *bare], default=0.0)] * (len(chances) + 1)
        for at in alive:
            best[rolled[at]] = max(best[rolled[at]], points[shapes[at]] + ends[at])
        return fsum(map(mul, chances, best))

    return expected


def test_no_playout_beats_best_play_and_the_estimate_chooses_nearly_as_well() -> None:
    card = Card(("ABCDA", "BDCAB", "CADBD", "DBACC"))
    known, free = placement_tables(card, default_points()), (1 << 20) - 1
    expected, playouts, regrets = _best_play(known), 400, []
    unused, clear = sum(1 << SHAPES.index(shape) for shape in "LNY"), np.ones(20, np.uint8)
    for roll in range(len(known.chances)):
        moves, values = np.empty((8, 3), np.int64), np.empty(8)
        count = game.options(known, clear, unused, roll, moves, values)
        exact = [
            known.points[shape] * circled
            + expected(free & ~sum(1 << c for c in known.cells[one].tolist()), unused ^ 1 << shape)
            for shape, one, circled in moves[:count].tolist()
        ]
        regrets.append(max(exact) - exact[0])
        sums, squares = np.zeros(count), np.zeros(count)
        game.trials(known, clear, unused, moves[:count], np.uint64(1), 0, playouts, sums, squares)
        means = sums / playouts
        errors = np.sqrt(np.maximum(squares / playouts - means**2, 0.0) / playouts)
        assert (means <= exact + 5 * errors + 1e-9).all()
    assert known.chances @ regrets < 0.01 * expected(free, unused)


def _late(rounds: int) -> PuzzleState:
    """Return a state on meadow after so many rounds of a game."""
    series = SimulationSpec(_meadow(), default_points(), Policy.VALUE, 1, 4)
    (played,) = simulate(series)
    return PuzzleState(series.card, played.rounds[:rounds])


def test_advice_is_ranked_legal_and_the_same_whatever_the_jobs() -> None:
    state, roll, points = _late(7), parse_roll("ABCDE"), default_points()
    options = advise(state, roll, points, PlayoutBudget(60, 3, 1))
    assert options == advise(state, roll, points, PlayoutBudget(60, 3, 3))
    means = [one.mean for one in options]
    assert means == sorted(means, reverse=True)
    for one in options:
        assert one.round.shape in state.unused
        assert state.free.issuperset(one.round.cells)
        if one.round.circled:
            assert sorted(state.card[cell] for cell in one.round.cells) == list("ABCDE")
        assert one.error > 0


def test_advice_in_the_last_round_is_exact() -> None:
    state, points = _late(11), default_points()
    before = sum(points[one.shape] for one in state.rounds if one.circled)
    for text in ("ABCDE", "AABBC", "CDEEF"):
        for one in advise(state, parse_roll(text), points, PlayoutBudget(10)):
            gained = points[one.round.shape] if one.round.circled else 0
            assert (one.mean, one.error) == (before + gained, 0)


def test_without_playouts_the_advice_is_the_estimate() -> None:
    for one in advise(_late(6), parse_roll("ABCDE"), default_points(), PlayoutBudget(0)):
        assert (one.mean, one.error) == (one.estimate, 0)


@pytest.mark.parametrize(
    ("finished", "told"),
    [
        (50, "interrupted in part 50 of 90, with 50 playouts of each option so far"),
        (0, "interrupted before any playout: what is told is the estimate alone"),
    ],
)
def test_interrupted_it_advises_by_the_playouts_of_each_option_that_were_finished(
    finished: int, told: str, typed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def advice(playouts: int) -> tuple[int, str, str]:
        return typed("rush", "puzzle", "advise", "alone", "--playouts", str(playouts), "--json")

    def trials(*args: Any) -> None:
        first = args[-4]
        if first >= finished:
            raise KeyboardInterrupt
        game.trials(*args)

    code, out, err = advice(finished)
    assert (code, json.loads(out)["playouts"], err) == (0, finished, "")
    monkeypatch.setattr(advices, "trials", trials)
    assert advice(90) == (130, out, f"{told}\npenta: interrupted\n")


def test_a_game_that_is_over_and_a_strange_roll_are_no_ground_for_advice() -> None:
    with pytest.raises(GameError, match="a round left"):
        advise(_late(12), parse_roll("ABCDE"), default_points(), PlayoutBudget(0))
    with pytest.raises(RollError, match="symbols of the card"):
        advise(_late(3), parse_roll("ABCDZ"), default_points(), PlayoutBudget(0))


def test_a_card_of_two_symbols_has_no_dice() -> None:
    series = SimulationSpec(Card(("AABBA", "BBABA")), default_points(), Policy.VALUE, 1, 1)
    with pytest.raises(RollError, match="3 symbols"):
        list(simulate(series))


def test_the_figures_of_a_simulation() -> None:
    roll = parse_roll("ABCDE")
    rounds = (PuzzleRound(roll, "F", (), circled=False),)
    games = [SimulatedGame(rounds, score) for score in (30, 20, 30, 24)]
    series = SimulationSpec(_meadow(), default_points(), Policy.VALUE, 4, 1)
    found = SimulationResult(series, games)
    assert (found.mean, found.perfect) == (26, 0.5)
    assert found.distribution == {20: 1, 24: 1, 30: 2}
    assert found.error == pytest.approx(sqrt(pvariance([30, 20, 30, 24]) / 3))


def test_a_simulation_is_told_in_json_and_drawn_the_same_every_time(tmp_path: Path) -> None:
    told = []
    for name in ("one.svg", "other.svg"):
        found = penta(
            *["rush", "puzzle", "simulate", "pocket", "--games", "3", "--policy", "greedy"],
            *["--json", "--plot", str(tmp_path / name)],
        )
        assert found.returncode == 0
        told.append((found.stdout, (tmp_path / name).read_bytes()))
    assert told[0] == told[1]
    answer = json.loads(told[0][0])
    assert answer["games"] == 3 == len(answer["scores"])
    assert answer["mean"] == pytest.approx(fmean(answer["scores"]), abs=1e-4)
    assert answer["hindsight"] is None


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("advise couple --roll ABCDE --player Zoe", "expected one of"),
        ("advise couple", "a roll on the table"),
        ("simulate pocket --plot scores.gif", "an ending .svg, .png or .pdf"),
        ("advise alone --roll AAABC", "at most 2 alike"),
    ],
)
def test_what_cannot_be_answered_is_told_in_one_line(args: str, message: str) -> None:
    found = penta(*f"rush puzzle {args}".split())
    assert found.returncode == 2
    assert message in found.stderr
    assert len(found.stderr.splitlines()) <= 2


def test_interrupted_in_hindsight_it_tells_of_the_games_that_have_an_optimum(
    typed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def optima(*_: object, **__: object) -> Iterator[int]:
        yield from (30, 29)
        raise KeyboardInterrupt

    monkeypatch.setattr(foresight, "optima", optima)
    args = ("--games", "5", "--policy", "greedy", "--json")
    code, out, err = typed("rush", "puzzle", "simulate", "meadow", *args)
    found = json.loads(out)
    assert (code, found["games"], found["hindsight"]["scores"]) == (130, 2, [30, 29])
    assert "2 games so far" in err


def test_there_is_no_advice_in_a_game_that_is_over(typed: Run) -> None:
    cross = {"roll": "ABCDE", "circled": False}
    rounds = [
        [cross | {"shape": "I", "cells": [[0, col] for col in range(5)]}],
        [cross | {"shape": "I", "cells": [[1, col] for col in range(5)]}],
    ]
    players = {name: {"rounds": own} for name, own in zip(("Ann", "Ben"), rounds, strict=True)}
    game = {"card": "2x5:ABCDEABCDE", "players": players, "roll": "ABCDE"}
    code, out, err = typed("rush", "puzzle", "advise", "-", stdin=json.dumps(game))
    assert (code, out) == (2, "")
    assert err == "penta: game -: expected a round left to play, found a game that is over\n"
