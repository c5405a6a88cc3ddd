"""The operator's pages at an address of their own, in a club that others use."""

import socket
import stat
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor, fetch
from tests.support.patience import PATIENCE
from tests.support.servers import Server, environment
from tests.support.zaria_command import run_zaria

PUBLIC: dict[str, Any] = {"ZARIA_PROXIES": "127.0.0.1,::1"}
"""A proxy on this machine, as `docs/how-to/operations.md` advises."""


def _get_through_file(socket_file: Path, path: str) -> httpx.Response:
    """Ask through a socket that is a file."""
    transport = httpx.HTTPTransport(uds=str(socket_file), verify=False)
    with httpx.Client(transport=transport, timeout=PATIENCE) as client:
        return client.get(f"http://localhost{path}")


def test_a_port_of_its_own(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", ZARIA_OPS="127.0.0.1:0", **PUBLIC)
    try:
        origin = "http://" + server.lines[0].removeprefix("Metrics and unsent mails: ")
        Somebody(server.url).register()
        for path in ("/metrics", "/dev/mail"):
            assert Visitor(server.url).get(path).status == 404
            assert fetch(origin + path).status_code == 200
            for mark in ({"Via": "1.1 proxy"}, {"X-Forwarded-For": "1.2.3.4"}):
                assert fetch(origin + path, headers=mark).status_code == 404
            assert fetch(origin + path, headers={"Host": "evil.example"}).status_code == 404
        assert "Confirm your e-mail" in fetch(origin + "/dev/mail").text
        assert fetch(origin + "/").status_code == 404
        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "0" * 24}
        assert fetch(origin + "/ws", headers=upgrade).status_code == 404
    finally:
        assert server.stop() == 0


@pytest.mark.slow
def test_a_file_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "ops.sock"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))  # as a server that was killed leaves it
    server = Server(
        tmp_path / "data", ZARIA_OPS=f"unix:{path}", ZARIA_HOSTS="127.0.0.1,club.example", **PUBLIC
    )
    try:
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0
        metrics = _get_through_file(path, "/metrics")
        assert (metrics.status_code, "zaria_sockets" in metrics.text) == (200, True)
        assert _get_through_file(path, "/dev/mail").status_code == 200
        assert Visitor(server.url).get("/metrics").status == 404
        serve = ("serve", "--port", "0", "--ops", f"unix:{path}")
        done = run_zaria(*serve, env=environment(tmp_path / "other"))
        assert (done.returncode, done.stderr) == (
            2,
            f"zaria: cannot listen at {path}: Address already in use\n",
        )
    finally:
        assert server.stop() == 0
    assert not path.exists()
