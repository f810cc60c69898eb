"""What the browser keeps may be damaged, or of another version: each screen then starts afresh."""

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage

SCREENS = {
    "card": ["card"],
    "roll": ["roll", "card"],
    "play": ["play.game", "play.game.setup", "card"],
    "puzzle": ["puzzle.game", "puzzle.game.setup"],
    "fair": ["card"],
    "make": ["make.made", "make.form", "make.print", "card"],
    "knaster": ["knaster.game", "knaster.advice"],
    "knaster-review": ["knaster.game"],
}
_CARD = {"rows": 1, "cols": 2, "cells": [0, 0], "symbols": [{"letter": "A"}], "unsure": []}
DAMAGED = {
    "an empty object": {},
    "a list": [],
    "a text": "x",
    "a number": 7,
    "another type inside": {
        "format": 1, "dice": "AABCD", "names": 3, "cards": [{}], "turns": {}, "rows": -1,
        "cols": "x",
    },
    "half of it": {
        **_CARD, "format": 1, "card": _CARD, "names": ["Ann"], "cards": [{"card": "2x2:ABAB"}],
        "dice": [None], "turns": [{}], "rounds": [{}],
    },
}  # fmt: skip


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_starts_afresh_where_what_is_kept_is_damaged(
    screen: str, open_page: "OpenPage"
) -> None:
    page = open_page(screen="card" if screen != "card" else "knaster")
    for damaged in DAMAGED.values():
        page.evaluate(
            "(kept) => kept.forEach(([key, text]) => localStorage.setItem('penta.' + key, text))",
            [[key, json.dumps(damaged)] for key in SCREENS[screen]],
        )
        page.evaluate("(id) => { location.hash = id; }", screen)
        page.reload()
        shown = page.locator(f"#screen-{screen}:not([aria-busy])")
        shown.wait_for()
        assert "This screen failed" not in shown.inner_text()
    page.evaluate("localStorage.setItem('penta.roll', 'no JSON')")
    page.reload()
    page.locator(f"#screen-{screen}:not([aria-busy])").wait_for()
