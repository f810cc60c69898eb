"""What the commands of all games share: examples in the help, --json, how an input is read."""

from collections.abc import Callable
from typing import Any

import click

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def examples(*lines: str) -> str:
    """Return the end of a help text, with example *lines*."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def read_by(reader: Callable[[Any], Any]) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Return a callback of click that passes what was typed to *reader*."""
    return lambda _context, _parameter, value: reader(value)
