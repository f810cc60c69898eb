"""`penta geo simulate`: games of programs against each other."""

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

import click

from solver.console.options import (
    WholeNumber,
    examples,
    games_option,
    jobs_option,
    json_option,
    seconds_option,
    seed_option,
)
from solver.console.output import check_outputs, output_file_option
from solver.console.progress import progress_bar
from solver.console.terminal import print_error, show_answer
from solver.errors import UndecidedError
from solver.files.output_file import write_atomic
from solver.geocinco.board import COLOURS, Board
from solver.geocinco.options import board_option, tokens_option
from solver.geocinco.state import MIN_PLAYERS
from solver.geocinco.strategy import report
from solver.geocinco.strategy.policy import Policy
from solver.runtime.interruption import deferred, interruptible, interruptible_items
from solver.runtime.parallel import cores

if TYPE_CHECKING:
    from solver.geocinco.strategy.simulation import GameResult, SimulationSpec


@click.command(
    epilog=examples(
        "penta geo simulate --games 40",
        "penta geo simulate --players 4 --games 20 --json",
        "penta geo simulate --policy strong --policy greedy --games 20",
        "penta geo simulate --policy random --games 4 --records games.ndjson",
    )
)
@click.option(
    "--players",
    type=WholeNumber(MIN_PLAYERS, len(COLOURS)),
    metavar="N",
    help="Let N play, 2 (the default) to 4; as many as there are policies if these are several.",
)
@click.option(
    "--policy",
    "policies",
    type=click.Choice([policy.label for policy in Policy], case_sensitive=False),
    multiple=True,
    help="Choose who plays: greedy (the default) or another; once for all, or once for each.",
)
@board_option
@tokens_option
@games_option(default=200)
@seed_option("Seed of the dice and of all choices.", default=0)
@jobs_option("Play in N threads instead of one per core; the answer is the same.")
@seconds_option("Stop after S seconds with the games played so far.")
@output_file_option(
    "--records",
    help="Write the games to FILE, one record per line, replacing what it holds.",
)
@json_option
@click.pass_context
def simulate(
    context: click.Context,
    *,
    players: int | None,
    policies: tuple[str, ...],
    board: Board,
    tokens: int,
    games: int,
    seed: int,
    jobs: int | None,
    seconds: float | None,
    records: str | None,
    as_json: bool,
) -> None:
    """Let programs play against each other, and count who wins.

    The policies: random makes any legal move; greedy lays where an estimate of the tokens that it
    still needs falls most; strong reckons with what the leading rival needs as well, and contests
    where that pays. They play in the order in which they are given, and change colours from game to
    game.

    Prints how often each player won, with a 95 % confidence interval (Wilson's score). A game that
    nobody has won after 2,000 turns counts as one without a winner. A game depends on --seed and
    its number alone. The referee checks the first 200 games, and one in twenty of the others.
    After Ctrl-C the games played so far are counted and written.
    """
    chosen = _policies(players, policies)
    check_outputs(context, [("records", records)])
    interruptible(partial(import_module, "solver.geocinco.strategy.simulation"))
    from solver.geocinco.strategy.simulation import (
        SimulationResult,
        SimulationSpec,
        compile_kernels,
    )

    spec = SimulationSpec(board, chosen, games, seed, tokens)
    interruptible(partial(compile_kernels, spec))  # before the clock of --seconds runs
    played: list[GameResult] = []
    lines: list[str] | None = None if records is None else []
    stopped = False
    try:
        _play(spec, played, lines, jobs=jobs or cores(), limit_s=seconds)
    except KeyboardInterrupt:
        stopped = True
    if played:
        with deferred():  # an impatient second Ctrl-C does not lose what was played
            if records is not None and lines is not None:
                write_atomic(records, "".join(lines).encode(), kind="records")
            result = SimulationResult(spec, played)
            show_answer(
                report.simulation_json(result), report.simulation_text(result), as_json=as_json
            )
    if stopped:
        raise KeyboardInterrupt


def _policies(players: int | None, policies: tuple[str, ...]) -> tuple[Policy, ...]:
    """Return the policy of each player."""
    chosen = [Policy[policy.upper()] for policy in policies] or [Policy.GREEDY]
    if len(chosen) == 1:
        return tuple(chosen * (players or MIN_PLAYERS))
    if len(chosen) > len(COLOURS) or players not in {None, len(chosen)}:
        expected = (
            f"one --policy, or one for each of {players or f'at most {len(COLOURS)}'} players"
        )
        raise click.UsageError(f"expected {expected}, found {len(chosen)}.")
    return tuple(chosen)


def _play(
    spec: "SimulationSpec",
    played: "list[GameResult]",
    lines: list[str] | None,
    *,
    jobs: int,
    limit_s: float | None,
) -> None:
    """Append the results of the games of *spec* to *played*, and their records to *lines*, if any.

    So they survive a Ctrl-C. Raises `UndecidedError` when the time is over before the first game
    is.
    """
    from solver.geocinco.strategy.simulation import simulate as play

    try:
        with progress_bar("playing", "games") as advance:
            for game in interruptible_items(play(spec, jobs=jobs), limit_s=limit_s):
                with deferred():  # a result and its record, or neither
                    played.append(game.result)
                    if lines is not None:
                        lines.append(str(game.record))
                advance(len(played), spec.games, len(played))
    except TimeoutError:
        if not played:
            raise UndecidedError("no game was played to its end in that time") from None
        print_error(f"stopped with {len(played)} of {spec.games} games")
