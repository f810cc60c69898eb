"""What every figure of matplotlib needs: settings and files that are the same on every machine."""

import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from statistics import fmean
from typing import TYPE_CHECKING, Any

from solver import MARK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_FONT = "DejaVu Sans"  # comes with matplotlib

_SETTINGS = {"font.family": _FONT, "svg.hashsalt": "penta", "svg.fonttype": "none"}
# What a file would say of the time and of matplotlib's version.
_VARYING_METADATA = {
    ".svg": ("Date", "Creator"),
    ".png": ("Software",),
    ".pdf": ("CreationDate", "Creator", "Producer"),
}
# Where the formats have room for a description.
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


def chart_file(figure: "Figure", ending: str, *, dpi: int = 150) -> bytes:
    """Return *figure* as a file of this *ending*, without a date and a version.

    *ending* is one of CHART_ENDINGS. Call it under the settings that the figure was drawn with.
    """
    with BytesIO() as file:
        metadata = {**dict.fromkeys(_VARYING_METADATA[ending]), _DESCRIPTIONS[ending]: MARK}
        figure.savefig(file, format=ending[1:], metadata=metadata, dpi=dpi)
        return file.getvalue()


def scores_chart(
    series: Mapping[str, Sequence[int]], ending: str, *, heading: str, mean: str | None = None
) -> bytes:
    """Return the chart of how often scores occurred as a file of this *ending*.

    Each of the *series* has a name for the legend. If there is but one, a line with the label
    *mean* may be drawn at its mean.
    """
    with chart_settings():
        from matplotlib.figure import Figure

        figure = Figure((7.0, 4.0), layout="constrained")
        axes = figure.add_subplot()
        for (name, scores), colour in zip(series.items(), _BAR_COLOURS, strict=False):
            counts = dict(sorted(Counter(scores).items()))
            percents = [100 * count / len(scores) for count in counts.values()]
            label, alpha = (name, 0.8) if name else (None, None)
            axes.bar(list(counts), percents, 0.86, color=colour, alpha=alpha, label=label)
            if mean is not None:
                axes.axvline(fmean(scores), color=_MEAN_COLOUR, label=mean)
        axes.set_title(heading, loc="left", parse_math=False)
        axes.set(xlabel="score", ylabel="% of games")
        axes.legend(loc="upper left")
        axes.spines[["top", "right"]].set_visible(False)
        return chart_file(figure, ending)
