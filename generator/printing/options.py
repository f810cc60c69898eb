"""The options that say how cards look, for `penta generate sheet`."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, NamedTuple

import click

import generator
from solver import penta_rush
from solver.console.command import Delivered
from solver.console.number_types import millimetres
from solver.console.options import with_options
from solver.console.printing import FontsOption
from solver.console.progress import progress_bar


class AskedStyle(NamedTuple):
    """The *style* that the options ask for, without the art that is in *art_folder*.

    *art_folder* is None without art, *back_file* without a back of the owner's own, *logo_file*
    without a logo.
    """

    style: generator.CardStyle
    art_folder: str | None
    back_file: str | None
    logo_file: str | None

    @property
    def files(self) -> list[str]:
        """The names of the files with these pictures."""
        art = [] if self.art_folder is None else penta_rush.art_files(self.art_folder)
        return [*art, *filter(None, (self.back_file, self.logo_file))]

    def with_symbols(
        self, cards: Sequence[generator.PrintedCard], fonts: FontsOption
    ) -> generator.CardStyle:
        """Return the style with the symbols of *cards*, which have one legend.

        They are those of the art folder, if there is one; words in cells are set in *fonts*.
        """
        art = {}
        if self.art_folder is not None:
            symbols, legend = generator.symbols_of_cards(cards), cards[0].card.legend
            with progress_bar("drawing art"):
                art = penta_rush.read_art(self.art_folder, symbols, legend)
        return replace(self.style, symbols=replace(self.style.symbols, art=art, fonts=fonts))

    def shows_names(self, *, is_two_sided: bool) -> bool:
        """Return whether the name of a card stands on it, on the face or the back."""
        is_on_back = self.back_file is None and self.logo_file is None
        return self.style.has_legend or (is_two_sided and is_on_back)


_options = (
    click.option(
        "--size",
        type=millimetres(*generator.SIZE_RANGE),
        metavar="MM",
        help=f"The longer side of a card, with its border.  [default: {generator.DEFAULT_SIZE:g}]",
    ),
    click.option(
        "--cell",
        type=millimetres(*generator.CELL_RANGE),
        metavar="MM",
        help="The side of a cell, instead of --size; the card grows around its cells.",
    ),
    click.option(
        "--bleed",
        type=millimetres(*generator.BLEED_RANGE),
        metavar="MM",
        default=3,
        help="Print the border so far beyond the edge of a card.",
    ),
    click.option(
        "--safe",
        type=millimetres(*generator.SAFE_RANGE),
        metavar="MM",
        default=3,
        help="Print nothing but the border nearer to the edge of a card.",
    ),
    click.option(
        "--border",
        type=click.Choice([border.value for border in generator.Border], case_sensitive=False),
        help="The colour of the border around the grid.  [default: grey]",
    ),
    click.option(
        "--border-colour",
        metavar="COLOUR",
        help="Another colour of the border: #RRGGBB, or blue, green, light blue, orange, ...",
    ),
    click.option(
        "--title", metavar="TEXT", help="Print TEXT on both sides of each card instead of its name."
    ),
    click.option(
        "--legend/--no-legend",
        "has_legend",
        default=True,
        help="Print name, legend and id of a card inside the trim line.",
    ),
    click.option(
        "--code/--no-code",
        "has_code",
        default=True,
        help="Print the id as a QR code inside the trim line, by which 'penta rush read' knows it.",
    ),
    click.option(
        "--art",
        "art_folder",
        metavar="FOLDER",
        help="An SVG or PNG for each symbol instead of ours: A.svg, red circle.png.",
    ),
    click.option(
        "--back",
        "back_file",
        metavar="FILE",
        help="An SVG or PNG that covers the backs of the cards and their bleed, instead of ours.",
    ),
    click.option(
        "--logo",
        "logo_file",
        metavar="FILE",
        help="An SVG or PNG in the middle of our backs, instead of the name.",
    ),
    click.option(
        "--low-ink", is_flag=True, help="Print outlines only, nothing filled but the code."
    ),
)


def style_options(question: Callable[..., Delivered]) -> Callable[..., Delivered]:
    """Add the options of a style to a command; its *question* gets what they ask for, first.

    Raises `click.UsageError` if they do not go together.
    """

    @wraps(question)
    def ask(**values: Any) -> Delivered:
        def taken(*names: str) -> dict[str, Any]:
            return {name: values.pop(name) for name in names}

        border, low_ink = values.pop("border"), values.pop("low_ink")
        colour, back_file = values["border_colour"], values.pop("back_file")
        art_folder, logo_file = values.pop("art_folder"), values.pop("logo_file")
        if values["size"] and values["cell"]:
            raise click.UsageError("--cell does not go with --size; give one of them.")
        if border and colour:
            raise click.UsageError("--border-colour does not go with --border; give one of them.")
        if back_file and logo_file:
            raise click.UsageError("--logo does not go with --back; give one of them.")
        if low_ink and colour:
            raise click.UsageError("--border-colour does not go with --low-ink.")
        style = generator.CardStyle(
            border=generator.Border(border or "grey"),
            symbols=penta_rush.SymbolStyle(low_ink=low_ink),
            back=_picture(back_file, "back"),
            logo=_picture(logo_file, "logo"),
            **taken("size", "cell", "bleed", "safe", "has_legend", "has_code"),
            **taken("border_colour", "title"),
        )
        return question(AskedStyle(style, art_folder, back_file, logo_file), **values)

    return with_options(*_options)(ask)


def _picture(file: str | None, kind: str) -> Any:
    """Return the picture in *file*, of this *kind*, which may take seconds to be drawn."""
    if file is None:
        return None
    with progress_bar(f"drawing the {kind}"):
        return penta_rush.read_back(file, kind)
