"""Reading JSON that a person wrote: each step says where, what was expected and what was found."""

import json
from collections.abc import Mapping
from typing import Any

from solver.errors import PentaError, did_you_mean, shown
from solver.polyomino import Cell

_CELL = 2  # a row and a col


def parse_json(text: str, source: str, error: type[PentaError]) -> Any:
    """Return the JSON value in *text*; raise *error* where it is none, *source* naming it."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as found:
        raise error(
            f"{source}, line {found.lineno}, column {found.colno}",
            expected="JSON",
            found=f"{shown(found.doc[found.pos : found.pos + 10])} ({found.msg})",
        ) from None
    except (ValueError, RecursionError) as found:  # a number of 5000 digits, 5000 brackets
        raise error(source, expected="JSON", found=str(found).partition(";")[0]) from None


def as_object(
    value: Any, where: str, error: type[PentaError], keys: Mapping[str, bool]
) -> dict[str, Any]:
    """Return *value*, an object with no keys but *keys*; the true ones must be there."""
    if not isinstance(value, dict):
        raise error(where, expected=f"an object with {', '.join(keys)}", found=shown(value))
    for key in value:
        if key not in keys:
            raise error(
                where,
                expected=f"keys {', '.join(keys)}",
                found=shown(key),
                hint=did_you_mean(key, keys),
            )
    for key, needed in keys.items():
        if needed and key not in value:
            raise error(where, expected=f"a key {key!r}", found="none")
    return value


def as_list(value: Any, where: str, error: type[PentaError], expected: str) -> list[Any]:
    """Return *value*, a list of what is *expected*."""
    if not isinstance(value, list):
        raise error(where, expected=expected, found=shown(value))
    return value


def as_cells(value: Any, where: str, error: type[PentaError]) -> tuple[Cell, ...]:
    """Return *value*, a list of cells as ``[row, col]``."""
    cells = as_list(value, where, error, "a list of cells [row, col]")
    for cell in cells:
        if not (
            isinstance(cell, list)
            and len(cell) == _CELL
            and all(type(number) is int for number in cell)
        ):
            raise error(where, expected="cells [row, col]", found=shown(cell))
    return tuple(Cell(row, col) for row, col in cells)


def as_text(value: Any, where: str, error: type[PentaError]) -> str:
    """Return *value*, a string."""
    if not isinstance(value, str):
        raise error(where, expected="a string", found=shown(value))
    return value


def as_truth(value: Any, where: str, error: type[PentaError]) -> bool:
    """Return *value*, which is true or false."""
    if not isinstance(value, bool):
        raise error(where, expected="true or false", found=shown(value))
    return value
