"""The address in the local network, and the code that a phone scans."""

import errno
import socket
from typing import Self

import pytest

from solver.drawing.text_grid import plain_text
from solver.errors import AddressError
from solver.web.lan import checked_address, local_address, new_secret, qr_code
from tests.support import Patch, cases

ADDRESS = "http://192.168.178.201:54321/?secret=0123456789abcdef_-ABCD"


@pytest.mark.parametrize("address", ["192.168.1.5", "10.0.0.1", "172.16.3.4", "169.254.1.1"])
def test_addresses_of_local_networks_are_served(address: str) -> None:
    assert checked_address(address) == address


@pytest.mark.parametrize("address", ["1.1.1.1", "224.0.0.1", "255.255.255.255", "10.0.0", "x"])
def test_others_are_not(address: str) -> None:
    with pytest.raises(AddressError, match=r"^--lan: expected an address of a local network"):
        checked_address(address)


def _network(monkeypatch: Patch, own: str) -> None:
    """Let this computer have the address *own*, or no network if that is empty."""

    class Probe:
        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def connect(self, address: tuple[str, int]) -> None:
            assert address[0].startswith("192.0.2.")  # which nobody has
            if not own:
                raise OSError(errno.ENETUNREACH, "Network is unreachable")

        def getsockname(self) -> tuple[str, int]:
            return own, 12345

    def make(family: int, kind: int) -> Probe:
        assert (family, kind) == (socket.AF_INET, socket.SOCK_DGRAM)  # of which none is sent
        return Probe()

    monkeypatch.setattr(socket, "socket", make)


def test_the_address_is_that_of_the_network(monkeypatch: Patch) -> None:
    _network(monkeypatch, "192.168.178.20")
    assert local_address() == "192.168.178.20"


@cases(
    "own message",
    ("", r"--lan: expected a local network, found none \(--lan ADDRESS\)"),
    ("8.8.8.8", r"--lan: expected an address of a local network, .*, found '8\.8\.8\.8'"),
    ("0.0.0.0", r"--lan: expected an address of a local network, .*, found '0\.0\.0\.0'"),  # noqa: S104
)
def test_without_a_local_network_none_is_served(own: str, message: str, monkeypatch: Patch) -> None:
    _network(monkeypatch, own)
    with pytest.raises(AddressError, match=f"^{message}$"):
        local_address()


def test_a_secret_has_128_bits_and_is_part_of_an_address_as_it_is() -> None:
    secrets = {new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert {len(secret) for secret in secrets} == {22}
    assert set("".join(secrets)) <= set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )


def test_the_code_fits_a_small_terminal() -> None:
    lines = [plain_text(line) for line in qr_code(ADDRESS)]
    assert len(lines) <= 22
    assert {len(line) for line in lines} == {41}


def test_a_scanner_reads_the_code() -> None:
    cv2 = pytest.importorskip("cv2")
    numpy = pytest.importorskip("numpy")
    halves = {" ": (255, 255), "▀": (0, 255), "▄": (255, 0), "█": (0, 0)}
    lines = [[halves[half] for half in plain_text(line)] for line in qr_code(ADDRESS)]
    rows = [[pair[part] for pair in line] for line in lines for part in (0, 1)]
    picture = numpy.kron(numpy.array(rows, numpy.uint8), numpy.ones((6, 6), numpy.uint8))
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == ADDRESS
