"""The jobs under way: command lines in processes of their own, few at a time, and none too long.

Each job is a new session of its own, so that what it started dies with it, and nothing of a visitor
stays for the next.
"""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from solver.web.job_answer import Ended

_PROGRAM = Path(__file__).parents[2]  # as it is here, installed or not
_CHUNK = 1 << 16
_MEBI = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes, seconds on the clock (``_s``), and numbers of jobs.

    The head of a request has to come within *head_s*, its *body* of so many bytes, or a *photo*,
    within *body_s*, and the answer has to be taken within *answer_s*. Jobs run *at_once*, others
    are *waiting*; each is ended after *job_s* from its start, or more than *output* bytes printed.
    Each of its processes has *memory* bytes, reserved or used, and *cpu_s* seconds of work.

    There are so many *tables*, and *streams* of what happens at them; a phone hears something every
    *beat_s*, and has to ask anew after *stream_s*.
    """

    body: int = 64 * 1024
    photo: int = 4 * _MEBI
    head_s: float = 10
    body_s: float = 30
    answer_s: float = 30
    at_once: int = 2
    waiting: int = 20
    job_s: float = 20
    output: int = 8 * _MEBI
    memory: int = 4096 * _MEBI
    cpu_s: int = 300
    tables: int = 24
    streams: int = 96
    beat_s: float = 10
    stream_s: float = 300


class BusyError(Exception):
    """There are as many jobs as may be."""


class JobEndedError(Exception):
    """A job was ended before its answer: it took too long, or printed too much."""


class Jobs:
    """Runs command lines of penta within *limits*."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._turns = asyncio.Semaphore(limits.at_once)
        self._present = 0  # jobs that run, wait, or are being sent
        self._processes: set[Process] = set()
        self._is_closed = False

    @contextmanager
    def slot(self) -> Iterator[None]:
        """Hold a slot for one job in the block; raise `BusyError` when all of them are taken."""
        if self._present >= self._limits.at_once + self._limits.waiting:
            raise BusyError
        self._present += 1
        try:
            yield
        finally:
            self._present -= 1

    def close(self) -> None:
        """End all jobs, and begin no other."""
        self._is_closed = True
        for process in self._processes:
            _kill(process)

    async def run(self, arguments: Sequence[str], document: bytes = b"") -> Ended:
        """Return how the command line ends, given *document* to read; cancelled, it is killed."""
        async with self._turns:
            self._check_open()
            return await self._run(arguments, document)

    async def _run(self, arguments: Sequence[str], document: bytes) -> Ended:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-P", "-m", "penta", *arguments),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            cwd="/",
            env=_environment(),
            start_new_session=True,
        )
        self._processes.add(process)
        start = asyncio.get_running_loop().time()
        try:
            self._check_open()  # it may have been closed before it knew of this process
            self._cap(process.pid)
            async with asyncio.timeout_at(start + self._limits.job_s):
                ended = await self._communicate(process, document)
        except TimeoutError:
            raise JobEndedError(f"ended after {self._limits.job_s:g} s") from None
        finally:
            self._processes.discard(process)
            _kill(process)
            await asyncio.shield(_gone(process))
        self._check_open()
        return ended

    async def _communicate(self, process: Process, document: bytes) -> Ended:
        """Return how *process* ends, which reads *document*."""
        tasks = (
            asyncio.ensure_future(_write(process.stdin, document)),
            asyncio.ensure_future(self._read(process.stdout)),
            asyncio.ensure_future(self._read(process.stderr)),
            asyncio.ensure_future(process.wait()),
        )
        try:
            _, output, messages, code = await asyncio.gather(*tasks)
        finally:  # when one of them fails, the others go on by themselves
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return Ended(code, output, messages.decode("utf-8", "replace"))

    async def _read(self, stream: asyncio.StreamReader | None) -> bytes:
        """Return all of *stream*, or raise `JobEndedError`."""
        content = bytearray()
        while chunk := await stream.read(_CHUNK) if stream else b"":
            content += chunk
            if len(content) > self._limits.output:
                raise JobEndedError(f"ended after {self._limits.output / _MEBI:g} MiB of output")
        return bytes(content)

    def _cap(self, process: int) -> None:
        """Limit what *process* and those that it starts may use, where the system can."""
        if sys.platform != "linux":
            return
        import resource

        with suppress(ProcessLookupError):  # it may have ended
            for kind, most in (
                (resource.RLIMIT_CPU, self._limits.cpu_s),
                (resource.RLIMIT_DATA, self._limits.memory),
                (resource.RLIMIT_CORE, 0),
            ):
                hard = resource.prlimit(process, kind)[1]  # nobody but root may raise it
                least = most if hard == resource.RLIM_INFINITY else min(most, hard)
                resource.prlimit(process, kind, (least, least))

    def _check_open(self) -> None:
        if self._is_closed:
            raise JobEndedError("penta is closing")


async def _write(stream: asyncio.StreamWriter | None, document: bytes) -> None:
    if stream is None:
        return
    with suppress(BrokenPipeError, ConnectionResetError):  # it may not read it
        stream.write(document)
        await stream.drain()
    stream.close()


async def _gone(process: Process) -> None:
    """Wait until *process* is gone. That is not seen as long as something in a pipe is unread."""
    for stream in (process.stdout, process.stderr):
        while stream and await stream.read(_CHUNK):
            pass
    await process.wait()


def _kill(process: Process) -> None:
    with suppress(ProcessLookupError, PermissionError):  # there is none left
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:  # not on this system
            process.kill()


def _environment() -> dict[str, str]:
    """Return the environment of a job: no colours, the cards that are sent and no others."""
    dropped = {"FORCE_COLOR", "PENTA_CARD"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    path = os.pathsep.join(filter(None, [str(_PROGRAM), kept.get("PYTHONPATH")]))
    return {**kept, "NO_COLOR": "1", "PYTHONPATH": path}
