"""What every parser promises for any text: a value, or our error on one line."""

from collections.abc import Callable
from typing import TypeVar

from solver.errors import PentaError

_Value = TypeVar("_Value")


def attempt(parse: Callable[[str], _Value], text: str) -> _Value | None:
    """Return what *parse* makes of *text*; None for our error, and only ours escapes it."""
    try:
        return parse(text)
    except PentaError as error:
        message = str(error)
    assert "\n" not in message
    assert "expected" in message
    assert "found" in message
    return None
