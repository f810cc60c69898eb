"""The report of `penta rush check --report` on paper: how many pages it takes, and nothing is lost.

Backgrounds are not printed unless a page insists on them, as in a browser's own dialog.
"""

import io
import random
import re
from collections import Counter
from typing import TYPE_CHECKING
from unicodedata import normalize

import pytest
from pypdf import PdfReader

import data
import penta
from tests.support import cases

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SEASONS = ("spring", "summer", "autumn", "winter")
MOST_PAGES = {1: 5, 4: 16}  # by the number of cards: 3 and 13 were measured, and 4 with people
MARGIN = "0.4in"  # Chromium's own
PRINTED_WIDTH = round((210 - 2 * 0.4 * 25.4) / 25.4 * 96)  # pixels, of A4

_RNG = random.Random(4)
WIDE = penta.Card(tuple("".join(_RNG.choices("ABCDEF", k=20)) for _ in range(4)))
TALL = penta.Card(("AB", "CD") * 9)
WORDS = penta.Card.parse("a red circle;a blue and yellow star;🌞;moon;sun\n" * 4)

# Each thing lies in its column, or in the page where there are no columns.
_OUTSIDE = """() => {
  const outside = [];
  for (const thing of document.querySelectorAll("table, svg, label, p, li, h1, h2, h3, h4")) {
    const room = thing.closest("section") ?? document.body, style = getComputedStyle(room);
    const whole = room.getBoundingClientRect(), gap = parseFloat(style.columnGap) || 0;
    const count = thing.closest(".spanning") ? 1 : Number(style.columnCount) || 1;
    const width = (whole.width + gap) / count;
    for (const box of thing.getClientRects()) {
      const column = Math.floor((box.left - whole.left + 0.5) / width);
      const right = whole.left + column * width + width - gap;
      if (column >= count || box.right > right + 0.5) outside.push(thing.outerHTML.slice(0, 80));
    }
  }
  return outside;
}"""
_WORDS = """() => {
  document.querySelectorAll("details").forEach(each => { each.open = true; });
  document.querySelectorAll(".screen, .rolls > .chips").forEach(each => each.remove());
  return document.body.innerText;
}"""


@pytest.fixture
def paper(browser: "Browser") -> "Page":
    """An empty page, as wide on the screen as what is printed on A4."""
    return browser.new_page(viewport={"width": PRINTED_WIDTH, "height": 800})


def _report(*cards: penta.Card, skill: str = "") -> str:
    skills = [penta.Skill.parse(skill)] if skill else None
    content = penta.check(cards, skill=skills).run().page()
    assert content
    return content.decode()


def _sample(name: str) -> penta.Card:
    return penta.Card.parse(data.samples("cards")[name].read_text("utf-8"))


def _printed(page: "Page", paper: str) -> PdfReader:
    page_pdf = page.pdf(
        format=paper, margin={"top": MARGIN, "right": MARGIN, "bottom": MARGIN, "left": MARGIN}
    )
    return PdfReader(io.BytesIO(page_pdf))


def _letters(text: str) -> Counter[str]:
    return Counter(re.sub(r"[^0-9A-Za-z]", "", normalize("NFKC", text)))  # of ligatures


@cases("names", ["meadow"], [*SEASONS], ids=len)
def test_it_takes_few_pages(names: list[str], paper: "Page") -> None:
    paper.set_content(_report(*map(_sample, names)))
    for size in ("A4", "Letter"):
        assert len(_printed(paper, size).pages) <= MOST_PAGES[len(names)]


def test_people_have_room_too_and_all_words_are_on_the_pages(paper: "Page") -> None:
    paper.set_content(_report(_sample("meadow"), skill="0.2"))
    pages = _printed(paper, "A4").pages
    assert len(pages) <= MOST_PAGES[1]
    on_paper = _letters("".join(page.extract_text() for page in pages))
    assert not _letters(paper.evaluate(_WORDS)) - on_paper


@cases(
    "cards",
    *([_sample("meadow")], [*map(_sample, SEASONS)], [WIDE], [WORDS], [TALL]),
    ids=["one", "set", "wide", "words", "tall"],
)
def test_nothing_is_cut_off(cards: list[penta.Card], paper: "Page") -> None:
    paper.emulate_media(media="print")
    paper.set_content(_report(*cards, skill="" if len(cards) > 1 else "0.5"))
    assert paper.evaluate(_OUTSIDE) == []


def test_a_roll_that_was_chosen_is_printed_with_its_packing_over_the_card(paper: "Page") -> None:
    paper.emulate_media(media="print")
    paper.set_content(_report(_sample("meadow")))
    paper.locator('label[for="roll-1-BCDEF"]').click()
    card = paper.locator(".stage svg").bounding_box()
    figure = paper.locator(".shown:visible")
    over, below = figure.locator("svg").bounding_box(), figure.bounding_box()
    stage = paper.locator(".stage").bounding_box()
    assert over == card
    assert below
    assert stage
    assert below["y"] + below["height"] <= stage["y"] + stage["height"]
