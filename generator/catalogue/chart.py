"""The chart of records: the sd of the flattest cards of each size, a line for each least mean."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, sqrt

from generator.catalogue.entry import Entry
from generator.catalogue.record import Category, figures_of
from solver.drawing.chart import STYLES, Chart
from solver.drawing.scene import Scene
from solver.penta_rush.people.skill import MODEL


def records_chart(records: Sequence[Entry], *, symbols: int, people: bool = False) -> Scene:
    """Return the chart of the *records* for this number of *symbols*: for *people*, their sd."""
    chosen = [entry for entry in records if len(entry.dice) == symbols]
    means = drawn_means(chosen, people=people)
    lines = {mean: flattest(chosen, mean, people=people) for mean in means}
    points = [point for line in lines.values() for point in line]
    sides = [side for side, _ in points] or [5.0, 10.0]  # a chart of nothing has axes, too
    greatest = max((sd for _, sd in points), default=0.0) or 1.0
    labels = (
        "size (a card that is no square stands by its number of cells)",
        f"sd of the points that people expect, by {MODEL}"
        if people
        else "sd of the best score, in points",
    )
    chart = Chart(
        f"The flattest cards known{' for people' if people else ''}, {symbols} symbols",
        labels,
        (floor(min(sides)) - 0.4, ceil(max(sides)) + 0.4),
        (-0.05 * greatest, 1.05 * greatest),  # marks at 0 are seen as a whole
        x_text=lambda side: f"{side}x{side}",
    )
    for number, (mean, line) in enumerate(lines.items()):
        rest = len(STYLES) - number  # a card may be on several lines: each shows below the next
        width, radius = 0.35 + 0.25 * rest, 0.7 + 0.23 * rest
        name = f"mean at least {float(mean):g}"
        chart.add_line(line, number, name, width=width, radius=radius)
    return chart.scene()


def drawn_means(records: Sequence[Entry], *, people: bool = False) -> list[Fraction]:
    """Return the least means that get a line, ascending: at most six, spread over all there are."""
    figures = (figures_of(entry, people=people) for entry in records)
    means = sorted({each.least_mean for each in figures if each})
    if len(means) <= len(STYLES):
        return means
    step = Fraction(len(means) - 1, len(STYLES) - 1)
    return [means[round(number * step)] for number in range(len(STYLES))]


def flattest(
    records: Sequence[Entry], mean: Fraction, *, people: bool = False
) -> list[tuple[float, float]]:
    """Return the side and the least sd, for each size, of the *records* of at least this *mean*.

    The side is that of a square of as many cells.
    """
    least_sd: dict[int, float] = {}
    for entry in records:
        figures = figures_of(entry, people=people)
        if figures and figures.least_mean >= mean:
            cells, sd = Category.of(entry).cells, figures.sd
            least_sd[cells] = min(sd, least_sd.get(cells, sd))
    return [(sqrt(cells), sd) for cells, sd in sorted(least_sd.items())]
