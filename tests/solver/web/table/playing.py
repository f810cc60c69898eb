"""Tables of a toy game, the phones that look at them, and rules that answer at once."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from solver.web.table.event import EVERYONE, Event
from solver.web.table.spec import TableSpec
from solver.web.table.table import Ask, Table

SPEC = TableSpec(
    rounds=3,
    card=re.compile("(?P<same>[xyz]?)[A-Z]+"),
    entry=("outlines",),
    throw="throw",
    best="best",
    judge="judge",
    total="total",
)
OPENED = {"game": "toy", "card": "ABC", "seconds": 60, "begins": "turn"}


def toy_rules(ask: Ask) -> dict[str, Any]:
    """Judge: an outline is a point; the timer is one, too."""
    if ask.job == "throw":
        return {"roll": f"roll for {ask.key}"}
    if ask.job == "best":
        return {"best on": ask.document, **ask.values}
    if ask.job == "total":
        return {"game": ask.document}
    assert isinstance(ask.document, Mapping)
    return {"points": len(ask.document.get("outlines", [])) + ask.document["timer"]}


def answered(table: Table, now: int, rules: Callable[[Ask], Any] = toy_rules) -> None:
    """Answer all that *table* asks for, and what it asks then."""
    while asks := table.wanted():
        for ask in asks:
            table.answer(ask.key, rules(ask), now)


def table_of(*names: str, now: int = 0, **options: Any) -> Table:
    """Return a table at which players of these *names* sit, the first one the host."""
    table = Table(SPEC)
    table.begin({**OPENED, **options}, now)
    for name in names:
        table.present.add(table.join({"name": name}, f"token of {name}", now))
    answered(table, now)
    return table


def restarted(table: Table) -> Table:
    """Return *table* as a server reads it that was started anew."""
    text = json.dumps([event.to_json() for event in table.log.events])
    again = Table(table.spec, map(Event.from_json, json.loads(text)))
    again.present = set(table.present)
    return again


class Phone:
    """What a phone knows: what it makes of the events that it gets, which it may get in parts."""

    def __init__(self, player: int) -> None:
        self.player, self.last = player, 0
        self.known: dict[str, Any] = {"seats": {}, "left": set(), "results": []}

    def listen(self, table: Table, most: int = 1 << 30) -> None:
        """Take at most so many events that are new."""
        for event, _ in zip(table.log.after(self.last, self.player), range(most), strict=False):
            assert event.to in {EVERYONE, self.player}
            assert event.seq > self.last
            self.last = event.seq
            self._take(event.kind, event.data)

    def _take(self, kind: str, data: Mapping[str, Any]) -> None:
        known = self.known
        if kind == "joined":
            known["seats"][data["player"]] = {**data}
        elif kind == "paper":
            known["seats"][data["player"]]["paper"] = data["paper"]
        elif kind == "left":
            known["left"].add(data["player"])
        elif kind == "again":
            self.known = {name: known[name] for name in ("seats", "left")} | {"results": []}
        elif kind == "thrown":
            known["now"] = {**data, "handed": set()}
        elif kind == "handed":
            known["now"]["handed"].add(data["player"])
        elif kind == "results":
            known["results"].append(data)
            known["now"] = "judged"
        elif kind in {"sand", "draft", "entry", "closed"} and known["now"] != "judged":
            known["now"][kind] = data
        elif kind == "total":
            known["total"] = data
