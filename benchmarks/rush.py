"""The figures of Penta-Rush, each compared with a peer in the same run.

    python benchmarks/rush.py

Times are medians; a ratio is of medians taken turn by turn, so that a noisy machine slows both
sides alike. A figure that misses its target is printed as missed; the exit code is then 1.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median

from figures import CLICK, PENTA, Row, at_least, at_most, in_turns, printed, process, random_card

from solver.cover import cpsat
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.cover_engine import CpSatEngine, cover_problem
from solver.penta_rush.dice import Roll, rolls
from solver.penta_rush.matching import MatchingPlacements, _by_signature
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.packing_list import packing_lines
from solver.penta_rush.points import default_points

CARDS = Path(__file__).parent / "cards"
STREAMED = 1_000_000
RATE = 200_000


def start_up() -> Iterator[Row]:
    """Compare one solve as a whole process with the import of click."""
    solve = [*PENTA, "rush", "solve", "AABCD"]
    ours, click = in_turns(21, lambda: process(solve), lambda: process(CLICK))
    name = "solve AABCD, a process / python -c 'import click'"
    yield at_most(name, ours / click, 3, f"{ours * 1e3:.0f} / {click * 1e3:.0f} ms")


def best_of_all_rolls() -> Iterator[Row]:
    """Compare the best packings of all 126 rolls of random cards with CP-SAT's."""
    rng, points = random.Random(126), default_points()
    cards = [random_card(rng) for _ in range(7)]
    placements_and_search: list[float] = []
    search: list[float] = []
    with_referee: list[float] = []
    one_worker: list[float] = []
    all_workers: list[float] = []
    cp_sat_engine: list[float] = []
    cpsat.best_cover(["a"], "a", [1])  # ortools is imported outside the times
    for card in cards:
        problems = [RollProblem(card, roll, points) for roll in rolls(card.symbols)]
        start = time.perf_counter()
        engines = [BitsetEngine(problem) for problem in problems]
        ready = time.perf_counter()
        best = [engine.unchecked_best for engine in engines]
        placements_and_search.append(time.perf_counter() - start)
        search.append(time.perf_counter() - ready)
        optima = [engine.score(numbers) for engine, numbers in zip(engines, best, strict=True)]

        _by_signature.cache_clear()  # or the card would be known by now
        start = time.perf_counter()
        assert [_best_score(BitsetEngine(problem)) for problem in problems] == optima
        with_referee.append(time.perf_counter() - start)

        matching = [list(MatchingPlacements(problem)) for problem in problems]
        for times, workers in ((one_worker, 1), (all_workers, 0)):
            start = time.perf_counter()
            for placements, optimum in zip(matching, optima, strict=True):
                options, primary, bounds, numbers = cover_problem(placements)
                values = [0 if n is None else placements[n].points for n in numbers]
                result = cpsat.best_cover(options, primary, values, bounds=bounds, workers=workers)
                assert result.value == optimum
            times.append(time.perf_counter() - start)

        start = time.perf_counter()
        assert [CpSatEngine(problem).optimum() for problem in problems] == optima
        cp_sat_engine.append(time.perf_counter() - start)
    ours = median(placements_and_search)
    for name, peer, mine in (
        ("--engine cp-sat / plain, both with the referee", cp_sat_engine, median(with_referee)),
        ("CP-SAT, default workers / plain: placements + search", all_workers, ours),
        ("CP-SAT, one worker / plain: placements + search", one_worker, ours),
        ("CP-SAT, one worker / plain: search alone", one_worker, median(search)),
    ):
        theirs = median(peer)
        shown = f"{theirs * 1e3:.0f} / {mine * 1e3:.1f} ms"
        yield at_least(f"126 rolls: {name}", theirs / mine, 50, shown)


def heavy_counts() -> Iterator[Row]:
    """Time the counts of the heavy tail as whole processes."""
    for card, roll, known, limit_s in (
        ("clumpy-112", "BCDEF", 2_591_588, 1.5),
        ("clumpy-201", "ABCEF", 34_548_646, 10),
    ):
        command = [*PENTA, "rush", "packings", roll, "--count", "--card", f"{CARDS / card}.txt"]
        count = int(subprocess.run(command, capture_output=True, check=True).stdout)
        assert count == known
        ours, click = in_turns(7, partial(process, command), lambda: process(CLICK))
        name = f"--count of {count:,} packings, a process"
        measured = f"{ours:.2f} s, {ours / click:.1f} x import click"
        yield name, measured, f"under {limit_s} s", ours < limit_s


def stream() -> Iterator[Row]:
    """Time the stream of packings into a pipe, and writing their JSON with the json module."""
    path = CARDS / "clumpy-201.txt"
    command = [*PENTA, "rush", "packings", "ABCEF", "--card", str(path), "--limit", str(STREAMED)]
    problem = RollProblem(
        Card.parse(path.read_text(encoding="utf-8")), Roll("ABCEF"), default_points()
    )
    engine = BitsetEngine(problem)
    sample = list(islice(engine.packings(), 50_000))

    def dumped() -> float:
        start = time.perf_counter()
        for numbers in sample:
            json.dumps(engine.packing(numbers).to_json())
        return time.perf_counter() - start

    def written() -> float:
        start = time.perf_counter()
        for _ in packing_lines(engine, sample):
            pass
        return time.perf_counter() - start

    ours, slow, fast = in_turns(5, lambda: process(command), dumped, written)
    rate = STREAMED / ours
    yield "stream into a pipe", f"{rate:,.0f} packings/s", f"{RATE:,}/s", rate >= RATE
    measured = f"{slow * 1e6 / len(sample):.1f} / {fast * 1e6 / len(sample):.1f} us"
    yield at_least("json.dumps / our lines, a packing", slow / fast, 3, measured)


def _best_score(engine: BitsetEngine) -> int:
    return engine.score(engine.best() or ())


if __name__ == "__main__":
    sys.exit(printed(start_up, best_of_all_rolls, heavy_counts, stream))
