"""`penta geo fewest`: the fewest tokens that make five towers in one network."""

import sys

import click
from click.core import ParameterSource

from solver.console.options import WholeNumber, examples, json_option, seconds_option
from solver.console.pictures import check_pictures, picture_options, write_pictures
from solver.console.progress import progress_bar
from solver.console.terminal import show_answer, shows_outlines
from solver.errors import UndecidedError
from solver.files.input_text import Named
from solver.geocinco.board import COLOURS, Board
from solver.geocinco.fewest import report
from solver.geocinco.fewest.answer import Engine, built_state
from solver.geocinco.fewest.answer import fewest as fewest_tokens
from solver.geocinco.fewest.problem import DEFAULT_BRIDGES, MAX_BRIDGES, TowersProblem
from solver.geocinco.options import (
    NamedState,
    board_option,
    colour_option,
    optional_state_argument,
    player_of,
)
from solver.geocinco.state import State


@click.command(
    epilog=examples(
        "penta geo fewest",
        "penta geo fewest --bridges 0 --all",
        "penta geo fewest middle --colour blue --svg fewest.svg",
        "penta geo fewest middle --engine tree --json",
    )
)
@optional_state_argument
@board_option
@colour_option
@click.option(
    "--bridges",
    type=WholeNumber(0, MAX_BRIDGES),
    default=DEFAULT_BRIDGES,
    show_default=True,
    metavar="N",
    help="At most N bridges are laid, 0 to 10.",
)
@click.option("--all", "counted", is_flag=True, help="Count the sets of towers that do it.")
@click.option(
    "--engine",
    type=click.Choice([engine.value for engine in Engine], case_sensitive=False),
    default=Engine.BOTH.value,
    show_default=True,
    help="Dynamic programming over sets of towers, an integer program, or both.",
)
@seconds_option("Stop CP-SAT after S seconds.")
@picture_options
@json_option
@click.pass_context
def fewest(
    context: click.Context,
    *,
    named: NamedState | None,
    board: Board,
    colour: str | None,
    bridges: int,
    counted: bool,
    engine: str,
    seconds: float | None,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> None:
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
    by = Engine(engine)
    if named is not None and context.get_parameter_source("board") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--board does not go with STATE, which has its own.")
    if counted and by is Engine.CP_SAT:
        raise click.UsageError("--all goes with --engine tree or both.")
    if seconds is not None and by is Engine.TREE:
        raise click.UsageError("--seconds goes with --engine cp-sat or both.")
    check_pictures(context, svg=svg, png=png)
    named = named or Named(f"empty board {board.name}", State.start(board, COLOURS))
    problem = TowersProblem(named.value, player_of(named, colour), bridges)
    with progress_bar("fewest tokens", "answers"):
        answer = fewest_tokens(problem, by, counted=counted, limit_s=seconds)
    if svg or png:
        from solver.geocinco.picture import board_scene

        state, build = problem.state, answer.build
        after = built_state(state, problem.colour, build) if build else state
        marked = build.tokens if build else ()
        caption = f"With bright edges: the new tokens of {problem.colour}." if build else ""
        scene = board_scene(state.board, state=after, marked=marked, caption=caption)
        write_pictures(scene, title=named.title, svg=svg, png=png)
    drawn = shows_outlines(sys.stdout)
    show_answer(
        report.fewest_json(answer),
        report.fewest_text(answer, title=named.title, drawn=drawn),
        as_json=as_json,
    )
    if answer.interrupted:
        raise KeyboardInterrupt
    if answer.stopped:
        raise UndecidedError(f"stopped after {seconds:g} s: {report.proof_text(answer)}")
    if answer.is_impossible:
        context.exit(1)
