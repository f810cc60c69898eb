"""What is reported on how fair a card is: lines for a person, JSON for a program."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from solver.drawing.text_grid import (
    MAX_WIDTH,
    StyledLine,
    display_width,
    plain_line,
    plural,
    unbroken,
    unbroken_items,
    wrapped,
    wrapped_lines,
)
from solver.geometry.cell import Cell
from solver.penta_rush.dice import Roll
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.card_limits import CardJudgement
from solver.penta_rush.fairness.checked_limit import format_limits
from solver.penta_rush.fairness.distribution import QUANTILES, Distribution, format_percent
from solver.penta_rush.fairness.text_layout import fitting, padded
from solver.penta_rush.legend import PLAIN_LEGEND, Legend
from solver.penta_rush.survey.card_survey import RollSurvey, Survey

MAX_LISTED_ROLLS = 10  # of the worst, of the best, of those that share a property
VERDICTS = {True: "fair", False: "not fair", None: "undecided"}
_MAX_NAME = 40  # columns, of a symbol beside its figures
SYMBOL_COLUMNS = (
    "Pairs: how often two cells with the symbol share an edge. Patch: the cells of the largest"
    " group of them that hang together. Mean: the mean best score of the throws that show it."
)


def card_fairness_json(fairness: CardFairness, judgement: CardJudgement) -> dict[str, Any]:
    """Return the statistics of a card and the verdict; chances and means are floats here."""
    optimum = fairness.optimum
    return {
        **fairness.card.to_json(fairness.survey.points),
        "mean": float(optimum.mean),
        "sd": optimum.sd,
        "min": optimum.least,
        "max": optimum.greatest,
        "duds": [str(roll) for roll in fairness.duds],
        "dud_chance": float(fairness.dud_chance),
        "fair": judgement.is_fair,
        "reasons": judgement.reasons,
        "limits": [limit.to_json() for limit in judgement.checked],
        "limits_from": judgement.basis or None,
        "quantiles": _quantiles(optimum),
        "distribution": {str(value): float(chance) for value, chance in optimum.chances.items()},
        "five_chance": float(fairness.five_chance),
        "placements": {
            "mean": float(fairness.placements.mean),
            "sd": fairness.placements.sd,
            "min": fairness.placements.least,
            "max": fairness.placements.greatest,
            "quantiles": _quantiles(fairness.placements),
        },
        "players": {name: _as_float(mean) for name, mean in fairness.player_means.items()},
        "rolls": rolls_json(fairness.survey.rows),
        "symbols": [
            {
                "symbol": symbol,
                "cells": cells,
                "pairs": pairs,
                "patch": largest,
                "mean": float(mean),
            }
            for symbol, cells, pairs, largest, mean in fairness.symbols
        ],
        "symbol_gap": float(fairness.symbol_gap),
        "shapes": [
            {"shape": shape, "points": points, "placements": count, "best": _as_float(in_best)}
            for shape, points, count, in_best in fairness.shapes
        ],
        "cells": _placement_grid(fairness),
        "dead_cells": [list(cell) for cell in fairness.dead_cells],
        "exact": {
            "mean": str(optimum.mean),
            "variance": str(optimum.variance),
            "dud_chance": str(fairness.dud_chance),
            "five_chance": str(fairness.five_chance),
        },
    }


def format_verdict(title: str, judgement: CardJudgement) -> Iterator[StyledLine]:
    """Yield the verdict on a card, why it is not fair, and what was measured beside its limits."""
    yield verdict_line(title, VERDICTS[judgement.is_fair])
    for reason in judgement.reasons:
        yield from wrapped_lines(reason, first="  ")
    if judgement.is_fair is None:
        yield plain_line("  --min-mean and the other limits can be given")
    yield plain_line("")
    yield from format_limits(judgement.checked)
    if judgement.is_fair is not None and judgement.basis:
        basis = f"{judgement.basis[0].upper()}{judgement.basis[1:]}."
        yield from wrapped_lines(basis)


def verdict_line(title: str, verdict: str) -> StyledLine:
    """Return the *verdict* on what has this *title*, which is cut to the width of the line."""
    return [(fitting(title, MAX_WIDTH - len(verdict) - 2), ""), (": ", ""), (verdict, "bold")]


def known_json(survey: Survey) -> dict[str, Any]:
    """Return what is known of a card whose survey did not end in time."""
    card = survey.card.to_json(survey.points)
    return {**card, "fair": None, "rolls": rolls_json(survey.known)}


def format_known(title: str, survey: Survey) -> Iterator[StyledLine]:
    """Yield what is known of a card whose survey did not end in time."""
    yield verdict_line(title, "undecided")
    rows, legend = survey.known, survey.card.legend
    if not rows:
        yield plain_line("  no roll is surveyed yet")
        return
    ways = sum(row.ways for row in rows)
    mean = sum(row.ways * row.optimum for row in rows) / ways
    least, most = min(row.optimum for row in rows), max(row.optimum for row in rows)
    so_far = f"of {plural(len(rows), 'roll')} surveyed so far: mean {mean:.2f}, {least} to {most}"
    yield from wrapped_lines(f"best score {so_far}", first="  ")
    duds = [legend.roll_text(row.roll) for row in rows if not row.optimum]
    shown = duds[:MAX_LISTED_ROLLS] + ["..."] * (len(duds) > MAX_LISTED_ROLLS)
    yield from wrapped_lines(unbroken_items(shown or ["none"]), first="  duds so far  ")


def summary_text(fairness: CardFairness) -> str:
    """Return what matters most about a card, on one line."""
    duds = plural(len(fairness.duds), "dud") if fairness.duds else "no duds"
    best = _distribution_text(fairness.optimum)
    return f"best score over {fairness.throws:,} throws: {best}; {duds}"


def format_measures(fairness: CardFairness) -> Iterator[str]:
    """Yield the statistics of a card, line by line, the most telling ones first."""
    legend, width = fairness.card.legend, max(11, len("placements"))
    yield ""
    heads = ("mean", "sd", "least", *(f"{float(share):.0%}" for share in QUANTILES), "most")
    columns = (7, 7, *[max(7, _widest(fairness))] * (len(heads) - 2))
    yield " " * width + _columns(heads, columns)
    for name, figures in {
        "best score": fairness.optimum,
        "placements": fairness.placements,
    }.items():
        ends = figures.least, *map(figures.quantile, QUANTILES), figures.greatest
        texts = (f"{float(figures.mean):.2f}", f"{figures.sd:.2f}", *map(str, ends))
        yield f"{name:<{width}}" + _columns(texts, columns)
    yield from wrapped("The figure below 25%: in a quarter of the throws it is this or less.")
    yield ""
    duds = ["none, every roll has a packing"]
    if fairness.duds:
        share = f"({format_percent(fairness.dud_chance)} % of throws)"
        duds = [*_first_rolls(fairness.duds, legend), share]
    yield from wrapped(unbroken_items(duds), first="duds         ")
    five = f"can be packed in {format_percent(fairness.five_chance)} % of throws"
    yield f"five shapes  {five}"
    players = (
        f"{name} {'not computed' if mean is None else f'{float(mean):.2f}'}"
        for name, mean in fairness.player_means.items()
    )
    yield from wrapped(unbroken_items(players, ", "), first="players      ")
    for name, rows in extreme_rolls(fairness).items():
        rolls = (f"{legend.roll_text(row.roll)} {row.optimum}" for row in rows)
        yield from wrapped(unbroken_items(rolls), first=f"{name:<13}")
    yield ""
    yield from _symbol_table(fairness)
    yield ""
    yield "shape   points  placements  in a best packing"
    for shape, points, placements, in_best in fairness.shapes:
        best = "not computed" if in_best is None else f"{format_percent(in_best):>5} %"
        yield f"{shape:<6}  {points:>6}  {placements:>10}  {best}"
    yield ""
    yield from wrapped(", ".join(map(str, fairness.dead_cells)) or "none", first="dead cells  ")
    yield "placements through each cell:"
    grid = _placement_grid(fairness)
    digits = max(len(str(count)) for row in grid for count in row)
    for row in grid:
        yield " ".join(f"{count:>{digits}}" for count in row)


def format_roll_table(rows: Sequence[RollSurvey], legend: Legend = PLAIN_LEGEND) -> Iterator[str]:
    """Yield one line of figures for each roll, or two where its name leaves no room for them."""
    head = "ways  placements    packings  best packings  most shapes  best score"
    names = [legend.roll_text(row.roll) for row in rows]
    width = max([5, *map(display_width, names)])
    is_long = width + 2 + len(head) > MAX_WIDTH
    yield ""
    yield f"{'roll':<5}  {head}" if is_long else f"{'roll':<{width}}  {head}"
    for name, row in zip(names, rows, strict=True):
        packings, optimal = _count_text(row.packings), _count_text(row.optimal)
        figures = (
            f"{row.ways:>4}  {row.placements:>10}  {packings:>10}  {optimal:>13}"
            f"  {row.max_size:>11}  {row.optimum:>10}"
        )
        if is_long:
            yield from wrapped(unbroken(name))
            yield f"{'':<5}  {figures}"
        else:
            yield f"{padded(name, width)}  {figures}"


def _symbol_table(fairness: CardFairness) -> Iterator[str]:
    legend = fairness.card.legend
    names = [fitting(legend.name(symbol.symbol), _MAX_NAME) for symbol in fairness.symbols]
    width = max([6, *map(display_width, names)])
    yield f"{'symbol':<{width}}  cells  pairs  patch   mean"
    for name, symbol in zip(names, fairness.symbols, strict=True):
        _, cells, pairs, largest_component, mean = symbol
        figures = f"{cells:>5}{pairs:>7}{largest_component:>7}  {float(mean):5.2f}"
        yield f"{padded(name, width)}  {figures}"
    yield from wrapped(SYMBOL_COLUMNS)


def extreme_rolls(fairness: CardFairness) -> dict[str, list[RollSurvey]]:
    """Return the ``worst`` rolls, the very worst first, and the ``best``, the very best first."""
    ordered = fairness.worst_first
    return {"worst": ordered[:MAX_LISTED_ROLLS], "best": ordered[: -MAX_LISTED_ROLLS - 1 : -1]}


def list_rolls(rolls: Sequence[Roll], legend: Legend = PLAIN_LEGEND) -> str:
    """Return the first of *rolls*, with dots for the others."""
    return ", ".join(_first_rolls(rolls, legend))


def _first_rolls(rolls: Sequence[Roll], legend: Legend) -> list[str]:
    more = ["..."] if len(rolls) > MAX_LISTED_ROLLS else []
    return [*map(legend.roll_text, rolls[:MAX_LISTED_ROLLS]), *more]


def _columns(texts: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(f"{text:>{width}}" for text, width in zip(texts, widths, strict=True))


def _widest(fairness: CardFairness) -> int:
    """Return how wide a column of scores or of placements is."""
    return 2 + len(str(max(fairness.optimum.greatest, fairness.placements.greatest)))


def rolls_json(rows: Sequence[RollSurvey]) -> list[dict[str, Any]]:
    """Return the figures of each roll."""
    return [
        {
            "roll": str(row.roll),
            "ways": row.ways,
            "placements": row.placements,
            "packings": row.packings,
            "optimal": row.optimal,
            "optimum": row.optimum,
            "most": row.max_size,
        }
        for row in rows
    ]


def _as_float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _quantiles(distribution: Distribution) -> dict[str, int]:
    return {f"{float(share):g}": distribution.quantile(share) for share in QUANTILES}


def _placement_grid(fairness: CardFairness) -> list[list[int]]:
    card, counts = fairness.card, fairness.placements_per_cell
    return [[counts[Cell(row, col)] for col in range(card.cols)] for row in range(card.rows)]


def _distribution_text(distribution: Distribution) -> str:
    lowest, low, middle, high, highest = map(distribution.quantile, QUANTILES)
    return (
        f"mean {float(distribution.mean):.2f}, sd {distribution.sd:.2f}, "
        f"{distribution.least} to {distribution.greatest}; "
        f"median {middle}, half of throws {low} to {high}, nine of ten {lowest} to {highest}"
    )


def _count_text(number: int | None) -> str:
    return "not counted" if number is None else f"{number:,}"
