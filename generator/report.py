"""How fair a card is, as a person reads it in a minute, and as a program does (JSON)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from generator.fairness import QUANTILES, Fairness, Spread
from solver.draw import Line
from solver.penta_rush.survey import Row
from solver.polyomino import Cell

_EXTREMES = 10  # rolls shown of the worst and of the best


def fairness_json(fairness: Fairness, reasons: Sequence[str]) -> dict[str, Any]:
    """Return the measures of a card and the verdict; chances and means are floats here."""
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
        "players": {name: float(mean) for name, mean in fairness.players.items()},
        "rolls": [_row_json(row) for row in fairness.survey.rows],
        "symbols": [
            {**symbol._asdict(), "mean": float(symbol.mean)} for symbol in fairness.symbols
        ],
        "symbol_gap": float(fairness.symbol_gap),
        "shapes": [
            {**shape._asdict(), "best": None if shape.best is None else float(shape.best)}
            for shape in fairness.shapes
        ],
        "cells": _grid(fairness),
        "dead_cells": [list(cell) for cell in fairness.dead_cells],
        "exact": {
            "mean": str(optimum.mean),
            "variance": str(optimum.variance),
            "dud_chance": str(fairness.dud_chance),
            "five_chance": str(fairness.five_chance),
        },
    }


def verdict(title: str, reasons: Sequence[str]) -> Iterator[Line]:
    """Yield the verdict on a card, and why it is not fair."""
    yield [(title, ""), (": ", ""), ("not fair" if reasons else "fair", "bold")]
    for reason in reasons:
        yield _line(f"  {reason}")


def measures(fairness: Fairness) -> Iterator[Line]:
    """Yield the measures of a card, the most telling ones first."""
    optimum, placements = fairness.optimum, fairness.placements
    duds = ", ".join(map(str, fairness.duds[:_EXTREMES])) or "none"
    more = ", ..." if len(fairness.duds) > _EXTREMES else ""
    players = ", ".join(f"{name} {float(mean):.2f}" for name, mean in fairness.players.items())
    yield _line("")
    yield _line(f"optimum      {_told(optimum)}")
    yield _line(f"duds         {duds}{more}{_in_percent(fairness.dud_chance, ' (', ' of throws)')}")
    yield _line(f"five shapes  can be packed in {_percent(fairness.five_chance)} of throws")
    yield _line(f"placements   {_told(placements)}")
    yield _line(f"players      {players}")
    yield _line("")
    ordered = fairness.worst_first
    for word, rows in (("worst", ordered[:_EXTREMES]), ("best", ordered[: -_EXTREMES - 1 : -1])):
        yield _line(f"{word:<13}" + "  ".join(f"{row.roll} {row.optimum}" for row in rows))
    yield _line("")
    yield _line("symbol  cells  pairs  patch   mean")
    for symbol in fairness.symbols:
        cells, mean = f"{symbol.cells:>5}{symbol.pairs:>7}{symbol.patch:>7}", float(symbol.mean)
        yield _line(f"{symbol.symbol:<6}  {cells}  {mean:5.2f}")
    yield _line("")
    yield _line("shape   points  placements  in a best packing")
    for shape in fairness.shapes:
        best = "too many to tell" if shape.best is None else f"{_percent(shape.best):>7}"
        yield _line(f"{shape.shape:<6}  {shape.points:>6}  {shape.placements:>10}  {best}")
    yield _line("")
    dead = ", ".join(map(str, fairness.dead_cells))
    yield _line("placements through each cell" + (f"; dead: {dead}" if dead else ""))
    grid = _grid(fairness)
    width = max(len(str(through)) for row in grid for through in row)
    for row in grid:
        yield _line(" ".join(f"{through:>{width}}" for through in row))


def roll_table(rows: Sequence[Row]) -> Iterator[Line]:
    """Yield the figures of every roll, a line each."""
    yield _line("")
    yield _line("roll   ways  placements    packings  best packings  most shapes  optimum")
    for row in rows:
        packings, optimal = _counted(row.packings), _counted(row.optimal)
        yield _line(
            f"{row.roll}  {row.ways:>4}  {row.placements:>10}  {packings:>10}  {optimal:>13}"
            f"  {row.most:>11}  {row.optimum:>7}"
        )


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "roll": str(row.roll),
        "ways": row.ways,
        "placements": row.placements,
        "packings": row.packings,
        "optimal": row.optimal,
        "optimum": row.optimum,
        "most": row.most,
    }


def _quantiles(spread: Spread) -> dict[str, int]:
    return {f"{float(share):g}": spread.quantile(share) for share in QUANTILES}


def _grid(fairness: Fairness) -> list[list[int]]:
    card, cells = fairness.card, fairness.cells
    return [[cells[Cell(row, col)] for col in range(card.cols)] for row in range(card.rows)]


def _told(spread: Spread) -> str:
    lowest, low, middle, high, highest = (spread.quantile(share) for share in QUANTILES)
    return (
        f"mean {float(spread.mean):.2f}, sd {spread.sd:.2f}, {spread.least} to {spread.greatest}; "
        f"median {middle}, half of throws {low} to {high}, nine of ten {lowest} to {highest}"
    )


def _counted(number: int | None) -> str:
    return "not counted" if number is None else f"{number:,}"


def _percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.1f} %"


def _in_percent(chance: Fraction, before: str, after: str) -> str:
    return f"{before}{_percent(chance)}{after}" if chance else ""


def _line(text: str) -> Line:
    return [(text, "")]
