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
MOST_PAGES = {1: 4, 4: 8}  # by the number of cards
MARGIN = "0.4in"  # Chromium's own
PRINTED_WIDTH = round((210 - 2 * 0.4 * 25.4) / 25.4 * 96)  # pixels, of A4

_RNG = random.Random(4)
WIDE = penta.Card(tuple("".join(_RNG.choices("ABCDEF", k=20)) for _ in range(4)))
TALL = penta.Card(("AB", "CD") * 9)
SMALL = penta.Card.parse(
    "sun;moon;star;heart\nleaf;fish;drop;sun\nmoon;star;heart;leaf\nfish;drop;sun;moon\n"
)
WORDS = penta.Card.parse("a red circle;a blue and yellow star;🌞;moon;sun\n" * 4)

# Each thing lies in its column, or in the page where there are no columns.
_OUTSIDE = """() => {
  const outside = [];
  for (const thing of document.querySelectorAll("table, svg, label, p, li, h1, h2, h3, h4")) {
    const of = room => getComputedStyle(room), isRoom = room => of(room).columnCount !== "auto"
      || of(room).columnSpan === "all" || of(room.parentElement).display === "grid";
    let room = thing.parentElement;
    while (room !== document.body && !isRoom(room)) room = room.parentElement;
    const whole = room.getBoundingClientRect(), gap = parseFloat(of(room).columnGap) || 0;
    const count = Number(of(room).columnCount) || 1;
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
  document.querySelectorAll(".screen, .rolls").forEach(each => each.remove());
  return document.body.innerText;
}"""
_OF_BUTTONS = """() => [...document.querySelectorAll(".rolls fieldset label")].map(
  each => `${each.firstChild.textContent} ${each.lastChild.textContent}`)"""
_OF_TABLE = """() => [...document.querySelectorAll("details tbody tr")].map(
  each => `${each.cells[0].textContent} ${each.cells[1].textContent}`)"""


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


@pytest.mark.slow
@cases("names", ["meadow"], [*SEASONS], ids=len)
def test_it_takes_few_pages(names: list[str], paper: "Page") -> None:
    paper.set_content(_report(*map(_sample, names)))
    for size in ("A4", "Letter"):
        assert len(_printed(paper, size).pages) <= MOST_PAGES[len(names)]


@pytest.mark.slow
@cases("skill", "", "0.2")
def test_the_rolls_of_a_small_card_in_words_take_few_pages(skill: str, paper: "Page") -> None:
    paper.set_content(_report(SMALL, skill=skill))
    for size in ("A4", "Letter"):
        assert len(_printed(paper, size).pages) <= 8


@pytest.mark.slow
def test_the_table_of_all_rolls_says_what_the_buttons_say_which_are_not_printed(
    paper: "Page",
) -> None:
    paper.set_content(_report(SMALL))
    assert sorted(paper.evaluate(_OF_BUTTONS)) == sorted(paper.evaluate(_OF_TABLE))
    assert len(paper.evaluate(_OF_TABLE)) == 266
    assert paper.locator(".rolls label").last.is_visible()
    paper.emulate_media(media="print")
    assert not paper.locator(".rolls label").last.is_visible()


def test_texts_have_eight_points_or_more_on_paper(paper: "Page") -> None:
    sizes: Counter[float] = Counter()

    def visit(text: str, _matrix: object, place: list[float], _font: object, size: float) -> None:
        if text.strip():
            sizes[round(size * abs(place[0] or place[1]), 1)] += 1

    paper.set_content(_report(_sample("meadow")))
    for page in _printed(paper, "A4").pages:
        page.extract_text(visitor_text=visit)
    assert sizes
    assert min(sizes) >= 7.9


@pytest.mark.slow
def test_people_have_room_too_and_all_words_are_on_the_pages(paper: "Page") -> None:
    paper.set_content(_report(_sample("meadow"), skill="0.2"))
    pages = _printed(paper, "A4").pages
    assert len(pages) <= MOST_PAGES[1]
    on_paper = _letters("".join(page.extract_text() for page in pages))
    assert not _letters(paper.evaluate(_WORDS)) - on_paper


@pytest.mark.slow
@cases(
    "cards",
    *([_sample("meadow")], [*map(_sample, SEASONS)], [WIDE], [WORDS], [TALL]),
    ids=["one", "set", "wide", "words", "tall"],
)
def test_nothing_is_cut_off(cards: list[penta.Card], paper: "Page") -> None:
    paper.emulate_media(media="print")
    paper.set_content(_report(*cards, skill="" if len(cards) > 1 else "0.5"))
    assert paper.evaluate(_OUTSIDE) == []


@pytest.mark.slow
def test_a_roll_that_was_chosen_is_printed_with_its_packing_over_the_card(paper: "Page") -> None:
    paper.set_content(_report(_sample("meadow")))
    paper.locator('label[for="roll-1-BCDEF"]').click()
    paper.emulate_media(media="print")
    card = paper.locator(".stage svg").bounding_box()
    figure = paper.locator(".shown:visible")
    over, below = figure.locator("svg").bounding_box(), figure.bounding_box()
    stage = paper.locator(".stage").bounding_box()
    assert over == card
    assert below
    assert stage
    assert below["y"] + below["height"] <= stage["y"] + stage["height"]
