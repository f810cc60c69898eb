"""The catalogue: a file that keeps cards with their figures, a row a card up to symmetry.

The file is SQLite, so that a person may ask it other things (``sqlite3 FILE 'SELECT ...'``). Any
number of processes may add at once, each row whole and on the disk when `Catalogue.add` returns;
one that is killed at any moment leaves what it added before.

Decision: of entries with one key the first is kept, with how it was found, unless a later one is
proved and it is not.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from generator.catalogue.entry import KEY, CardStatus, Entry, Row, row_of
from solver.errors import CatalogueError
from solver.files.input_text import printable
from solver.files.output_file import check_path

APPLICATION = 0x70656E74  # "pent"; https://sqlite.org/pragma.html#pragma_application_id
SCHEMA = 1

_PATIENCE_S = 30.0
_PAUSE_S = 0.02
_TYPES = {int: "INTEGER", float: "REAL", str: "TEXT"}
_COLUMNS = ", ".join(
    f"{name} {_TYPES[kind]} NOT NULL CHECK (typeof({name}) = lower('{_TYPES[kind]}'))"
    if kind in _TYPES
    else f"{name} TEXT"
    for name, kind in Row.__annotations__.items()
)
_TABLE = f"CREATE TABLE IF NOT EXISTS cards ({_COLUMNS}, PRIMARY KEY ({', '.join(KEY)}))"
_FIELDS, _MARKS = ", ".join(Row._fields), ", ".join("?" for _ in Row._fields)
_ADD = (
    f"INSERT INTO cards ({_FIELDS}) VALUES ({_MARKS}) ON CONFLICT ({', '.join(KEY)}) "  # noqa: S608
    f"DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in Row._fields)} "
    f"WHERE excluded.status = '{CardStatus.PROVED.value}' AND cards.status <> excluded.status"
)


class Catalogue:
    """The catalogue in the file *name*, to be used in a ``with`` block; iterated, its rows.

    The file is made where there is none, unless *create* is false: then it is only read. Another
    process that writes is waited for, *patience_s* at most. Raises `CatalogueError` when the file
    is no catalogue, or one of a newer penta, and wherever it cannot be read or written; then an
    entry is not added, and all that were are kept.
    """

    def __init__(self, name: str, *, create: bool = True, patience_s: float = _PATIENCE_S) -> None:
        self._where = f"catalogue {printable(name)}"
        self._patience_s = patience_s
        path = check_path(name, kind="catalogue")
        if not create and not path.exists():
            raise CatalogueError(self._where, expected="a catalogue", found="no such file")
        with self._told():
            try:
                self._database = self._opened(path, "rwc" if create else "rw")
            except sqlite3.OperationalError as error:
                # To read in WAL mode takes a file beside it; where none may be, none can write.
                alone = _is_code(error, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
                if create or not alone or path.with_name(f"{path.name}-wal").exists():
                    raise
                self._database = self._opened(path, "ro&immutable=1")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows())

    def __len__(self) -> int:
        with self._told():
            (count,) = self._database.execute("SELECT count(*) FROM cards").fetchone()
        return int(count)

    def close(self) -> None:
        """Let go of the file."""
        with self._told():
            self._database.close()

    def add(self, entry: Entry) -> bool:
        """Keep *entry*, unless one with its key is kept that is no worse; return whether it is."""
        with self._told():
            return bool(self._database.execute(_ADD, row_of(entry)).rowcount > 0)

    def rows(
        self,
        *,
        size: tuple[int, int] | None = None,
        symbols: int | None = None,
        limit: int | None = None,
    ) -> list[Row]:
        """Return the rows: the flattest first, then the greatest mean, then by key.

        *size* is rows and cols, *symbols* how many the dice bear; the first *limit* of such rows.
        """
        wanted = dict(zip(("rows", "cols"), size, strict=True)) if size else {}
        if symbols is not None:
            wanted["symbols"] = symbols
        where = " AND ".join(f"{name} = ?" for name in wanted) or "true"
        with self._told():
            found = self._database.execute(
                f"SELECT {_FIELDS} FROM cards WHERE {where}"  # noqa: S608 - our names
                f" ORDER BY sd, mean DESC, {', '.join(KEY)} LIMIT ?",
                (*wanted.values(), -1 if limit is None else limit),
            )
            return [Row(*values) for values in found]

    def _opened(self, path: Path, mode: str) -> sqlite3.Connection:
        """Return the database, once it is a catalogue; *mode* is SQLite's."""
        database = sqlite3.connect(
            f"{path.as_uri()}?mode={mode}",
            uri=True,
            timeout=self._patience_s,
            isolation_level=None,
        )
        try:
            if self._is_new(database):
                self._make(database, create=mode == "rwc")
        except BaseException:
            database.close()
            raise
        return database

    def _make(self, database: sqlite3.Connection, *, create: bool) -> None:
        """Have the table in an empty *database*; another process may have made it meanwhile."""
        if not create:
            raise CatalogueError(self._where, expected="a catalogue", found="an empty file")
        self._write_ahead(database)
        database.executescript(
            f"BEGIN IMMEDIATE; {_TABLE}; PRAGMA application_id = {APPLICATION};"
            f" PRAGMA user_version = {SCHEMA}; COMMIT"
        )

    def _is_new(self, database: sqlite3.Connection) -> bool:
        """Return whether nothing is in *database*; raise where something else than cards is."""

        def ask(question: str) -> int:
            return int(database.execute(question).fetchone()[0])

        database.execute("BEGIN")  # so that the three belong together
        application, schema = ask("PRAGMA application_id"), ask("PRAGMA user_version")
        empty = not ask("SELECT count(*) FROM sqlite_master")
        database.execute("COMMIT")
        if application != APPLICATION and not (empty and application == schema == 0):
            raise CatalogueError(
                self._where,
                expected="a catalogue of cards",
                found=f"a database of something else (application id {application:#x})",
            )
        if application == APPLICATION and schema != SCHEMA:
            raise CatalogueError(
                self._where,
                expected=f"a catalogue of schema {SCHEMA}",
                found=f"schema {schema}",
                hint="it is of a newer penta" if schema > SCHEMA else "",
            )
        return application != APPLICATION

    def _write_ahead(self, database: sqlite3.Connection) -> None:
        """Have *database* in WAL mode, which readers and a writer may use at once.

        SQLite's own timeout does not cover this change, which another process may make as well.
        """
        start = time.monotonic()
        while True:
            try:
                database.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                late = time.monotonic() - start > self._patience_s
                if late or not _is_code(error, sqlite3.SQLITE_BUSY):
                    raise
                time.sleep(_PAUSE_S)
            else:
                return

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Tell what SQLite cannot do as a `CatalogueError`."""
        try:
            yield
        except sqlite3.Error as error:
            found = f"an error ({error})"
            if _is_code(error, sqlite3.SQLITE_NOTADB):
                found = "no SQLite database"
            elif _is_code(error, sqlite3.SQLITE_BUSY):
                found = f"another process that has kept it for {self._patience_s:g} s"
            expected = "a catalogue that can be read and written"
            raise CatalogueError(self._where, expected=expected, found=found) from None


def _is_code(error: sqlite3.Error, *codes: int) -> bool:
    """Return whether SQLite gave one of these primary result codes."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in codes
