"""Expected final scores: what a move is worth, and how such values are written."""

from typing import TYPE_CHECKING, NamedTuple

from solver.knaster.record import Turn

if TYPE_CHECKING:
    from fractions import Fraction

MIN_LOSS = 0.005  # points: less would be shown as 0.00
JSON_DECIMALS = 4


class RatedMove(NamedTuple):
    """A legal *turn*, and the *mean* of the final score after it; *exact* where that is known."""

    turn: Turn
    mean: float
    exact: "Fraction | None" = None


def rounded(score: float) -> float:
    """Return a *score*, or a difference of scores, with the decimals of JSON.

    >>> rounded(2 / 3), rounded(-0.00001)
    (0.6667, 0.0)
    """
    return round(score, JSON_DECIMALS) + 0.0  # no -0.0


def loss_text(loss: float) -> str:
    """Return a *loss* with two decimals, or nothing where they would be 0.00.

    >>> loss_text(1.25), loss_text(0.001)
    ('1.25', '')
    """
    return f"{loss:.2f}" if loss >= MIN_LOSS else ""
