"""A server with the variables that the unit of systemd names, behind the proxy of `deploy/`."""

import contextlib
import re
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from pathlib import Path
from threading import Thread

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.sync.server import ServerConnection, serve

from tests.club.server.test_deploy import find_program
from tests.support.http_client import fetch
from tests.support.patience import PATIENCE
from tests.support.servers import Server

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"


def test_server_of_the_unit_is_healthy_and_hides_what_the_proxy_hides(tmp_path: Path) -> None:
    unit = (DEPLOY / "zaria.service").read_text()
    behind_proxy = dict(re.findall(r"(ZARIA_(?:HOSTS|ORIGINS|PROXIES))=(\S+)", unit))
    private = re.search(r"@private path (.+)", (DEPLOY / "Caddyfile").read_text())
    health = re.search(r'HEALTHCHECK .* CMD \["python", "-c", "(.+)"\]', (DEPLOY / "Dockerfile").read_text())
    assert private is not None
    assert health is not None
    with Server(tmp_path / "data", **behind_proxy) as server:
        check = health[1].replace(":8000/", f":{server.port}/")
        assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
        through_proxy = {"Host": behind_proxy["ZARIA_HOSTS"], "X-Forwarded-For": "203.0.113.9"}
        assert fetch(f"{server.url}/", headers=through_proxy).status_code == HTTPStatus.OK
        for path in shlex.split(private[1]):
            # Health checks from other machines ask for /readyz.
            expected = HTTPStatus.OK if path == "/readyz" else HTTPStatus.NOT_FOUND
            assert fetch(f"{server.url}{path}", headers=through_proxy).status_code == expected, path
        assert server.stop() == 0


def say(name: str, connection: ServerConnection) -> None:
    """A process that answers each socket with its name, and the path that was asked for."""
    assert connection.request is not None
    connection.send(f"{name} {connection.request.path}")


@contextlib.contextmanager
def named_process(name: str) -> Iterator[int]:
    """A process with a name; the port at which it listens."""
    with serve(partial(say, name), "127.0.0.1", 0) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.socket.getsockname()[1]
        server.shutdown()
        thread.join()


@contextlib.contextmanager
def caddy(folder: Path, ports: dict[str, int]) -> Iterator[int]:
    """Caddy with its file of `deploy/`, leading to these ports; the port at which it listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    text = (DEPLOY / "Caddyfile").read_text()
    everything_else = re.compile(r"reverse_proxy \{.*?\n\t\}", re.DOTALL)
    text = everything_else.sub(f"reverse_proxy 127.0.0.1:{ports['any']}", text)
    for name in ("a", "b"):
        text = text.replace(f" {name}:8000", f" 127.0.0.1:{ports[name]}")
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + text)
    command = [find_program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    variables = {"ZARIA_SITE": f"http://127.0.0.1:{port}", "HOME": str(folder)}
    with subprocess.Popen(command, env=variables, stderr=subprocess.DEVNULL) as process:
        try:
            _until_listening(port)
            yield port
        finally:
            process.kill()


def _until_listening(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            assert time.monotonic() < end
            time.sleep(0.02)
        else:
            return


def test_caddy_leads_sockets_to_the_process_that_their_address_names(tmp_path: Path) -> None:
    """Those with another name, and all others, lead to any process; a process that is gone to none."""
    with contextlib.ExitStack() as stack:
        ports = {name: stack.enter_context(named_process(name)) for name in ("a", "any")}
        with socket.socket() as nobody:
            nobody.bind(("127.0.0.1", 0))
            port = stack.enter_context(caddy(tmp_path, {**ports, "b": nobody.getsockname()[1]}))
            for path, name in (("/ws/a", "a"), ("/ws", "any"), ("/ws/c", "any"), ("/ws/a/b", "any")):
                with connect(f"ws://127.0.0.1:{port}{path}") as line:
                    assert line.recv() == f"{name} {path}"
            with pytest.raises(InvalidStatus):
                connect(f"ws://127.0.0.1:{port}/ws/b").close()
