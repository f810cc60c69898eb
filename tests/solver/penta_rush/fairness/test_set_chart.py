from fractions import Fraction
from itertools import chain
from pathlib import Path

import pytest

from solver.drawing.chart import STYLES
from solver.drawing.scene import Line, Scene
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.report import FairnessReport, check
from solver.penta_rush.fairness.set_chart import set_chart
from solver.penta_rush.fairness.set_limits import SetLimits
from solver.penta_rush.people.skill import Skill
from tests.solver.drawing.pages import check_texts, texts
from tests.support import ROOT, Run, cases, slow

CARDS = [
    Card.parse(text)
    for text in ("ABCDA\nBCDAB\nCDABC\n", "ABCDA\nBCDAB\nCDCBA\n", "ABBDA\nBCDAC\nCDABC\n")
]
FOUR = [*CARDS, Card.parse("DCBAD\nCBADC\nBADCB\n")]


def _chart(report: FairnessReport) -> Scene:
    assert report.card_set
    return set_chart(report.cards, report.card_set)


@cases("cards", CARDS[:2], CARDS, FOUR)
def test_a_bar_shows_how_far_each_share_of_the_wins_is_from_an_even_one(cards: list[Card]) -> None:
    report = check(cards).run()
    assert report.card_set
    assert report.card_set.match
    scene = _chart(report)
    check_texts(scene)
    lengths = []
    for number in range(len(cards)):  # a bar is a thick upright line
        drawn = [
            mark.start.y - mark.end.y
            for mark in scene.marks
            if isinstance(mark, Line)
            and mark.paint.stroke == STYLES[number][0]
            and mark.start.x == mark.end.x
            and mark.paint.width > 2
        ]
        lengths.append(drawn)
    gaps: list[list[float]] = [[] for _ in cards]
    for players, shares in report.card_set.match.shares.items():
        for player, share in zip(players, shares, strict=True):
            gaps[player].append(float(share - Fraction(1, len(players))))
    assert any(chain.from_iterable(gaps))
    scale = sum(map(abs, chain.from_iterable(lengths))) / sum(map(abs, chain.from_iterable(gaps)))
    for drawn, expected in zip(lengths, gaps, strict=True):
        assert [length / scale for length in drawn] == pytest.approx(expected)


def test_the_names_of_all_matches_stand_below_them() -> None:
    shown = texts(_chart(check(FOUR).run()))
    names = ["1+2", "1+3", "1+4", "2+3", "2+4", "3+4", "1+2+3", "1+2+4", "1+3+4", "2+3+4", "all"]
    assert [text for text in shown if text in names] == names
    assert "limit of the verdict, not for three" in shown


def test_people_have_lines_of_their_own() -> None:
    report = check(CARDS[:2], skill=Skill.even(0.2)).run()
    shown = texts(_chart(report))
    for card in report.cards:
        assert f"{card.title}, sd {card.fairness.optimum.sd:.2f}" in shown
        assert card.people
        assert f"{card.title}, people of skill 0.2, sd {card.people.sd:.2f}" in shown
    check_texts(_chart(report))
    assert not any("people" in text for text in texts(_chart(check(CARDS[:2]).run())))


def test_without_a_match_or_a_limit_these_are_not_drawn() -> None:
    report = check(CARDS[:2], set_limits=SetLimits(max_win_gap=None)).run()
    assert "1: card 1" in texts(_chart(report))
    assert not any("limit" in text for text in texts(_chart(report)))
    assert report.card_set
    without = set_chart(report.cards, report.card_set._replace(match=None))
    assert "1: card 1" not in texts(without)
    assert without.size.height < _chart(report).size.height / 1.5


def test_long_names_are_cut() -> None:
    report = check(CARDS[:2], skill=Skill.even(0.2)).run()
    cards = [card._replace(title="W" * 200) for card in report.cards]
    assert report.card_set
    check_texts(set_chart(cards, report.card_set._replace(titles=["W" * 200] * 2)))


@cases(
    "name line",
    slow("fair-rolls", "check meadow steppe --skill 0.2 --plot"),
    slow("fair-seats", "check spring summer autumn winter --plot"),
    ("fair-hardest", "solve DEEFF --card meadow --skill 0.2 --svg"),
    ("fair-easiest", "solve BCDEF --card meadow --skill 0.2 --svg"),
)
def test_the_pictures_in_the_documentation_are_drawn_by_the_program(
    name: str, line: str, typed: Run, folder: Path
) -> None:
    typed("rush", *line.split(), f"{name}.svg")
    drawn = (folder / f"{name}.svg").read_bytes()
    assert (ROOT / "docs" / f"{name}.svg").read_bytes() == drawn
    assert f"]({name}.svg)" in (ROOT / "docs" / "fairness.md").read_text("utf-8")
