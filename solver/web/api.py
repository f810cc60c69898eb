"""What stands under /api/: a request becomes a command line, and what that prints the answer."""

import asyncio
import tempfile
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive

from solver.errors import PentaError, RequestError, quoted
from solver.files.json_reader import Json, parse_json
from solver.web.error_code import ErrorCode
from solver.web.guard import PHOTO_TYPES, RefusedError, content_length, content_type
from solver.web.job_answer import JobAnswer, JobInput, error_content, job_answer, job_input
from solver.web.job_spec import JSON, JobSpec
from solver.web.jobs import BusyError, JobEndedError, Jobs, Limits

_Result = TypeVar("_Result")
_BUSY = "too many are waiting; try again soon"
_LATER = {"retry-after": "1"}


class ClientLeftError(Exception):
    """The client has closed the connection: nobody waits for the answer."""


async def job_response(
    job: JobSpec, request: Request, receive: Receive, jobs: Jobs, limits: Limits
) -> Response:
    """Return the answer to *request*, which asks for *job*; it is killed if the client leaves."""
    if request.method != "POST":
        raise RefusedError(HTTPStatus.METHOD_NOT_ALLOWED, "expected POST", {"allow": "POST"})
    kind = content_type(request, PHOTO_TYPES if job.photo else (JSON,))
    length = content_length(request, most=limits.photo if job.photo else limits.body)
    try:
        with job_slot(jobs):  # taken now: bodies of all visitors at once would fill the memory
            body = await _body(receive, length, limits.body_s)
            given = _read_input(job, request, body, kind)
            return await unless_left(_run(job, given, jobs), receive)
    except PentaError as error:
        return error_response(HTTPStatus.BAD_REQUEST, str(error))


@contextmanager
def job_slot(jobs: Jobs) -> Iterator[None]:
    """Hold a slot for one job in the block; raise `RefusedError` when all of them are taken."""
    try:
        with jobs.slot():
            yield
    except BusyError:
        status = HTTPStatus.TOO_MANY_REQUESTS
        raise RefusedError(status, _BUSY, _LATER, ErrorCode.BUSY) from None


def error_response(
    status: HTTPStatus,
    message: str,
    headers: Mapping[str, str] | None = None,
    code: ErrorCode | None = None,
) -> Response:
    """Return the answer that there is none, for the reason *message*, a line, and its *code*."""
    return Response(error_content(message, code), status, headers=headers, media_type=JSON)


def _response(answer: JobAnswer) -> Response:
    headers = {} if answer.exit is None else {"penta-exit": str(answer.exit)}
    return Response(answer.content, answer.status, headers=headers, media_type=answer.type)


async def run_job(job: JobSpec, values: Mapping[str, str], jobs: Jobs) -> Response:
    """Return the answer to *job* with these *values*, which nobody waits for at an open connection.

    Raises `RequestError` if they are wrong.
    """
    return await _run(job, job_input(job, values), jobs)


async def read_object(request: Request, receive: Receive, limits: Limits) -> dict[str, Any]:
    """Return the JSON object in the body of *request*; raise `RequestError` if it is none."""
    content_type(request, (JSON,))
    length = content_length(request, most=limits.body)
    return _json(await _body(receive, length, limits.body_s)).as_dict("an object")


async def _body(receive: Receive, length: int, limit_s: float) -> bytes:
    """Return the body of a request, of *length* bytes in *limit_s*, or raise `RefusedError`."""
    body = bytearray()
    message: Message = {"more_body": True}
    try:
        async with asyncio.timeout(limit_s):
            while message.get("more_body", False):
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ClientLeftError
                body += message.get("body", b"")
                if len(body) > length:
                    expected = f"expected {length} bytes, as in Content-Length"
                    raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, expected)
    except TimeoutError:
        expected = f"expected {length} bytes within {limit_s:g} s"
        raise RefusedError(HTTPStatus.REQUEST_TIMEOUT, expected) from None
    return bytes(body)


def _json(body: bytes) -> Json:
    """Return the JSON *body* of a request; raise `RequestError` if it is none."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise RequestError("request", expected="UTF-8 text", found="other bytes") from None
    return Json(parse_json(text, "request", RequestError), "request", RequestError)


def _values(body: bytes) -> dict[str, str]:
    """Return the values in the JSON *body* of a request; raise `RequestError` if it has none."""
    request = _json(body)
    values = request.as_dict("an object of texts").items()
    return {name: request.inner(value, quoted(name)).as_text() for name, value in values}


def _read_input(job: JobSpec, request: Request, body: bytes, kind: str) -> JobInput:
    """Return what *request* gives to *job* in its *body*, of this *kind*; raise `RequestError`."""
    given = dict(request.query_params) if job.photo else _values(body)
    return job_input(job, given)._replace(photo=body, photo_type=kind)


async def unless_left(work: Coroutine[Any, Any, _Result], receive: Receive) -> _Result:
    """Return what *work* returns; raise `ClientLeftError`, and cancel it, if the client leaves."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(left(receive))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ClientLeftError
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def left(receive: Receive) -> None:
    """Return when the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _run(job: JobSpec, given: JobInput, jobs: Jobs) -> Response:
    """Return the answer of *job*; a photo is a file for as long as it runs."""
    try:
        if job.photo is None:
            return _response(
                job_answer(job, await jobs.run(job.arguments(given.values), given.document))
            )
        suffix = f".{given.photo_type.removeprefix('image/')}"
        with tempfile.NamedTemporaryFile(prefix="penta-", suffix=suffix) as file:
            file.write(given.photo)
            file.flush()
            arguments = job.arguments({**given.values, job.photo: file.name})
            ended = await jobs.run(arguments, given.document)
            messages = ended.messages.replace(f" {quoted(file.name)}", "")
            return _response(job_answer(job, ended._replace(messages=messages)))
    except JobEndedError as error:
        return error_response(HTTPStatus.GATEWAY_TIMEOUT, str(error))
    except OSError as error:  # the disk is full, or the table of processes
        message = f"this computer has no room for that ({error.strerror})"
        return error_response(HTTPStatus.SERVICE_UNAVAILABLE, message)
