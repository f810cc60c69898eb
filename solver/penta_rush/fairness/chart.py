"""The picture of a card's fairness: the spread of its optimum, every roll, its hot and cold cells.

block   the rolls with as many pairs, in lines; the rolls of a line share its head
panel   a drawing with axes in inches, so that type fits its cells whatever the card

matplotlib draws. Same input, same bytes: no date, no version, none of a user's own settings.
"""

import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from io import BytesIO
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from solver.drawing.scene import printable_text
from solver.errors import SourceError, quoted
from solver.geometry.cell import Cell
from solver.penta_rush.dice import DICE, Roll
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.heatmap import CROSS, heatmap_colour
from solver.penta_rush.fairness.histogram import histogram_bars

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_LABELLED = 300  # rolls: seven symbols have 266, eight have 504

_INK, _FAINT, _DEAD = "#222222", "#666666", "#e4e4e4"
_LONGEST, _LEGIBLE = 80, 6  # a title, in letters; a text, in typographic points

# Inches: the page, the card's largest cell and side, a roll's cell, the room for heads.
_WIDTH, _MARGIN, _TOP, _GAP, _APART, _LEAST = 13.0, 0.65, 1.6, 1.1, 0.9, 3.6
_CELL, _SIDE = 0.46, 7.2
_WIDE, _HIGH = 0.495, 0.42
_HEAD, _BETWEEN, _LETTER, _STRIP = 0.34, 0.28, 0.075, 0.7

# What would tell the time or the version, by form.
_TELLTALE = {
    "svg": ("Date", "Creator"),
    "png": ("Software",),
    "pdf": ("CreationDate", "Creator", "Producer"),
}
_Place = tuple[float, float, float, float]  # x, y of the upper left corner; width, height


class Block(NamedTuple):
    """The rolls with as many pairs, in *lines*, each behind its head; no head without a pair."""

    title: str
    lines: list[tuple[str, list[Roll]]]


def draw(fairness: CardFairness, *, title: str) -> "Figure":
    """Return the figure of a card: three panels under *title*.

    Raises `SourceError` when matplotlib is not installed.
    """
    with _settings():
        from matplotlib.figure import Figure

        card, count = fairness.card, len(fairness.survey.rows)
        has_labels = count <= MOST_LABELLED
        placed = list(_placed(blocks(fairness.survey.symbols))) if has_labels else []
        low = max((y + _HIGH * len(block.lines) for block, _, y in placed), default=_STRIP)
        cell = min(_CELL, _SIDE / max(card.rows, card.cols))
        width, inner, high = cell * card.cols, _WIDTH - 2 * _MARGIN, max(_LEAST, cell * card.rows)
        figure = Figure((_WIDTH, _TOP + high + _GAP + low + _MARGIN))
        _draw_title(figure, fairness, title)
        _draw_bars(_panel(figure, (_MARGIN, _TOP, inner - width - _APART, high)), fairness)
        right = _MARGIN + inner - width
        _draw_card(_panel(figure, (right, _TOP, width, cell * card.rows)), fairness, cell)
        axes = _panel(figure, (_MARGIN, _TOP + high + _GAP, inner, low))
        order = "" if has_labels else ", from the worst to the best"
        axes.set_title(f"The optimum of each of the {count} rolls{order}", pad=8)
        if has_labels:
            _draw_rolls(axes, fairness, placed)
        else:
            _draw_strip(axes, fairness)
        return figure


def picture(fairness: CardFairness, form: str, *, title: str) -> bytes:
    """Return the figure of a card as a file of *form*: svg, png or pdf.

    Raises `SourceError` when it is of another form, or matplotlib is not installed.
    """
    if form not in _TELLTALE:
        raise SourceError("plot", expected="a file .svg, .png or .pdf", found=quoted(form))
    with _settings(), BytesIO() as file:
        figure = draw(fairness, title=title)
        figure.savefig(file, format=form, metadata=dict.fromkeys(_TELLTALE[form]), dpi=150)
        return file.getvalue()


def blocks(symbols: str) -> list[Block]:
    """Return every legal roll of dice that bear *symbols*: with one pair, with two, with none.

    A line holds the rolls of one pair, or those of one symbol beside two pairs. Of six symbols a
    line has ten, and the roll without a pair that lacks its symbol.
    """
    one_pair, two_pairs = [], []
    for one in symbols:
        others = [other for other in symbols if other != one]
        one_pair.append((2 * one, [_roll(2 * one, *three) for three in combinations(others, 3)]))
        two_pairs.append((one, [_roll(one, *two, *two) for two in combinations(others, 2)]))
    without = [_roll(*five) for five in combinations(symbols, DICE)][::-1]
    cols = max(1, -(-len(without) // len(symbols)))
    no_pair = [("", without[at : at + cols]) for at in range(0, len(without), cols)]
    titles = "one pair, by the pair", "two pairs, by the single symbol", "no pair"
    found = zip(titles, (one_pair, two_pairs, no_pair), strict=True)
    return [Block(title, lines) for title, lines in found if any(line for _, line in lines)]


@contextmanager
def _settings() -> Iterator[None]:
    """Set what a figure depends on, whatever the user has set, and set it back."""
    try:
        import matplotlib as mpl
    except ModuleNotFoundError:
        found, hint = "it is not installed", "pip install 'penta[plot]'"
        raise SourceError("plot", expected="matplotlib", found=found, hint=hint) from None
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # of a title in another script
        mpl.rcdefaults()
        mpl.rc("font", family="DejaVu Sans")  # comes with matplotlib
        mpl.rc("text", color=_INK)
        mpl.rc("axes", titlelocation="left", titlesize=12, titleweight="bold", titlepad=20)
        mpl.rc("axes.formatter", limits=(-9, 9))
        mpl.rc("svg", hashsalt="penta", fonttype="none")
        yield


def _roll(*symbols: str) -> Roll:
    return Roll("".join(sorted("".join(symbols))))


def _placed(found: Sequence[Block]) -> Iterator[tuple[Block, float, float]]:
    """Yield each block and the place of its first roll: side by side while the page has room."""
    x, y, deep = 0.0, 0.0, 0.0
    for block in found:
        head, line = block.lines[0]
        indent = _HEAD if head else 0.0
        width = indent + max(_WIDE * len(line), _LETTER * len(block.title))
        if x and x + width > _WIDTH - 2 * _MARGIN:
            x, y = 0.0, deep + _BETWEEN
        yield block, x + indent, y + _HEAD
        x += width + _BETWEEN
        deep = max(deep, y + _HEAD + _HIGH * len(block.lines))


def _panel(figure: "Figure", place: _Place) -> "Axes":
    """Return axes at *place* on *figure*, both from above."""
    (x, y, width, height), (wide, high) = place, figure.get_size_inches()
    axes = figure.add_axes((x / wide, 1 - (y + height) / high, width / wide, height / high))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.set_axis_off()
    return axes


def _draw_cell(
    axes: "Axes", place: _Place, colours: tuple[str, str], *texts: tuple[float, str, float]
) -> None:
    """Draw a cell; each of *texts* comes with its height in it, 0 to 1 from above, and its size."""
    from matplotlib.patches import Rectangle

    (x, y, wide, high), (fill, ink) = place, colours
    axes.add_patch(Rectangle((x, y), wide, high, facecolor=fill, edgecolor="white", linewidth=1.2))
    for part, text, size in texts:
        at = x + wide / 2, y + part * high
        axes.text(*at, text, size=size, color=ink, ha="center", va="center_baseline")


def _draw_title(figure: "Figure", fairness: CardFairness, title: str) -> None:
    optimum, duds, rows = fairness.optimum, len(fairness.duds), len(fairness.survey.rows)
    dud, five = _percent(fairness.dud_chance), _percent(fairness.five_chance)
    told = (
        f"optimum {optimum.least} to {optimum.greatest}, mean {float(optimum.mean):.2f}, standard "
        f"deviation {optimum.sd:.2f};   {duds} of {rows} rolls worth 0, {dud} % of throws;   "
        f"five shapes in {five} % of throws"
    )
    name = (
        printable_text(title)
        if len(title) <= _LONGEST
        else printable_text(title)[: _LONGEST - 3] + "..."
    )
    size = min(18.0, 760 / max(1, len(name)))
    x, height = _MARGIN / _WIDTH, figure.get_figheight()
    figure.text(x, 1 - 0.6 / height, name, size=size, weight="bold", parse_math=False)
    figure.text(x, 1 - 0.9 / height, told, size=10.5, color=_FAINT)


def _draw_bars(axes: "Axes", fairness: CardFairness) -> None:
    spread, found = fairness.optimum, histogram_bars(fairness.optimum)
    size = min(8.5, 27 * axes.get_xlim()[1] / len(found))
    step = found[0].last - found[0].first + 1
    tallest = 100 * max(float(bar.chance) for bar in found)
    for first, last, chance in found:
        middle, percent = (first + last) / 2, 100 * float(chance)
        fill, _ = heatmap_colour(min(last, spread.greatest), spread.greatest)
        axes.bar(middle, percent, 0.86 * step, color=fill, edgecolor=_FAINT, linewidth=0.5)
        if chance:
            axes.text(middle, percent + tallest / 90, _percent(chance), size=size, ha="center")
    mean, sd, high = float(spread.mean), spread.sd, 1.12 * tallest
    axes.plot([mean - sd, mean + sd], [high, high], color=_INK, marker="|", markersize=9)
    axes.plot(mean, high, color=_INK, marker="v")
    axes.text(mean, 1.17 * tallest, f"mean {mean:.2f} ± {sd:.2f}", size=9, ha="center")
    pad = max(0.6 * step, 4 - (spread.greatest - spread.least) / 2)
    axes.set(xlim=(spread.least - pad, found[-1].last + pad), ylim=(0, 1.24 * tallest))
    axes.set_axis_on()
    if step == 1:
        axes.set_xticks([bar.first for bar in found])
    axes.tick_params(labelsize=size, color=_FAINT)
    axes.yaxis.set_visible(False)
    axes.spines[["top", "left", "right"]].set_visible(False)
    axes.set_xlabel("optimum, in points", size=9, color=_FAINT)
    axes.set_title("The optimum, in percent of all throws")


def _draw_card(axes: "Axes", fairness: CardFairness, side: float) -> None:
    greatest, dead = max(fairness.placements_per_cell.values()), len(fairness.dead_cells)
    large, small = 28 * side, 72 * side / max(4.2, 0.72 * len(str(greatest)))
    for cell, through in fairness.placements_per_cell.items():
        colours = heatmap_colour(through, greatest) if through else (_DEAD, _INK)
        below = (0.76, str(through), small) if through else (0.72, CROSS, large)
        place = cell.col * side, cell.row * side, side, side
        _draw_cell(axes, place, colours, (0.36, fairness.card[cell], large), below)
    for col in range(fairness.card.cols):
        name, x = str(Cell(0, col))[:-1], (col + 0.5) * side
        axes.text(x, -0.06, name, size=8, color=_FAINT, ha="center")
    for row in range(fairness.card.rows):
        y = (row + 0.5) * side
        axes.text(-0.07, y, str(row + 1), size=8, color=_FAINT, ha="right", va="center_baseline")
    axes.set_title("Placements through each cell" + f"; {CROSS} dead: {dead}" * bool(dead))


def _draw_rolls(
    axes: "Axes", fairness: CardFairness, placed: Sequence[tuple[Block, float, float]]
) -> None:
    optimum, greatest = (
        {row.roll: row.optimum for row in fairness.survey},
        fairness.optimum.greatest,
    )
    size = min(11.0, 50 / len(str(greatest)))
    for block, left, top in placed:
        axes.text(left, top - 0.07, block.title, size=9, color=_FAINT)
        for row, (head, line) in enumerate(block.lines):
            y = top + row * _HIGH
            axes.text(left - 0.07, y + _HIGH / 2, head, size=9, ha="right", va="center_baseline")
            for col, roll in enumerate(line):
                place, value = (left + col * _WIDE, y, _WIDE, _HIGH), optimum[roll]
                texts = (0.36, str(roll), 7.2), (0.76, str(value), size)
                _draw_cell(axes, place, heatmap_colour(value, greatest), *texts)


def _draw_strip(axes: "Axes", fairness: CardFairness) -> None:
    """Draw all rolls from the worst to the best, those of one optimum as one."""
    counts = Counter(row.optimum for row in fairness.worst_first)
    each, x = axes.get_xlim()[1] / counts.total(), 0.0
    for value, count in counts.items():
        wide, text = count * each, str(value)
        size = min(11.0, 100 * wide / len(text))
        texts = [(0.5, text, size)] if size > _LEGIBLE else []
        _draw_cell(
            axes, (x, 0, wide, _STRIP), heatmap_colour(value, fairness.optimum.greatest), *texts
        )
        x += wide


def _percent(chance: Fraction) -> str:
    return f"{100 * float(chance):.1f}"
