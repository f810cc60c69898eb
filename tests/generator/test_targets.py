"""The target where none is given: of random cards, or the one that makes the flattest card."""

from fractions import Fraction

import pytest

from generator import targets
from generator.spec import GenerationSpec
from generator.targets import flattest_target

pytestmark = pytest.mark.usefixtures("compiled")

SPEC = GenerationSpec(target=Fraction(1), steps=1, seed=3, rows=4, cols=4, symbols="ABC")


@pytest.fixture(autouse=True)
def _short_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targets, "_TRIAL_STEPS", 4000)


def test_the_best_target_makes_the_flattest_card_and_of_these_the_richest() -> None:
    notes: list[str] = []
    found = flattest_target(SPEC, Fraction(0), jobs=1, show_note=notes.append)
    perfect = [note for note in notes if note.endswith("sd 0.00 in a trial")]
    assert len(notes) == SPEC.most_points
    assert perfect[-1].startswith(f"target {found}:")


def test_the_best_target_is_at_least_as_asked_for() -> None:
    low = flattest_target(SPEC, Fraction(0), jobs=1)
    high = flattest_target(SPEC, Fraction(low + 1), jobs=1)
    assert high > low


def test_where_no_card_is_as_rich_the_target_is_the_highest() -> None:
    assert flattest_target(SPEC, Fraction(18), jobs=1) == SPEC.most_points
