"""The options that name files to be written, pictures among them, and ``--force`` for all of them.

A file that penta did not write is replaced only with ``--force``: a wrong name would cost a person
his notes.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from solver.console.options import Command, input_names, with_options

if TYPE_CHECKING:  # most answers are printed alone
    from solver.drawing.scene import Scene

_FORCE = "force"
# The options that name files of pictures, and the endings of these.
PICTURES = {"svg": [".svg"], "png": [".png"], "plot": [".svg", ".png", ".pdf"]}
KINDS = {"svg": "picture", "png": "picture"}  # words for files, where they are not the option's

Target = tuple[str, str | None]  # the word for a file in messages, and its name, if there is one


def output_file_option(*names: str, **settings: Any) -> Callable[[Command], Command]:
    """Return an option for a file to write, as `click.option` does, followed by ``--force``."""

    def decorate(command: Command) -> Command:
        known = (option.name for option in getattr(command, "__click_params__", ()))
        if _FORCE not in known:
            command = _force_option(command)
        return click.option(*names, metavar="FILE", **settings)(command)

    return decorate


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

records_option = output_file_option(
    "--records", help="Write the games to FILE, one record per line, replacing what it holds."
)

# The parameters *svg* and *png* of a command.
picture_options = with_options(
    output_file_option("--svg", help="Write the picture to FILE as well, as SVG."),
    output_file_option("--png", help="Write the picture to FILE as well, as PNG."),
)


def record_lines(answer: Any) -> bytes:
    """Return what the file of `records_option` holds: the JSON of the answer's *records*."""
    return "".join(map(str, answer.records)).encode()


def check_files(
    context: click.Context,
    names: Mapping[str, str | None],
    *,
    sources: Iterable[str] = (),
    continued: Iterable[Target] = (),
) -> None:
    """Raise `SourceError` unless the files of these *names*, by their options, can be written.

    Pictures must have an ending that goes with their option. *sources* and *continued* are those
    of `check_outputs`.
    """
    from solver.files.output_file import check_ending

    targets = [(KINDS.get(option, option), name) for option, name in names.items()]
    check_outputs(context, targets, sources=sources, continued=continued)
    for option, name in names.items():
        if name is not None and option in PICTURES:
            check_ending(name, PICTURES[option], kind=KINDS.get(option, option))


def draw(scene: "Scene", svg: str, *, title: str) -> None:
    """Draw *scene* in the file *svg*; raise `SourceError` when it cannot be written."""
    from solver.answer import picture_files
    from solver.files.output_file import write_atomic

    write_atomic(svg, picture_files([scene], ".svg", title=title)[0], kind="picture")
