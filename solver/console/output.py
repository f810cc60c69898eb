"""The options that name files to be written, and ``--force``, which comes with each of them.

A file that penta did not write is replaced only with ``--force``: a wrong name would cost a person
his notes.
"""

from collections.abc import Callable, Iterable
from typing import Any

import click

from solver.console.options import Command, input_names

_FORCE = "force"

Target = tuple[str, str | None]  # the word for a file in messages, and its name, if there is one


def output_file_option(*names: str, **settings: Any) -> Callable[[Command], Command]:
    """Return an option for a file to write, as `click.option` does, followed by ``--force``."""

    def decorate(command: Command) -> Command:
        known = (option.name for option in getattr(command, "__click_params__", ()))
        if _FORCE not in known:
            command = _force_option(command)
        return click.option(*names, metavar="FILE", **settings)(command)

    return decorate


def plot_option(help_text: str) -> Callable[[Command], Command]:
    """Return the option ``--plot``, the file of a chart, followed by ``--force``."""

    def checked(_context: click.Context, _parameter: click.Parameter, name: str | None) -> Any:
        if name is not None:
            chart_ending(name)
        return name

    return output_file_option("--plot", callback=checked, help=help_text)


def chart_ending(name: str) -> str:
    """Return the ending of the file of a chart; raise `SourceError` if charts have no such."""
    from solver.drawing.chart import CHART_ENDINGS
    from solver.files.output_file import check_ending

    return check_ending(name, CHART_ENDINGS, kind="plot")


def is_forced(context: click.Context) -> bool:
    """Return whether ``--force`` was given."""
    return bool(context.meta.get(f"{__name__}.{_FORCE}"))


def check_outputs(
    context: click.Context,
    targets: Iterable[Target],
    *,
    sources: Iterable[str] = (),
    continued: Iterable[Target] = (),
) -> None:
    """Raise `SourceError` unless each of *targets* can be written; call it before a search.

    None may be a file that penta did not write, unless ``--force`` was given, nor one of *sources*
    or of the inputs that were read before. *continued* are files that are read and then written
    again, so that what they hold is checked where that is done.
    """
    from solver.files.output_file import check_replaceable, check_writable

    targets = list(targets)
    check_writable([*continued, *targets], sources=[*input_names(context), *sources])
    if not is_forced(context):
        check_replaceable(targets)


def check_new_output(context: click.Context, target: Target, *, hint: str) -> None:
    """Raise `SourceError` where the file *target* exists, unless ``--force`` was given."""
    from solver.files.output_file import check_new

    kind, name = target
    if name is not None and not is_forced(context):
        check_new(name, kind=kind, hint=hint)


def _keep(context: click.Context, _parameter: click.Parameter, value: Any) -> None:
    context.meta[f"{__name__}.{_FORCE}"] = value


_force_option = click.option(
    f"--{_FORCE}",
    is_flag=True,
    expose_value=False,
    callback=_keep,
    help="Replace a file also where penta did not write it.",
)
