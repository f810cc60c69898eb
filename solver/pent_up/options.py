"""The RECORD argument and the options that several commands of Pent-Up share."""

from typing import Any

import click

from solver import pent_up
from solver.console.number_types import WholeNumber
from solver.console.options import file_argument, seconds_option

record_argument = file_argument("RECORD", pent_up.Record.parse, kind="record", samples="records")
upto_option = click.option(
    "--upto",
    type=WholeNumber(0, pent_up.TILE_COUNT),
    metavar="N",
    help="Look at the first N moves only.",
)
thinking_option = seconds_option(
    "Think about a move for S seconds.", show_default=f"{pent_up.DEFAULT_SECONDS:g}"
)
steps_option = click.option(
    "--steps",
    type=WholeNumber(1, pent_up.MAX_STEPS),
    metavar="N",
    help="Run N playouts per move instead of --seconds: same --seed, same moves.",
)
lowest_option = click.option(
    "--lowest", is_flag=True, help="Let more tiles on the lowest level win."
)


def search_budget(seconds: float | None, steps: int | None) -> dict[str, Any]:
    """Return what a move may take, by the name of the option; the two exclude each other."""
    if seconds is not None and steps is not None:
        raise click.UsageError("--steps does not go with --seconds.")
    return {"seconds": seconds, "steps": steps}
