"""The solitaire: how well each policy plays on the sample cards, and what that takes.

    python benchmarks/puzzle.py                # some minutes; rollout plays fewer games
    python benchmarks/puzzle.py --all          # it plays as many as the others: an hour or two
    python benchmarks/puzzle.py --hindsight    # and what was possible: some minutes
    python benchmarks/puzzle.py --ceiling      # and how far best play may be ahead: half an hour

All policies meet the same rolls, so that gains are told with the error of the differences.
"""

import sys
import time
from collections.abc import Iterator
from functools import cache, partial
from statistics import fmean

from figures import Row, printed

import data
from solver.penta_rush.card import parse_card
from solver.penta_rush.points import default_points
from solver.penta_rush.puzzle.rules import PuzzleState
from solver.penta_rush.puzzle.strategy.advice import PlayoutBudget, advise
from solver.penta_rush.puzzle.strategy.hindsight_scores import optima
from solver.penta_rush.puzzle.strategy.policy import Policy
from solver.penta_rush.puzzle.strategy.simulation import (
    SimulationSpec,
    SimulationResult,
    simulate,
    standard_error,
)
from solver.runtime.parallel import cores

CARDS = ("meadow", "orchard", "harbour")
GAMES = 1000
FEWER = GAMES if "--all" in sys.argv else 100
STRONGEST = Policy.ROLLOUT
JUDGED, PLAYOUTS = 20, 200
SHARE = 0.88
ERRORS = 5


@cache
def played(name: str, policy: Policy) -> tuple[SimulationResult, float]:
    """Return the games of *policy* on a card, and the seconds that one took."""
    card = parse_card(data.read(f"cards/{name}.txt"))
    number = FEWER if policy is STRONGEST else GAMES
    series = SimulationSpec(card, default_points(), policy, number, 1)
    list(simulate(series._replace(games=1)))  # compiled
    start = time.perf_counter()
    games = list(simulate(series, jobs=cores()))
    return SimulationResult(series, games), (time.perf_counter() - start) / len(games)


def policies(name: str) -> Iterator[Row]:
    """Play the games of a card by every policy."""
    _, greedy, *_ = (played(name, policy)[0].scores for policy in Policy)
    for policy in Policy:
        found, taken = played(name, policy)
        gains = [one - other for one, other in zip(found.scores, greedy, strict=False)]
        errors = fmean(gains) / (standard_error(gains) or 1.0)
        told = f"{found.mean:.2f} ± {found.error:.2f}, {taken * 1e3:.1f} ms a game"
        strong = policy in (Policy.VALUE, STRONGEST)
        target = f"{ERRORS} errors above greedy ({errors:.0f})" if strong else "none"
        yield f"{name}, {policy.label}", told, target, not strong or errors > ERRORS
    stronger, weaker = (played(name, policy)[0].scores for policy in (STRONGEST, Policy.VALUE))
    gains = [one - other for one, other in zip(stronger, weaker, strict=False)]
    told = f"{fmean(gains):.2f} ± {standard_error(gains):.2f} points"
    yield f"{name}, rollout ahead of value", told, "none", True


def hindsight(name: str) -> Iterator[Row]:
    """Compare the strong policies with the best that the rolls of the same games allow."""
    if "--hindsight" not in sys.argv:
        return
    found, _ = played(name, Policy.VALUE)
    possible = list(optima(found.series, found.games, jobs=cores()))
    for policy in (Policy.VALUE, STRONGEST):
        found, _ = played(name, policy)
        most = fmean(possible[: len(found.games)])
        share, strongest = found.mean / most, policy is STRONGEST
        told = f"{share:.1%} of {most:.2f}"
        target = f"at least {SHARE:.0%}" if strongest else "none"
        yield f"{name}, {policy.label} / hindsight", told, target, share >= SHARE or not strongest


def ceiling(name: str) -> Iterator[Row]:
    """Estimate how far the choices of the value policy are behind the best without foresight.

    Best play is ahead of a policy by the sum, over the rounds of best play, of what the policy's
    choices are behind the best ones, if the policy goes on (the performance difference lemma:
    Kakade and Langford, 2002). The rounds of best play are not known, so those of the policy and
    of a stronger one stand for them. The best are sought among the eight that the estimate likes
    best, by playouts of which one half chooses and the other judges, so that luck is not taken for
    strength.
    """
    if "--ceiling" not in sys.argv:
        return
    for policy in (Policy.VALUE, STRONGEST):
        found, _ = played(name, policy)
        behind = [sum(_behind(found, game)) for game in range(JUDGED)]
        told = f"{fmean(behind):.2f} ± {standard_error(behind):.2f} points, {JUDGED} games"
        yield f"{name}, in games of {policy.label}: value behind the best", told, "none", True


def _behind(simulation: SimulationResult, number: int) -> Iterator[float]:
    """Yield what the choice of the estimate in each round of a game is behind the best one."""
    series, rounds = simulation.series, simulation.games[number].rounds
    for turn, played_round in enumerate(rounds[:-1]):
        state = PuzzleState(series.card, rounds[:turn])
        one, other = (
            {
                option.round: option
                for option in advise(
                    state, played_round.roll, series.points, PlayoutBudget(PLAYOUTS, seed, cores())
                )
            }
            for seed in (2 * number, 2 * number + 1)
        )
        chosen = max(one, key=lambda done: one[done].estimate)
        yield fmean(
            judge[max(judged, key=lambda done: judged[done].mean)].mean - judge[chosen].mean
            for judged, judge in ((one, other), (other, one))
        )


def advice() -> Iterator[Row]:
    """Time the advice for the first roll, the dearest of all."""
    game, _ = played("meadow", Policy.VALUE)
    state, roll = PuzzleState(game.series.card), game.games[0].rounds[0].roll
    start = time.perf_counter()
    advise(state, roll, game.series.points, PlayoutBudget(jobs=cores()))
    taken = time.perf_counter() - start
    told, limit_s = f"{taken:.1f} s", 5
    yield "advice in the first round", told, f"under {limit_s} s", taken < limit_s


if __name__ == "__main__":
    of_cards = [
        partial(figure, name) for name in CARDS for figure in (policies, hindsight, ceiling)
    ]
    sys.exit(printed(*of_cards, advice))
