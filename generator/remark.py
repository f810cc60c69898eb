"""Notes on a search whose result differs from what its options ask for, one line each.

None of it makes the search fail: the card is the best that was found. But nobody should take it for
what it is not.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from generator.result import GenerationResult
from generator.spec import GenerationSpec
from solver.penta_rush.fairness.card_limits import FairnessLimits

WantedTarget = Fraction | Literal["best"] | None  # as it is asked for

_FAR = Fraction(1, 2)  # points: the least means of records are so far apart


def checkpoint_remarks(
    where: str, spec: GenerationSpec, *, has_seconds: bool, target: WantedTarget
) -> Iterator[str]:
    """Yield which options do nothing, since the checkpoint *where* began with what *spec* says."""
    if has_seconds:
        yield f"{where} keeps its {spec.steps:,} steps; --seconds is ignored"
    if target == "best":
        yield f"{where} keeps its target {float(spec.target):g}; no other is tried"


def finished_remark(where: str, spec: GenerationSpec) -> str:
    """Return that the search of the checkpoint *where* has nothing left to do."""
    return (
        f"{where}: this search is finished, all its {spec.steps:,} steps are done; to continue,"
        " use a new checkpoint file, either with --like and this card or with more --steps"
    )


def result_remarks(result: GenerationResult, target: WantedTarget) -> Iterator[str]:
    """Yield how far the card of *result*, or the poorest of a set, is from the *target* asked for.

    A card of the best target is held beside the limits of a fair one of its size, if there are any.
    """
    if isinstance(target, Fraction) and abs(gap := result.lowest_mean - target) >= _FAR:
        side = "below" if gap < 0 else "above"
        yield (
            f"the mean is {float(result.lowest_mean):.2f},"
            f" {float(abs(gap)):.2f} {side} --target {float(target):g}"
        )
    if target == "best":
        poorest = min(result.fairness, key=lambda fairness: fairness.optimum.mean)
        judged = FairnessLimits().judge(poorest)
        if judged.is_fair is False:
            yield f"'penta rush check' does not call this card fair: {'; '.join(judged.reasons)}"
