"""A whole demo, served by a process of its own: made, looked at, stopped and continued."""

import sys
from pathlib import Path

import pytest

from tests.support.demo_servers import DemoServer
from tests.support.http_client import Visitor
from tests.support.servers import Server, environment
from tests.support.zaria_command import run_zaria
from zaria.club.demo import cast

READY_S = 60
"""Seconds in which a demo is ready on two cores that do nothing else; processor time is measured here."""

pytestmark = [pytest.mark.service, pytest.mark.slow]


def processor_seconds(server: Server) -> float:
    """The time that a server has computed so far."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_whole_demo_is_ready_in_a_minute_and_goes_on(tmp_path: Path) -> None:
    with DemoServer(tmp_path / "demo") as server:
        assert processor_seconds(server) < READY_S
        look_around(server)
        assert server.stop() == 0
    check = run_zaria("manage", "ledger", "check", env=environment(tmp_path / "demo"))
    assert (check.returncode, "balances" in check.stdout) == (0, True), check.stdout + check.stderr
    with DemoServer(tmp_path / "demo") as server:
        look_around(server)


def look_around(server: Server) -> None:
    """Look at busy pages as a guest, then as the owner."""
    visitor = Visitor(server.url)
    front = visitor.get("/")
    assert (front.status, front.text.count('class="demo-band"')) == (200, 1)
    tournaments = visitor.get("/tournaments").text
    assert "Friday eight" in tournaments
    assert "Friday eight" in visitor.get("/tournaments?list=ongoing").text
    assert "Balkan Tabla Union" in visitor.get("/f/balkan").text
    data = {"csrfmiddlewaretoken": front.token, "persona": "owner", "next": "/about"}
    headers = {"Referer": f"{server.url}/"}
    assert visitor.send("POST", "/demo/persona", data=data, headers=headers).status == 302
    assert cast.OWNER in visitor.get("/me").text
    assert visitor.get("/staff/").status == 200
