"""What is the operator's alone, in a club that others use: on an address of its own."""

import http.client
import socket
import stat
import subprocess
from contextlib import closing
from pathlib import Path

from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.servers import ZARIA, Server, environment

PUBLIC = {"ZARIA_PROXIES": "127.0.0.9"}


class Unix(http.client.HTTPConnection):
    """HTTP through a socket that is a file."""

    def __init__(self, path: Path) -> None:
        super().__init__("localhost", timeout=10)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(str(self.path))


def _asked(line: http.client.HTTPConnection, path: str, **headers: str) -> tuple[int, str]:
    with closing(line):
        line.request("GET", path, headers=headers)
        with line.getresponse() as answer:
            return answer.status, answer.read().decode()


def test_a_port_of_its_own(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", ZARIA_OPS="127.0.0.1:0", **PUBLIC)
    try:
        where = server.lines[0].removeprefix("Metrics and unsent mails: ").rpartition(":")
        own = http.client.HTTPConnection(where[0], int(where[2]), timeout=10)
        Somebody(server.url).register()
        for path in ("/metrics", "/dev/mail"):
            assert Visitor(server.url).get(path).status == 404
            assert _asked(own, path)[0] == 200
            assert _asked(own, path, Via="1.1 proxy")[0] == 404
            assert _asked(own, path, Host="evil.example")[0] == 404
        assert "Confirm your e-mail" in _asked(own, "/dev/mail")[1]
        assert _asked(own, "/")[0] == 404
        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "0" * 24}
        assert _asked(own, "/ws", **upgrade)[0] == 404
    finally:
        assert server.stop() == 0


def test_a_file_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "ops.sock"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))  # as a server that was killed leaves it
    server = Server(tmp_path / "data", ZARIA_OPS=f"unix:{path}", ZARIA_HOSTS="127.0.0.1,club.example")
    try:
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0
        status, text = _asked(Unix(path), "/metrics")
        assert (status, "zaria_sockets" in text) == (200, True)
        assert _asked(Unix(path), "/dev/mail")[0] == 200
        assert Visitor(server.url).get("/metrics").status == 404
        done = subprocess.run(
            [*ZARIA, "serve", "--port", "0", "--ops", f"unix:{path}"],
            env=environment(tmp_path / "other"), capture_output=True, text=True, timeout=30,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (
            2,
            f"zaria: cannot listen at {path}: Address already in use\n",
        )
    finally:
        assert server.stop() == 0
    assert not path.exists()
