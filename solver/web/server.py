"""The server of the page: a pure ASGI application, which sees when a client leaves.

Files come from memory; a job is a command line in a process of its own, whose JSON and one-line
errors are the answer.
"""

import asyncio
import contextlib
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from solver.errors import PentaError, RequestError, quoted
from solver.files.json_reader import as_object, as_text, parse_json
from solver.web.guard import HEADERS, PHOTO_TYPES, Guard, RefusedError, check_body
from solver.web.job_spec import JSON, JobSpec
from solver.web.jobs import BusyError, Ended, JobEndedError, JobLimits, Jobs
from solver.web.pages import Pages

_API = "/api/"
_UNDECIDED = 3


@dataclass(frozen=True, slots=True)
class Limits:
    """What a client may send, in bytes, how long it may take to, and what a job may use."""

    body: int = 64 * 1024
    photo: int = 4 * 1024 * 1024
    header_s: float = 10
    body_s: float = 30
    send_s: float = 30
    job: JobLimits = field(default_factory=JobLimits)


class ClientLeftError(Exception):
    """The client has closed the connection: nobody waits for the answer."""


class Application:
    """The ASGI application: *pages* for those that *guard* lets in, within *limits*."""

    def __init__(self, pages: Pages, guard: Guard, limits: Limits) -> None:
        self._pages, self._guard, self._limits = pages, guard, limits
        self._jobs = Jobs(limits.job)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive)
        try:
            response = await self._response(request, receive)
        except ClientLeftError:
            return
        except RefusedError as error:
            response = _error(error.status, str(error))
            response.headers["connection"] = "close"  # its body is not read
        except Exception:  # noqa: BLE001 - a defect of ours: for who runs the server, not for who visits
            traceback.print_exc(file=sys.stderr)
            response = _error(HTTPStatus.INTERNAL_SERVER_ERROR, "the server has a defect")
        response.headers.update(HEADERS)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._limits.send_s):
                await response(scope, receive, send)

    async def _response(self, request: Request, receive: Receive) -> Response:
        self._guard.check(request)
        if self._guard.brings_secret(request):
            return self._welcome()
        if not self._guard.admits(request):
            raise RefusedError(HTTPStatus.FORBIDDEN, "scan the code that the server shows")
        path = request.url.path if False else request.scope["path"]
        if path.startswith(_API):
            return await self._job_response(request, path.removeprefix(_API), receive)
        return self._file_response(request, path)

    def _welcome(self) -> Response:
        """Return the answer to the address of the QR code: the page, without the secret in it."""
        response = Response(status_code=HTTPStatus.SEE_OTHER, headers={"location": "/"})
        # Lax, not Strict: who follows a link in a message shall get in; only pages are got so.
        response.set_cookie(self._guard.cookie, self._guard.secret, httponly=True, samesite="lax")
        return response

    def _file_response(self, request: Request, path: str) -> Response:
        file = self._pages.files.get(path)
        if file is None:
            raise RefusedError(HTTPStatus.NOT_FOUND, "there is no such page")
        if request.method not in {"GET", "HEAD"}:
            raise RefusedError(HTTPStatus.METHOD_NOT_ALLOWED, "expected GET")
        is_packed = bool(file.packed) and "gzip" in request.headers.get("accept-encoding", "")
        headers = {"content-type": file.type, "vary": "accept-encoding"}
        if is_packed:
            headers["content-encoding"] = "gzip"
        return Response(file.packed if is_packed else file.content, headers=headers)

    async def _job_response(self, request: Request, name: str, receive: Receive) -> Response:
        job = self._pages.jobs.get(name)
        if job is None:
            raise RefusedError(HTTPStatus.NOT_FOUND, "there is no such job")
        if request.method != "POST":
            raise RefusedError(HTTPStatus.METHOD_NOT_ALLOWED, "expected POST")
        types, most = (JSON,), self._limits.body
        if job.photo:
            types, most = PHOTO_TYPES, self._limits.photo
        body = await self._body(receive, check_body(request, types=types, most=most))
        try:
            given = dict(request.query_params) if job.photo else _values(body)
            values = job.checked(given)
            document = values.pop(job.input).encode() if job.input else b""
        except PentaError as error:
            return _error(HTTPStatus.BAD_REQUEST, str(error))
        except UnicodeEncodeError:  # half of a surrogate pair
            return _error(HTTPStatus.BAD_REQUEST, f"{name}: expected text, found half a character")
        work = self._run(job, values, document, body if job.photo else b"")
        return await _unless_left(work, receive)

    async def _body(self, receive: Receive, length: int) -> bytes:
        """Return the body of a request, of *length* bytes, if it comes in time."""
        body = bytearray()
        try:
            async with asyncio.timeout(self._limits.body_s):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise ClientLeftError
                    body += message.get("body", b"")
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            message_text = f"the {length} bytes did not come within {self._limits.body_s:g} s"
            raise RefusedError(HTTPStatus.REQUEST_TIMEOUT, message_text) from None

    async def _run(
        self, job: JobSpec, values: Mapping[str, str], document: bytes, photo: bytes
    ) -> Response:
        """Return the answer of *job*; the *photo* is a file for as long as it runs."""
        try:
            if job.photo is None:
                return _answer(job, await self._jobs.run(job.arguments(values), document))
            with tempfile.NamedTemporaryFile(prefix="penta-", suffix=".photo") as file:
                file.write(photo)
                file.flush()
                arguments = job.arguments({**values, job.photo: file.name})
                return _answer(job, await self._jobs.run(arguments, document))
        except BusyError:
            return _error(HTTPStatus.TOO_MANY_REQUESTS, "too many are waiting; try again soon")
        except JobEndedError as error:
            return _error(HTTPStatus.GATEWAY_TIMEOUT, str(error))


async def _unless_left(work: "asyncio._CoroutineLike[Response]", receive: Receive) -> Response:
    """Return what *work* returns; raise `ClientLeftError`, and cancel it, if the client leaves."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(receive))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ClientLeftError
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _left(receive: Receive) -> None:
    """Return when the client has closed the connection."""
    message: Message = {"type": ""}
    while message["type"] != "http.disconnect":
        message = await receive()


def _values(body: bytes) -> dict[str, str]:
    """Return the values in the JSON *body* of a request; raise `RequestError` if it has none."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise RequestError("request", expected="UTF-8 text", found="other bytes") from None
    table = parse_json(text, "request", RequestError)
    if not isinstance(table, dict):
        raise RequestError("request", expected="an object", found=quoted(table))
    return {
        name: as_text(value, f"request, {quoted(name)}", RequestError)
        for name, value in table.items()
    }


def _answer(job: JobSpec, ended: Ended) -> Response:
    """Return the answer to a *job* that has *ended*."""
    headers = {"penta-exit": str(ended.code)}
    line = _one_line(ended.messages)
    if ended.code == 2:
        return _error(HTTPStatus.BAD_REQUEST, line)
    if ended.code == _UNDECIDED and not ended.output:
        return _error(HTTPStatus.UNPROCESSABLE_ENTITY, line, headers)
    content = ended.output
    is_json = job.answer == JSON
    if job.has_lines:
        content = b"[" + b",".join(content.splitlines()) + b"]"
    if ended.code not in {0, 1, _UNDECIDED} or not (is_json and _is_json(content) or not is_json):
        sys.stderr.write(ended.messages)
        return _error(HTTPStatus.BAD_GATEWAY, "the command failed")
    return Response(content, media_type=job.answer, headers=headers)


def _is_json(content: bytes) -> bool:
    try:
        json.loads(content)
    except ValueError:
        return False
    return True


def _one_line(messages: str) -> str:
    """Return the last line of *messages*, which says what was wrong, without the program's name."""
    *_, line = messages.strip().splitlines() or ["no answer"]
    return line.removeprefix("penta: ")


def _error(status: HTTPStatus, message: str, headers: Mapping[str, str] | None = None) -> Response:
    content = json.dumps({"error": message}).encode()
    return Response(content, status, headers=headers, media_type=JSON)
