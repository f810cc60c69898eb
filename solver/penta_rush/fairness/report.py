"""How fair a card is, or a set of cards, as a person reads it, and as a program does (JSON)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from solver.drawing.text_grid import Line, plain_line
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.fairness.card_fairness import QUANTILES, Fairness, Spread
from solver.penta_rush.fairness.isomorphism import nearest_isomorph
from solver.penta_rush.fairness.set_fairness import Duel, Play, Rung, SetGrade
from solver.penta_rush.survey.card_survey import RollSurvey

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
        "players": {
            name: None if mean is None else float(mean) for name, mean in fairness.players.items()
        },
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
        yield plain_line(f"  {reason}")


def summary(fairness: Fairness) -> str:
    """Return what matters most of a card, on one line."""
    duds = len(fairness.duds) or "no"
    dud = "dud" if duds == 1 else "duds"
    return f"optimum over {fairness.throws:,} throws: {_told(fairness.optimum)}; {duds} {dud}"


def measures(fairness: Fairness) -> Iterator[Line]:
    """Yield the measures of a card, the most telling ones first."""
    optimum, placements = fairness.optimum, fairness.placements
    duds = ", ".join(map(str, fairness.duds[:_EXTREMES])) or "none"
    more = ", ..." if len(fairness.duds) > _EXTREMES else ""
    players = ", ".join(
        f"{name} {'too many to tell' if mean is None else f'{float(mean):.2f}'}"
        for name, mean in fairness.players.items()
    )
    yield plain_line("")
    yield plain_line(f"optimum      {_told(optimum)}")
    yield plain_line(
        f"duds         {duds}{more}{_in_percent(fairness.dud_chance, ' (', ' of throws)')}"
    )
    yield plain_line(f"five shapes  can be packed in {_percent(fairness.five_chance)} of throws")
    yield plain_line(f"placements   {_told(placements)}")
    yield plain_line(f"players      {players}")
    yield plain_line("")
    ordered = fairness.worst_first
    for word, rows in (("worst", ordered[:_EXTREMES]), ("best", ordered[: -_EXTREMES - 1 : -1])):
        yield plain_line(f"{word:<13}" + "  ".join(f"{row.roll} {row.optimum}" for row in rows))
    yield plain_line("")
    yield plain_line("symbol  cells  pairs  patch   mean")
    for symbol in fairness.symbols:
        cells, mean = f"{symbol.cells:>5}{symbol.pairs:>7}{symbol.patch:>7}", float(symbol.mean)
        yield plain_line(f"{symbol.symbol:<6}  {cells}  {mean:5.2f}")
    yield plain_line("")
    yield plain_line("shape   points  placements  in a best packing")
    for shape in fairness.shapes:
        best = "too many to tell" if shape.best is None else f"{_percent(shape.best):>7}"
        yield plain_line(f"{shape.shape:<6}  {shape.points:>6}  {shape.placements:>10}  {best}")
    yield plain_line("")
    dead = ", ".join(map(str, fairness.dead_cells))
    yield plain_line("placements through each cell" + (f"; dead: {dead}" if dead else ""))
    grid = _grid(fairness)
    width = max(len(str(through)) for row in grid for through in row)
    for row in grid:
        yield plain_line(" ".join(f"{through:>{width}}" for through in row))


def roll_table(rows: Sequence[RollSurvey]) -> Iterator[Line]:
    """Yield the figures of every roll, a line each."""
    yield plain_line("")
    yield plain_line("roll   ways  placements    packings  best packings  most shapes  optimum")
    for row in rows:
        packings, optimal = _counted(row.packings), _counted(row.optimal)
        yield plain_line(
            f"{row.roll}  {row.ways:>4}  {row.placements:>10}  {packings:>10}  {optimal:>13}"
            f"  {row.most:>11}  {row.optimum:>7}"
        )


def set_json(grade: SetGrade, play: Play | None, cards: Sequence[Card]) -> dict[str, Any]:
    """Return how fair *cards* are as a set, named by their places in it, from 0.

    *play* is null where the match was too large.
    """
    return {
        "rungs": [_rung_json(rung) for rung in grade.rungs],
        "reached": grade.reached.name if grade.reached else None,
        "next": grade.next_rung.name if grade.next_rung else None,
        "head_to_head": _duels_json(grade.duels),
        "spread": {
            "mean": float(grade.spread.mean),
            "worst": grade.spread.worst,
            "rolls": [str(roll) for roll in grade.spread.rolls],
        },
        "match": play
        and {
            "wins": [float(chance) for chance in play.wins],
            "wins_exact": [str(chance) for chance in play.wins],
            "head_to_head": _duels_json(play.duels),
        },
        "looks": [
            {
                "cards": [one, other],
                "differing": found.distance if found else None,
                "motion": found.isometry if found else None,
                "renaming": found.relabelling if found else None,
            }
            for one, other in combinations(range(len(cards)), 2)
            for found in [nearest_isomorph(cards[one], cards[other])]
        ],
    }


def set_report(
    grade: SetGrade, play: Play | None, cards: Sequence[Card], titles: Sequence[str]
) -> Iterator[Line]:
    """Yield how fair *cards* are as a set, whose players share the rolls."""
    reached, following = grade.reached, grade.next_rung
    yield plain_line("")
    told = f"the set reaches {reached.name}, {reached.asks}" if reached else "the set is not fair"
    away = f"; {following.name} is {_distance(following)} away" if following else ""
    yield [(told, "bold"), (away, "")]
    for number, title in enumerate(titles, start=1):
        yield plain_line(f"  {number}  {title}")
    yield plain_line("")
    yield plain_line("rung                       distance")
    for rung in grade.rungs:
        where = f"  {_witness(rung)}" if rung.witness else ""
        mark = "met" if rung.met else _distance(rung)
        yield plain_line(f"{rung.name} {rung.asks:<22}  {mark}{where}")
    yield plain_line("")
    spread, rolls = grade.spread, grade.spread.rolls
    yield plain_line(
        f"a roll's cards are {float(spread.mean):.2f} points apart in the mean, at worst "
        f"{spread.worst}{_named(rolls) if spread.worst else ''}"
    )
    yield plain_line("")
    yield plain_line("head to head    of a roll: win, tie, lose    of a match of five rounds")
    for one, other in combinations(range(len(cards)), 2):
        match = _duel(play.duels[one, other]) if play else "not computed"
        yield plain_line(
            f"{one + 1} against {other + 1}     {_duel(grade.duels[one, other])}    {match}"
        )
    if play:
        wins = ", ".join(f"{number} {_percent(won)}" for number, won in enumerate(play.wins, 1))
        yield plain_line(f"all together, the match is won by card {wins}")
    else:
        yield plain_line("the match is not computed: the points are too many for its tables")
    yield plain_line("")
    for one, other in combinations(range(len(cards)), 2):
        yield plain_line(_look(one, other, cards))


def _named(rolls: Sequence[Roll]) -> str:
    more = ", ..." if len(rolls) > _EXTREMES else ""
    return f" ({', '.join(map(str, rolls[:_EXTREMES]))}{more})"


def _look(one: int, other: int, cards: Sequence[Card]) -> str:
    found = nearest_isomorph(cards[one], cards[other])
    pair = f"cards {one + 1} and {other + 1}"
    if found is None:
        return f"{pair} are of different sizes"
    renaming = " ".join(f"{old}-{new}" for old, new in sorted(found.relabelling.items()))
    how = f"{found.isometry}, renamed {renaming}"
    if not found.distance:
        return f"{pair} are the same card in disguise: {how}"
    return f"{pair} differ in {found.distance} cells at least ({how})"


def _rung_json(rung: Rung) -> dict[str, Any]:
    witness = rung.witness
    return {
        "rung": rung.name,
        "asks": rung.asks,
        "met": rung.met,
        "distance": float(rung.distance),
        "exact": str(rung.distance),
        "cards": list(witness.cards) if witness else None,
        "card": witness.card if witness else None,
        "place": witness.place if witness else None,
        "roll": str(witness.roll) if witness and witness.roll else None,
    }


def _duels_json(duels: dict[tuple[int, int], Duel]) -> list[dict[str, Any]]:
    return [
        {
            "card": one,
            "against": other,
            "win": float(duel.win),
            "tie": float(duel.tie),
            "lose": float(duel.lose),
        }
        for (one, other), duel in duels.items()
    ]


def _distance(rung: Rung) -> str:
    return f"{float(rung.distance):.3f}"


def _witness(rung: Rung) -> str:
    if rung.witness is None:
        return ""
    cards, card, place, roll = rung.witness
    told = f"cards {', '.join(str(one + 1) for one in cards)}"
    if card is not None:
        told += f": card {card + 1}, place {place}"
    return told if roll is None else f"{told}: roll {roll}"


def _duel(duel: Duel) -> str:
    return "  ".join(f"{_percent(chance):>7}" for chance in duel)


def _row_json(row: RollSurvey) -> dict[str, Any]:
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
