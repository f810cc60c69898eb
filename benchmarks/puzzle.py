"""The solitaire: how well each program plays on the sample cards, and what that takes.

    python benchmarks/puzzle.py                # some minutes; rollout plays fewer games
    python benchmarks/puzzle.py --all          # rollout plays as many as the others: an hour or two
    python benchmarks/puzzle.py --hindsight    # also what was possible: some minutes
    python benchmarks/puzzle.py --ceiling      # also how far best play may be ahead: half an hour

All programs meet the same rolls, so that a gain has the standard error of the differences.
"""

import sys
import time
from collections.abc import Iterator
from functools import cache, partial
from statistics import fmean, pstdev

from figures import Row, printed

import data
from solver.penta_rush.card import Card
from solver.penta_rush.puzzle.rules import PuzzleState
from solver.penta_rush.puzzle.strategy.answer import Simulation, advise_in, simulate
from solver.penta_rush.puzzle.strategy.program import Level
from solver.penta_rush.puzzle.strategy.simulation import hindsight_scores
from solver.runtime.parallel import cores
from solver.simulation import Scores

CARDS = ("meadow", "orchard", "harbour")
GAMES = 1000
FEWER = GAMES if "--all" in sys.argv else 100
STRONGEST = Level.ROLLOUT
JUDGED, PLAYOUTS = 20, 200
SHARE = 0.88
ERRORS = 5


@cache
def simulated(name: str, level: Level) -> tuple[Simulation, float]:
    """Return the games of a program of this *level* on a card, and the seconds that one took."""
    card = Card.parse(data.read(f"cards/{name}.txt"))
    number = FEWER if level is STRONGEST else GAMES
    simulate(card, level=level, games=1, hindsight=False).run()  # loaded
    start = time.perf_counter()
    result = simulate(card, level=level, games=number, seed=1, hindsight=False).run()
    return result, (time.perf_counter() - start) / number


def programs(name: str) -> Iterator[Row]:
    """Play the games of a card by every program."""
    _, greedy, *_ = (simulated(name, level)[0].scores for level in Level)
    for level in Level:
        result, taken = simulated(name, level)
        gains = [score - other for score, other in zip(result.scores, greedy, strict=False)]
        errors = fmean(gains) / (Scores(gains).error or 1.0)
        measured = f"{result.scores.mean_text}, {taken * 1e3:.1f} ms a game"
        strong = level in (Level.VALUE, STRONGEST)
        target = f"{ERRORS} errors above greedy ({errors:.0f})" if strong else "none"
        yield f"{name}, {level.label}", measured, target, not strong or errors > ERRORS
    stronger, weaker = (simulated(name, level)[0].scores for level in (STRONGEST, Level.VALUE))
    gains = [score - other for score, other in zip(stronger, weaker, strict=False)]
    measured = f"{fmean(gains):.2f} ± {Scores(gains).error or 0:.2f} points"
    yield f"{name}, rollout ahead of value", measured, "none", True


def hindsight(name: str) -> Iterator[Row]:
    """Compare the strong programs with the best that the rolls of the same games allow."""
    if "--hindsight" not in sys.argv:
        return
    result, _ = simulated(name, Level.VALUE)
    optima = list(hindsight_scores(result.spec, result.games, jobs=cores()))
    for level in (Level.VALUE, STRONGEST):
        result, _ = simulated(name, level)
        possible = fmean(optima[: len(result.games)])
        share, strongest = result.scores.mean / possible, level is STRONGEST
        measured = f"{share:.1%} of {possible:.2f}"
        target = f"at least {SHARE:.0%}" if strongest else "none"
        met = share >= SHARE or not strongest
        yield f"{name}, {level.label} / hindsight", measured, target, met


def ceiling(name: str) -> Iterator[Row]:
    """Estimate how far the choices of the value program are behind the best without foresight.

    Best play is ahead of a program by the sum, over the rounds of best play, of what the program's
    choices are behind the best ones, if the program goes on (the performance difference lemma:
    Kakade and Langford, 2002). The rounds of best play are not known, so those of the program and
    of a stronger one stand for them. The best are sought among the eight moves that the estimate
    ranks highest, by playouts of which one half chooses and the other judges, so that luck is not
    taken for strength.
    """
    if "--ceiling" not in sys.argv:
        return
    for level in (Level.VALUE, STRONGEST):
        result, _ = simulated(name, level)
        behind = [sum(_behind(result, game)) for game in range(JUDGED)]
        error = pstdev(behind) / (JUDGED - 1) ** 0.5
        measured = f"{fmean(behind):.2f} ± {error:.2f} points, {JUDGED} games"
        yield f"{name}, in games of {level.label}: value behind the best", measured, "none", True


def _behind(result: Simulation, number: int) -> Iterator[float]:
    """Yield how far the choice of the estimate in each round of a game is behind the best one."""
    spec, rounds = result.spec, result.games[number].rounds
    for turn, played in enumerate(rounds[:-1]):
        state = PuzzleState(spec.card, rounds[:turn])
        first, second = (
            {
                move.round: move
                for move in advise_in(state, played.roll, spec.points, playouts=PLAYOUTS, seed=seed)
                .run()
                .moves
            }
            for seed in (2 * number, 2 * number + 1)
        )
        chosen = max(first, key=lambda done: first[done].estimate)
        yield fmean(
            judge[max(judged, key=lambda done: judged[done].mean)].mean - judge[chosen].mean
            for judged, judge in ((first, second), (second, first))
        )


def advice() -> Iterator[Row]:
    """Time the advice for the first roll, which takes longest."""
    result, _ = simulated("meadow", Level.VALUE)
    state, roll = PuzzleState(result.spec.card), result.games[0].rounds[0].roll
    start = time.perf_counter()
    advise_in(state, roll, result.spec.points).run()
    taken = time.perf_counter() - start
    limit_s = 5
    yield "advice in the first round", f"{taken:.1f} s", f"under {limit_s} s", taken < limit_s


if __name__ == "__main__":
    of_cards = [
        partial(figure, name) for name in CARDS for figure in (programs, hindsight, ceiling)
    ]
    sys.exit(printed(*of_cards, advice))
