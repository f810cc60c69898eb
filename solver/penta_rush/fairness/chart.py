"""The chart of a card's fairness: the distribution of its best score, every roll, every cell."""

from collections import Counter
from collections.abc import Iterator, Mapping

from solver.drawing.chart import Axis
from solver.drawing.scene import (
    WHITE,
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
from solver.geometry.cell import col_name, row_name
from solver.penta_rush.dice import Roll
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.distribution import format_percent
from solver.penta_rush.fairness.heatmap import CROSS, heatmap_colour, roll_blocks
from solver.penta_rush.people.card_people import CardPeople
from solver.penta_rush.people.skill import MODEL

_MAX_LABELLED = 300  # rolls: seven symbols have 266, eight have 504
_TEXT, _FAINT, _DEAD = "#222222", "#666666", "#e4e4e4"
_CELL_EDGE, _BAR_EDGE = Paint(stroke=WHITE, width=0.42), Paint(stroke=_FAINT, width=0.18)
_SPREAD = Paint(stroke=_TEXT, width=0.5)  # from mean - sd to mean + sd

# Millimetres, as all that follows: the page, and the gaps between its panels.
_WIDTH, _MARGIN, _TOP, _GAP_BELOW, _GAP_BESIDE, _MIN_HEIGHT = 330.0, 16.5, 40.6, 28.0, 22.8, 91.4
_CELL, _SIDE = 11.7, 183.0  # the card's largest cell and side
# A roll, the room for the head of its line and the title of its block, between two blocks.
_ROLL_WIDTH, _ROLL_HEIGHT, _HEAD, _BLOCK_GAP = 12.6, 10.7, 8.6, 7.1
_STRIP_HEIGHT = 17.8  # of rolls without labels
# Type: the title, and below it; of a panel, a label, a name, a bar, a roll; of scores.
_TITLE, _BELOW, _PANEL, _LABEL, _NAME, _BAR, _ROLL = 6.4, 3.7, 4.2, 3.2, 2.8, 3.0, 2.5
_LARGEST, _SMALLEST = 3.9, 2.1
_BESIDE = 1.8  # between a name and what it names


def fairness_chart(
    fairness: CardFairness, *, title: str, people: CardPeople | None = None
) -> Scene:
    """Return three panels under *title*: the distribution, the card, the rolls.

    A fourth one has what is expected of *people* at each roll, if they were measured in time.
    """
    card, count, dead = fairness.card, len(fairness.survey.rows), len(fairness.dead_cells)
    side = min(_CELL, _SIDE / max(card.rows, card.cols))
    card_title = "Placements through each cell" + f"; {CROSS} dead: {dead}" * bool(dead)
    left = _WIDTH - _MARGIN - max(side * card.cols, text_width(card_title, _PANEL))
    height = max(_MIN_HEIGHT, side * card.rows)
    top, has_labels = _TOP + height + _GAP_BELOW, count <= _MAX_LABELLED
    order = "" if has_labels else ", from the worst to the best"
    draw_rolls, symbols = _draw_rolls if has_labels else _draw_strip, fairness.survey.symbols
    marks = [
        *_draw_title(fairness, title),
        _panel_title(_MARGIN, _TOP - 7.1, "The best score, in percent of all throws"),
        *_draw_bars(fairness, Box(_MARGIN, _TOP, left - _GAP_BESIDE - _MARGIN, height)),
        _panel_title(left, _TOP - 7.1, card_title),
        *_draw_card(fairness, Point(left, _TOP), side),
        _panel_title(_MARGIN, top - 2.8, f"The best score of each of the {count} rolls{order}"),
        *draw_rolls({row.roll: row.optimum for row in fairness.survey}, symbols, top),
    ]
    if people and people.is_whole:
        top = _bottom(marks) + _GAP_BELOW
        skill = f"Points expected of people of skill {people.skill} at each roll"
        figures = f"mean {people.mean:.2f}, sd {people.sd:.2f}"
        text = f"{skill}, by {MODEL}; {figures}"
        text = cut_to_width(text, _PANEL, _WIDTH - 2 * _MARGIN)
        means = {row.roll: round(row.mean, 1) for row in people.rows}
        marks += [_panel_title(_MARGIN, top - 2.8, text), *draw_rolls(means, symbols, top)]
    return Scene(Box(0.0, 0.0, _WIDTH, _bottom(marks) + _MARGIN), marks)


def _bottom(marks: list[Mark]) -> float:
    return max(point.y for mark in marks if isinstance(mark, Polygon) for point in mark.points)


def _panel_title(x: float, y: float, text: str) -> Text:
    return Text(Point(x, y), text, _PANEL, Anchor.START, _TEXT, bold=True)


def _level(  # noqa: PLR0913, PLR0917
    x: float, y: float, text: str, size: float, colour: str = _TEXT, anchor: Anchor = Anchor.MIDDLE
) -> Text:
    return centred_text(Point(x, y), text, size, colour=colour, bold=False, anchor=anchor)


def _draw_cell(
    box: Box, colours: tuple[str, str], *texts: tuple[float, str, float]
) -> Iterator[Mark]:
    """Draw a cell; each of *texts* comes with its height in it, 0 to 1 from above, and its size."""
    fill, colour = colours
    yield Polygon(box.corners, _CELL_EDGE._replace(fill=fill))
    for height, text, size in texts:
        yield _level(box.centre.x, box.y + height * box.height, text, size, colour)


def _draw_title(fairness: CardFairness, title: str) -> Iterator[Mark]:
    optimum, duds, rows = fairness.optimum, len(fairness.duds), len(fairness.survey.rows)
    dud, five = format_percent(fairness.dud_chance), format_percent(fairness.five_chance)
    summary = (
        f"best score {optimum.least} to {optimum.greatest}, mean {float(optimum.mean):.2f}, "
        f"standard deviation {optimum.sd:.2f}; {duds} of {rows} rolls worth 0, {dud} % of "
        f"throws; five shapes in {five} % of throws"
    )
    room = _WIDTH - 2 * _MARGIN
    name = cut_to_width(printable_text(title), _TITLE / 2, room)
    # The names of symbols are too long for the cells.
    key = ", ".join(f"{letter} = {printable_text(n)}" for letter, n in fairness.card.legend.names)
    lines = (
        (name, 14.4, _TITLE, _TEXT),
        (summary, 21.6, _BELOW, _FAINT),
        (key, 27.2, _BELOW, _FAINT),
    )
    for text, y, size, colour in lines:
        fitting = min(size, room / max(1.0, text_width(text, 1.0)))
        yield Text(Point(_MARGIN, y), text, fitting, Anchor.START, colour, bold=colour == _TEXT)


def _draw_bars(fairness: CardFairness, panel: Box) -> Iterator[Mark]:
    """Draw the histogram of the best score, and above it the mean and the standard deviation."""
    optimum, bars = fairness.optimum, fairness.optimum.histogram()
    mean, sd, step = float(optimum.mean), optimum.sd, bars[0].last - bars[0].first + 1
    pad = max(0.6 * step, 4 - (optimum.greatest - optimum.least) / 2)
    low, high = min(optimum.least - pad, mean - sd), max(bars[-1].last + pad, mean + sd)
    x = Axis(low, high, panel.x, panel.right)
    y = Axis(0.0, 1.24 * max(float(bar.chance) for bar in bars), panel.bottom, panel.y)
    size, width = min(_BAR, 0.375 * panel.width / len(bars)), 0.86 * (x.at(step) - x.at(0))
    for first, last, chance in bars:
        middle, top = x.at((first + last) / 2), y.at(float(chance))
        fill, _ = heatmap_colour(min(last, optimum.greatest), optimum.greatest)
        box = Box(middle - width / 2, top, width, panel.bottom - top)
        if chance:
            yield Polygon(box.corners, _BAR_EDGE._replace(fill=fill))
            yield Text(Point(middle, top - 1), format_percent(chance), size, Anchor.MIDDLE, _TEXT)
    ticks = [(bar.first, str(bar.first)) for bar in bars] if step == 1 else x.whole_ticks(size)
    yield from x.drawn_below(panel.bottom, ticks, size, "best score, in points")
    level = y.at(1.12 / 1.24 * y.high)
    ends = Point(x.at(mean - sd), level), Point(x.at(mean + sd), level)
    yield Line(*ends, _SPREAD)
    for end in ends:
        yield Line(end._replace(y=level - 1.6), end._replace(y=level + 1.6), _SPREAD)
    marker = transformed(regular_polygon(3, -1.7), Point(x.at(mean), level), 1.0)
    yield Polygon(marker, Paint(fill=_TEXT))
    text = f"mean {mean:.2f} ± {sd:.2f}"
    half = text_width(text, _LABEL) / 2
    middle = min(max(x.at(mean), panel.x + half), panel.right - half)
    yield _level(middle, level - 5, text, _LABEL)


def _draw_card(fairness: CardFairness, corner: Point, side: float) -> Iterator[Mark]:
    """Draw the card with the number of placements that cover each cell."""
    card, counts = fairness.card, fairness.placements_per_cell
    greatest = max(counts.values())
    large, small = 0.39 * side, side / max(4.2, 0.72 * len(str(greatest)))
    for cell, count in counts.items():
        colours = heatmap_colour(count, greatest) if count else (_DEAD, _TEXT)
        count_text = (0.76, str(count), small) if count else (0.74, CROSS, large)
        box = Box(corner.x + cell.col * side, corner.y + cell.row * side, side, side)
        yield from _draw_cell(box, colours, (0.36, card[cell], large), count_text)
    for col in range(card.cols):
        above = Point(corner.x + (col + 0.5) * side, corner.y - _BESIDE)
        yield Text(above, col_name(col), _NAME, Anchor.MIDDLE, _FAINT)
    for row in range(card.rows):
        y = corner.y + (row + 0.5) * side
        yield _level(corner.x - _BESIDE, y, row_name(row), _NAME, _FAINT, Anchor.END)


def _draw_rolls(points: Mapping[Roll, float], symbols: str, top: float) -> Iterator[Mark]:
    """Draw all rolls in their blocks, which stand side by side while the page has room."""
    greatest = max(points.values())
    size = min(_LARGEST, 17.6 / len(str(greatest)))
    x, bottom = _MARGIN, top
    for block in roll_blocks(symbols):
        head, line = block.lines[0]
        indent = _HEAD if head else 0.0
        width = indent + max(_ROLL_WIDTH * len(line), text_width(block.title, _LABEL))
        if x > _MARGIN and x + width > _WIDTH - _MARGIN:
            x, top = _MARGIN, bottom + _BLOCK_GAP
        yield Text(Point(x + indent, top + _HEAD - _BESIDE), block.title, _LABEL, colour=_FAINT)
        for number, (head, line) in enumerate(block.lines):
            box = Box(x + indent, top + _HEAD + number * _ROLL_HEIGHT, _ROLL_WIDTH, _ROLL_HEIGHT)
            bottom = max(bottom, box.bottom)
            yield _level(box.x - _BESIDE, box.centre.y, head, _LABEL, anchor=Anchor.END)
            for col, roll in enumerate(line):
                colours = heatmap_colour(points[roll], greatest)
                texts = (0.34, str(roll), _ROLL), (0.73, str(points[roll]), size)
                yield from _draw_cell(box.moved(col * _ROLL_WIDTH, 0.0), colours, *texts)
        x += width + _BLOCK_GAP


def _draw_strip(points: Mapping[Roll, float], _symbols: str, top: float) -> Iterator[Mark]:
    """Draw all rolls from the worst to the best, those of the same *points* as one cell."""
    counts = Counter(sorted(points.values()))
    x = _MARGIN
    for value, count in counts.items():
        width, text = (_WIDTH - 2 * _MARGIN) * count / counts.total(), str(value)
        size = min(_LARGEST, 1.4 * width / len(text))
        texts = [(0.5, text, size)] if size > _SMALLEST else []
        colours = heatmap_colour(value, max(counts))
        yield from _draw_cell(Box(x, top, width, _STRIP_HEIGHT), colours, *texts)
        x += width
