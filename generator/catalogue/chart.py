"""The chart of records: the sd of the flattest cards of each size, a line for each least mean."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, sqrt
from typing import TYPE_CHECKING

from generator.catalogue.entry import Entry
from generator.catalogue.record import Category, least_mean
from solver.answer import DPI
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


def records_chart(records: Sequence[Entry], ending: str, *, dpi: int = DPI, symbols: int) -> bytes:
    """Return the chart of the *records* for this number of *symbols*, as a file with *ending*."""
    with chart_settings():
        return chart_file(_figure(records, symbols), ending, dpi=dpi)


def _figure(records: Sequence[Entry], symbols: int) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((7.0, 4.4), layout="constrained")
    axes = figure.add_subplot()
    chosen = [entry for entry in records if len(entry.dice) == symbols]
    for number, mean in enumerate(drawn_means(chosen)):
        colour, mark = _STYLES[number]
        rest = len(_STYLES) - number  # a card may be on several lines: each shows below the next
        (line,) = axes.plot(*zip(*flattest(chosen, mean), strict=True), color=colour, marker=mark)
        line.set(linewidth=1 + 0.7 * rest, markersize=4 + 1.3 * rest)
        line.set_label(f"mean at least {float(mean):g}")
    axes.set_title(f"The flattest cards known, {symbols} symbols", loc="left")
    axes.set(
        xlabel="size (a card that is no square stands by its number of cells)",
        ylabel="sd of the best score, in points",
    )
    axes.set_ylim(bottom=0)
    sides = [sqrt(Category.of(entry).cells) for entry in chosen]
    if sides:
        squares = range(floor(min(sides)), ceil(max(sides)) + 1)
        axes.set_xticks(squares, [f"{side}x{side}" for side in squares])
        axes.legend(loc="best", fontsize=8)
    axes.grid(axis="y", linewidth=0.4)
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def drawn_means(records: Sequence[Entry]) -> list[Fraction]:
    """Return the least means that get a line, ascending: at most six, spread over all there are."""
    means = sorted({least_mean(entry) for entry in records})
    if len(means) <= len(_STYLES):
        return means
    step = Fraction(len(means) - 1, len(_STYLES) - 1)
    return [means[round(number * step)] for number in range(len(_STYLES))]


def flattest(records: Sequence[Entry], mean: Fraction) -> list[tuple[float, float]]:
    """Return the side and the least sd, for each size, of the *records* of at least this *mean*.

    The side is that of a square of as many cells.
    """
    least_sd: dict[int, float] = {}
    for entry in records:
        if least_mean(entry) >= mean:
            cells, sd = Category.of(entry).cells, entry.statistics.sd
            least_sd[cells] = min(sd, least_sd.get(cells, sd))
    return [(sqrt(cells), sd) for cells, sd in sorted(least_sd.items())]
