"""How figures are taken and printed: medians of times taken turn by turn, beside a target."""

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

from solver.penta_rush.card import Card

PENTA = [str(Path(sys.executable).with_name("penta"))]
CLICK = [sys.executable, "-c", "import click"]

Row = tuple[str, str, str, bool]  # the figure, what was measured, the target, and if it is met


def printed(*figures: Callable[[], Iterable[Row]]) -> int:
    """Print every figure, and return 1 if one misses its target."""
    missed = 0
    for rows in figures:
        for name, measured, target, met in rows():
            print(
                f"{'   ' if met else '-> '}{name:<58} {measured:>34}   target {target}", flush=True
            )
            missed += not met
    return 1 if missed else 0


def process(command: list[str]) -> float:
    """Return how long a process takes whose output is read from a pipe."""
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        while process.stdout.read(1 << 16):
            pass
    assert process.returncode == 0
    return time.perf_counter() - start


def in_turns(times: int, *measures: Callable[[], float]) -> list[float]:
    """Return the median of each of *measures*, taken in turns."""
    taken = [[measure() for measure in measures] for _ in range(times)]
    return [median(column) for column in zip(*taken, strict=True)]


def at_most(name: str, ratio: float, target: float, times: str) -> Row:
    """Return the figure of a *ratio* that is to be at most *target*; *times* it was made of."""
    return name, f"{ratio:.2f}  ({times})", f"at most {target}", ratio <= target


def at_least(name: str, ratio: float, target: float, times: str) -> Row:
    """Return the figure of a *ratio* that is to be at least *target*; *times* it was made of."""
    return name, f"{ratio:.1f}  ({times})", f"at least {target}", ratio >= target


def random_card(
    rng: random.Random, rows: int = 10, cols: int = 10, symbols: str = "ABCDEF"
) -> Card:
    """Return a card on which no two *symbols* differ by more than one in how often they stand."""
    often, over = divmod(rows * cols, len(symbols))
    cells = [*symbols * often, *rng.sample(symbols, over)]
    rng.shuffle(cells)
    return Card(tuple("".join(cells[at : at + cols]) for at in range(0, rows * cols, cols)))
