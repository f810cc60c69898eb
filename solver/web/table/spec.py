"""What a game says of its tables, in the [table] of its page.toml."""

import re
from dataclasses import dataclass

from solver.errors import quoted
from solver.files.json_reader import Fields, Json, Table, list_of, read_integer

_TABLE: Table = {
    "rounds": read_integer,
    "card": Json.as_text,
    "entry": list_of(Json.as_text, "a list of keys"),
    **dict.fromkeys(("throw", "best", "judge", "total"), Json.as_text),
}


@dataclass(frozen=True, slots=True)
class TableSpec:
    """How a game is played at a table: *rounds*, and the names of the jobs that are its rules.

    *card* is what a player's card looks like; what its group ``same`` holds has to be the same for
    all. *entry* has the keys of what a player hands in. *throw* reads a card and prints an object
    with a ``roll``; *best* reads a card; *judge* reads what was handed in, with ``card``, ``roll``,
    ``round`` and ``timer``, and prints ``points``; *total* reads the points of all players.
    """

    rounds: int
    card: re.Pattern[str]
    entry: tuple[str, ...]
    throw: str
    best: str
    judge: str
    total: str


def read_table(json: Json) -> TableSpec:
    """Return the tables that a page.toml tells of, beside its jobs; raise its error if wrong."""
    rounds, pattern, entry, *names = Fields(json, _TABLE).values()
    for name in names:
        if name not in json["jobs"]:
            raise json.wrong("names of jobs", quoted(name))
    try:
        card = re.compile(pattern)
    except re.error:
        raise json.wrong("a pattern", quoted(pattern)) from None
    return TableSpec(rounds, card, entry, *names)
