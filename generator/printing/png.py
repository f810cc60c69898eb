"""A page as a PNG file of so many dots an inch, which the file tells.

matplotlib draws. Same input, same bytes: no version, none of a user's own settings. Its own fonts
are wider than Helvetica, so that texts are set a little smaller.
"""

import warnings
from io import BytesIO
from typing import TYPE_CHECKING, Any

from generator.printing.page import Page
from solver.drawing.scene import Anchor, Circle, Line, Mark, Paint, Polygon, Text
from solver.errors import SourceError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INCH = 25.4
_MM = 72 / _INCH  # typographic points
_FONT, _NARROWER = "DejaVu Sans", 0.87
_ANCHORS = {Anchor.START: "left", Anchor.MIDDLE: "center", Anchor.END: "right"}
_DASHES = (0, (1.2 * _MM, 0.8 * _MM))


def png(page: Page, *, dpi: int) -> bytes:
    """Return the file of *page*.

    Raises `SourceError` when matplotlib is not installed.
    """
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        found, hint = "it is not installed", "pip install 'penta[plot]'"
        raise SourceError("sheet", expected="matplotlib", found=found, hint=hint) from None
    with mpl.rc_context(), warnings.catch_warnings(), BytesIO() as file:
        warnings.filterwarnings("ignore", "Glyph .* missing")  # of a name in another script
        mpl.rcdefaults()
        mpl.rc("path", snap=False)  # to whole dots: a millimetre is one
        mpl.rc("lines", dash_capstyle="butt", solid_capstyle="butt", scale_dashes=False)
        figure = Figure((page.size.width / _INCH, page.size.height / _INCH))
        axes = figure.add_axes((0, 0, 1, 1), xlim=(0, page.size.width), ylim=(page.size.height, 0))
        axes.set_axis_off()
        for order, mark in enumerate(page.marks):
            _draw(axes, mark, order)
        figure.savefig(file, format="png", dpi=dpi, metadata={"Software": None})
        return file.getvalue()


def _draw(axes: "Axes", mark: Mark, order: int) -> None:
    from matplotlib import patches
    from matplotlib.lines import Line2D

    match mark:
        case Polygon(points, ink):
            axes.add_patch(patches.Polygon(points, zorder=order, **_inked(ink)))
        case Line(start, end, ink):
            ends = (start.x, end.x), (start.y, end.y)
            line = Line2D(*ends, color=ink.stroke, linewidth=ink.width * _MM, zorder=order)
            if ink.dashed:
                line.set_linestyle(_DASHES)
            axes.add_line(line)
        case Circle(centre, radius, ink):
            axes.add_patch(patches.Circle(centre, radius, zorder=order, **_inked(ink)))
        case Text(at, text, size, anchor, colour, bold):
            axes.text(
                *at, text, size=size * _MM * _NARROWER, color=colour, ha=_ANCHORS[anchor],
                va="baseline", weight="bold" if bold else "normal", family=_FONT,
                parse_math=False, zorder=order,
            )  # fmt: skip


def _inked(ink: Paint) -> dict[str, Any]:
    return {
        "facecolor": ink.fill or "none",
        "edgecolor": ink.stroke or "none",
        "linewidth": ink.width * _MM if ink.stroke else 0,
        "joinstyle": "round",
    }
