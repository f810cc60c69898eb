"""TOML that people write: an error says where, what was expected, what was found."""

import re
import tomllib
from typing import Any

from solver.errors import PentaError


def parse_toml(text: str, source: str, error: type[PentaError], *, expected: str) -> dict[str, Any]:
    """Return the table in *text*, called *source* in messages; raise *error* if it is no TOML.

    *expected* says what lines it should have.
    """
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as found:  # ValueError: also a number of 5000 digits
        message = str(found).partition("\n")[0]
        place = re.search(r" \(at (line \d+, column \d+|end of document)\)$", message)
        where = f"{source}, {place[1]}" if place else source
        reason = message[: place.start()] if place else message
        raise error(
            where, expected=expected, found=f"no TOML: {reason[:1].lower()}{reason[1:]}"
        ) from None
