"""A server with the variables that the unit of systemd names, behind the proxy of `deploy/`."""

import re
import shlex
import subprocess
import sys
from http import HTTPStatus
from pathlib import Path

from tests.support.http_client import fetch
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
