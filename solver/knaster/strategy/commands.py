"""`penta knaster simulate`: solitaires played by a policy."""

import sys
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
    policy_option,
    seconds_option,
    seed_option,
)
from solver.console.output import check_outputs, output_file_option
from solver.console.progress import progress_bar
from solver.console.terminal import print_error, show_answer, shows_outlines
from solver.drawing.chart import CHART_ENDINGS
from solver.errors import TableError, UndecidedError
from solver.files.input_text import printable
from solver.files.output_file import check_ending, write_atomic
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.options import MAX_PLIES, values_option
from solver.knaster.strategy import report
from solver.knaster.strategy.policy import Policy
from solver.runtime.interruption import interruptible, interruptible_items
from solver.runtime.parallel import cores

if TYPE_CHECKING:
    from solver.knaster.strategy.simulation import SimulationSpec
    from solver.knaster.strategy.table import LearnedTable

_BAR_WIDTH = 40
_MAX_ROLLS = 51  # of a solitaire: each number written, each one circled, the last roll


@click.command(
    epilog=examples(
        "penta knaster simulate --games 200",
        "penta knaster simulate --policy greedy --games 200 --plot scores.svg",
        "penta knaster simulate --plies 2 --games 4 --json",
        "penta knaster simulate --turns 26 --games 200",
    )
)
@policy_option(
    (policy.label for policy in Policy), default=Policy.TABLE.label, help_text="Choose who plays."
)
@click.option(
    "--plies",
    type=WholeNumber(1, MAX_PLIES),
    metavar="N",
    help="Let the table policy look at N rolls, 1 (the default) to 3; more take longer.",
)
@click.option(
    "--table",
    "table_name",
    metavar="FILE",
    help="Play by the table that 'penta knaster train' wrote to FILE, not by the bundled one.",
)
@games_option(default=1000)
@click.option(
    "--turns",
    type=WholeNumber(1, _MAX_ROLLS),
    metavar="N",
    help="End each game after N rolls, as somebody else may, and let the table policy know.",
)
@values_option
@seed_option("Seed of the random rolls.", default=0)
@jobs_option("Play in N threads instead of one per core; the answer is the same.")
@seconds_option("Stop after S seconds with the games played so far.")
@output_file_option("--plot", help="Draw the scores in FILE (.svg, .png or .pdf).")
@json_option
@click.pass_context
def simulate(
    context: click.Context,
    *,
    policy: str,
    plies: int | None,
    table_name: str | None,
    games: int,
    turns: int | None,
    values: LineValues,
    seed: int,
    jobs: int | None,
    seconds: float | None,
    plot: str | None,
    as_json: bool,
) -> None:
    """Play solitaires, and show how they score.

    The policies: random makes any legal move; greedy the move that earns most points at once, of
    several any; table the move after which most points are expected, by a table that was learned.
    With 2 or 3 plies it looks at all that the next roll, or the next two, may be, and plays better
    and more slowly.

    Prints how often scores occurred, their mean and its standard error, and the shares of games
    with 50, 80, 100 and more points. The rolls of a game depend on --seed and its number alone. The
    referee checks the first 1,000 games, and one in ten of the others. After Ctrl-C the games
    played so far are shown.
    """
    player = Policy[policy.upper()]
    if player is not Policy.TABLE and (plies or table_name):
        raise click.UsageError("--plies and --table go with --policy table.")
    interruptible(partial(import_module, "solver.knaster.strategy.simulation"))
    from solver.knaster.strategy.chart import scores_chart
    from solver.knaster.strategy.simulation import SimulationResult, SimulationSpec, compile_kernels

    ending = None if plot is None else check_ending(plot, CHART_ENDINGS, kind="plot")
    check_outputs(context, [("plot", plot)], sources=filter(None, [table_name]))
    table = None if table_name is None else _read_table(table_name, known_end=turns is not None)
    learned_for = default_line_values() if table is None else table.values
    if player is Policy.TABLE and values != learned_for:
        print_error("the table was learned for other line values: it is scaled to these")
    spec = SimulationSpec(player, games, seed, values, plies or 1, turns, table)
    interruptible(partial(compile_kernels, spec))  # before the clock of --seconds runs
    scores: list[int] = []
    stopped = False
    try:
        _play(spec, scores, jobs=jobs or cores(), limit_s=seconds)
    except KeyboardInterrupt:
        stopped = True
    if scores:
        result = SimulationResult(spec, scores)
        if plot is not None and ending is not None:
            write_atomic(plot, scores_chart(result, ending), kind="plot")
        width = _BAR_WIDTH if shows_outlines(sys.stdout) else 0
        show_answer(
            report.simulation_json(result),
            report.simulation_text(result, width=width),
            as_json=as_json,
        )
    if stopped:
        raise KeyboardInterrupt


def _read_table(name: str, *, known_end: bool) -> "LearnedTable":
    """Return the table in the file *name*, which must be for games with a *known_end*, or not."""
    from solver.knaster.strategy.table import read_table

    table = read_table(name)
    if table.known_end != known_end:
        kinds = {False: "games until the sheet is full", True: "games with a known end"}
        raise TableError(
            f"table {printable(name)}",
            expected=f"one for {kinds[known_end]}",
            found=f"one for {kinds[table.known_end]}",
            hint="'train --known-end' makes one" if known_end else "--turns says when games end",
        )
    return table


def _play(spec: "SimulationSpec", scores: list[int], *, jobs: int, limit_s: float | None) -> None:
    """Append the scores of the games of *spec* to *scores*, which so survives a Ctrl-C.

    Raises `UndecidedError` when the time is over before the first game is.
    """
    from solver.knaster.strategy.simulation import simulate as play

    score_sum = 0
    try:
        with progress_bar("playing", "games") as advance:
            for score in interruptible_items(play(spec, jobs=jobs), limit_s=limit_s):
                scores.append(score)
                score_sum += score
                note = f"mean {score_sum / len(scores):.1f}"
                advance(len(scores), spec.games, len(scores), note)
    except TimeoutError:
        if not scores:
            raise UndecidedError("no game was played to its end in that time") from None
        print_error(f"stopped with {len(scores)} of {spec.games} games")
