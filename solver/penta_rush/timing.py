"""When a player drew what: the seconds of a turn, of each outline, and of the sand timer."""

from dataclasses import asdict, dataclass
from itertools import pairwise
from math import isfinite
from typing import Any, Self

from solver.errors import SheetError
from solver.files.json_reader import (
    Fields,
    Json,
    Optional,
    Table,
    list_of,
    or_null,
    read_bool,
    whole_number,
)
from solver.question import check_fields

MAX_TIMER_S = 3600  # seconds that the sand timer may run
_MOST = 1_000_000  # seconds of a turn, and hints


@dataclass(frozen=True, slots=True)
class Timing:
    """A turn of so many *seconds*, in which the outlines of the sheet were *drawn* at these.

    *sand* is how long the sand timer of the game runs, None where it has none; *hurried*, that it
    ran against the player. *hints* is how often the program was asked for one, first at the second
    *hinted*, None if that is not known.
    """

    seconds: float
    drawn: tuple[float, ...]
    sand: int | None = None
    hurried: bool = False
    hints: int = 0
    hinted: float | None = None

    def __post_init__(self) -> None:
        check_fields(self, "time")
        self._check(Json(None, "time", SheetError))

    def _check(self, json: Json) -> None:
        seconds = json.inner(self.seconds, "seconds")
        _read_seconds(seconds)
        most = f"at most {self.seconds:g} seconds, those of the turn"
        drawn = [
            json.inner(moment, f"outline {at}") for at, moment in enumerate(self.drawn, start=1)
        ]
        for moment in drawn:
            if _read_seconds(moment) > self.seconds:
                raise moment.wrong(most)
        for before, moment in pairwise(drawn):
            if moment.value < before.value:
                expected = f"no less than {before.value:g}, the second of the outline before"
                raise moment.wrong(expected)
        if self.hinted is not None:
            hinted = json.inner(self.hinted, "hinted")
            if not self.hints:
                raise json.inner(self.hints, "hints").wrong("1 or more, as one was given")
            if _read_seconds(hinted) > self.seconds:
                raise hinted.wrong(most)
        if self.hurried and self.sand is None:
            raise json.inner(None, "sand").wrong("the seconds of the sand that ran")
        if self.hurried and self.sand is not None and self.seconds > self.sand:
            raise seconds.wrong(f"at most {self.sand}, as the sand ran")

    @classmethod
    def read(cls, json: Json) -> Self:
        """Return the times that *json* describes."""
        fields = dict(Fields(json, _TIMING))
        try:
            return cls(**fields)
        except SheetError as error:
            where = json.where + error.where.removeprefix("time")
            raise SheetError(where, expected=error.expected, found=error.found) from None

    def to_json(self) -> dict[str, Any]:
        """Return the times as a JSON object."""
        written = {**asdict(self), "drawn": list(self.drawn)}
        if self.hinted is None:
            del written["hinted"]
        return written


def _read_seconds(json: Json) -> float:
    value = json.value
    is_number = type(value) in (int, float) and isfinite(value)
    if not is_number or not 0 <= value <= _MOST:
        raise json.wrong(f"seconds from 0 to {_MOST}")
    return float(value)


_TIMING: Table = {
    "seconds": _read_seconds,
    "drawn": list_of(_read_seconds, "a list of seconds, one for each outline", each="outline"),
    "sand": Optional(or_null(whole_number(1, MAX_TIMER_S, f"1 to {MAX_TIMER_S} seconds, or null"))),
    "hurried": Optional(read_bool, default=False),
    "hints": Optional(whole_number(0, _MOST), 0),
    "hinted": Optional(or_null(_read_seconds)),
}
