"""The local network: this computer's address in it, and the secret that phones get by a QR code."""

import ipaddress
import secrets
import socket

from solver.drawing.text_grid import StyledLine
from solver.errors import AddressError, quoted

LOOKED_UP = "found"  # instead of an address: the one that this computer has
_ELSEWHERE = ("192.0.2.1", 9)  # of no network (RFC 5737)
_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
_SECRET_BYTES = 16
_STYLE = "black on bright_white"  # whatever colours the terminal has: phones expect a dark code


def local_address() -> str:
    """Return the address by which other computers reach this one.

    It is that of the network a packet to the internet would take; none is sent. Raises
    `AddressError` where there is no network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            expected = "a local network"
            raise AddressError(
                "--lan", expected=expected, found="none", hint="--lan ADDRESS"
            ) from None
        return checked_address(str(probe.getsockname()[0]))


def checked_address(text: str) -> str:
    """Return the address that *text* is, an IPv4 address of a local network.

    Raises `AddressError` for any other: the page is not for the whole internet.
    """
    expected = "an address of a local network, such as 192.168.1.5"
    try:
        address = ipaddress.IPv4Address(text)
    except ValueError:
        raise AddressError("--lan", expected=expected, found=quoted(text)) from None
    if not address.is_private or address.is_unspecified or address.is_reserved:
        raise AddressError("--lan", expected=expected, found=quoted(text))
    return str(address)


def new_secret() -> str:
    """Return a new secret, which nobody guesses."""
    return secrets.token_urlsafe(_SECRET_BYTES)


def qr_code(text: str) -> list[StyledLine]:
    """Return the QR code of *text*, two of its rows in a line."""
    import segno

    rows = [list(row) for row in segno.make_qr(text, error="l").matrix_iter(border=4)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    return [
        [
            (
                "".join(
                    _HALVES[bool(upper), bool(lower)] for upper, lower in zip(*pair, strict=True)
                ),
                _STYLE,
            )
        ]
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]
