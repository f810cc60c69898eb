from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from solver.drawing.chart import chart_settings
from solver.penta_rush.card import Card
from solver.penta_rush.dice import rolls
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.chart import _THEME, fairness_chart, fairness_figure
from solver.penta_rush.fairness.heatmap import CROSS, heatmap_colour, roll_blocks
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.survey.card_survey import Survey
from tests.support import cases

FOUR = CardFairness(Survey(Card(("ABCDA", "BCDAB", "CDABC")), default_points()))
THREE = CardFairness(Survey(Card(("AABBCCAABBCCC",)), Points((100_000,) * 12)))
EIGHT = CardFairness(Survey(Card(("ABCDEFGH", "BADCFEHG")), default_points()))


def _texts(file: bytes) -> list[str]:
    return [
        "".join(element.itertext())
        for element in ET.fromstring(file).iter()  # noqa: S314 - our own
        if _tag(element) == "text"
    ]


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


@pytest.mark.parametrize(("ending", "magic"), [(".png", b"\x89PNG\r\n"), (".pdf", b"%PDF-")])
def test_a_chart_is_a_file_of_its_ending(ending: str, magic: bytes) -> None:
    assert fairness_chart(THREE, ending, title="three").startswith(magic)


@pytest.mark.parametrize("ending", [".svg", ".png", ".pdf"])
def test_the_same_card_is_the_same_bytes_whatever_the_user_has_set(ending: str) -> None:
    import matplotlib as mpl

    once = fairness_chart(THREE, ending, title="three")
    with mpl.rc_context({"font.size": 31, "axes.grid": True, "svg.hashsalt": None}):
        assert fairness_chart(THREE, ending, title="three") == once
        assert mpl.rcParams["font.size"] == 31


def test_a_chart_shows_each_roll_with_its_best_score_and_each_cell_with_its_placements() -> None:
    texts = _texts(fairness_chart(FOUR, ".svg", title="four"))
    for row in FOUR.survey:
        assert texts[texts.index(str(row.roll)) + 1] == str(row.optimum)
    cells = [(FOUR.card[cell], str(through)) for cell, through in FOUR.placements_per_cell.items()]
    assert [pair for pair in pairwise(texts) if pair in cells][: len(cells)] == cells


def test_dead_cells_are_crossed_and_counted() -> None:
    dead = CardFairness(Survey(Card(("XXXXXABCD",)), default_points()))
    assert list(map(str, dead.dead_cells)) == ["a1", "b1", "c1"]
    texts = _texts(fairness_chart(dead, ".svg", title="dead"))
    assert texts.count(CROSS) == 3
    assert f"Placements through each cell; {CROSS} dead: 3" in texts


def test_more_rolls_than_can_be_labelled_are_a_strip() -> None:
    texts = _texts(fairness_chart(EIGHT, ".svg", title="eight"))
    assert "The best score of each of the 504 rolls, from the worst to the best" in texts
    assert not {str(row.roll) for row in EIGHT.survey} & set(texts)


@cases(
    "title text", ('<b>&"', '<b>&"'), ("$x^2$", "$x^2$"), ("a\x00b\ud800", "a?b?"), ("棋盘", "棋盘")
)
def test_a_title_is_shown_as_it_is(title: str, text: str) -> None:
    assert text in _texts(fairness_chart(THREE, ".svg", title=title))


def test_a_long_title_is_cut() -> None:
    assert "W" * 77 + "..." in _texts(fairness_chart(THREE, ".svg", title="W" * 81))


def test_no_text_leaves_the_page() -> None:
    for fairness in (THREE, FOUR, EIGHT):
        with chart_settings(_THEME):
            figure = fairness_figure(fairness, title="W" * 80)
            tight = figure.get_tightbbox()
        width, height = figure.get_size_inches()
        assert 0 < tight.x0 < tight.x1 < width
        assert 0 < tight.y0 < tight.y1 < height


@pytest.mark.parametrize("count", range(3, 10))
def test_the_blocks_hold_every_roll_once_and_in_lines_of_one_length(count: int) -> None:
    symbols = "ABCDEFGHI"[:count]
    all_blocks = roll_blocks(symbols)
    listed = [roll for block in all_blocks for _, line in block.lines for roll in line]
    assert sorted(listed) == list(rolls(symbols))
    for block in all_blocks:
        *whole, last = [len(line) for _, line in block.lines]
        assert last <= max(whole, default=last)
        assert len(set(whole)) <= 1


def test_the_rolls_of_a_line_share_what_its_head_says() -> None:
    single, double, without = roll_blocks("ABCDEF")
    assert all(head in str(roll) for head, line in single.lines for roll in line)
    assert all(str(roll).count(head) == 1 for head, line in double.lines for roll in line)
    lacking = [set("ABCDEF") - set(str(roll)) for _, (roll,) in without.lines]
    assert lacking == [{symbol} for symbol in "ABCDEF"]


def test_a_chart_of_own_symbols_says_what_its_letters_stand_for() -> None:
    card = Card.parse("red,sun,star\nsun,star,red\nmoon,red,sun\n")
    fairness = CardFairness(Survey(card, default_points()))
    texts = [text.get_text() for text in fairness_figure(fairness, title="words").texts]
    assert "A = moon,  B = red,  C = star,  D = sun" in texts
    plain = [text.get_text() for text in fairness_figure(FOUR, title="letters").texts]
    assert not any(" = " in text for text in plain)


def test_every_heatmap_colour_is_read_in_its_text_colour_and_grows_lighter() -> None:
    lights = []
    for value in range(101):
        fill, ink = (_light(colour) for colour in heatmap_colour(value, 100))
        lights.append(fill)
        assert (max(fill, ink) + 0.05) / (min(fill, ink) + 0.05) >= 4.5  # WCAG 2, level AA
    assert lights == sorted(lights)
    assert heatmap_colour(0, 0) == heatmap_colour(0, 5)


def _light(colour: str) -> float:
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    linear = [x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
