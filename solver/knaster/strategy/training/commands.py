"""`penta knaster train`: a table learned from solitaires."""

import time
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

import click

from solver.console.options import (
    WholeNumber,
    examples,
    json_option,
    seconds_option,
    seed_option,
)
from solver.console.output import check_outputs, is_forced, output_file_option
from solver.console.progress import progress_bar
from solver.console.terminal import print_error, show_answer
from solver.errors import CheckpointError, UndecidedError
from solver.files.input_text import printable
from solver.files.output_file import check_new, write_atomic
from solver.knaster.line_values import LineValues
from solver.knaster.options import values_option
from solver.knaster.strategy import report
from solver.runtime.interruption import interruptible, interruptible_items

if TYPE_CHECKING:
    from solver.knaster.strategy.training.training import Training

_SAVED_EVERY_S = 60


@click.command(
    epilog=examples(
        "penta knaster train --games 500 -o table.xz",
        "penta knaster train --games 200 --known-end --checkpoint run.ck -o ends.xz",
    )
)
@output_file_option(
    "-o",
    "--output",
    required=True,
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
    already is replaced only by a run that goes on from a checkpoint, or with --force.
    """
    interruptible(partial(import_module, "solver.knaster.strategy.training.training"))
    from solver.knaster.strategy.training.checkpoint import load_training, save_training
    from solver.knaster.strategy.training.training import Training, TrainingSpec

    check_outputs(context, [("table", output)], continued=[("checkpoint", checkpoint)])
    spec = TrainingSpec(seed, values, known_end)
    state = spec.first_state() if checkpoint is None else load_training(checkpoint, spec)
    if state.games > games:
        expected = f"the checkpoint of at most {games} games"
        where = f"checkpoint {printable(checkpoint or '')}"
        raise CheckpointError(where, expected=expected, found=f"one of {state.games}")
    if not (state.games or is_forced(context)):
        check_new(
            output,
            kind="table",
            hint="a run that goes on from its checkpoint replaces it, and so does --force",
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
    """Let *training* go on until *games* games are played, and save it every minute.

    Raises `UndecidedError` when the time is over before the first games are.
    """
    from solver.knaster.strategy.training.checkpoint import save_training

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
