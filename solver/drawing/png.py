"""A scene as a PNG file, which says how many dots an inch has.

matplotlib draws it. Its own font is wider than Helvetica, so that texts are set a little smaller.
"""

from typing import TYPE_CHECKING, Any

from solver.drawing.chart import chart_file, chart_settings
from solver.drawing.scene import Anchor, Circle, Line, Mark, Paint, Polygon, Scene, Text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INCH = 25.4
_MM = 72 / _INCH  # typographic points
_FONT_SCALE = 0.87
_ALIGNMENTS = {Anchor.START: "left", Anchor.MIDDLE: "center", Anchor.END: "right"}
_DASHES = (0, (1.2 * _MM, 0.8 * _MM))
_EXACT_LINES = {
    "path.snap": False,  # to whole dots: a millimetre stays a millimetre
    "lines.dash_capstyle": "butt",
    "lines.solid_capstyle": "butt",
    "lines.scale_dashes": False,
}


def png(scene: Scene, *, dpi: int) -> bytes:
    """Return *scene* as a file of *dpi* dots an inch."""
    width, height = scene.size.width, scene.size.height
    with chart_settings(_EXACT_LINES):
        from matplotlib.figure import Figure

        figure = Figure((width / _INCH, height / _INCH))
        axes = figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(height, 0))
        axes.set_axis_off()
        for order, mark in enumerate(scene.marks):
            _draw(axes, mark, order)
        return chart_file(figure, ".png", dpi=dpi)


def _draw(axes: "Axes", mark: Mark, order: int) -> None:
    from matplotlib import patches
    from matplotlib.lines import Line2D

    match mark:
        case Polygon(points, paint):
            axes.add_patch(patches.Polygon(points, zorder=order, **_attributes(paint)))
        case Line(start, end, paint):
            ends = (start.x, end.x), (start.y, end.y)
            line = Line2D(*ends, color=paint.stroke, linewidth=paint.width * _MM, zorder=order)
            if paint.dashed:
                line.set_linestyle(_DASHES)
            axes.add_line(line)
        case Circle(centre, radius, paint):
            axes.add_patch(patches.Circle(centre, radius, zorder=order, **_attributes(paint)))
        case Text(at, text, size, anchor, colour, bold):
            axes.text(
                *at, text, size=size * _MM * _FONT_SCALE, color=colour, ha=_ALIGNMENTS[anchor],
                va="baseline", weight="bold" if bold else "normal",
                parse_math=False, zorder=order,
            )  # fmt: skip


def _attributes(paint: Paint) -> dict[str, Any]:
    return {
        "facecolor": paint.fill or "none",
        "edgecolor": paint.stroke or "none",
        "linewidth": paint.width * _MM if paint.stroke else 0,
        "joinstyle": "round",
    }
