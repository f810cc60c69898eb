"""The options ``--svg`` and ``--png``: an answer drawn to files as well as printed."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from solver.console.options import with_options
from solver.console.output import Target, check_outputs, output_file_option

if TYPE_CHECKING:  # most answers are printed alone
    from solver.drawing.scene import Scene

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


def write_pictures(scene: "Scene", *, title: str, svg: str | None, png: str | None) -> None:
    """Write *scene* to those of the two files that are named, both or none of them.

    Raises `SourceError` when one of them cannot be written.
    """
    from solver.answer import picture_file
    from solver.files.output_file import write_all_atomic

    files = {
        name: picture_file(scene, ending, title=title)
        for name, ending in ((svg, ".svg"), (png, ".png"))
        if name is not None
    }
    write_all_atomic(files, kind="picture")
