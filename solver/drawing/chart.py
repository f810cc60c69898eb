"""Charts: bars and lines over axes with round numbers, as scenes in millimetres.

The label of the upright axis stands above it, and the legend below the axes, so that no name covers
a bar or a line.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from math import ceil, floor, log10
from statistics import fmean

from solver.drawing.scene import (
    BLACK,
    FAINT,
    Anchor,
    Box,
    Line,
    Mark,
    Paint,
    Point,
    Polygon,
    Scene,
    Text,
    centred_text,
    cut_to_width,
    printable_text,
    regular_polygon,
    text_width,
    transformed,
)

_TRIANGLE = regular_polygon(3, 1.45)
# Okabe and Ito's colours, told apart by the colour-blind, and marks for print without colours.
STYLES = (
    ("#0072b2", regular_polygon(24, 1.0)),
    ("#e69f00", Box(-0.9, -0.9, 1.8, 1.8).corners),
    ("#009e73", _TRIANGLE),
    ("#d55e00", regular_polygon(4, 1.35)),
    ("#56b4e9", [Point(x, -y) for x, y in _TRIANGLE]),
    ("#cc79a7", regular_polygon(5, 1.6, inner=0.7)),
)
_BAR_COLOURS, _MEAN_COLOUR = ("#56b4e9", "#e69f00"), "#d55e00"
_AXIS, _GRID = Paint(stroke=BLACK, width=0.25), Paint(stroke="#d4d4d4", width=0.15)

# Millimetres: sizes of type; the page, the baselines of its heading and of the label of the upright
# axis, the ends of that axis; a tick, a gap beside it, the narrowest bar.
_HEADING, _SIZE = 4.2, 3.3
_WIDTH, _MARGIN, _HEADING_Y, _LABEL_Y, _TOP, _BOTTOM = 178.0, 5.0, 8.0, 14.5, 18.0, 90.0
_TICK, _BESIDE, _NARROWEST = 1.0, 1.5, 0.2
# Millimetres, in the legend: its top, a row, a sample, the most of its width, a gap to the next.
_LEGEND_Y, _ROW, _SAMPLE, _THICKEST, _GAP = 106.0, 5.5, 8.0, 2.4, 6.0
_BAR = 0.86  # of the distance of two scores
_MOST_STEPS = 8  # of the upright axis
_ROUNDING = 1e-9

Ticks = Sequence[tuple[float, str]]  # numbers and their texts


@dataclass(frozen=True, slots=True)
class Axis:
    """The numbers from *low* to *high*, which is greater, from *start* to *end* in millimetres."""

    low: float
    high: float
    start: float
    end: float

    def at(self, number: float) -> float:
        """Return where *number* lies."""
        return self.start + (self.end - self.start) * (number - self.low) / (self.high - self.low)

    def ticks(self, most: int, *, least_power: int = -99) -> Ticks:
        """Return the numbers that divide the axis into at most *most* steps, ascending.

        They are 1, 2 or 5 times 10 to a power apart, which is *least_power* or more.

        >>> [text for _, text in Axis(-0.1, 0.62, 0, 90).ticks(4)]
        ['0.0', '0.2', '0.4', '0.6']
        """
        least = (self.high - self.low) / most
        powers = count(max(least_power, floor(log10(least))))
        steps = ((digit * 10.0**power, power) for power in powers for digit in (1, 2, 5))
        step, power = next(each for each in steps if each[0] >= least)
        first, last = self.low / step - _ROUNDING, self.high / step + _ROUNDING
        numbers = range(ceil(first), floor(last) + 1)
        return [(number * step, f"{number * step:,.{max(0, -power)}f}") for number in numbers]

    def whole_ticks(self, size: float, text: Callable[[str], str] = str) -> Ticks:
        """Return whole numbers as `ticks`, as many as fit, with what *text* makes of them."""
        ends = (text(f"{end:,.0f}") for end in (self.low, self.high))
        room = max(text_width(end, size) for end in ends) + size
        ticks = self.ticks(max(1, int((self.end - self.start) / room)), least_power=0)
        return [(number, text(name)) for number, name in ticks]

    def drawn_below(self, y: float, ticks: Ticks, size: float, label: str) -> Iterator[Mark]:
        """Yield the axis at the height *y*, with *ticks* in type of this *size*, and a *label*."""
        yield Line(Point(self.start, y), Point(self.end, y), _AXIS)
        baseline = y + _TICK + 1.1 * size
        for number, text in ticks:
            x = self.at(number)
            yield Line(Point(x, y), Point(x, y + _TICK), _AXIS)
            yield Text(Point(x, baseline), text, size, Anchor.MIDDLE)
        middle = Point((self.start + self.end) / 2, baseline + 1.5 * _SIZE)
        yield Text(middle, label, _SIZE, Anchor.MIDDLE, FAINT)


class Chart:
    """A chart to which bars and lines are added; those with a name are in its legend.

    *labels* are those of the axes, *x* and *y* their least and greatest numbers; *x_text* makes of
    a whole number what stands below it. *top* millimetres are left for a chart above.
    """

    def __init__(  # noqa: PLR0913 - nobody names them all
        self,
        heading: str,
        labels: tuple[str, str],
        x: tuple[float, float],
        y: tuple[float, float],
        *,
        x_text: Callable[[str], str] = str,
        top: float = 0.0,
    ) -> None:
        self._top = top
        self.y = Axis(*y, top + _BOTTOM, top + _TOP)
        ticks = self.y.ticks(_MOST_STEPS)
        left = _MARGIN + max(text_width(text, _SIZE) for _, text in ticks) + _BESIDE
        self.x = Axis(*x, left, _WIDTH - _MARGIN)
        below = self.x.whole_ticks(_SIZE, x_text)
        self._axis = [*self.x.drawn_below(self.y.start, below, _SIZE, labels[0])]
        heading = cut_to_width(printable_text(heading), _HEADING, _WIDTH - 2 * _MARGIN)
        self._marks: list[Mark] = [Text(Point(_MARGIN, top + _HEADING_Y), heading, _HEADING)]
        self._marks.append(Text(Point(_MARGIN, top + _LABEL_Y), labels[1], _SIZE, colour=FAINT))
        for number, text in ticks:
            start, end = Point(left, self.y.at(number)), Point(self.x.end, self.y.at(number))
            self._marks.append(Line(start, end, _GRID))
            beside = start._replace(x=left - _BESIDE)
            self._marks.append(centred_text(beside, text, _SIZE, bold=False, anchor=Anchor.END))
        self._keys: list[tuple[str, Paint, Sequence[Point]]] = []

    def add_bars(
        self,
        points: Iterable[tuple[float, float]],
        colour: str,
        name: str,
        *,
        width: float,
        shift: float = 0.0,
    ) -> None:
        """Add a bar from 0 to each of *points*; its *width* and its *shift* are in millimetres."""
        paint = Paint(stroke=colour, width=width)
        for number, height in points:
            x = self.x.at(number) + shift
            self._marks.append(Line(Point(x, self.y.at(0)), Point(x, self.y.at(height)), paint))
        self._keys.append((name, paint, ()))

    def add_line(
        self,
        points: Iterable[tuple[float, float]],
        style: int,
        name: str,
        *,
        width: float = 0.5,
        radius: float = 0.8,
    ) -> None:
        """Add a line of this *width* through *points*, with a mark of this *radius* on each.

        Both are in millimetres; *style* is counted through STYLES.
        """
        colour, shape = STYLES[style % len(STYLES)]
        paint, corners = Paint(stroke=colour, width=width), transformed(shape, Point(0, 0), radius)
        places = [Point(self.x.at(x), self.y.at(y)) for x, y in points]
        self._marks += [Line(*ends, paint) for ends in pairwise(places)]
        self._marks += [_mark(corners, at, paint) for at in places]
        self._keys.append((name, paint, corners))

    def scene(self) -> Scene:
        """Return the chart with its legend."""
        keys = [(printable_text(name), line, mark) for name, line, mark in self._keys if name]
        room, indent = self.x.end - self.x.start, _SAMPLE + _BESIDE
        widths = [indent + text_width(name, _SIZE) + _GAP for name, *_ in keys]
        cols = max(1, int((room + _GAP) / max(widths, default=room)))
        marks, legend = [*self._marks, *self._axis], self._top + _LEGEND_Y
        y = legend - _ROW
        for number, (name, line, mark) in enumerate(keys):
            row, col = divmod(number, cols)
            x, y = self.x.start + col * max(widths), legend + row * _ROW
            thin = line._replace(width=min(line.width, _THICKEST))
            marks.append(Line(Point(x, y), Point(x + _SAMPLE, y), thin))
            if mark:
                marks.append(_mark(mark, Point(x + _SAMPLE / 2, y), line))
            text = cut_to_width(name, _SIZE, room - indent)
            marks.append(Text(Point(x + indent, y + 0.36 * _SIZE), text, _SIZE))
        return Scene(Box(0.0, 0.0, _WIDTH, y + _MARGIN), marks)


def _mark(corners: Sequence[Point], at: Point, paint: Paint) -> Mark:
    return Polygon(transformed(corners, at, 1.0), Paint(fill=paint.stroke))


def scores_chart(
    series: Mapping[str, Sequence[int]], *, heading: str, mean: str | None = None
) -> Scene:
    """Return the chart of how often scores occurred, in percent.

    Each of the *series*, one or two, has a name for the legend. If there is but one, a line with
    the label *mean* may be drawn at its mean.
    """
    percents = [
        {score: 100 * times / len(scores) for score, times in sorted(Counter(scores).items())}
        for scores in series.values()
    ]
    least, greatest = min(map(min, percents)), max(map(max, percents))
    pad, top = max(0.8, (greatest - least) / 40), 1.05 * max(max(p.values()) for p in percents)
    chart = Chart(heading, ("score", "% of games"), (least - pad, greatest + pad), (0.0, top))
    width = max(_NARROWEST, _BAR * (chart.x.at(1) - chart.x.at(0)) / len(series))
    for number, (name, heights) in enumerate(zip(series, percents, strict=True)):
        shift = (number - (len(series) - 1) / 2) * width
        chart.add_bars(heights.items(), _BAR_COLOURS[number], name, width=width, shift=shift)
    if mean is not None:
        chart.add_bars([(fmean(*series.values()), top)], _MEAN_COLOUR, mean, width=0.5)
    return chart.scene()


def line_chart(
    series: Mapping[str, Sequence[float]], *, heading: str, labels: tuple[str, str]
) -> Scene:
    """Return the chart of *series* of numbers, counted from 0, by their names.

    *labels* are those of the axes.
    """
    numbers = [number for values in series.values() for number in values]
    last, least, greatest = max(map(len, series.values())) - 1, min(numbers), max(numbers)
    beside, above = max(0.3, last / 40), (greatest - least) / 20 or 1.0
    chart = Chart(heading, labels, (-beside, last + beside), (least - above, greatest + above))
    for style, (name, values) in enumerate(series.items()):
        chart.add_line(enumerate(values), style, name if len(series) > 1 else "")
    return chart.scene()
