"""Why a request for a table is refused, as a code: the page has a text for each of them.

The sentence of the error stands beside the code, in English, for those who read the answer itself.
"""

from enum import StrEnum


class ErrorCode(StrEnum):
    """The codes. They are a contract with pages that were loaded before: none changes."""

    INVALID = "invalid"  # what no page of ours sends
    BUSY = "busy"  # too many tables, phones or jobs
    NO_LAN = "no_lan"
    NO_SECRET = "no_secret"  # noqa: S105 - a code
    NO_TABLE = "no_table"
    NO_SEAT = "no_seat"
    NAME = "name"
    NAME_TAKEN = "name_taken"
    CARD = "card"
    OTHER_SYMBOLS = "other_symbols"
    FULL = "full"
    HAS_BEGUN = "has_begun"
    NOT_HOST = "not_host"
    TOO_LATE = "too_late"  # the game has gone on meanwhile
    SAND_RUNS = "sand_runs"
