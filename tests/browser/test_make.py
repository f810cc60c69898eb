"""The screen Make: cards searched for, used, printed; a search that is cancelled is ended."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import PATIENCE_MS
from tests.browser.games import MEADOW, card_id_of, keep_card

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage

POCKET = "5x5:BBAAACBCCCACBABAACBACBACB"


def _opened(open_page: "OpenPage", **wishes: Any) -> "Page":
    """Return the screen, with these *wishes*: the shortest search, unless they say otherwise."""
    page = open_page()
    _set(page, "make.form", {"rows": 5, "cols": 6, "symbols": 3, "seconds": 1, **wishes})
    page.evaluate("location.hash = 'make'")
    page.locator("#screen-make:not([aria-busy])").wait_for()
    return page


def _set(page: "Page", key: str, value: Any) -> None:
    page.evaluate(
        "async ([key, value]) => (await import('/store.js')).store.set(key, value)", [key, value]
    )


def test_a_card_is_made_used_and_the_one_before_put_back(open_page: "OpenPage") -> None:
    page = _opened(open_page)
    keep_card(page, MEADOW)
    page.get_by_role("button", name="Make a card").click()
    page.get_by_role("progressbar", name="Search").wait_for()
    use = page.get_by_role("button", name="Use this card")
    use.wait_for()
    figures = page.locator("#screen-make .figures dd").all_inner_texts()
    assert float(figures[0]) < 3
    assert page.locator("#screen-make .cell").count() == 30
    assert card_id_of(page) == MEADOW
    use.click()
    page.get_by_text("It is the card of all screens now.").wait_for()
    assert card_id_of(page).startswith("5x6:")
    page.get_by_role("button", name="Undo").click()
    assert card_id_of(page) == MEADOW
    page.reload()
    page.get_by_role("button", name="Discard it").click()
    assert page.locator("#screen-make .cell").count() == 100


@pytest.mark.slow
def test_a_set_is_made_and_judged_as_a_set(open_page: "OpenPage") -> None:
    page = _opened(open_page, kind="white", cards=2)
    page.get_by_role("button", name="Make a set").click()
    page.get_by_text("Card 1 of 2").wait_for()
    page.get_by_text("The set is fair. Over five rounds, the cards win").wait_for()
    first = page.locator("#screen-make .cells").inner_html()
    page.get_by_role("button", name="Card 2").click()
    page.get_by_text("Card 2 of 2").wait_for()
    assert page.locator("#screen-make .cells").inner_html() != first


@pytest.mark.slow
def test_cancel_ends_the_search(open_page: "OpenPage") -> None:
    page = _opened(open_page, rows=13, cols=7, seconds=15)
    page.get_by_role("button", name="Make a card").click()
    _wait_until(lambda: _searches("13", "7"))
    (search,) = _searches("13", "7")
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("alert").get_by_text("Cancelled.").wait_for()
    _wait_until(lambda: not _content(search / "cmdline"))
    assert page.get_by_role("button", name="Make a card").is_visible()


@pytest.mark.slow
def test_a_search_that_the_server_ended_is_told_of_with_what_to_try(open_page: "OpenPage") -> None:
    page = _opened(open_page)
    page.route(
        "**/api/grey", lambda route: route.fulfill(status=504, json={"error": "ended after 20 s"})
    )
    page.get_by_role("button", name="Make a card").click()
    text = "The search was ended after 20 s: a smaller card or a shorter search may do."
    page.get_by_role("alert").get_by_text(text).wait_for()


@pytest.mark.slow
def test_what_cannot_be_made_is_answered_in_one_line(open_page: "OpenPage") -> None:
    page = _opened(open_page, every_line="yes", symbols=7)
    page.get_by_role("button", name="Make a card").click()
    alert = page.locator("#screen-make .message.error")
    alert.wait_for()
    assert "\n" not in alert.inner_text()
    assert page.get_by_role("button", name="Make a card").is_visible()


@pytest.mark.slow
def test_what_is_wished_for_is_sent(open_page: "OpenPage") -> None:
    page = _opened(open_page, seconds=2)
    page.get_by_role("button", name="More rows").click()
    page.get_by_role("button", name="10 s").click()
    page.get_by_text("More options").click()
    page.get_by_label("Layout").select_option("Symmetric by half a turn")
    page.get_by_label("Fair for").select_option("People who find few shapes")
    page.get_by_label("No 2 \u00d7 2 block").check()
    with page.expect_request("**/api/grey") as asked:
        page.get_by_role("button", name="Make a card").click()
    assert asked.value.post_data_json == {
        "rows": "6", "cols": "6", "symbols": "3", "seconds": "10", "for": "people=0.1",
        "symmetry": "half-turn", "no_scatter": "", "no_blocks": "yes", "every_line": "",
        "no_dead_cell": "",
    }  # fmt: skip
    page.evaluate("location.hash = 'card'")  # which ends the search


@pytest.mark.slow
@pytest.mark.parametrize(
    ("layout", "symmetry", "no_scatter"),
    [
        ("Scattered, as on a game's card", "", ""),
        ("Symmetric, symbols renamed: flatter", "", "yes"),
        ("Free", "none", ""),
    ],
)
def test_a_layout_is_asked_for_by_its_options(
    layout: str, symmetry: str, no_scatter: str, open_page: "OpenPage"
) -> None:
    page = _opened(open_page)
    page.get_by_text("More options").click()
    page.get_by_label("Layout").select_option(layout)
    sent = _sent(page, "grey")
    assert (sent["symmetry"], sent["no_scatter"], sent["for"]) == (symmetry, no_scatter, "")


@pytest.mark.slow
def test_a_set_has_no_layout_and_may_be_for_people(open_page: "OpenPage") -> None:
    page = _opened(open_page, kind="white", layout="none")
    page.get_by_text("More options").click()
    assert page.get_by_label("Layout").is_hidden()
    page.get_by_label("Fair for").select_option("People who find many")
    sent = _sent(page, "white")
    assert sent["for"] == "people=0.3"
    assert not {"symmetry", "no_scatter"} & sent.keys()


@pytest.mark.slow
def test_a_card_for_people_is_made_and_says_how_they_do(open_page: "OpenPage") -> None:
    page = _opened(open_page, symbols=5)
    page.get_by_label("Fair for").select_option("People who find some")
    with page.expect_response("**/api/grey") as answered:
        page.get_by_role("button", name="Make a card").click()
    made = answered.value.json()
    people = made["people"]
    assert people["skill"] == "0.2"
    result = page.get_by_role("region", name="What was made")
    wanted = [f"{value:.2f}" for value in (made["sd"], made["mean"], people["sd"], people["mean"])]
    wanted.append(f"{people['shapes']:.1f}")
    for reload in (False, True):
        if reload:
            page.reload()
        result.get_by_text("a chance of 20\u00a0% while the sand runs").wait_for()
        shown = result.locator("dd").all_inner_texts()
        assert [*shown[:2], *shown[3:]] == wanted
        heads = result.get_by_role("heading", level=3).all_inner_texts()
        assert heads == ["Perfect play", "People"]
        assert people["about"] in result.inner_text()
    result.get_by_role("button", name="Discard it").click()
    page.get_by_label("Fair for").select_option("Perfect play")
    page.get_by_role("button", name="Make a card").click()
    result.get_by_text("The card is").wait_for()
    assert result.get_by_role("heading").all_inner_texts() == ["The new card"]


@pytest.mark.slow
def test_a_pdf_is_downloaded_of_one_card_and_of_a_set(open_page: "OpenPage") -> None:
    page = _opened(open_page)
    assert page.get_by_role("button", name="Save as PDF").is_disabled()
    keep_card(page, POCKET)
    page.get_by_label("Paper").select_option("A5")
    page.get_by_label("Ink", exact=True).select_option("Outlines only")
    one = _printed(page, "card-5x5.pdf")
    card = {"mean": 1, "sd": 1, "min": 1, "max": 2, "fair": False, "reasons": []}
    cards = [{**card, "card": POCKET}, {**card, "card": POCKET[:-1] + "A"}]
    _set(page, "make.made", {"kind": "white", "cards": cards, "set": None})
    page.reload()
    page.locator("#screen-make:not([aria-busy])").wait_for()
    assert page.get_by_label("Paper").input_value() == "A5"
    assert len(_printed(page, "cards-5x5.pdf")) > len(one)


def _sent(page: "Page", job: str) -> dict[str, str]:
    """Return the values with which the search is started, which ends at once."""
    page.route(f"**/api/{job}", lambda route: route.fulfill(status=400, json={"error": "ended"}))
    with page.expect_request(f"**/api/{job}") as asked:
        page.locator("#screen-make .primary").click()
    assert asked.value.post_data_json is not None
    return dict(asked.value.post_data_json)


def _printed(page: "Page", name: str) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as PDF").click()
    assert download.value.suggested_filename == name
    content = Path(download.value.path()).read_bytes()
    assert content.startswith(b"%PDF-")
    return content


def _searches(rows: str, cols: str) -> list[Path]:
    """Return the processes of these tests' server that search for a card of this size."""
    wanted = f"generate\0grey\0--rows\0{rows}\0--cols\0{cols}\0".encode()
    processes = _below(Path("/proc", str(os.getpid())))
    return [process for process in processes if wanted in _content(process / "cmdline")]


def _below(process: Path) -> Iterator[Path]:
    """Yield the processes that *process* has started, and those that they have."""
    for children in process.glob("task/*/children"):
        for number in _content(children).split():
            child = Path("/proc", number.decode())
            yield child
            yield from _below(child)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""  # it has ended


def _wait_until(is_so: Any) -> None:
    end = time.monotonic() + PATIENCE_MS / 1000
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)
