"""The best packing of every roll in the report: all there, and those of the engine."""

import html
import re

import pytest

from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.report_page.packing_picker import MAX_WITH_DUDS, format_picker
from solver.penta_rush.points import default_points
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.survey.card_survey import Survey
from tests.support import ROOT

MEADOW = Card.parse((ROOT / "data" / "cards" / "meadow.txt").read_text(encoding="utf-8"))
SMALL = Card(("ABCDA", "BCDAB", "CDABC"))
NAMED = Card.parse("red,sun,star\nsun,star,red\nmoon,red,<b>\n")


def _picker(card: Card) -> tuple[str, CardFairness]:
    fairness = CardFairness(Survey(card, default_points()))
    return "\n".join(format_picker(fairness, "roll-1")), fairness


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
