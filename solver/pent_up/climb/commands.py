"""The command of Climb: shows the bundled answer, or finds and proves it anew."""

import sys
import time
from fractions import Fraction
from itertools import count

import click

from solver.console.options import ExactNumber, WholeNumber, examples, json_option
from solver.console.pictures import check_pictures, picture_options, write_pictures
from solver.console.progress import progress_bar
from solver.console.terminal import show, show_json, shows_outlines
from solver.drawing.text_grid import plural
from solver.errors import UndecidedError
from solver.pent_up.climb import report
from solver.pent_up.climb.answer import ClimbAnswer, answer_json, bundled_answer
from solver.pent_up.rules import Pile


@click.command(
    "climb",
    epilog=examples(
        "penta up climb",
        "penta up climb --level 6",
        "penta up climb --json",
    ),
)
@click.option("--level", type=WholeNumber(1), metavar="N", help="Reach level N, not higher.")
@click.option("--search", is_flag=True, help="Find and prove the answer anew, in some minutes.")
@click.option(
    "--seconds",
    type=ExactNumber(most=10**6),
    metavar="S",
    help="With --search: give up after S seconds, with exit code 3.",
)
@picture_options
@json_option
@click.pass_context
def climb(
    context: click.Context,
    *,
    level: int | None,
    search: bool,
    seconds: Fraction | None,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> None:
    """Reach the highest level by legal play, with a proof.

    White and Black lay their tiles in turn, each on the highest level that it can reach. The game
    is drawn level by level; the answer with --json contains its record.

    If level N cannot be reached, the reason is printed, there is no picture, and the exit code
    is 1.
    """
    if seconds is not None and not search:
        raise click.UsageError("--seconds goes with --search.")
    check_pictures(context, svg=svg, png=png)
    answer = _solve(seconds) if search else bundled_answer()
    drawn = shows_outlines(sys.stdout)
    level = level or answer.level
    if (svg or png) and level <= answer.level:
        from solver.pent_up.picture import pile_scene

        scene = pile_scene(Pile(answer.record_reaching(level).moves))
        write_pictures(scene, title=f"Level {level}", svg=svg, png=png)
    if as_json:
        show_json(answer_json(answer, level))
    elif level <= answer.level:
        show(report.answer_text(answer, answer.record_reaching(level), drawn=drawn))
    else:
        show(report.refutation_text(answer))
    if level > answer.level:
        context.exit(1)


def _solve(seconds: Fraction | None) -> ClimbAnswer:
    """Return the answer, found anew; raise `UndecidedError` when the time runs out before."""
    from solver.pent_up.climb.proof import solve

    end = None if seconds is None else time.monotonic() + float(seconds)
    with progress_bar("climbing", "steps") as advance:
        steps = count(1)

        def on_step() -> None:
            done = next(steps)
            if end is not None and time.monotonic() > end:
                raise UndecidedError(f"{plural(done, 'step')} taken in the time given")
            advance(done, 0, done)

        return solve(on_step)
