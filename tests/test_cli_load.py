"""`zaria load`: real matches against a real server."""

import json
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.http_client import fetch
from tests.support.servers import ZARIA, Server
from zaria.cli import main as cli
from zaria.live.load.guests import _spread, is_here
from zaria.live.load.tally import LoadCounters


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server to be stopped."""
    server = Server(tmp_path)
    yield server
    if server.process.poll() is None:
        server.stop()


def load(server: Server, *options: str) -> "subprocess.Popen[str]":
    address = ("--url", server.url.replace("http", "ws"), "--json")
    command = [*ZARIA, "load", *address, *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def until(server: Server, name: str, least: float) -> None:
    """Until the server's metrics say so."""
    deadline = time.monotonic() + 40
    while time.monotonic() < deadline:
        page = fetch(f"{server.url}/metrics").raise_for_status().text
        if any(line.startswith(f"{name} ") and float(line.split()[1]) >= least for line in page.splitlines()):
            return
        time.sleep(0.1)
    raise AssertionError(page)


def test_matches_of_a_mix_are_played(server: Server) -> None:
    run = load(
        server, "--matches", "4", "--seconds", "3", "--games", "tabla=2,chess=1,ugolki", "--every", "50"
    )
    out, err = run.communicate(timeout=60)
    assert run.returncode == 0, err
    report = json.loads(out)
    assert report["moves"] > 20
    assert report["matches_begun"] == 4
    assert not report["errors"]
    assert not report["refused"]
    assert 0 < report["ack_p50_ms"] <= report["ack_p95_ms"] <= report["ack_p99_ms"] <= report["ack_max_ms"]


@pytest.mark.slow
def test_it_ends_cleanly_on_a_signal_and_survives_a_server_that_goes(mortal: Server) -> None:
    run = load(mortal, "--matches", "2", "--seconds", "300")
    until(mortal, "zaria_acknowledged_total", 8)
    mortal.stop()
    mortal.restart()
    until(mortal, "zaria_acknowledged_total", 4)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=20)
    assert "Traceback" not in err
    report = json.loads(out)
    assert report["seconds"] < 60
    assert report["reconnects"] == 4
    assert report["moves"] > 0


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--url", "ws://club.example"], "--yes-remote"),
        (["--url", "http://127.0.0.1:8000"], "must have the form ws://"),
        (["--url", "ws://127.0.0.1:1"], "cannot play at"),
        (["--games", "poker=1"], "unknown game 'poker'"),
        (["--games", "tabla=x"], "must have the form game=3"),
        (["--games", ""], "at least one"),
    ],
)
def test_what_cannot_be_tried(options: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["load", "--matches", "1", "--seconds", "1", *options]) == 2
    assert why in capsys.readouterr().err


def test_a_mix_is_kept_to() -> None:
    games = _spread({"tabla": 3, "chess": 1}, 8)
    assert (games.count("tabla"), games.count("chess")) == (6, 2)
    assert _spread({"tabla": 1, "chess": 1}, 1) == ["tabla"]


def test_where_is_here() -> None:
    assert all(map(is_here, ("ws://127.0.0.1:1", "ws://localhost:8000", "ws://[::1]:8000")))
    assert not any(map(is_here, ("ws://10.0.0.1", "wss://club.example", "ws://127.example.com")))


def test_percentiles() -> None:
    tally = LoadCounters()
    assert tally.percentile(99) == 0
    tally.took = [0.001 * n for n in range(1, 102)]
    assert tally.percentile(50) == pytest.approx(0.051)
    assert tally.percentile(99) == pytest.approx(0.1)
