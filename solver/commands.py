"""What the commands of all games share: examples in the help, --json, how an input is read."""

from collections.abc import Callable
from typing import Any

import click

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def examples(*lines: str) -> str:
    """Return the end of a help text, with example *lines*."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def read_by(reader: Callable[[Any], Any]) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Return a callback of click that passes what was typed to *reader*; `names_read` has it."""

    def read(context: click.Context, _parameter: click.Parameter, value: Any) -> Any:
        typed = value if isinstance(value, tuple) else (value,)
        names_read(context).extend(name for name in typed if name is not None)
        return reader(value)

    return read


def names_read(context: click.Context) -> list[str]:
    """Return the names of what the command reads, as they were typed."""
    found: list[str] = context.meta.setdefault(f"{__name__}.read", [])
    return found
