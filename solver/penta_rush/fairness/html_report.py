"""The report on cards as one page of HTML that needs no other file, to be sent to someone.

The verdicts come first, then a section for each card. Numbers show the exact fraction, and drawings
the cell or the bar, to whoever hovers over them. No script and no date: same input, same bytes.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from typing import NamedTuple

from solver.drawing.scene import printable_text
from solver.geometry.cell import col_name, row_name
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.card_report import extreme_rolls
from solver.penta_rush.fairness.distribution import QUANTILES, Distribution, format_percent
from solver.penta_rush.fairness.heatmap import CROSS, heatmap_colour
from solver.penta_rush.survey.card_survey import RollSurvey

_MAX_NAMED = 60  # duds, dead cells
_SIDE, _EDGE = 40, 24  # pixels: of a cell, of the names beside the card
_CHART, _OVER, _WIDEST = (640, 200), 50, 64  # of all bars; above them; the widest bar
_LINE = 'stroke="currentColor" stroke-width="0.8"'

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --faint: #595959; --line: #ccc;
  --yes: #00598c; --no: #a34400 }
@media (prefers-color-scheme: dark) { :root { --ink: #eaeaea; --paper: #17191c; --faint: #a9adb3;
  --line: #44484e; --yes: #7cc6f2; --no: #ffa866 } }
body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
section { margin-top: 3rem; border-top: 2px solid var(--line) } a { color: inherit }
h1, h2, h3 { line-height: 1.2 } h1, h2, p { overflow-wrap: anywhere }
h3 { margin: 2rem 0 .5rem; font-size: 1.05rem }
.yes, .no { font-size: 1.3rem; font-weight: bold } .yes { color: var(--yes) }
.no { color: var(--no) } pre { overflow-x: auto }
.side { display: flex; flex-wrap: wrap; gap: 0 3rem; align-items: flex-start }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0 }
caption { text-align: left; font-weight: bold } summary { cursor: pointer; margin-top: 2rem }
th, td { padding: .15rem 0 .15rem 1.2rem; text-align: right; border-bottom: 1px solid var(--line) }
th { font-weight: normal; text-align: right } thead th { color: var(--faint) }
th:first-child { text-align: left; padding-left: 0 } td b { padding: .1rem .5rem }
svg { overflow: visible; max-width: 100%; height: auto; font-family: system-ui, sans-serif }
@media print { :root { color-scheme: light; --ink: #000; --paper: #fff; --faint: #444; --yes: #000;
  --no: #000 } body { font-size: 10pt; max-width: none; margin: 0 } tr, svg { break-inside: avoid }
  section + section { break-before: page } h3, caption { break-after: avoid }
  * { print-color-adjust: exact } details::details-content { content-visibility: visible } }
"""


class CardVerdict(NamedTuple):
    """A card's *title* and statistics, and the *reasons* why it is not fair; none if it is."""

    title: str
    fairness: CardFairness
    reasons: list[str]


def format_page(cards: Sequence[CardVerdict], *, set_text: str = "") -> str:
    """Return the page on *cards*; *set_text* is plain text on them as a set."""
    title = _html(", ".join(card.title for card in cards))
    body = [f"<h1>How fair: {title}</h1>"]
    if len(cards) > 1:
        heads = ("card", "verdict", "mean", "standard deviation", "least", "greatest", "duds")
        rows = (_summary_row(card, number) for number, card in enumerate(cards, start=1))
        body.append(_table("The cards", heads, rows))
    if set_text:
        body.append(f"<h3>The cards together</h3>\n<pre>{_html(set_text)}</pre>")
    for number, card in enumerate(cards, start=1):
        body += [f'<section id="card-{number}">', *_section(card), "</section>"]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _html(text: str) -> str:
    return "\n".join(escape(printable_text(line)) for line in text.splitlines())


def _names(items: Sequence[object]) -> str:
    """Return the names of the first *items*, and how many more there are."""
    more = f" and {len(items) - _MAX_NAMED} more" if len(items) > _MAX_NAMED else ""
    return ", ".join(map(str, items[:_MAX_NAMED])) + more


def _summary_row(card: CardVerdict, number: int) -> list[str]:
    optimum = card.fairness.optimum
    return [
        f'<a href="#card-{number}">{_html(card.title)}</a>',
        "not fair" if card.reasons else "fair",
        *_numbers(optimum.mean, optimum.sd, optimum.least, optimum.greatest),
        _percent(card.fairness.dud_chance),
    ]


def _section(card: CardVerdict) -> Iterator[str]:
    title, fairness, reasons = card
    yield f"<h2>{_html(title)}</h2>"
    if reasons:
        items = "\n".join(f"<li>{_html(reason)}</li>" for reason in reasons)
        yield f'<p class="no">✗ Not fair</p>\n<ul>\n{items}\n</ul>'
    else:
        yield '<p class="yes">✓ Fair</p>'
    yield f"<p>Card <code>{fairness.card}</code></p>"
    players = ([name, _number(mean)] for name, mean in fairness.player_means.items())
    key_figures = (
        ("duds", _number(len(fairness.duds))),
        ("chance of a dud", _percent(fairness.dud_chance)),
        ("chance of five shapes", _percent(fairness.five_chance)),
        ("gap between symbols", _number(fairness.symbol_gap)),
        ("dead cells", _number(len(fairness.dead_cells))),
    )
    yield _side_by_side(
        _table("Over all throws", ("", "best score", "placements"), _distribution_rows(fairness)),
        _table("Key figures", ("", "value"), key_figures),
        _table("Players", ("", "mean score"), players),
    )
    duds, dead_cells = _names(fairness.duds), _names(fairness.dead_cells)
    yield f"<p>Duds, rolls that have no packing: {duds or 'none'}.</p>"
    yield f"<h3>The best score, in percent of all throws</h3>\n{_histogram(fairness.optimum)}"
    yield f"<h3>Placements through each cell</h3>\n{_heatmap(fairness)}"
    yield f"<p>Dead cells, with no placement: {dead_cells or 'none'}.</p>"
    heads = ["roll", "best score", "chance", "placements"]
    tables = []
    for name, rows in extreme_rolls(fairness).items():
        cells = (_roll_row(fairness, row)[: len(heads)] for row in rows)
        tables.append(_table(f"The {name} rolls", heads, cells))
    yield _side_by_side(*tables)
    yield _side_by_side(
        _table(
            "Symbols",
            ("", "cells", "side by side", "largest patch", "mean best score"),
            ([symbol.symbol, *_numbers(*symbol[1:])] for symbol in fairness.symbols),
        ),
        _table(
            "Shapes",
            ("", "points", "placements", "in a best packing"),
            (
                [shape, _number(points), _number(placements), _percent(in_best)]
                for shape, points, placements, in_best in fairness.shapes
            ),
        ),
    )
    rows = fairness.survey.rows
    yield f"<details>\n<summary>All {len(rows)} rolls</summary>"
    heads += ["packings", "best packings", "most shapes"]
    yield _table("In alphabetical order", heads, (_roll_row(fairness, row) for row in rows))
    yield "</details>"


def _distribution_rows(fairness: CardFairness) -> Iterable[Sequence[str]]:
    quantiles = (f"quantile {float(share):.0%}" for share in QUANTILES)
    columns = (
        _numbers(
            figure.mean, figure.sd, figure.least, *map(figure.quantile, QUANTILES), figure.greatest
        )
        for figure in (fairness.optimum, fairness.placements)
    )
    return zip(
        ("mean", "standard deviation", "least", *quantiles, "greatest"), *columns, strict=True
    )


def _roll_row(fairness: CardFairness, row: RollSurvey) -> list[str]:
    fill, ink = heatmap_colour(row.optimum, fairness.optimum.greatest)
    shaded = f'<b style="background: {fill}; color: {ink}">{row.optimum}</b>'
    chance = _percent(Fraction(row.ways, fairness.throws))
    counts = row.placements, row.packings, row.optimal, row.max_size
    return [str(row.roll), shaded, chance, *_numbers(*counts)]


def _histogram(distribution: Distribution) -> str:
    """Draw the bars of *distribution*, and over them the mean with its standard deviation."""
    bars = distribution.histogram()
    (chart_width, chart_height), tallest = _CHART, max(bar.chance for bar in bars)
    width, values = min(_WIDEST, chart_width / len(bars)), bars[0].last - bars[0].first + 1
    left, base, drawing = (chart_width - width * len(bars)) / 2, _OVER + chart_height, []
    for number, (first, last, chance) in enumerate(bars):
        x, height = left + (number + 0.5) * width, float(chance / tallest) * chart_height
        fill, _ = heatmap_colour(min(last, distribution.greatest), distribution.greatest)
        name = str(first) if values == 1 else f"{first} to {last}"
        place = f'x="{x - 0.43 * width:.1f}" y="{base - height:.1f}" width="{0.86 * width:.1f}"'
        title = f"<title>{name}: {chance} of throws</title>"
        drawing.append(f'<rect {place} height="{height:.1f}" fill="{fill}" {_LINE}>{title}</rect>')
        if chance:
            percent, size = format_percent(chance), min(13, width / 2.7)
            drawing.append(_text(x, base - height - 4, percent, size))
        if values == 1 or number % 5 == 0:
            drawing.append(_text(x, base + 16, str(first), 12))
    mean, sd, unit = float(distribution.mean), distribution.sd, width / values
    reach, middle = sd * unit, left + (mean - distribution.least + 0.5) * unit
    span = f"M{middle - reach:.1f} 20v8m0-4h{2 * reach:.1f}m0-4v8M{middle:.1f} 18v12"
    drawing += [f'<path d="{span}" {_LINE}/>']
    drawing += [_text(middle, 12, f"mean {mean:.2f} ± {sd:.2f}", 12)]
    return _svg(chart_width, base + 22, "The distribution of the best score", drawing)


def _heatmap(fairness: CardFairness) -> str:
    """Draw the card; each cell is coloured by its placements, a dead one white and crossed."""
    card, counts, half = fairness.card, fairness.placements_per_cell, _SIDE / 2
    drawing = [
        _text(_EDGE + col * _SIDE + half, _EDGE - 8, col_name(col), 11) for col in range(card.cols)
    ]
    drawing += [
        _text(_EDGE / 2, _EDGE + row * _SIDE + half + 4, row_name(row), 11)
        for row in range(card.rows)
    ]
    greatest = max(counts.values())
    for cell, count in counts.items():
        x, y = _EDGE + cell.col * _SIDE, _EDGE + cell.row * _SIDE
        fill, ink = heatmap_colour(count, greatest) if count else ("#ffffff", "#000000")
        drawing += [
            f'<g fill="{ink}"><title>{cell}: {count} placements</title>',
            f'<rect x="{x}" y="{y}" width="{_SIDE - 1}" height="{_SIDE - 1}" fill="{fill}"/>',
            _text(x + half, y + 19, card[cell], 17),
            _text(x + half, y + 34, str(count or CROSS), 10 if count else 18),
            "</g>",
        ]
    size = _EDGE + card.cols * _SIDE, _EDGE + card.rows * _SIDE
    return _svg(*size, "The card and the placements through its cells", drawing)


def _svg(width: float, height: float, label: str, drawing: Iterable[str]) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    inner = "\n".join(drawing)
    return f'<svg {size} role="img" aria-label="{label}" fill="currentColor">\n{inner}\n</svg>'


def _text(x: float, y: float, text: str, size: float) -> str:
    at = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}"'
    return f'<text {at} text-anchor="middle">{text}</text>'


def _side_by_side(*tables: str) -> str:
    return f'<div class="side">\n{"".join(tables)}</div>'


def _table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of *rows* of HTML; the first cell of each row is its heading."""
    top = "".join(f'<th scope="col">{head}</th>' for head in heads)
    lines = (
        f'<tr><th scope="row">{name}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>\n'
        for name, *cells in rows
    )
    start = f"<table>\n<caption>{caption}</caption>\n<thead><tr>{top}</tr></thead>\n<tbody>\n"
    return f"{start}{''.join(lines)}</tbody>\n</table>\n"


def _number(figure: float | Fraction | None) -> str:
    """Return *figure*; a fraction as a decimal that shows the fraction on hovering."""
    if figure is None:
        return "not counted"
    if isinstance(figure, Fraction):
        return f'<span title="{figure}">{float(figure):,.2f}</span>'
    return f"{figure:,.2f}" if isinstance(figure, float) else f"{figure:,}"


def _numbers(*figures: float | Fraction | None) -> Iterator[str]:
    return map(_number, figures)


def _percent(chance: Fraction | None) -> str:
    if chance is None:
        return _number(None)
    return f'<span title="{chance}">{format_percent(chance)}&nbsp;%</span>'
