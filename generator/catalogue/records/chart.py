"""The chart of records: the sd of the flattest cards of each size, a line for each least mean."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from generator.catalogue.entry import Entry
from generator.catalogue.records.record import Category, least_mean
from solver.drawing.chart import chart_file, chart_settings

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Okabe and Ito's colours, told apart by the colour-blind, and marks for print without colours.
_STYLES = (
    ("#0072b2", "o"),
    ("#e69f00", "s"),
    ("#009e73", "^"),
    ("#d55e00", "D"),
    ("#56b4e9", "v"),
    ("#cc79a7", "P"),
)


def records_chart(records: Sequence[Entry], ending: str, *, symbols: int) -> bytes:
    """Return the chart of the *records* for so many *symbols* as a file of this *ending*."""
    with chart_settings():
        return chart_file(_figure(records, symbols), ending)


def _figure(records: Sequence[Entry], symbols: int) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((7.0, 4.4), layout="constrained")
    axes = figure.add_subplot()
    chosen = [entry for entry in records if len(entry.dice) == symbols]
    for mean, (colour, mark) in zip(drawn_means(chosen), _STYLES, strict=False):
        curve = flattest(chosen, mean)
        label = f"mean at least {float(mean):g}"
        axes.plot(*zip(*curve, strict=True), color=colour, marker=mark, markersize=5, label=label)
    axes.set_title(f"The flattest cards known, {symbols} symbols", loc="left")
    axes.set(xlabel="cells of the card", ylabel="standard deviation of the best score")
    axes.set_ylim(bottom=0)
    axes.grid(axis="y", linewidth=0.4)
    axes.legend(loc="best", fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def drawn_means(records: Sequence[Entry]) -> list[Fraction]:
    """Return the least means that get a line, ascending: at most six, spread over all there are."""
    means = sorted({least_mean(entry) for entry in records})
    if len(means) <= len(_STYLES):
        return means
    step = Fraction(len(means) - 1, len(_STYLES) - 1)
    return [means[round(number * step)] for number in range(len(_STYLES))]


def flattest(records: Sequence[Entry], mean: Fraction) -> list[tuple[int, float]]:
    """Return the cells of each size and the least sd of its cards of at least this *mean*."""
    least_sd: dict[int, float] = {}
    for entry in records:
        if least_mean(entry) >= mean:
            cells, sd = Category.of(entry).cells, entry.statistics.sd
            least_sd[cells] = min(sd, least_sd.get(cells, sd))
    return sorted(least_sd.items())
