"""The part of the report on one card: the verdict, the card with its packings, all figures."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from solver.drawing.scene import Point
from solver.geometry.cell import col_name, row_name
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.card_verdict import SYMBOL_COLUMNS, CardVerdict, extreme_rolls
from solver.penta_rush.fairness.distribution import QUANTILES, Distribution
from solver.penta_rush.fairness.heatmap import CROSS, heatmap_colour
from solver.penta_rush.fairness.report_page.markup import (
    bar,
    html,
    number,
    percent,
    side_by_side,
    table,
    verdict,
)
from solver.penta_rush.fairness.report_page.packing_picker import MAX_WITH_DUDS, format_picker
from solver.penta_rush.fairness.report_page.page_symbols import PageSymbols
from solver.penta_rush.fairness.report_page.people_section import people_section
from solver.penta_rush.survey.card_survey import RollSurvey

_MAX_NAMED = 60  # duds, dead cells
_SIDE, _EDGE = 40, 24  # pixels: of a cell, of the names beside the card


def card_section(card: CardVerdict, name: str, symbols: PageSymbols) -> Iterator[str]:
    """Yield the section on *card* in *symbols*; *name* is that of its radio buttons."""
    fairness, judgement = card.fairness, card.judgement
    yield f'<div class="head">\n<h2>{html(card.title)}</h2>'
    yield from verdict("Fair", "The limits of a fair card", judgement)
    yield f'<p class="note">{html(judgement.basis)}</p>' if judgement.basis else ""
    yield '</div>\n<div class="pictures"><div>'
    yield from format_picker(fairness, name, symbols)
    yield f"<p>Card <code>{fairness.card}</code></p>"
    yield f"</div><div>\n<h3>Placements through each cell</h3>\n{_heatmap(fairness, symbols)}"
    yield f"<p>Dead cells, with no placement: {_names(fairness.dead_cells) or 'none'}.</p>"
    yield "</div></div>"
    players = ([name, number(mean)] for name, mean in fairness.player_means.items())
    yield side_by_side(
        _distribution_table(fairness.optimum),
        table("Over all throws", ("", *fairness.distributions), _distribution_rows(fairness)),
        table("Players", ("", "mean score"), players),
    )
    duds = html(_names(list(map(fairness.card.legend.roll_text, fairness.duds))))
    yield f"<p>Duds, rolls that have no packing: {duds or 'none'}.</p>"
    yield from people_section(card.people, symbols) if card.people else ()
    heads = ["roll", "best score", "chance", "placements"]
    tables = []
    for kind, rows in extreme_rolls(fairness).items():
        cells = (_roll_row(fairness, row)[: len(heads)] for row in rows)
        tables.append(table(f"The {kind} rolls", heads, cells))
    yield side_by_side(*tables)
    yield side_by_side(_symbol_table(fairness), _shape_table(fairness))
    yield f'<p class="note once">{SYMBOL_COLUMNS}</p>'
    rows, kind = fairness.survey.rows, "rolls"
    if len(rows) > MAX_WITH_DUDS:
        rows, kind = [row for row in rows if row.optimum], "rolls that have a packing"
    named = ' class="named"' if fairness.card.legend else ""  # names need room on paper
    yield f"<details{named}>\n<summary>All {len(rows)} {kind}</summary>"
    others = [*heads[1:], "packings", "best packings", "most shapes"]
    heads = [heads[0], *(f"<span>{head}</span>" for head in others)]  # stand upright on paper
    yield table("In alphabetical order", heads, (_roll_row(fairness, row) for row in rows))
    yield "</details>"


def _names(items: Sequence[object]) -> str:
    more = f" and {len(items) - _MAX_NAMED} more" if len(items) > _MAX_NAMED else ""
    return ", ".join(map(str, items[:_MAX_NAMED])) + more


def _distribution_table(distribution: Distribution) -> str:
    bars = distribution.histogram()
    tallest = max(entry.chance for entry in bars)
    rows = []
    for first, last, chance in bars:
        name = str(first) if first == last else f"{first} to {last}"
        fill, _ = heatmap_colour(min(last, distribution.greatest), distribution.greatest)
        drawn = bar(chance / tallest, f"{name}: {chance} of throws", fill=fill)
        rows.append([name, drawn, percent(chance)])
    return table("The best score, in percent of all throws", ("points", "", "throws"), rows)


def _distribution_rows(fairness: CardFairness) -> Iterable[Sequence[str]]:
    quantiles = (f"quantile {float(share):.0%}" for share in QUANTILES)
    names = ("mean", "standard deviation", "least", *quantiles, "greatest")
    columns = (map(number, each.figures) for each in fairness.distributions.values())
    return zip(names, *columns, strict=True)


def _symbol_table(fairness: CardFairness) -> str:
    name = fairness.card.legend.name
    return table(
        "Symbols",
        ("", "cells", "pairs", "patch", "mean"),
        (
            [html(name(symbol)), number(cells), number(pairs), number(patch), number(mean)]
            for symbol, cells, pairs, patch, mean in fairness.symbols
        ),
    )


def _shape_table(fairness: CardFairness) -> str:
    return table(
        "Shapes",
        ("", "points", "placements", "in a best packing"),
        (
            [shape, number(points), number(placements), percent(in_best)]
            for shape, points, placements, in_best in fairness.shapes
        ),
    )


def _roll_row(fairness: CardFairness, row: RollSurvey) -> list[str]:
    fill, ink = heatmap_colour(row.optimum, fairness.optimum.greatest)
    shaded = f'<b class="heat" style="background:{fill};color:{ink}">{row.optimum}</b>'
    chance = percent(Fraction(row.ways, fairness.throws))
    counts = row.placements, row.packings, row.optimal, row.max_size
    name = html(fairness.card.legend.roll_text(row.roll))
    return [name, shaded, chance, *map(number, counts)]


def _heatmap(fairness: CardFairness, symbols: PageSymbols) -> str:
    """Draw the card; each cell is coloured by its placements, a dead one white and crossed."""
    card, counts, half = fairness.card, fairness.placements_per_cell, _SIDE / 2
    drawing = [
        _text(_EDGE + col * _SIDE + half, _EDGE - 8, col_name(col), 13) for col in range(card.cols)
    ]
    drawing += [
        _text(_EDGE / 2, _EDGE + row * _SIDE + half + 4, row_name(row), 13)
        for row in range(card.rows)
    ]
    greatest = max(counts.values())
    for cell, count in counts.items():
        x, y = _EDGE + cell.col * _SIDE, _EDGE + cell.row * _SIDE
        fill, ink = heatmap_colour(count, greatest) if count else ("#ffffff", "#000000")
        drawing += [
            f'<g fill="{ink}"><title>{cell}: {count} placements</title>',
            f'<rect x="{x}" y="{y}" width="{_SIDE - 1}" height="{_SIDE - 1}" fill="{fill}"/>',
            *symbols.on_colour(card[cell], card.legend, Point(x + half, y + 12), 17, ink),
            _text(x + half, y + 34, str(count or CROSS), 14 if count else 18),
            "</g>",
        ]
    width, height = _EDGE + card.cols * _SIDE, _EDGE + card.rows * _SIDE
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    label, inner = "The card and the placements through its cells", "\n".join(drawing)
    return f'<svg {size} role="img" aria-label="{label}" fill="currentColor">\n{inner}\n</svg>'


def _text(x: float, y: float, text: str, size: float) -> str:
    at = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}"'
    return f'<text {at} text-anchor="middle">{text}</text>'
