"""The catalogue file: one row for each card, up to turns, flips and relabelling of its symbols.

The file is SQLite, so that a person can query it as well (``sqlite3 FILE 'SELECT ...'``). Any
number of processes may add rows at once. A row is on the disk when `Catalogue.add` returns, and a
process that is killed leaves whole rows.

Of entries with the same key the first is kept. Only a proof is taken from a later one, and how the
card was found or how people do on it, where the first says nothing of it.

A file that an earlier penta wrote has no columns of how people do. It is read as it is, and gets
them when it is written to; that penta goes on with the file all the same, as they may be empty.
"""

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Self

import data
from generator.catalogue.entry import (
    CLAIMED,
    FOUND,
    KEY,
    PEOPLE,
    CardStatus,
    CatalogueRow,
    Entry,
    format_row,
    make_row,
    parse_row,
)
from solver.errors import CatalogueError, errors_within, quoted
from solver.files.input_text import printable
from solver.files.output_file import check_path

APPLICATION_ID = 0x70656E74  # "pent"; https://sqlite.org/pragma.html#pragma_application_id
SCHEMA_VERSION = 1

_TIMEOUT_S = 30.0
_RETRY_PAUSE_S = 0.02
_MAX_MESSAGE = 200  # characters of SQLite's: some repeat the schema
_TYPES = {int: "INTEGER", float: "REAL", str: "TEXT"}
_OPTIONAL_TYPES = {str | None: "TEXT", float | None: "REAL"}
_COLUMNS = ", ".join(
    f"{name} {_TYPES[kind]} NOT NULL CHECK (typeof({name}) = lower('{_TYPES[kind]}'))"
    if kind in _TYPES
    else f"{name} {_OPTIONAL_TYPES[kind]}"
    for name, kind in CatalogueRow.__annotations__.items()
)
_TABLE = f"CREATE TABLE IF NOT EXISTS cards ({_COLUMNS}, PRIMARY KEY ({', '.join(KEY)}))"
_NAMES = ", ".join(CatalogueRow._fields)
_PLACEHOLDERS = ", ".join("?" for _ in CatalogueRow._fields)
_IS_PROVED = f"cards.status = '{CardStatus.PROVED.value}'"
_IS_NEWLY_PROVED = f"excluded.status = '{CardStatus.PROVED.value}' AND NOT {_IS_PROVED}"
_IS_NEWLY_FOUND = "cards.seed IS NULL AND excluded.seed IS NOT NULL"
_IS_NEWLY_MEASURED = "cards.people_skill IS NULL AND excluded.people_skill IS NOT NULL"


def _merged(name: str) -> str:
    """Return the value that a column gets from the row that is there and the one that is added."""
    if name in FOUND:
        return f"CASE WHEN {_IS_NEWLY_FOUND} THEN excluded.{name} ELSE cards.{name} END"
    if name in CLAIMED:
        return f"CASE WHEN {_IS_PROVED} THEN cards.{name} ELSE excluded.{name} END"
    if name in PEOPLE:
        return f"CASE WHEN {_IS_NEWLY_MEASURED} THEN excluded.{name} ELSE cards.{name} END"
    return f"excluded.{name}"


_UPSERT = (
    f"INSERT INTO cards ({_NAMES}) VALUES ({_PLACEHOLDERS}) ON CONFLICT ({', '.join(KEY)}) "  # noqa: S608
    f"DO UPDATE SET {', '.join(f'{name} = {_merged(name)}' for name in CatalogueRow._fields)} "
    f"WHERE ({_IS_NEWLY_PROVED}) OR ({_IS_NEWLY_FOUND}) OR ({_IS_NEWLY_MEASURED})"
)


class StoredEntry(NamedTuple):
    """A *row* of a catalogue, and the *entry* that it holds."""

    row: CatalogueRow
    entry: Entry


def named_catalogue(name: str) -> str:
    """Return the file of the bundled catalogue *name*, or *name* itself."""
    return str(data.samples("catalogues").get(name, name))


class Catalogue:
    """The catalogue in the file *name*, for use in a ``with`` block.

    A missing file is created, unless *create* is false; then the file is only read. Another process
    that is writing is waited for, at most *timeout_s*. Raises `CatalogueError` when the file is not
    a catalogue, or one of a newer penta, and whenever it cannot be read or written; entries that
    were added before are safe.
    """

    def __init__(self, name: str, *, create: bool = True, timeout_s: float = _TIMEOUT_S) -> None:
        self.where = f"catalogue {printable(name)}"
        self._timeout_s = timeout_s
        path = check_path(name, kind="catalogue")
        if not create and not path.exists():
            raise CatalogueError(self.where, expected="a catalogue", found="no such file")
        with self._translate_errors():
            try:
                self._database = self._open(path, "rwc" if create else "rw")
            except sqlite3.OperationalError as error:
                # Reading in WAL mode needs a file beside the database. In a folder where that is
                # not possible, nobody can write, so the database may be read as immutable.
                is_locked_out = _is_code(error, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
                if create or not is_locked_out or path.with_name(f"{path.name}-wal").exists():
                    raise
                self._database = self._open(path, "ro&immutable=1")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._translate_errors():
            self._database.close()

    def check_writable(self) -> None:
        """Raise `CatalogueError` unless entries can be added: it is tried, and nothing changed."""
        with self._translate_errors():
            self._database.execute("BEGIN IMMEDIATE")
            self._database.execute("ROLLBACK")

    def add(self, entry: Entry) -> bool:
        """Add *entry*, or what the row with its key lacks; return whether anything was added."""
        with self._translate_errors():
            return bool(self._database.execute(_UPSERT, format_row(entry)).rowcount > 0)

    def rows(self, *, symbols: int | None = None) -> list[CatalogueRow]:
        """Return the rows, the flattest first, then by greatest mean, then by key.

        *symbols* selects cards by the number of symbols on their dice. Raises `CatalogueError` for
        a row that no penta has written.
        """
        with self._translate_errors():
            missing = _missing_columns(self._database)
            names = (
                f"NULL AS {name}" if name in missing else name for name in CatalogueRow._fields
            )
            rows = self._database.execute(
                f"SELECT {', '.join(names)} FROM cards WHERE :symbols IS NULL OR symbols = :symbols"  # noqa: S608
                f" ORDER BY sd, mean DESC, {', '.join(KEY)}",
                {"symbols": symbols},
            )
            found = rows.fetchall()
        return [self._row(number, values) for number, values in enumerate(found, start=1)]

    def entries(self) -> list[StoredEntry]:
        """Return the rows, as `rows` does, each with the entry that it holds.

        Raises `CatalogueError` for a row that no penta has written.
        """
        return list(parsed_rows(self.rows(), self.where))

    def _row(self, number: int, values: Sequence[Any]) -> CatalogueRow:
        with errors_within(f"{self.where}, row {number}"):
            return make_row(values)

    def _open(self, path: Path, mode: str) -> sqlite3.Connection:
        """Return the database in the file *path*, created if it is empty; *mode* is SQLite's."""
        uri = f"{path.as_uri()}?mode={mode}"
        database = sqlite3.connect(uri, uri=True, timeout=self._timeout_s, isolation_level=None)
        database.text_factory = bytes.decode  # raises UnicodeDecodeError, as SQLite's messages do
        try:
            if self._is_new(database, create=mode == "rwc"):
                self._enable_wal(database)
                # Another process may have done so meanwhile.
                database.executescript(
                    f"BEGIN IMMEDIATE; {_TABLE}; PRAGMA application_id = {APPLICATION_ID};"
                    f" PRAGMA user_version = {SCHEMA_VERSION}; COMMIT"
                )
            if mode == "rwc" and _missing_columns(database):
                database.execute("BEGIN IMMEDIATE")
                for name in _missing_columns(database):  # another process may have added them
                    kind = _OPTIONAL_TYPES[CatalogueRow.__annotations__[name]]
                    database.execute(f"ALTER TABLE cards ADD COLUMN {name} {kind}")
                database.execute("COMMIT")
        except BaseException:
            database.close()
            raise
        return database

    def _is_new(self, database: sqlite3.Connection, *, create: bool) -> bool:
        """Return whether *database* is to be created; raise if it neither is nor is a catalogue."""

        def query(statement: str) -> int:
            return int(database.execute(statement).fetchone()[0])

        database.execute("BEGIN")  # so that the three queries see one state of the file
        application, schema = query("PRAGMA application_id"), query("PRAGMA user_version")
        empty = not query("SELECT count(*) FROM sqlite_master")
        database.execute("COMMIT")
        if application != APPLICATION_ID and not (empty and application == schema == 0):
            found = f"a database of another program (application id {application:#x})"
            raise CatalogueError(self.where, expected="a catalogue of cards", found=found)
        if application == APPLICATION_ID and schema != SCHEMA_VERSION:
            expected, found = f"a catalogue of schema {SCHEMA_VERSION}", f"schema {schema}"
            hint = "a newer penta wrote it" if schema > SCHEMA_VERSION else ""
            raise CatalogueError(self.where, expected=expected, found=found, hint=hint)
        if application != APPLICATION_ID and not create:
            raise CatalogueError(self.where, expected="a catalogue", found="an empty file")
        return application != APPLICATION_ID

    def _enable_wal(self, database: sqlite3.Connection) -> None:
        """Put *database* into WAL mode, in which readers do not wait for a writer.

        SQLite does not apply its timeout to this change, so a busy file is tried again here.
        """
        deadline = time.monotonic() + self._timeout_s
        while True:
            try:
                database.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if time.monotonic() > deadline or not _is_code(error, sqlite3.SQLITE_BUSY):
                    raise
                time.sleep(_RETRY_PAUSE_S)
            else:
                return

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Raise what SQLite cannot do as a `CatalogueError`."""
        try:
            yield
        except sqlite3.Error as error:
            found = f"an error ({printable(' '.join(str(error).split())[:_MAX_MESSAGE])})"
            if _is_code(error, sqlite3.SQLITE_NOTADB):
                found = "a file that is not an SQLite database"
            elif _is_code(error, sqlite3.SQLITE_BUSY):
                found = f"another process that has locked it for {self._timeout_s:g} s"
            expected = "a catalogue that can be read and written"
            raise CatalogueError(self.where, expected=expected, found=found) from None
        except UnicodeDecodeError:  # in a row, or in the schema, which SQLite puts in a message
            found = "text that is not UTF-8"
            raise CatalogueError(self.where, expected="a catalogue", found=found) from None


def parsed_rows(rows: Iterable[CatalogueRow], where: str) -> Iterator[StoredEntry]:
    """Yield each of *rows* of the catalogue *where* with the entry that it holds.

    Raises `CatalogueError` for a row that no penta has written, and names it.
    """
    for row in rows:
        with errors_within(f"{where}, card {quoted(row.canonical)}"):
            entry = parse_row(row)
        yield StoredEntry(row, entry)


def _missing_columns(database: sqlite3.Connection) -> list[str]:
    """Return the columns of how people do that *database* does not have."""
    there = {name for _, name, *_ in database.execute("PRAGMA table_info(cards)")}
    return [name for name in PEOPLE if there and name not in there]


def _is_code(error: sqlite3.Error, *codes: int) -> bool:
    """Return whether *error* has one of these primary result codes."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in codes
