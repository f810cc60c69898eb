"""Who is let in: what is wrong with a request, before it is answered.

Another site that the player visits can make his browser send requests here, and by DNS rebinding it
might read the answers; so the Host, the Origin and the type of what is sent have to be ours. A
phone shows the secret, once in the address and then in a cookie.
"""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from starlette.requests import Request

from solver.web.error_code import ErrorCode

PHOTO_TYPES = ("image/jpeg", "image/png", "image/webp", "image/heic", "image/heif")
SECRET = "secret"  # noqa: S105 - the name of the parameter

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
# Of every answer.
HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": f"{POLICY}; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class RefusedError(Exception):
    """A request is answered with *status*, *headers* and one line, and its body is not read.

    At a table, *code* says to the page why.
    """

    def __init__(
        self,
        status: HTTPStatus,
        message: str,
        headers: Mapping[str, str] | None = None,
        code: ErrorCode = ErrorCode.INVALID,
    ) -> None:
        super().__init__(status, message, headers, code)
        self.status, self.message, self.headers = status, message, headers or {}
        self.code = code

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class Guard:
    """Lets in what asks for one of *hosts*, such as ``127.0.0.1:5512``, and knows the *secret*.

    Without a secret, everyone on this computer is let in.
    """

    hosts: tuple[str, ...]
    secret: str = ""

    def check(self, request: Request) -> None:
        """Raise `RefusedError` unless *request* comes from our page, or none, and has a length."""
        headers = request.headers
        if headers.get("host", "").lower() not in self._names():
            raise RefusedError(HTTPStatus.MISDIRECTED_REQUEST, "this is not the host you asked for")
        origins = {f"http://{name}" for name in self._names()}
        if not origins.issuperset(headers.getlist("origin")):
            raise RefusedError(HTTPStatus.FORBIDDEN, "only the page itself may ask")
        site = headers.get("sec-fetch-site", "none")
        is_link = request.method == "GET" and headers.get("sec-fetch-dest") == "document"
        if site not in {"none", "same-origin"} and not is_link:
            raise RefusedError(HTTPStatus.FORBIDDEN, "only the page itself may ask")
        if "transfer-encoding" in headers:  # then its Content-Length would not be heeded
            expected = "expected a Content-Length and no Transfer-Encoding"
            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, expected)

    def admits(self, request: Request) -> bool:
        """Return whether *request* has the secret's cookie, or needs none."""
        return not self.secret or self._is_secret(request.cookies.get(self.cookie, ""))

    def brings_secret(self, request: Request) -> bool:
        """Return whether the address of *request* has the secret, as that of the QR code has."""
        return bool(self.secret) and self._is_secret(request.query_params.get(SECRET, ""))

    @property
    def cookie(self) -> str:
        """The name of the secret's cookie: cookies do not tell ports apart, so it has to."""
        return f"penta-{self.hosts[0].rpartition(':')[2]}"

    def _names(self) -> set[str]:
        """Return the hosts as browsers write them: port 80 is left out."""
        return {*self.hosts, *(host.removesuffix(":80") for host in self.hosts)}

    def _is_secret(self, given: str) -> bool:
        """Return whether *given* is the secret, in a time that does not tell how near it is."""
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.secret.encode())


def content_type(request: Request, types: tuple[str, ...]) -> str:
    """Return the type of the body of *request*; raise `RefusedError` if it is none of *types*."""
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given not in types:
        expected = f"expected {' or '.join(types)}"
        raise RefusedError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, expected)
    return given


def content_length(request: Request, *, most: int) -> int:
    """Return the length of the body of *request*; raise `RefusedError` without, or above *most*."""
    digits = request.headers.get("content-length", "")
    is_number = digits.isascii() and digits.isdecimal() and len(digits) <= len(str(most))
    if not is_number or int(digits) > most:
        expected = f"expected a Content-Length of at most {most} bytes"
        raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, expected)
    return int(digits)
