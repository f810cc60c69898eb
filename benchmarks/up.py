"""The figures of Pent-Up: the referee, the moves of a side, and how well the good moves play.

    python benchmarks/up.py
    python benchmarks/up.py --strength  # and games at a second a move, an hour or so
    python benchmarks/up.py --answers   # and both puzzles answered anew, some ten minutes

Times are medians. A figure that misses its target is printed as missed; the exit code is then 1.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random

from figures import CLICK, PENTA, Row, in_turns, printed, process

from solver.geometry.polyomino import SHAPES
from solver.pent_up.play.budget import SearchBudget
from solver.pent_up.play.match import Pairing, count_results, play_games
from solver.pent_up.play.mcts import playout
from solver.pent_up.play.player import OPPONENTS, MovePolicy
from solver.pent_up.position import Position
from solver.pent_up.record import TILE_COUNT
from solver.runtime.parallel import cores

SHAPE_S, SEARCH_S = 60, 600  # a tile surrounded; all of a puzzle
# The points to win of so many games: as many won are enough to tell the target from less.
TARGETS = {"random": (0.95, 80), "greedy": (0.75, 30)}


def start_up() -> Iterator[Row]:
    """Time the commands that a person waits for as whole processes."""
    for name, command, limit_s in (
        ("referee of a whole game", "up referee duel", 0.3),
        ("suggest, a single playout", "up suggest duel --upto 12 --steps 1", 0.3),
    ):
        ours, click = in_turns(
            11, partial(process, [*PENTA, *command.split()]), partial(process, CLICK)
        )
        measured = f"{ours * 1e3:.0f} ms, {ours / click:.1f} x import click"
        yield f"{name}, a process", measured, f"under {limit_s * 1e3:.0f} ms", ours < limit_s


def moves_of_a_side() -> Iterator[Row]:
    """Time all legal moves of the side to move, over the positions of random and greedy games."""
    positions = [
        position
        for seed in range(10)
        for mover in OPPONENTS.values()
        for position in _positions(mover, Random(seed))
    ]

    def taken(moves: Callable[[Position], Iterable[object]]) -> float:
        start = time.perf_counter()
        for position in positions:
            list(moves(position))
        return (time.perf_counter() - start) / len(positions)

    def played() -> float:
        start = time.perf_counter()
        playout(Position.from_moves(), Random(1), lowest=False)
        return time.perf_counter() - start

    times = in_turns(11, lambda: taken(Position.placement_sets), lambda: taken(Position.placements), played)
    for (name, limit_s), ours in zip(
        (
            ("all moves of a side, as sets, in the mean", 3e-3),
            ("all moves of a side, one by one, in the mean", 3e-3),
            ("a playout of a whole game", 1e-2),
        ),
        times,
        strict=True,
    ):
        yield name, f"{ours * 1e3:.2f} ms", f"under {limit_s * 1e3:.0f} ms", ours < limit_s


def strength() -> Iterator[Row]:
    """Play at a second a move; what counts is the points, a draw being half of one."""
    if "--strength" not in sys.argv:
        return
    for lowest in (False, True):
        for against, (least, games) in TARGETS.items():
            pairings = [
                Pairing(number, against, SearchBudget(seconds=1), 1, lowest) for number in range(games)
            ]
            found = count_results(list(play_games(pairings, jobs=cores())))
            share, low, high = found.rates["points"]
            measured = f"{found.won}/{found.drawn}/{found.lost}, {low:.1%} to {high:.1%}"
            name = f"won/drawn/lost against {against}{', lowest level' if lowest else ''}"
            yield name, measured, f"at least {least:.0%} of points", share >= least


def answers() -> Iterator[Row]:
    """Find the shipped answers of both puzzles anew."""
    if "--answers" not in sys.argv:
        return
    climb = process([*PENTA, "up", "climb", "--search", "--json"])
    yield "climb, found and proven anew", f"{climb:.0f} s", f"under {SEARCH_S} s", climb < SEARCH_S
    times = {
        shape: process([*PENTA, "up", "surround", shape, "--search", "--json"]) for shape in SHAPES
    }
    longest = max(times, key=times.__getitem__)
    worst, total = times[longest], sum(times.values())
    yield (
        f"surround, the longest, {longest}",
        f"{worst:.0f} s",
        f"under {SHAPE_S} s",
        worst < SHAPE_S,
    )
    yield (
        "surround, all twelve one by one",
        f"{total:.0f} s",
        f"under {SEARCH_S} s",
        total < SEARCH_S,
    )


def _positions(mover: MovePolicy, rng: Random) -> Iterator[Position]:
    position = Position.from_moves()
    while len(position.placed) < TILE_COUNT:
        yield position
        position = position.play(mover(position, rng, lowest=False))


if __name__ == "__main__":
    sys.exit(printed(start_up, moves_of_a_side, strength, answers))
