"""`penta geo fewest`: the fewest tokens that make five towers in one network."""

import click
from click.core import ParameterSource

from solver import geocinco
from solver.console.command import Named, Search, command
from solver.console.options import WholeNumber, seconds_option
from solver.geocinco.options import board_option, colour_option, optional_state_argument


@command(
    examples=(
        "penta geo fewest",
        "penta geo fewest --bridges 0 --all",
        "penta geo fewest middle --colour blue --svg fewest.svg",
        "penta geo fewest middle --engine tree --json",
    ),
    pictures=True,
)
@optional_state_argument
@board_option
@colour_option
@click.option(
    "--bridges",
    type=WholeNumber(0, geocinco.MAX_BRIDGES),
    default=geocinco.DEFAULT_BRIDGES,
    show_default=True,
    metavar="N",
    help="At most N bridges are laid, 0 to 10.",
)
@click.option("--all", "counted", is_flag=True, help="Count the sets of towers that do it.")
@click.option(
    "--engine",
    type=click.Choice([engine.value for engine in geocinco.Engine], case_sensitive=False),
    default=geocinco.Engine.BOTH.value,
    show_default=True,
    help="Dynamic programming over sets of towers, an integer program, or both.",
)
@seconds_option("Stop CP-SAT after S seconds.")
@click.pass_context
def fewest(
    context: click.Context,
    *,
    named: Named[geocinco.State] | None,
    board: geocinco.Board,
    colour: str | None,
    bridges: int,
    counted: bool,
    engine: str,
) -> Search[geocinco.FewestTokens]:
    """Find the fewest further tokens that win.

    These are five towers in one network.

    STATE is a file, '-' for standard input, or a sample (crowd, middle, strait), or a record, of
    which it is the state after the last turn; without one, the board is empty. A player lays as
    many tokens as he likes, on any free slots, and at most N bridges. All other tokens stay where
    they are.

    --all counts the sets of five towers that need no more tokens than the fewest.

    "Proven" takes two engines that agree: tree is dynamic programming over the sets of towers, and
    cp-sat an integer program. If --seconds end cp-sat early, the exit code is 3. If five towers in
    one network are impossible with so few bridges, it is 1.
    """
    by = geocinco.Engine(engine)
    if named is not None and context.get_parameter_source("board") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--board does not go with STATE, which has its own.")
    if counted and by is geocinco.Engine.CP_SAT:
        raise click.UsageError("--all goes with --engine tree or both.")
    if context.params["seconds"] is not None and by is geocinco.Engine.TREE:
        raise click.UsageError("--seconds goes with --engine cp-sat or both.")
    title, state = named or ("", None)
    return geocinco.fewest(
        state, board=board, colour=colour, bridges=bridges, counted=counted, engine=by, title=title
    )
