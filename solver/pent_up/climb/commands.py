"""The command of Climb: shows the bundled answer, or finds and proves it anew."""

import click

from solver import pent_up
from solver.console.command import Search, command
from solver.console.options import ExactNumber, WholeNumber


@command(
    examples=("penta up climb", "penta up climb --level 6", "penta up climb --json"),
    pictures=True,
)
@click.option("--level", type=WholeNumber(1), metavar="N", help="Reach level N, not higher.")
@click.option("--search", is_flag=True, help="Find and prove the answer anew, in some minutes.")
@click.option(
    "--seconds",
    type=ExactNumber(most=10**6),
    metavar="S",
    help="With --search: give up after S seconds, with exit code 3.",
)
@click.pass_context
def climb(
    context: click.Context, level: int | None, *, search: bool
) -> pent_up.Climb | Search[pent_up.Climb]:
    """Reach the highest level by legal play, with a proof.

    White and Black lay their tiles in turn, each on the highest level that it can reach. The game
    is drawn level by level; the answer with --json contains its record.

    If level N cannot be reached, the reason is printed, there is no picture, and the exit code
    is 1.
    """
    if context.params["seconds"] is not None and not search:
        raise click.UsageError("--seconds goes with --search.")
    return pent_up.solve_climb(level) if search else pent_up.climb_to(level)
