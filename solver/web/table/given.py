"""What a phone sends to a table, checked: others will see it."""

import json
import re
from collections.abc import Collection, Mapping
from typing import Any

from solver.errors import RequestError
from solver.files.json_reader import json_quoted

_LONGEST_NAME = 20
_LONGEST_CARD = 2000
_LONGEST_ENTRY = 6000  # characters; all cells of a card of 20x20
_DEEPEST = 5  # an object of lists of lists of cells
_SAME = "same"


def refusal(name: str, expected: str, found: Any) -> RequestError:
    """Return the error that the value *name* is another one than *expected*."""
    where = f"table, {name}" if name else "table"
    return RequestError(where, expected=expected, found=json_quoted(found))


def checked_number(values: Mapping[str, Any], name: str, low: int, high: int) -> int:
    """Return the whole number *name* of *values*, which is *low* to *high*."""
    number = values.get(name)
    if type(number) is not int or not low <= number <= high:
        raise refusal(name, str(low) if low == high else f"{low} to {high}", number)
    return number


def checked_name(values: Mapping[str, Any], taken: Collection[str]) -> str:
    """Return the name of a player, which nobody else has."""
    name = values.get("name")
    is_text = isinstance(name, str) and name.isprintable() and name == name.strip()
    if not isinstance(name, str) or not is_text or not 0 < len(name) <= _LONGEST_NAME:
        raise refusal("name", f"1 to {_LONGEST_NAME} characters", name)
    if name in taken:
        raise RequestError("table, name", expected="one of his own", found="that of another player")
    return name


def checked_card(values: Mapping[str, Any], pattern: re.Pattern[str], like: str = "") -> str:
    """Return the card of *values*, which has the same dice as the card *like*, if there is one."""
    card = values.get("card")
    found = pattern.fullmatch(card) if isinstance(card, str) else None
    if not found or not isinstance(card, str) or len(card) > _LONGEST_CARD:
        raise refusal("card", "a card", card)
    other = pattern.fullmatch(like)
    if other and found.groupdict().get(_SAME) != other.groupdict().get(_SAME):
        raise RequestError("table, card", expected="the symbols and points of all", found="others")
    return card


def checked_entry(values: Mapping[str, Any], keys: Collection[str]) -> Mapping[str, Any]:
    """Return the entry of *values*: a small object that has none but these *keys*."""
    entry = values.get("entry")
    try:
        is_small = (
            isinstance(entry, dict)
            and entry.keys() <= set(keys)
            and _depth(entry) <= _DEEPEST
            and len(json.dumps(entry, allow_nan=False)) <= _LONGEST_ENTRY
        )
    except (ValueError, RecursionError):
        is_small = False
    if not isinstance(entry, dict) or not is_small:
        raise refusal("entry", f"an object with {', '.join(keys)}", entry)
    return entry


def _depth(value: Any) -> int:
    inner = (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    )
    return 0 if inner is None else 1 + max(map(_depth, inner), default=0)
