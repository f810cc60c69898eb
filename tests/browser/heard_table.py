"""A table as a phone hears of it, without the jobs of a game: a whole one takes half a minute."""

import json
from typing import TYPE_CHECKING, Any

from tests.browser.games import MEADOW

if TYPE_CHECKING:
    from playwright.sync_api import Page


def a_game_of(*points: int) -> str:
    """Return what a phone hears of a whole game in which Ann had these points, and Ben none."""
    return _game({"Ann": points, "Ben": (0,) * len(points)}, ["Ann"], "points")


def a_tie_of(*names: str) -> str:
    """Return what a phone hears of a whole game in which all had ten points in each round."""
    return _game(dict.fromkeys(names, (10,) * 5), [*names], "tie")


def a_round(number: int, *, seconds: int = 60, on_paper: bool = False) -> str:
    """Return what a phone hears of a table at which round *number* has just begun."""
    thrown = {"round": number, "roll": "AABCD", "players": [0, 1]}
    return _told(*_table("Ann", "Ben", seconds=seconds, on_paper=on_paper), ("thrown", thrown))


def hear(page: "Page", stream: str, shown: str = ".scores") -> None:
    """Let the phone sit at a table of which it hears this *stream* and nothing more.

    Then *shown* is seen.
    """
    seat = {"code": "BCDF", "player": 0, "token": "token"}
    page.evaluate(
        "(seat) => localStorage.setItem('penta.together.seat', JSON.stringify(seat))", seat
    )
    page.route("**/invitation", lambda route: route.fulfill(json={"address": "", "rows": ["1"]}))
    page.unroute("**/events")
    page.route("**/events", lambda _: None)  # it goes on listening
    page.route("**/events", lambda route: route.fulfill(body=stream), times=1)
    page.reload()
    page.locator(f"#screen-together {shown}").wait_for()


def _game(points: dict[str, tuple[int, ...]], winners: list[str], decided_by: str) -> str:
    """Return what a phone hears of a whole game, from the points of each player by round."""
    everybody = list(range(len(points)))
    rounds: list[tuple[str, dict[str, Any]]] = []
    for number, won in enumerate(zip(*points.values(), strict=True), start=1):
        entries = [
            {"player": player, "entry": {}, "timer": False, "judged": {"points": each}}
            for player, each in enumerate(won)
        ]
        best = [{"score": 9, "packing": None}] * len(points)
        rounds += [
            ("thrown", {"round": number, "roll": "AABCD", "players": everybody}),
            ("results", {"round": number, "entries": entries, "best": best}),
        ]
    players = [{"name": name, "total": sum(own)} for name, own in points.items()]
    total = {"players": players, "winners": winners, "decided_by": decided_by}
    return _told(*_table(*points), *rounds, ("total", {"total": total, "at": 1_800_000_000_000}))


def _table(
    *names: str, seconds: int = 0, on_paper: bool = False
) -> list[tuple[str, dict[str, Any]]]:
    """Return how the players of these *names* sit down at a table."""
    card = f"{MEADOW}\n"
    table = {"game": "penta_rush", "card": card, "begins": "turn", "rounds": 5}
    seats = [{"name": name, "card": card, "paper": on_paper} for name in names]
    return [("table", {**table, "seconds": seconds}), *(("joined", seat) for seat in seats)]


def _told(*events: tuple[str, dict[str, Any]]) -> str:
    """Return what a phone hears of a table, with who is present at the end."""
    numbered = [
        f"id: {number}\nevent: {kind}\ndata: {json.dumps(data)}\n\n"
        for number, (kind, data) in enumerate(events, start=1)
    ]
    return "".join([*numbered, 'event: present\ndata: {"players": [0, 1]}\n\n'])
