"""Benchmarks of Pent-Up: the referee, the legal moves, and how well suggested moves play.

    python benchmarks/up.py
    python benchmarks/up.py --strength  # also games at a second a move, an hour or so
    python benchmarks/up.py --answers   # also both puzzles solved anew, some ten minutes

Times are medians. A figure that misses its target is marked, and the exit code is then 1.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random

from figures import CLICK, PENTA, Row, in_turns, printed, process

from solver.geometry.polyomino import SHAPES
from solver.pent_up.position import Position
from solver.pent_up.record import TILE_COUNT
from solver.pent_up.strategy.answer import Pairing, count_results, play_games
from solver.pent_up.strategy.budget import SearchBudget
from solver.pent_up.strategy.mcts import playout
from solver.pent_up.strategy.program import PROGRAMS, Program
from solver.runtime.parallel import cores

SHAPE_LIMIT_S, PUZZLE_LIMIT_S = 60, 600  # to surround one tile; to solve all of a puzzle
# The share of the points to win against each player, and the number of games: enough to tell a
# player who wins as much from one who wins less.
TARGETS = {"random": (0.95, 80), "greedy": (0.75, 30)}


def start_up() -> Iterator[Row]:
    """Time the commands that a person waits for, as processes."""
    for name, command, limit_s in (
        ("referee of a whole game", "up referee duel", 0.3),
        ("suggest, a single playout", "up suggest duel --upto 12 --steps 1", 0.3),
    ):
        ours, click = in_turns(
            11, partial(process, [*PENTA, *command.split()]), partial(process, CLICK)
        )
        measured = f"{ours * 1e3:.0f} ms, {ours / click:.1f} x import click"
        yield f"{name}, a process", measured, f"under {limit_s * 1e3:.0f} ms", ours < limit_s


def legal_moves() -> Iterator[Row]:
    """Time all legal moves of the side to move, over the positions of random and greedy games."""
    positions = [
        position
        for seed in range(10)
        for policy in PROGRAMS.values()
        for position in _positions(policy, Random(seed))
    ]

    def time_per_position(moves: Callable[[Position], Iterable[object]]) -> float:
        start = time.perf_counter()
        for position in positions:
            list(moves(position))
        return (time.perf_counter() - start) / len(positions)

    def time_of_playout() -> float:
        start = time.perf_counter()
        playout(Position.from_moves(), Random(1), lowest=False)
        return time.perf_counter() - start

    times = in_turns(
        11,
        lambda: time_per_position(Position.placement_sets),
        lambda: time_per_position(Position.placements),
        time_of_playout,
    )
    for (name, limit_s), ours in zip(
        (
            ("all legal moves, as sets, mean", 3e-3),
            ("all legal moves, one by one, mean", 3e-3),
            ("a playout of a whole game", 1e-2),
        ),
        times,
        strict=True,
    ):
        yield name, f"{ours * 1e3:.2f} ms", f"under {limit_s * 1e3:.0f} ms", ours < limit_s


def strength() -> Iterator[Row]:
    """Play matches at a second a move, and compare the share of the points with the target."""
    if "--strength" not in sys.argv:
        return
    for lowest in (False, True):
        for against, (least, games) in TARGETS.items():
            budget = SearchBudget(seconds=1)
            pairings = [Pairing(number, against, budget, 1, lowest) for number in range(games)]
            score = count_results(list(play_games(pairings, jobs=cores())))
            share, low, high = score.rates["points"]
            measured = f"{score.won}/{score.drawn}/{score.lost}, {low:.1%} to {high:.1%}"
            name = f"won/drawn/lost against {against}{', lowest level' if lowest else ''}"
            yield name, measured, f"at least {least:.0%} of points", share >= least


def answers() -> Iterator[Row]:
    """Time both puzzles, solved anew."""
    if "--answers" not in sys.argv:
        return
    climb = process([*PENTA, "up", "climb", "--search", "--json"])
    limit = f"under {PUZZLE_LIMIT_S} s"
    yield "climb, found and proven anew", f"{climb:.0f} s", limit, climb < PUZZLE_LIMIT_S
    times = {
        shape: process([*PENTA, "up", "surround", shape, "--search", "--json"]) for shape in SHAPES
    }
    slowest = max(times, key=times.__getitem__)
    worst, total = times[slowest], sum(times.values())
    yield (
        f"surround, the slowest, {slowest}",
        f"{worst:.0f} s",
        f"under {SHAPE_LIMIT_S} s",
        worst < SHAPE_LIMIT_S,
    )
    yield "surround, all twelve one by one", f"{total:.0f} s", limit, total < PUZZLE_LIMIT_S


def _positions(policy: Program, rng: Random) -> Iterator[Position]:
    position = Position.from_moves()
    while len(position.placed) < TILE_COUNT:
        yield position
        position = position.play(policy(position, rng, lowest=False))


if __name__ == "__main__":
    sys.exit(printed(start_up, legal_moves, strength, answers))
