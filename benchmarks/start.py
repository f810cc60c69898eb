"""What a person waits for before a command begins: whole processes, beside ``import click``.

    python benchmarks/start.py

The first run of each command has an empty home and cache, and is taken once; the others are medians
of processes taken in turns. What pip installs has its bytecode; in a clone, run it twice.
"""

import os
import sys
from collections.abc import Iterator
from functools import partial
from tempfile import TemporaryDirectory

from figures import CLICK, PENTA, Row, at_most, in_turns, printed, process

TIMES = 9
# How many times as long as `import click` each command may take.
TARGETS = {
    "knaster advise half 7": 7.0,
    "rush puzzle advise alone --playouts 1": 6.0,
    "geo simulate --games 1": 6.0,
    "tile 6x10 --count": 6.0,
    "generate grey --rows 5 --cols 5 --steps 100": 6.0,
    "rush check meadow": 4.0,
    "rush solve AABCD": 2.0,
}
FIRST_TO_SECOND = 1.2


def start() -> Iterator[Row]:
    """Compare each command to ``import click``."""
    runs = [[*PENTA, *command.split()] for command in TARGETS]
    click, *times = in_turns(TIMES, *(partial(process, run) for run in (CLICK, *runs)))
    for (command, target), taken in zip(TARGETS.items(), times, strict=True):
        yield at_most(f"{command} / import click", taken / click, target, f"{taken:.2f} s")


def first_run() -> Iterator[Row]:
    """Compare the first run of each command, with nothing kept from others, to its second."""
    for command in TARGETS:
        with TemporaryDirectory() as home:
            os.environ |= {"HOME": home, "XDG_CACHE_HOME": home}
            first, second = (process([*PENTA, *command.split()]) for _ in range(2))
        yield at_most(f"first run of {command}", first / second, FIRST_TO_SECOND, f"{first:.2f} s")


if __name__ == "__main__":
    sys.exit(printed(first_run, start))
