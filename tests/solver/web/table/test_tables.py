"""The tables of a server, while its computer has much to do, or a job is wrong."""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import Response

from solver.web.guard import RefusedError
from solver.web.job_spec import JobSpec
from solver.web.jobs import Jobs, Limits
from solver.web.pages import Pages
from solver.web.table import tables as module
from solver.web.table.state import Phase
from solver.web.table.store import TableFolder
from solver.web.table.tables import Tables
from tests.solver.web.table.playing import SPEC
from tests.support import Capture, Patch

NEW = {"game": "toy", "card": "ABC", "seconds": 0, "name": "Ann"}
Rules = Callable[[str], Response]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[TableFolder]:
    opened = TableFolder(tmp_path)
    yield opened
    opened.close()


def _pages() -> Pages:
    names = {SPEC.throw, SPEC.best, SPEC.judge, SPEC.total}
    return Pages({}, {name: JobSpec(name, (), {}) for name in names}, {"toy": SPEC})


def _says(value: Any, status: int = 200) -> Response:
    return Response(json.dumps(value), status)


def _follow(rules: Rules, patched: Patch) -> None:
    async def run(job: JobSpec, *_: object) -> Response:
        await asyncio.sleep(0)
        return rules(job.name)

    patched.setattr(module, "run_job", run)
    patched.setattr(module, "_PAUSE_S", 0)
    patched.setattr(module, "_LONG_PAUSE_S", 0)


def _rules(_name: str) -> Response:
    return _says({"roll": "AABCD", "points": 7})


async def _played(tables: Tables) -> Phase:
    """Return how far a table comes whose only player hands in nothing."""
    open_table = await tables.begin(NEW, "token")
    for action in ("throw", "enter"):
        open_table.table.act(0, action, {"round": 1, "entry": {}}, 0)
        tables.changed(open_table)
    for _ in range(200):
        await asyncio.sleep(0)
    assert not open_table.asking
    assert open_table.table.points == [[7]]
    return open_table.table.phase


def test_a_judge_that_is_late_is_asked_again_until_he_answers(
    folder: TableFolder, monkeypatch: Patch
) -> None:
    late = iter(range(12))

    def rules(name: str) -> Response:
        is_late = name == SPEC.judge and next(late, None) is not None
        return _says({"error": "ended after 20 s"}, 504) if is_late else _rules(name)

    _follow(rules, monkeypatch)
    tables = Tables(folder, _pages(), Jobs(Limits()), Limits())
    assert asyncio.run(_played(tables)) is Phase.RESULTS


def test_a_best_packing_that_takes_too_long_is_done_without(
    folder: TableFolder, monkeypatch: Patch
) -> None:
    late = _says({"error": "ended after 20 s"}, 504)
    _follow(lambda name: late if name == SPEC.best else _rules(name), monkeypatch)
    tables = Tables(folder, _pages(), Jobs(Limits()), Limits())
    assert asyncio.run(_played(tables)) is Phase.RESULTS


def test_a_defect_is_told_and_the_table_goes_on(
    folder: TableFolder, monkeypatch: Patch, capsys: Capture
) -> None:
    broken = Response("no JSON")
    _follow(lambda name: broken if name == SPEC.best else _rules(name), monkeypatch)
    tables = Tables(folder, _pages(), Jobs(Limits()), Limits())
    assert asyncio.run(_played(tables)) is Phase.RESULTS
    assert capsys.readouterr().err.startswith(f"{SPEC.best}: JSONDecodeError")


def test_to_open_a_table_is_a_job_among_others(folder: TableFolder, monkeypatch: Patch) -> None:
    _follow(_rules, monkeypatch)
    limits = Limits(at_once=1, waiting=0)

    async def open_two() -> list[Any]:
        tables = Tables(folder, _pages(), Jobs(limits), limits)
        both = (tables.begin({**NEW, "name": name}, name) for name in ("Ann", "Ben"))
        return await asyncio.gather(*both, return_exceptions=True)

    opened, refused = asyncio.run(open_two())
    assert opened.table.seats[0].name == "Ann"
    assert isinstance(refused, RefusedError)
    assert refused.status == 429


def test_a_table_that_is_forgotten_stays_so(folder: TableFolder, monkeypatch: Patch) -> None:
    _follow(_rules, monkeypatch)

    async def leave() -> list[Path]:
        tables = Tables(folder, _pages(), Jobs(Limits()), Limits(tables=1))
        open_table = await tables.begin(NEW, "token")
        open_table.table.act(0, "throw", {"round": 1}, 0)
        open_table.table.act(0, "leave", {}, 0)
        tables.changed(open_table)  # the judge is asked
        assert open_table.asking
        await tables.begin({**NEW, "name": "Ben"}, "token")
        for _ in range(50):
            await asyncio.sleep(0)
        assert all(task.done() for task in open_table.asking.values())
        return [*folder.path.iterdir()]

    assert len(asyncio.run(leave())) == 1
