"""A scene as a PNG file, which says how many dots an inch has. matplotlib draws it."""

from io import BytesIO
from typing import TYPE_CHECKING, Any

from solver.drawing.artwork import Artwork
from solver.drawing.chart import chart_file, chart_settings
from solver.drawing.font import Font, Fonts, default_fonts, refusing_damage
from solver.drawing.scene import (
    MM_PER_INCH,
    Anchor,
    Box,
    Circle,
    Line,
    Mark,
    Paint,
    Picture,
    Polygon,
    Scene,
    Text,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MM = 72 / MM_PER_INCH  # typographic points
_ALIGNMENTS = {Anchor.START: "left", Anchor.MIDDLE: "center", Anchor.END: "right"}
_DASHES = (0, (1.2 * _MM, 0.8 * _MM))
_CAPS = {"butt": "butt", "round": "round", "square": "projecting"}
_EXACT_LINES = {
    "path.snap": False,  # to whole dots: a millimetre stays a millimetre
    "lines.dash_capstyle": "butt",
    "lines.solid_capstyle": "butt",
    "lines.scale_dashes": False,
}


def png(scene: Scene, *, dpi: int, fonts: Fonts | None = None) -> bytes:
    """Return *scene* as a file of *dpi* dots an inch.

    *fonts* are by default DejaVu Sans. A character that they do not have is a question mark.
    Raises `SourceError` when they are damaged where it was not seen before.
    """
    width, height = scene.size.width, scene.size.height
    used = fonts or default_fonts()
    with chart_settings(_EXACT_LINES):
        from matplotlib.figure import Figure

        figure = Figure((width / MM_PER_INCH, height / MM_PER_INCH))
        axes = figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(height, 0))
        axes.set_axis_off()
        for order, mark in enumerate(scene.marks):
            if isinstance(mark, Text):
                _write(axes, mark, order, used.of(mark))
            else:
                _draw(axes, mark, order)
        with refusing_damage(used.regular.name, RuntimeError):  # FreeType's
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
        case Picture(artwork, place) if artwork.image:
            _draw_image(axes, artwork, place, order)
        case Picture(artwork, place):
            _draw_shapes(axes, artwork, place, order)


def _write(axes: "Axes", mark: Text, order: int, font: Font) -> None:
    text = font.printable(mark.text)
    axes.text(
        *mark.at, text, size=font.fitted_size(text, mark.size) * _MM, color=mark.colour,
        ha=_ALIGNMENTS[mark.anchor], va="baseline", parse_math=False, zorder=order, font=font.path,
    )  # fmt: skip


def _draw_shapes(axes: "Axes", artwork: Artwork, place: Box, order: int) -> None:
    from matplotlib.patches import PathPatch, Rectangle
    from matplotlib.path import Path as Curves
    from matplotlib.transforms import Affine2D

    kinds = {"M": Curves.MOVETO, "L": Curves.LINETO, "C": Curves.CURVE4, "Z": Curves.CLOSEPOLY}
    scale = place.width / artwork.width
    onto_paper = Affine2D().scale(scale, place.height / artwork.height).translate(place.x, place.y)
    for shape in artwork.shapes:
        points = [point for step in shape.path for point in step.points or ((0.0, 0.0),)]
        codes = [kinds[step.kind] for step in shape.path for _ in step.points or ((),)]
        patch = PathPatch(
            Curves(points, codes),
            transform=onto_paper + axes.transData,
            facecolor=(shape.fill, shape.fill_opacity) if shape.fill else "none",
            edgecolor=(shape.stroke, shape.stroke_opacity) if shape.stroke else "none",
            linewidth=shape.width * scale * _MM if shape.stroke else 0,
            capstyle=_CAPS[shape.cap],
            joinstyle=shape.join,
            zorder=order,
        )
        axes.add_patch(patch)
        patch.set_clip_path(
            Rectangle((place.x, place.y), place.width, place.height, transform=axes.transData)
        )


def _draw_image(axes: "Axes", artwork: Artwork, place: Box, order: int) -> None:
    from matplotlib.image import imread

    extent = (place.x, place.right, place.bottom, place.y)
    dots = imread(BytesIO(artwork.image))
    axes.imshow(dots, extent=extent, aspect="auto", zorder=order, interpolation="antialiased")


def _attributes(paint: Paint) -> dict[str, Any]:
    return {
        "facecolor": paint.fill or "none",
        "edgecolor": paint.stroke or "none",
        "linewidth": paint.width * _MM if paint.stroke else 0,
        "joinstyle": "round",
    }
