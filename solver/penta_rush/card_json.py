"""The JSON of a card: the keys by which records and answers say which card they are about."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import data
from solver.errors import PentaError, quoted
from solver.penta_rush.card import Card
from solver.penta_rush.legend import Legend
from solver.penta_rush.points import Points, default_points


def card_json(card: Card, points: Points | None = None) -> dict[str, Any]:
    """Return the keys of an answer that say which card it is about, and for which *points*.

    Beside them are the notes of the card, if there are any.
    """
    return {**recorded_card_json(card, points), **notes_json(card)}


def recorded_card_json(card: Card, points: Points | None = None) -> dict[str, Any]:
    """Return the keys of a record that say which card it is about, and for which *points*.

    A record is read again, and has the card by its id, so nothing remains to be noted.
    """
    return {"card": str(card), **beside_card_json(card, points)}


def notes_json(card: Card) -> dict[str, Any]:
    """Return the key of an answer that says how the text of *card* was taken, if that is noted."""
    return {"notes": [*card.notes]} if card.notes else {}


def beside_card_json(card: Card, points: Points | None = None) -> dict[str, Any]:
    """Return the keys of a JSON object beside the card: its legend and points, if it has any.

    The *points* are by default its own; the usual ones have no key.
    """
    points, legend = points or card.points, {"legend": card.legend.to_json()} if card.legend else {}
    return legend if points in (None, default_points()) else {**legend, "points": points.line}


def card_from_json(fields: Mapping[str, Any], where: str, error: type[PentaError]) -> Card:
    """Return the card of a JSON object, from its keys ``card``, and ``legend``, ``points`` if any.

    As in commands, the name of a sample stands for that card. Raises *error* when they are of
    another type, `CardError` when they are no card.
    """
    if not isinstance(text := fields["card"], str):
        raise error(f"{where}, card", expected="a string", found=quoted(text))
    legend = None
    if "legend" in fields:
        legend = Legend.from_json(fields["legend"], f"{where}, legend", error)
    if sample := data.samples("cards").get(text):
        text = data.read(f"cards/{sample.name}")
    card = Card.parse(text, source=f"{where}, card", legend=legend)
    if "points" not in fields:
        return card
    if not isinstance(points := fields["points"], str):
        found = quoted(points)
        raise error(f"{where}, points", expected="a string, F1 I4 L1 ...", found=found)
    parsed = Points.parse_line(points, source=f"{where}, points")
    if card.points not in (None, parsed):
        expected, found = f"the points of the card, {card.points.line}", parsed.line
        raise error(f"{where}, points", expected=expected, found=found)
    return replace(card, points=parsed)
