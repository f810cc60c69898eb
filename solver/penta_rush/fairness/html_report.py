"""The report of cards as one page of HTML that needs nothing else, to be sent to someone.

page     the verdicts first, then a section a card
figure   a number, or a drawing in plain SVG; hover over it for the exact fraction or the cell
bar      optima side by side drawn as one, and their chance
shade    a fill from dark blue (0) to yellow (the greatest), and the ink that is read on it

The fills follow cividis, which the colour-blind see as others do (Nuñez, Anderton and Renslow,
2018). No script and no date: same input, same bytes.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from typing import NamedTuple

from solver.geometry.cell import Cell
from solver.penta_rush.fairness.card_fairness import QUANTILES, Fairness, Spread
from solver.penta_rush.survey.card_survey import RollSurvey

_CIVIDIS = ((0, 34, 78), (67, 78, 108), (125, 124, 120), (188, 174, 108), (254, 232, 56))
_LUMINANCE, _GAMMA = (0.2126, 0.7152, 0.0722), 2.2  # of WCAG 2, where black and white are
_EVEN = 0.179  # equally well read on this
_MOST_BARS = 30
_MOST_NAMED = 60  # duds, dead cells
_EXTREMES = 10  # rolls shown of the worst and of the best
_SIDE, _EDGE = 40, 24  # pixels: of a cell, of the names beside the card
_CHART, _OVER, _WIDEST = (640, 200), 50, 64  # of all bars; above them; the widest bar
_LINE = 'stroke="currentColor" stroke-width="0.8"'
CROSS = "\N{MULTIPLICATION SIGN}"

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


class Bar(NamedTuple):
    """The optima from *first* to *last*, and their *chance*."""

    first: int
    last: int
    chance: Fraction


class CardReport(NamedTuple):
    """A card: its *title*, its measures, and the *reasons* why it is not fair, none if it is."""

    title: str
    fairness: Fairness
    reasons: list[str]


def page(cards: Sequence[CardReport], *, extra: str = "") -> str:
    """Return the page on *cards*; *extra* is told of them together, as plain text."""
    name = _html(", ".join(card.title for card in cards))
    body = [f"<h1>How fair: {name}</h1>"]
    if len(cards) > 1:
        heads = ("card", "verdict", "mean", "standard deviation", "least", "greatest", "duds")
        body.append(_table("The cards", heads, map(_summary, cards, range(1, len(cards) + 1))))
    if extra:
        body.append(f"<h3>The cards together</h3>\n<pre>{_html(extra)}</pre>")
    for number, card in enumerate(cards, start=1):
        body += [f'<section id="card-{number}">', *_section(card), "</section>"]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{name}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def bars(spread: Spread) -> list[Bar]:
    """Return the bars of *spread*: each is one value, or as many that there are at most 30 bars.

    >>> [(bar.first, bar.last) for bar in bars(Spread({4: Fraction(1, 2), 6: Fraction(1, 2)}))]
    [(4, 4), (5, 5), (6, 6)]
    """
    step = 1 + (spread.greatest - spread.least) // _MOST_BARS
    chances = dict.fromkeys(range(spread.least, spread.greatest + 1, step), Fraction())
    for value, chance in spread.chances.items():
        chances[value - (value - spread.least) % step] += chance
    return [Bar(first, first + step - 1, chance) for first, chance in chances.items()]


def shade(value: int, greatest: int) -> tuple[str, str]:
    """Return the fill of *value* on the scale from 0 to *greatest*, and the ink to be read on it.

    >>> shade(0, 9), shade(9, 9)
    (('#00224e', '#ffffff'), ('#fee838', '#000000'))
    """
    share = (len(_CIVIDIS) - 1) * value / max(1, greatest)
    low = min(int(share), len(_CIVIDIS) - 2)
    ends = zip(_CIVIDIS[low], _CIVIDIS[low + 1], strict=True)
    fill = bytes(round(one + (other - one) * (share - low)) for one, other in ends)
    light = sum(w * (part / 255) ** _GAMMA for w, part in zip(_LUMINANCE, fill, strict=True))
    return f"#{fill.hex()}", "#000000" if light > _EVEN else "#ffffff"


def clean(title: str) -> str:
    """Return *title* with a question mark for each character that a file may not hold."""
    return "".join(one if one.isprintable() else "?" for one in title)


def _html(text: str) -> str:
    return "\n".join(escape(clean(line)) for line in text.splitlines())


def _some(named: Sequence[object]) -> str:
    """Return the names of the first of some, and that there are more."""
    more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
    return ", ".join(map(str, named[:_MOST_NAMED])) + more


def _summary(card: CardReport, number: int) -> list[str]:
    optimum, link = (
        card.fairness.optimum,
        f'<a href="#card-{number}">{_html(card.title)}</a>',
    )
    verdict, duds = "not fair" if card.reasons else "fair", _percent(card.fairness.dud_chance)
    mean, sd = _told(optimum.mean), _told(optimum.sd)
    return [link, verdict, mean, sd, _told(optimum.least), _told(optimum.greatest), duds]


def _section(card: CardReport) -> Iterator[str]:
    title, fairness, reasons = card
    yield f"<h2>{_html(title)}</h2>"
    if reasons:
        yield '<p class="no">✗ Not fair</p>\n<ul>'
        yield from (f"<li>{_html(reason)}</li>" for reason in reasons)
        yield "</ul>"
    else:
        yield '<p class="yes">✓ Fair</p>'
    yield f"<p>Card <code>{fairness.card}</code></p>"
    players = fairness.players.items()
    yield _side(
        _table("Over all throws", ("", "optimum", "placements"), _spreads(fairness)),
        _table("Key figures", ("", "value"), _figures(fairness)),
        _table("Players", ("", "mean score"), ([name, _told(mean)] for name, mean in players)),
    )
    dead, duds = _some(fairness.dead_cells), _some(fairness.duds)
    yield f"<p>Duds, rolls worth 0: {duds or 'none'}.</p>"
    yield f"<h3>The optimum, in percent of all throws</h3>\n{_chart(fairness.optimum)}"
    yield f"<h3>Placements through each cell</h3>\n{_drawn(fairness)}"
    yield f"<p>Dead cells, with no placement: {dead or 'none'}.</p>"
    rows, ordered = fairness.survey.rows, fairness.worst_first
    heads = ["roll", "optimum", "chance", "placements"]
    ends = ("worst", ordered[:_EXTREMES]), ("best", ordered[: -_EXTREMES - 1 : -1])
    yield _side(
        *(
            _table(f"The {name} rolls", heads, (_roll(fairness, row)[: len(heads)] for row in some))
            for name, some in ends
        )
    )
    yield _side(
        _table(
            "Symbols",
            ("", "cells", "side by side", "largest patch", "mean optimum"),
            ([one[0], *map(_told, one[1:4]), _told(one.mean)] for one in fairness.symbols),
        ),
        _table(
            "Shapes",
            ("", "points", "placements", "in a best packing"),
            ([one[0], *map(_told, one[1:3]), _percent(one.best)] for one in fairness.shapes),
        ),
    )
    yield f"<details>\n<summary>All {len(rows)} rolls</summary>"
    heads += ["packings", "best packings", "most shapes"]
    yield _table("In alphabetical order", heads, (_roll(fairness, row) for row in rows))
    yield "</details>"


def _spreads(fairness: Fairness) -> Iterator[list[str]]:
    spreads = fairness.optimum, fairness.placements
    yield ["mean", *(_told(spread.mean) for spread in spreads)]
    yield ["standard deviation", *(_told(spread.sd) for spread in spreads)]
    yield ["least", *(_told(spread.least) for spread in spreads)]
    for share in QUANTILES:
        yield [
            f"quantile {float(share):.0%}",
            *(_told(spread.quantile(share)) for spread in spreads),
        ]
    yield ["greatest", *(_told(spread.greatest) for spread in spreads)]


def _figures(fairness: Fairness) -> Iterator[list[str]]:
    yield ["duds", _told(len(fairness.duds))]
    yield ["chance of a dud", _percent(fairness.dud_chance)]
    yield ["chance of five shapes", _percent(fairness.five_chance)]
    yield ["gap between symbols", _told(fairness.symbol_gap)]
    yield ["dead cells", _told(len(fairness.dead_cells))]


def _roll(fairness: Fairness, row: RollSurvey) -> list[str]:
    fill, ink = shade(row.optimum, fairness.optimum.greatest)
    shaded = f'<b style="background: {fill}; color: {ink}">{row.optimum}</b>'
    chance = _percent(Fraction(row.ways, fairness.throws))
    counts = row.placements, row.packings, row.optimal, row.most
    return [str(row.roll), shaded, chance, *map(_told, counts)]


def _chart(spread: Spread) -> str:
    """Draw the bars of *spread*; over them its mean, and its standard deviation to either side."""
    found = bars(spread)
    (wide, high), tallest = _CHART, max(bar.chance for bar in found)
    each, step = min(_WIDEST, wide / len(found)), found[0].last - found[0].first + 1
    left, low, drawn = (wide - each * len(found)) / 2, _OVER + high, []
    for number, (first, last, chance) in enumerate(found):
        x, tall = left + (number + 0.5) * each, float(chance / tallest) * high
        fill, _ = shade(min(last, spread.greatest), spread.greatest)
        name = str(first) if step == 1 else f"{first} to {last}"
        place = f'x="{x - 0.43 * each:.1f}" y="{low - tall:.1f}" width="{0.86 * each:.1f}"'
        title = f"<title>{name}: {chance} of throws</title>"
        drawn.append(f'<rect {place} height="{tall:.1f}" fill="{fill}" {_LINE}>{title}</rect>')
        if chance:
            drawn.append(
                _text(x, low - tall - 4, f"{100 * float(chance):.1f}", min(13, each / 2.7))
            )
        if step == 1 or number % 5 == 0:
            drawn.append(_text(x, low + 16, str(first), 12))
    mean, sd = float(spread.mean), spread.sd
    aside, middle = sd / step * each, left + (mean - spread.least + 0.5) / step * each
    span = f"M{middle - aside:.1f} 20v8m0-4h{2 * aside:.1f}m0-4v8M{middle:.1f} 18v12"
    drawn += [f'<path d="{span}" {_LINE}/>', _text(middle, 12, f"mean {mean:.2f} ± {sd:.2f}", 12)]
    return _svg(wide, low + 22, "The spread of the optimum", drawn)


def _drawn(fairness: Fairness) -> str:
    """Draw the card; each cell is shaded by its placements, a dead one white and crossed."""
    card, greatest, half = fairness.card, max(fairness.cells.values()), _SIDE / 2
    drawn = [
        _text(_EDGE + col * _SIDE + half, _EDGE - 8, str(Cell(0, col))[:-1], 11)
        for col in range(card.cols)
    ]
    drawn += [
        _text(_EDGE / 2, _EDGE + row * _SIDE + half + 4, str(row + 1), 11)
        for row in range(card.rows)
    ]
    for cell, through in fairness.cells.items():
        x, y = _EDGE + cell.col * _SIDE, _EDGE + cell.row * _SIDE
        fill, ink = shade(through, greatest) if through else ("#ffffff", "#000000")
        drawn += [
            f'<g fill="{ink}"><title>{cell}: {through} placements</title>',
            f'<rect x="{x}" y="{y}" width="{_SIDE - 1}" height="{_SIDE - 1}" fill="{fill}"/>',
            _text(x + half, y + 19, card[cell], 17),
            _text(x + half, y + 34, str(through or CROSS), 10 if through else 18),
            "</g>",
        ]
    size = _EDGE + card.cols * _SIDE, _EDGE + card.rows * _SIDE
    return _svg(*size, "The card and the placements through its cells", drawn)


def _svg(width: float, height: float, label: str, drawn: Iterable[str]) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    inner = "\n".join(drawn)
    return f'<svg {size} role="img" aria-label="{label}" fill="currentColor">\n{inner}\n</svg>'


def _text(x: float, y: float, text: str, size: float) -> str:
    at = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}"'
    return f'<text {at} text-anchor="middle">{text}</text>'


def _side(*tables: str) -> str:
    return f'<div class="side">\n{"".join(tables)}</div>'


def _table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return the table of *rows* of HTML, each named by its first cell."""
    top = "".join(f'<th scope="col">{head}</th>' for head in heads)
    lines = (
        f'<tr><th scope="row">{name}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>\n'
        for name, *cells in rows
    )
    start = f"<table>\n<caption>{caption}</caption>\n<thead><tr>{top}</tr></thead>\n<tbody>\n"
    return f"{start}{''.join(lines)}</tbody>\n</table>\n"


def _told(figure: float | Fraction | None) -> str:
    """Return *figure*; a fraction as a decimal, with the exact one to hover for."""
    if figure is None:
        return "not counted"
    if isinstance(figure, Fraction):
        return f'<span title="{figure}">{float(figure):,.2f}</span>'
    return f"{figure:,.2f}" if isinstance(figure, float) else f"{figure:,}"


def _percent(chance: Fraction | None) -> str:
    if chance is None:
        return _told(None)
    return f'<span title="{chance}">{100 * float(chance):.1f}&nbsp;%</span>'
