"""What is reported on how fair a card is: lines for a person, JSON for a program."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from solver.drawing.text_grid import StyledLine, plain_line
from solver.geometry.cell import Cell
from solver.penta_rush.fairness.card_fairness import QUANTILES, CardFairness, Distribution
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
        "players": {
            name: None if mean is None else float(mean)
            for name, mean in fairness.player_means.items()
        },
        "rolls": [_row_json(row) for row in fairness.survey.rows],
        "symbols": [
            {
                "symbol": symbol.symbol,
                "cells": symbol.cells,
                "pairs": symbol.pairs,
                "patch": symbol.largest_component,
                "mean": float(symbol.mean),
            }
            for symbol in fairness.symbols
        ],
        "symbol_gap": float(fairness.symbol_gap),
        "shapes": [
            {
                "shape": shape.shape,
                "points": shape.points,
                "placements": shape.placements,
                "best": None if shape.in_best is None else float(shape.in_best),
            }
            for shape in fairness.shapes
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
    count = len(fairness.duds) or "no"
    duds = "dud" if count == 1 else "duds"
    best = _distribution_text(fairness.optimum)
    return f"best score over {fairness.throws:,} throws: {best}; {count} {duds}"


def format_measures(fairness: CardFairness) -> Iterator[StyledLine]:
    """Yield the statistics of a card, the most telling ones first."""
    players = ", ".join(
        f"{name} {'not computed' if mean is None else f'{float(mean):.2f}'}"
        for name, mean in fairness.player_means.items()
    )
    yield plain_line("")
    yield plain_line(f"best score   {_distribution_text(fairness.optimum)}")
    yield plain_line(f"duds         {_duds_text(fairness)}")
    yield plain_line(
        f"five shapes  can be packed in {percent_text(fairness.five_chance)} of throws"
    )
    yield plain_line(f"placements   {_distribution_text(fairness.placements)}")
    yield plain_line(f"players      {players}")
    yield plain_line("")
    ordered = fairness.worst_first
    for word, rows in (
        ("worst", ordered[:MAX_LISTED_ROLLS]),
        ("best", ordered[: -MAX_LISTED_ROLLS - 1 : -1]),
    ):
        yield plain_line(f"{word:<13}" + "  ".join(f"{row.roll} {row.optimum}" for row in rows))
    yield plain_line("")
    yield plain_line("symbol  cells  pairs  patch   mean")
    for symbol in fairness.symbols:
        yield plain_line(
            f"{symbol.symbol:<6}  {symbol.cells:>5}{symbol.pairs:>7}{symbol.largest_component:>7}"
            f"  {float(symbol.mean):5.2f}"
        )
    yield plain_line("")
    yield plain_line("shape   points  placements  in a best packing")
    for shape in fairness.shapes:
        best = "not computed" if shape.in_best is None else f"{percent_text(shape.in_best):>7}"
        yield plain_line(f"{shape.shape:<6}  {shape.points:>6}  {shape.placements:>10}  {best}")
    yield plain_line("")
    dead = ", ".join(map(str, fairness.dead_cells))
    yield plain_line("placements through each cell" + (f"; dead: {dead}" if dead else ""))
    grid = _placement_grid(fairness)
    width = max(len(str(count)) for row in grid for count in row)
    for row in grid:
        yield plain_line(" ".join(f"{count:>{width}}" for count in row))


def format_roll_table(rows: Sequence[RollSurvey]) -> Iterator[StyledLine]:
    """Yield one line of figures for each roll."""
    yield plain_line("")
    yield plain_line("roll   ways  placements    packings  best packings  most shapes  best score")
    for row in rows:
        packings, optimal = _count_text(row.packings), _count_text(row.optimal)
        yield plain_line(
            f"{row.roll}  {row.ways:>4}  {row.placements:>10}  {packings:>10}  {optimal:>13}"
            f"  {row.max_size:>11}  {row.optimum:>10}"
        )


def percent_text(chance: Fraction) -> str:
    """Return *chance* in percent, with one decimal."""
    return f"{float(100 * chance):.1f} %"


def _duds_text(fairness: CardFairness) -> str:
    if not fairness.duds:
        return "none, every roll has a packing"
    names = ", ".join(map(str, fairness.duds[:MAX_LISTED_ROLLS]))
    more = ", ..." if len(fairness.duds) > MAX_LISTED_ROLLS else ""
    return f"{names}{more}: no packing ({percent_text(fairness.dud_chance)} of throws)"


def _row_json(row: RollSurvey) -> dict[str, Any]:
    return {
        "roll": str(row.roll),
        "ways": row.ways,
        "placements": row.placements,
        "packings": row.packings,
        "optimal": row.optimal,
        "optimum": row.optimum,
        "most": row.max_size,
    }


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
