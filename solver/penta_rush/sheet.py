"""The sheet of a player: the outlines drawn on a card in one round, and its JSON form.

An outline is the cells that a player drew a line around. Whether it is right is the referee's
business; here it need only be on the card.
"""

from dataclasses import dataclass, replace
from typing import Any, Self

from solver.errors import SheetError, check_type, check_types, quoted
from solver.files.json_reader import (
    Fields,
    Json,
    JsonText,
    Optional,
    Table,
    list_of,
    read_any,
    read_bool,
    read_cells,
    read_text,
    whole_number,
)
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card, check_cells, check_on_card
from solver.penta_rush.card_json import card_from_json, recorded_card_json
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import Points

ROUNDS = 5

Outline = tuple[Cell, ...]

_SHEET: Table = {
    "card": read_any,
    "roll": read_text,
    "round": Optional(whole_number(1, ROUNDS, hints=True), 1),
    "timer": Optional(read_bool, default=False),
    "outlines": list_of(read_cells, "a list of outlines", each="outline"),
    "legend": Optional(read_any),
    "points": Optional(read_any),
}


@dataclass(frozen=True, slots=True)
class Sheet(JsonText):
    """A player's *outlines* on *card* for *roll*; *timer* says whether the player turned it.

    In JSON the round is 1 and the timer false if they are left out.
    """

    json_form = ("sheet", SheetError)

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
    def read(cls, json: Json, *, points: Points | None = None) -> Self:
        """Return the sheet that *json* describes.

        *points* are those of the game that it is a part of, for a sheet that says none.
        """
        fields = Fields(json, _SHEET)
        card = card_from_json(json.value, json.where, SheetError)
        if card.points is None and points:
            card = replace(card, points=points)
        typed, number, timer = fields["roll"], fields["round"], fields["timer"]
        roll = card.legend.parse_json_roll(typed, source=f"{json.where}, roll")
        check_on_card(roll, card, source=f"{json.where}, roll", typed=typed)
        for index, outline in enumerate(fields["outlines"], start=1):
            check_cells(outline, card, f"{json.where}, outline {index}", SheetError)
        return cls(card, roll, fields["outlines"], round=number, timer=timer)

    def to_json(self) -> dict[str, Any]:
        """Return the sheet as a JSON object."""
        return {
            **recorded_card_json(self.card),
            "roll": str(self.roll),
            "round": self.round,
            "timer": self.timer,
            "outlines": [[list(cell) for cell in outline] for outline in self.outlines],
        }
