"""`zaria serve` from outside: its first run, its refusals, its end."""

import signal
import socket
import stat
import subprocess
from pathlib import Path

import pytest

from tests.club.conftest import Refused
from tests.support.by_day import by_day
from tests.support.club.member_client import Somebody
from tests.support.forked_processes import ForkedProcess
from tests.support.http_client import Visitor
from tests.support.servers import ZARIA, Server, environment, furnish
from zaria.club.server.listeners import AddressInUseError, listen


def test_a_port_in_use(tmp_path: Path, refused: Refused) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"port {port}" in refused(tmp_path, "--port", str(port))
        assert f"port {port}" in refused(tmp_path, PORT=str(port))


def test_an_address_that_is_not_here(tmp_path: Path, refused: Refused) -> None:
    assert "203.0.113.1" in refused(tmp_path, "--host", "203.0.113.1", "--port", "0")
    with pytest.raises(AddressInUseError, match="cannot listen"):
        listen("\udcff", 0)


@pytest.mark.parametrize("port", by_day(("65536",), ("-1", "65536", "http", "", "٣")))
def test_a_port_that_is_none(tmp_path: Path, port: str, refused: Refused) -> None:
    assert "port" in refused(tmp_path, f"--port={port}")


def test_a_data_directory_that_is_a_file(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "file").touch()
    assert "cannot use the data directory" in refused(tmp_path / "file", "--port", "0")


def test_a_secret_key_that_cannot_be_read(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "secret-key").write_bytes(b"\xff" * 9000)
    assert "its secret-key is not text" in refused(tmp_path, "--port", "0")
    (tmp_path / "secret-key").unlink()
    (tmp_path / "secret-key").mkdir()
    assert f"cannot use the data directory {tmp_path}" in refused(tmp_path, "--port", "0")


@pytest.mark.parametrize("name", ["live.sqlite3", "club.sqlite3"])
@pytest.mark.parametrize(
    "body",
    by_day((b"\xff" * 9000,), (b"\xff" * 9000, None)),
    ids=lambda body: "garbage" if body else "directory",
)
def test_a_file_of_the_data_directory_that_cannot_be_used(
    tmp_path: Path, name: str, body: bytes | None
) -> None:
    if name == "live.sqlite3":
        furnish(tmp_path)
    if body:
        (tmp_path / name).write_bytes(body)
    else:
        (tmp_path / name).mkdir()
    with (tmp_path / "errors").open("w") as errors:
        arguments = ("zaria.cli.main", "serve", "--port", "0")
        process = ForkedProcess(*arguments, env=environment(tmp_path), stderr=errors.fileno())
    assert process.wait(60) == 2
    output = (tmp_path / "errors").read_text()
    assert output.count("\n") == 1, output
    assert f"cannot use {tmp_path}" in output


def test_an_empty_secret_key_signs_nothing(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "secret-key").touch()
    assert "its secret-key is empty" in refused(tmp_path, "--port", "0")


def test_a_lock_that_is_none(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "lock").mkdir()
    assert "cannot use the data directory" in refused(tmp_path, "--port", "0")


def test_two_servers_on_one_data_directory(server: Server, refused: Refused) -> None:
    assert "another server is using" in refused(server.data, "--port", "0")


class ExecutedServer(Server):
    """A server that is no fork: it imports all that it needs itself."""

    # `Server` uses of a process only what a fork has, too.
    def _open(self, port: int) -> subprocess.Popen[str]:  # type: ignore[override]
        return subprocess.Popen(
            [*ZARIA, "serve", "--port", str(port)],
            env=environment(self.data),
            stdout=subprocess.PIPE,
            text=True,
        )


def test_it_stops_on_a_signal_and_goes_on_when_started_again(tmp_path: Path) -> None:
    with ExecutedServer(tmp_path) as server:
        visitor = Visitor(server.url)
        path = visitor.set_table()
        assert server.stop(signal.SIGTERM) == 0
        server.restart()
        assert visitor.get(path).json("boot")["seat"] == 0
        assert server.lines == [f"Zaria is open: {server.url}/"]
        assert server.stop(signal.SIGINT) == 0


def test_the_secret_key_is_private_and_kept(server: Server) -> None:
    key = server.data / "secret-key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert len(key.read_text()) >= 50


@pytest.mark.slow
def test_a_lost_secret_key_is_replaced_with_a_warning(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def restarted_without_key() -> str:
        server.stop()
        (server.data / "secret-key").unlink()
        server.restart()
        return capfd.readouterr().err

    with Server(tmp_path, ZARIA_DEV_MAIL="1") as server:
        assert "secret-key is missing" not in restarted_without_key()  # nobody has an account
        Somebody(server.url).join()
        assert "its secret-key is missing, so a new one is made" in restarted_without_key()
        server.stop()
        server.restart()
        assert "secret-key is missing" not in capfd.readouterr().err


def test_a_new_data_directory_is_private(tmp_path: Path, refused: Refused) -> None:
    """The journal in it knows every roll to come."""
    data = tmp_path / "data"
    refused(data, "--host", "203.0.113.1", "--port", "0")
    assert stat.S_IMODE(data.stat().st_mode) == 0o700


def test_manage_passes_to_django(tmp_path: Path) -> None:
    arguments = ("zaria.cli.main", "manage", "check", "--fail-level", "WARNING")
    process = ForkedProcess(*arguments, env=environment(tmp_path))
    assert "no issues" in process.stdout.read()
    assert process.wait(60) == 0
