"""The target where none is given: the one that makes the flattest card in a short search."""

from dataclasses import replace
from fractions import Fraction

import pytest

from generator import targets
from generator.spec import CompleteSpec
from generator.targets import TargetTrial, flattest_target, out_of_reach
from solver.penta_rush.card import Card
from tests.support import Patch

SPEC = CompleteSpec(target=Fraction(1), steps=1, seed=3, rows=4, cols=4, symbols="ABC")
# By target, the variance and the mean of the card found; for all others, a rich card far from flat.
CARD = Card.parse("4x4:ABCAABCABCCABACB")
FOUND = {
    3: (Fraction(1, 4), Fraction(3)),
    5: (Fraction(0), Fraction(5)),
    6: (Fraction(0), Fraction(6)),
    7: (Fraction(1, 2), Fraction(7)),
    9: (Fraction(1, 3), Fraction(15, 2)),
}
OTHERWISE = (Fraction(9), Fraction(8))


@pytest.fixture(autouse=True)
def tried(monkeypatch: Patch) -> list[int]:
    """Let the trials find FOUND; return the targets tried, as they come."""
    asked: list[int] = []

    def found(_spec: CompleteSpec, _steps: int, target: int) -> TargetTrial:
        asked.append(target)
        return TargetTrial(target, *FOUND.get(target, OTHERWISE), CARD)

    monkeypatch.setattr(targets, "_tried", found)
    return asked


def _target(least_mean: Fraction) -> int:
    return flattest_target(SPEC, least_mean, steps=None, jobs=1)


def test_of_two_targets_that_make_a_card_as_flat_the_richer_card_decides() -> None:
    assert _target(Fraction(0)) == 6


def test_a_flatter_card_that_is_too_poor_does_not_count(monkeypatch: Patch) -> None:
    assert _target(Fraction(7)) == 9  # and not 7, whose card is less flat
    monkeypatch.setitem(FOUND, 9, (Fraction(1, 3), Fraction(27, 4)))
    assert _target(Fraction(7)) == 7


def test_of_cards_that_are_rich_enough_the_flattest_fair_one_decides(monkeypatch: Patch) -> None:
    fair = {5: False, 6: False, 7: True, 3: True}

    def found(_spec: CompleteSpec, _steps: int, target: int) -> TargetTrial:
        card = Card.parse("1x4:ABCC" if fair.get(target) else "1x4:ABCA")
        return TargetTrial(target, *FOUND.get(target, OTHERWISE), card)

    def is_fair(_spec: CompleteSpec, card: Card) -> bool:
        return str(card) == "1x4:ABCC"

    monkeypatch.setattr(targets, "_tried", found)
    monkeypatch.setattr(targets, "_is_fair", is_fair)
    assert _target(Fraction(0)) == 3  # flatter are 5 and 6, which are not fair
    assert _target(Fraction(5)) == 7
    fair.clear()
    assert _target(Fraction(0)) == 6


def test_counting_tells_which_targets_no_card_reaches() -> None:
    assert out_of_reach(replace(SPEC, target=Fraction(8))) is None
    assert out_of_reach(replace(SPEC, target=Fraction(23, 2))) == (
        "no 4x4 card of 3 symbols makes every roll worth 11: a packing worth 11 has 3 tiles or"
        " more, so each of 3 symbols takes 6 cells, 18 in all; there are 16; counting allows 8 at"
        " most"
    )
    large = CompleteSpec(target=Fraction(18), steps=1, seed=3, rows=13, cols=14)
    assert (out_of_reach(large) or "").endswith("there are 132; counting allows 17 at most") is (
        out_of_reach(large) is not None
    )


def test_where_no_card_is_rich_enough_it_is_the_highest_target() -> None:
    assert _target(Fraction(17, 2)) == SPEC.most_points == 18


def test_every_target_from_the_least_mean_on_is_tried_and_noted(tried: list[int]) -> None:
    notes: list[str] = []
    flattest_target(SPEC, Fraction(13, 2), steps=None, jobs=1, show_note=notes.append)
    assert tried == [*range(7, 19)]
    assert notes[0] == "target 7: sd 0.71 in a trial"
    assert len(notes) == len(tried)


def test_a_trial_measures_the_card_that_it_finds(monkeypatch: Patch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(targets, "_TRIAL_STEPS", 4000)
    notes: list[str] = []
    target = flattest_target(SPEC, Fraction(0), steps=10**6, jobs=1, show_note=notes.append)
    assert target == 8
    perfect = [note for note in notes if note.endswith("sd 0.00 in a trial")]
    assert perfect[-1].startswith("target 8:")


def test_a_trial_is_no_longer_than_the_search(monkeypatch: Patch) -> None:
    asked = set()

    def found(_spec: CompleteSpec, steps: int, target: int) -> TargetTrial:
        asked.add(steps)
        return TargetTrial(target, *OTHERWISE, CARD)

    monkeypatch.setattr(targets, "_tried", found)
    for steps in (7, None, 10**9):
        flattest_target(SPEC, Fraction(17), steps=steps, jobs=1)
    assert asked == {7, targets._TRIAL_STEPS}  # noqa: SLF001 - the longest
