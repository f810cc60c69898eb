"""`penta knaster train`: a table learned from solitaires."""

import click

from solver import knaster
from solver.console.command import Search, command
from solver.console.number_types import WholeNumber
from solver.console.options import seconds_option, seed_option
from solver.console.output import check_new_output, check_outputs, output_file_option
from solver.knaster.options import values_option


@command(
    examples=(
        "penta knaster train --games 500 -o table.xz",
        "penta knaster train --games 200 --known-end --checkpoint run.ck -o ends.xz",
    ),
    files={"table": lambda answer: bytes(answer.table)},
    hidden=True,  # it makes what is bundled
)
@output_file_option(
    "-o",
    "--output",
    "table",
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
@click.pass_context
def train(
    context: click.Context,
    *,
    games: int,
    known_end: bool,
    values: knaster.LineValues,
    seed: int,
    checkpoint: str | None,
) -> "Search[knaster.TrainedTable]":
    """Learn the table that the programs play by, from solitaires.

    The table is better the more games it has learned from: after 200,000 it scores some 83 points,
    after a million 98, after three millions 101. The bundled tables were made so, with --seed 1.
    Prints the mean score of the last games, without those that begin with random moves, of which it
    learns too.

    The same --seed gives the same table, byte for byte, also when the training was stopped and went
    on from its --checkpoint. After Ctrl-C the table so far is written. A table that is there
    already is replaced only by a run that goes on from a checkpoint, or with --force.
    """
    table = ("table", context.params["table"])
    check_outputs(context, [table], continued=[("checkpoint", checkpoint)])
    search = knaster.train(
        games, seed=seed, values=values, known_end=known_end, checkpoint=checkpoint
    )
    if not search.is_resumed:
        hint = "a run that goes on from its checkpoint replaces it, and so does --force"
        check_new_output(context, table, hint=hint)
    return search
