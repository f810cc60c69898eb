"""Whatever is in a file that is read as a catalogue: rows of penta's, or our error on one line."""

import random
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from generator.catalogue.answer import record_json
from generator.catalogue.entry import CatalogueRow, Entry, format_row, parse_row
from generator.catalogue.listing import record_table
from generator.catalogue.record import records
from generator.catalogue.store import Catalogue, StoredEntry
from solver.errors import CatalogueError
from tests.fuzz import attempt
from tests.generator.catalogue.test_store import SAMPLES, entry
from tests.support import Run

_WHOLE = SAMPLES.read_bytes()
_UNLIKELY = [
    None,
    b"\xff\x00",
    "",
    "\x1b[2J",
    "x" * 99,
    "1e9999999",
    "9" * 5000,
    "1/0",
    "nan",
    -1,
    2**63 - 1,
    1e308,
    float("inf"),
    '{"a": 1e999}',
    "[" * 9999,
]


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "generate")


def _damaged(rng: random.Random) -> bytes:
    """Return the bundled catalogue with some bytes changed, or with its end cut off."""
    content = bytearray(_WHOLE)
    if rng.randrange(8) == 0:
        return bytes(content[: rng.randrange(len(content))])
    for _ in range(rng.choice([1, 1, 2, 5, 20])):
        start = rng.randrange(len(content))
        for place in range(start, min(start + rng.choice([1, 1, 50]), len(content))):
            content[place] = rng.choice([0, 255, rng.randrange(256)])
    return bytes(content)


def _rows(file: str) -> list[CatalogueRow]:
    with Catalogue(file, create=False) as catalogue:
        return catalogue.rows()


def _parse(row: CatalogueRow, _file: str) -> Entry:
    return parse_row(row)


def _read(file: Path) -> None:
    """Read all rows of *file*, which may be damaged: nothing but our error may come."""
    rows = attempt(_rows, str(file)) or []
    entries = [attempt(partial(_parse, row), str(file)) for row in rows]
    pairs = zip(rows, entries, strict=True)
    found = records(StoredEntry(row, entry) for row, entry in pairs if entry)
    assert len(list(map(record_json, found))) <= len(list(record_table(found)))


def _read_damaged_copies(folder: Path, seeds: range) -> None:
    for seed in seeds:
        file = folder / f"{seed}.db"
        file.write_bytes(_damaged(random.Random(seed)))
        _read(file)
        for left in folder.iterdir():
            left.unlink()


def test_a_damaged_catalogue_is_read_or_refused(tmp_path: Path) -> None:
    _read_damaged_copies(tmp_path, range(100))


@pytest.mark.slow
def test_ten_thousand_damaged_catalogues_are_read_or_refused(tmp_path: Path) -> None:
    _read_damaged_copies(tmp_path, range(10_000))


# --- values that penta does not write


class _AnyValues:
    """A catalogue in *file* of one row, in whose columns any value may stand."""

    def __init__(self, file: Path) -> None:
        with Catalogue(str(file)):
            pass
        self._database = sqlite3.connect(file, isolation_level=None)
        self._database.execute("PRAGMA synchronous = OFF")
        self._database.execute("DROP TABLE cards")
        self._database.execute(f"CREATE TABLE cards ({', '.join(CatalogueRow._fields)})")

    def put(self, changes: dict[str, Any]) -> None:
        """Let the row be one of penta's but for these *changes*."""
        row = format_row(entry(1))._replace(**changes)
        self._database.execute("DELETE FROM cards")
        places = ", ".join("?" * len(row))
        self._database.execute(f"INSERT INTO cards VALUES ({places})", row)  # noqa: S608

    def close(self) -> None:
        self._database.close()


def _with_values(file: Path, changes: dict[str, Any]) -> Path:
    with closing(_AnyValues(file)) as values:
        values.put(changes)
    return file


def test_a_value_that_penta_does_not_write_is_taken_or_refused(tmp_path: Path) -> None:
    file = tmp_path / "cards.db"
    with closing(_AnyValues(file)) as values:
        for name in CatalogueRow._fields:
            for value in _UNLIKELY:
                values.put({name: value})
                _read(file)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("points", None, "row 1, points: expected text, found None"),
        ("canonical", b"\xff", "row 1, canonical: expected text, found b'\\xff'"),
        ("rows", "5", "row 1, rows: expected a whole number, found '5'"),
        ("sd", float("inf"), "row 1, sd: expected a number, found inf"),
        ("seed", 7, "row 1, seed: expected text or nothing, found 7"),
    ],
)
def test_a_value_of_another_type_names_the_file_the_row_and_the_column(
    run: Run, tmp_path: Path, name: str, value: Any, message: str
) -> None:
    file = _with_values(tmp_path / "cards.db", {name: value})
    for more in ((), ("--verify",)):
        assert run("records", str(file), "--all", *more) == (
            2,
            "",
            f"penta: catalogue {file}, {message}\n",
        )


def test_text_that_is_not_utf_8_names_the_file(run: Run, tmp_path: Path) -> None:
    message = "expected a catalogue, found text that is not UTF-8"
    for place in (b"KEY (", b"best known"):
        file = tmp_path / "cards.db"
        file.write_bytes(_WHOLE.replace(place, b"\xd4" + place[1:]))
        assert run("records", str(file), "--all") == (
            2,
            "",
            f"penta: catalogue {file}: {message}\n",
        )


@pytest.mark.parametrize("name", ["exact_mean", "exact_variance", "seed"])
@pytest.mark.parametrize("value", ["1e9999999", "1/" + "9" * 5000, "9" * 10**6, "0x10", "1_0"])
def test_a_number_is_bounded_by_its_length(name: str, value: str) -> None:
    row = CatalogueRow(**{**format_row(entry())._asdict(), name: value})
    with pytest.raises(CatalogueError, match="row: expected values as penta writes them, found"):
        parse_row(row)


def test_control_characters_of_a_file_are_shown_by_their_escapes(run: Run, tmp_path: Path) -> None:
    changes = {"points": "\x1b[2JF1", "status": "\x9b31m", "canonical": "2x5:\x07\u202e"}
    file = str(_with_values(tmp_path / "cards.db", changes))
    code, out, err = run("records", file, "--all")
    assert (code, err) == (0, "")
    assert "tiles \\x1b[2JF1" in out
    assert "2x5:\\x07\\u202e" in out
    for command in (
        ["records", file, "--all", "--json"],
        ["records", file, "--all", "--verify"],
        ["records", file, "--all", "--verify", "--json"],
    ):
        _, out, err = run(*command)
        assert (out + err).replace("\n", "").isprintable()
