"""What the tests of several screens do with the card of the page."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

MEADOW = (
    "10x10:DBFFECECFADAADBBDCDCBCAFCCABAACCCFFEAEDCFFEEAADFBDAABFDDDEBFBABBDEAAEBBFEECFDCDFAABCFBCEDBEF"
    "EBECDEED"
)


def keep_card(page: "Page", card_id: str = MEADOW) -> None:
    """Put a card into the page, as if it had been painted."""
    page.evaluate(
        """async (card) => {
            const { store } = await import("/store.js");
            const { cardOfAnswer } = await import("/penta_rush/card_model.js");
            store.set("card", cardOfAnswer({ card }));
        }""",
        card_id,
    )


def paste(page: "Page", text: str) -> None:
    """Paste *text* on the page itself, in no field."""
    page.evaluate(
        """(text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", text);
            const pasted = new ClipboardEvent("paste", { clipboardData, bubbles: true });
            document.body.dispatchEvent(pasted);
        }""",
        text,
    )


def kept(page: "Page", key: str) -> Any:
    """Return what the browser keeps under *key*."""
    return page.evaluate("(key) => JSON.parse(localStorage.getItem('penta.' + key))", key)


def card_id_of(page: "Page") -> str:
    """Return the id of the card that the page keeps; a cell that is not painted is a dot."""
    card = kept(page, "card")
    letters = "".join(
        "." if cell is None else card["symbols"][cell]["letter"] for cell in card["cells"]
    )
    return f"{card['rows']}x{card['cols']}:{letters}"


def overflow(page: "Page") -> list[str]:
    """Return what is wider than the page, and texts that are cut off, as they read."""
    found: list[str] = page.evaluate(
        """() => {
            const all = [...document.querySelectorAll("body *:not(.unseen, .skip)")];
            const shown = all.filter((one) => one.checkVisibility());
            const isWide = (one) => one.getBoundingClientRect().right > innerWidth + 1;
            const isCut = (one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1
                && getComputedStyle(one).overflowX !== "visible" && !one.matches("ul, ol");
            const found = shown.filter((one) => isWide(one) || isCut(one));
            return found.map((one) => one.outerHTML.slice(0, 120));
        }"""
    )
    return found
