"""Charts: axes with round numbers, bars as high as their figures, lines, and a legend."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.answer import picture_files
from solver.drawing.chart import STYLES, Axis, line_chart, scores_chart
from solver.drawing.scene import Anchor, Line, Point, Polygon, Scene, Text, text_width
from solver.files.origin import is_ours
from tests.solver.drawing.pages import check_texts, mark_box, texts
from tests.support import cases

LABELS = ("turn", "expected")
LINES = {"$x^2$": [3.0, 5.5, -1.25, 4.0], "\u68cb\u76d8": [0.5, 2.0], "<b>&": [1.0]}
SCORES = {"played": [7, 9, 9, 12], "in hindsight": [9, 12, 12, 12, 12]}


def _texts(low: float, high: float, most: int) -> list[str]:
    return [text for _, text in Axis(low, high, 0, 100).ticks(most)]


@cases(
    "low high most expected",
    (0, 7, 7, "0 1 2 3 4 5 6 7"),
    (0, 7, 6, "0 2 4 6"),
    (0, 7, 3, "0 5"),
    (-3, 4.2, 4, "-2 0 2 4"),
    (0, 0.31, 4, "0.0 0.1 0.2 0.3"),
    (0.1, 0.3, 4, "0.10 0.15 0.20 0.25 0.30"),
    (0, 2_500_000, 5, "0 500,000 1,000,000 1,500,000 2,000,000 2,500,000"),
    (0.00011, 0.00015, 2, "0.00012 0.00014"),
)
def test_ticks_are_round_numbers(low: float, high: float, most: int, expected: str) -> None:
    assert _texts(low, high, most) == expected.split()


@given(st.floats(-1e4, 1e4), st.floats(0.01, 1e6), st.integers(1, 12))
def test_ticks_lie_on_their_axis_and_are_equally_far_apart(
    low: float, length: float, most: int
) -> None:
    axis = Axis(low, low + length, 170.0, 20.0)
    ticks = [number for number, _ in axis.ticks(most)]
    assert len(ticks) <= most + 1
    assert all(20 - 1e-6 <= axis.at(number) <= 170 + 1e-6 for number in ticks)
    steps = [second - first for first, second in pairwise(ticks)]
    assert steps == pytest.approx([steps[0]] * len(steps) if steps else [], rel=1e-4)
    # With the next smaller round step they would be too many.
    assert not steps or length / steps[0] > most / 2.5 - 1e-6


@given(st.floats(-1e6, 1e6), st.floats(1, 1e6), st.floats(1, 4))
def test_whole_numbers_on_an_axis_have_room(low: float, length: float, size: float) -> None:
    axis = Axis(low, low + length, 20.0, 170.0)
    ticks = axis.whole_ticks(size)
    assert all(float(text.replace(",", "")) == number for number, text in ticks)
    for (first, left), (second, right) in pairwise(ticks):
        halves = (text_width(left, size) + text_width(right, size)) / 2
        assert axis.at(first) + halves < axis.at(second)


def _ticks(chart: Scene) -> tuple[dict[str, float], dict[str, float]]:
    """Return where the ticks of the level and of the upright axis lie, by their texts."""
    written = [mark for mark in chart.marks if isinstance(mark, Text)]
    level = {text.text: text.at.x for text in written if text.anchor is Anchor.MIDDLE}
    upright = {
        text.text: text.at.y - 0.36 * text.size for text in written if text.anchor is Anchor.END
    }
    return level, upright


def _lines(chart: Scene, colour: str) -> list[Line]:
    """Return the lines of this *colour*; one in the legend comes last."""
    return [mark for mark in chart.marks if isinstance(mark, Line) and mark.paint.stroke == colour]


def test_bars_are_as_high_as_their_scores_are_frequent_and_side_by_side() -> None:
    chart = scores_chart(SCORES, heading="")
    x, y = _ticks(chart)
    step, percent = (x["12"] - x["9"]) / 3, (y["0"] - y["80"]) / 80
    for scores, colour, side in zip(SCORES.values(), ("#56b4e9", "#e69f00"), (-1, 1), strict=True):
        *bars, sample = _lines(chart, colour)
        assert sample.start.y == sample.end.y
        for bar, (score, count) in zip(bars, sorted(Counter(scores).items()), strict=True):
            width = bar.paint.width
            assert width == pytest.approx(0.43 * step)
            middle = x["9"] + (score - 9) * step + side * width / 2
            assert (bar.start.x, bar.end.x) == pytest.approx((middle, middle))
            assert bar.start.y == pytest.approx(y["0"])
            assert y["0"] - bar.end.y == pytest.approx(100 * count / len(scores) * percent)


def test_of_a_single_series_the_bars_stand_on_their_scores_and_a_line_on_their_mean() -> None:
    chart = scores_chart({"": [3, 4, 4, 9]}, heading="", mean="mean 5 $")
    (mean, sample), bars = _lines(chart, "#d55e00"), _lines(chart, "#56b4e9")
    x, _ = _ticks(chart)
    assert [bar.start.x for bar in bars] == pytest.approx([x["3"], x["4"], x["9"]])
    assert (mean.start.x, mean.end.x) == pytest.approx((x["5"], x["5"]))
    assert mean.end.y < min(bar.end.y for bar in bars)
    assert sample.start.y == sample.end.y > mean.start.y
    assert "mean 5 $" in texts(chart)


def test_bars_of_scores_that_lie_far_apart_are_seen() -> None:
    bars = _lines(scores_chart({"": [0, 100_000]}, heading=""), "#56b4e9")
    assert [bar.paint.width for bar in bars] == [0.2, 0.2]


def test_lines_go_through_their_numbers_and_each_has_a_mark_and_a_colour_of_its_own() -> None:
    chart = line_chart(LINES, heading="", labels=LABELS)
    x, y = _ticks(chart)
    shapes = set()
    for (colour, _), values in zip(STYLES, LINES.values(), strict=False):
        *lines, _ = _lines(chart, colour)
        places = [
            Point(x["0"] + turn * (x["1"] - x["0"]), y["0"] + value * (y["4"] - y["0"]) / 4)
            for turn, value in enumerate(values)
        ]
        for line, (start, end) in zip(lines, pairwise(places), strict=True):
            assert (*line.start, *line.end) == pytest.approx((*start, *end))
        drawn = [mark for mark in chart.marks if isinstance(mark, Polygon)]
        *marks, sample = [mark_box(mark) for mark in drawn if mark.paint.fill == colour]
        assert len(marks) == len(places)
        for box, (across, down) in zip(marks, places, strict=True):
            assert box.centre.x == pytest.approx(across, abs=1e-4)
            assert box.y < down < box.bottom
        shapes.add((round(sample.width, 3), round(sample.height, 3)))
    assert len(shapes) == len(LINES)


@cases(
    "chart",
    line_chart(LINES, heading="$a$", labels=LABELS),
    line_chart({"": [5.0]}, heading="", labels=LABELS),
    line_chart({"": [0.00011, 0.00015]}, heading="W" * 300, labels=LABELS),
    line_chart({n * "Wi": [-n, n * 1e6] for n in range(1, 70)}, heading="", labels=LABELS),
    scores_chart(SCORES, heading="Solitaires"),
    scores_chart({"one": [7]}, heading=""),
    scores_chart({"": [0, 123_456]}, heading="", mean="mean"),
    scores_chart({"": range(40)}, heading=""),
)
def test_all_texts_lie_on_the_page_and_none_over_another(chart: Scene) -> None:
    check_texts(chart)


def test_names_are_shown_as_they_are_but_for_what_no_file_may_hold() -> None:
    series = {**LINES, "a\x00b\ud800": [1.0]}
    shown = texts(line_chart(series, heading="$c_1$\n", labels=LABELS))
    assert {*LINES, "a?b?", "$c_1$?"} <= set(shown)
    assert not {*LINES} & {*texts(line_chart({"Ann": [1.0]}, heading="", labels=LABELS))}


@pytest.mark.parametrize("ending", [".svg", ".png", ".pdf"])
def test_a_chart_is_the_same_bytes_every_time_and_known_as_ours(
    ending: str, tmp_path: Path
) -> None:
    files = [
        picture_files([line_chart(LINES, heading="", labels=LABELS)], ending, title="lines")
        for _ in range(2)
    ]
    assert files[0] == files[1]
    (tmp_path / "chart").write_bytes(files[0][0])
    assert is_ours(tmp_path / "chart")
