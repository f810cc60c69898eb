"""The report in a real browser: nothing overflows on a phone, and a tap shows a packing."""

import html
import json
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import data
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.card_verdict import CardVerdict
from solver.penta_rush.fairness.limits import FairnessLimits
from solver.penta_rush.fairness.report_page.page import format_page
from solver.penta_rush.fairness.set_limits import SetLimits
from solver.penta_rush.fairness.set_verdict import SetVerdict
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import Survey
from tests.support import cases

_NAMES = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, _NAMES)), None)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason=f"no browser is installed ({', '.join(_NAMES)})"),
]

_HOST = """<body style="margin:0"><iframe id="page" style="border:0;width:{width}px;height:900px"
srcdoc="{page}"></iframe><script>onload = () => {{ const page = document.getElementById("page")
.contentDocument; const result = (() => {{ {script} }})();
document.title = JSON.stringify(result) }}</script>"""
_OVERFLOW = """const wide = [...page.querySelectorAll("body *")].filter(element =>
element.getBoundingClientRect().right > {width} + 0.5 && !element.closest(".wide"));
return [page.documentElement.scrollWidth, wide.map(element => element.outerHTML.slice(0, 80))];"""
_TAP = """const before = page.querySelectorAll("input:checked").length;
page.querySelector('label[for="roll-1-BCDEF"]').click();
const shown = [...page.querySelectorAll(".shown")]
  .filter(figure => page.defaultView.getComputedStyle(figure).display !== "none");
const over = shown[0].getBoundingClientRect(), card = page.querySelector(".stage svg")
  .getBoundingClientRect();
return [before, shown.length, shown[0].querySelector("figcaption").textContent,
  Math.abs(over.left - card.left) + Math.abs(over.top - card.top)];"""


def _in_browser(page: str, script: str, tmp_path: Path, *, width: int, dark: bool = False) -> Any:
    """Return what *script* returns for *page* in a window of this *width*."""
    script = script.replace("{width}", str(width))
    host = tmp_path / "host.html"
    text = _HOST.format(width=width, page=html.escape(page), script=script)
    host.write_text(text, "utf-8")
    assert BROWSER
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    options += [f"--user-data-dir={tmp_path}/user"]
    if dark:
        options.append("--blink-settings=preferredColorScheme=0")
    done = subprocess.run(
        [BROWSER, *options, "--virtual-time-budget=3000", "--dump-dom", host.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    title = re.search(r"<title>(\[.*?)</title>", done.stdout, re.DOTALL)
    assert title, done.stdout[:500]
    return json.loads(html.unescape(title[1]))


def _page(*cards: Card) -> str:
    verdicts = [
        CardVerdict(
            f"card {'a-rather-long-name' * 3}{number}.txt",
            CardFairness(Survey(card, default_points())),
            FairnessLimits(),
        )
        for number, card in enumerate(cards)
    ]
    return format_page(
        verdicts, SetVerdict.of_cards(verdicts, SetLimits()) if len(cards) > 1 else None
    )


def _sample(name: str) -> Card:
    return Card.parse(data.samples("cards")[name].read_text("utf-8"))


_RNG = random.Random(4)
_LARGE = Card(tuple("".join(_RNG.choices("ABCDEFGHIJKL", k=20)) for _ in range(17)))
_WORDS = Card.parse("a red circle;a blue and yellow star;🌞;moon;sun\n" * 4)


@pytest.mark.parametrize("width", [360, 800, 1400])
@cases(
    "cards",
    *([_sample("meadow")], [_sample(name) for name in ("spring", "summer", "autumn", "winter")]),
    *([_LARGE], [_WORDS], [Card(("AB", "CD") * 9)]),
    ids=["one", "set", "large", "words", "tall"],
)
def test_nothing_overflows(cards: list[Card], width: int, tmp_path: Path) -> None:
    page = _page(*cards)
    for dark in (False, True):
        found = _in_browser(page, _OVERFLOW, tmp_path, width=width, dark=dark)
        assert found == [width, []]


def test_a_tap_on_a_roll_shows_its_packing_over_the_card_and_no_other(tmp_path: Path) -> None:
    before, shown, words, offset = _in_browser(_page(_sample("meadow")), _TAP, tmp_path, width=360)
    assert (before, shown) == (1, 1)
    assert words.startswith("BCDEF is worth 17: ")
    assert offset < 1
