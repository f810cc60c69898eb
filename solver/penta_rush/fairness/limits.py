"""The limits of a fair card, and what is measured beside them.

What is little on a large card is much on a small one. So the limits of each size lie where those of
10x10 cards with six symbols lie among random cards of that size, in ``data/fair_limits.txt``.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from math import inf
from numbers import Real
from typing import Any, NamedTuple, Self

import data
from solver.drawing.styled_text import StyledLine, plain_line
from solver.errors import PentaError, UndecidedError, quoted
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.distribution import format_percent
from solver.penta_rush.points import default_points
from solver.question import check_argument

_DECIMALS = 2


class CheckedLimit(NamedTuple):
    """The *value* of a *measure*, its *limit* (None: there is none), and whether it *is_kept*.

    The limit is the least value that is allowed if *is_least*, else the greatest.
    """

    measure: str
    value: float | Fraction
    limit: Fraction | None
    is_least: bool
    is_kept: bool

    @classmethod
    def of(
        cls, measure: str, value: Fraction | int, limit: Fraction | None, *, is_least: bool = False
    ) -> Self:
        """Return *value* held beside the greatest one that is allowed, or the least."""
        is_kept = limit is None or (value >= limit if is_least else value <= limit)
        return cls(measure, value, limit, is_least, is_kept)

    @property
    def value_text(self) -> str:
        """The value, with enough decimals to tell it from a limit that it does not keep."""
        if isinstance(self.value, int):
            return str(self.value)
        value = float(self.value)
        texts = (f"{value:.{digits}f}" for digits in range(_DECIMALS, 16))
        distinct = (text for text in texts if self.is_kept or Fraction(text) != self.limit)
        return next(distinct, f"{value}")

    @property
    def limit_text(self) -> str:
        """The limit in words, as ``at most 3.75``."""
        if self.limit is None:
            return "none"
        return f"{'at least' if self.is_least else 'at most'} {_decimal(self.limit)}"

    @property
    def reason(self) -> str:
        """Why something that does not keep the limit is not fair."""
        word = "less" if self.is_least else "more"
        limit = "" if self.limit is None else _decimal(self.limit)
        return f"the {self.measure} is {self.value_text}, {word} than {limit}"

    def to_json(self) -> dict[str, Any]:
        """Return the value and its limit as numbers, and as they are shown to people."""
        return {
            "measure": self.measure,
            "value": self.value if isinstance(self.value, int) else float(self.value),
            "limit": None if self.limit is None else float(self.limit),
            "kind": "least" if self.is_least else "most",
            "found": self.value_text,
            "wanted": self.limit_text,
            "kept": self.is_kept,
        }


def _decimal(limit: Fraction) -> str:
    return f"{float(limit):.12f}".rstrip("0").rstrip(".")


class RandomCards(NamedTuple):
    """The random cards that limits are taken from, and the *share* of them that keep all these."""

    rows: int
    cols: int
    symbols: int
    share: Fraction

    def to_json(self) -> dict[str, Any]:
        """Return the size of the cards, their number of symbols, and the share."""
        return {**self._asdict(), "share": float(self.share)}


class Judgement(NamedTuple):
    """Whether a card or a set *is_fair*, None if that is undecided; and why not, the *reasons*.

    *checked* has each measure beside its limit; *basis* says where these come from: a sentence
    without its capital and its full stop, or nothing. *random_cards* are those that it speaks of.
    """

    is_fair: bool | None
    reasons: list[str]
    checked: list[CheckedLimit]
    basis: str = ""
    random_cards: RandomCards | None = None

    @classmethod
    def of(
        cls, checked: list[CheckedLimit], basis: str = "", random_cards: RandomCards | None = None
    ) -> Self:
        """Return the judgement that each of the limits *checked* is to be kept."""
        reasons = [limit.reason for limit in checked if not limit.is_kept]
        return cls(not reasons, reasons, checked, basis, random_cards)

    def limit_lines(self) -> Iterator[StyledLine]:
        """Yield a table of what was measured beside its limits; what is not kept stands out."""
        names = max(len(limit.measure) for limit in self.checked)
        values = max(5, *(len(limit.value_text) for limit in self.checked))
        yield plain_line(f"{'':<{names}}  {'found':>{values}}  limit")
        for limit in self.checked:
            figures = f"{limit.measure:<{names}}  {limit.value_text:>{values}}  {limit.limit_text}"
            yield [(figures, ""), *([] if limit.is_kept else [("  not kept", "bold")])]


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
    max_dead_cells: Fraction = Fraction(0)  # at least 98 % of random cards of each size have none


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
                check_argument(limit, Real | None, field.name)
                if isinstance(limit, Real) and not 0 <= float(limit) < inf:
                    found = quoted(str(limit))
                    raise PentaError(field.name, expected="a finite number from 0", found=found)

    def judge(self, fairness: CardFairness) -> Judgement:
        """Return whether the card keeps these limits."""
        check_argument(fairness, CardFairness, "fairness")
        given = [getattr(self, field.name) for field in fields(self)]
        has_given = any(limit not in (None, USUAL) for limit in given)
        usual, basis, random_cards = None, "", None
        if USUAL in given:
            usual = usual_limits(fairness)
            basis = _basis(fairness, usual, has_given=has_given)
        if usual:
            card, symbols = fairness.card, len(fairness.survey.symbols)
            random_cards = RandomCards(card.rows, card.cols, symbols, usual.share)
        checked = self._checked(fairness, usual)
        if USUAL in given and usual is None and not has_given:
            return Judgement(None, [basis], checked, basis)
        return Judgement.of(checked, basis, random_cards)

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

        optimum, checked, max_sd = fairness.optimum, CheckedLimit.of, limit("max_sd")
        at_least = partial(checked, is_least=True)
        # The standard deviation is a root; comparing squares keeps this exact as well.
        is_level = max_sd is None or optimum.variance <= max_sd**2
        sd_name = "standard deviation of the best score"
        return [
            at_least("mean best score", optimum.mean, limit("min_mean")),
            at_least("lowest best score", optimum.least, limit("min_optimum")),
            at_least("chance of five shapes", fairness.five_chance, self.min_five_chance),
            CheckedLimit(sd_name, optimum.sd, max_sd, is_least=False, is_kept=is_level),
            checked("chance of a dud", fairness.dud_chance, limit("max_dud_chance")),
            checked("gap between symbols", fairness.symbol_gap, limit("max_symbol_gap")),
            checked("number of dead cells", len(fairness.dead_cells), limit("max_dead_cells")),
        ]


def usual_limits(fairness: CardFairness) -> SizeLimits | None:
    """Return the limits for the size of a card and its dice; None if there are none.

    There are none for tiles with other points than ours.
    """
    card, survey = fairness.card, fairness.survey
    if survey.points != default_points():
        return None
    size = min(card.rows, card.cols), max(card.rows, card.cols)
    return _limits_of(f"{size[0]}x{size[1]}", str(len(survey.symbols)))


@cache
def _limits_of(size: str, symbols: str) -> SizeLimits | None:
    """Return the bundled limits for cards of a *size*, the lesser side first, with such dice."""
    for line in data.read("fair_limits.txt").splitlines():
        match line.split():
            case [first, second, *limits] if (first, second) == (size, symbols):
                return SizeLimits(*map(Fraction, limits))
    return None


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
