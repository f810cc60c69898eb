"""The files of tables: one each, written whole, in a folder of the server's own."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from solver.console.terminal import print_error
from solver.errors import SourceError, error_text, quoted
from solver.files.json_reader import parse_json
from solver.files.output_file import write_atomic
from solver.web.table.event import Event
from solver.web.table.spec import TableSpec
from solver.web.table.table import Table

try:
    import fcntl
except ImportError:  # not on this system: two servers with one folder are not kept apart
    fcntl = None  # type: ignore[assignment]

_FORMAT = 1
_KIND = "table"


def default_folder() -> Path:
    """Return ``penta/tables`` where programs of the user keep their state (XDG base directories).

    A path that is not absolute does not count, as that specification says.
    """
    given = Path(os.environ.get("XDG_STATE_HOME", ""))
    state = given if given.is_absolute() else Path.home() / ".local" / "state"
    return state / "penta" / "tables"


class TableFolder:
    """The folder of a server, which no other server may use; `SourceError` if it cannot be had."""

    def __init__(self, path: Path) -> None:
        self.path = path
        where = f"tables {quoted(str(path))}"
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = os.open(path, os.O_RDONLY) if fcntl else -1
            if fcntl:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            expected, found = "a folder of its own", "another server that uses it"
            raise SourceError(where, expected=expected, found=found) from None
        except (OSError, ValueError) as error:
            expected = "a folder that can be written"
            raise SourceError(where, expected=expected, found=error_text(error)) from None

    def read(self, specs: Mapping[str, TableSpec]) -> Iterator[tuple[str, Table]]:
        """Yield the tables that are kept, each with its code.

        What is not one is told of, and left as it is.
        """
        for path in sorted(self.path.glob("*.json")):
            try:
                yield path.stem, _parsed(path.read_text("utf-8"), specs)
            except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError):
                print_error(f"{path} is not a table of this version")

    def save(self, code: str, table: Table) -> None:
        """Write *table*; raise `SourceError` if that cannot be done."""
        opened = table.log.events[0].data
        events = [event.to_json() for event in table.log.events]
        content = {"format": _FORMAT, "game": opened["game"], "events": events}
        write_atomic(
            str(self._path(code)), json.dumps(content).encode(), kind=_KIND, is_private=True
        )

    def remove(self, code: str) -> None:
        """Forget a table, for good."""
        with suppress(OSError):
            self._path(code).unlink(missing_ok=True)

    def close(self) -> None:
        """Let another server use the folder."""
        if self._lock >= 0:
            os.close(self._lock)
        self._lock = -1

    def _path(self, code: str) -> Path:
        return self.path / f"{code}.json"


def _parsed(text: str, specs: Mapping[str, TableSpec]) -> Table:
    content = parse_json(text, _KIND, SourceError)
    if content["format"] != _FORMAT:
        raise ValueError("another format")
    table = Table(specs[content["game"]], map(Event.from_json, content["events"]))
    if table.log.events[0].kind != "table" or not table.seats:
        raise ValueError("a table without a beginning")
    return table
