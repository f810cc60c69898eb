"""Jobs in this process: a page without a server asks Python in a worker of its own browser."""

import io
import json
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from http import HTTPStatus

from solver.errors import PentaError
from solver.search import told_of_progress
from solver.web.game_page import read_game_pages
from solver.web.job_answer import Ended, JobAnswer, job_answer, job_input
from solver.web.job_spec import JobSpec

_FAILED = -1
_Run = Callable[[Sequence[str]], int]


def answer_named(
    name: str, values: str, run: _Run, tell: Callable[[int, int], object] = lambda *_: None
) -> tuple[int, int, str, bytes]:
    """Return the answer to the job *name* for *values*, a JSON object of texts, for JavaScript.

    It is an HTTP status, the command's exit code, or -1 if none ran, a media type and the content.
    *tell* is told meanwhile how much is done, of how much in all.
    """
    with told_of_progress(lambda progress: tell(progress.done, progress.total)):
        status, content, kind, code = answer_here(_jobs()[name], json.loads(values), run)
    return status, -1 if code is None else code, kind, content


def warm_up(run: _Run) -> None:
    """Answer a small roll, so that all that an answer takes is imported."""
    answer_named("best", '{"card": "1x5:AABCD", "roll": "AABCD"}', run)


def answer_here(job: JobSpec, given: Mapping[str, str], run: _Run) -> JobAnswer:
    """Return the answer to *job* for what is *given*, as a server would; *run* is the command line.

    What needs a library that is not here, or a photo's file, is not implemented.
    """
    try:
        read = job_input(job, given)
    except PentaError as error:
        return JobAnswer.error(HTTPStatus.BAD_REQUEST, str(error))
    if job.photo:
        return JobAnswer.error(HTTPStatus.NOT_IMPLEMENTED, "no photo is read here")
    try:
        ended = _ended(run, job.arguments(read.values), read.document)
    except ModuleNotFoundError as error:
        return JobAnswer.error(HTTPStatus.NOT_IMPLEMENTED, f"there is no {error.name} here")
    except Exception:  # noqa: BLE001 - a defect, which on a server ends a process, and not this one
        ended = Ended(_FAILED, b"", traceback.format_exc())
    return job_answer(job, ended)


@cache
def _jobs() -> Mapping[str, JobSpec]:
    return {name: job for page in read_game_pages() for name, job in page.jobs.items()}


def _ended(run: _Run, arguments: Sequence[str], document: bytes) -> Ended:
    """Return how the command line ends, given *document* to read."""
    output, messages, before = io.BytesIO(), io.BytesIO(), sys.stdin
    shown, told = (io.TextIOWrapper(each, encoding="utf-8") for each in (output, messages))
    sys.stdin = io.TextIOWrapper(io.BytesIO(document), encoding="utf-8")
    try:
        with redirect_stdout(shown), redirect_stderr(told):
            code = run(arguments)
    finally:
        sys.stdin = before
        shown.flush()
        told.flush()
    return Ended(code, output.getvalue(), messages.getvalue().decode())
