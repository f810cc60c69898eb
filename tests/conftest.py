"""The tiers: hypothesis draws little by default, and a thousand a property under ``-m slow``."""

import gc
import io
import os

# numpy's threads would turn round and round on the cores of other tests, waiting for each other.
os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")

import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test, settings

import cli
from solver.errors import PentaError
from solver.runtime.kernel import load_library
from tests.support import ROOT, Capture, Patch, Run

settings.register_profile("default tier", deadline=None, max_examples=12)
settings.register_profile("slow tier", deadline=None, max_examples=1000)


def _is_slow_tier(config: pytest.Config) -> bool:
    return bool(config.getoption("markexpr") == "slow")


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # nohup
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    if not hasattr(config, "workerinput"):
        _build_kernels()
    settings.load_profile("slow tier" if _is_slow_tier(config) else "default tier")


def _build_kernels() -> None:
    """Build what has changed of the kernels since they were built last."""
    try:
        load_library()
    except PentaError:
        command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
        subprocess.run(command, cwd=ROOT, check=True)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Run one test more at a time than there are cores: many wait for a server or a time limit."""
    return None if _is_slow_tier(config) else (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect thousands of tests without looking for garbage among them, now and later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In the slow tier, run the property tests once more, with more examples.

    Those in a browser come last: it leaves an event loop, beside which no other can run.
    """
    if _is_slow_tier(config):
        for item in items:
            if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
                item.add_marker("slow")
    items.sort(key=lambda item: "browser" in item.path.parts)


@pytest.fixture(scope="session", autouse=True)
def _one_core() -> Iterator[None]:
    """Let a search in this process see one core: the tests run beside each other already."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
        yield


@pytest.fixture
def typed(capsys: Capture, monkeypatch: Patch) -> Run:
    """Run the command line in this process, through the boundary of cli.py."""

    def run(*args: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = cli.run(args)
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    """Run the test in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def disk_of_two_files(monkeypatch: Patch) -> None:
    """Let two files be written whole, one after the other, before the disk is full."""
    replace, calls = Path.replace, count(1)

    def replace_or_fail(path: Path, target: Path) -> Path:
        if next(calls) > 2:
            raise OSError(28, "No space left on device")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", replace_or_fail)
