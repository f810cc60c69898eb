"""The figures of the survey: one card, and many cards compared with a C program and CP-SAT.

    python benchmarks/survey.py

Needs a C compiler for the limit. Times are medians taken in turns.
"""

import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from figures import CLICK, PENTA, Row, at_least, at_most, in_turns, printed, process, random_card

from solver.cover import cpsat
from solver.penta_rush.card import Card
from solver.penta_rush.cover_engine import cover_problem
from solver.penta_rush.dice import rolls
from solver.penta_rush.matching import MatchingPlacements
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import survey_many

HERE = Path(__file__).parent
CARDS = 500
SYMBOLS = "ABCDEF"


def check() -> Iterator[Row]:
    """Compare the check of a sample card as a whole process with the import of click."""
    for name in ("meadow", "orchard"):
        command = [*PENTA, "rush", "check", name]
        ours, click = in_turns(15, partial(process, command), partial(process, CLICK))
        shown = f"{ours * 1e3:.0f} / {click * 1e3:.0f} ms"
        yield at_most(f"check {name}, a process / import click", ours / click, 8, shown)


def limit() -> Iterator[Row]:
    """Compare `survey_many`, on one core, with the C program."""
    compiler = shutil.which("cc")
    if compiler is None:
        yield "survey_many / the C limit", "no C compiler", "at most 1", False
        return
    points, cards = default_points(), random_cards(CARDS)
    with tempfile.TemporaryDirectory() as folder:
        program, file = Path(folder) / "limit", Path(folder) / "cards"
        source = HERE / "limits" / "survey.c"
        command = [compiler, "-O3", "-march=native", "-o", str(program), str(source)]
        subprocess.run(command, check=True)

        def in_c(mode: str, count: int) -> float:
            lines = ("".join(card.lines) + "\n" for card in cards[:count])
            file.write_text("".join(lines), encoding="utf-8")
            values = "".join(map(str, points.values))
            output = subprocess.run(
                [str(program), "10", "10", values, str(file), mode],
                capture_output=True,
                check=True,
                text=True,
            ).stdout.split()
            totals[mode] = int(
                output[-1] if mode == "count" else output[output.index("optima") + 1]
            )
            return float(output[output.index("ms") - 1]) * count / 1e3

        def survey(max_counted: int, column: int, count: int) -> float:
            start = time.perf_counter()
            results = survey_many(cards[:count], points, max_counted=max_counted)
            taken = time.perf_counter() - start
            totals["survey"] = int(results[:, :, column].sum())
            return taken

        totals: dict[str, int] = {}
        for mode, max_counted, column, count, target in (
            ("best", 0, 2, CARDS, 1.0),
            ("count", 10**6, 1, CARDS // 10, 1.3),
        ):
            ours, theirs = in_turns(
                9, partial(survey, max_counted, column, count), partial(in_c, mode, count)
            )
            assert totals["survey"] == totals[mode]
            shown = f"{ours / count * 1e3:.2f} / {theirs / count * 1e3:.2f} ms a card"
            name = {"best": "optimum only", "count": "full counts"}[mode]
            yield at_most(f"survey_many, {name} / the C limit", ours / theirs, target, shown)


def cp_sat() -> Iterator[Row]:
    """Compare `survey_many` with CP-SAT, one worker, its placements given."""
    points, cards = default_points(), random_cards(3)
    matching = [
        [list(MatchingPlacements(RollProblem(card, roll, points))) for roll in rolls(SYMBOLS)]
        for card in cards
    ]
    optima = survey_many(cards, points, max_counted=0)[:, :, 2].tolist()

    def theirs() -> float:
        start = time.perf_counter()
        for card_placements, card_optima in zip(matching, optima, strict=True):
            for placements, optimum in zip(card_placements, card_optima, strict=True):
                options, primary, bounds, numbers = cover_problem(placements)
                values = [0 if n is None else placements[n].points for n in numbers]
                assert cpsat.best_cover(options, primary, values, bounds=bounds).value == optimum
        return (time.perf_counter() - start) / len(cards)

    def ours() -> float:
        many = random_cards(200)
        start = time.perf_counter()
        survey_many(many, points, max_counted=0)
        return (time.perf_counter() - start) / len(many)

    slow, fast = in_turns(3, theirs, ours)
    shown = f"{slow * 1e3:.0f} / {fast * 1e3:.2f} ms a card"
    yield at_least("CP-SAT / survey_many, optima of 126 rolls", slow / fast, 500, shown)


def random_cards(count: int) -> list[Card]:
    """Return *count* random cards, the same ones every time."""
    rng = random.Random(126)
    return [random_card(rng) for _ in range(count)]


if __name__ == "__main__":
    survey_many(random_cards(1), default_points())  # loaded before anything is timed
    sys.exit(printed(check, limit, cp_sat))
