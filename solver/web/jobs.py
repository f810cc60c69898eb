"""The jobs under way: command lines in processes of their own, few at a time, and none too long.

Each job is a session of its own, so that what it started dies with it: when its time is over, when
its client leaves, when the server ends. The process is new for each job: it starts in 60 ms, and
nothing of a visitor stays in it for the next.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

_HOUSE = Path(__file__).parents[2]  # the program as it is here, installed or not
_CHUNK = 1 << 16
_MEBI = 1 << 20


@dataclass(frozen=True, slots=True)
class JobLimits:
    """How many jobs run *at_once*, how many more are *waiting*, and what a job may use.

    *limit_s* are seconds on the clock from its start, *cpu_s* seconds of work of each process;
    *output* and *memory* are bytes, the memory of each process, reserved or used.
    """

    at_once: int = 2
    waiting: int = 20
    limit_s: float = 20
    cpu_s: int = 60
    output: int = 8 * _MEBI
    memory: int = 4096 * _MEBI


class Ended(NamedTuple):
    """How a job ended: its exit code, what it printed, and its messages."""

    code: int
    output: bytes
    messages: str


class BusyError(Exception):
    """As many jobs as may be are waiting."""


class JobEndedError(Exception):
    """A job was ended before its answer: it took too long, or printed too much."""


class Jobs:
    """Runs command lines of penta within *limits*."""

    def __init__(self, limits: JobLimits) -> None:
        self._limits = limits
        self._places = asyncio.Semaphore(limits.at_once)
        self._present = 0  # jobs that run or wait

    async def run(self, arguments: Sequence[str], document: bytes = b"") -> Ended:
        """Return how the command line of these *arguments* ends, given *document* to read.

        When this is cancelled, the job is killed with all that it started. Raises `BusyError` when
        too many are waiting, and `JobEndedError`.
        """
        if self._present >= self._limits.at_once + self._limits.waiting:
            raise BusyError
        self._present += 1
        try:
            async with self._places:
                return await self._run(arguments, document)
        finally:
            self._present -= 1

    async def _run(self, arguments: Sequence[str], document: bytes) -> Ended:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-P", "-m", "penta", *arguments),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd="/",
            env=_environment(),
            start_new_session=True,
        )
        try:
            self._cap(process.pid)
            async with asyncio.timeout(self._limits.limit_s):
                return await self._answer(process, document)
        except TimeoutError:
            raise JobEndedError(f"ended after {self._limits.limit_s:g} s") from None
        finally:
            await asyncio.shield(_end(process))

    async def _answer(self, process: asyncio.subprocess.Process, document: bytes) -> Ended:
        """Return what *process* answers to *document*; raise `JobEndedError` if it is too long."""
        assert process.stdout and process.stderr  # noqa: S101 - for mypy: they are pipes
        async with asyncio.TaskGroup() as group:
            group.create_task(_write(process, document))
            output = group.create_task(self._read(process.stdout))
            messages = group.create_task(self._read(process.stderr))
        if output.result() is None or messages.result() is None:
            raise JobEndedError(f"ended after {self._limits.output // _MEBI} MiB of output")
        code = await process.wait()
        return Ended(
            code, output.result() or b"", (messages.result() or b"").decode("utf-8", "replace")
        )

    async def _read(self, stream: asyncio.StreamReader) -> bytes | None:
        """Return all of *stream*, or None as soon as that is too much."""
        content = bytearray()
        while chunk := await stream.read(_CHUNK):
            content += chunk
            if len(content) > self._limits.output:
                return None
        return bytes(content)

    def _cap(self, process: int) -> None:
        """Limit what *process* and those that it starts may use, where the system can."""
        if sys.platform != "linux":
            return
        import resource

        with suppress(ProcessLookupError):  # it may have ended
            for kind, most in (
                (resource.RLIMIT_CPU, self._limits.cpu_s),
                (resource.RLIMIT_AS, self._limits.memory),
                (resource.RLIMIT_CORE, 0),
            ):
                resource.prlimit(process, kind, (most, most))


async def _write(process: asyncio.subprocess.Process, document: bytes) -> None:
    assert process.stdin  # noqa: S101 - for mypy: it is a pipe
    with suppress(BrokenPipeError, ConnectionResetError):  # it may not read it
        process.stdin.write(document)
        await process.stdin.drain()
    process.stdin.close()


async def _end(process: asyncio.subprocess.Process) -> None:
    """Kill *process* and all that it started, and wait for its end."""
    with suppress(ProcessLookupError, PermissionError):  # there is none left
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()


def _environment() -> dict[str, str]:
    """Return the environment of a job: no colours, the cards that are sent and no others."""
    dropped = {"FORCE_COLOR", "PENTA_CARD"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "NO_COLOR": "1", "PYTHONPATH": str(_HOUSE)}
