"""Benchmarks of tilings: the 6x10 box beside the C limit and the Python packages, in one run.

    python benchmarks/tiling.py

Needs the extra `bench`, and a C compiler for the limit. Times are medians taken in turns. The
limit and the packages count the same: the 2339 distinct tilings, with the symmetry broken by the
place of the X; the packages count all 9356 as well.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from figures import CLICK, PENTA, Row, at_least, at_most, in_turns, printed, process

from solver.geometry.bitset import bits
from solver.geometry.polyomino import SHAPES
from solver.tiling.kernel_engine import KernelEngine
from solver.tiling.problem import TilingCount, TilingProblem
from solver.tiling.region import Region

HERE = Path(__file__).parent
BOX, DISTINCT, ALL = "6x10", 2339, 9356
# The packages, how often each is timed, and the ratio that is the target.
TARGETS = {
    "--distinct": [("xcover", 5, 5.0), ("exact-cover", 3, 15.0)],
    "--count": [("xcover", 3, 2.5), ("exact-cover", 3, 20.0)],
}


def limit() -> Iterator[Row]:
    """Compare the count inside this process with the C program's."""
    compiler = shutil.which("cc")
    if compiler is None:
        yield "count of 6x10 / the C limit", "no C compiler", "at most 1.25", False
        return
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "limit")
        source = str(HERE / "limits" / "tiling.c")
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)

        def in_c() -> float:
            words = _output([program, "1"]).split()
            assert int(words[words.index("sols") + 1]) == DISTINCT
            return float(words[words.index("s") - 1])

        for region in (BOX, "10x6"):
            ours, in_turn = in_turns(15, partial(_counted, region), in_c)
            shown = f"{ours * 1e3:.0f} / {in_turn * 1e3:.0f} ms"
            yield at_most(f"count of {region}, all in / the C limit", ours / in_turn, 1.25, shown)


def packages() -> Iterator[Row]:
    """Compare the count as a whole process with the Python packages'.

    The distinct tilings: the packages are given the problem with the symmetry broken, as our own
    search breaks it. All tilings: they are given the problem as it is.
    """
    with tempfile.TemporaryDirectory() as folder:
        for distinct, option, count in ((True, "--distinct", DISTINCT), (False, "--count", ALL)):
            problem = TilingProblem(Region.parse(BOX), distinct=distinct)
            options = [
                [*bits(placed.positions), 60 + SHAPES.index(placed.shape)]
                for placed in problem.search_options
            ]
            file = Path(folder) / "problem.json"
            file.write_text(json.dumps({"items": 72, "options": options}), encoding="utf-8")
            ours = [*PENTA, "tile", BOX, option]
            for package, times, target in TARGETS[option]:
                peer = [sys.executable, str(HERE / "peers.py"), package, str(file)]
                if package == "xcover":  # it is compiled and cached before it is timed
                    _output(peer)
                assert int(_output(ours)) == count
                mine, theirs = in_turns(times, partial(process, ours), partial(process, peer))
                name, shown = (
                    f"{package} / penta tile 6x10 {option}",
                    f"{theirs:.1f} / {mine:.2f} s",
                )
                yield at_least(name, theirs / mine, target, shown)


def waiting() -> Iterator[Row]:
    """Compare the first tiling as a whole process with the import of click."""
    first, click = in_turns(9, partial(process, [*PENTA, "tile", BOX]), partial(process, CLICK))
    shown = f"{first * 1e3:.0f} / {click * 1e3:.0f} ms"
    yield at_most("penta tile 6x10 / python -c 'import click'", first / click, 5, shown)


def sides() -> Iterator[Row]:
    """Compare a region with the same region turned: the speed must not depend on the long side."""
    for wide, tall in (("6x10", "10x6"), ("3x20", "20x3"), ("5x11", "11x5")):
        wide_s, tall_s = in_turns(9, partial(_counted, wide), partial(_counted, tall))
        shown = f"{wide_s * 1e3:.0f} / {tall_s * 1e3:.0f} ms"
        yield at_most(f"{wide} / {tall}", max(wide_s / tall_s, tall_s / wide_s), 1.3, shown)


def _output(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


def _counted(name: str) -> float:
    region = Region.parse(name)
    start = time.perf_counter()
    count = KernelEngine(TilingProblem(region)).count()
    taken = time.perf_counter() - start
    assert name not in (BOX, "10x6") or count == TilingCount(ALL, DISTINCT)
    return taken


if __name__ == "__main__":
    _counted(BOX)  # loaded before anything is timed
    sys.exit(printed(limit, waiting, sides, packages))
