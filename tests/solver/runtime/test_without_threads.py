"""Where Python cannot start a thread, as in a browser, the answers are the same."""

import threading
import time
from functools import partial
from itertools import count

import pytest

from solver.runtime import background, parallel
from solver.runtime.background import Publish, Worker, interruptible
from solver.runtime.parallel import thread_map
from solver.search import Report, Search
from tests.support import Patch, Run, cases


@pytest.fixture(autouse=True)
def _without_threads(monkeypatch: Patch) -> None:
    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    for module in (background, parallel):
        monkeypatch.setattr(module, "HAS_THREADS", False)


@cases(
    "line",
    "rush solve AABCD --json",
    "rush packings AABCD --json",
    "rush check meadow --json",
    "up suggest duel --upto 20 --steps 9 --json",
    "up climb --level 3 --json",
    "geo moves crowd --throw 4+ --json",
)
def test_a_command_answers_as_it_does_with_threads(
    line: str, typed: Run, monkeypatch: Patch
) -> None:
    answer = typed(*line.split())
    monkeypatch.undo()
    assert answer == typed(*line.split())
    assert answer[0] == 0


def test_all_events_come_in_their_order_however_many_they_are() -> None:
    def work(publish: Publish[int]) -> int:
        for number in range(1000):
            publish(number)
        return 1000

    assert list(Worker(work).events()) == list(range(1001))


def test_work_without_end_ends_at_its_deadline() -> None:
    def work(publish: Publish[int]) -> int:
        for number in count():
            publish(number)
        return 0

    worker = Worker(work)
    worker.deadline = time.monotonic() + 0.1
    with pytest.raises(TimeoutError):
        list(worker.events())
    assert time.monotonic() < worker.deadline + 5


def test_a_search_keeps_what_it_has_found_within_its_time() -> None:
    def work(report: Report[int]) -> int:
        for number in count():
            report(number, 0, 0, answer=partial(int, number))
        return 0

    search = Search(work, label="counting")
    assert search.run(limit_s=0.1) > 0
    assert search.is_stopped


def test_what_a_call_raises_is_raised_and_what_it_returns_returned() -> None:
    assert interruptible(lambda: 5) == 5
    assert interruptible(lambda: 5, limit_s=60) == 5
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 // 0, limit_s=60)
    assert list(thread_map(str, range(3), jobs=2)) == ["0", "1", "2"]
