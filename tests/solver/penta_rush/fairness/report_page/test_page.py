"""The report: its tables, its limits, and the best packing of every roll."""

import html
import re
from base64 import b64decode
from collections import Counter
from fractions import Fraction
from html.parser import HTMLParser
from io import BytesIO

import pytest
from PIL import Image

import data
from solver.drawing.artwork import Artwork, artwork_of_png
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.card_verdict import CardVerdict
from solver.penta_rush.fairness.limits import FairnessLimits
from solver.penta_rush.fairness.report_page.packing_picker import MAX_WITH_DUDS, format_picker
from solver.penta_rush.fairness.report_page.page import format_page
from solver.penta_rush.fairness.report_page.page_symbols import PageSymbols
from solver.penta_rush.fairness.set_limits import SetLimits
from solver.penta_rush.fairness.set_verdict import SetVerdict
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.people.card_people import CardPeople
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.survey.card_survey import Survey
from solver.penta_rush.symbol_art import symbol_colour
from tests.support import ROOT, cases

FOUR = CardFairness(Survey(Card(("ABCDA", "BCDAB", "CDABC")), default_points()))
THREE = CardFairness(Survey(Card(("AABBCCAABBCCC",)), default_points()))
LIMITS = FairnessLimits(min_mean=Fraction("10.8"))
REPORT = CardVerdict("four", FOUR, LIMITS)
LENIENT = FairnessLimits(None, None, None, None, None, None, None)
SET = SetVerdict.of_cards([REPORT, REPORT], SetLimits())
NASTY = "<b>&\"'\x00\ud800"

_VOID = {"input", "meta", "link", "br", "hr", "img"}


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


@cases("cards", [], [REPORT], [REPORT, CardVerdict(NASTY, THREE, LENIENT), REPORT], ids=len)
def test_every_tag_is_closed_and_every_id_is_used_once(cards: list[CardVerdict]) -> None:
    page = _PageReader(format_page(cards, SET if len(cards) > 1 else None))
    assert not page.open
    ids = [value for name, value in page.attributes if name == "id"]
    assert len(set(ids)) == len(ids)
    labelled = {value for name, value in page.attributes if name == "for"}
    assert {*ids} == labelled | {f"card-{number}" for number in range(1, len(cards) + 1)}
    links = {value for name, value in page.attributes if name == "href"}
    assert links <= {f"#{id_}" for id_ in ids}


def test_a_page_needs_no_other_file_and_no_script() -> None:
    text = format_page([REPORT, REPORT], SET)
    page = _PageReader(text)
    assert not re.search(r"https?:|//|url\(|@import", text)
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    assert not {"src", "srcset", "onload", "onclick"} & {name for name, _ in page.attributes}


def test_the_same_cards_are_the_same_page() -> None:
    again = CardFairness(Survey(FOUR.card, default_points()))
    assert format_page([REPORT]) == format_page([REPORT._replace(fairness=again)])


def test_every_roll_of_the_card_is_in_the_table() -> None:
    head, *rows = _PageReader(format_page([REPORT])).tables["In alphabetical order"]
    counted = "placements, packings, best packings, most shapes"
    assert ", ".join(head) == f"roll, best score, chance, {counted}"
    for row, cells in zip(FOUR.survey, rows, strict=True):
        counts = [row.placements, row.packings, row.optimal, row.max_size]
        assert cells[:2] == [str(row.roll), str(row.optimum)]
        assert cells[3:] == [str(count) for count in counts]


def test_the_verdict_comes_first_with_its_reasons_and_the_limits_after_it() -> None:
    text = format_page([REPORT])
    reason = LIMITS.reasons(FOUR)[0]
    assert text.index("Not fair") < text.index(f"<li>{reason}</li>") < text.index("<table>")
    fair = format_page([REPORT._replace(limits=LENIENT)])
    assert "Not fair" not in fair
    assert "<li>the " not in fair
    assert ["mean best score", "3.80", "at least 10.8", "✗ not kept"] in _limits(text)
    assert ["mean best score", "3.80", "none", "✓"] in _limits(fair)


def _limits(text: str) -> list[list[str]]:
    return _PageReader(text).tables["The limits of a fair card"]


def test_markup_in_a_title_is_escaped() -> None:
    nasty = CardVerdict(NASTY, THREE, LENIENT)
    text = format_page([nasty] * 2, SetVerdict.of_cards([nasty] * 2, SetLimits()))
    assert text.count("&lt;b&gt;&amp;&quot;&#x27;") > 5
    assert "<b>&" not in text
    assert text.encode()
    assert not re.search(r"[\x00-\x08]", text)


def test_the_verdict_on_the_set_comes_before_its_cards() -> None:
    text = format_page([REPORT, REPORT], SET)
    assert text.index("✓ Fair as a set") < text.index('<section id="card-1">')
    tables = _PageReader(text).tables
    limits = tables["The limits of a fair set"]
    assert ["gap to an even win share", "0.00", "at most 0.03", "✓"] in limits
    cards = [row[:3] for row in tables["The cards"][1:]]
    assert cards == [["1 four", "3.80", "50.0\xa0%"], ["2 four", "3.80", "50.0\xa0%"]]
    assert [row[:3] for row in tables["Cells that differ, of 15"][1:]] == [["1 and 2", "0", "0"]]
    assert "as a set" not in format_page([REPORT])


def test_a_decimal_shows_its_fraction_on_hovering() -> None:
    mean = FOUR.optimum.mean
    assert mean.denominator > 1
    assert f'<span title="{mean}">{float(mean):.2f}</span>' in format_page([REPORT])


def test_each_cell_is_drawn_with_its_symbol_and_its_placements() -> None:
    text = format_page([REPORT])
    for cell, count in FOUR.placements_per_cell.items():
        drawing = re.search(rf"<title>{cell}: {count} placements</title>.*?</g>", text, re.DOTALL)
        assert drawing
        # A is a circle, the others are polygons.
        assert ("<circle" in drawing[0]) == (FOUR.card[cell] == "A")
        assert f">{count or chr(215)}</text>" in drawing[0]


def test_dead_cells_and_duds_are_named() -> None:
    dead = CardFairness(Survey(Card(("XXXXXABCD",)), default_points()))
    text = format_page([CardVerdict("dead", dead, LENIENT)])
    assert "no placement: a1, b1, c1.<" in text
    assert f"no packing: {', '.join(map(str, dead.duds))}.<" in text


def test_missing_counts_are_shown_as_not_counted() -> None:
    counted = FOUR.survey
    rows = [row._replace(packings=None, optimal=None) for row in counted.rows]
    heavy = Survey(counted.card, counted.points)
    heavy.__dict__["rows"] = rows  # a card with rolls that heavy takes seconds
    page = _PageReader(format_page([CardVerdict("heavy", CardFairness(heavy), LENIENT)])).tables
    assert all(cells[4:6] == ["not counted"] * 2 for cells in page["In alphabetical order"][1:])
    assert [cells[3] for cells in page["Shapes"][1:]] == ["not counted"] * 12


@pytest.mark.slow
def test_histograms_of_large_points_and_of_a_card_without_packings_are_drawing() -> None:
    large = CardFairness(Survey(FOUR.card, Points((1_000_000,) * 12)))
    empty = CardFairness(Survey(Card(("AB", "CD")), default_points()))
    assert empty.optimum.chances == {0: Fraction(1)}
    text = format_page([CardVerdict("large", large, LENIENT), CardVerdict("empty", empty, LENIENT)])
    assert "nan" not in text
    assert text.count('of throws"><b') <= 31


def test_a_page_says_where_the_limits_come_from_or_that_there_are_none() -> None:
    meadow = Card.parse(data.samples("cards")["meadow"].read_text("utf-8"))
    fairness = CardFairness(Survey(meadow, default_points()))
    text = format_page([CardVerdict("meadow", fairness, FairnessLimits())])
    assert "the limits are taken from random 10x10 cards with 6 symbols; 6.9 %" in text
    text = format_page([CardVerdict("four", FOUR, FairnessLimits())] * 2, SET)
    assert "? Undecided whether fair" in text
    assert text.count("there are no limits for 3x5 cards with 4 symbols") == 2
    assert "<td>undecided</td>" in text


MEADOW = Card.parse((ROOT / "data" / "cards" / "meadow.txt").read_text("utf-8"))
SMALL = Card(("ABCDA", "BCDAB", "CDABC"))
NAMED = Card.parse("red,sun,star\nsun,star,red\nmoon,red,<b>\n")


def _picker(card: Card) -> tuple[str, CardFairness]:
    fairness = CardFairness(Survey(card, default_points()))
    return "\n".join(format_picker(fairness, "roll-1", PageSymbols())), fairness


def _shown(text: str) -> dict[str, str]:
    """Return what is shown for each roll, by its letters."""
    parts = re.findall(r'id="roll-1-([A-Z]{5})">(.*?</figure>)', text, re.DOTALL)
    assert len(dict(parts)) == len(parts)
    return dict(parts)


@pytest.mark.parametrize("card", [MEADOW, SMALL], ids=["meadow", "small"])
def test_every_roll_is_there_with_the_best_packing_of_the_engine(card: Card) -> None:
    text, fairness = _picker(card)
    shown = _shown(text)
    assert sorted(shown) == [str(row.roll) for row in fairness.survey]
    for row in fairness.survey:
        part = shown[str(row.roll)]
        assert f"{row.roll}<b>{row.optimum}</b></label>" in part
        engine = BitsetEngine(RollProblem(card, row.roll, default_points()))
        packing = engine.packing(engine.best() or ())
        words = [f"{shape} {' '.join(map(str, cells))}" for shape, _, cells in packing]
        label = re.search(r'aria-label="([^"]*)"', part)
        assert (label[1].split("; ") if label else []) == words
        assert len(re.findall(r"<circle", part)) == len(packing)
        assert (f"is worth {row.optimum}: " if packing else "worth 0") in part


def test_outlines_lie_where_the_packing_does() -> None:
    text, _ = _picker(Card(("AABCD",)))
    assert 'd="M0,0 100,0 100,20 0,20z"' in _shown(text)["AABCD"]


def test_the_keyboard_chooses_among_radio_buttons_of_one_name_and_none_is_chosen_first() -> None:
    text, fairness = _picker(SMALL)
    buttons = re.findall(r"<input[^>]*>", text)
    assert len(buttons) == 1 + len(fairness.survey.rows)
    assert all('type="radio" name="roll-1"' in button for button in buttons)
    assert [button for button in buttons if "checked" in button] == buttons[:1]
    assert len(re.findall(r'<label for="roll-1', text)) == len(buttons)


def test_the_owner_s_names_are_shown_and_escaped() -> None:
    text, fairness = _picker(NAMED)
    assert fairness.card.legend
    for letter in fairness.survey.symbols:
        name = html.escape(fairness.card.legend.name(letter))
        assert f"</svg>{letter} {name}</li>" in text
    roll = fairness.survey.rows[0].roll
    assert f"{html.escape(fairness.card.legend.roll_text(roll))}<b>" in text


def test_of_very_many_rolls_those_with_a_packing_are_there() -> None:
    text, fairness = _picker(Card(("ABCDEFGHI", "CDEFGHIAB")))
    assert len(fairness.survey.rows) > MAX_WITH_DUDS
    packed = [str(row.roll) for row in fairness.survey if row.optimum]
    assert sorted(_shown(text)) == packed


def _art(colour: tuple[int, int, int]) -> Artwork:
    with BytesIO() as file:
        Image.new("RGB", (400, 300), colour).save(file, "PNG")
        return artwork_of_png(file.getvalue(), "art")


def test_art_is_in_the_page_once_however_often_it_is_shown() -> None:
    colours = {"A": (255, 0, 0), "B": (17, 34, 51), "C": (255, 238, 221)}
    art = {letter: _art(colour) for letter, colour in colours.items()}
    page = format_page([CardVerdict("four", FOUR, LENIENT)] * 2, art=art)
    files = dict(re.findall(r'<symbol id="art-(.)" .*?base64,(.*?)"', page))
    assert page.count("base64,") == len(files) == len(art)
    for letter, file in files.items():
        with Image.open(BytesIO(b64decode(file))) as image:
            dot = image.convert("RGB").getpixel((5, 5))
            assert (image.size, dot) == ((192, 144), colours[letter])
    used = Counter(re.findall(r'<use href="#art-(.)" x', page))
    for letter in art:  # in the names, on the card and on its map, of two cards
        cells = str(FOUR.card).partition(":")[2].count(letter)
        assert used[letter] == 2 * (1 + 2 * cells)
    assert symbol_colour("D") in page  # which has no art


def test_art_is_pale_where_people_do_not_look() -> None:
    people = CardPeople(FOUR.survey, Skill.parse("0.5"))
    people.measure()
    page = format_page([CardVerdict("four", FOUR, LENIENT, people)], art={"A": _art((1, 2, 3))})
    assert page.count("base64,") == 1
    pale = '<use href="#art-A" width="1" height="1" opacity="0.25"/></symbol>'
    assert pale in page
    assert '<use href="#art-A-pale" x' in page
