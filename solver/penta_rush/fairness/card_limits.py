"""The limits of a fair card: those of its size, taken from random cards, or those that are given.

What is little on a large card is much on a small one. So the limits of each size lie where those of
10x10 cards with six symbols lie among random cards of that size; `docs/fairness.md` has the
argument, ``data/fair_limits.txt`` the limits.
"""

from dataclasses import dataclass, fields
from enum import Enum
from fractions import Fraction
from functools import cache
from math import inf
from numbers import Real
from types import NoneType
from typing import NamedTuple

import data
from solver.errors import PentaError, UndecidedError, check_type, quoted
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.checked_limit import CheckedLimit, reasons
from solver.penta_rush.fairness.distribution import format_percent
from solver.penta_rush.points import default_points


class Usual(Enum):
    """In the place of a limit: the one that suits the size of the card, if there is one."""

    USUAL = "usual"


USUAL = Usual.USUAL
Limit = Fraction | Usual | None


class SizeLimits(NamedTuple):
    """The limits for cards of one size, and the *share* of random cards that keep them all."""

    max_sd: Fraction
    min_mean: Fraction
    min_optimum: Fraction
    max_dud_chance: Fraction
    max_symbol_gap: Fraction
    share: Fraction
    max_dead_cells: Fraction = Fraction(0)  # on 98 in 100 random cards of every size and more


class CardJudgement(NamedTuple):
    """Whether a card *is_fair*, None if nothing says what is; and why not, the *reasons*.

    *checked* has each measure beside its limit; *basis* says where these come from: a sentence
    without its capital and its full stop.
    """

    is_fair: bool | None
    reasons: list[str]
    checked: list[CheckedLimit]
    basis: str


@dataclass(frozen=True)
class FairnessLimits:
    """The limits that a fair card keeps; None is no limit, USUAL the one for the card's size."""

    max_sd: Limit = USUAL
    min_mean: Limit = USUAL
    min_optimum: Limit = USUAL
    max_dud_chance: Limit = USUAL
    max_symbol_gap: Limit = USUAL
    min_five_chance: Fraction | None = None
    max_dead_cells: Limit = USUAL

    def __post_init__(self) -> None:
        for field in fields(self):
            limit = getattr(self, field.name)
            if limit is not USUAL or field.default is not USUAL:
                check_type(limit, field.name, Real, NoneType)
                if isinstance(limit, Real) and not 0 <= float(limit) < inf:
                    found = quoted(str(limit))
                    raise PentaError(field.name, expected="a finite number from 0", found=found)

    def judge(self, fairness: CardFairness) -> CardJudgement:
        """Return whether the card keeps these limits."""
        check_type(fairness, "fairness", CardFairness)
        given = [getattr(self, field.name) for field in fields(self)]
        has_given = any(limit not in (None, USUAL) for limit in given)
        usual, basis = None, ""
        if USUAL in given:
            usual = usual_limits(fairness)
            basis = _basis(fairness, usual, has_given=has_given)
        checked = self._checked(fairness, usual)
        if USUAL in given and usual is None and not has_given:
            return CardJudgement(None, [basis], checked, basis)
        unkept = reasons(checked)
        return CardJudgement(not unkept, unkept, checked, basis)

    def reasons(self, fairness: CardFairness) -> list[str]:
        """Return why the card is not fair: a sentence for each limit that it does not keep.

        Raises `UndecidedError` if there are no limits for its size, and none are given.
        """
        judged = self.judge(fairness)
        if judged.is_fair is None:
            raise UndecidedError(*judged.reasons)
        return judged.reasons

    def _checked(self, fairness: CardFairness, usual: SizeLimits | None) -> list[CheckedLimit]:
        def limit(name: str) -> Fraction | None:
            given: Limit = getattr(self, name)
            if given is not USUAL:
                return given
            found: Fraction | None = getattr(usual, name) if usual else None
            return found

        optimum, at_least, at_most = fairness.optimum, CheckedLimit.at_least, CheckedLimit.at_most
        max_sd = limit("max_sd")
        # The standard deviation is a root; comparing squares keeps this exact as well.
        is_level = max_sd is None or optimum.variance <= max_sd**2
        sd_name = "standard deviation of the best score"
        return [
            at_least("mean best score", optimum.mean, limit("min_mean")),
            at_least("lowest best score", optimum.least, limit("min_optimum")),
            at_least("chance of five shapes", fairness.five_chance, self.min_five_chance),
            CheckedLimit(sd_name, optimum.sd, max_sd, is_least=False, is_kept=is_level),
            at_most("chance of a dud", fairness.dud_chance, limit("max_dud_chance")),
            at_most("gap between symbols", fairness.symbol_gap, limit("max_symbol_gap")),
            at_most("number of dead cells", len(fairness.dead_cells), limit("max_dead_cells")),
        ]


def usual_limits(fairness: CardFairness) -> SizeLimits | None:
    """Return the limits for the size of a card and its dice; None if there are none.

    There are none for tiles with other points than ours.
    """
    card, survey = fairness.card, fairness.survey
    if survey.points != default_points():
        return None
    size = min(card.rows, card.cols), max(card.rows, card.cols)
    return _limits_by_size().get((*size, len(survey.symbols)))


@cache
def _limits_by_size() -> dict[tuple[int, int, int], SizeLimits]:
    """Return the bundled limits by the lesser side, the other side and the number of symbols."""
    lines = (line for line in data.read("fair_limits.txt").splitlines() if line[:1].isdigit())
    table = {}
    for size, symbols, *limits in map(str.split, lines):
        rows, cols = map(int, size.split("x"))
        table[rows, cols, int(symbols)] = SizeLimits(*map(Fraction, limits))
    return table


def _basis(fairness: CardFairness, usual: SizeLimits | None, *, has_given: bool) -> str:
    """Return where the limits come from: a sentence without its capital and its full stop."""
    card, survey = fairness.card, fairness.survey
    cards = f"{card.rows}x{card.cols} cards with {len(survey.symbols)} symbols"
    if usual:
        those = "the limits that are not given" if has_given else "the limits"
        share = f"{format_percent(usual.share)} % of them keep all of these"
        return f"{those} are taken from random {cards}; {share}"
    others = "no other limits" if has_given else "no limits"
    if survey.points != default_points():
        return f"there are {others} for tiles worth {survey.points.line}"
    return f"there are {others} for {cards}"
