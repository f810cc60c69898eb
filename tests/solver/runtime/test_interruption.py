"""Ctrl-C beside compiled code: the wait for it ends at once, and so does the program."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterable, Iterator
from itertools import count

import pytest

from solver.runtime.background import Publish, Worker, interruptible
from solver.runtime.interruption import deferred
from tests.support import ROOT

# A C function that runs for minutes and hears no signal.
_DEAF = "import hashlib; hashlib.pbkdf2_hmac('sha256', b'', b'', 10**9)"
_PROGRAM = f"""
import sys
from solver.runtime.background import exit_process, interruptible
def deaf():
    print("begun", flush=True)
    {_DEAF}
try:
    interruptible(deaf)
except KeyboardInterrupt:
    sys.stdout.write("interrupted")
    exit_process(130)
"""
_POOL_PROGRAM = """
import time
from solver.runtime.parallel import process_map
from solver.runtime.background import exit_process, interruptible
def sleep_in_processes():
    with process_map(2) as map_tasks:
        list(map_tasks(time.sleep, [60, 60]))
try:
    interruptible(sleep_in_processes, limit_s=1)
except TimeoutError:
    exit_process(3)
"""


def test_a_call_gives_its_result_or_its_error() -> None:
    assert interruptible(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 // 0)


def test_a_call_beyond_its_limit_is_left_alone() -> None:
    steps, stop = count(), threading.Event()

    def work() -> None:
        while not stop.wait(0.01):
            next(steps)

    with pytest.raises(TimeoutError):
        interruptible(work, limit_s=0.05)
    seen = next(steps)
    deadline = time.monotonic() + 10
    while next(steps) < seen + 5:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    stop.set()


def _published(items: Iterable[int], *, limit_s: float | None = None) -> Generator[int, None, None]:
    """Yield *items*, which a worker publishes, until the limit."""

    def publish_all(publish: Publish[int | None]) -> None:
        for item in items:
            publish(item)

    worker = Worker[int | None](publish_all)
    if limit_s is not None:
        worker.deadline = time.monotonic() + limit_s
    events = worker.events()
    try:
        yield from (event for event in events if event is not None)
    finally:
        events.close()


def test_items_come_as_they_are_made_until_the_limit() -> None:
    end = threading.Event()

    def items() -> Iterator[int]:
        yield from range(3)
        end.wait()

    made = _published(items(), limit_s=0.3)
    assert [next(made) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(TimeoutError):
        next(made)
    end.set()


def test_no_items_are_taken_after_the_limit_even_if_more_are_ready() -> None:
    with pytest.raises(TimeoutError):
        for _ in _published(count(), limit_s=0.05):
            pass


def test_items_that_nobody_takes_are_made_some_hundred_ahead_and_no_more_once_he_has_left() -> None:
    begun: list[int] = []

    def items() -> Iterator[int]:
        for number in range(100_000):
            begun.append(number)
            yield number

    before = set(threading.enumerate())
    made = _published(items())
    assert next(made) == 0
    (maker,) = set(threading.enumerate()) - before
    deadline = time.monotonic() + 10
    while len(begun) < 100 and time.monotonic() < deadline:
        time.sleep(0.01)
    maker.join(0.1)
    assert 100 <= len(begun) < 1000
    made.close()
    maker.join(10)
    assert not maker.is_alive()
    assert len(begun) < 1000


def test_an_error_in_an_item_is_raised_where_the_items_are_taken() -> None:
    with pytest.raises(ZeroDivisionError):
        list(_published(1 // number for number in (1, 0)))


def test_ctrl_c_ends_a_program_that_is_in_compiled_code() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _PROGRAM], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        assert (out, process.returncode) == ("interrupted", 130)
        assert time.monotonic() - start < 1


def test_processes_that_are_left_alone_end_with_the_program_without_a_word() -> None:
    program = [sys.executable, "-c", _POOL_PROGRAM]
    process = subprocess.run(
        program, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (process.returncode, process.stdout, process.stderr) == (3, "", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_in_deferred_blocks_waits_for_the_end_of_all(number: signal.Signals) -> None:
    came: list[str | int] = []

    def send_signal() -> None:
        with deferred():
            with deferred():
                signal.raise_signal(number)
                came.append("inner")
            came.append("outer")

    before = signal.signal(number, lambda number, _: came.append(number))
    try:
        send_signal()
    finally:
        signal.signal(number, before)
    assert came == ["inner", "outer", number]


@pytest.mark.parametrize("second", [signal.SIGINT, signal.SIGTERM])
def test_a_second_signal_interrupts_a_deferred_block(second: signal.Signals) -> None:
    came = []

    def send_signals() -> None:
        with deferred():
            signal.raise_signal(signal.SIGINT)
            came.append("first")
            signal.raise_signal(second)
            came.append("second")

    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with pytest.raises(KeyboardInterrupt):
            send_signals()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert came == ["first"]


def test_a_thread_that_is_left_while_it_closes_something_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unraisable: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)

    def close_for_ever(publish: Publish[int]) -> int:
        def rounds() -> Iterator[None]:
            try:
                yield
            finally:
                publish(1)
                while True:
                    time.sleep(0.01)

        begun = rounds()
        next(begun)
        del begun
        return 2

    worker = Worker[int](close_for_ever)
    events = worker.events()
    assert next(events) == 1
    worker.abandon()
    worker.join(10)
    assert not worker.is_alive()
    assert next(events) == 2  # what came in the finalizer is ignored by Python
    assert not unraisable
