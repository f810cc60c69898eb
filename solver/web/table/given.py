"""What a phone sends to a table, checked: others will see it."""

import json
import re
from collections.abc import Collection, Mapping
from typing import Any

from solver.errors import RequestError
from solver.files.json_reader import json_quoted
from solver.web.error_code import ErrorCode

_LONGEST_NAME = 20
_LONGEST_CARD = 2000
_LONGEST_ENTRY = 6000  # characters; all cells of a card of 20x20
_DEEPEST = 5  # an object of lists of lists of cells
_SAME = "same"


class TableRequestError(RequestError):
    """A phone asks for what its table does not do, or not now; *code* says to the page why."""

    def __init__(
        self,
        where: str,
        *,
        expected: str,
        found: str,
        hint: str = "",
        code: ErrorCode = ErrorCode.INVALID,
    ) -> None:
        super().__init__(where, expected=expected, found=found, hint=hint)
        self.code = code


def refusal(code: ErrorCode, expected: str, found: str, name: str = "") -> TableRequestError:
    """Return the error with this *code*, perhaps in the value *name* of a request."""
    where = f"table, {name}" if name else "table"
    return TableRequestError(where, expected=expected, found=found, code=code)


def wrong_value(
    name: str, expected: str, found: Any, code: ErrorCode = ErrorCode.INVALID
) -> TableRequestError:
    """Return the error that the value *name* is another one than *expected*."""
    return refusal(code, expected, json_quoted(found), name)


def checked_number(values: Mapping[str, Any], name: str, low: int, high: int) -> int:
    """Return the whole number *name* of *values*, which is *low* to *high*."""
    number = values.get(name)
    if type(number) is not int or not low <= number <= high:
        raise wrong_value(name, f"{low} to {high}", number)
    return number


def check_round(values: Mapping[str, Any], wanted: int) -> None:
    """Raise `TableRequestError` unless *values* are for the round *wanted*."""
    number = values.get("round")
    if type(number) is not int or number != wanted:
        raise wrong_value("round", str(wanted), number, ErrorCode.TOO_LATE)


def checked_name(values: Mapping[str, Any], taken: Collection[str]) -> str:
    """Return the name of a player, which nobody else has."""
    name = values.get("name")
    is_text = isinstance(name, str) and name.isprintable() and name == name.strip()
    if not isinstance(name, str) or not is_text or not 0 < len(name) <= _LONGEST_NAME:
        raise wrong_value("name", f"1 to {_LONGEST_NAME} characters", name, ErrorCode.NAME)
    if name in taken:
        raise refusal(ErrorCode.NAME_TAKEN, "one of his own", "that of another player", "name")
    return name


def checked_card(values: Mapping[str, Any], pattern: re.Pattern[str], like: str = "") -> str:
    """Return the card of *values*, which has the same dice as the card *like*, if there is one."""
    card = values.get("card")
    found = pattern.fullmatch(card) if isinstance(card, str) else None
    if not found or not isinstance(card, str) or len(card) > _LONGEST_CARD:
        raise wrong_value("card", "a card", card, ErrorCode.CARD)
    other = pattern.fullmatch(like)
    if other and found.groupdict().get(_SAME) != other.groupdict().get(_SAME):
        raise refusal(ErrorCode.OTHER_SYMBOLS, "the symbols and points of all", "others", "card")
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
        raise wrong_value("entry", f"an object with {', '.join(keys)}", entry)
    return entry


def _depth(value: Any) -> int:
    inner = (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    )
    return 0 if inner is None else 1 + max(map(_depth, inner), default=0)
