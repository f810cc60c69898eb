"""What each screen looks like in use: the states that are looked at, measured and pictured.

A scene takes a page on the screen Card to the state that it is named after.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.games import change, keep_card, load_dice, start, tap, throw
from tests.browser.heard_table import a_game_of, hear

if TYPE_CHECKING:
    from playwright.sync_api import Page

_PHOTO = Path(__file__).parents[2] / "data/photos/meadow.jpg"
_CHOOSE_SURROUND = """async () => {
    const { store } = await import("/store.js");
    store.set("up.puzzle", "surround");
    location.hash = "up-puzzles";
}"""
_DUEL = Path(__file__).parents[2] / "data/records/duel.json"
_RECORD = Path(__file__).parents[2] / "data/knaster/records/alone.json"
_EVENING = Path(__file__).parents[2] / "data/geocinco/games/evening.json"


def card(page: "Page") -> None:
    """A card that is nearly painted."""
    keep_card(page)
    cells = page.locator("#screen-card .cell")
    for index in (97, 98, 99):
        cells.nth(index).focus()
        page.keyboard.press("Delete")
    page.get_by_text("3 cells to paint").first.wait_for()
    page.evaluate("document.activeElement.blur()")


def welcome(page: "Page") -> None:
    """What a newcomer sees."""
    page.evaluate("localStorage.clear()")
    page.reload()
    page.get_by_role("button", name="Photograph your card").wait_for()


def tour(page: "Page") -> None:
    """The first step of the tour."""
    welcome(page)
    page.get_by_role("button", name="Try the sample card").click()
    page.get_by_role("dialog", name="Tour").wait_for()


def symbols(page: "Page") -> None:
    """The names of the symbols, two of them the owner's."""
    card(page)
    page.get_by_text("Your own symbols").click()
    names = page.locator("#screen-card details[open] input")
    names.nth(0).fill("starfish")
    names.nth(1).fill("pebble")
    names.nth(2).focus()


def samples(page: "Page") -> None:
    """The sample cards."""
    page.get_by_role("button", name="Sample").click()
    page.get_by_role("button", name="winter").wait_for()


def photo(page: "Page") -> None:
    """A photo with the corners of the card that was read."""
    page.locator("input[type=file][accept='image/*']").set_input_files(_PHOTO)
    page.get_by_role("dialog").get_by_text("10 rows, 10 columns, 6 symbols").wait_for()


def photo_read_wrongly(page: "Page") -> None:
    """What a person can say of the card in a photo, whose first symbol is tapped."""
    photo(page)
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Read wrongly?").click()
    dialog.locator(".palette button").nth(1).click()


def roll(page: "Page") -> None:
    """The best packing of a roll."""
    keep_card(page)
    page.evaluate("location.hash = 'roll'")
    page.locator("#screen-roll .die").first.focus()
    page.keyboard.type("aabcd")
    page.locator(".packings li").nth(1).wait_for()
    page.evaluate("document.activeElement.blur()")


def play(page: "Page") -> None:
    """Two outlines, and one that is begun, while the sand may be turned."""
    page.evaluate("location.hash = 'play'")
    load_dice(page, "AABCD")
    start(page, "Ann", "Ben")
    tap(page, "b1 a2 b2 c2 b3", "f2 g2 h2 g3 g4", "e7 f7 f8")
    page.evaluate("document.activeElement.blur()")


def play_results(page: "Page") -> None:
    """The judged outlines, and the best packing."""
    play(page)
    page.get_by_role("button", name="Turn the sand timer: +1 point").click()
    page.get_by_role("button", name="Ben is ready").click()
    tap(page, "j1 i2 j2 h3 i3", "a6 b6 c6 a7 b7")
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Next round").wait_for()
    page.evaluate("document.activeElement.blur()")


def together_door(page: "Page") -> None:
    """Who opens a table, and who joins one."""
    page.evaluate("location.hash = 'together'")
    page.get_by_role("button", name="Open the table", disabled=False).wait_for()


def together(page: "Page") -> None:
    """A table at which nobody sits yet but the host."""
    together_door(page)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Open the table").click()
    page.locator(".qr").wait_for()
    page.get_by_role("button", name="Throw the dice").wait_for()


def together_end(page: "Page") -> None:
    """A table at which all rounds are played."""
    page.evaluate("history.replaceState(null, '', '#together')")  # shown once it is loaded again
    hear(page, a_game_of(3, 0, 7, 1, 12))


def records(page: "Page") -> None:
    """The results on a sample card, the last ones as a line."""
    page.evaluate(
        """async () => {
            const { store } = await import("/store.js");
            const { run } = await import("/api.js");
            const { card } = (await run("cards")).find(({ name }) => name === "meadow");
            const points = [21, 26, 24, 31, 29, 38, 33, 41, 36, 43];
            store.set("records", points.map((each, number) => ({
                at: new Date(Date.UTC(2026, 10, 10 + number, 19)).toISOString(), game: "play", card,
                tiles: "", name: "", points: each, best: 70 - number, day: "",
            })));
            location.hash = "play";
        }"""
    )
    page.get_by_role("button", name="Rolls of the day").click()
    page.get_by_role("button", name="Records").click()
    page.get_by_role("img", name="Last results").wait_for()


def geocinco_records(page: "Page") -> None:
    """The results of games against programs, three of them lost, beside those of other games."""
    earlier = {"card": "", "tiles": "", "name": "", "best": None, "day": ""}
    games = [*(("geocinco", turns) for turns in (0, 64, 0, 52, 71, 0, 58)), ("knaster", 61)]
    results = [
        {**earlier, "at": f"2026-11-{number + 10}T19:00:00.000Z", "game": game, "points": points}
        for number, (game, points) in enumerate(games)
    ]
    for result in results[:-1]:
        result["against"] = "greedy random strong strait slow"
    page.evaluate("location.hash = 'geocinco'")
    page.get_by_role("button", name="Start the game").wait_for()
    page.evaluate("async (all) => (await import('/store.js')).store.set('records', all)", results)
    page.get_by_role("button", name="Records").click()
    page.get_by_role("img", name="Last results").wait_for()


def puzzle(page: "Page") -> None:
    """The advice in a solitaire, after a shape was circled and another one crossed."""
    page.evaluate("location.hash = 'puzzle'")
    load_dice(page, "AABCD")
    start(page)
    for cells, act in (("b1 a2 b2 c2 b3", "Circle X"), ("a6 b6 c6 a7 b7", "Cross P")):
        tap(page, cells)
        page.get_by_role("button", name=act).click()
        throw(page)
    page.get_by_role("button", name="Advice").click()
    page.locator("#screen-puzzle .list-item").first.wait_for()
    page.evaluate("document.activeElement.blur()")


def puzzle_end(page: "Page") -> None:
    """The end of a game of two."""
    page.evaluate("location.hash = 'puzzle'")
    load_dice(page, "AABCD")
    start(page, "Ann", "Ben")
    tap(page, "a6 b6 c6 a7 b7")
    page.get_by_role("button", name="Cross P").click()
    page.get_by_role("button", name="Ben is ready").click()
    tap(page, "a1 b1 c1 d1 a2")
    page.get_by_role("button", name="Cross L").click()
    page.get_by_role("button", name="Play again").wait_for()


def knaster(page: "Page") -> None:
    """The advice for a roll, drawn on the sheet."""
    page.evaluate("location.hash = 'knaster'")
    _sample(page, "half")
    page.locator("#screen-knaster .die").first.focus()
    page.keyboard.type("34")
    page.locator(".advice .list-item").first.wait_for()
    page.evaluate("document.activeElement.blur()")


def knaster_pencil(page: "Page") -> None:
    """The numbers of a paper sheet to tap in."""
    page.evaluate("location.hash = 'knaster'")
    _sample(page, "tim")
    page.get_by_role("button", name="Edit").click()


def knaster_review(page: "Page") -> None:
    """The worst move of a game."""
    page.evaluate(
        """async (record) => {
            const { store } = await import("/store.js");
            const { gameOfRecord, keepGame } = await import("/knaster/game.js");
            keepGame(store, gameOfRecord(JSON.parse(record), true));
            location.hash = "knaster-review";
        }""",
        _RECORD.read_text("utf-8"),
    )
    page.locator(".worst .list-item").first.click()
    page.locator("#screen-knaster-review .is-won").first.wait_for(state="detached")


def rules(page: "Page") -> None:
    """The rules of a game, with the hands of Knaster."""
    page.evaluate("location.hash = 'knaster'")
    page.get_by_role("button", name="Rules of Knaster").click()
    page.locator(".example").first.wait_for()


def geocinco_setup(page: "Page") -> None:
    """Who plays, before a game."""
    page.evaluate("location.hash = 'geocinco'")
    page.locator("#screen-geocinco .pentagon").first.wait_for()


def geocinco(page: "Page") -> None:
    """The places for a token, and a hint."""
    keep_evening(page)
    page.evaluate("location.hash = 'geocinco'")
    page.locator("#screen-geocinco .place").first.wait_for()
    page.get_by_role("button", name="Hint").click()
    page.locator("#screen-geocinco .place.is-hint").wait_for()
    page.evaluate("document.activeElement.blur()")


def geocinco_rules(page: "Page") -> None:
    """The rules, at the picture of the board."""
    geocinco_setup(page)
    page.get_by_role("button", name="Rules of Geocinco").click()
    page.locator(".rules .geo-board").scroll_into_view_if_needed()


def geocinco_review(page: "Page") -> None:
    """A turn in which a token was contested."""
    keep_evening(page)
    page.evaluate("location.hash = 'geocinco-review'")
    page.locator("#screen-geocinco-review .token").first.wait_for()
    page.get_by_role("button", name="The turn before").click()


def keep_evening(page: "Page") -> None:
    """Put the game of a sample on the board, its dice thrown."""
    page.evaluate(
        """async (game) => {
            const { store } = await import("/store.js");
            const { keepGame } = await import("/geocinco/game.js");
            keepGame(store, { game, thrown: game.turns.length + 1 });
        }""",
        json.loads(_EVENING.read_text("utf-8")),
    )


def _sample(page: "Page", name: str) -> None:
    page.locator("#screen-knaster").get_by_role("button", name="Sample").click()
    page.get_by_role("button", name=name).click()
    page.get_by_role("dialog").wait_for(state="detached")


def up(page: "Page") -> None:
    """A piece in the hand, on a pile of four levels."""
    people = {"white": "person", "black": "person", "lowest": False, "seed": 1}
    change(page, "up.game", {**people, "moves": json.loads(_DUEL.read_text("utf-8"))["moves"][:16]})
    page.evaluate("location.hash = 'up'")
    page.get_by_role("button", name=re.compile("^W, "), disabled=False).click()
    page.evaluate("document.activeElement.blur()")


def up_hint(page: "Page") -> None:
    """A move that is suggested, with its reason."""
    up(page)
    page.get_by_role("button", name="Hint").click()
    page.locator("#screen-up .message:not([hidden])").wait_for()


def up_review(page: "Page") -> None:
    """A game that is over, looked back at."""
    page.evaluate("location.hash = 'up'")
    page.locator("#screen-up").get_by_role("button", name="Sample").click()
    page.get_by_text("Move 24 of 24").wait_for()


def up_puzzles(page: "Page") -> None:
    """A ring of white pieces that is not closed yet."""
    rings = [{"shape": "I", "cells": [[1, col] for col in range(5)]}]
    change(page, "up.surround", {"middle": "I", "white": rings, "black": []})
    change(page, "up.climb", {"moves": []})
    page.evaluate(_CHOOSE_SURROUND)
    page.locator("#screen-up-puzzles .side p", has_text=re.compile("[0-9]")).first.wait_for()
    page.locator("#screen-up-puzzles .up-choice:visible").nth(6).click()
    page.evaluate("document.activeElement.blur()")


def up_climb(page: "Page") -> None:
    """The highest pile there can be."""
    page.evaluate("location.hash = 'up-puzzles'")
    page.get_by_role("button", name="Show it").click()
    page.get_by_text("Move 21 of 21").first.wait_for()  # before a proof, which may have such words


def fair(page: "Page") -> None:
    """The verdict on a card, and the best packing of one of its rolls."""
    keep_card(page)
    page.evaluate("location.hash = 'fair'")
    page.locator("#screen-fair .verdict-word").wait_for()
    page.locator("#screen-fair .profile").focus()
    page.keyboard.press("End")
    page.locator("#screen-fair .is-covered").first.wait_for()
    page.evaluate("document.activeElement.blur()")


def fair_figures(page: "Page") -> None:
    """All figures of a card that is not fair."""
    keep_card(page, "5x6:ABCDEFFEDCBAABCDEFAACCEEBDFBDF")
    page.evaluate("location.hash = 'fair'")
    page.locator("#screen-fair .verdict-word").wait_for()
    for summary in page.locator("#screen-fair summary").all():
        summary.click()


def make(page: "Page") -> None:
    """A set of cards that was made."""
    page.evaluate(
        """async () => {
            const { run } = await import("/api.js");
            const { store } = await import("/store.js");
            const all = new Map((await run("cards")).map(({ name, card }) => [name, card]));
            const ids = ["spring", "summer", "autumn", "winter"].map((name) => all.get(name));
            const { cards, set } = await run("check_set", { cards: ids.join(" ") });
            set.wins = set.match.wins;
            store.set("make.made", { kind: "white", cards, set });
        }"""
    )
    page.evaluate("location.hash = 'make'")
    page.get_by_text("The set is fair.").wait_for()


def make_people(page: "Page") -> None:
    """A card that was made for people, with how they do on it."""
    page.evaluate(
        """async () => {
            const { run } = await import("/api.js");
            const { store } = await import("/store.js");
            const card = (await run("cards")).find(({ name }) => name === "meadow").card;
            const found = await run("check", { card });
            const cards = [{ ...found, card }];
            store.set("make.made", { kind: "grey", cards, set: null });
            store.set("make.form", { for: "people=0.2" });
        }"""
    )
    page.evaluate("location.hash = 'make'")
    page.get_by_role("heading", name="People").wait_for()


def make_options(page: "Page") -> None:
    """All that may be asked for of a card, and of its print."""
    page.evaluate("location.hash = 'make'")
    page.get_by_role("button", name="White border").click()
    for summary in page.locator("#screen-make summary").all():
        summary.click()


SCENES: dict[str, Callable[["Page"], None]] = {
    scene.__name__.replace("_", "-"): scene
    for scene in (
        *(welcome, tour, card, symbols, samples, photo, photo_read_wrongly, roll),
        *(play, play_results, records),
        *(together, together_door, together_end),
        *(puzzle, puzzle_end, fair, fair_figures, make, make_people),
        *(make_options, knaster, knaster_pencil, knaster_review, rules),
        *(up, up_hint, up_review, up_puzzles, up_climb),
        *(geocinco_setup, geocinco_rules, geocinco, geocinco_review, geocinco_records),
    )
}
# Looked at in the slow tier: further on, or to one side, on a screen that another scene shows.
FURTHER = {
    *("photo-read-wrongly", "symbols", "samples", "play-results", "records", "puzzle-end"),
    *("welcome", "photo", "up-puzzles", "fair-figures", "tour", "together-door"),
    "together-end",
    *("make-options", "make-people", "knaster-pencil"),
    *("knaster-review", "rules", "up-hint", "up-review", "up-climb", "geocinco-setup"),
    *("geocinco-rules", "geocinco-review", "geocinco-records"),
}
PICTURED = (  # in docs/pictures
    *("welcome", "card", "photo", "roll", "play", "play-results", "together", "records"),
    *("puzzle", "fair", "make", "knaster", "knaster-review", "up", "up-puzzles", "geocinco"),
)
