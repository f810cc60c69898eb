"""What the commands of all games share: examples in the help, --json, how an input is read."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import click

from solver.errors import quoted

Command = Callable[..., Any]

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def examples(*lines: str) -> str:
    """Return the end of a help text, with example *lines*."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def with_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return what gives a command *options* and arguments, which its help lists in this order."""

    def give(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return give


def parse_with(
    reader: Callable[[Any], Any],
) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Return a callback of click that passes what was typed to *reader*; `input_names` has it."""

    def read(context: click.Context, _parameter: click.Parameter, value: Any) -> Any:
        typed = value if isinstance(value, tuple) else (value,)
        input_names(context).extend(name for name in typed if name is not None)
        return reader(value)

    return read


def input_names(context: click.Context) -> list[str]:
    """Return the names of what the command reads, as they were typed."""
    found: list[str] = context.meta.setdefault(f"{__name__}.read", [])
    return found


class ExactNumber(click.ParamType[Fraction]):
    """A number from *least*, or above another, to *most*, of so many *decimals*, kept as typed."""

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
    ) -> Fraction:
        """Return the fraction that *value* is, or tell what is expected."""
        try:
            number = Fraction(value)
        except (ValueError, ZeroDivisionError):
            number = Fraction(self._least - 1)
        finer = self._decimals is not None and (number * 10**self._decimals).denominator > 1
        if (
            number < self._least
            or number == self._above
            or finer
            or (self._most is not None and number > self._most)
        ):
            upper = " or more" if self._most is None else f" to {self._most}"
            most = "" if self._decimals is None else f" of at most {self._decimals} decimals"
            lower = f"from {self._least}" if self._above is None else f"above {self._above}"
            expected = f"a number {lower}{upper}{most}"
            self.fail(f"expected {expected}, found {quoted(value)}.", param, ctx)
        return number
