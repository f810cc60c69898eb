"""The answers of the Penta-Rush commands, as text and as JSON."""

import json
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from solver.drawing.text_grid import (
    Patch,
    StyledLine,
    draw_grid,
    patch_style,
    plain_grid,
    plain_line,
    plural,
)
from solver.geometry.cell import names_of
from solver.penta_rush.card import Card
from solver.penta_rush.card_json import card_json
from solver.penta_rush.engine import Engine, PackingCounts
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.rules import (
    Packing,
    Placement,
    PlacementNumbers,
    Ruling,
    Standing,
    Verdict,
    decided_by,
    round_multiplier,
)
from solver.penta_rush.sheet import ROUNDS, Sheet
from solver.penta_rush.symbol_label import card_labels, legend_text

# A verdict is printed in the words of its JSON value, unless plainer ones are here.
_RULING_TEXTS = {Ruling.HIGHEST_VALUE_DROPPED: "highest value dropped"}


def placement_json(placement: Placement) -> dict[str, Any]:
    """Return a placement: its shape, its points, its cells as ``[row, col]``."""
    shape, points, cells = placement
    return {"shape": shape, "points": points, "cells": [list(cell) for cell in cells]}


def packing_json(packing: Packing) -> dict[str, Any]:
    """Return a packing: its score, not doubled, and its placements sorted by shape."""
    placements = [placement_json(placement) for placement in sorted(packing)]
    return {"score": packing.score, "placements": placements}


def solution_json(
    engine: Engine,
    packing: Packing | None,
    counts: PackingCounts | None,
    number: int,
    *,
    more_than: int = 0,
) -> dict[str, Any]:
    """Return the answer of ``solve`` in round *number*.

    *counts* are null if only the lower bound *more_than* is known.
    """
    problem = engine.problem
    return {
        **card_json(problem.card, problem.points),
        "roll": str(problem.roll),
        "round": number,
        "score": round_multiplier(number) * (packing.score if packing else 0),
        "placements": len(engine.placements),
        "packings": counts.total if counts else None,
        "optimal": counts.optimal if counts else None,
        **({} if counts or not more_than else {"packings_more_than": more_than}),
        "packing": packing_json(packing) if packing else None,
    }


def solution_text(
    problem: RollProblem, packing: Packing | None, *, title: str, number: int, drawn: bool
) -> Iterator[StyledLine]:
    """Yield the answer of ``solve``: the best *packing* drawn on the card, and its score."""
    roll = problem.card.legend.roll_text(problem.roll)
    yield plain_line(f"Roll {roll} on {title}, round {number}")
    yield plain_line("")
    yield from packing_text(problem, packing, number=number, drawn=drawn)


def packing_text(
    problem: RollProblem, packing: Packing | None, *, number: int, drawn: bool
) -> Iterator[StyledLine]:
    """Yield a *packing* drawn on the card of *problem*, and its score in round *number*."""
    if packing is None:
        yield from plain_grid(card_labels(problem.card))
        yield from legend_text(problem.card)
        yield plain_line("")
        yield plain_line("Score 0: no Penta-Rush on this card matches the roll.")
        return
    yield from draw_grid(
        card_labels(problem.card),
        [Patch(placement.shape, placement.cells) for placement in packing],
        drawn=drawn,
    )
    yield from legend_text(problem.card)
    yield plain_line("")
    points, multiplier = packing.score, round_multiplier(number)
    doubled = f" ({points}, doubled in round {number})" if multiplier > 1 else ""
    yield plain_line(f"Score {points * multiplier}{doubled}")
    for patch, (shape, value, cells) in enumerate(packing):
        yield [("  ", ""), (shape, patch_style(patch)), (f"  {value:>2}  {names_of(cells)}", "")]


def counts_text(
    engine: Engine, counts: PackingCounts | None, *, more_than: int
) -> Iterator[StyledLine]:
    """Yield how many packings there are, and how many of them are best.

    Without *counts*, only that there are more than *more_than* packings is known.
    """
    matching = plural(len(engine.placements), "matching placement")
    if counts is None:
        packings = f"More than {plural(more_than, 'packing')}"
        yield plain_line(f"{packings} of {matching} (--count counts them)")
        return
    if not counts.total:
        return
    best = "the only one" if counts.total == 1 else f"{counts.optimal:,} of them best"
    yield plain_line(f"{plural(counts.total, 'packing')} of {matching}, {best}")


def packing_lines(engine: Engine, packings: Iterable[PlacementNumbers]) -> Iterator[str]:
    """Yield each of *packings* as a line of JSON, the same as that of `packing_json`.

    Fast enough for hundreds of thousands a second: the text of each placement is made once.
    """
    by_shape = sorted(enumerate(engine.placements), key=itemgetter(1))
    rank_of = {number: rank for rank, (number, _) in enumerate(by_shape)}
    rank = [rank_of[number] for number in range(len(by_shape))].__getitem__
    text = [json.dumps(placement_json(placement)) for _, placement in by_shape].__getitem__
    value = engine.values.__getitem__
    # Packings that differ only in the last placement come together: the others are looked up once.
    previous: list[int] | None = None
    for *others, last in packings:
        if others != previous:
            previous, ranks, points = others, list(map(rank, others)), sum(map(value, others))
        placements = ", ".join(map(text, sorted([*ranks, rank(last)])))
        yield f'{{"score": {points + value(last)}, "placements": [{placements}]}}\n'


def histogram_text(by_score: dict[int, int], *, width: int = 0) -> Iterator[StyledLine]:
    """Yield one line per score: the score, the number of packings, a bar of up to *width*."""
    most = max(by_score.values(), default=1)
    for points, count in by_score.items():
        bar = "█" * max(1, round(width * count / most)) if width else ""
        yield plain_line(f"{points:>3} {count:>{len(str(most))}} {bar}".rstrip())


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return the answer of ``score``."""
    return {
        "points": verdict.points,
        "outlines": [
            {
                "verdict": outline.ruling.value,
                "shape": outline.shape,
                "points": outline.points,
                "reason": outline.reason,
            }
            for outline in verdict.outlines
        ],
    }


def verdict_text(sheet: Sheet, verdict: Verdict, *, drawn: bool) -> Iterator[StyledLine]:
    """Yield a judged sheet: its card, one line per outline, and the points of the round."""
    timer = ", timer turned" if sheet.timer else ""
    roll = sheet.card.legend.roll_text(sheet.roll)
    yield plain_line(f"Roll {roll}, round {sheet.round}{timer}")
    yield plain_line("")
    patches = [Patch(label(number), cells) for number, cells in enumerate(sheet.outlines)]
    yield from draw_grid(card_labels(sheet.card), patches, drawn=drawn)
    yield from legend_text(sheet.card)
    yield plain_line("")
    cell_names = [names_of(cells) for cells in sheet.outlines]
    width = max(map(len, cell_names), default=0)
    for number, (outline, names) in enumerate(zip(verdict.outlines, cell_names, strict=True)):
        is_counted = outline.ruling is Ruling.COUNTED
        points = str(outline.points) if is_counted else "-"
        ruling = _RULING_TEXTS.get(outline.ruling, outline.ruling.value)
        reason = "" if is_counted else f": {outline.reason}"
        text = f"  {outline.shape or '?'} {points:>3}  {names:<{width}}  {ruling}{reason}"
        yield [(f"{label(number):>3}", patch_style(number)), (text, "")]
    yield plain_line(f"Points {verdict.points}{_sum_text(sheet, verdict)}")


def label(number: int) -> str:
    """Return the character that marks an outline of a sheet by its number, from 0.

    >>> label(0), label(9)
    ('1', 'a')
    """
    # One character each, so letters follow the digits.
    labels = "123456789" + ascii_lowercase + ascii_uppercase
    return labels[number % len(labels)]


def standings_json(players: Sequence[Standing], winning: Sequence[Standing]) -> dict[str, Any]:
    """Return the answer of ``total``."""
    return {
        "players": [
            {"name": player.name, "rounds": list(player.rounds), "total": player.total}
            for player in players
        ],
        "winners": [player.name for player in winning],
        "decided_by": decided_by(players),
    }


def standings_text(
    players: Sequence[Standing], winning: Sequence[Standing]
) -> Iterator[StyledLine]:
    """Yield a game: one line per player, who wins, and why if the totals are equal."""
    table = [["round", *map(str, range(1, ROUNDS + 1)), "total"]]
    table += [[player.name, *map(str, player.rounds), str(player.total)] for player in players]
    first, *others = (max(map(len, column)) for column in zip(*table, strict=True))
    for name, *numbers in table:
        aligned = (f"{number:>{width}}" for number, width in zip(numbers, others, strict=True))
        yield plain_line("   ".join([f"{name:<{first}}", *aligned]))
    names = " and ".join(player.name for player in winning)
    if len(players) == 1:  # a single player beats nobody
        yield plain_line(f"{names} has {winning[0].total}")
        return
    why = {
        "total": "",
        "rounds 1 to 4": f", by rounds 1 to 4 ({winning[0].first_four})",
        "tie": ", equal in rounds 1 to 4 as well",
    }[decided_by(players)]
    verb = "wins" if len(winning) == 1 else "win"
    yield plain_line(f"{names} {verb} with {winning[0].total}{why}")


def card_text(name: str, card: Card, *, default: bool) -> Iterator[StyledLine]:
    """Yield a sample card: its name, its size, how often it shows each symbol; its picture."""
    note = ", the default" if default else ""
    shown = "".join(card.lines)
    times = " ".join(f"{symbol}{shown.count(symbol)}" for symbol in card.symbols)
    yield plain_line(f"{name}: {card.rows}x{card.cols}, {times}{note}")
    yield from plain_grid(card_labels(card))


def sample_json(name: str, card: Card, *, default: bool) -> dict[str, Any]:
    """Return a sample card."""
    return {
        "name": name,
        "card": str(card),
        "rows": card.rows,
        "cols": card.cols,
        "symbols": card.symbols,
        "default": default,
    }


def _sum_text(sheet: Sheet, verdict: Verdict) -> str:
    """Return the sum that gives the points of a round, if it is more than one number."""
    counted = [
        str(outline.points) for outline in verdict.outlines if outline.ruling is Ruling.COUNTED
    ]
    tiles = " + ".join(counted) or "0"
    multiplier = round_multiplier(sheet.round)
    if multiplier > 1:
        tiles = f"{multiplier} x ({tiles})"
    timer = " + 1 for the timer" if sheet.timer else ""
    return f" = {tiles}{timer}" if timer or len(counted) > 1 or multiplier > 1 else ""
