"""What is reported on how fair a card is: lines for a person, JSON for a program."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.geometry.cell import Cell
from solver.penta_rush.dice import Roll
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.distribution import QUANTILES, Distribution, format_percent
from solver.penta_rush.survey.card_survey import RollSurvey

MAX_LISTED_ROLLS = 10  # of the worst, of the best, of those that share a property


def card_fairness_json(fairness: CardFairness, reasons: Sequence[str]) -> dict[str, Any]:
    """Return the statistics of a card and the verdict; chances and means are floats here."""
    optimum = fairness.optimum
    return {
        "card": str(fairness.card),
        "mean": float(optimum.mean),
        "sd": optimum.sd,
        "min": optimum.least,
        "max": optimum.greatest,
        "duds": [str(roll) for roll in fairness.duds],
        "dud_chance": float(fairness.dud_chance),
        "fair": not reasons,
        "reasons": list(reasons),
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
        "rolls": [
            {
                "roll": str(row.roll),
                "ways": row.ways,
                "placements": row.placements,
                "packings": row.packings,
                "optimal": row.optimal,
                "optimum": row.optimum,
                "most": row.max_size,
            }
            for row in fairness.survey.rows
        ],
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


def format_verdict(title: str, reasons: Sequence[str]) -> Iterator[StyledLine]:
    """Yield the verdict on a card, and why it is not fair."""
    yield [(title, ""), (": ", ""), ("not fair" if reasons else "fair", "bold")]
    for reason in reasons:
        yield plain_line(f"  {reason}")


def summary_text(fairness: CardFairness) -> str:
    """Return what matters most about a card, on one line."""
    duds = plural(len(fairness.duds), "dud") if fairness.duds else "no duds"
    best = _distribution_text(fairness.optimum)
    return f"best score over {fairness.throws:,} throws: {best}; {duds}"


def format_measures(fairness: CardFairness) -> Iterator[str]:
    """Yield the statistics of a card, line by line, the most telling ones first."""
    players = ", ".join(
        f"{name} {'not computed' if mean is None else f'{float(mean):.2f}'}"
        for name, mean in fairness.player_means.items()
    )
    duds = "none, every roll has a packing"
    if fairness.duds:
        share = format_percent(fairness.dud_chance)
        duds = f"{list_rolls(fairness.duds)}: no packing ({share} % of throws)"
    yield ""
    yield f"best score   {_distribution_text(fairness.optimum)}"
    yield f"duds         {duds}"
    yield f"five shapes  can be packed in {format_percent(fairness.five_chance)} % of throws"
    yield f"placements   {_distribution_text(fairness.placements)}"
    yield f"players      {players}"
    yield ""
    for name, rows in extreme_rolls(fairness).items():
        yield f"{name:<13}" + "  ".join(f"{row.roll} {row.optimum}" for row in rows)
    yield ""
    yield "symbol  cells  pairs  patch   mean"
    for symbol, cells, pairs, largest_component, mean in fairness.symbols:
        yield f"{symbol:<6}  {cells:>5}{pairs:>7}{largest_component:>7}  {float(mean):5.2f}"
    yield ""
    yield "shape   points  placements  in a best packing"
    for shape, points, placements, in_best in fairness.shapes:
        best = "not computed" if in_best is None else f"{format_percent(in_best):>5} %"
        yield f"{shape:<6}  {points:>6}  {placements:>10}  {best}"
    yield ""
    dead = ", ".join(map(str, fairness.dead_cells))
    yield "placements through each cell" + (f"; dead: {dead}" if dead else "")
    grid = _placement_grid(fairness)
    width = max(len(str(count)) for row in grid for count in row)
    for row in grid:
        yield " ".join(f"{count:>{width}}" for count in row)


def format_roll_table(rows: Sequence[RollSurvey]) -> Iterator[str]:
    """Yield one line of figures for each roll."""
    yield ""
    yield "roll   ways  placements    packings  best packings  most shapes  best score"
    for row in rows:
        packings, optimal = _count_text(row.packings), _count_text(row.optimal)
        yield (
            f"{row.roll}  {row.ways:>4}  {row.placements:>10}  {packings:>10}  {optimal:>13}"
            f"  {row.max_size:>11}  {row.optimum:>10}"
        )


def extreme_rolls(fairness: CardFairness) -> dict[str, list[RollSurvey]]:
    """Return the ``worst`` rolls, the very worst first, and the ``best``, the very best first."""
    ordered = fairness.worst_first
    return {"worst": ordered[:MAX_LISTED_ROLLS], "best": ordered[: -MAX_LISTED_ROLLS - 1 : -1]}


def list_rolls(rolls: Sequence[Roll]) -> str:
    """Return the first of *rolls*, with dots for the others."""
    more = ", ..." if len(rolls) > MAX_LISTED_ROLLS else ""
    return ", ".join(map(str, rolls[:MAX_LISTED_ROLLS])) + more


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
