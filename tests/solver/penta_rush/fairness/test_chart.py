from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfReader

from solver.answer import picture_files
from solver.drawing.scene import Paint, Polygon
from solver.penta_rush.card import Card
from solver.penta_rush.dice import rolls
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.chart import fairness_chart
from solver.penta_rush.fairness.heatmap import CROSS, heatmap_colour, roll_blocks
from solver.penta_rush.fairness.report import check
from solver.penta_rush.fairness.set_chart import set_chart
from solver.penta_rush.people.card_people import CardPeople
from solver.penta_rush.people.skill import MODEL, Skill
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.survey.card_survey import Survey
from solver.penta_rush.typed import NamedCard
from tests.solver.drawing.pages import check_texts, mark_box, texts
from tests.support import cases

FOUR = CardFairness(Survey(Card(("ABCDA", "BCDAB", "CDABC")), default_points()))
THREE = CardFairness(Survey(Card(("AABBCCAABBCCC",)), Points((100_000,) * 12)))
EIGHT = CardFairness(Survey(Card(("ABCDEFGH", "BADCFEHG")), default_points()))


@cases("ending start", (".svg", b"<svg"), (".png", b"\x89PNG\r\n"), (".pdf", b"%PDF-"))
def test_a_chart_is_a_file_that_is_the_same_every_time(ending: str, start: bytes) -> None:
    files = [
        picture_files([fairness_chart(THREE, title="three")], ending, title="three")
        for _ in range(2)
    ]
    assert files[0] == files[1]
    assert files[0][0].startswith(start)


def test_bars_are_as_high_as_their_scores_are_frequent_and_stand_where_these_lie() -> None:
    drawn = [
        (mark_box(mark), mark.paint)
        for mark in fairness_chart(FOUR, title="four").marks
        if isinstance(mark, Polygon)
    ]
    bars = [box for box, paint in drawn if paint.stroke == "#666666"]  # only they have a grey edge
    scores, chances = zip(*FOUR.optimum.chances.items(), strict=True)
    assert scores == (0, 2, 3, 4, 7)
    unit = sum(bar.height for bar in bars)
    assert [bar.height / unit for bar in bars] == pytest.approx([*map(float, chances)])
    assert {round(bar.bottom, 6) for bar in bars} == {round(bars[0].bottom, 6)}
    step = (bars[-1].x - bars[0].x) / 7
    assert [(bar.x - bars[0].x) / step for bar in bars] == pytest.approx(scores)
    assert [bar.width for bar in bars] == pytest.approx([0.86 * step] * len(bars))
    (mean,) = (box.centre.x for box, paint in drawn if paint == Paint(fill="#222222"))
    assert (mean - bars[0].centre.x) / step == pytest.approx(float(FOUR.optimum.mean))


def test_a_chart_shows_each_roll_with_its_best_score_and_each_cell_with_its_placements() -> None:
    shown = texts(fairness_chart(FOUR, title="four"))
    for row in FOUR.survey:
        assert shown[shown.index(str(row.roll)) + 1] == str(row.optimum)
    cells = [(FOUR.card[cell], str(through)) for cell, through in FOUR.placements_per_cell.items()]
    assert [pair for pair in pairwise(shown) if pair in cells][: len(cells)] == cells


@cases("fairness", FOUR, EIGHT)
def test_what_is_expected_of_people_stands_below_for_each_roll(fairness: CardFairness) -> None:
    people = CardPeople(fairness.survey, Skill.even(0.3))
    chart = fairness_chart(fairness, title="people", people=people)
    check_texts(chart)
    without, shown = texts(fairness_chart(fairness, title="people")), texts(chart)
    assert shown[: len(without)] == without
    head, *added = shown[len(without) :]
    assert head.startswith("Points expected of people of skill 0.3 at each roll")
    assert f"by {MODEL}; mean {people.mean:.2f}, sd {people.sd:.2f}" in head
    for row in people.rows if fairness is FOUR else ():
        assert added[added.index(str(row.roll)) + 1] == str(round(row.mean, 1))
    people.measure(deadline=0.0)
    assert not people.is_whole
    assert texts(fairness_chart(fairness, title="people", people=people)) == without


def test_dead_cells_are_crossed_and_counted() -> None:
    dead = CardFairness(Survey(Card(("XXXXXABCD",)), default_points()))
    assert list(map(str, dead.dead_cells)) == ["a1", "b1", "c1"]
    shown = texts(fairness_chart(dead, title="dead"))
    assert shown.count(CROSS) == 3
    assert f"Placements through each cell; {CROSS} dead: 3" in shown


def test_more_rolls_than_can_be_labelled_are_a_strip() -> None:
    shown = texts(fairness_chart(EIGHT, title="eight"))
    assert "The best score of each of the 504 rolls, from the worst to the best" in shown
    assert not {str(row.roll) for row in EIGHT.survey} & set(shown)


@cases(
    "title text", ('<b>&"', '<b>&"'), ("$x^2$", "$x^2$"), ("a\x00b\ud800", "a?b?"), ("棋盘", "棋盘")
)
def test_a_title_is_shown_as_it_is(title: str, text: str) -> None:
    assert text in texts(fairness_chart(THREE, title=title))


def test_a_long_title_is_cut() -> None:
    shown, *_ = texts(fairness_chart(THREE, title="W" * 200))
    assert len(shown) > 80
    assert shown == "W" * (len(shown) - 3) + "..."


def _fairness(text: str, points: Points | None = None) -> CardFairness:
    return CardFairness(Survey(Card.parse(text), points or default_points()))


WORDS = _fairness("red,sun,star\nsun,star,red\nmoon,red,sun\n")


@cases(
    "fairness",
    *(THREE, FOUR, EIGHT, WORDS),
    _fairness("XXXXXABCD\n"),  # a card with a long title of its panel
    _fairness("ABC\nBCA\nCAB\nABC\nBCA\n", Points((9_999,) * 12)),
    _fairness("ABCDEFG\nBADCFEG\nGFEDCBA\n", Points(tuple(range(7, 91, 7)))),
)
def test_all_texts_lie_on_the_page_and_none_over_another(fairness: CardFairness) -> None:
    check_texts(fairness_chart(fairness, title="W" * 80))


def test_a_report_on_several_cards_has_a_chart_of_the_set_and_of_each(tmp_path: Path) -> None:
    cards = [NamedCard(f"card {name}", FOUR.card) for name in ("<a>", "b")]
    report = check(cards).run()
    assert report.card_set
    charts = [set_chart(report.cards, report.card_set)]
    charts += [fairness_chart(each.fairness, title=each.title) for each in report.cards]
    assert [texts(chart)[0] for chart in charts] == ["What a roll is worth", "card <a>", "card b"]
    assert (report.picture(), report.pictures()) == (charts[0], charts)
    for ending in (".svg", ".pdf"):
        report.save(tmp_path / f"set{ending}")
    names = ["set-1.svg", "set-2.svg", "set-3.svg", "set.pdf"]
    assert sorted(file.name for file in tmp_path.iterdir()) == names
    assert len(PdfReader(tmp_path / "set.pdf").pages) == 3
    assert (tmp_path / "set-1.svg").read_text("utf-8") == report._repr_svg_()
    assert replace(report, late="too late")._repr_svg_() is None


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
    shown = texts(fairness_chart(WORDS, title="words"))
    assert "A = moon, B = red, C = star, D = sun" in shown
    assert not any(" = " in text for text in texts(fairness_chart(FOUR, title="letters")))


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
