"""Geocinco: how soon the fewest tokens that win are found, and how programs play.

    python benchmarks/geocinco.py              # all figures
    python benchmarks/geocinco.py NAME...      # only those of these names

fewest    the fewest tokens: the empty board, and 30 states of games, by each engine
pace      games of two greedy players on one core
first     who is ahead among equals, with two players and with four: some minutes
strength  400 games of the strong program against the greedy one

A figure that misses its target is marked, and the exit code is then 1.
"""

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from statistics import median

from figures import PENTA, Row, printed, process

from solver.cover.cpsat import TimeLimit
from solver.geocinco.board import COLOURS, Board
from solver.geocinco.fewest_tokens.answer import fewest as fewest_tokens
from solver.geocinco.fewest_tokens.flow import fewest_by_flow
from solver.geocinco.fewest_tokens.problem import DEFAULT_BRIDGES, TowersProblem
from solver.geocinco.fewest_tokens.tree import TreeSearch
from solver.geocinco.rules.verdict import judge
from solver.geocinco.state import State
from solver.geocinco.strategy.level import Level
from solver.geocinco.strategy.simulation import SimulationSpec, Wins, simulate, simulated_game

SEED = 1
GAMES_PER_S = 10
EQUALS = {2: 4500, 4: 3600}  # players, and games
WIDTH = 0.015  # of an interval, to either side
MATCH, STRONGER = 400, 0.65  # games, and the share of them to win
STATES = 30
TREE_S, MIDDLE_S, FLOW_S = 5, 1, 60


def fewest() -> Iterator[Row]:
    """Time both engines."""
    board = Board.named("whole")
    empty = State.start(board, COLOURS)
    yield from _commands()
    yield from _tree(empty)
    yield from _flow(empty)
    states = [_middle(board, Random(seed)) for seed in range(STATES)]
    networks = [TowersProblem(state, state.turn) for state in states]
    times = [_seconds(TreeSearch(network).fewest, DEFAULT_BRIDGES) for network in networks]
    measured = f"{median(times):.2f} s, the longest {max(times):.2f} s"
    target = f"at most {MIDDLE_S} s each"
    yield f"tree, {STATES} states of games", measured, target, max(times) <= MIDDLE_S
    proven, times = 0, []
    for network in networks:
        start = time.perf_counter()
        proven += fewest_tokens(network.state, bridges=network.bridges).run(limit_s=FLOW_S).proven
        times.append(time.perf_counter() - start)
    measured = f"{proven} proven, {median(times):.1f} s, the longest {max(times):.1f} s"
    yield f"both, {STATES} states of games", measured, "all proven", proven == STATES


def _commands() -> Iterator[Row]:
    """Time the command on the empty board, for every colour and number of bridges."""
    start = [*PENTA, "geo", "fewest", "--engine", "tree", "--json"]
    times = [
        process([*start, "--colour", colour, "--bridges", str(bridges)])
        for colour in COLOURS
        for bridges in range(DEFAULT_BRIDGES + 1)
    ]
    measured = f"{median(times):.2f} s, the longest {max(times):.2f} s"
    name = "fewest --engine tree, empty board, a process"
    yield name, measured, f"at most {TREE_S} s each", max(times) <= TREE_S


def _tree(empty: State) -> Iterator[Row]:
    """Time the tree on the empty board: one search answers for all numbers of bridges."""
    for colour in COLOURS:
        search = TreeSearch(TowersProblem(empty, colour))
        start = time.perf_counter()
        answers = [search.fewest(bridges) for bridges in range(DEFAULT_BRIDGES + 1)]
        sets = [len(search.optimal_sets(bridges)) for bridges in range(DEFAULT_BRIDGES + 1)]
        taken = time.perf_counter() - start
        measured = f"{' '.join(map(str, answers))} in {taken:.2f} s"
        is_met = answers == [29, 28, 27, 26, 25] and taken <= TREE_S
        target = f"29 28 27 26 25, at most {TREE_S} s"
        yield f"tree, {colour}, empty board, 0 to 4 bridges", measured, target, is_met
        yield f"  optimal sets of towers, {colour}", " ".join(map(str, sets)), "none", True


def _flow(empty: State) -> Iterator[Row]:
    """Time CP-SAT on the empty board, where it knows no build."""
    for bridges in range(DEFAULT_BRIDGES + 1):
        network = TowersProblem(empty, COLOURS[0], bridges)
        start = time.perf_counter()
        result = fewest_by_flow(network, TimeLimit(time.monotonic() + FLOW_S))
        taken = time.perf_counter() - start
        found = len(result.build.tokens) if result.build else None
        measured = f"{found}, proven {result.bound}, {taken:.1f} s"
        is_met = found == result.bound == 29 - bridges
        target = f"{29 - bridges} proven within {FLOW_S} s"
        yield f"cp-sat, empty board, at most {bridges} bridges", measured, target, is_met


def _middle(board: Board, rng: Random) -> State:
    """Return a state of a game of two to four programs that play at random, after some turns."""
    levels = (Level.RANDOM,) * rng.randrange(2, 5)
    spec = SimulationSpec(board=board, levels=levels, games=1, seed=rng.randrange(1000))
    record = simulated_game(spec, rng.randrange(1000)).record
    return judge(replace(record, turns=record.turns[: rng.randrange(2, 60)])).state


def _seconds(call: Callable[[int], object], bridges: int) -> float:
    start = time.perf_counter()
    call(bridges)
    return time.perf_counter() - start


def pace() -> Iterator[Row]:
    """Time games on one core, without the referee."""
    for level, least in ((Level.GREEDY, GAMES_PER_S), (Level.STRONG, None)):
        spec = SimulationSpec(levels=(level, level), games=100, seed=SEED)
        simulated_game(spec, 0)  # loaded
        start = time.perf_counter()
        for number in range(spec.games):
            simulated_game(spec, number)
        per_second = spec.games / (time.perf_counter() - start)
        target = "none" if least is None else f"at least {least} games/s"
        is_met = least is None or per_second >= least
        yield f"two {level.label} players, one core", f"{per_second:.0f} games/s", target, is_met


def first() -> Iterator[Row]:
    """Measure how often each seat, and each colour, wins among equals."""
    for players, games in EQUALS.items():
        spec = SimulationSpec(levels=(Level.GREEDY,) * players, games=games, seed=SEED)
        result = simulate(spec).run()
        for number, wins in enumerate(result.players, start=1):
            yield f"{games:,} games of {players}, player {number}", *_share(wins)
        for colour, wins in result.colours.items():
            yield f"  {colour}", *_share(wins)[:1], "none", True


def _share(wins: Wins) -> tuple[str, str, bool]:
    """Return a share of wins for a row whose target is a narrow interval."""
    rate = wins.rate
    measured = f"{rate.share:.1%}, {rate.low:.1%} to {rate.high:.1%}"
    return measured, f"within {WIDTH:.1%}", rate.high - rate.low <= 2 * WIDTH


def strength() -> Iterator[Row]:
    """Let the strong program play the greedy one, each beginning in half of the games."""
    won = 0
    for levels in ((Level.STRONG, Level.GREEDY), (Level.GREEDY, Level.STRONG)):
        spec = SimulationSpec(levels=levels, games=MATCH // 2, seed=SEED)
        result = simulate(spec).run()
        won += result.players[levels.index(Level.STRONG)].won
    measured, _, _ = _share(Wins(won, MATCH))
    yield f"strong against greedy, {MATCH} games", measured, "65 %", won >= STRONGER * MATCH


FIGURES: dict[str, Callable[[], Iterator[Row]]] = {
    "fewest": fewest,
    "pace": pace,
    "first": first,
    "strength": strength,
}

if __name__ == "__main__":
    names = sys.argv[1:] or list(FIGURES)
    for name in names:
        if name not in FIGURES:
            sys.exit(f"expected {', '.join(FIGURES)}, found {name}")
    sys.exit(printed(*(FIGURES[name] for name in names)))
