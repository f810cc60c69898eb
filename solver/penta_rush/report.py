"""Answers about Penta-Rush as a person reads them, and as a program does (JSON).

Nothing is searched or judged here, and nothing printed.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from solver.drawing.text_grid import Line, Patch, colour, picture, plain, plain_line, plural
from solver.geometry.cell import names_of
from solver.penta_rush.card import Card, format_card_id
from solver.penta_rush.engine import Engine, PackingCounts
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.rules import (
    Judgement,
    Packing,
    Placement,
    PlacementNumbers,
    Standing,
    Verdict,
    decided_by,
    round_multiplier,
    score,
)
from solver.penta_rush.sheet import ROUNDS, Sheet


def placement_json(placement: Placement) -> dict[str, Any]:
    """Return a placement: its shape, its points, its cells as ``[row, col]``."""
    shape, points, cells = placement
    return {"shape": shape, "points": points, "cells": [list(cell) for cell in cells]}


def packing_json(packing: Packing) -> dict[str, Any]:
    """Return a packing: its score, not doubled, and its placements sorted by shape."""
    placements = [placement_json(placement) for placement in sorted(packing)]
    return {"score": score(packing), "placements": placements}


def solution_json(
    engine: Engine, packing: Packing | None, census: PackingCounts | None, number: int
) -> dict[str, Any]:
    """Return the answer of ``solve`` in round *number*; counts are null without a census."""
    deal = engine.problem
    return {
        "card": format_card_id(deal.card),
        "roll": str(deal.roll),
        "round": number,
        "score": round_multiplier(number) * score(packing or ()),
        "placements": len(engine.placements),
        "packings": census.total if census else None,
        "optimal": census.optimal if census else None,
        "packing": packing_json(packing) if packing else None,
    }


def solution_text(
    deal: RollProblem, packing: Packing | None, *, title: str, number: int, drawn: bool
) -> Iterator[Line]:
    """Yield the best *packing* of a deal, drawn on its card, and its score."""
    yield plain_line(f"Roll {deal.roll} on {title}, round {number}")
    yield plain_line("")
    yield from packing_text(deal, packing, number=number, drawn=drawn)


def packing_text(
    deal: RollProblem, packing: Packing | None, *, number: int, drawn: bool
) -> Iterator[Line]:
    """Yield a *packing* of a deal, drawn on its card, and its score in round *number*."""
    if packing is None:
        yield from plain(deal.card.lines)
        yield plain_line("")
        yield plain_line("Score 0: no Penta-Rush on this card matches the roll.")
        return
    yield from picture(
        deal.card.lines, [Patch(one.shape, one.cells) for one in packing], drawn=drawn
    )
    yield plain_line("")
    points, times = score(packing), round_multiplier(number)
    doubled = f" ({points}, doubled in round {number})" if times > 1 else ""
    yield plain_line(f"Score {points * times}{doubled}")
    for patch, one in enumerate(packing):
        told = f"  {one.points:>2}  {names_of(one.cells)}"
        yield [("  ", ""), (one.shape, colour(patch)), (told, "")]


def counts_text(engine: Engine, census: PackingCounts) -> Iterator[Line]:
    """Yield how many packings there are, and how many of them are best."""
    if not census.total:
        return
    matching = plural(len(engine.placements), "matching placement")
    best = "the only one" if census.total == 1 else f"{census.optimal:,} of them best"
    yield plain_line(f"{plural(census.total, 'packing')} of {matching}, {best}")


def packing_lines(engine: Engine, packings: Iterable[PlacementNumbers]) -> Iterator[str]:
    """Yield each of *packings* as a line of JSON, the same as that of `packing_json`.

    Made for hundreds of thousands a second: what is said of each placement is written once.
    """
    by_shape = sorted(enumerate(engine.placements), key=itemgetter(1))
    rank_of = {number: rank for rank, (number, _) in enumerate(by_shape)}
    rank = [rank_of[number] for number in range(len(by_shape))].__getitem__
    text = [json.dumps(placement_json(placement)) for _, placement in by_shape].__getitem__
    value = engine.values.__getitem__
    # Packings that differ in the last placement alone come together: the others are looked up once.
    shared: list[int] | None = None
    for *others, last in packings:
        if others != shared:
            shared, ranks, points = others, list(map(rank, others)), sum(map(value, others))
        placements = ", ".join(map(text, sorted([*ranks, rank(last)])))
        yield f'{{"score": {points + value(last)}, "placements": [{placements}]}}\n'


def histogram_text(by_score: dict[int, int], *, width: int = 0) -> Iterator[Line]:
    """Yield a line a score: the score, the number of packings, and a bar of up to *width*."""
    most = max(by_score.values(), default=1)
    for points, count in by_score.items():
        bar = "█" * max(1, round(width * count / most)) if width else ""
        yield plain_line(f"{points:>3} {count:>{len(str(most))}} {bar}".rstrip())


def judgement_json(judgement: Judgement) -> dict[str, Any]:
    """Return the answer of ``score``."""
    return {
        "points": judgement.points,
        "outlines": [
            {
                "verdict": one.verdict.value,
                "shape": one.shape,
                "points": one.points,
                "reason": one.reason,
            }
            for one in judgement.outlines
        ],
    }


def judgement_text(sheet: Sheet, judgement: Judgement, *, drawn: bool) -> Iterator[Line]:
    """Yield a judged sheet: drawn, a line an outline, and the points of the round."""
    timer = ", timer turned" if sheet.timer else ""
    yield plain_line(f"Roll {sheet.roll}, round {sheet.round}{timer}")
    yield plain_line("")
    patches = [Patch(label(number), cells) for number, cells in enumerate(sheet.outlines)]
    yield from picture(sheet.card.lines, patches, drawn=drawn)
    yield plain_line("")
    named = [names_of(cells) for cells in sheet.outlines]
    width = max(map(len, named), default=0)
    for number, (one, cells) in enumerate(zip(judgement.outlines, named, strict=True)):
        points = str(one.points) if one.verdict is Verdict.COUNTED else "-"
        reason = "" if one.verdict is Verdict.COUNTED else f": {one.reason}"
        told = f"  {one.shape or '?'} {points:>3}  {cells:<{width}}  {one.verdict.value}{reason}"
        yield [(f"{label(number):>3}", colour(number)), (told, "")]
    yield plain_line(f"Points {judgement.points}{_sum(sheet, judgement)}")


def label(number: int) -> str:
    """Return the character that marks an outline of a sheet by its number, from 0.

    >>> label(0), label(9)
    ('1', 'a')
    """
    # One character each, so letters go on where the figures end.
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


def standings_text(players: Sequence[Standing], winning: Sequence[Standing]) -> Iterator[Line]:
    """Yield a game: a line a player, and who wins, and why if the totals are equal."""
    table = [["round", *map(str, range(1, ROUNDS + 1)), "total"]]
    table += [[one.name, *map(str, one.rounds), str(one.total)] for one in players]
    first, *others = (max(map(len, column)) for column in zip(*table, strict=True))
    for name, *numbers in table:
        told = (f"{number:>{width}}" for number, width in zip(numbers, others, strict=True))
        yield plain_line("   ".join([f"{name:<{first}}", *told]))
    names = " and ".join(player.name for player in winning)
    if len(players) == 1:  # who plays alone beats nobody
        yield plain_line(f"{names} has {winning[0].total}")
        return
    why = {
        "total": "",
        "rounds 1 to 4": f", by rounds 1 to 4 ({winning[0].first_four})",
        "tie": ", equal in rounds 1 to 4 as well",
    }[decided_by(players)]
    verb = "wins" if len(winning) == 1 else "win"
    yield plain_line(f"{names} {verb} with {winning[0].total}{why}")


def card_text(name: str, card: Card, *, default: bool) -> Iterator[Line]:
    """Yield a sample card: its name and its figures, and its picture."""
    note = ", the default" if default else ""
    shown = "".join(card.lines)
    times = " ".join(f"{symbol}{shown.count(symbol)}" for symbol in card.symbols)
    yield plain_line(f"{name}: {card.rows}x{card.cols}, {times}{note}")
    yield from plain(card.lines)


def card_json(name: str, card: Card, *, default: bool) -> dict[str, Any]:
    """Return a sample card."""
    return {
        "name": name,
        "card": format_card_id(card),
        "rows": card.rows,
        "cols": card.cols,
        "symbols": card.symbols,
        "default": default,
    }


def _sum(sheet: Sheet, judgement: Judgement) -> str:
    """Return how the points of a round came about, where there is more to it than a number."""
    counted = [str(one.points) for one in judgement.outlines if one.verdict is Verdict.COUNTED]
    tiles = " + ".join(counted) or "0"
    if round_multiplier(sheet.round) > 1:
        tiles = f"{round_multiplier(sheet.round)} x ({tiles})"
    timer = " + 1 for the timer" if sheet.timer else ""
    return (
        f" = {tiles}{timer}"
        if timer or len(counted) > 1 or round_multiplier(sheet.round) > 1
        else ""
    )
