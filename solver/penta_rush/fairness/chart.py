"""The chart of a card's fairness: the distribution of its best score, every roll, every cell."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from solver.answer import DPI
from solver.drawing.chart import chart_file, chart_settings
from solver.drawing.scene import Box, printable_text
from solver.geometry.cell import col_name, row_name
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.distribution import format_percent
from solver.penta_rush.fairness.heatmap import CROSS, RollBlock, heatmap_colour, roll_blocks

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MAX_LABELLED = 300  # rolls: seven symbols have 266, eight have 504
_TEXT, _FAINT, _DEAD = "#222222", "#666666", "#e4e4e4"
_MAX_TITLE, _MIN_TYPE = 80, 6  # letters; typographic points
_THEME = {
    "text.color": _TEXT,
    "axes.titlelocation": "left",
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlepad": 20,
    "axes.formatter.limits": (-9, 9),
}

# Inches: the page, and the gaps between its panels; the card's largest cell and side.
_WIDTH, _MARGIN, _TOP, _GAP_BELOW, _GAP_BESIDE, _MIN_HEIGHT = 13.0, 0.65, 1.6, 1.1, 0.9, 3.6
_CELL, _SIDE = 0.46, 7.2
# Inches: a roll, the room for the head of its line and the title of its block, between two blocks,
# a letter of a title; the strip of rolls without labels.
_ROLL_WIDTH, _ROLL_HEIGHT, _HEAD, _BLOCK_GAP, _LETTER = 0.495, 0.42, 0.34, 0.28, 0.075
_STRIP_HEIGHT = 0.7

_PlacedBlock = tuple[RollBlock, float, float]  # x, y of the upper left corner of its first roll


def fairness_chart(fairness: CardFairness, ending: str, *, dpi: int = DPI, title: str) -> bytes:
    """Return the chart of a card as a file of this *ending*."""
    with chart_settings(_THEME):
        return chart_file(fairness_figure(fairness, title=title), ending, dpi=dpi)


def fairness_figure(fairness: CardFairness, *, title: str) -> "Figure":
    """Return three panels under *title*; their axes are in inches, so that type fits its cells."""
    from matplotlib.figure import Figure

    card, count = fairness.card, len(fairness.survey.rows)
    has_labels = count <= _MAX_LABELLED
    placed = list(_place_blocks(roll_blocks(fairness.survey.symbols))) if has_labels else []
    bottoms = (y + _ROLL_HEIGHT * len(block.lines) for block, _, y in placed)
    rolls_height = max(bottoms, default=_STRIP_HEIGHT)
    cell = min(_CELL, _SIDE / max(card.rows, card.cols))
    card_width, inner_width = cell * card.cols, _WIDTH - 2 * _MARGIN
    height = max(_MIN_HEIGHT, cell * card.rows)
    figure = Figure((_WIDTH, _TOP + height + _GAP_BELOW + rolls_height + _MARGIN))
    _draw_title(figure, fairness, title)
    bars = Box(_MARGIN, _TOP, inner_width - card_width - _GAP_BESIDE, height)
    _draw_bars(_panel(figure, bars), fairness)
    field = Box(_MARGIN + inner_width - card_width, _TOP, card_width, cell * card.rows)
    _draw_card(_panel(figure, field), fairness, cell)
    rolls = Box(_MARGIN, _TOP + height + _GAP_BELOW, inner_width, rolls_height)
    axes = _panel(figure, rolls)
    order = "" if has_labels else ", from the worst to the best"
    axes.set_title(f"The best score of each of the {count} rolls{order}", pad=8)
    if has_labels:
        _draw_rolls(axes, fairness, placed)
    else:
        _draw_strip(axes, fairness)
    return figure


def _place_blocks(blocks: Sequence[RollBlock]) -> Iterator[_PlacedBlock]:
    """Yield each block with its corner: side by side while the page has room."""
    x, y, bottom = 0.0, 0.0, 0.0
    for block in blocks:
        head, line = block.lines[0]
        indent = _HEAD if head else 0.0
        width = indent + max(_ROLL_WIDTH * len(line), _LETTER * len(block.title))
        if x and x + width > _WIDTH - 2 * _MARGIN:
            x, y = 0.0, bottom + _BLOCK_GAP
        yield block, x + indent, y + _HEAD
        x += width + _BLOCK_GAP
        bottom = max(bottom, y + _HEAD + _ROLL_HEIGHT * len(block.lines))


def _panel(figure: "Figure", box: Box) -> "Axes":
    """Return axes in *box* on *figure*; y counts down in both."""
    (x, y, width, height), (page_width, page_height) = box, figure.get_size_inches()
    left, bottom = x / page_width, 1 - (y + height) / page_height
    axes = figure.add_axes((left, bottom, width / page_width, height / page_height))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.set_axis_off()
    return axes


def _draw_cell(
    axes: "Axes", box: Box, colours: tuple[str, str], *texts: tuple[float, str, float]
) -> None:
    """Draw a cell; each of *texts* comes with its height in it, 0 to 1 from above, and its size."""
    from matplotlib.patches import Rectangle

    (x, y, width, height), (fill, text_colour) = box, colours
    cell = Rectangle((x, y), width, height, facecolor=fill, edgecolor="white", linewidth=1.2)
    axes.add_patch(cell)
    for level, text, size in texts:
        at = x + width / 2, y + level * height
        axes.text(*at, text, size=size, color=text_colour, ha="center", va="center_baseline")


def _draw_title(figure: "Figure", fairness: CardFairness, title: str) -> None:
    optimum, duds, rows = fairness.optimum, len(fairness.duds), len(fairness.survey.rows)
    dud, five = format_percent(fairness.dud_chance), format_percent(fairness.five_chance)
    summary = (
        f"best score {optimum.least} to {optimum.greatest}, mean {float(optimum.mean):.2f}, "
        f"standard deviation {optimum.sd:.2f};   {duds} of {rows} rolls worth 0, {dud} % of "
        f"throws;   five shapes in {five} % of throws"
    )
    name = printable_text(title)
    if len(name) > _MAX_TITLE:
        name = name[: _MAX_TITLE - 3] + "..."
    size = min(18.0, 760 / max(1, len(name)))
    x, height = _MARGIN / _WIDTH, figure.get_figheight()
    figure.text(x, 1 - 0.6 / height, name, size=size, weight="bold", parse_math=False)
    figure.text(x, 1 - 0.9 / height, summary, size=10.5, color=_FAINT)
    key = ",  ".join(f"{letter} = {printable_text(n)}" for letter, n in fairness.card.legend.names)
    if key:  # names are too long for the cells
        size = min(10.5, 1800 / len(key))
        figure.text(x, 1 - 1.12 / height, key, size=size, color=_FAINT, parse_math=False)


def _draw_bars(axes: "Axes", fairness: CardFairness) -> None:
    """Draw the histogram of the best score, and above it the mean and the standard deviation."""
    optimum, bars = fairness.optimum, fairness.optimum.histogram()
    size = min(8.5, 27 * axes.get_xlim()[1] / len(bars))
    step = bars[0].last - bars[0].first + 1
    tallest = 100 * max(float(bar.chance) for bar in bars)
    for first, last, chance in bars:
        middle, percent = (first + last) / 2, 100 * float(chance)
        fill, _ = heatmap_colour(min(last, optimum.greatest), optimum.greatest)
        axes.bar(middle, percent, 0.86 * step, color=fill, edgecolor=_FAINT, linewidth=0.5)
        if chance:
            axes.text(
                middle, percent + tallest / 90, format_percent(chance), size=size, ha="center"
            )
    mean, sd, above = float(optimum.mean), optimum.sd, 1.12 * tallest
    axes.plot([mean - sd, mean + sd], [above, above], color=_TEXT, marker="|", markersize=9)
    axes.plot(mean, above, color=_TEXT, marker="v")
    axes.text(mean, 1.17 * tallest, f"mean {mean:.2f} ± {sd:.2f}", size=9, ha="center")
    pad = max(0.6 * step, 4 - (optimum.greatest - optimum.least) / 2)
    axes.set(xlim=(optimum.least - pad, bars[-1].last + pad), ylim=(0, 1.24 * tallest))
    axes.set_axis_on()
    if step == 1:
        axes.set_xticks([bar.first for bar in bars])
    axes.tick_params(labelsize=size, color=_FAINT)
    axes.yaxis.set_visible(False)
    axes.spines[["top", "left", "right"]].set_visible(False)
    axes.set_xlabel("best score, in points", size=9, color=_FAINT)
    axes.set_title("The best score, in percent of all throws")


def _draw_card(axes: "Axes", fairness: CardFairness, side: float) -> None:
    """Draw the card with the number of placements that cover each cell."""
    card, counts = fairness.card, fairness.placements_per_cell
    greatest, dead = max(counts.values()), len(fairness.dead_cells)
    large, small = 28 * side, 72 * side / max(4.2, 0.72 * len(str(greatest)))
    for cell, count in counts.items():
        colours = heatmap_colour(count, greatest) if count else (_DEAD, _TEXT)
        count_text = (0.76, str(count), small) if count else (0.72, CROSS, large)
        box = Box(cell.col * side, cell.row * side, side, side)
        _draw_cell(axes, box, colours, (0.36, card[cell], large), count_text)
    for col in range(card.cols):
        x = (col + 0.5) * side
        axes.text(x, -0.06, col_name(col), size=8, color=_FAINT, ha="center")
    for row in range(card.rows):
        y = (row + 0.5) * side
        name = row_name(row)
        axes.text(-0.07, y, name, size=8, color=_FAINT, ha="right", va="center_baseline")
    axes.set_title("Placements through each cell" + f"; {CROSS} dead: {dead}" * bool(dead))


def _draw_rolls(axes: "Axes", fairness: CardFairness, placed: Sequence[_PlacedBlock]) -> None:
    optimum = {row.roll: row.optimum for row in fairness.survey}
    greatest = fairness.optimum.greatest
    size = min(11.0, 50 / len(str(greatest)))
    for block, left, top in placed:
        axes.text(left, top - 0.07, block.title, size=9, color=_FAINT)
        for number, (head, line) in enumerate(block.lines):
            y = top + number * _ROLL_HEIGHT
            middle = y + _ROLL_HEIGHT / 2
            axes.text(left - 0.07, middle, head, size=9, ha="right", va="center_baseline")
            for col, roll in enumerate(line):
                box = Box(left + col * _ROLL_WIDTH, y, _ROLL_WIDTH, _ROLL_HEIGHT)
                colours = heatmap_colour(optimum[roll], greatest)
                texts = (0.36, str(roll), 7.2), (0.76, str(optimum[roll]), size)
                _draw_cell(axes, box, colours, *texts)


def _draw_strip(axes: "Axes", fairness: CardFairness) -> None:
    """Draw all rolls from the worst to the best, those of one best score as one cell."""
    counts = Counter(row.optimum for row in fairness.worst_first)
    roll_width, x = axes.get_xlim()[1] / counts.total(), 0.0
    for value, count in counts.items():
        width, text = count * roll_width, str(value)
        size = min(11.0, 100 * width / len(text))
        texts = [(0.5, text, size)] if size > _MIN_TYPE else []
        colours = heatmap_colour(value, fairness.optimum.greatest)
        _draw_cell(axes, Box(x, 0, width, _STRIP_HEIGHT), colours, *texts)
        x += width
