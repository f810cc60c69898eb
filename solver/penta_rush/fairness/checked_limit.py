"""A figure held beside its limit: on one line of a table, and as a reason where it is not kept."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from solver.drawing.text_grid import StyledLine, plain_line

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
    def at_least(
        cls, measure: str, value: Fraction | int, limit: Fraction | None
    ) -> "CheckedLimit":
        """Return *value* held beside the least one that is allowed."""
        is_kept = limit is None or value >= limit
        return cls(measure, value, limit, is_least=True, is_kept=is_kept)

    @classmethod
    def at_most(cls, measure: str, value: Fraction | int, limit: Fraction | None) -> "CheckedLimit":
        """Return *value* held beside the greatest one that is allowed."""
        is_kept = limit is None or value <= limit
        return cls(measure, value, limit, is_least=False, is_kept=is_kept)

    @property
    def value_text(self) -> str:
        """The value, with as many decimals as tell it from a limit that it is not equal to."""
        if isinstance(self.value, int):
            return str(self.value)
        value = float(self.value)
        texts = (f"{value:.{digits}f}" for digits in range(_DECIMALS, 16))
        is_told_apart = (text for text in texts if self.is_kept or Fraction(text) != self.limit)
        return next(is_told_apart, f"{value}")

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
            "found": self.value_text,
            "wanted": self.limit_text,
            "kept": self.is_kept,
        }


def reasons(checked: Sequence[CheckedLimit]) -> list[str]:
    """Return a sentence for each of the *checked* limits that is not kept."""
    return [limit.reason for limit in checked if not limit.is_kept]


def format_limits(checked: Sequence[CheckedLimit]) -> Iterator[StyledLine]:
    """Yield a table of what was measured beside its limits; what is not kept stands out."""
    names = max(len(limit.measure) for limit in checked)
    values = max(5, *(len(limit.value_text) for limit in checked))
    yield plain_line(f"{'':<{names}}  {'found':>{values}}  limit")
    for limit in checked:
        figures = f"{limit.measure:<{names}}  {limit.value_text:>{values}}  {limit.limit_text}"
        yield [(figures, ""), *([] if limit.is_kept else [("  not kept", "bold")])]


def _decimal(limit: Fraction) -> str:
    return f"{float(limit):.12f}".rstrip("0").rstrip(".")
