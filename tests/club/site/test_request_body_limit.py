"""Requests that carry more than any form of ours."""

import http.client
from collections.abc import Iterator

import pytest

from tests.support.patience import PATIENCE
from tests.support.servers import Server
from zaria.club.site.http.request_body_limit import MOST, PICTURE


def _post(server: Server, body: bytes | Iterator[bytes], path: str = "/new", **headers: str) -> int:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        line.request("POST", path, body, headers)
        return line.getresponse().status
    finally:
        line.close()


def _announce(server: Server, size: int, path: str = "/new") -> int:
    """Say that a body of this size follows, and send its beginning: the answer does not wait for the rest.

    A client that goes on to send may see the connection closed before it reads the answer.
    """
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        line.putrequest("POST", path)
        line.putheader("Content-Length", str(size))
        line.endheaders(b"game=")
        return line.getresponse().status
    finally:
        line.close()


def test_a_body_of_a_stated_size_is_not_even_read(server: Server) -> None:
    assert _announce(server, 10**12) == 413


def test_a_body_that_grows_and_grows_is_cut_off(server: Server) -> None:
    def endless() -> Iterator[bytes]:
        while True:
            yield b"a" * 65536

    with pytest.raises((ConnectionError, http.client.HTTPException)):
        _post(server, endless())


def test_the_bound(server: Server) -> None:
    assert _post(server, b"a" * MOST, **{"Content-Type": "application/x-www-form-urlencoded"}) == 403
    assert _announce(server, MOST + 1) == 413


@pytest.mark.parametrize("path", ["/me", "/f/sofia/administration/arms"])
def test_pictures_may_be_larger(server: Server, path: str) -> None:
    assert _post(server, b"a" * (MOST + 1), path) == 403
    assert _announce(server, PICTURE + 1, path) == 413
    assert _announce(server, MOST + 1, f"{path}/more") == 413


@pytest.mark.parametrize("size", ["x", "-1", "9" * 5000])
def test_a_size_that_is_none(server: Server, size: str) -> None:
    assert _post(server, b"game=tabla", **{"Content-Length": size}) == 400
