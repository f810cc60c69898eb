"""The answer to a refused request: a line of JSON for scripts, a page for people."""

import base64
import hashlib
from html import escape

from starlette.requests import Request
from starlette.responses import Response

from solver.web.api import error_response
from solver.web.guard import HEADERS, RefusedError

NO_SECRET = "scan the code that penta shows"  # noqa: S105 - a message
NO_PAGE = "there is no such page"

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


def refusal_response(request: Request, error: RefusedError, looks: bytes) -> Response:
    """Return the answer to *request*, which is refused for *error*.

    A browser that would show the answer gets a page with the style sheet *looks* in it, because a
    refused visitor may not fetch one.
    """
    message = str(error)
    if not _is_shown(request):
        return error_response(error.status, message, error.headers)
    style = f"{looks.decode()}\n{_STYLE}"
    title = escape(message[:1].upper() + message[1:])
    page = _PAGE.format(style=style, title=title, advice=_ADVICE.get(message, ""))
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = HEADERS[_POLICY].replace("style-src 'self'", f"style-src 'sha256-{digest}'")
    return Response(
        page, error.status, headers={**error.headers, _POLICY: policy}, media_type=_HTML
    )


def _is_shown(request: Request) -> bool:
    """Return whether *request* is that of a person who opens an address, not of a script."""
    headers = request.headers
    is_document = headers.get("sec-fetch-dest") == "document"
    return request.method in {"GET", "HEAD"} and (is_document or _HTML in headers.get("accept", ""))
