"""The options of all commands that choose moves: how long they think, at random from what seed."""

from fractions import Fraction

import click

from solver.console.options import ExactNumber, WholeNumber
from solver.pent_up.strategy.budget import DEFAULT_SECONDS, MAX_SECONDS, MAX_STEPS, SearchBudget

seconds_option = click.option(
    "--seconds",
    type=ExactNumber(above=0, most=MAX_SECONDS),
    show_default=f"{DEFAULT_SECONDS:g}",
    metavar="S",
    help="Think about a move for S seconds.",
)
steps_option = click.option(
    "--steps",
    type=WholeNumber(1, MAX_STEPS),
    metavar="N",
    help="Run N playouts per move instead of --seconds: same --seed, same moves.",
)
lowest_option = click.option(
    "--lowest", is_flag=True, help="Let more tiles on the lowest level win."
)


def search_budget(seconds: Fraction | None, steps: int | None) -> SearchBudget:
    """Return the budget of a move, by default a second; the two options exclude each other."""
    if seconds is not None and steps is not None:
        raise click.UsageError("--steps does not go with --seconds.")
    return SearchBudget(DEFAULT_SECONDS if seconds is None else float(seconds), steps)
