"""Answers about Knaster as text for people and as JSON for programs.

Nothing is searched, judged or printed here.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from solver.drawing.text_grid import StyledLine, plain_line, plural, unbroken, wrapped_lines
from solver.knaster.line import LINES
from solver.knaster.line_values import LineValues
from solver.knaster.record import Player, Record
from solver.knaster.rules import Verdict, winners
from solver.knaster.sheet import Sheet
from solver.knaster.sheet_view import sheet_lines
from solver.violation import violation_json


def score_json(sheet: Sheet, values: LineValues) -> dict[str, Any]:
    """Return the answer of ``score``: the score, the lines that count, how many are circled."""
    return {
        "score": sheet.score(values),
        "lines": [
            {"name": name, "points": points} for name, points in _counted_lines(sheet, values)
        ],
        "circled": len(sheet.circled),
    }


def score_text(sheet: Sheet, values: LineValues, *, title: str) -> Iterator[StyledLine]:
    """Yield *sheet*, and how its score adds up."""
    yield from sheet_lines(sheet, values=values)
    yield plain_line("")
    yield from wrapped_lines(f"{title}: {_sum_text(sheet, values)}")


def verdict_json(record: Record, verdict: Verdict, values: LineValues) -> dict[str, Any]:
    """Return the answer of ``referee``: the first illegal turn, or the scores.

    There are winners only once a game of several players is over.
    """
    head = violation_json(verdict.violation)
    if verdict.violation:
        return head
    scores = [score_json(sheet, values) for sheet in verdict.sheets]
    head["over"] = verdict.over
    if len(record.players) == 1:
        return {**head, **scores[0]}
    names = [player.name for player in record.players]
    best = [player.name for player in winners(record, verdict, values)]
    return {
        **head,
        "players": dict(zip(names, scores, strict=True)),
        "winners": best if verdict.over else None,
    }


def verdict_text(
    record: Record, verdict: Verdict, values: LineValues, *, title: str
) -> Iterator[StyledLine]:
    """Yield the sheets of a *record* after its legal turns, and the verdict on it."""
    is_solitaire = len(record.players) == 1
    for player, sheet in zip(record.players, verdict.sheets, strict=True):
        if not is_solitaire:
            yield plain_line(player.name)
        yield from sheet_lines(sheet, values=values)
        yield from wrapped_lines(_sum_text(sheet, values))
        yield plain_line("")
    for text in _verdict_texts(record, verdict, values, title):
        yield from wrapped_lines(text)


def _verdict_texts(
    record: Record, verdict: Verdict, values: LineValues, title: str
) -> Iterator[str]:
    is_solitaire = len(record.players) == 1
    if violation := verdict.violation:
        whose = "" if is_solitaire else f" of {violation.player}"
        yield f"{title}: turn {violation.turn}{whose} is illegal: {violation}"
        return
    played = plural(len(record.rolls), "turn")
    yield f"{title}: legal: {played}, {'over' if verdict.over else 'not over yet'}"
    if not is_solitaire:
        best = winners(record, verdict, values)
        points = max(sheet.score(values) for sheet in verdict.sheets)
        yield f"{_lead_text(best, over=verdict.over)} with {plural(points, 'point')}."


def _lead_text(best: Sequence[Player], *, over: bool) -> str:
    """Say that the *best* players lead, or have won where the game is *over*."""
    *others, last = (player.name for player in best)
    if not others:
        return f"{last} {'wins' if over else 'leads'}"
    return f"{', '.join(others)} and {last} {'tie' if over else 'are level'}"


def _sum_text(sheet: Sheet, values: LineValues) -> str:
    """Return how the score of *sheet* adds up: its lines, and its circled numbers."""
    terms = [f"{points} ({name})" for name, points in _counted_lines(sheet, values)]
    terms.append(f"{len(sheet.circled)} (circled)")
    first, *others = terms
    text = " ".join([unbroken(first), *(unbroken(f"+ {term}") for term in others)])
    return f"{plural(sheet.score(values), 'point')} = {text}"


def _counted_lines(sheet: Sheet, values: LineValues) -> list[tuple[str, int]]:
    """Return the lines whose five numbers are all circled, by name, with their points."""
    points = dict(zip(LINES, values.points, strict=True))
    return [(line.name, points[line]) for line in sheet.circled_lines()]
