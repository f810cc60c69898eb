"""`penta knaster best`: the best plan for rolls that are known in advance."""

from functools import partial
from importlib import import_module

import click

from solver.console.options import examples, input_argument, json_option, seconds_option
from solver.console.pictures import check_pictures, picture_options, write_pictures
from solver.console.progress import progress_bar
from solver.console.terminal import show_answer
from solver.errors import UndecidedError
from solver.files.input_text import Named, read_named
from solver.knaster.hindsight import report
from solver.knaster.hindsight.known_rolls import KnownRolls, parse_known_rolls
from solver.knaster.line_values import LineValues
from solver.knaster.options import values_option
from solver.runtime.interruption import interruptible

_SAMPLES = ("knaster/rolls", "knaster/records")


def named_rolls(name: str) -> Named[KnownRolls]:
    """Return the rolls that *name* stands for: a file, '-' or a sample."""
    return read_named(parse_known_rolls, name, kind="rolls", samples=_SAMPLES)


@click.command(
    epilog=examples(
        "penta knaster best evening",
        "penta knaster best few --json",
    )
)
@input_argument("ROLLS", named_rolls, samples=_SAMPLES)
@values_option
@seconds_option("Stop after S seconds with the best plan so far.")
@picture_options
@json_option
@click.pass_context
def best(
    context: click.Context,
    *,
    named: Named[KnownRolls],
    values: LineValues,
    seconds: float | None,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> None:
    """Find the best plan for a solitaire with known rolls.

    ROLLS is a file, '-' for standard input, or a sample (evening, few): numbers from 2 to 12, one a
    line or several, or two dice as in 3+4. The rolls of a record (samples: alone, family, slip) or
    of a saved game are read too.

    If every number can be circled, which is 115 points with the bundled line values, the plan does
    so with as few of the first rolls as could be found. Else it has as many points as could be
    found, and uses all the rolls: the game is over after the last one, even if the sheet is not
    full by then.

    "Proven best" says that nobody can score more with these rolls. Otherwise the plan is the best
    known, and the answer says how many points nobody can exceed.

    If --seconds end the search early, the best plan so far is printed, and the exit code is 3.
    After Ctrl-C it is printed as well.
    """
    check_pictures(context, svg=svg, png=png)
    interruptible(partial(import_module, "solver.knaster.hindsight.best_plan"))  # imports numba
    from solver.knaster.hindsight.best_plan import best_plan

    title, rolls = named
    with progress_bar("best plan", "plans") as progress:
        plan = best_plan(rolls, values, limit_s=seconds, progress=progress)
    if svg or png:
        from solver.knaster.picture import sheets_scene

        write_pictures(sheets_scene([("", plan.sheet)], values), title=title, svg=svg, png=png)
    show_answer(
        report.plan_json(plan),
        report.plan_text(plan, rolls, values, title=title),
        as_json=as_json,
    )
    if plan.interrupted:
        raise KeyboardInterrupt
    if plan.stopped:
        raise UndecidedError(f"stopped after {seconds:g} s: {report.proof_text(plan, values)}")
