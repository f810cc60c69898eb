"""The application: files from memory, and jobs, for those whom the guard lets in.

It is pure ASGI: a middleware of a library might hide that a client leaves.
"""

import asyncio
import base64
import hashlib
import traceback
from contextlib import suppress
from html import escape
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from solver.console.terminal import print_error
from solver.drawing.styled_text import capitalised
from solver.web.api import ClientLeftError, error_response, job_response
from solver.web.error_code import ErrorCode
from solver.web.guard import HEADERS, Guard, RefusedError
from solver.web.jobs import Jobs, Limits
from solver.web.pages import Pages
from solver.web.table.requests import TABLES, TableRequests
from solver.web.table.store import TableFolder
from solver.web.table.tables import CODE_LENGTH, Tables

_API = "/api/"
_DROPPED_S = 1.0  # in which what a refused client still sends is dropped
NO_SECRET = "scan the code that penta shows"  # noqa: S105 - a message
NO_PAGE = "there is no such page"
NO_TABLES = "tables are for several phones: penta serve --lan"

_HTML = "text/html"
_POLICY = "content-security-policy"
_ADVICE = {
    NO_SECRET: "It is in the terminal where penta was started, a new one each time.",
    NO_PAGE: '<a class="button" href="/">To the first page</a>',
}
_STYLE = ".panel h1 { font-size: 1.25rem; margin: 0; } .panel .button { text-decoration: none; }"
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>penta</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<style>{style}</style>
</head>
<body>
<header><strong>penta</strong></header>
<main class="screen">
<section class="panel"><h1>{title}</h1><p>{advice}</p></section>
</main>
</body>
</html>
"""


class Application:
    """The ASGI application: *pages* for those whom *guard* lets in, within *limits*.

    With a *folder* for them there are tables.
    """

    def __init__(
        self, pages: Pages, guard: Guard, limits: Limits, folder: TableFolder | None = None
    ) -> None:
        self._pages, self._guard, self._limits = pages, guard, limits
        self.jobs = Jobs(limits)
        self._tables = None
        if folder:
            self._tables = TableRequests(Tables(folder, pages, self.jobs, limits), guard, limits)

    def close(self) -> None:
        """End all jobs, and what phones listen to."""
        self.jobs.close()
        if self._tables:
            self._tables.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            response = await self._response(Request(scope, receive), receive)
        except ClientLeftError:
            return
        except RefusedError as error:
            looks = self._pages.files["/frame.css"].content
            response = refusal_response(Request(scope), error, looks)
            response.headers["connection"] = "close"
            send = _sent_before_the_body(receive, send)
        except Exception:  # noqa: BLE001 - a defect: for the person who runs the server
            print_error(traceback.format_exc())
            response = error_response(HTTPStatus.INTERNAL_SERVER_ERROR, "penta has a defect")
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        await response(scope, receive, send)

    async def _response(self, request: Request, receive: Receive) -> Response:
        self._guard.check(request)
        if self._guard.brings_secret(request):
            return self._welcome(request.query_params.get("table", ""))
        if not self._guard.admits(request):
            raise RefusedError(HTTPStatus.FORBIDDEN, NO_SECRET, code=ErrorCode.NO_SECRET)
        path: str = request.scope["path"]
        if path.startswith(TABLES):
            if self._tables is None:
                raise RefusedError(HTTPStatus.NOT_FOUND, NO_TABLES, code=ErrorCode.NO_LAN)
            return await self._tables.answer(request, receive)
        if not path.startswith(_API):
            return self._file_response(request, path)
        job = self._pages.jobs.get(path.removeprefix(_API))
        if job is None:
            raise RefusedError(HTTPStatus.NOT_FOUND, "there is no such job")
        return await job_response(job, request, receive, self.jobs, self._limits)

    def _welcome(self, table: str) -> Response:
        """Return the answer to the address of the QR code: the page, without the secret in it.

        The code of a *table* stays in it, and the browser keeps what follows a #.
        """
        is_code = len(table) == CODE_LENGTH and table.isascii() and table.isalpha()
        location = f"/?table={table}" if is_code else "/"
        response = Response(status_code=HTTPStatus.SEE_OTHER, headers={"location": location})
        # Lax, not Strict: who follows a link in a message shall get in; only pages are got so.
        response.set_cookie(self._guard.cookie, self._guard.secret, httponly=True, samesite="lax")
        return response

    def _file_response(self, request: Request, path: str) -> Response:
        file = self._pages.files.get(path)
        if file is None:
            raise RefusedError(HTTPStatus.NOT_FOUND, NO_PAGE)
        if request.method not in {"GET", "HEAD"}:
            allowed = {"allow": "GET, HEAD"}
            raise RefusedError(HTTPStatus.METHOD_NOT_ALLOWED, "expected GET", allowed)
        is_packed = bool(file.packed) and "gzip" in request.headers.get("accept-encoding", "")
        headers = {"content-type": file.type, "vary": "accept-encoding"}
        if is_packed:
            headers["content-encoding"] = "gzip"
        return Response(file.packed if is_packed else file.content, headers=headers)


def _sent_before_the_body(receive: Receive, send: Send) -> Send:
    """Return *send* for an answer to a request whose body has not been read.

    Before its end what the client still sends is read, for a moment: if the connection were closed
    before, the client's system might drop the answer.
    """

    async def send_and_drop(message: Message) -> None:
        if message["type"] == "http.response.body":
            await send({**message, "more_body": True})
            with suppress(TimeoutError):
                async with asyncio.timeout(_DROPPED_S):
                    while (await receive()).get("more_body", False):
                        pass
            message = {"type": "http.response.body"}
        await send(message)

    return send_and_drop


def refusal_response(request: Request, error: RefusedError, looks: bytes) -> Response:
    """Return the answer to *request*, which is refused for *error*.

    A person gets a page, with the style sheet *looks* in it, as a refused visitor may fetch none.
    """
    message = str(error)
    if not _is_shown(request):
        code = error.code if request.scope["path"].startswith(TABLES) else None
        return error_response(error.status, message, error.headers, code)
    style = f"{looks.decode()}\n{_STYLE}"
    title = escape(capitalised(message))
    page = _PAGE.format(style=style, title=title, advice=_ADVICE.get(message, ""))
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = HEADERS[_POLICY].replace("style-src 'self'", f"style-src 'sha256-{digest}'")
    return Response(
        page, error.status, headers={**error.headers, _POLICY: policy}, media_type=_HTML
    )


def _is_shown(request: Request) -> bool:
    headers = request.headers
    is_document = headers.get("sec-fetch-dest") == "document"
    return request.method in {"GET", "HEAD"} and (is_document or _HTML in headers.get("accept", ""))
