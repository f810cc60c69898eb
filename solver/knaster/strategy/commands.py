"""The commands `simulate` and `train`: solitaires played by a policy, and the table it looks at."""

import sys
import time
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

import click

from solver.console.options import (
    WholeNumber,
    examples,
    input_names,
    jobs_option,
    json_option,
    seconds_option,
    seed_option,
)
from solver.console.progress import progress_bar
from solver.console.terminal import print_error, show_answer, shows_outlines
from solver.drawing.chart import CHART_ENDINGS
from solver.errors import CheckpointError, TableError, UndecidedError
from solver.files.input_text import printable
from solver.files.output_file import check_ending, check_new, check_writable, write_atomic
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.options import MAX_PLIES, values_option
from solver.knaster.strategy import report
from solver.knaster.strategy.policy import Policy
from solver.runtime.parallel import cores
from solver.runtime.sigint import interruptible, interruptible_items

if TYPE_CHECKING:
    from solver.knaster.strategy.simulation import SimulationSpec
    from solver.knaster.strategy.table import LearnedTable
    from solver.knaster.strategy.training import Training

_BAR_WIDTH = 40
_MAX_ROLLS = 51  # of a solitaire: each number written, each one circled, the last roll
_SAVED_EVERY_S = 60


@click.command(
    epilog=examples(
        "penta knaster simulate --games 200",
        "penta knaster simulate --policy greedy --games 200 --plot scores.svg",
        "penta knaster simulate --plies 2 --games 4 --json",
        "penta knaster simulate --turns 26 --games 200",
    )
)
@click.option(
    "--policy",
    type=click.Choice([policy.label for policy in Policy]),
    default=Policy.TABLE.label,
    show_default=True,
    help="Choose who plays.",
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
@click.option(
    "--games",
    type=WholeNumber(1, 10**7),
    default=1000,
    show_default=True,
    metavar="N",
    help="Play N games.",
)
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
@click.option("--plot", metavar="FILE", help="Draw the scores in FILE (.svg, .png or .pdf).")
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
    check_writable([("plot", plot)], sources=[*input_names(context), *filter(None, [table_name])])
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


@click.command(
    epilog=examples(
        "penta knaster train --games 500 -o table.xz",
        "penta knaster train --games 200 --known-end --checkpoint run.ck -o known_end.xz",
    )
)
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="Write the table to a new FILE, for 'penta knaster simulate --table'.",
)
@click.option(
    "--games",
    type=WholeNumber(1, 10**9),
    default=10**6,
    show_default=True,
    metavar="N",
    help="Learn from N games.",
)
@click.option(
    "--known-end", is_flag=True, help="Learn for games of which the rolls left are known."
)
@values_option
@seed_option("Seed of the rolls and of the random moves.", default=0)
@click.option(
    "--checkpoint",
    metavar="FILE",
    help="Keep the training in FILE every minute, and go on from there if it is stopped.",
)
@seconds_option("Stop after S seconds with the table so far.")
@json_option
@click.pass_context
def train(
    context: click.Context,
    *,
    output: str,
    games: int,
    known_end: bool,
    values: LineValues,
    seed: int,
    checkpoint: str | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Learn the table that the programs play by, from solitaires.

    The table is better the more games it has learned from: after 200,000 it scores some 83 points,
    after a million 98, after three millions 101. The bundled tables were made so, with --seed 1.
    Prints the mean score of the last games, without those that begin with random moves, of which it
    learns too.

    The same --seed gives the same table, byte for byte, also when the training was stopped and went
    on from its --checkpoint. After Ctrl-C the table so far is written. A table that is there
    already is replaced only by a run that goes on from a checkpoint.
    """
    interruptible(partial(import_module, "solver.knaster.strategy.training"))
    from solver.knaster.strategy.training import Training, TrainingSpec
    from solver.knaster.strategy.training_checkpoint import load_training, save_training

    targets = [("table", output), ("checkpoint", checkpoint)]
    check_writable(targets, sources=input_names(context))
    spec = TrainingSpec(seed, values, known_end)
    state = spec.first_state() if checkpoint is None else load_training(checkpoint, spec)
    if state.games > games:
        expected = f"the checkpoint of at most {games} games"
        where = f"checkpoint {printable(checkpoint or '')}"
        raise CheckpointError(where, expected=expected, found=f"one of {state.games}")
    if not state.games:
        check_new(
            output, kind="table", hint="only a run that goes on from its checkpoint replaces it"
        )
    training = Training(spec, state)
    interruptible(training.compile)  # before the clock of --seconds runs
    stopped = False
    try:
        _train(training, games, checkpoint, limit_s=seconds)
    except KeyboardInterrupt:
        stopped = True
    state = training.state()
    if state.games:
        if checkpoint is not None:
            save_training(checkpoint, spec, state)
        write_atomic(output, bytes(spec.learned_table(state)), kind="table")
        show_answer(report.training_json(spec, state), report.training_text(state), as_json=as_json)
    if stopped:
        raise KeyboardInterrupt


def _train(
    training: "Training", games: int, checkpoint: str | None, *, limit_s: float | None
) -> None:
    """Let *training* go on until so many *games* are played, and keep it every minute.

    Raises `UndecidedError` when the time is over before the first games are.
    """
    from solver.knaster.strategy.training_checkpoint import save_training

    start_games, start_s = training.games, time.monotonic()
    save_s = start_s + _SAVED_EVERY_S
    try:
        with progress_bar("training", "games") as advance:
            try:
                for done, mean in interruptible_items(training.run(games), limit_s=limit_s):
                    now_s = time.monotonic()
                    pace = (done - start_games) / (now_s - start_s)
                    advance(done, games, done, f"mean {mean:.1f}, {pace:,.0f} games/s")
                    if checkpoint is not None and now_s >= save_s:
                        save_training(checkpoint, training.spec, training.state())
                        save_s = now_s + _SAVED_EVERY_S
            finally:
                training.stop()
                advance(training.games, games, training.games)  # some more than were reported
    except TimeoutError:
        if not training.games:
            raise UndecidedError("no game was played to its end in that time") from None
        print_error(f"stopped after {training.games} of {games} games")
