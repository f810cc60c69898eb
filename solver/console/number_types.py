"""Types of options that are numbers, which say what is expected and how a number is written."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from solver.errors import quoted

if TYPE_CHECKING:  # most commands need none
    from fractions import Fraction

_MAX_LENGTH = 40  # characters of a number
_LONG_EXPONENT = re.compile(r"[eE][+-]?[\d_]{3}")


class WholeNumber(click.IntRange):
    """A whole number from *min* to *max*; None for *max* is no limit."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return *value* as a number, or fail with what is expected."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            upper = " on" if self.max is None else f" to {self.max}"
            expected = f"a whole number from {self.min}{upper}"
            self.fail(f"expected {expected}, found {quoted(value)}.", param, ctx)


class ExactNumber(click.ParamType["Fraction"]):
    """An exact number, as a fraction.

    It is at least *least*, more than *above*, at most *most*, and has at most *decimals* places.
    A text of more than 40 characters, or with an exponent of three digits, is refused: such a
    number might take for ever to compute.
    """

    name = "number"

    def __init__(
        self,
        *,
        least: int = 0,
        above: int | None = None,
        most: int | None = None,
        decimals: int | None = None,
    ) -> None:
        self._least, self._above, self._most, self._decimals = least, above, most, decimals

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> "Fraction":
        """Return *value* as a fraction, or fail with what is expected."""
        from fractions import Fraction  # most commands need none

        try:
            text = str(value)
            is_long = len(text) > _MAX_LENGTH or _LONG_EXPONENT.search(text)
            number = Fraction(self._least - 1 if is_long else text)
        except (ValueError, ZeroDivisionError):
            number = Fraction(self._least - 1)
        is_too_small = number < self._least or (self._above is not None and number <= self._above)
        is_too_large = self._most is not None and number > self._most
        is_too_fine = self._decimals is not None and (number * 10**self._decimals).denominator > 1
        if is_too_small or is_too_large or is_too_fine:
            lower = f"from {self._least}" if self._above is None else f"above {self._above}"
            upper = "" if self._most is None else f" to {self._most}"
            upper = upper or (" or more" if self._above is None else "")
            places = "" if self._decimals is None else f" of at most {self._decimals} decimals"
            expected = f"a number {lower}{upper}{places}"
            hint = _number_hint(str(value))
            self.fail(f"expected {expected}, found {quoted(value)}{hint}.", param, ctx)
        return number


def millimetres(least: float, most: float) -> Callable[[str | float], float]:
    """Return the type of an option that is a length from *least* to *most* millimetres."""

    def parse(value: str | float) -> float:
        try:
            length = float(value)
        except ValueError:
            length = float("nan")
        if not least <= length <= most:
            expected = f"{least:g} to {most:g} mm"
            hint = _number_hint(str(value))
            raise click.BadParameter(f"expected {expected}, found {quoted(value)}{hint}.")
        return length

    return parse


def _number_hint(text: str) -> str:
    """Return how a number is written that has a decimal comma, a percent sign or a unit.

    >>> _number_hint("7,5"), _number_hint("10%"), _number_hint("1.2cm"), _number_hint("seven")
    (' (write 7.5)', ' (10% is 0.1)', ' (write 12)', '')
    """
    match = re.fullmatch(r"\s*(-?\d{1,9}(?:[.,]\d{1,9})?)\s*(%|mm|cm)?\s*", text, re.ASCII)
    if not match or ("," not in match[1] and not match[2]):
        return ""
    number = float(match[1].replace(",", "."))
    if match[2] == "%":
        return f" ({match[0].strip()} is {number / 100:g})"
    return f" (write {10 * number if match[2] == 'cm' else number:g})"
