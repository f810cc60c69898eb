"""What the tests of the screens do with the card, the dice and the cells of a game."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage


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
            const isClipped = (one) => {  // by a drawing or a list that can be moved
                const around = one.ownerSVGElement ?? one.parentElement?.closest("ul, ol");
                return around && getComputedStyle(around).overflowX !== "visible";
            };
            const isWide = (one) =>
                !isClipped(one) && one.getBoundingClientRect().right > innerWidth + 1;
            const isCut = (one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1
                && getComputedStyle(one).overflowX !== "visible" && !one.matches("ul, ol");
            const found = shown.filter((one) => isWide(one) || isCut(one));
            return found.map((one) => one.outerHTML.slice(0, 120));
        }"""
    )
    return found


def hidden_rows(page: "Page", selector: str) -> list[str]:
    """Return the texts of those *selector* that cannot be seen without scrolling."""
    found: list[str] = page.evaluate(
        """(selector) => {
            const isSeen = (one) => {
                const { left, right, top, bottom } = one.getBoundingClientRect();
                const hit = [top + 2, bottom - 2].map((y) =>
                    document.elementFromPoint((left + right) / 2, y));
                return hit.every((each) => each && one.contains(each));
            };
            const all = [...document.querySelectorAll(selector)];
            return all.filter((one) => !isSeen(one)).map((one) => one.textContent);
        }""",
        f".screen:not([hidden]) :is({selector})",
    )
    return found


def tall_labels(page: "Page") -> list[str]:
    """Return the labels of buttons and tabs of more than two lines; a tour counts in one."""
    found: list[str] = page.evaluate(
        """() => {
            const lines = (one) => {
                const range = document.createRange();
                range.selectNodeContents(one);
                return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
            };
            const labels = document.querySelectorAll(".button > span, .tabs a > span, .tour small");
            const shown = [...labels].filter((one) => one.checkVisibility());
            const tall = shown.filter((one) => lines(one) > (one.matches("small") ? 1 : 2));
            return tall.map((one) => one.textContent);
        }"""
    )
    return found


def game_screen(open_page: "OpenPage", screen: str) -> "Page":
    """Return the *screen* on a phone, with a painted card, and dice that fall AABCD."""
    page = open_page(screen=screen)
    keep_card(page)
    load_dice(page, "AABCD")
    return page


def record_tones(page: "Page") -> None:
    """Keep in `window.tones` the frequencies, in Hz, of all that is heard from now on."""
    page.evaluate(
        """() => {
            window.tones = [];
            const Tone = OscillatorNode;
            window.OscillatorNode = class extends Tone {
                constructor(context, options) {
                    super(context, options);
                    tones.push(options.frequency);
                }
            };
        }"""
    )


def wait_until(page: "Page", condition: str) -> None:
    """Wait until *condition* holds on the page, which lets no text be evaluated later."""
    while not page.evaluate(condition):
        page.wait_for_timeout(20)


def load_dice(page: "Page", *throws: str) -> None:
    """Let the dice fall so, throw after throw, and then again from the first one."""
    page.evaluate(
        """(letters) => {
            let at = 0;
            crypto.getRandomValues = (array) => {
                array[0] = letters.charCodeAt(at++ % letters.length) - 65;
                return array;
            };
        }""",
        "".join(throws),
    )


def tap(page: "Page", *outlines: str) -> None:
    """Tap the cells of *outlines*, each such as ``b1 a2 b2 c2 b3``, on the card."""
    for row, col in (_cell(name) for outline in outlines for name in outline.split()):
        page.mouse.click(*_middle(page, row, col))


def drag(page: "Page", outline: str) -> None:
    """Draw a finger along the cells of *outline*."""
    for number, name in enumerate(outline.split()):
        page.mouse.move(*_middle(page, *_cell(name)))
        if number == 0:
            page.mouse.down()
    page.mouse.up()


def start(page: "Page", *names: str) -> None:
    """Start a game of these players, and throw the dice."""
    fields = page.locator(".screen:not([hidden]) .player input")
    for number, name in enumerate(names):
        if number:
            page.get_by_role("button", name="Add a player").click()
        fields.nth(number).fill(name)
    page.get_by_role("button", name="Start the game").click()
    throw(page)


def throw(page: "Page") -> None:
    """Throw the dice, and wait until the turn begins."""
    page.get_by_role("button", name="Throw the dice").click()
    page.locator(".screen:not([hidden]) .cells.can-press").wait_for()


def change(page: "Page", key: str, changes: dict[str, Any]) -> None:
    """Change some of what the browser keeps under *key*."""
    page.evaluate(
        """async ([key, changes]) => {
            const { store } = await import("/store.js");
            store.set(key, { ...store.get(key), ...changes });
        }""",
        [key, changes],
    )


def texts(page: "Page", selector: str) -> list[str]:
    """Return the texts of what *selector* finds on the shown screen, blanks and lines made one."""
    found = page.locator(f".screen:not([hidden]) {selector}").all_inner_texts()
    return [" ".join(text.split()) for text in found]


def _cell(name: str) -> tuple[int, int]:
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


def _middle(page: "Page", row: int, col: int) -> tuple[float, float]:
    cells = page.locator(".screen:not([hidden]) .paper:not([hidden]) .cells").first
    box = cells.bounding_box()
    assert box is not None
    cols = int(cells.get_attribute("aria-colcount") or 0)
    rows = int(cells.get_attribute("aria-rowcount") or 0)
    return (
        box["x"] + (col + 0.5) * box["width"] / cols,
        box["y"] + (row + 0.5) * box["height"] / rows,
    )
