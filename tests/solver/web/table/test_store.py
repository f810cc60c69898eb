"""The files of tables: whole, readable again, and of one server alone."""

from pathlib import Path

import pytest

from solver.errors import PageError, SourceError
from solver.web.game_page import parse_page
from solver.web.table.store import TableFolder, default_folder
from tests.solver.web.running import PAGE
from tests.solver.web.table.playing import SPEC, table_of
from tests.support import Capture, Patch, Run, cases


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path / "a" / "tables")
    table = table_of("Ann", "Ben")
    (folder.path / "BCDF.json").touch(mode=0o644)
    folder.save("BCDF", table)
    assert (folder.path / "BCDF.json").stat().st_mode & 0o077 == 0
    [(code, found)] = folder.read({"toy": SPEC})
    assert (code, found.log.events) == ("BCDF", table.log.events)
    assert (found.seats, found.answers) == (table.seats, table.answers)
    assert folder.path.stat().st_mode & 0o077 == 0
    folder.remove("BCDF")
    assert list(folder.path.iterdir()) == []
    folder.close()


@cases(
    "content",
    *("", "{}", "[]", "null", '{"format": 2, "game": "toy", "events": []}'),
    *('{"format": 1, "game": "chess", "events": []}', '{"format": 1, "game": "toy", "events": 5}'),
    '{"format": 1, "game": "toy", "events": [{"seq": 1}]}',
    '{"format": 1, "game": "toy", "events": []}',
)
def test_what_is_no_table_is_told_of_and_left(
    content: str, tmp_path: Path, capsys: Capture
) -> None:
    folder = TableFolder(tmp_path)
    (tmp_path / "BCDF.json").write_text(content, "utf-8")
    assert list(folder.read({"toy": SPEC})) == []
    assert capsys.readouterr().err == f"{tmp_path}/BCDF.json is not a table of this version\n"
    assert (tmp_path / "BCDF.json").read_text("utf-8") == content
    folder.close()


def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    first = TableFolder(tmp_path)
    with pytest.raises(SourceError, match="found another server that uses it"):
        TableFolder(tmp_path)
    first.close()
    TableFolder(tmp_path).close()


@cases("given", "", "relative", "/state")
def test_the_folder_follows_the_rules_for_states(given: str, monkeypatch: Patch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", given)
    state = Path("/state") if given == "/state" else Path.home() / ".local/state"
    assert default_folder() == state / "penta" / "tables"


def test_a_folder_that_cannot_be_had_is_one_line(tmp_path: Path, typed: Run) -> None:
    (tmp_path / "file").touch()
    for name in (tmp_path / "file", tmp_path / "file" / "in"):
        code, out, err = typed("serve", "--port", "0", "--tables", str(name))
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("penta: tables ")
        assert "expected a folder that can be written" in err


@cases(
    "line wrong message",
    ('throw = "throw"', 'throw = "x"', "table: expected names of jobs, found 'x'"),
    ('entry = ["outlines"]', "entry = 5", "table, entry: expected a list of keys, found 5"),
    ("rounds = 5\n", "", "table: expected a key 'rounds', found none"),
    ("(?P<same>)", "(", "table: expected a pattern, found '("),
)
def test_a_wrong_table_is_said_where_it_is_wrong(line: str, wrong: str, message: str) -> None:
    with pytest.raises(PageError) as raised:
        parse_page(PAGE.replace(line, wrong), game="toy", source="page.toml")
    assert message in str(raised.value)
