"""The best in hindsight: a hundred random solitaires on random cards, each proven.

    python benchmarks/hindsight.py

A time is that of both engines together. If a figure misses its target, that is printed, and the
exit code is 1.
"""

import random
import sys
import time
from collections.abc import Iterator
from statistics import mean, median

from figures import Row, printed, random_card

from solver.penta_rush.dice import roll_dice
from solver.penta_rush.points import default_points
from solver.penta_rush.puzzle.hindsight.best_plan import find_best_plan
from solver.penta_rush.puzzle.hindsight.known_rolls import KnownRollsGame
from solver.penta_rush.puzzle.rules import ROUNDS

GAMES = 100
LIMIT_S = 5


def hindsight() -> Iterator[Row]:
    """Find the best plan of each game, one after the other."""
    rng = random.Random(1)
    times, scores, proven = [], [], 0
    for _ in range(GAMES):
        card = random_card(rng)
        rolls = tuple(roll_dice(card.symbols, rng) for _ in range(ROUNDS))
        start = time.perf_counter()
        answer = find_best_plan(KnownRollsGame(card, rolls, default_points()))
        times.append(time.perf_counter() - start)
        scores.append(answer.score)
        proven += answer.proven
    measured = f"{median(times):.2f} s, the longest {max(times):.1f} s"
    yield (
        f"the best of twelve rolls, {GAMES} games",
        measured,
        f"median under {LIMIT_S} s",
        median(times) < LIMIT_S,
    )
    yield "proven", f"{proven} of {GAMES}", f"{GAMES}", proven == GAMES
    yield "mean best score", f"{mean(scores):.2f} of 30", "none", True


if __name__ == "__main__":
    sys.exit(printed(hindsight))
