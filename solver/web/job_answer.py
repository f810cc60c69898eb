"""From what a visitor says to a job's input, and from how its command ended to the answer.

A server and a page without one answer alike: this is for both.
"""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import NamedTuple

from solver.console.terminal import print_error
from solver.errors import RequestError
from solver.web.job_spec import JSON, JobSpec

_BAD_INPUT = 2
_UNDECIDED = 3
_ANSWERED = {0, 1, _UNDECIDED}  # exit codes


class Ended(NamedTuple):
    """How a command ended: its exit code, what it printed, and its messages."""

    code: int
    output: bytes
    messages: str


class JobInput(NamedTuple):
    """What a job is given: its *values*, a *document* to read, and what may be a *photo*."""

    values: Mapping[str, str]
    document: bytes
    photo: bytes = b""
    photo_type: str = ""


class JobAnswer(NamedTuple):
    """An HTTP *status* and a *content* of this media *type*; *exit* is the command's exit code."""

    status: HTTPStatus
    content: bytes
    type: str = JSON
    exit: int | None = None

    @classmethod
    def error(cls, status: HTTPStatus, message: str, code: int | None = None) -> "JobAnswer":
        """Return the answer that there is none, for the reason *message*, a line."""
        return cls(status, error_content(message), exit=code)


def error_content(message: str, code: str | None = None) -> bytes:
    """Return the JSON of an answer that there is none."""
    return json.dumps({"error": message, **({"code": code} if code else {})}).encode()


def job_input(job: JobSpec, given: Mapping[str, str]) -> JobInput:
    """Return these values for *job*, its document apart; raise `RequestError` if they are wrong."""
    values = job.checked(given)
    try:
        document = values.pop(job.input).encode() if job.input else b""
    except UnicodeEncodeError:
        found = "half a surrogate pair"
        raise RequestError(job.name, expected="text", found=found) from None
    return JobInput(values, document)


def job_answer(job: JobSpec, ended: Ended) -> JobAnswer:
    """Return the answer to a *job* that has *ended*."""
    if ended.code == _BAD_INPUT:
        return JobAnswer.error(HTTPStatus.BAD_REQUEST, _last_line(ended.messages))
    if ended.code == _UNDECIDED and not ended.output:
        message = _last_line(ended.messages)
        return JobAnswer.error(HTTPStatus.UNPROCESSABLE_ENTITY, message, ended.code)
    content = ended.output
    if job.has_lines:
        content = b"[" + b",".join(content.splitlines()) + b"]"
    if ended.code not in _ANSWERED or (job.answer == JSON and not _is_json(content)):
        # A defect of ours, or a cap: for the person who runs the server, not for visitors.
        print_error(f"{job.name}: exit code {ended.code}\n{ended.messages}".rstrip())
        return JobAnswer.error(HTTPStatus.BAD_GATEWAY, "the command failed")
    return JobAnswer(HTTPStatus.OK, content, job.answer, ended.code)


def _is_json(content: bytes) -> bool:
    try:
        json.loads(content)
    except ValueError:
        return False
    return True


def _last_line(messages: str) -> str:
    """Return the last line of *messages*, which says what was wrong, without the program's name."""
    *_, line = messages.strip().splitlines() or ["no answer"]
    return line.removeprefix("penta: ")
