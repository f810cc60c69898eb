"""JSON that people write: every check that fails says where, what was expected, what was found."""

import json
from collections.abc import Mapping
from typing import Any

from solver.errors import PentaError, did_you_mean, quoted, shortened
from solver.geometry.cell import Cell

_CELL_LENGTH = 2  # a row and a col
_CELLS = 'cells [row, col] or "c4"'


def parse_json(text: str, source: str, error: type[PentaError]) -> Any:
    """Return the JSON value in *text*, called *source* in messages; raise *error* if it is none."""

    def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        if len(set(keys)) < len(keys):
            key = next(key for key in keys if keys.count(key) > 1)
            raise error(source, expected="each key of an object once", found=f"{quoted(key)} again")
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=without_duplicates)
    except PentaError:
        raise
    except json.JSONDecodeError as found:
        raise error(
            f"{source}, line {found.lineno}, column {found.colno}",
            expected="JSON",
            found=f"{quoted(found.doc[found.pos : found.pos + 10])} ({found.msg})",
        ) from None
    except RecursionError:  # 5000 brackets
        raise error(source, expected="JSON", found="too many brackets in brackets") from None
    except ValueError as found:  # a number of 5000 digits
        raise error(source, expected="JSON", found=str(found).partition(";")[0]) from None


def json_quoted(value: Any) -> str:
    """Return a JSON *value*, or one of TOML, for a message, written as in JSON.

    >>> json_quoted(None), json_quoted([1, True]), json_quoted({"a": 1}), json_quoted("a")
    ('null', '[1, true]', 'an object', "'a'")
    """
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict):
        return "an object"
    try:
        return shortened(json.dumps(value, default=str))  # TOML has dates as well
    except RecursionError:
        return "a list of lists of lists"
    except ValueError:  # TOML reads numbers of any length if they are hexadecimal
        return "a number of thousands of digits"


def quotes_hint(value: Any) -> str:
    """Return what to do with a *value* that is a number in quotes, where a number is expected."""
    is_quoted = isinstance(value, str) and value.strip().isdecimal()
    return "without the quotes" if is_quoted else ""


def as_object(
    value: Any, where: str, error: type[PentaError], keys: Mapping[str, bool]
) -> dict[str, Any]:
    """Return *value*, an object with no keys but *keys*; those that map to True are required."""
    if not isinstance(value, dict):
        raise error(where, expected=f"an object with {', '.join(keys)}", found=json_quoted(value))
    for key in value:
        if key not in keys:
            raise error(
                where,
                expected=f"keys {', '.join(keys)}",
                found=quoted(key),
                hint=did_you_mean(key, keys),
            )
    for key, required in keys.items():
        if required and key not in value:
            raise error(where, expected=f"a key {key!r}", found="none")
    return value


def as_list(value: Any, where: str, error: type[PentaError], expected: str) -> list[Any]:
    """Return *value*, a list of what is *expected*."""
    if not isinstance(value, list):
        raise error(where, expected=expected, found=json_quoted(value))
    return value


def as_cells(value: Any, where: str, error: type[PentaError]) -> tuple[Cell, ...]:
    """Return *value*, a list of cells: each ``[row, col]``, counted from 0, or a name, ``"c4"``."""
    cells = as_list(value, where, error, f"a list of {_CELLS}")
    return tuple(_as_cell(cell, where, error) for cell in cells)


def _as_cell(value: Any, where: str, error: type[PentaError]) -> Cell:
    if isinstance(value, str):
        return Cell.parse(value, where, error, expected=_CELLS)
    if (
        isinstance(value, list)
        and len(value) == _CELL_LENGTH
        and all(type(number) is int for number in value)
    ):
        return Cell(*value)
    raise error(where, expected=_CELLS, found=json_quoted(value))


def as_text(value: Any, where: str, error: type[PentaError]) -> str:
    """Return *value*, a string."""
    if not isinstance(value, str):
        raise error(where, expected="a string", found=json_quoted(value))
    return value


def as_bool(value: Any, where: str, error: type[PentaError]) -> bool:
    """Return *value*, which is true or false."""
    if not isinstance(value, bool):
        raise error(where, expected="true or false", found=json_quoted(value))
    return value
