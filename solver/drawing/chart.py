"""What every figure of matplotlib needs: settings and files that are the same on every machine."""

import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from statistics import fmean
from typing import TYPE_CHECKING, Any

from solver import MARK
from solver.drawing.text_grid import PALETTE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_FONT = "DejaVu Sans"  # comes with matplotlib

_SETTINGS = {"font.family": _FONT, "svg.hashsalt": "penta", "svg.fonttype": "none"}
# What a file would say of the time and of matplotlib's version.
_VARYING_METADATA = {
    ".svg": ("Date", "Creator"),
    ".png": ("Software",),
    ".pdf": ("CreationDate", "Creator", "Producer"),
}
# Where each format keeps a description.
_DESCRIPTIONS = {".svg": "Description", ".png": "Description", ".pdf": "Subject"}
_BAR_COLOURS = "#56b4e9", "#e69f00"
_MEAN_COLOUR = "#d55e00"
CHART_ENDINGS = tuple(_VARYING_METADATA)


@contextmanager
def chart_settings(theme: Mapping[str, Any] | None = None) -> Iterator[None]:
    """Let matplotlib draw and save with *theme*, whatever the user has set, and set it back."""
    import matplotlib as mpl

    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # of a name in another script
        mpl.rcdefaults()
        settings: dict[Any, Any] = {**_SETTINGS, **(theme or {})}  # names are literals to mypy
        mpl.rcParams.update(settings)
        yield


def chart_file(figure: "Figure", ending: str, *, dpi: int) -> bytes:
    """Return *figure* as a file of this *ending*, without a date and a version.

    *ending* is one of CHART_ENDINGS; a .png has *dpi* dots an inch. Call it under the settings that
    the figure was drawn with.
    """
    with BytesIO() as file:
        metadata = {**dict.fromkeys(_VARYING_METADATA[ending]), _DESCRIPTIONS[ending]: MARK}
        figure.savefig(file, format=ending[1:], metadata=metadata, dpi=dpi)
        return file.getvalue()


def scores_chart(
    series: Mapping[str, Sequence[int]],
    ending: str,
    *,
    dpi: int,
    heading: str,
    mean: str | None = None,
) -> bytes:
    """Return the chart of how often scores occurred as a file of this *ending*.

    Each of the *series* has a name for the legend. If there is but one, a line with the label
    *mean* may be drawn at its mean.
    """
    with _chart(heading, ("score", "% of games")) as (figure, axes):
        for (name, scores), colour in zip(series.items(), _BAR_COLOURS, strict=False):
            counts = dict(sorted(Counter(scores).items()))
            percents = [100 * count / len(scores) for count in counts.values()]
            label, alpha = (name, 0.8) if name else (None, None)
            axes.bar(list(counts), percents, 0.86, color=colour, alpha=alpha, label=label)
            if mean is not None:
                axes.axvline(fmean(scores), color=_MEAN_COLOUR, label=mean)
        axes.legend(loc="upper left")
        return chart_file(figure, ending, dpi=dpi)


def line_chart(
    series: Mapping[str, Sequence[float]],
    ending: str,
    *,
    dpi: int,
    heading: str,
    axes: tuple[str, str],
) -> bytes:
    """Return the chart of *series* of numbers, by their names, as a file of this *ending*.

    *axes* are the labels of the two axes.
    """
    with _chart(heading, axes) as (figure, plot):
        for number, (name, values) in enumerate(series.items()):
            colour = PALETTE[number % len(PALETTE)]
            (line,) = plot.plot(range(len(values)), values, marker=".", color=colour)
            line.set_label(name)
        if len(series) > 1:
            for text in plot.legend(loc="best").get_texts():
                text.set_parse_math(False)
        return chart_file(figure, ending, dpi=dpi)


@contextmanager
def _chart(heading: str, labels: tuple[str, str]) -> "Iterator[tuple[Figure, Axes]]":
    """Yield a figure and its axes, under a *heading*, with the *labels* of the axes."""
    with chart_settings():
        from matplotlib.figure import Figure

        figure = Figure((7.0, 4.0), layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(heading, loc="left", parse_math=False)
        axes.set(xlabel=labels[0], ylabel=labels[1])
        axes.spines[["top", "right"]].set_visible(False)
        yield figure, axes
