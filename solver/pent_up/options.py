"""The RECORD argument and the options that several commands of Pent-Up share."""

from typing import TYPE_CHECKING, Any

import click

from solver import pent_up
from solver.console.options import ExactNumber, WholeNumber, file_argument

if TYPE_CHECKING:  # most commands take no fraction
    from fractions import Fraction

record_argument = file_argument("RECORD", pent_up.Record.parse, kind="record", samples="records")
upto_option = click.option(
    "--upto",
    type=WholeNumber(0, pent_up.TILE_COUNT),
    metavar="N",
    help="Look at the first N moves only.",
)
seconds_option = click.option(
    "--seconds",
    type=ExactNumber(above=0, most=pent_up.MAX_SECONDS),
    show_default=f"{pent_up.DEFAULT_SECONDS:g}",
    metavar="S",
    help="Think about a move for S seconds.",
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


def search_budget(seconds: "Fraction | None", steps: int | None) -> dict[str, Any]:
    """Return what a move may take, by the name of the option; the two exclude each other."""
    if seconds is not None and steps is not None:
        raise click.UsageError("--steps does not go with --seconds.")
    return {"seconds": None if seconds is None else float(seconds), "steps": steps}
