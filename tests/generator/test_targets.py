"""The target where none is given: the one that makes the flattest card in a short search."""

from fractions import Fraction

import pytest

from generator import targets
from generator.spec import GenerationSpec
from generator.targets import TargetTrial, flattest_target

SPEC = GenerationSpec(target=Fraction(1), steps=1, seed=3, rows=4, cols=4, symbols="ABC")
# By target, the variance and the mean of the card found; for all others, a rich card far from flat.
FOUND = {
    3: (Fraction(1, 4), Fraction(3)),
    5: (Fraction(0), Fraction(5)),
    6: (Fraction(0), Fraction(6)),
    7: (Fraction(1, 2), Fraction(7)),
    9: (Fraction(1, 3), Fraction(15, 2)),
}
OTHERWISE = (Fraction(9), Fraction(8))


@pytest.fixture(autouse=True)
def tried(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let the trials find FOUND; return the targets tried, as they come."""
    asked: list[int] = []

    def found(_spec: GenerationSpec, _steps: int, target: int) -> TargetTrial:
        asked.append(target)
        return TargetTrial(target, *FOUND.get(target, OTHERWISE))

    monkeypatch.setattr(targets, "_tried", found)
    return asked


def _target(least_mean: Fraction) -> int:
    return flattest_target(SPEC, least_mean, steps=None, jobs=1)


def test_of_two_targets_that_make_a_card_as_flat_the_richer_card_decides() -> None:
    assert _target(Fraction(0)) == 6


def test_a_flatter_card_that_is_too_poor_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _target(Fraction(7)) == 9  # and not 7, whose card is less flat
    monkeypatch.setitem(FOUND, 9, (Fraction(1, 3), Fraction(27, 4)))
    assert _target(Fraction(7)) == 7


def test_where_no_card_is_rich_enough_it_is_the_highest_target() -> None:
    assert _target(Fraction(17, 2)) == SPEC.most_points == 18


def test_every_target_from_the_least_mean_on_is_tried_and_noted(tried: list[int]) -> None:
    notes: list[str] = []
    flattest_target(SPEC, Fraction(13, 2), steps=None, jobs=1, show_note=notes.append)
    assert tried == [*range(7, 19)]
    assert notes[0] == "target 7: sd 0.71 in a trial"
    assert len(notes) == len(tried)


@pytest.mark.usefixtures("compiled")
def test_a_trial_measures_the_card_that_it_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(targets, "_TRIAL_STEPS", 4000)
    notes: list[str] = []
    target = flattest_target(SPEC, Fraction(0), steps=10**6, jobs=1, show_note=notes.append)
    assert target == 8
    perfect = [note for note in notes if note.endswith("sd 0.00 in a trial")]
    assert perfect[-1].startswith("target 8:")


def test_a_trial_is_no_longer_than_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = set()

    def found(_spec: GenerationSpec, steps: int, target: int) -> TargetTrial:
        asked.add(steps)
        return TargetTrial(target, *OTHERWISE)

    monkeypatch.setattr(targets, "_tried", found)
    for steps in (7, None, 10**9):
        flattest_target(SPEC, Fraction(17), steps=steps, jobs=1)
    assert asked == {7, targets._TRIAL_STEPS}  # noqa: SLF001 - the longest
