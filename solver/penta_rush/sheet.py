"""The sheet of a player: the outlines drawn on a card in one round, and its JSON form.

An outline is the cells that a player drew a line around. Whether it is right is the referee's
business; here it need only be on the card.
"""

import json
from dataclasses import dataclass, replace
from typing import Any

from solver.errors import SheetError, check_type, check_types, quoted
from solver.files.json_reader import (
    as_bool,
    as_cells,
    as_list,
    as_object,
    as_text,
    json_quoted,
    parse_json,
    quotes_hint,
)
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card, check_cells, check_on_card
from solver.penta_rush.card_json import card_from_json, recorded_card_json
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import Points

ROUNDS = 5

Outline = tuple[Cell, ...]

_SHEET_KEYS = {
    "card": True, "roll": True, "round": False, "timer": False, "outlines": True, "legend": False,
    "points": False,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's *outlines* on *card* for *roll*; *timer* says whether the player turned it."""

    card: Card
    roll: Roll
    outlines: tuple[Outline, ...]
    round: int = 1
    timer: bool = False

    def __post_init__(self) -> None:
        check_type(self.card, "sheet, card", Card)
        check_type(self.roll, "sheet, roll", Roll)
        check_type(self.round, "sheet, round", int)
        check_type(self.timer, "sheet, timer", bool)
        check_types(self.outlines, "sheet, outlines", tuple, tuple)
        for number, outline in enumerate(self.outlines, start=1):
            check_types(outline, f"sheet, outline {number}", tuple, Cell)
        check_on_card(self.roll, self.card)
        if not 1 <= self.round <= ROUNDS:
            raise SheetError("sheet, round", expected=f"1 to {ROUNDS}", found=quoted(self.round))
        for number, outline in enumerate(self.outlines, start=1):
            check_cells(outline, self.card, f"sheet, outline {number}", SheetError)

    @classmethod
    def parse(cls, text: str, *, source: str = "sheet") -> "Sheet":
        """Return the sheet in *text*, JSON as `format_sheet` writes it; *source* names it.

        The round is 1 and the timer false if they are left out. Raises `SheetError` if the text is
        not a sheet, or the error of the card or the roll in it.
        """
        check_type(text, source, str)
        return sheet_from_json(parse_json(text, source, SheetError), source)


def format_sheet(sheet: Sheet) -> str:
    """Return *sheet* as JSON, on one line."""
    return json.dumps(sheet_json(sheet)) + "\n"


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """Return *sheet* as a JSON object."""
    return {
        **recorded_card_json(sheet.card),
        "roll": str(sheet.roll),
        "round": sheet.round,
        "timer": sheet.timer,
        "outlines": [[list(cell) for cell in outline] for outline in sheet.outlines],
    }


def sheet_from_json(value: Any, source: str, *, points: Points | None = None) -> Sheet:
    """Return the sheet that a JSON value is; raises as `Sheet.parse` does.

    *points* are those of the game that it is a part of, for a sheet that says none.
    """
    fields = as_object(value, source, SheetError, _SHEET_KEYS)
    card = card_from_json(fields, source, SheetError)
    if card.points is None and points:
        card = replace(card, points=points)
    roll_text = as_text(fields["roll"], f"{source}, roll", SheetError)
    number = fields.get("round", 1)
    if type(number) is not int or not 1 <= number <= ROUNDS:
        found, hint = json_quoted(number), quotes_hint(number)
        raise SheetError(f"{source}, round", expected=f"1 to {ROUNDS}", found=found, hint=hint)
    timer = as_bool(fields.get("timer", False), f"{source}, timer", SheetError)
    entries = as_list(fields["outlines"], f"{source}, outlines", SheetError, "a list of outlines")
    roll = card.legend.parse_json_roll(roll_text, source=f"{source}, roll")
    check_on_card(roll, card, source=f"{source}, roll", typed=roll_text)
    outlines = []
    for index, entry in enumerate(entries, start=1):
        outlines.append(as_cells(entry, f"{source}, outline {index}", SheetError))
        check_cells(outlines[-1], card, f"{source}, outline {index}", SheetError)
    return Sheet(card, roll, tuple(outlines), round=number, timer=timer)
