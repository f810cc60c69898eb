import re
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from solver.penta_rush.card import Card
from solver.penta_rush.fairness.card_fairness import CardFairness, FairnessLimits
from solver.penta_rush.fairness.html_report import CardVerdict, format_page
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.survey.card_survey import Survey

FOUR = CardFairness(Survey(Card(("ABCDA", "BCDAB", "CDABC")), default_points()))
THREE = CardFairness(Survey(Card(("AABBCCAABBCCC",)), default_points()))
REPORT = CardVerdict("four", FOUR, FairnessLimits().reasons(FOUR))
NASTY = "<b>&\"'\x00\ud800"

_VOID = {"meta", "link", "br", "hr", "img"}


class _PageReader(HTMLParser):
    """Reads a page: its tables by caption, its tags and attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.tables: dict[str, list[list[str]]] = {}
        self.caption = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in _VOID:
            self.open.append(tag)
        if tag == "caption":
            self.caption = ""
        if tag == "tr":
            self.tables.setdefault(self.caption, []).append([])
        if tag in {"td", "th"}:
            self.tables[self.caption][-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "caption" in self.open:
            self.caption += data
        elif {"td", "th"} & set(self.open):
            self.tables[self.caption][-1][-1] += data


@pytest.mark.parametrize(
    "cards", [[], [REPORT], [REPORT, CardVerdict(NASTY, THREE, []), REPORT]], ids=len
)
def test_every_tag_is_closed_and_every_id_is_used_once(cards: list[CardVerdict]) -> None:
    page = _PageReader(format_page(cards, set_text=NASTY))
    assert not page.open
    assert page.tags.count("svg") == 2 * len(cards)
    ids = [value for name, value in page.attributes if name == "id"]
    assert len(set(ids)) == len(ids) == len(cards)
    links = [value for name, value in page.attributes if name == "href"]
    assert links == ([f"#{id_}" for id_ in ids] if len(cards) > 1 else [])


def test_a_page_needs_no_other_file() -> None:
    text = format_page([REPORT, REPORT], set_text="both")
    page = _PageReader(text)
    assert not re.search(r"https?:|//|url\(|@import", text)
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    assert not {"src", "srcset", "onload", "onclick"} & {name for name, _ in page.attributes}


def test_the_same_cards_are_the_same_page() -> None:
    again = CardFairness(Survey(FOUR.card, default_points()))
    assert format_page([REPORT]) == format_page([REPORT._replace(fairness=again)])


def test_every_roll_of_the_card_is_in_the_table() -> None:
    head, *rows = _PageReader(format_page([REPORT])).tables["In alphabetical order"]
    assert head == [
        "roll",
        "best score",
        "chance",
        "placements",
        "packings",
        "best packings",
        "most shapes",
    ]
    for row, cells in zip(FOUR.survey, rows, strict=True):
        counts = [row.placements, row.packings, row.optimal, row.max_size]
        assert cells[:2] == [str(row.roll), str(row.optimum)]
        assert cells[3:] == [str(count) for count in counts]


def test_the_verdict_comes_first_with_its_reasons() -> None:
    text = format_page([REPORT._replace(reasons=["the mean is 3 < 4", "a dud"])])
    assert text.index("Not fair") < text.index("<li>the mean is 3 &lt; 4</li>")
    assert text.index("<li>a dud</li>") < text.index("<table>")
    fair = format_page([REPORT._replace(reasons=[])])
    assert "Not fair" not in fair
    assert "<li>" not in fair


def test_markup_in_a_title_a_reason_or_the_text_on_the_set_is_escaped() -> None:
    text = format_page([CardVerdict(NASTY, THREE, [NASTY])] * 2, set_text=NASTY)
    assert text.count("&lt;b&gt;&amp;&quot;&#x27;") > 5
    assert "<b>&" not in text
    assert text.encode()
    assert not re.search(r"[\x00-\x08]", text)


def test_the_text_on_the_set_keeps_its_lines() -> None:
    assert "<pre>F0  met\nF1  not</pre>" in format_page(
        [REPORT, REPORT], set_text="F0  met\nF1  not\n"
    )
    assert "<pre>" not in format_page([REPORT])


def test_a_decimal_shows_its_fraction_on_hovering() -> None:
    mean = FOUR.optimum.mean
    assert mean.denominator > 1
    assert f'<span title="{mean}">{float(mean):.2f}</span>' in format_page([REPORT])


def test_each_cell_is_drawn_with_its_symbol_and_its_placements() -> None:
    text = format_page([REPORT])
    for cell, count in FOUR.placements_per_cell.items():
        drawing = re.search(rf"<title>{cell}: {count} placements</title>.*?</g>", text, re.DOTALL)
        assert drawing
        assert f">{FOUR.card[cell]}</text>" in drawing[0]
        assert f">{count or chr(215)}</text>" in drawing[0]


def test_dead_cells_and_duds_are_named() -> None:
    dead = CardFairness(Survey(Card(("XXXXXABCD",)), default_points()))
    text = format_page([CardVerdict("dead", dead, [])])
    assert "no placement: a1, b1, c1.<" in text
    assert f"no packing: {', '.join(map(str, dead.duds))}.<" in text


def test_missing_counts_are_shown_as_not_counted() -> None:
    counted = FOUR.survey
    rows = [row._replace(packings=None, optimal=None) for row in counted.rows]
    heavy = Survey(counted.card, counted.points)
    heavy.__dict__["rows"] = rows  # a card with rolls that heavy takes seconds
    page = _PageReader(format_page([CardVerdict("heavy", CardFairness(heavy), [])])).tables
    assert all(cells[4:6] == ["not counted"] * 2 for cells in page["In alphabetical order"][1:])
    assert [cells[3] for cells in page["Shapes"][1:]] == ["not counted"] * 12


def test_histograms_of_large_points_and_of_a_card_without_packings_are_drawing() -> None:
    large = CardFairness(Survey(FOUR.card, Points((1_000_000,) * 12)))
    empty = CardFairness(Survey(Card(("AB", "CD")), default_points()))
    assert empty.optimum.chances == {0: Fraction(1)}
    text = format_page([CardVerdict("large", large, []), CardVerdict("empty", empty, [])])
    assert "nan" not in text
    assert text.count("of throws</title>") <= 31
