"""The options that name files to be written, pictures among them, and ``--force`` for all of them.

A file that penta did not write is replaced only with ``--force``: a wrong name would cost a person
his notes.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from solver.console.options import Command, input_names, with_options

if TYPE_CHECKING:  # most answers are printed alone
    from solver.drawing.scene import Scene

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

# The parameters *svg* and *png* of a command.
picture_options = with_options(
    output_file_option("--svg", help="Write the picture to FILE as well, as SVG."),
    output_file_option("--png", help="Write the picture to FILE as well, as PNG."),
)


def check_pictures(
    context: click.Context,
    *,
    svg: str | None = None,
    png: str | None = None,
    sources: Iterable[str] = (),
    continued: Iterable[Target] = (),
) -> None:
    """Raise `SourceError` unless the files of the pictures can be written; call it first.

    Their names must have the endings .svg and .png. *sources* and *continued* are those of
    `check_outputs`.
    """
    if svg is None and png is None:
        return
    from solver.files.output_file import check_ending

    targets = [("picture", svg), ("picture", png)]
    check_outputs(context, targets, sources=sources, continued=continued)
    for name, ending in ((svg, ".svg"), (png, ".png")):
        if name is not None:
            check_ending(name, [ending], kind="picture")


def draw(scene: "Scene", svg: str, *, title: str) -> None:
    """Draw *scene* in the file *svg*; raise `SourceError` when it cannot be written."""
    from solver.answer import picture_file
    from solver.files.output_file import write_atomic

    write_atomic(svg, picture_file(scene, ".svg", title=title), kind="picture")
